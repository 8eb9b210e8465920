//! Cross-fades from one pose to another.

use crate::common::{
    self, NORMAL_X, NORMAL_Z, PACKINGS, SIZE, Square, add_plain_model, brightness, count, difference, gpu,
    scene, squares, surfaces,
};
use md2_mesh::{Mesh, NORMALS, blend::fade_vertex};
use md2_render::{
    Faces, Fade, Floor, Light, ModelInstance, Pose, Renderer, RgbaImage, Scene, Shading, Skin, SurfaceBlend,
    TextureImages,
};

const RED: [u8; 4] = [255, 0, 0, 255];
const SHADINGS: [Shading; 2] = [Shading::Smooth, Shading::Classic];

const fn pose(frame_a: u32, frame_b: u32, blend: f32) -> Pose {
    Pose { frame_a, frame_b, blend }
}

/// A red square of 20 x 20 in four frames, each further to the right by 20.
fn red_square(gpu: &mut Renderer) -> ModelInstance<'static> {
    let frames = [-50.0, -30.0, -10.0, 10.0];
    let mesh = squares(&frames.map(|left| Square { corner: [left, -10.0], size: 20.0, normal: NORMAL_X }));
    add_plain_model(gpu, &mesh, [255, 0, 0])
}

#[test]
fn a_fade_is_the_mean_of_two_poses() {
    let Some(mut gpu) = gpu() else { return };
    let square = red_square(&mut gpu);
    let mut left_edge = |from, to, weight| {
        let models = [ModelInstance { pose: to, fade: Some(Fade { from, weight }), ..square }];
        let image = gpu.render_image(&Scene { models: &models, ..scene() }, SIZE).expect("a picture");
        assert_eq!(count(&image, RED), 20 * 20);
        (0..100).find(|&x| image.pixel(x, 50) == RED).expect("a square")
    };
    let (from, to) = (pose(0, 1, 0.5), pose(2, 3, 0.5));
    assert_eq!(left_edge(from, to, 0.0), 10);
    assert_eq!(left_edge(from, to, 0.25), 20);
    assert_eq!(left_edge(from, to, 0.5), 30);
    assert_eq!(left_edge(from, to, 1.0), 50);
    assert_eq!(
        left_edge(pose(0, 3, 0.0), pose(3, 0, 0.0), 0.5),
        30,
        "all four frames are weighted by their shares"
    );
    // Values out of range are clamped.
    assert_eq!(left_edge(from, to, 7.0), 50);
    assert_eq!(left_edge(from, to, -7.0), 10);
    assert_eq!(left_edge(from, to, f32::NAN), 10);
    assert_eq!(left_edge(pose(u32::MAX, 9, 0.3), pose(0, 0, f32::NAN), 0.5), 30);
}

