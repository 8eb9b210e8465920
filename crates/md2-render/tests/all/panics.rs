//! Tests that the renderer still draws after a panic was caught.

use crate::common::{
    BACKGROUND, SIZE, add_plain_texture, assert_panics, count, for_each_misuse, gpu, instance_with,
    middle_square, scene,
};
use md2_render::{RgbaImage, Scene};

#[test]
fn draws_after_any_rejected_scene() {
    let Some(mut gpu) = gpu() else { return };
    for_each_misuse(&mut gpu, |gpu, text, bad, overlay, good| {
        let mut image = RgbaImage::filled(1, 1, [0; 4]);
        assert_panics(text, || drop(gpu.render_image_into(bad, overlay, SIZE, &mut image)));
        for _ in 0..3 {
            let image = gpu.render_image(good, SIZE).expect("a picture");
            assert_eq!(count(&image, [0, 200, 0, 255]), 50 * 50);
            assert_eq!(count(&image, BACKGROUND), 100 * 100 - 50 * 50);
        }
    });
}

#[test]
fn rejects_ids_of_another_renderer() {
    let (Some(mut gpu), Some(mut other)) = (gpu(), gpu()) else { return };
    let ours = (gpu.add_model(&middle_square()).expect("a model"), add_plain_texture(&mut gpu, [0, 200, 0]));
    let theirs = (other.add_model(&middle_square()).expect("a model"), add_plain_texture(&mut other, [9; 3]));
    assert_ne!(ours, theirs);
    let foreign_models = [instance_with(theirs.0, ours.1), instance_with(ours.0, theirs.1)];
    let foreign = "belongs to another renderer";
    assert_panics(foreign, || gpu.remove_model(theirs.0));
    assert_panics(foreign, || gpu.remove_texture(theirs.1));
    for model in &foreign_models {
        let drawn = Scene { models: std::slice::from_ref(model), ..scene() };
        assert_panics(foreign, || drop(gpu.render_image(&drawn, SIZE)));
    }
    let models = [instance_with(ours.0, ours.1)];
    let image = gpu.render_image(&Scene { models: &models, ..scene() }, SIZE).expect("a picture");
    assert_eq!(count(&image, [0, 200, 0, 255]), 50 * 50);
}
