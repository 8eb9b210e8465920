//! Tests of meshes that are made from the OpenGL commands.

use md2_format::Md2;
use md2_load::md2::{CommandUvs, command_mesh};
use md2_load::{LoadOptions, load};
use md2_mesh::Mesh;
use md2_testdata::{corpus, skip};

/// Returns the triangles of a mesh, sorted: for each corner the vertex of the file and the texture coordinates in units of 1/2048. The
/// smallest corner comes first.
fn triangles(mesh: &Mesh) -> Vec<[(u32, [i32; 2]); 3]> {
    #[expect(clippy::cast_possible_truncation, reason = "coordinates on a skin are small")]
    let units = |uv: [f32; 2]| uv.map(|part| (part * 2048.0).round() as i32);
    let corner = |vertex: u32| {
        let vertex = vertex as usize;
        (mesh.source_vertices()[vertex].xyz, units(mesh.uvs()[vertex]))
    };
    let mut all: Vec<_> = mesh
        .indices()
        .triangles()
        .map(|triangle| {
            let mut corners = triangle.map(corner);
            let first = (0..3).min_by_key(|&i| corners[i]).unwrap_or(0);
            corners.rotate_left(first);
            corners
        })
        .collect();
    all.sort_unstable();
    all
}

/// Returns the figure of this repository; `None` in the package of this crate, which does not contain it.
fn wanderer() -> Option<Vec<u8>> {
    let file = std::fs::read(concat!(env!("CARGO_MANIFEST_DIR"), "/../../assets/wanderer/tris.md2"));
    file.map_err(|error| skip(format!("assets/wanderer/tris.md2: {error}"))).ok()
}

#[test]
fn the_commands_draw_the_triangle_list_of_every_model_whose_lists_agree() {
    let Some(wanderer) = wanderer() else { return };
    let mut compared = 0;
    for (path, file) in corpus::files("md2").into_iter().chain([("wanderer".into(), wanderer)]) {
        let md2 = Md2::parse(&file).unwrap();
        let commands = md2.gl_commands();
        let agreement = commands.compare_triangles(md2.triangles().iter());
        if agreement.flipped + agreement.missing + agreement.extra > 0 || commands.is_empty() {
            continue;
        }
        let drawn = command_mesh(&file, CommandUvs::File).unwrap();
        let listed = load(&file, &LoadOptions::default()).unwrap().mesh;
        let [drawn, listed] = [&drawn.mesh, &listed].map(triangles);
        let positions = |corners: &[(u32, [i32; 2]); 3]| corners.map(|(xyz, _)| xyz);
        assert!(drawn.iter().map(positions).eq(listed.iter().map(positions)), "{}", path.display());
        compared += 1;
    }
    assert!(compared >= 1);
}

#[test]
fn counts_strips_and_fans_and_gives_each_its_own_coordinates() {
    let Some(file) = wanderer() else { return };
    let colored = command_mesh(&file, CommandUvs::OnePerCommand).unwrap();
    assert_eq!(colored.strips + colored.fans, Md2::parse(&file).unwrap().gl_commands().iter().count());
    assert_eq!(colored.triangles, colored.vertices - 2 * (colored.strips + colored.fans));
    let distinct: std::collections::BTreeSet<u32> =
        colored.mesh.indices().iter().map(|at| colored.mesh.uvs()[at as usize][0].to_bits()).collect();
    assert_eq!(distinct.len(), colored.strips + colored.fans);
    let without = md2_testdata::with_frames(["a1", "a2"]).build();
    let none = command_mesh(without.bytes(), CommandUvs::File).unwrap();
    assert_eq!((none.vertices, none.mesh.triangle_count(), none.mesh.frame_count()), (0, 0, 2));
    assert!(command_mesh(b"IDP3", CommandUvs::File).is_err());
}
