//! Cells: for each coordinate byte of a file, the range of coordinates that were rounded to this byte.

use std::collections::HashMap;

use md2_mesh::{Mesh, Vertex8};

use crate::rounding::Rounding;

/// The cells of a mesh, indexed by vertex track. A cell is the range of coordinates that round to the same byte.
///
/// A track is the path of a vertex through all frames. Vertices with the same path share a track, so that they remain together.
#[derive(Debug)]
pub(crate) struct Cells<'a> {
    pub(crate) mesh: &'a Mesh,
    pub(crate) rounding: Rounding,
    vertices: Vec<u32>,
    tracks: Vec<u32>,
}

impl<'a> Cells<'a> {
    pub(crate) fn new(mesh: &'a Mesh, rounding: Rounding) -> Self {
        if mesh.frame_count() < 2 {
            // In a mesh with a single frame, each vertex has its own track.
            #[allow(clippy::cast_possible_truncation, reason = "meshes number their vertices with 32 bits")]
            let each: Vec<u32> = (0..mesh.vertex_count()).map(|vertex| vertex as u32).collect();
            return Self { mesh, rounding, vertices: each.clone(), tracks: each };
        }
        let mut vertices: Vec<u32> = Vec::new();
        let mut tracks = Vec::with_capacity(mesh.vertex_count());
        let mut known: HashMap<Vec<u8>, u32> = HashMap::new();
        for vertex in 0..mesh.vertex_count() {
            let path = (0..mesh.frame_count()).flat_map(|frame| place(mesh, frame, vertex));
            tracks.push(*known.entry(path.collect()).or_insert_with(|| {
                #[allow(
                    clippy::cast_possible_truncation,
                    reason = "meshes number their vertices with 32 bits"
                )]
                let (track, vertex) = (vertices.len() as u32, vertex as u32);
                vertices.push(vertex);
                track
            }));
        }
        Self { mesh, rounding, vertices, tracks }
    }

    pub(crate) fn track_count(&self) -> usize {
        self.vertices.len()
    }

    pub(crate) fn vertices(&self) -> &[u32] {
        &self.vertices
    }

    pub(crate) fn tracks(&self) -> &[u32] {
        &self.tracks
    }

    pub(crate) fn triangles(&self) -> Vec<[u32; 3]> {
        let track = |vertex: u32| self.tracks[vertex as usize];
        self.mesh.indices().triangles().map(|corners| corners.map(track)).collect()
    }

    pub(crate) fn packed(&self, frame: usize, track: u32) -> [u8; 3] {
        place(self.mesh, frame, self.vertices[track as usize] as usize)
    }

    /// Returns the signed length in Quake units of a quantization step, on one axis of a frame. It may be negative or zero.
    pub(crate) fn step(&self, frame: usize, axis: usize) -> f64 {
        f64::from(self.mesh.frames()[frame].transform.scale[axis])
    }

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
