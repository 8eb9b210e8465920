//! The cells that a file's bytes stand for.

use std::collections::HashMap;
use std::hash::{DefaultHasher, Hasher as _};
use std::iter::successors;

use md2_mesh::{Mesh, Vertex8};

use crate::rounding::Rounding;

/// The cells of a mesh, by tracks.
///
/// A track is the path of a vertex through all frames. Vertices with the same path share a track, so no seam opens.
#[derive(Debug)]
pub(crate) struct Cells<'a> {
    pub(crate) mesh: &'a Mesh,
    pub(crate) rounding: Rounding,
    /// For each track, one of its vertices.
    vertices: Vec<u32>,
    /// For each vertex, its track.
    tracks: Vec<u32>,
}

impl<'a> Cells<'a> {
    /// Finds the tracks of a mesh in `Packing::Position8Normal8`.
    pub(crate) fn new(mesh: &'a Mesh, rounding: Rounding) -> Self {
        if mesh.frame_count() < 2 {
            // Without motion, each vertex is its own track.
            #[allow(clippy::cast_possible_truncation, reason = "meshes number their vertices with 32 bits")]
            let each: Vec<u32> = (0..mesh.vertex_count()).map(|vertex| vertex as u32).collect();
            return Self { mesh, rounding, vertices: each.clone(), tracks: each };
        }
        let mut vertices: Vec<u32> = Vec::new();
        let mut tracks = Vec::with_capacity(mesh.vertex_count());
        // The last track with each hash, and for each track the previous one with the same hash, since different paths may
        // have equal hashes.
        let mut by_hash: HashMap<u64, u32> = HashMap::new();
        let mut before: Vec<Option<u32>> = Vec::new();
        for vertex in 0..mesh.vertex_count() {
            let way = || (0..mesh.frame_count()).map(move |frame| place(mesh, frame, vertex));
            let mut hasher = DefaultHasher::new();
            way().for_each(|place| hasher.write(&place));
            let hash = hasher.finish();
            let same = |&track: &u32| {
                let other = vertices[track as usize] as usize;
                way().enumerate().all(|(frame, at)| at == place(mesh, frame, other))
            };
            let last = by_hash.get(&hash).copied();
            let known = successors(last, |&track| before[track as usize]).find(same);
            tracks.push(known.unwrap_or_else(|| {
                #[allow(
                    clippy::cast_possible_truncation,
                    reason = "meshes number their vertices with 32 bits"
                )]
                let (track, vertex) = (vertices.len() as u32, vertex as u32);
                vertices.push(vertex);
                before.push(by_hash.insert(hash, track));
                track
            }));
        }
        Self { mesh, rounding, vertices, tracks }
    }

    pub(crate) fn track_count(&self) -> usize {
        self.vertices.len()
    }

    /// For each track, one of its vertices.
    pub(crate) fn vertices(&self) -> &[u32] {
        &self.vertices
    }

    /// The track of each vertex.
    pub(crate) fn tracks(&self) -> &[u32] {
        &self.tracks
    }

    /// The tracks at the corners of each triangle.
    pub(crate) fn triangles(&self) -> Vec<[u32; 3]> {
        let track = |vertex: u32| self.tracks[vertex as usize];
        self.mesh.indices().triangles().map(|corners| corners.map(track)).collect()
    }

    /// The packed coordinates of a track in a frame.
    pub(crate) fn packed(&self, frame: usize, track: u32) -> [u8; 3] {
        place(self.mesh, frame, self.vertices[track as usize] as usize)
    }

    /// The length of a step, which may be negative or zero, in Quake units.
    pub(crate) fn step(&self, frame: usize, axis: usize) -> f64 {
        f64::from(self.mesh.frames()[frame].transform.scale[axis])
    }

    /// Returns the coordinate `steps` from the origin of its frame's box, in Quake units.
    pub(crate) fn coordinate(&self, frame: usize, axis: usize, steps: f64) -> f64 {
        let translate = f64::from(self.mesh.frames()[frame].transform.translate[axis]);
        translate + self.step(frame, axis) * steps
    }
}

fn place(mesh: &Mesh, frame: usize, vertex: usize) -> [u8; 3] {
    let vertices: &[Vertex8] = mesh.frame_bytes(frame).as_chunks().0;
    let [place @ .., _] = vertices[vertex];
    place
}
