//! Tests of the generated models.

use std::collections::BTreeMap;

use glam::DVec3;
use md2_format::Md2;

use crate::body::islands::Island;
use crate::body::{self, SkinnedMesh, face_normal};
use crate::export::{self, FloatFrame};
use crate::{assets, clips, props};

fn meshes() -> [(&'static str, SkinnedMesh); 3] {
    [("figure", body::build()), ("weapon", props::weapon()), ("ball", props::ball())]
}

fn faces(mesh: &SkinnedMesh) -> Vec<[DVec3; 3]> {
    mesh.triangles.iter().map(|triangle| triangle.xyz.map(|i| mesh.positions[usize::from(i)])).collect()
}

fn frames(mesh: &SkinnedMesh) -> Vec<FloatFrame> {
    let poses = clips::all_frames();
    poses.iter().map(|named| FloatFrame::new(&named.name, mesh, mesh.posed(&named.pose))).collect()
}

/// Returns the edges that belong to only one triangle, each with the island of that triangle. Edges are compared by the positions of their
/// ends.
fn open_edges(mesh: &SkinnedMesh) -> Vec<(Island, [DVec3; 2])> {
    let key = |at: DVec3| (at * 1000.0).round().as_i64vec3().to_array();
    let mut balance = BTreeMap::<_, i32>::new();
    let faces = faces(mesh);
    let edges = || {
        faces
            .iter()
            .zip(&mesh.triangles)
            .flat_map(|(f, t)| [0, 1, 2].map(|k| (t.island, [f[k], f[(k + 1) % 3]])))
    };
    for (_, [a, b]) in edges() {
        *balance.entry([key(a), key(b)]).or_default() += 1;
        *balance.entry([key(b), key(a)]).or_default() -= 1;
    }
    edges().filter(|(_, [a, b])| balance[&[key(*a), key(*b)]] != 0).collect()
}

/// Whether `at` is inside the closed surface: a ray from it crosses the surface an odd number of times.
fn is_inside(faces: &[[DVec3; 3]], at: DVec3) -> bool {
    let ray = DVec3::new(0.313, 0.211, 0.926);
    let crossings = faces.iter().filter(|&&[a, b, c]| {
        let side = |p: DVec3, q: DVec3| (p - at).cross(q - at).dot(ray);
        let signs = [side(a, b), side(b, c), side(c, a)];
        let through = signs.iter().all(|&s| s > 0.0) || signs.iter().all(|&s| s < 0.0);
        let normal = face_normal([a, b, c]);
        through && (a - at).dot(normal) / ray.dot(normal) > 0.0
    });
    crossings.count() % 2 == 1
}

#[test]
fn the_files_are_up_to_date() {
    for asset in assets::all().expect("all files are generated") {
        assert!(asset.is_current(), "{}: run `cargo xtask build-assets`", asset.path);
    }
}

#[test]
fn triangle_counts_suit_a_game_model() {
    let [(_, figure), (_, weapon), (_, ball)] = meshes();
    assert!((500..=800).contains(&figure.triangles.len()), "{}", figure.triangles.len());
    assert!(weapon.triangles.len() <= 150 && ball.triangles.len() <= 250);
}

#[test]
fn every_island_is_used() {
    let used: Vec<Island> =
        meshes().iter().flat_map(|(_, mesh)| mesh.triangles.iter().map(|t| t.island)).collect();
    for island in Island::ALL {
        assert!(used.contains(island), "{island:?}");
    }
}

#[test]
fn no_triangle_is_degenerate() {
    for (name, mesh) in meshes() {
        for (i, [a, b, c]) in faces(&mesh).into_iter().enumerate() {
            let area = (b - a).cross(c - a).length() / 2.0;
            assert!(area > 0.01, "{name}, triangle {i} of {:?}: area {area}", mesh.triangles[i].island);
        }
    }
}

#[test]
fn only_the_scarf_is_open_and_its_edges_are_inside_the_body() {
    let figure = body::build();
    let own = |island| matches!(island, Island::Scarf | Island::Tail | Island::Satchel);
    let faces = faces(&figure);
    let triangles = figure.triangles.iter().zip(&faces);
    let body: Vec<[DVec3; 3]> = triangles.filter(|(t, _)| !own(t.island)).map(|(_, face)| *face).collect();
    for (island, [a, b]) in open_edges(&figure) {
        assert_eq!(island, Island::Scarf, "open edge from {a} to {b}");
        assert!(is_inside(&body, (a + b) / 2.0), "the scarf's edge from {a} to {b} shows");
    }
    for (name, mesh) in [("weapon", props::weapon()), ("ball", props::ball())] {
        assert!(open_edges(&mesh).is_empty(), "{name}: {:?}", open_edges(&mesh));
    }
}

/// Returns the triangles in groups that are connected by shared vertices. Vertices at the same position count as one.
fn shells(mesh: &SkinnedMesh) -> Vec<Vec<[DVec3; 3]>> {
    let mut shells: Vec<Vec<[DVec3; 3]>> = Vec::new();
    for face in faces(mesh) {
        let touches = |shell: &Vec<[DVec3; 3]>| {
            shell.iter().flatten().any(|p| face.iter().any(|q| p.distance(*q) < 1e-3))
        };
        let (joined, apart) = shells.into_iter().partition::<Vec<_>, _>(touches);
        shells = apart;
        shells.push(joined.into_iter().flatten().chain([face]).collect());
    }
    shells
}

#[test]
fn triangles_wind_clockwise_seen_from_outside() {
    for ((name, mesh), count) in meshes().into_iter().zip([4, 3, 1]) {
        let shells = shells(&mesh);
        assert_eq!(shells.len(), count, "{name}");
        for shell in shells {
            let middle = shell[0][0];
            let volume: f64 =
                shell.iter().map(|[a, b, c]| -(a - middle).dot((b - middle).cross(c - middle)) / 6.0).sum();
            assert!(volume > 0.0, "{name}, the shell at {middle}: volume {volume}");
        }
    }
}

#[test]
fn smooth_normals_agree_with_the_faces() {
    for (name, mesh) in meshes() {
        let normals = mesh.normals(&mesh.positions);
        let outside = mesh.triangles.iter().zip(faces(&mesh)).filter(|(t, _)| t.island != Island::Lining);
        for (triangle, face) in outside {
            for i in triangle.xyz {
                let agreement = face_normal(face).dot(normals[usize::from(i)]);
                // Between thumb and palm and between the legs, two sides face each other. A smooth normal matches neither.
                let crevice = matches!(triangle.island, Island::Hand | Island::Leg);
                let least = if crevice { -0.7 } else { 0.0 };
                assert!(agreement > least, "{name}, {:?} at {face:?}: {agreement}", triangle.island);
            }
        }
    }
}

#[test]
fn texture_coordinates_are_in_their_islands_and_span_area() {
    for (name, mesh) in meshes() {
        for triangle in &mesh.triangles {
            let rect = triangle.island.rect();
            let st = triangle.st.map(|i| mesh.st[usize::from(i)].map(i32::from));
            for [s, t] in st {
                let inside = (rect.x..rect.x + rect.w).contains(&s) && (rect.y..rect.y + rect.h).contains(&t);
                assert!(inside, "{name}, {:?}: ({s}, {t})", triangle.island);
            }
            let [a, b, c] = st;
            let area = (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0]);
            assert!(area != 0, "{name}, {:?}: {st:?} is a line", triangle.island);
        }
    }
}

