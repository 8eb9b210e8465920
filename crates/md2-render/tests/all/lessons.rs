//! Drawing for lessons: strips and fans instead of a triangle list, and other ways of blending.

use std::collections::HashMap;

use md2_load::md2::{CommandMesh, CommandUvs, command_mesh};
use md2_load::{LoadOptions, load};
use md2_mesh::Mesh;
use md2_render::{Background, Blending, Camera, Light, ModelId, ModelInstance, Pose, RgbaImage, Scene, Skin};
use md2_testdata::corpus;
use md2_testdata::random::Random;
use md2_testdata::{FrameSpec, GlWord, Md2Spec, TriangleSpec};

use crate::common::{Gpu, gpu};

const SIZE: [u32; 2] = [64, 64];
/// The number of generated models.
const MODELS: u64 = 200;

/// Adds a strip or a fan to a model, in one of the nine cells of a grid, and adds its triangles to the triangle list in random order. The
/// specification of MD2 defines both lists.
fn add_run(model: &mut Md2Spec, random: &mut Random, cell: u16) {
    let first = u16::try_from(model.vertices).unwrap();
    let (is_fan, count) = (random.below(2) == 0, 3 + u16::try_from(random.below(6)).unwrap());
    let corner = [cell % 3, cell / 3].map(|place| f32::from(82 * place));
    for vertex in 0..count {
        let part = f32::from(vertex) / f32::from(count - 1);
        let [right, up] = match (is_fan, vertex) {
            (true, 0) => [36.0, 6.0],
            (true, _) => [36.0 - 34.0 * (3.1 * part).cos(), 8.0 + 60.0 * (3.1 * part).sin()],
            (false, _) => [4.0 + 66.0 * part, f32::from(vertex % 2) * 50.0 + random.within(2.0, 20.0)],
        };
        #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "0 to 255")]
        let [y, z] = [corner[0] + right, corner[1] + up].map(|place| place as u8);
        let normal = u8::try_from(random.below(162)).unwrap();
        model.frames[0].vertices.push([random.byte() / 2, y, z, normal]);
        model.st.push([random.byte(), random.byte()].map(|texel| i16::from(texel / 4)));
    }
    model.vertices += usize::from(count);
    model.gl_words.push(GlWord::I(if is_fan { -i32::from(count) } else { i32::from(count) }));
    for vertex in first..first + count {
        let uv = model.st[usize::from(vertex)].map(|texel| GlWord::F((f32::from(texel) + 0.5) / 64.0));
        model.gl_words.extend([uv[0], uv[1], GlWord::I(i32::from(vertex))]);
    }
    for third in first + 2..first + count {
        let mut xyz = match (is_fan, (third - first) % 2) {
            (true, _) => [first, third - 1, third],
            (false, 0) => [third - 2, third - 1, third],
            (false, _) => [third - 1, third - 2, third],
        };
        xyz.rotate_left(random.below(3));
        let place = random.below(model.triangles.len() + 1);
        model.triangles.insert(place, TriangleSpec { xyz, st: xyz });
    }
}

fn generated(seed: u64) -> Vec<u8> {
    let mut random = Random::new(seed);
    let frame = FrameSpec { scale: [0.25; 3], translate: [-16.0, -31.0, -31.0], ..FrameSpec::default() };
    let mut model = Md2Spec { skin_size: [64, 64], frames: vec![frame], ..Md2Spec::default() };
    let cells = 1 + u16::try_from(random.below(9)).unwrap();
    (0..cells).for_each(|cell| add_run(&mut model, &mut random, cell));
    model.gl_words.push(GlWord::I(0));
    model.build().bytes().to_vec()
}

