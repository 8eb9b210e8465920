//! What a caught panic leaves behind: a renderer that draws as before.

use std::panic::{AssertUnwindSafe, catch_unwind};

use crate::common::{self, BACKGROUND, Gpu, SIZE, count, gpu, middle_square, plain, scene, wearing};
use md2_render::{
    Filter, Floor, ModelInstance, Overlay, OverlayMesh, OverlayTexture, OverlayVertex, RgbaImage, Scene, Skin,
};

/// The text of the panic that a picture ends with.
fn refused(gpu: &mut Gpu, scene: &Scene<'_>, overlay: Option<&Overlay<'_>>) -> String {
    let mut image = RgbaImage::filled(1, 1, [0; 4]);
    let draw = AssertUnwindSafe(|| gpu.render_image_into(scene, overlay, SIZE, &mut image));
    let panic = catch_unwind(draw).expect_err("this is misuse");
    let text = panic.downcast_ref::<&str>().map(|text| (*text).to_owned());
    text.or_else(|| panic.downcast_ref::<String>().cloned()).expect("a panic has a text")
}

#[test]
fn pictures_follow_whatever_was_refused() {
    let Some(mut gpu) = gpu() else { return };
    let green = plain(&mut gpu, [0, 200, 0]);
    let model = gpu.add_model(&middle_square()).expect("a model");
    let (removed_texture, removed_model) =
        (plain(&mut gpu, [9; 3]), gpu.add_model(&middle_square()).expect("a model"));
    gpu.remove_texture(removed_texture);
    gpu.remove_model(removed_model);
    let white = OverlayTexture { size: [1, 1], pixels: &[255; 4], part: None, filter: Filter::Nearest };
    gpu.set_overlay_texture(0, &white).expect("a texel");

    let shown = [wearing(model, green)];
    let with_removed_model = [wearing(model, green), ModelInstance::new(removed_model, &[])];
    let with_removed_skin = [wearing(model, green), wearing(model, removed_texture)];
    let hidden = [Skin::Hidden];
    let with_hidden = [ModelInstance::new(removed_model, &hidden)];
    let floor = Floor { height: -200.0, ..Floor::default() };
    let bare = Floor { texture: Some(removed_texture), ..floor };
    let corner = OverlayVertex { pos: [0.0; 2], uv: [0.0; 2], color: [255; 4] };
    let mesh =
        OverlayMesh { clip: [0.0, 0.0, 9.0, 9.0], texture: 0, vertices: &[corner], indices: &[0, 0, 1] };
    let overlay = Overlay { pixels_per_point: 1.0, meshes: &[mesh] };

    // Of a renderer that has loaded as much, in the same order.
    let Some(mut other) = common::gpu() else { return };
    let (_, foreign_texture) = (plain(&mut other, [1; 3]), plain(&mut other, [2; 3]));
    let foreign_model = other.add_model(&middle_square()).expect("a model");
    let with_foreign_model = [wearing(foreign_model, green)];
    let with_foreign_skin = [wearing(model, foreign_texture)];

    let good = Scene { models: &shown, ..scene() };
    let cases: [(&str, Scene<'_>, Option<&Overlay<'_>>); 8] = [
        ("belongs to another renderer", Scene { models: &with_foreign_model, ..scene() }, None),
        ("belongs to another renderer", Scene { models: &with_foreign_skin, ..scene() }, None),
        ("the model was removed", Scene { models: &with_removed_model, ..scene() }, None),
        ("the model was removed", Scene { models: &with_hidden, ..scene() }, None),
        ("the model was removed", Scene { models: &with_removed_model, floor: Some(floor), ..scene() }, None),
        ("the texture was removed", Scene { models: &with_removed_skin, ..scene() }, None),
        ("the texture was removed", Scene { floor: Some(bare), ..good }, None),
        ("an index names no vertex", good, Some(&overlay)),
    ];
    for (expected, bad, overlay) in cases {
        let text = refused(&mut gpu, &bad, overlay);
        assert!(text.contains(expected), "{text}, not {expected}");
        for _ in 0..3 {
            let image = gpu.render_image(&good, SIZE).expect("a picture");
            assert_eq!(count(&image, [0, 200, 0, 255]), 50 * 50);
            assert_eq!(count(&image, BACKGROUND), 100 * 100 - 50 * 50);
        }
    }
}

#[test]
fn names_of_another_renderer_remove_nothing() {
    let (Some(mut gpu), Some(mut other)) = (gpu(), gpu()) else { return };
    let ours = (gpu.add_model(&middle_square()).expect("a model"), plain(&mut gpu, [0, 200, 0]));
    let theirs = (other.add_model(&middle_square()).expect("a model"), plain(&mut other, [9; 3]));
    assert_ne!(ours, theirs);
    let remove_model = AssertUnwindSafe(|| gpu.remove_model(theirs.0));
    assert!(catch_unwind(remove_model).is_err(), "this is misuse");
    let remove_texture = AssertUnwindSafe(|| gpu.remove_texture(theirs.1));
    assert!(catch_unwind(remove_texture).is_err(), "this is misuse");
    let models = [wearing(ours.0, ours.1)];
    let image = gpu.render_image(&Scene { models: &models, ..scene() }, SIZE).expect("a picture");
    assert_eq!(count(&image, [0, 200, 0, 255]), 50 * 50);
}
