//! Tests of pictures of models between two frames, and during cross-fades from one pose to another.

use crate::common::{
    self, BACKGROUND, PACKINGS, SIZE, add_plain_model, assert_alike, camera, difference, gpu, normal_squares,
    scene, surfaces,
};
use glam::{EulerRot, Mat4, Vec3};
use md2_mesh::blend::{BlendedVertex, blend_vertex, fade_vertex};
use md2_render::{
    Camera, Faces, Fade, Floor, Light, ModelInstance, Pose, Projection, Renderer, RgbaImage, Scene, Shading,
    Skin, SurfaceBlend, TextureImages,
};

const SHADINGS: [Shading; 2] = [Shading::Smooth, Shading::Classic];

const fn pose(frame_a: u32, frame_b: u32, blend: f32) -> Pose {
    Pose { frame_a, frame_b, blend }
}

fn all_skins(gpu: &mut Renderer) -> [Skin; 4] {
    let color = common::image([2, 2], &[[200, 150, 100, 255], [90, 90, 90, 0]].concat().repeat(2));
    let lamp = RgbaImage::filled(2, 2, [30, 0, 60, 255]);
    let mut texture = |glow: Option<&RgbaImage>| {
        gpu.add_texture(TextureImages { glow, ..(&color).into() }).expect("a texture")
    };
    let (dull, glowing) = (texture(None), texture(Some(&lamp)));
    let blended = |texture, blend| Skin::Texture { texture, blend };
    [
        Skin::opaque(dull),
        Skin::opaque(glowing),
        blended(dull, SurfaceBlend::Cutout),
        blended(glowing, SurfaceBlend::Added),
    ]
}

/// Checks that a cross-fade looks like the weighted mean of its poses, for a model that sinks by the same distance with each
/// frame. Repeats the check with all kinds of skins, on a floor with shadow, and with a rotated and mirrored model.
#[test]
fn a_fade_looks_like_the_mean_pose() {
    let Some(mut gpu) = gpu() else { return };
    let skins = all_skins(&mut gpu);
    let plain = ModelInstance::new(gpu.add_model(&surfaces(PACKINGS[0], 1, &[0])).expect("a model"), &skins);
    let mirrored = [[0.0, -0.8, 0.0, 0.0], [0.8, 0.0, 0.0, 0.0], [0.0, 0.0, -0.8, 0.0], [5.0, 1.0, 2.0, 1.0]];
    let cases = [
        (PACKINGS[0], Shading::Smooth, true, Faces::Solid, plain.transform),
        (PACKINGS[0], Shading::Classic, true, Faces::Solid, mirrored),
        (PACKINGS[1], Shading::Smooth, false, Faces::Solid, mirrored),
        (PACKINGS[1], Shading::Classic, false, Faces::Wireframe, plain.transform),
    ];
    for (packing, shading, two_sided, faces, transform) in cases {
        let model = gpu.add_model(&surfaces(packing, 5, &[0, 1, 2, 3])).expect("a model");
        let floor = Some(Floor { height: -40.0, ..Floor::default() });
        let lit = Scene { light: Light::default(), floor, shading, two_sided, faces, ..scene() };
        let mut picture = |pose, fade| {
            let models = [ModelInstance { pose, fade, transform, model, ..plain }];
            gpu.render_image(&Scene { models: &models, ..lit }, SIZE).expect("a picture")
        };
        // 0.6 times a half step plus 0.4 times two and a half steps.
        let fade = Some(Fade { from: pose(0, 1, 0.5), weight: 0.4 });
        let faded = picture(pose(2, 4, 0.25), fade);
        let mean = picture(pose(1, 2, 0.3), None);
        let case = format!("{packing:?}, {shading:?}, {two_sided}, {faces:?}, {transform:?}");
        if faces == Faces::Wireframe {
            // A line between two rows of pixels may be drawn in either row.
            let others = faded.pixels().zip(mean.pixels()).filter(|(a, b)| a != b).count();
            assert!(others <= 200, "{others} pixels: {case}");
        } else {
            assert_alike(&faded, &mean, &case);
        }
        assert!(difference(&mean, &picture(pose(1, 1, 0.0), None)) > 20, "{case}");
    }
}

