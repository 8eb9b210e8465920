//! Building of meshes from MD3 models.

use std::collections::HashMap;
use std::ops::Range;

use md2_mesh::{
    FrameTransform, Mesh, MeshParts, Packing, SourceVertex, Surface, Tag, TagFrame, vertex_cache,
};
use md3_format::{Md3, raw};

use crate::error::LoadError;
use crate::normals::{Doubt, Meshes, Normals};
use crate::options::LoadOptions;
use crate::pack::{check_size, check_triangle_count};

/// Builds a mesh from an MD3 model, with its tags. Each surface of the file becomes a surface with its own skin slot.
///
/// Vertices keep their order, surface after surface. The mesh has
/// the tags of the first frame. If several tags have the same name, the first is used. If a tag is missing in a frame, the mesh repeats the
/// pose of this tag from the previous frame.
///
/// # Errors
/// Returns the errors of [`md2::mesh`](crate::md2::mesh).
pub fn mesh(md3: &Md3<'_>, options: &LoadOptions) -> Result<Mesh, LoadError> {
    meshes(md3, options).map(|meshes| meshes.mesh)
}

pub(super) fn meshes(md3: &Md3<'_>, options: &LoadOptions) -> Result<Meshes, LoadError> {
    let packing = Packing::Position16Normal16;
    let vertex_count = md3.surfaces().iter().map(|surface| surface.vertex_count()).sum();
    check_triangle_count(md3.surfaces().iter().map(|surface| surface.triangles().len()).sum())?;
    check_size(packing, vertex_count, md3.frame_count(), options)?;

    let (mut uvs, mut indices, mut surfaces) = (Vec::with_capacity(vertex_count), Vec::new(), Vec::new());
    for (slot, surface) in md3.surfaces().iter().enumerate() {
        let (first_vertex, first_index) = (uvs.len(), indices.len());
        uvs.extend(surface.st().iter().map(|st| [st.s, st.t]));
        let own = surface.triangles().iter().map(|triangle| triangle.indices);
        // The number is below 2^29, as checked above.
        let shift = u32::try_from(first_vertex).unwrap_or(u32::MAX);
        indices.extend(own.flatten().map(|index| index + shift));
        surfaces.push(Surface {
            name: String::from_utf8_lossy(surface.name().as_bytes()).into_owned(),
            indices: first_index..indices.len(),
            vertices: first_vertex..uvs.len(),
            skin_slot: slot,
        });
    }
    let transform = FrameTransform { scale: [raw::POSITION_SCALE; 3], translate: [0.0; 3] };
    let mut parts = MeshParts {
        packing,
        frames: vec![transform; md3.frame_count()],
        packed: pack(md3, vertex_count)?,
        uvs,
        indices,
        surfaces,
        tags: tags(md3),
        source_vertices: (0..).take(vertex_count).map(|xyz| SourceVertex { xyz, st: Some(xyz) }).collect(),
    };
    let normals = Normals::choose(&mut parts, options, Doubt::OneForAll);
    if options.optimize_vertex_cache {
        for surface in &parts.surfaces {
            optimize(&mut parts.indices[surface.indices.clone()], surface.vertices.clone());
        }
    }
    Ok(normals.meshes(parts)?)
}

/// Optimizes the order of a surface's triangles. The time depends only on the size of this surface, not of the mesh.
fn optimize(indices: &mut [u32], vertices: Range<usize>) {
    let first = u32::try_from(vertices.start).unwrap_or(u32::MAX);
    indices.iter_mut().for_each(|index| *index -= first);
    vertex_cache::optimize(indices, vertices.len());
    indices.iter_mut().for_each(|index| *index += first);
}

fn pack(md3: &Md3<'_>, vertex_count: usize) -> Result<Vec<u8>, LoadError> {
    let frame_bytes = |vertices: usize| vertices * Packing::Position16Normal16.vertex_bytes();
    let bytes = frame_bytes(vertex_count) * md3.frame_count();
    let mut packed = Vec::new();
    packed.try_reserve_exact(bytes).map_err(|_| LoadError::OutOfMemory { bytes })?;
    // Skips surfaces without vertices. A file may contain many of them and many frames.
    let surfaces: Vec<_> = md3.surfaces().iter().filter(|surface| surface.vertex_count() > 0).collect();
    for frame in (0..md3.frame_count()).filter(|_| !surfaces.is_empty()) {
        for surface in &surfaces {
            let own = frame_bytes(surface.vertex_count());
            packed.extend_from_slice(&surface.all_vertices().as_bytes()[frame * own..][..own]);
        }
    }
    Ok(packed)
}

/// Returns the tags of the first frame, with their poses in all frames. Tags are identified by name.
fn tags(md3: &Md3<'_>) -> Vec<Tag> {
    let mut tags: Vec<Tag> = Vec::new();
    let mut places = HashMap::new();
    for frame in 0..md3.frame_count() {
        for tag in md3.tags(frame).iter() {
            let pose = TagFrame { origin: tag.origin, axes: tag.axes };
            match places.get(tag.name.as_bytes()) {
                None if frame == 0 => {
                    places.insert(tag.name.as_bytes().to_vec(), tags.len());
                    let name = String::from_utf8_lossy(tag.name.as_bytes()).into_owned();
                    let mut frames = Vec::with_capacity(md3.frame_count());
                    frames.push(pose);
                    tags.push(Tag { name, frames });
                }
                // If several tags have the same name, the first is used.
                Some(&place) if tags[place].frames.len() == frame => tags[place].frames.push(pose),
                _ => {}
            }
        }
        for tag in &mut tags {
            let last = tag.frames.last().copied().unwrap_or(TagFrame::IDENTITY);
            tag.frames.resize(frame + 1, last);
        }
    }
    tags
}
