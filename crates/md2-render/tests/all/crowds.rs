//! Tests of crowds: comparison with the same models drawn one by one, culling, and costs.

#![allow(clippy::cast_possible_truncation, reason = "counts are small")]

use crate::common::{self, Gpu, add_plain_texture, count, difference, gpu_with, scene, surfaces};
use md2_load::LoadOptions;
use md2_mesh::{Mesh, Packing};
use md2_render::{
    Camera, Crowd, CrowdCulling, CrowdMember, Faces, Floor, Light, ModelId, ModelInstance, Pose, Projection,
    Renderer, RendererOptions, RgbaImage, Scene, Shading, Skin, SurfaceBlend, TextureImages,
};
use md2_testdata::random::Random;

fn figure() -> Mesh {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../assets/wanderer/tris.md2");
    let bytes = std::fs::read(path).expect("an asset");
    md2_load::load(&bytes, &LoadOptions::default()).expect("a model").mesh
}

fn renderer(crowd_culling: CrowdCulling, samples: u32) -> Option<Gpu> {
    gpu_with(&RendererOptions { crowd_culling, samples, ..Default::default() })
}

fn member(at: [f32; 3], yaw: f32, scale: f32, pose: Pose, outfit: u32) -> CrowdMember {
    CrowdMember { scale, pose, outfit, ..CrowdMember::new(at, yaw) }
}

fn field(random: &mut Random, frames: usize, spacing: f32, outfits: u32) -> Vec<CrowdMember> {
    let frames = u32::try_from(frames).unwrap();
    (0..64_u16)
        .map(|number| {
            let place = |at: u16| (f32::from(at) - 3.5) * spacing;
            let mut beside = |reach: f32| random.within(-reach, reach);
            let at = [place(number / 8) + beside(8.0), place(number % 8) + beside(8.0), beside(3.0)];
            let pose = Pose {
                frame_a: (random.within(0.0, 1.0) * frames as f32) as u32 % frames,
                frame_b: (random.within(0.0, 1.0) * frames as f32) as u32 % frames,
                // In the game, the normals of a pose without a blend differ.
                blend: if number % 8 == 0 { 0.0 } else { random.within(0.0, 1.0) },
            };
            let scale = random.within(0.7, 1.4) * if number % 5 == 0 { -1.0 } else { 1.0 };
            member(at, random.within(0.0, 7.0), scale, pose, u32::from(number) % outfits)
        })
        .collect()
}

struct TestCrowds {
    models: [(ModelId, Vec<CrowdMember>); 3],
    outfits: Vec<Vec<Skin>>,
}

impl TestCrowds {
    fn new(gpu: &mut Renderer, seed: u64) -> Self {
        let mut picture = RgbaImage::filled(64, 64, [200, 160, 90, 255]);
        for (index, texel) in picture.rgba_mut().chunks_exact_mut(4).enumerate() {
            let shade = u8::try_from((index * 7 + index / 64 * 13) % 97).unwrap();
            texel.copy_from_slice(&[
                120 + shade,
                90 + shade / 2,
                40 + shade,
                if shade > 60 { 40 } else { 255 },
            ]);
        }
        let images = TextureImages::from(&picture);
        let skin = gpu.add_texture(images).expect("a texture");
        let glowing = gpu.add_texture(TextureImages { glow: Some(&picture), ..images }).expect("a texture");
        let red = Skin::opaque(add_plain_texture(gpu, [200, 30, 20]));
        let blended = |texture, blend| Skin::Texture { texture, blend };
        let outfits = vec![
            vec![Skin::opaque(skin), Skin::opaque(glowing), red],
            vec![Skin::opaque(glowing), blended(skin, SurfaceBlend::Cutout), Skin::Hidden],
            vec![red, blended(glowing, SurfaceBlend::Cutout), blended(skin, SurfaceBlend::Added)],
            vec![],
        ];
        let mut random = Random::new(seed);
        let meshes = [
            figure(),
            surfaces(Packing::Position16Normal16, 3, &[0, 1, 2, 0]),
            surfaces(Packing::Position8Normal8, 2, &[1, 0]),
        ];
        let models = meshes.each_ref().map(|mesh| {
            let members = field(&mut random, mesh.frame_count(), 60.0, 5);
            (gpu.add_model(mesh).expect("a model"), members)
        });
        Self { models, outfits }
    }

