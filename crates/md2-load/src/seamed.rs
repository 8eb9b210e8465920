//! Common code for MD2 and MDL. Both formats have 8-bit coordinates, and vertices with several texture coordinates.

use md2_mesh::weld::{Corner, weld};
use md2_mesh::{FrameTransform, MeshError, MeshParts, Packing, SourceVertex, Surface, vertex_cache};

use crate::error::LoadError;
use crate::normals::{Doubt, Meshes, Normals};
use crate::options::LoadOptions;
use crate::pack::{mend_normals, pack};

/// A model whose vertices are not yet duplicated at seams, where a vertex has several texture coordinates.
pub(crate) struct SeamedModel<F> {
    pub(crate) corners: Vec<Corner>,
    /// For each triangle corner, the index of its texture coordinate in the file.
    pub(crate) st: Vec<u32>,
    pub(crate) vertex_count: usize,
    pub(crate) transforms: Vec<FrameTransform>,
    pub(crate) frames: F,
    /// Whether at least one normal index is outside the table.
    pub(crate) has_bad_normals: bool,
    pub(crate) doubt: Doubt,
}

impl<'a, F: ExactSizeIterator<Item = &'a [u8]>> SeamedModel<F> {
    pub(crate) fn mesh(self, options: &LoadOptions) -> Result<Meshes, LoadError> {
        let Self { corners, st, vertex_count, transforms, frames, has_bad_normals, doubt } = self;
        // The size limits count frames. Without frames, they would allow any number of vertices.
        if transforms.is_empty() {
            return Err(MeshError::NoFrames.into());
        }
        let weld = weld(vertex_count, &corners);
        let packing = Packing::Position8Normal8;
        let mut packed = pack(packing, frames, vertex_count, &weld.duplicates, options)?;
        if has_bad_normals {
            mend_normals(&mut packed);
        }
        let uvs = weld.first_corners.iter().map(|first| first.map_or([0.0; 2], |at| corners[at as usize].uv));
        let source_vertices = (0..)
            .take(vertex_count)
            .chain(weld.duplicates.iter().copied())
            .zip(&weld.first_corners)
            .map(|(xyz, first)| SourceVertex { xyz, st: first.map(|at| st[at as usize]) });
        let mut parts = MeshParts {
            packing,
            frames: transforms,
            packed,
            uvs: uvs.collect(),
            surfaces: vec![Surface::whole(weld.first_corners.len(), weld.indices.len())],
            indices: weld.indices,
            tags: Vec::new(),
            source_vertices: source_vertices.collect(),
        };
        let normals = Normals::choose(&mut parts, options, doubt);
        if options.optimize_vertex_cache {
            vertex_cache::optimize(&mut parts.indices, parts.uvs.len());
        }
        Ok(normals.meshes(parts)?)
    }
}
