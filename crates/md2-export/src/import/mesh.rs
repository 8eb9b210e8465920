//! A triangle mesh with its frames. The glTF and OBJ readers return it, and the MD2 builder uses it.

use std::ops::Range;
use std::sync::Arc;

use md2_anim::Sequence;
use md2_common::RgbaImage;
use md2_mesh::{Bounds, Tag};

use crate::loss::Loss;

/// A mesh with its frames, in Quake's axes and units.
///
/// `positions` contains `uvs.len()` positions for each frame, one frame after the other. Each frame belongs to one clip.
#[derive(Clone, Debug, Default)]
pub(crate) struct AnimatedMesh {
    /// The texture coordinates of each vertex. (0, 0) is the upper left corner of the image, (1, 1) the lower right corner.
    pub(crate) uvs: Vec<[f32; 2]>,
    pub(crate) material_of: Vec<u32>,
    /// The surface of each vertex, and the names of each surface and its shader. Empty unless the model was an MD3.
    pub(crate) surface_of: Vec<u32>,
    pub(crate) surfaces: Vec<[String; 2]>,
    /// The vertex indices of each triangle, clockwise seen from outside.
    pub(crate) triangles: Vec<[u32; 3]>,
    /// The positions of all frames in Quake units. X is forward, Y left, Z up.
    pub(crate) positions: Vec<[f32; 3]>,
    /// The normals of all frames. Each has unit length or is zero.
    pub(crate) normals: Vec<[f32; 3]>,
    /// Whether all vertices have normals in each frame. Otherwise, normals are computed from the triangles.
    pub(crate) has_normals: bool,
    pub(crate) clips: Vec<Clip>,
    pub(crate) tags: Vec<Tag>,
    /// The sequences of a model that this toolkit exported, if all its frames are imported. They may overlap.
    pub(crate) sequences: Vec<Sequence>,
    pub(crate) materials: Vec<ImportMaterial>,
    /// The other skins: the name, and a replacement for each of `materials`.
    pub(crate) other_skins: Vec<(String, Vec<ImportMaterial>)>,
    pub(crate) origin: Option<Origin>,
    pub(crate) notes: Vec<String>,
    pub(crate) losses: Vec<Loss>,
}

#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Clip {
    pub(crate) name: String,
    pub(crate) source: String,
    pub(crate) frames: Range<usize>,
    pub(crate) fps: f64,
}

#[derive(Clone, Debug)]
pub(crate) struct ImportMaterial {
    pub(crate) name: String,
    /// The image, multiplied by the color factor; `None` if the material has a single color.
    pub(crate) image: Option<ImportImage>,
    /// Whether `image` is gray, in place of an image that the original model lacks.
    pub(crate) is_blank: bool,
    /// The color of a material without an image: sRGB and alpha.
    pub(crate) color: [u8; 4],
}

pub(crate) const PNG: &[u8] = b"\x89PNG\r\n\x1a\n";

/// A decoded image, with its PNG file if the import has not changed the pixels. Several materials may share the image and the file.
#[derive(Clone, Debug)]
pub(crate) struct ImportImage {
    pub(crate) pixels: Arc<RgbaImage>,
    pub(crate) png: Option<Arc<[u8]>>,
}

#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Origin {
    pub(crate) frame_names: Vec<Vec<u8>>,
    pub(crate) skin_names: Vec<Vec<u8>>,
    pub(crate) skin_size: Option<[u16; 2]>,
    /// Whether the copies of a vertex have equal positions and normals.
    pub(crate) is_exact: bool,
}

impl AnimatedMesh {
    pub(crate) fn vertex_count(&self) -> usize {
        self.uvs.len()
    }

    pub(crate) fn frame_count(&self) -> usize {
        self.clips.last().map_or(0, |clip| clip.frames.end)
    }

    pub(crate) fn used_vertices(&self) -> Vec<bool> {
        let mut used = vec![false; self.vertex_count()];
        self.triangles.as_flattened().iter().for_each(|&vertex| used[vertex as usize] = true);
        used
    }

    pub(crate) fn frames_bounds(&self, frames: Range<usize>) -> Bounds {
        let used = self.used_vertices();
        let used = &used;
        let positions = |frame| self.frame(frame).iter().zip(used).filter(|(_, used)| **used);
        Bounds::around(frames.flat_map(positions).map(|(position, _)| *position))
    }

    pub(crate) fn raise(&mut self, height: f64) {
        for position in &mut self.positions {
            #[expect(clippy::cast_possible_truncation, reason = "coordinates are f32")]
            let moved = (f64::from(position[2]) + height) as f32;
            position[2] = moved;
        }
        for frame in self.tags.iter_mut().flat_map(|tag| &mut tag.frames) {
            #[expect(clippy::cast_possible_truncation, reason = "coordinates are f32")]
            let moved = (f64::from(frame.origin[2]) + height) as f32;
            frame.origin[2] = moved;
        }
    }

    pub(crate) fn frame(&self, frame: usize) -> &[[f32; 3]] {
        &self.positions[frame * self.vertex_count()..][..self.vertex_count()]
    }

    pub(crate) fn frame_normals(&self, frame: usize) -> &[[f32; 3]] {
        if !self.has_normals {
            return &[];
        }
        &self.normals[frame * self.vertex_count()..][..self.vertex_count()]
    }
}