/// Returns the triangle list of a model, with the corners of each triangle in the order in which the strips and fans draw them; `None` if both
/// do not contain the same triangles. The order of the triangles remains.
///
/// A device computes the color of a pixel from the first corner of its triangle and the differences to the others, so another first corner
/// changes the rounding: on llvmpipe, every fifth model then has pixels that differ by one level. Vulkan defines the corners of triangle `i`:
/// the vertices `i`, `i + 1` and `i + 2` of a strip, the last two swapped if `i` is odd; the vertices `i + 1`, `i + 2` and 0 of a fan.
fn in_order_of_commands(list: &Mesh, drawn: &CommandMesh) -> Option<Mesh> {
    #[expect(clippy::cast_possible_truncation, reason = "coordinates on a skin are small")]
    let units = |uv: [f32; 2]| uv.map(|part| (part * 2048.0).round() as i32);
    let corner = |mesh: &Mesh, vertex: u32| {
        (mesh.source_vertices()[vertex as usize].xyz, units(mesh.uvs()[vertex as usize]))
    };
    let smallest_first = |mut corners: [(u32, [i32; 2]); 3]| {
        let first = (0..3).min_by_key(|&i| corners[i]).unwrap();
        corners.rotate_left(first);
        corners
    };
    let mut first_corners = HashMap::new();
    for run in &drawn.commands.runs {
        let vertices = &drawn.commands.indices[run.indices.clone()];
        for i in 0..vertices.len() - 2 {
            let corners = match (run.is_fan, i % 2) {
                (true, _) => [i + 1, i + 2, 0],
                (false, 0) => [i, i + 1, i + 2],
                (false, _) => [i, i + 2, i + 1],
            };
            let corners = corners.map(|at| corner(&drawn.mesh, vertices[at]));
            first_corners.insert(smallest_first(corners), corners[0]);
        }
    }
    let mut parts = list.to_parts();
    for triangle in parts.indices.as_chunks_mut::<3>().0 {
        let corners = triangle.map(|vertex| corner(list, vertex));
        let first = first_corners.get(&smallest_first(corners))?;
        triangle.rotate_left(corners.iter().position(|corner| corner == first)?);
    }
    (list.triangle_count() == drawn.mesh.triangle_count()).then(|| Mesh::from_parts(parts).unwrap())
}

/// Returns generated models, the built-in one, and real ones.
fn models_with_commands() -> Vec<Vec<u8>> {
    let wanderer = concat!(env!("CARGO_MANIFEST_DIR"), "/../../assets/wanderer/tris.md2");
    let real = corpus::files("md2").into_iter().map(|(_, file)| file);
    (0..MODELS).map(generated).chain(std::fs::read(wanderer)).chain(real).collect()
}

fn draw(gpu: &mut Gpu, model: ModelId, pose: Pose, scene: Scene<'_>) -> RgbaImage {
    let models = [ModelInstance { pose, ..ModelInstance::new(model, &[Skin::Checker]) }];
    gpu.render_image(&Scene { models: &models, ..scene }, SIZE).unwrap()
}

#[test]
fn strips_and_fans_draw_exactly_the_picture_of_the_triangle_list() {
    let Some(mut gpu) = gpu() else { return };
    // Lavapipe starts each triangle of a strip at the corner that Vulkan names. On SwiftShader one pixel of one model differs.
    let is_exact = gpu.adapter().name.contains("llvmpipe");
    let mut compared = 0;
    for (number, file) in models_with_commands().iter().enumerate() {
        let list = load(file, &LoadOptions::default()).unwrap().mesh;
        let commands = command_mesh(file, CommandUvs::File).unwrap();
        let Some(ordered) = in_order_of_commands(&list, &commands) else { continue };
        assert_eq!(commands.commands.runs.len(), commands.strips + commands.fans);
        let camera = Camera::around(&list.bounds(), 0.0);
        let scene = || Scene { camera, two_sided: number % 2 == 0, ..Scene::default() };
        let empty = gpu.render_image(&scene(), SIZE).unwrap();
        let [list, ordered] = [&list, &ordered].map(|mesh| gpu.add_model(mesh).unwrap());
        let strips = gpu.add_model_strips(&commands.mesh, Some(&commands.commands)).unwrap();
        let pictures = [list, ordered, strips].map(|model| draw(&mut gpu, model, Pose::default(), scene()));
        assert_eq!(gpu.stats().draw_calls as usize, 1 + commands.strips + commands.fans, "model {number}");
        let [list_picture, expected, found] = pictures.each_ref().map(RgbaImage::rgba);
        assert!(number % 2 == 1 || expected != empty.rgba(), "model {number} is invisible");
        for (other, levels) in [(expected, 0), (list_picture, 1)] {
            let different = found.iter().zip(other).filter(|(a, b)| a.abs_diff(**b) > levels).count();
            // One pixel.
            let allowed = if is_exact { 0 } else { 4 };
            assert!(different <= allowed, "model {number}: {different} bytes");
        }
        [list, ordered, strips].into_iter().for_each(|model| gpu.remove_model(model));
        compared += 1;
    }
    assert!(compared > MODELS, "{compared} models");
}