#[test]
fn stored_positions_differ_by_less_than_0_15_units() {
    for (name, mesh) in [("figure", body::build()), ("weapon", props::weapon())] {
        let frames = frames(&mesh);
        let skins = ["players/wanderer/skin.pcx".to_owned()];
        let file = export::model_file(&mesh, &skins, &frames).expect("the model fits the format");
        assert!(file.len() < 330 * 1024, "{name}: {} bytes", file.len());
        let md2 = Md2::parse(&file).expect("the writer's file parses");
        assert_eq!(md2.frame_count(), frames.len());
        for (stored, frame) in md2.frames().zip(&frames) {
            assert_eq!(stored.name().as_bytes(), frame.name.as_bytes());
            for (i, wanted) in frame.positions.iter().enumerate() {
                let stored = DVec3::from_array(stored.position(i).map(f64::from));
                let error = (stored - wanted).abs().max_element();
                assert!(error < 0.15, "{name}, {}: {stored} for {wanted}", frame.name);
            }
        }
    }
}

#[test]
fn the_ball_keeps_its_volume_and_touches_the_floor() {
    let ball = props::ball();
    let volume = |positions: &[DVec3]| -> f64 {
        let corners = ball.triangles.iter().map(|t| t.xyz.map(|i| positions[usize::from(i)]));
        corners.map(|[a, b, c]| -a.dot(b.cross(c)) / 6.0).sum()
    };
    let [low, high] = &props::bounce(&ball)[..] else { panic!("the ball has two keys") };
    assert!((volume(&high.positions) / volume(&low.positions) - 1.0).abs() < 1e-9);
    let bottom = |positions: &[DVec3]| positions.iter().map(|p| p.z).fold(f64::INFINITY, f64::min);
    assert!((bottom(&low.positions) + 24.0).abs() < 1e-9 && bottom(&high.positions) > -10.0);
}
