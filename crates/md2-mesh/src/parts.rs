//! The arrays that a [`Mesh`] is built from, and their validation.

use md2_common::NORMALS;

use crate::bounds::Bounds;
use crate::error::{MAX_COORDINATE, MeshError};
use crate::mesh::{Indices, Mesh, MeshFrame, SourceVertex};
use crate::packing::{PackedVertex as _, Packing, Vertex8};
use crate::range::{Lane, PackedRange, UsedVertices};
use crate::surface::Surface;
use crate::tag::Tag;
use crate::transform::FrameTransform;

/// The arrays of a [`Mesh`]. [`Mesh::from_parts`] validates them.
#[derive(Clone, Debug)]
pub struct MeshParts {
    /// The byte layout of the vertices in `packed`.
    pub packing: Packing,
    /// The scale and translation of each frame. There must be at least one frame.
    pub frames: Vec<FrameTransform>,
    /// The quantized vertices of all frames, one frame after the other: `frames.len() * uvs.len()` vertices.
    pub packed: Vec<u8>,
    /// The texture coordinates of each vertex. The length of this array is the number of vertices in each frame.
    pub uvs: Vec<[f32; 2]>,
    /// Three vertex indices per triangle, clockwise as seen from the front.
    pub indices: Vec<u32>,
    /// The surfaces. Together they contain all indices, in order and without gaps.
    pub surfaces: Vec<Surface>,
    /// The points to which other models can be attached, each with a pose for every frame.
    pub tags: Vec<Tag>,
    /// For each vertex, the vertex and the texture coordinate of the model file from which it was made. The file must not have more
    /// vertices than the mesh.
    pub source_vertices: Vec<SourceVertex>,
}

impl MeshParts {
    /// Creates parts with a single surface and no tags. All texture coordinates are (0, 0), and each vertex is its own source vertex.
    ///
    /// # Panics
    /// If there are more than `u32::MAX` vertices.
    pub fn whole(packing: Packing, frames: Vec<FrameTransform>, packed: Vec<u8>, indices: Vec<u32>) -> Self {
        let vertices = packed.len() / packing.vertex_bytes() / frames.len().max(1);
        let sources = 0..u32::try_from(vertices).expect("32-bit indices refer to vertices");
        Self {
            packing,
            frames,
            packed,
            uvs: vec![[0.0; 2]; vertices],
            surfaces: vec![Surface::whole(vertices, indices.len())],
            indices,
            tags: vec![],
            source_vertices: sources.map(|xyz| SourceVertex { xyz, st: None }).collect(),
        }
    }
}

impl Mesh {
    /// Builds a mesh and computes its bounds.
    ///
    /// # Errors
    /// Returns [`MeshError::NoFrames`] without frames, [`MeshError::Coordinate`] if a coordinate is too large, and [`MeshError::Parts`]
    /// if an array has the wrong length or an index is out of range.
    pub fn from_parts(parts: MeshParts) -> Result<Self, MeshError> {
        let MeshParts { packing, frames, packed, uvs, indices, surfaces, tags, source_vertices } = parts;
        check_lengths(packing, &frames, &packed, &uvs, &source_vertices)?;
        check_surfaces(&surfaces, &indices, uvs.len())?;
        check_tags(&tags, frames.len())?;
        if let Some(vertex) = uvs.iter().position(|uv| !uv.iter().all(|c| c.is_finite())) {
            let [u, v] = uvs[vertex];
            return Err(MeshError::Parts(format!("uvs[{vertex}]: ({u}, {v}) is not finite")));
        }

        let used = UsedVertices::new(&indices, uvs.len());
        let stride = uvs.len() * packing.vertex_bytes();
        let frames = frames
            .into_iter()
            .enumerate()
            .map(|(number, transform)| {
                check_transform(number, packing, &transform)?;
                let bytes = &packed[number * stride..][..stride];
                let bounds = match packing {
                    Packing::Position8Normal8 => {
                        let all = PackedRange::<u8>::new(bytes);
                        check_normals(number, bytes, &all)?;
                        bounds(&used, bytes, all, &transform)
                    }
                    Packing::Position16Normal16 => {
                        bounds(&used, bytes, PackedRange::<i16>::new(bytes), &transform)
                    }
                };
                Ok(MeshFrame { transform, bounds })
            })
            .collect::<Result<_, MeshError>>()?;

        let indices = narrow(indices, uvs.len());
        Ok(Self { packing, frames, packed, uvs, indices, surfaces, tags, source_vertices })
    }

    /// Returns copies of the arrays from which [`Mesh::from_parts`] builds this mesh.
    pub fn to_parts(&self) -> MeshParts {
        MeshParts {
            packing: self.packing,
            frames: self.frames.iter().map(|frame| frame.transform).collect(),
            packed: self.packed.clone(),
            uvs: self.uvs.clone(),
            indices: self.indices.iter().collect(),
            surfaces: self.surfaces.clone(),
            tags: self.tags.clone(),
            source_vertices: self.source_vertices.clone(),
        }
    }
}

/// Returns the bounding box of the `used` vertices of a frame; [`Bounds::ORIGIN`] if no vertex is used. `bytes`
/// contains all quantized vertices of the frame, and `all` is the range of their coordinates.
fn bounds<L: Lane>(
    used: &UsedVertices,
    bytes: &[u8],
    all: PackedRange<L>,
    transform: &FrameTransform,
) -> Bounds {
    used.range(bytes, all).map_or(Bounds::ORIGIN, |range| range.bounds(transform))
}

