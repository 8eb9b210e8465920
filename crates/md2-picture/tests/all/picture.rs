//! Pictures drawn on the CPU: depth, skins, views from anywhere, and models of any size.

use md2_common::RgbaImage;
use md2_load::{LoadOptions, LoadedModel, load};
use md2_mesh::Pose;
use md2_picture::{Backdrop, Cover, Direction, Framing, PosedModel, SlotStyle, View, draw};
use md2_testdata::Md2Spec;

const SIZE: [u32; 2] = [61, 47];

fn loaded(spec: &Md2Spec) -> LoadedModel {
    load(spec.build().bytes(), &LoadOptions::default()).unwrap()
}

fn framed(loaded: &LoadedModel, slots: &[SlotStyle<'_>], backdrop: Backdrop) -> Option<RgbaImage> {
    let model = PosedModel { slots, ..PosedModel::new(&loaded.mesh, Pose::still(0)) };
    let mut framing = Framing::new(Direction { yaw: 0.4, pitch: 0.3 }, SIZE);
    framing.add(&model);
    Some(draw(&[model], &framing.view()?, SIZE, backdrop))
}

fn covered(image: &RgbaImage) -> usize {
    image.pixels().filter(|pixel| pixel[3] >= 128).count()
}

#[test]
fn skins_are_solid_hidden_cutout_or_added() {
    let block = loaded(&md2_testdata::block(false));
    let clay = framed(&block, &[], Backdrop::Clear).unwrap();
    assert!(covered(&clay) > 500, "{} pixels", covered(&clay));
    assert!(
        clay.pixels().filter(|p| p[3] > 0).all(|p| p[0].abs_diff(p[2]) < 40),
        "a model without a skin is gray"
    );
    assert!(framed(&block, &[SlotStyle::Hidden], Backdrop::Clear).is_none());

    let skin = |alpha: u8| RgbaImage::filled(4, 4, [200, 40, 40, alpha]);
    let with_skin = |image: &RgbaImage, cover: Cover, backdrop: Backdrop| {
        framed(&block, &[SlotStyle::Skin { color: image, glow: None, cover }], backdrop).unwrap()
    };
    let (clear, opaque) = (skin(0), skin(255));
    let solid = with_skin(&clear, Cover::Solid, Backdrop::Clear);
    assert_eq!(covered(&solid), covered(&clay), "alpha has no effect");
    assert!(solid.pixels().filter(|p| p[3] == 255).all(|p| p[0] > p[1].saturating_add(20)), "red");
    assert_eq!(covered(&with_skin(&clear, Cover::Cutout, Backdrop::Clear)), 0);
    assert_eq!(covered(&with_skin(&opaque, Cover::Cutout, Backdrop::Clear)), covered(&clay));

    let plain = |gray: u8| Backdrop::Gradient { top: [gray; 3], bottom: [gray; 3] };
    let added = with_skin(&opaque, Cover::Added, plain(60));
    for (pixel, clay) in added.pixels().zip(clay.pixels()) {
        assert!(pixel[3] == 255 && pixel[0] >= 60 && pixel[1] >= 59, "adding only brightens: {pixel:?}");
        assert!(clay[3] < 255 || pixel[0] > 150, "it brightens the whole model: {pixel:?}");
    }
}

#[test]
fn nearer_models_hide_others_in_either_order() {
    let block = loaded(&md2_testdata::block(false));
    let colors = [[220, 30, 30, 255], [30, 30, 220, 255]].map(|color| RgbaImage::filled(2, 2, color));
    let skins = colors.each_ref().map(|color| [SlotStyle::Skin { color, glow: None, cover: Cover::Solid }]);
    let at = |i: usize, x: f32| {
        let mut model = PosedModel { slots: &skins[i], ..PosedModel::new(&block.mesh, Pose::still(0)) };
        model.transform[3][0] = x;
        model
    };
    let size = block.mesh.bounds().radius();
    let (near, far) = (at(0, size), at(1, -size));
    let middle = block.mesh.bounds().center();
    let eye = [middle[0] + 8.0 * size, middle[1], middle[2]];
    let view = View { eye, target: middle, fov_y: 0.5, near: 0.1 };
    let images = [[near, far], [far, near]].map(|models| draw(&models, &view, SIZE, Backdrop::Clear));
    assert!(images[0] == images[1]);
    let [r, _, b, _] = images[0].pixel(SIZE[0] / 2, SIZE[1] / 2);
    assert!(r > 100 && b < 80, "the red one is nearer: {r} {b}");
}

/// Triangles at the eye are clipped at the near plane, and their backs are visible.
#[test]
fn the_inside_of_a_block_fills_the_picture() {
    let block = loaded(&md2_testdata::block(false));
    let eye = block.mesh.bounds().center();
    for (i, step) in [[3.0, 1.0, 0.5], [-1.0, 2.0, -1.0], [0.1, -3.0, 2.0]].into_iter().enumerate() {
        let target = [eye[0] + step[0], eye[1] + step[1], eye[2] + step[2]];
        let view = View { eye, target, fov_y: 1.4, near: 1e-3 };
        let model = PosedModel::new(&block.mesh, Pose::still(0));
        let image = draw(&[model], &view, SIZE, Backdrop::Clear);
        assert!(image.pixels().all(|pixel| pixel[3] == 255), "{i}: {} of {}", covered(&image), 61 * 47);
    }
}

#[test]
fn draws_models_of_any_size_from_any_view() {
    for scale in [1e-12_f32, 1e-3, 1.0, 1e6] {
        let mut spec = md2_testdata::block(false);
        for frame in &mut spec.frames {
            frame.scale = frame.scale.map(|s| s * scale);
            frame.translate = frame.translate.map(|t| t * scale);
        }
        let model = loaded(&spec);
        let image = framed(&model, &[], Backdrop::Clear);
        assert!(image.is_some_and(|image| covered(&image) > 500), "{scale}");
        let posed = PosedModel::new(&model.mesh, Pose { frame_a: 9, frame_b: 0, blend: f32::NAN });
        for eye in [[0.0; 3], [1e30, 0.0, 0.0], [f32::NAN; 3], [0.0, 0.0, f32::INFINITY]] {
            for near in [0.0, 1e-30, 1e30, f32::NAN] {
                let view = View { eye, target: [0.0; 3], fov_y: 0.6, near };
                let _ = draw(&[posed], &view, [16, 9], Backdrop::STUDIO);
            }
        }
    }
}