    /// Draws the first `count` members of each model.
    fn draw(&self, gpu: &mut Renderer, scene: &Scene<'_>, size: [u32; 2], count: usize) -> RgbaImage {
        let outfits: Vec<&[Skin]> = self.outfits.iter().map(|outfit| &outfit[..]).collect();
        let crowds = self.models.each_ref().map(|(model, members)| Crowd {
            model: *model,
            outfits: &outfits,
            members: &members[..count],
        });
        gpu.render_image(&Scene { crowds: &crowds, ..*scene }, size).expect("a picture")
    }

    fn draw_singles(&self, gpu: &mut Renderer, scene: &Scene<'_>, size: [u32; 2]) -> RgbaImage {
        let single = |model: ModelId, member: &CrowdMember| ModelInstance {
            transform: member.transform(),
            pose: member.pose,
            ..ModelInstance::new(model, self.outfits.get(member.outfit as usize).map_or(&[], |skins| skins))
        };
        let models: Vec<_> = self
            .models
            .iter()
            .flat_map(|(model, members)| members.iter().map(move |member| single(*model, member)))
            .collect();
        gpu.render_image(&Scene { models: &models, ..*scene }, size).expect("a picture")
    }
}

fn cameras() -> [Camera; 3] {
    let wide = Camera { eye: [420.0, 80.0, 240.0], near: 4.0, ..Camera::default() };
    let within = Camera { eye: [20.0, 10.0, 20.0], target: [-100.0, 30.0, 0.0], near: 1.0, ..wide };
    let close = Camera { eye: [35.0, 30.0, 3.0], target: [29.0, 28.0, 0.0], near: 0.5, ..wide };
    [wide, within, close]
}

#[test]
fn crowds_look_like_single_models() {
    for samples in [1, 4] {
        let Some(mut gpu) = renderer(CrowdCulling::Auto, samples) else { return };
        let test = TestCrowds::new(&mut gpu, 1);
        let [wide, within, close] = cameras();
        for (camera, two_sided, shading, faces) in [
            (wide, true, Shading::Smooth, Faces::Solid),
            (within, false, Shading::Smooth, Faces::Solid),
            (close, false, Shading::Classic, Faces::Solid),
            (wide, true, Shading::Game, Faces::Solid),
            (within, true, Shading::Smooth, Faces::Wireframe),
        ] {
            let shown = Scene { camera, two_sided, shading, faces, light: Light::default(), ..scene() };
            let crowd = test.draw(&mut gpu, &shown, [200, 125], 64);
            let single = test.draw_singles(&mut gpu, &shown, [200, 125]);
            assert!(crowd.pixels().filter(|pixel| *pixel != common::BACKGROUND).count() > 700);
            let case =
                format!("{samples} samples, two-sided {two_sided}, {shading:?}, {faces:?}, {camera:?}");
            common::assert_alike(&crowd, &single, &case);
        }
    }
}

/// The choices of who finds the visible triangles. All must draw the same bytes.
const CULLINGS: [CrowdCulling; 3] = [CrowdCulling::Off, CrowdCulling::Host, CrowdCulling::Device];

/// Draws scene `number` with each choice, and adds up the triangles that each draws.
fn compare_scene(
    number: u16,
    random: &mut Random,
    (gpu, crowds): (&mut Gpu, &TestCrowds),
    triangles: &mut [u64; 3],
) {
    let mut place = |reach: f32| {
        [random.within(-reach, reach), random.within(-reach, reach), random.within(-40.0, 120.0)]
    };
    let (eye, target) = (place(400.0), place(200.0));
    let near = random.within(0.5, 8.0);
    let projection = Projection::Perspective { fov_y: random.within(0.3, 2.0) };
    let camera = Camera { eye, target, near, projection, ..Camera::default() };
    let shown = Scene {
        camera,
        two_sided: number.is_multiple_of(2),
        // Each shading needs pipelines of its own, which take longer than the pictures.
        shading: match number {
            0..20 if number % 3 == 1 => Shading::Game,
            20.. if number % 3 == 1 => Shading::Classic,
            _ => Shading::Smooth,
        },
        floor: (number % 4 < 2).then_some(Floor { fade: [500.0, 900.0], ..Floor::default() }),
        light: Light::default(),
        ..scene()
    };
    // In large pictures, the distance between two positions of a vertex is small compared with a triangle, even if
    // the device has only 16 positions per pixel.
    let size = if number == 1 { [300, 200] } else { [40 + u32::from(number), 30] };
    let count = [12, 1, 7, 4][usize::from(number) % 4];
    let pictures = CULLINGS.map(|culling| {
        gpu.set_crowd_culling(culling);
        crowds.draw(gpu, &shown, size, count)
    });
    for (at, picture) in pictures.iter().enumerate() {
        assert_eq!(difference(&pictures[0], picture), 0, "{:?}, scene {number}: {camera:?}", CULLINGS[at]);
    }
    if number == 1 {
        for (culling, sum) in CULLINGS.into_iter().zip(triangles) {
            gpu.set_crowd_culling(culling);
            crowds.draw(gpu, &shown, size, 64);
            *sum += gpu.stats().crowd_triangles;
        }
    }
}

