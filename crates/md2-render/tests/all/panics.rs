//! Tests that the renderer still draws after a panic was caught.

use crate::common::{
    BACKGROUND, SIZE, add_plain_texture, assert_panics, count, gpu, instance_with, middle_square, scene,
};
use md2_render::{
    Crowd, CrowdMember, Filter, Floor, ModelInstance, Overlay, OverlayMesh, OverlayTexture, OverlayVertex,
    RgbaImage, Scene, Skin,
};

#[test]
fn draws_after_any_rejected_scene() {
    let Some(mut gpu) = gpu() else { return };
    let green = add_plain_texture(&mut gpu, [0, 200, 0]);
    let removed_texture = add_plain_texture(&mut gpu, [9; 3]);
    let [model, removed_model] = [(); 2].map(|()| gpu.add_model(&middle_square()).expect("a model"));
    gpu.remove_texture(removed_texture);
    gpu.remove_model(removed_model);
    let white = OverlayTexture { size: [1, 1], pixels: &[255; 4], part: None, filter: Filter::Nearest };
    gpu.set_overlay_texture(0, &white).expect("a texel");

    let good = Scene { models: &[instance_with(model, green)], ..scene() };
    let with_removed_model = [instance_with(model, green), ModelInstance::new(removed_model, &[])];
    let with_hidden_model = [ModelInstance::new(removed_model, &[Skin::Hidden])];
    let with_removed_skin = [instance_with(model, green), instance_with(model, removed_texture)];
    let floor = Floor { height: -200.0, ..Floor::default() };
    let bare = Floor { texture: Some(removed_texture), ..floor };
    let members = [CrowdMember::new([0.0; 3], 0.0)];
    let skins = [Skin::opaque(removed_texture)];
    let crowd = Crowd { model, outfits: &[&skins], members: &members };
    let removed_crowd = Crowd { model: removed_model, outfits: &[], members: &members };
    let corner = OverlayVertex { pos: [0.0; 2], uv: [0.0; 2], color: [255; 4] };
    let clip = [0.0, 0.0, 9.0, 9.0];
    let mesh = OverlayMesh { clip, texture: 0, vertices: &[corner], indices: &[0, 0, 1] };
    let overlay = Overlay { pixels_per_point: 1.0, meshes: &[mesh] };
    let (no_model, no_texture) = ("the model was removed", "the texture was removed");
    for (text, bad, overlay) in [
        (no_model, Scene { models: &with_removed_model, ..scene() }, None),
        (no_model, Scene { models: &with_hidden_model, ..scene() }, None),
        (no_model, Scene { models: &with_removed_model, floor: Some(floor), ..scene() }, None),
        (no_model, Scene { crowds: &[removed_crowd], ..scene() }, None),
        (no_texture, Scene { models: &with_removed_skin, ..scene() }, None),
        (no_texture, Scene { floor: Some(bare), ..good }, None),
        (no_texture, Scene { crowds: &[crowd], ..scene() }, None),
        ("an index is past the vertices", good, Some(&overlay)),
    ] {
        let mut image = RgbaImage::filled(1, 1, [0; 4]);
        assert_panics(text, || drop(gpu.render_image_into(&bad, overlay, SIZE, &mut image)));
        for _ in 0..3 {
            let image = gpu.render_image(&good, SIZE).expect("a picture");
            assert_eq!(count(&image, [0, 200, 0, 255]), 50 * 50);
            assert_eq!(count(&image, BACKGROUND), 100 * 100 - 50 * 50);
        }
    }
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