fn check_lengths(
    packing: Packing,
    frames: &[FrameTransform],
    packed: &[u8],
    uvs: &[[f32; 2]],
    source_vertices: &[SourceVertex],
) -> Result<(), MeshError> {
    if frames.is_empty() {
        return Err(MeshError::NoFrames);
    }
    let stride = uvs.len().saturating_mul(packing.vertex_bytes());
    let lengths = [
        ("packed", packed.len(), stride.saturating_mul(frames.len())),
        ("source_vertices", source_vertices.len(), uvs.len()),
    ];
    for (what, found, expected) in lengths {
        if found != expected {
            return Err(wrong_length(what, found, expected));
        }
    }
    let is_beyond = |source: &SourceVertex| usize::try_from(source.xyz).map_or(true, |xyz| xyz >= uvs.len());
    if let Some(vertex) = source_vertices.iter().position(is_beyond) {
        let (found, count) = (source_vertices[vertex].xyz, uvs.len());
        return Err(MeshError::Parts(format!(
            "source_vertices[{vertex}]: found source vertex {found}, expected 0..{count}"
        )));
    }
    Ok(())
}

fn wrong_length(what: &str, found: usize, expected: usize) -> MeshError {
    MeshError::Parts(format!("{what}: found {found} elements, expected {expected}"))
}

/// Checks that each index belongs to exactly one surface, in the order of the surfaces, and refers to a vertex of this
/// surface.
fn check_surfaces(surfaces: &[Surface], indices: &[u32], vertex_count: usize) -> Result<(), MeshError> {
    if !indices.len().is_multiple_of(3) {
        let found = indices.len();
        return Err(MeshError::Parts(format!("indices: found {found} elements, expected a multiple of 3")));
    }
    let mut expected = 0;
    for (number, surface) in surfaces.iter().enumerate() {
        let found = surface.indices.clone();
        let whole = found.start <= found.end && found.len().is_multiple_of(3);
        if found.start != expected || found.end > indices.len() || !whole {
            let end = indices.len();
            return Err(MeshError::Parts(format!(
                "surfaces[{number}]: found indices {found:?}, expected whole triangles from {expected} up to {end}"
            )));
        }
        expected = found.end;
        let vertices = surface.vertices.clone();
        if vertices.start > vertices.end || vertices.end > vertex_count {
            return Err(MeshError::Parts(format!(
                "surfaces[{number}]: found vertices {vertices:?}, expected within 0..{vertex_count}"
            )));
        }
        let names_no_vertex =
            |&index: &u32| usize::try_from(index).map_or(true, |index| !vertices.contains(&index));
        if let Some(at) = indices[found.clone()].iter().position(names_no_vertex) {
            let position = found.start + at;
            let index = indices[position];
            return Err(MeshError::Parts(format!(
                "indices[{position}]: found vertex {index}, expected {vertices:?}"
            )));
        }
    }
    if expected != indices.len() {
        return Err(wrong_length("indices", indices.len(), expected));
    }
    Ok(())
}

fn check_tags(tags: &[Tag], frame_count: usize) -> Result<(), MeshError> {
    for Tag { name, frames } in tags {
        let fault = |text| Err(MeshError::Parts(format!("tag {name:?}{text}")));
        if frames.len() != frame_count {
            return fault(format!(": found {} frames, expected {frame_count}", frames.len()));
        }
        if let Some(frame) = frames.iter().position(|frame| !frame.is_finite()) {
            return fault(format!(", frame {frame}: position or axes are not finite"));
        }
    }
    Ok(())
}

fn check_transform(frame: usize, packing: Packing, transform: &FrameTransform) -> Result<(), MeshError> {
    let [from, to] = packing.coordinate_range().map(|corner| transform.position([corner; 3]));
    for (i, axis) in ['x', 'y', 'z'].into_iter().enumerate() {
        let allowed = |c: f32| c.abs() <= MAX_COORDINATE; // False for NaN.
        if !allowed(from[i]) || !allowed(to[i]) {
            return Err(MeshError::Coordinate { frame, axis, from: from[i], to: to[i] });
        }
    }
    Ok(())
}

fn check_normals(frame: usize, bytes: &[u8], range: &PackedRange<u8>) -> Result<(), MeshError> {
    let count = NORMALS.len();
    let is_wrong = |index: u8| usize::from(index) >= count;
    if !is_wrong(range.max[3]) {
        return Ok(());
    }
    match Vertex8::all(bytes).iter().enumerate().find(|(_, vertex)| is_wrong(vertex[3])) {
        Some((vertex, [.., found])) => Err(MeshError::Parts(format!(
            "frame {frame}, vertex {vertex}: found normal index {found}, expected 0..{count}"
        ))),
        None => Ok(()),
    }
}

fn narrow(indices: Vec<u32>, vertex_count: usize) -> Indices {
    if vertex_count > 1 << 16 {
        return Indices::U32(indices);
    }
    #[allow(clippy::cast_possible_truncation, reason = "indices are below vertex_count, at most 65536")]
    Indices::U16(indices.iter().map(|&index| index as u16).collect())
}