/// Draws squares with many normals between two frames and during cross-fades, and compares their positions and light
/// with those that the CPU computes. The squares are also rotated, scaled and mirrored.
#[test]
fn vertices_blend_like_on_the_cpu() {
    let Some(mut gpu) = gpu() else { return };
    let fade = |frame_a, frame_b, weight| Some(Fade { from: pose(frame_a, frame_b, 0.25), weight });
    let turned = Mat4::from_euler(EulerRot::XYZ, 2.0, -1.0, 3.0);
    let scaled = |x, y, z| Mat4::from_scale(Vec3::new(x, y, z));
    let cases = [
        (pose(0, 1, 0.0), None, Mat4::IDENTITY),
        (pose(0, 1, 0.25), None, turned),
        (pose(0, 1, 0.5), None, scaled(-2.0, -2.0, -2.0)),
        (pose(0, 2, 0.9), None, Mat4::from_rotation_x(std::f32::consts::PI)),
        (pose(3, 1, 0.731), None, Mat4::from_rotation_z(3.5) * scaled(0.5, 0.5, 0.5)),
        (pose(2, 0, 1.0), None, Mat4::from_rotation_z(0.7) * scaled(1.0, -1.0, 1.0)),
        (pose(1, 1, 0.4), None, turned * scaled(2.0, 2.0, 2.0)),
        (pose(1, 3, 0.6), None, turned * scaled(-1.0, 1.0, 1.0)),
        (pose(2, 3, 0.75), fade(0, 1, 0.1), Mat4::IDENTITY),
        (pose(2, 3, 0.75), fade(0, 1, 0.5), turned * scaled(0.5, 0.5, -0.5)),
        (pose(1, 0, 0.0), fade(3, 2, 0.8), Mat4::from_rotation_z(3.5)),
        // Values out of range are clamped.
        (pose(0, 2, 7.0), fade(0, 1, -7.0), Mat4::IDENTITY),
        (pose(u32::MAX, 9, f32::NAN), fade(0, 1, f32::NAN), Mat4::IDENTITY),
    ];
    let directions = [[Vec3::X, Vec3::new(-0.6, 0.0, -0.8)], [Vec3::Z, Vec3::Y]];
    for packing in PACKINGS {
        let mesh = normal_squares(packing, 4);
        let square = add_plain_model(&mut gpu, &mesh, [255; 3]);
        for (case, (pose, fade, transform)) in cases.into_iter().enumerate() {
            let vertex = |vertex| match fade {
                Some(fade) => fade_vertex(&mesh, vertex, fade, pose),
                None => blend_vertex(&mesh, vertex, pose),
            };
            let vertices: Vec<_> = (0..mesh.vertex_count()).map(vertex).collect();
            let instance = ModelInstance { pose, fade, transform: transform.to_cols_array_2d(), ..square };
            assert_positions(&mut gpu, instance, &vertices);
            for (shading, directions) in SHADINGS.into_iter().zip(&directions) {
                assert_light(&mut gpu, instance, &vertices, shading, directions[case % 2]);
            }
        }
    }
}

/// Returns a camera without perspective that looks at the point (0, y, z) of the model. The camera follows the model's
/// transform, so pictures look as if the model were not transformed, apart from mirroring.
fn camera_at(instance: &ModelInstance<'_>, [y, z]: [f32; 2], height: f32) -> Camera {
    let transform = Mat4::from_cols_array_2d(&instance.transform);
    let place = |x| transform.transform_point3(Vec3::new(x, y, z)).into();
    let up = transform.transform_vector3(Vec3::Z);
    let projection = Projection::Orthographic { height: height * up.length() };
    Camera { eye: place(50.0), target: place(0.0), up: up.into(), projection, ..camera() }
}

/// Checks that the lower left corners of some squares are where the CPU computes them, within a ten thousandth of a
/// unit.
fn assert_positions(gpu: &mut Renderer, instance: ModelInstance<'_>, vertices: &[BlendedVertex]) {
    let mirrors = Mat4::from_cols_array_2d(&instance.transform).determinant() < 0.0;
    for corner in vertices.iter().step_by(4 * 63) {
        let [_, y, z] = corner.position;
        let camera = camera_at(&instance, [y, z], 1e-3);
        let image = gpu.render_image(&Scene { camera, models: &[instance], ..scene() }, SIZE).unwrap();
        let is_square =
            [[39, 39], [60, 39], [39, 60], [60, 60]].map(|[x, y]| image.pixel(x, y) != BACKGROUND);
        assert_eq!(is_square, [mirrors, !mirrors, false, false], "at {y}, {z}: {instance:?}");
    }
}

fn assert_light(
    gpu: &mut Renderer,
    instance: ModelInstance<'_>,
    vertices: &[BlendedVertex],
    shading: Shading,
    direction: Vec3,
) {
    let transform = Mat4::from_cols_array_2d(&instance.transform);
    let (key, sky, ground) = ([0.7; 3], [0.3; 3], [0.1; 3]);
    let light = Light { direction: direction.into(), key, sky, ground, rim: 0.0, ..Light::default() };
    let camera = camera_at(&instance, [0.0; 2], 100.0);
    let lit = Scene { camera, light, shading, models: &[instance], ..scene() };
    let image = gpu.render_image(&lit, SIZE).expect("a picture");
    for [low, _, high, _] in vertices.as_chunks().0 {
        let [y, z] = [1, 2].map(|axis| (low.position[axis] + high.position[axis]) / 2.0);
        let normal = transform.transform_vector3(low.normal.into()).normalize();
        let cosine = normal.dot(direction);
        let ambient = 0.1 + 0.2 * (0.5 * normal.z + 0.5);
        let expected = match shading {
            Shading::Smooth => {
                // The formula also lights surfaces that face slightly away from the light.
                let light = ambient + 0.7 * ((cosine + 0.2) / 1.2).max(0.0);
                1.055 * light.powf(1.0 / 2.4) - 0.055
            }
            _ => ambient + 0.7 * cosine.max(0.0),
        };
        #[expect(clippy::cast_possible_truncation, reason = "inside the picture")]
        let found = image.pixel((50.0 + y * transform.determinant().signum()) as u32, (50.0 - z) as u32);
        let off = f32::from(found[0]) - 255.0 * expected;
        assert!(
            off.abs() <= 1.5,
            "{found:?} at {y}, {z}, off by {off}: {shading:?}, {direction}, {instance:?}"
        );
    }
}