#[test]
fn culling_skips_nothing_visible() {
    let mut triangles = [0; 3];
    let mut drawn = u32::MAX;
    for wanted in [8, 4, 1] {
        if wanted >= drawn {
            continue;
        }
        let Some(mut gpu) = renderer(CrowdCulling::Host, wanted) else { return };
        // The device may support fewer samples.
        let samples = gpu.adapter().samples;
        drawn = samples;
        let crowds = TestCrowds::new(&mut gpu, 2);
        let mut random = Random::new(samples.into());
        let scenes = match samples {
            1 => 0..20,
            4 => 20..40,
            _ => 32..40,
        };
        for number in scenes {
            compare_scene(number, &mut random, (&mut gpu, &crowds), &mut triangles);
        }
    }
    // Culling saves work: it skips triangles that face away or are outside the picture. Both ways find nearly the same.
    let [all, host, device] = triangles;
    assert!(host * 2 < all && host.abs_diff(device) * 50 < host, "{triangles:?}");
}

#[test]
fn ten_thousand_members_need_little_memory() {
    let Some(mut gpu) = renderer(CrowdCulling::Host, 1) else { return };
    let outfits: [&[Skin]; 1] = [&[Skin::opaque(add_plain_texture(&mut gpu, [200, 30, 20])), Skin::Checker]];
    // The figures have more triangles than the lists have room for, so some may be drawn whole.
    let models = [figure(), surfaces(Packing::Position16Normal16, 3, &[0, 1])]
        .map(|mesh| gpu.add_model(&mesh).expect("a model"));
    let mut random = Random::new(7);
    let mut members = |scale: f32| -> Vec<CrowdMember> {
        let mut one = |number: u32| {
            let at = [random.within(-900.0, 900.0), random.within(-900.0, 900.0), 0.0];
            let pose = Pose { frame_a: number % 3, frame_b: (number + 1) % 3, blend: 0.4 };
            let scale = if number.is_multiple_of(9) { -scale } else { scale };
            member(at, random.within(0.0, 7.0), scale, pose, 0)
        };
        (0..5_000).map(&mut one).collect()
    };
    let members = [members(1.0), members(0.7)];
    let crowds = [0, 1].map(|at| Crowd { model: models[at], outfits: &outfits, members: &members[at] });
    let camera = Camera { eye: [500.0, 100.0, 150.0], near: 4.0, ..Camera::default() };
    let shown = Scene { crowds: &crowds, camera, two_sided: false, ..scene() };
    let mut picture = |crowds, culling| {
        gpu.set_crowd_culling(culling);
        let picture = gpu.render_image(&Scene { crowds, ..shown }, [160, 100]).expect("a picture");
        (picture, gpu.stats(), gpu.device_memory().bytes)
    };
    let (_, _, before) = picture(&[], CrowdCulling::Off);
    let mut pictures = Vec::new();
    for culling in CULLINGS {
        let (shown, stats, bytes) = picture(&crowds, culling);
        assert!(stats.crowd_members == 10_000 && bytes - before < 100_000_000, "{stats:?}, {bytes} bytes");
        pictures.push((shown, stats.crowd_triangles));
        // Each of the two frames in flight releases its part, after the pictures that use it.
        let (_, _, after) = [(); 4].map(|()| picture(&[], culling))[3];
        assert!(after < before + 1_000_000, "{after} bytes, {before} before the crowd");
    }
    let [(off, all), (host, by_host), (device, by_device)] = &pictures[..] else { unreachable!("three") };
    assert!(count(off, common::BACKGROUND) < 160 * 100 / 2 && off == host && off == device);
    assert!(by_host * 3 < *all && by_device * 3 < *all, "{all} {by_host} {by_device}");
}

