//! Checks of properties that hold for arbitrary `MeshParts`. The fuzz targets and the tests share this folder.

#![allow(dead_code, reason = "each program uses only some items")]

pub(crate) mod normals;
mod parts;

use md2_mesh::weld::{Weld, weld};
use md2_mesh::{Mesh, MeshParts, Pose, blend, vertex_cache};
use md2_testdata::fuzz::{Input, Seed};
use md2_testdata::heap::{self, CountingAllocator};
use md2_testdata::random::Random;

#[global_allocator]
static HEAP: CountingAllocator = CountingAllocator;

pub(crate) fn seeds() -> Vec<Seed> {
    let mut random = Random::new(1);
    // Bytes below 250 avoid the rare cases.
    let mut noise = |length| (0..length).map(|_| u8::try_from(random.below(250)).expect("a byte")).collect();
    let header = |header: [u8; 6], rest: Vec<u8>| [header.to_vec(), rest].concat();
    vec![
        ("empty", Vec::new()),
        ("small", header([0, 3, 2, 1, 1, 0], noise(200))),
        ("wide", header([1, 9, 3, 12, 3, 2], noise(600))),
        ("large", header([0, 23, 5, 23, 3, 2], noise(1200))),
        ("any", noise(300)),
    ]
}

pub(crate) fn make_a_mesh(bytes: &[u8]) -> bool {
    Mesh::from_parts(parts::parts(&mut Input::new(bytes))).is_ok()
}

pub(crate) fn parts(bytes: &[u8]) {
    let parts = parts::parts(&mut Input::new(bytes));
    let given = parts.clone();
    let (made, peak) = heap::peak(|| Mesh::from_parts(given));
    assert!(peak <= 4 * bytes_of(&parts) + 4096, "{peak} bytes of memory for {} bytes", bytes_of(&parts));
    match made {
        Ok(mesh) => {
            read_everything(&mesh, &parts);
            reorder(parts.indices.clone(), parts.uvs.len());
            recompute_normals(parts);
        }
        Err(error) => assert!(!error.to_string().is_empty()),
    }
}

pub(crate) fn seams(bytes: &[u8]) {
    let (vertices, corners) = parts::corners(&mut Input::new(bytes));
    let Weld { first_corners, duplicates, indices } = weld(vertices, &corners);
    assert_eq!((first_corners.len(), indices.len()), (vertices + duplicates.len(), corners.len()));
    let key = |corner: usize| (corners[corner].xyz, corners[corner].uv.map(f32::to_bits));
    for (corner, &vertex) in indices.iter().enumerate() {
        let first = first_corners[vertex as usize].expect("a vertex in use has a corner");
        assert_eq!(key(first as usize), key(corner));
        let source = (vertex as usize).checked_sub(vertices).map_or(vertex, |at| duplicates[at]);
        assert_eq!(source, corners[corner].xyz);
    }
    let mut kinds: Vec<_> = (0..corners.len()).map(key).collect();
    kinds.sort_unstable();
    kinds.dedup();
    assert_eq!(first_corners.iter().flatten().count(), kinds.len(), "no vertex is duplicated");
    reorder(indices, first_corners.len());
}

fn bytes_of(parts: &MeshParts) -> usize {
    let tag_frames: usize = parts.tags.iter().map(|tag| tag.frames.len()).sum();
    parts.packed.len()
        + 24 * parts.frames.len()
        + 20 * parts.uvs.len()
        + 4 * parts.indices.len()
        + 80 * parts.surfaces.len()
        + 48 * tag_frames
}

