//! Models that are drawn by strips and fans instead of a triangle list.

use std::fs;

use md2_load::md2::{CommandUvs, command_mesh};
use md2_load::{LoadOptions, load};
use md2_mesh::Mesh;
use md2_render::{Camera, ModelInstance, Scene, Skin};
use md2_testdata::corpus;

use crate::common::{assert_alike, difference, gpu};

/// Returns the triangles of a mesh in an order that depends only on their corners: the vertex of the file, and its place on the skin.
fn triangles(mesh: &Mesh) -> Vec<[(u32, [i32; 2]); 3]> {
    let corner = |vertex: u32| {
        #[expect(clippy::cast_possible_truncation, reason = "coordinates on a skin are small")]
        let uv = mesh.uvs()[vertex as usize].map(|part| (part * 2048.0).round() as i32);
        (mesh.source_vertices()[vertex as usize].xyz, uv)
    };
    let smallest_first = |triangle: [u32; 3]| {
        let mut corners = triangle.map(corner);
        let first = (0..3).min_by_key(|&at| corners[at]).unwrap();
        corners.rotate_left(first);
        corners
    };
    let mut triangles: Vec<_> = mesh.indices().triangles().map(smallest_first).collect();
    triangles.sort_unstable();
    triangles
}

#[test]
fn strips_and_fans_draw_the_picture_of_the_triangle_list() {
    let Some(mut gpu) = gpu() else { return };
    let wanderer = fs::read(concat!(env!("CARGO_MANIFEST_DIR"), "/../../assets/wanderer/tris.md2")).unwrap();
    let real = corpus::files("md2").into_iter().map(|(_, file)| file);
    let mut compared = 0;
    for file in [wanderer].into_iter().chain(real) {
        let list = load(&file, &LoadOptions::default()).unwrap().mesh;
        let Ok(commands) = command_mesh(&file, CommandUvs::File) else { continue };
        // The commands of some files draw other triangles or texture coordinates than the list.
        if triangles(&commands.mesh) != triangles(&list) {
            continue;
        }
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
        compared += 1;
    }
    assert!(compared > 0, "no model has strips");
}
