//! Models that are drawn by strips and fans instead of a triangle list.

use std::fs;

use md2_load::md2::{CommandUvs, command_mesh};
use md2_load::{LoadOptions, load};
use md2_render::{Camera, ModelInstance, Scene, Skin};

use crate::common::{assert_alike, difference, gpu};

#[test]
fn strips_and_fans_draw_the_picture_of_the_triangle_list() {
    let Some(mut gpu) = gpu() else { return };
    let file = fs::read(concat!(env!("CARGO_MANIFEST_DIR"), "/../../assets/wanderer/tris.md2")).unwrap();
    let list = load(&file, &LoadOptions::default()).unwrap().mesh;
    let commands = command_mesh(&file, CommandUvs::File).unwrap();
    let model = gpu.add_model(&list).unwrap();
    let strips = gpu.add_model_strips(&commands.mesh, Some(&commands.commands)).unwrap();
    for two_sided in [false, true] {
        let scene = Scene { camera: Camera::around(&list.bounds(), 0.0), two_sided, ..Scene::default() };
        let empty = gpu.render_image(&scene, [96, 96]).unwrap();
        let [expected, found] = [model, strips].map(|model| {
            let models = [ModelInstance::new(model, &[Skin::Checker])];
            gpu.render_image(&Scene { models: &models, ..scene }, [96, 96]).unwrap()
        });
        assert_eq!(gpu.stats().draw_calls as usize, 1 + commands.strips + commands.fans);
        assert!(difference(&expected, &empty) > 50, "the model is visible");
        assert_alike(&found, &expected, "strips and fans");
    }
}
