//! A mesh of triangles with all its poses: what readers give and an MD2 is made of.

use std::ops::Range;
use std::sync::Arc;

use md2_common::RgbaImage;

/// A mesh with its poses, in Quake's axes and units.
///
/// `positions` holds all frames one behind the other, `uvs.len()` vertices each. The clips follow each other and
/// divide the frames without a gap.
#[derive(Clone, Debug, Default)]
pub(crate) struct AnimatedMesh {
    /// Texture coordinates of each vertex: 0, 0 is the upper left corner of the picture, 1, 1 the lower right one.
    pub(crate) uvs: Vec<[f32; 2]>,
    /// The material of each vertex, an index in `materials`.
    pub(crate) material_of: Vec<u32>,
    /// Indices of vertices, clockwise seen from outside.
    pub(crate) triangles: Vec<[u32; 3]>,
    /// Quake units: X forward, Y left, Z up.
    pub(crate) positions: Vec<[f32; 3]>,
    /// Of unit length where they have a direction.
    pub(crate) normals: Vec<[f32; 3]>,
    /// Whether all vertices have normals that move with them; otherwise they are computed.
    pub(crate) has_normals: bool,
    pub(crate) clips: Vec<Clip>,
    pub(crate) materials: Vec<ImportMaterial>,
    /// What this toolkit remembered when it exported the model.
    pub(crate) origin: Option<Origin>,
    /// What was left out or changed, for people.
    pub(crate) notes: Vec<String>,
}

/// Frames that form an animation.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Clip {
    pub(crate) name: String,
    pub(crate) frames: Range<usize>,
    /// Frames a second that it was sampled at.
    pub(crate) fps: f64,
}

#[derive(Clone, Debug)]
pub(crate) struct ImportMaterial {
    pub(crate) name: String,
    /// Its picture, tinted; without one it has one color.
    pub(crate) picture: Option<ImportImage>,
    /// The color of a material without a picture: sRGB, and alpha.
    pub(crate) color: [u8; 4],
}

pub(crate) const PNG: &[u8] = b"\x89PNG\r\n\x1a\n";

/// A picture in memory, and the file that it came from as long as it is the same picture. Both may serve several
/// materials.
#[derive(Clone, Debug)]
pub(crate) struct ImportImage {
    pub(crate) pixels: Arc<RgbaImage>,
    pub(crate) png: Option<Arc<[u8]>>,
}

/// An MD2 as it was before it was exported.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Origin {
    pub(crate) frame_names: Vec<Vec<u8>>,
    pub(crate) skin_names: Vec<Vec<u8>>,
    pub(crate) skin_size: Option<[u16; 2]>,
}

impl AnimatedMesh {
    pub(crate) fn vertex_count(&self) -> usize {
        self.uvs.len()
    }

    pub(crate) fn frame_count(&self) -> usize {
        self.clips.last().map_or(0, |clip| clip.frames.end)
    }

    /// For each vertex, whether a triangle uses it.
    pub(crate) fn used_vertices(&self) -> Vec<bool> {
        let mut used = vec![false; self.vertex_count()];
        self.triangles.as_flattened().iter().for_each(|&vertex| used[vertex as usize] = true);
        used
    }

    pub(crate) fn frame(&self, frame: usize) -> &[[f32; 3]] {
        &self.positions[frame * self.vertex_count()..][..self.vertex_count()]
    }

    /// The normals of a frame; empty where there are none.
    pub(crate) fn frame_normals(&self, frame: usize) -> &[[f32; 3]] {
        if !self.has_normals {
            return &[];
        }
        &self.normals[frame * self.vertex_count()..][..self.vertex_count()]
    }
}
