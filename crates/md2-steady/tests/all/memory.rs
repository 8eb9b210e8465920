//! Checks that memory, including the result, stays below 20 times the vertex bytes of the input plus 1 MiB.

use md2_mesh::{FrameTransform, Mesh, MeshParts, Packing};
use md2_steady::{RestoreOptions, Sequence, restore};
use md2_testdata::heap::{self, CountingAllocator};
use md2_testdata::random::Random;

#[global_allocator]
static HEAP: CountingAllocator = CountingAllocator;

/// Builds a mesh of random vertices. Their motions have nothing in common, so restoring needs the most memory.
fn noise(frames: usize, vertices: u32) -> Mesh {
    let mut random = Random::new(7);
    let mut byte = || random.byte();
    // Twice as many triangles as vertices, as on a closed surface.
    let corners = (0..vertices).flat_map(|i| [i, i + 1, i + 2, i, i + 2, i + 7]);
    let indices: Vec<u32> = corners.map(|i| i % vertices).collect();
    Mesh::from_parts(MeshParts::whole(
        Packing::Position8Normal8,
        vec![FrameTransform { scale: [0.25; 3], translate: [-32.0; 3] }; frames],
        (0..frames * vertices as usize).flat_map(|_| [byte(), byte(), byte(), 5]).collect(),
        indices,
    ))
    .expect("the parts fit")
}

#[test]
fn twenty_times_the_packed_frames_are_enough() {
    // A player; few vertices and many frames; many vertices and few frames; the vertices of a single neighborhood; small models.
    let shapes = [(198, 500), (2000, 30), (2, 6000), (1, 30_000), (1500, 96), (3000, 4), (1, 1), (3, 3)];
    for (frames, vertices) in shapes {
        let mesh = noise(frames, vertices);
        let sequences = vec![Sequence { frames: 0..=frames - 1, loops: true }];
        let options = RestoreOptions { sequences, ..RestoreOptions::default() };
        let (restored, peak) = heap::peak(|| restore(&mesh, &options).expect("8 bits"));
        // A frame counts as at least ten vertices.
        let packed = mesh.packed_bytes().len().max(40 * frames);
        println!("{frames} x {vertices}: {peak} bytes, {:.1} times", peak as f64 / packed as f64);
        assert!(peak <= 20 * packed + (1 << 20), "{frames} x {vertices}: {peak} for {packed}");
        assert!(peak >= restored.mesh.packed_bytes().len());
    }
}