/// Returns skins of every kind: opaque, glowing, with holes, and added.
fn all_skins(gpu: &mut Renderer) -> [Skin; 4] {
    let color = common::image([2, 2], &[[200, 150, 100, 255], [90, 90, 90, 0]].concat().repeat(2));
    let lamp = RgbaImage::filled(2, 2, [30, 0, 60, 255]);
    let mut texture = |glow: Option<&RgbaImage>| {
        gpu.add_texture(TextureImages { color: &color, glow, may_have_holes: true, reflection: None })
            .expect("a texture")
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

/// Between frames that sink evenly, a fade looks like the mean frame: with any skin, on the floor and in the
/// shadow, and when rotated and mirrored.
#[test]
fn a_fade_looks_like_the_mean_pose() {
    let Some(mut gpu) = gpu() else { return };
    let skins = all_skins(&mut gpu);
    let mirrored = [[0.0, -0.8, 0.0, 0.0], [0.8, 0.0, 0.0, 0.0], [0.0, 0.0, -0.8, 0.0], [5.0, 1.0, 2.0, 1.0]];
    for packing in PACKINGS {
        let model = gpu.add_model(&surfaces(packing, 5, &[0, 1, 2, 3])).expect("a model");
        let plain = ModelInstance::new(model, &skins);
        for transform in [plain.transform, mirrored] {
            for (shading, two_sided) in [(SHADINGS[0], true), (SHADINGS[0], false), (SHADINGS[1], true)] {
                for wireframe in [false, true] {
                    let lit = Scene {
                        light: Light::default(),
                        floor: Some(Floor { height: -40.0, ..Floor::default() }),
                        shading,
                        two_sided,
                        faces: if wireframe { Faces::Wireframe } else { Faces::Solid },
                        ..scene()
                    };
                    let mut picture = |pose, fade| {
                        let models = [ModelInstance { pose, fade, transform, ..plain }];
                        gpu.render_image(&Scene { models: &models, ..lit }, SIZE).expect("a picture")
                    };
                    // 0.6 times a half step plus 0.4 times two and a half steps.
                    let fade = Some(Fade { from: pose(0, 1, 0.5), weight: 0.4 });
                    let faded = picture(pose(2, 4, 0.25), fade);
                    let mean = picture(pose(1, 2, 0.3), None);
                    let others = faded
                        .pixels()
                        .zip(mean.pixels())
                        .filter(|(a, b)| a.iter().zip(b).any(|(a, b)| a.abs_diff(*b) > 2));
                    let (others, all) = (others.count(), SIZE[0] * SIZE[1]);
                    let case = format!("{packing:?}, {shading:?}, {two_sided}, {wireframe}, {transform:?}");
                    // A line between two rows of pixels may be drawn in either row.
                    assert!(
                        others <= if wireframe { all as usize / 50 } else { 0 },
                        "{others} pixels: {case}"
                    );
                    assert!(difference(&mean, &picture(pose(1, 1, 0.0), None)) > 20, "{case}");
                }
            }
        }
    }
}

#[test]
fn a_finished_fade_is_identical_to_its_pose() {
    let Some(mut gpu) = gpu() else { return };
    let skins = all_skins(&mut gpu);
    for packing in PACKINGS {
        let model = gpu.add_model(&surfaces(packing, 5, &[0, 1, 2, 3])).expect("a model");
        let floor = Some(Floor { height: -40.0, ..Floor::default() });
        let lit = Scene { light: Light::default(), floor, ..scene() };
        let mut picture = |pose, fade| {
            let models = [ModelInstance { pose, fade, ..ModelInstance::new(model, &skins) }];
            gpu.render_image(&Scene { models: &models, ..lit }, SIZE).expect("a picture")
        };
        let (from, to) = (pose(0, 1, 0.3), pose(4, 3, 0.6));
        let mut faded = |weight| picture(to, Some(Fade { from, weight }));
        let (begin, early, late, end) = (faded(0.0), faded(0.001), faded(0.999), faded(1.0));
        assert_eq!(difference(&begin, &picture(from, None)), 0);
        assert_eq!(difference(&end, &picture(to, None)), 0);
        assert!(difference(&begin, &end) > 100);
        // The picture does not jump at the beginning and end, except for edges that move slightly.
        let same = |a: &RgbaImage, b: &RgbaImage| a.pixels().zip(b.pixels()).filter(|(a, b)| a == b).count();
        assert!(same(&begin, &early) > 9000 && same(&late, &end) > 9000);
    }
}

/// Compares the brightness of a fading square, with one normal in each frame, with the CPU.
#[test]
fn normals_fade_like_on_the_cpu() {
    let Some(mut gpu) = gpu() else { return };

    // +X, +Z, and two oblique normals.
    let normals = [NORMAL_X, 80, NORMAL_Z, 100];
    let mesh: Mesh = squares(&normals.map(|normal| Square { corner: [-25.0, -25.0], size: 50.0, normal }));
    let square = add_plain_model(&mut gpu, &mesh, [255; 3]);
    let light = Light {
        direction: [1.0, 0.0, 0.0],
        key: [0.7; 3],
        sky: [0.3; 3],
        ground: [0.1; 3],
        rim: 0.0,
        ..Light::default()
    };
    let (from, to) = (pose(0, 1, 0.25), pose(2, 3, 0.75));
    for weight in [0.1, 0.5, 0.8] {
        let fade = Fade { from, weight };
        let models = [ModelInstance { pose: to, fade: Some(fade), ..square }];
        let drawn = Scene { models: &models, light, shading: Shading::Classic, ..scene() };
        let found = gpu.render_image(&drawn, SIZE).expect("a picture").pixel(50, 50);
        let [x, _, z] = fade_vertex(&mesh, 0, fade, to).normal;
        let expected = 255.0 * (0.1 + 0.2 * (0.5 * z + 0.5) + 0.7 * x.max(0.0));
        assert!((brightness(found) as f32 - expected).abs() <= 1.0, "{found:?}, not {expected}, at {weight}");
    }
    assert_ne!(NORMALS[80], NORMALS[100]);
}