fn read_everything(mesh: &Mesh, parts: &MeshParts) {
    let (frames, vertices) = (mesh.frame_count(), mesh.vertex_count());
    assert!(frames > 0 && mesh.packed_bytes() == parts.packed);
    assert!(mesh.uvs() == parts.uvs && mesh.indices().is_empty() == parts.indices.is_empty());
    assert!(mesh.indices().iter().eq(parts.indices.iter().copied()));
    assert_eq!(mesh.indices().triangles().len(), mesh.triangle_count());
    assert!(mesh.indices().iter().all(|index| (index as usize) < vertices));
    assert!(mesh.tags().iter().all(|tag| tag.frames.len() == frames && mesh.tag(&tag.name).is_some()));
    assert!(mesh.surfaces().iter().all(|surface| surface.skin_slot < mesh.skin_slot_count()));
    for (frame, mesh_frame) in mesh.frames().iter().enumerate() {
        assert!(mesh_frame.bounds.radius().is_finite());
        for vertex in mesh.indices().iter().map(|index| index as usize) {
            let position = mesh.position(frame, vertex);
            assert!(mesh_frame.bounds.contains(position), "frame {frame}, vertex {vertex}: {position:?}");
        }
    }
    assert_eq!(mesh.bounds_of(0..=frames - 1), Some(mesh.bounds()));
    let last = u32::try_from(frames - 1).expect("a small mesh");
    for blend in [0.0, 0.3, 1.0, f32::NAN, -7.0] {
        pose(mesh, Pose { frame_a: 0, frame_b: last, blend });
        pose(mesh, Pose { frame_a: u32::MAX, frame_b: last / 2, blend });
    }
}

/// The error of a sum of two products of subnormal scales, which are rounded to multiples of 2⁻¹⁴⁹, with 16-bit coordinates.
const SUBNORMAL: f64 = 65_536.0 * 1.5e-45;

fn pose(mesh: &Mesh, pose: Pose) {
    let (mut positions, mut normals) =
        (vec![[0.0; 3]; mesh.vertex_count()], vec![[0.0; 3]; mesh.vertex_count()]);
    blend::blend_frames(mesh, pose, &mut positions, &mut normals);
    let Pose { blend, .. } = pose.clamped_to(mesh.frame_count());
    let [a, b] = pose.clamped_to(mesh.frame_count()).frames();
    // The largest number that occurs in the computation on each axis.
    let size = |axis: usize| {
        let transforms = [a, b].map(|frame| mesh.frames()[frame].transform);
        let sizes = transforms.map(|own| 65_536.0 * own.scale[axis].abs() + own.translate[axis].abs());
        f64::from(sizes[0].max(sizes[1]))
    };
    for (vertex, (position, normal)) in positions.into_iter().zip(normals).enumerate() {
        assert_eq!(blend::blend_vertex(mesh, vertex, pose), blend::BlendedVertex { position, normal });
        assert!(position.iter().chain(&normal).all(|c| c.is_finite()), "{position:?}, {normal:?}");
        let ends = [a, b].map(|frame| mesh.position(frame, vertex).map(f64::from));
        for axis in 0..3 {
            let expected = ends[0][axis] * (1.0 - f64::from(blend)) + ends[1][axis] * f64::from(blend);
            let off = (f64::from(position[axis]) - expected).abs();
            let allowed = 4.0 * f64::from(f32::EPSILON) * size(axis) + SUBNORMAL;
            assert!(off <= allowed, "{position:?} is off by {off:e}, allowed {allowed:e}");
        }
        let length: f32 = normal.iter().map(|c| c * c).sum();
        assert!((length - 1.0).abs() < 1.0e-3, "{normal:?}");
    }
}

fn recompute_normals(mut parts: MeshParts) {
    for frame in 0..=parts.frames.len() {
        let agreement = parts.normal_agreement(frame);
        assert!(agreement.is_none_or(|mean| mean.abs() <= 1.01), "frame {frame}: {agreement:?}");
    }
    let (_, _) = (parts.has_one_normal(), parts.winding(0));
    normals::check(&parts);
    let before = Mesh::from_parts(parts.clone()).expect("the mesh was valid");
    parts.recompute_normals();
    let after = Mesh::from_parts(parts).expect("computed normals are valid");
    for frame in 0..before.frame_count() {
        for vertex in 0..before.vertex_count() {
            assert_eq!(after.position(frame, vertex), before.position(frame, vertex));
        }
    }
}

fn reorder(mut indices: Vec<u32>, vertices: usize) {
    indices.truncate(indices.len() / 3 * 3);
    let sorted = |indices: &[u32]| {
        let mut triangles = indices.as_chunks::<3>().0.to_vec();
        triangles.sort_unstable();
        triangles
    };
    let (before, misses) = (sorted(&indices), vertex_cache::average_cache_miss_ratio(&indices, vertices));
    vertex_cache::optimize(&mut indices, vertices);
    assert_eq!(sorted(&indices), before);
    assert!(vertex_cache::average_cache_miss_ratio(&indices, vertices) <= misses);
}