#[test]
fn an_invisible_crowd_draws_no_triangles() {
    for culling in [CrowdCulling::Host, CrowdCulling::Device] {
        let Some(mut gpu) = renderer(culling, 1) else { return };
        let test = TestCrowds::new(&mut gpu, 4);
        let away = Camera { eye: [500.0, 0.0, 0.0], target: [1000.0, 0.0, 0.0], ..Camera::default() };
        let picture = test.draw(&mut gpu, &Scene { camera: away, ..scene() }, [64, 64], 64);
        assert_eq!(count(&picture, common::BACKGROUND), 64 * 64);
        let stats = gpu.stats();
        assert_eq!((stats.crowd_members, stats.crowd_members_drawn, stats.crowd_triangles), (3 * 64, 0, 0));
        assert!(stats.crowd_triangles_total > 64 * 100);
    }
}

#[test]
fn a_crowd_costs_the_bytes_of_its_members_and_draws() {
    let Some(mut gpu) = renderer(CrowdCulling::Auto, 1) else { return };
    let test = TestCrowds::new(&mut gpu, 5);
    let shown = Scene { camera: cameras()[0], light: Light::default(), ..scene() };
    let before = gpu.stats();
    test.draw(&mut gpu, &shown, [200, 150], 64);
    let after = gpu.stats();
    assert_eq!(after.vertex_bytes_uploaded, before.vertex_bytes_uploaded);
    assert_eq!(after.texture_bytes_uploaded, before.texture_bytes_uploaded);
    assert!(after.crowd_members_drawn > 2 * 64);
    let is_listed = gpu.adapter().kind == md2_render::AdapterKind::Software;
    let listed = if is_listed { after.crowd_triangles } else { 0 };
    // Each draw shows one surface of the members with one outfit, mirrored or not.
    assert_eq!(after.crowd_bytes, 48 * 3 * 64 + 48 * u64::from(after.draw_calls) + 12 * listed);
    assert_eq!(after.bytes_written_last_draw, after.crowd_bytes + 64 + 16 * 16);
}

#[test]
fn members_cast_soft_shadows_at_their_feet() {
    let Some(mut gpu) = renderer(CrowdCulling::Auto, 4) else { return };
    let model = gpu.add_model(&figure()).expect("a model");
    // 120 members fly above the floor. The last member stands on it.
    let mut members = vec![member([0.0, -60.0, 200.0], 0.3, 1.0, Pose::still(0), 0); 120];
    members.push(member([0.0, 60.0, 0.0], 0.3, 1.0, Pose::still(0), 0));
    let hidden: [&[Skin]; 1] = [&[Skin::Hidden; 8]];
    let crowds = [Crowd { model, outfits: &hidden, members: &members }];
    let projection = Projection::Perspective { fov_y: 1.0 };
    let camera = Camera { eye: [1.0, 0.0, 300.0], projection, ..Camera::default() };
    let floor = Floor { height: -24.0, fade: [400.0, 800.0], ..Floor::default() };
    let mut picture = |crowds: &[Crowd<'_>], floor| {
        gpu.render_image(&Scene { camera, floor: Some(floor), crowds, ..scene() }, [200, 200])
            .expect("a picture")
    };
    let bare = picture(&[], floor);
    let with = picture(&crowds, floor);
    let darker = |left: bool| {
        let pairs = bare.pixels().zip(with.pixels()).enumerate();
        let darker = pairs.filter(|(i, (bare, with))| (i % 200 < 100) == left && with[1] + 8 < bare[1]);
        darker.count()
    };
    // From this side, +Y is on the right.
    assert!(
        darker(false) > 20 && darker(true) == 0,
        "{} pixels below the standing member, {} below the flying one",
        darker(false),
        darker(true)
    );
    assert_eq!(
        picture(&crowds, Floor { shadow: 0.0, ..floor }),
        picture(&[], Floor { shadow: 0.0, ..floor })
    );
}