/// Returns a model with three frames: a triangle that faces away from the Z axis, turned by −58, 58 and 0 degrees about the axis.
fn turned() -> Vec<u8> {
    let mut spec = md2_testdata::one_triangle();
    // The normals of the table that are nearest to the directions of the frames, as in the header `anorms.h` of the game.
    let frames = [(-58.28_f32, [0.526, -0.851, 0.0]), (58.28, [0.526, 0.851, 0.0]), (0.0, [1.0, 0.0, 0.0])];
    spec.frames = Vec::from(frames.map(|(degrees, facing)| {
        let nearest = |normal: &[f32; 3]| (0..3).map(|axis| normal[axis] * facing[axis]).sum::<f32>();
        let normals = md2_mesh::NORMALS.iter().map(nearest).enumerate();
        let (normal, _) = normals.max_by(|one, other| one.1.total_cmp(&other.1)).unwrap();
        let vertex = |(angle, height): (f32, u8)| {
            let (sin, cos) = (degrees + angle).to_radians().sin_cos();
            #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "0 to 255")]
            let [x, y] = [cos, sin].map(|part| (127.0 + 120.0 * part).round() as u8);
            [x, y, height, u8::try_from(normal).unwrap()]
        };
        FrameSpec {
            scale: [0.25; 3],
            translate: [-31.75, -31.75, -20.0],
            vertices: [(40.0, 0), (0.0, 160), (-40.0, 0)].map(vertex).to_vec(),
            ..FrameSpec::default()
        }
    }));
    spec.build().bytes().to_vec()
}

#[test]
fn a_spherical_blend_keeps_the_distance_from_the_axis() {
    let Some(mut gpu) = gpu() else { return };
    let mesh = load(&turned(), &LoadOptions::default()).unwrap().mesh;
    let model = gpu.add_model(&mesh).unwrap();
    let half = Pose { frame_a: 0, frame_b: 1, blend: 0.5 };
    let spherical =
        Scene { blending: Blending { spherical: true, ..Blending::default() }, ..Scene::default() };
    let expected = draw(&mut gpu, model, Pose { frame_a: 2, frame_b: 2, blend: 0.0 }, Scene::default());
    let mut different = |scene| {
        let found = draw(&mut gpu, model, half, scene);
        let pairs = found.pixels().zip(expected.pixels());
        pairs.filter(|(one, other)| (0..3).any(|part| one[part].abs_diff(other[part]) > 12)).count()
    };
    let (linear, spherical) = (different(Scene::default()), different(spherical));
    // The bytes of the frames are rounded, so that the outlines differ a little.
    assert!(spherical < 40 && linear > 400, "{spherical} and {linear} of 4096 pixels");
}

#[test]
fn raw_normals_are_darker_between_two_frames_only() {
    let Some(mut gpu) = gpu() else { return };
    let mesh = load(&turned(), &LoadOptions::default()).unwrap().mesh;
    let model = gpu.add_model(&mesh).unwrap();
    let light = Light { direction: [1.0, 0.0, 0.0], rim: 0.0, ..Light::default() };
    let mut brightness = |blend, raw_normals| {
        let blending = Blending { spherical: true, raw_normals };
        let pose = Pose { frame_a: 0, frame_b: 1, blend };
        let scene = Scene { blending, light, background: Background::plain([0.0; 3]), ..Scene::default() };
        let image = draw(&mut gpu, model, pose, scene);
        image.pixels().map(|[red, ..]| f64::from(red)).sum::<f64>()
    };
    assert!(brightness(0.5, true) < 0.97 * brightness(0.5, false));
    assert!((brightness(0.0, true) / brightness(0.0, false) - 1.0).abs() < 1e-3);
}
