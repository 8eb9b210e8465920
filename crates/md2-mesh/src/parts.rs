//! The way into [`Mesh`] for any format: plain arrays, checked once.

use md2_format::NORMALS;

use crate::range::{PackedRange, UsedVertices};
use crate::{Axis, Bounds, Indices, Mesh, MeshError, MeshFrame, Packing, PartsError, SourceVertex};

/// The furthest a coordinate may lie from the origin.
///
/// Far beyond any model, and small enough that the square of a distance between two such points is
/// still finite in `f32`: bounds, radii and normals can be computed without a special case.
pub const MAX_COORDINATE: f32 = 1.0e18;

/// The arrays of a [`Mesh`], to be checked by [`Mesh::from_parts`].
#[derive(Clone, Debug)]
pub struct MeshParts {
    /// How the vertices in `packed` are laid out.
    pub packing: Packing,
    /// Scale and translation per frame; at least one frame.
    pub frames: Vec<FrameTransform>,
    /// The vertices of all frames, one frame after the other: `frames.len() * uvs.len()` vertices.
    pub packed: Vec<u8>,
    /// Texture coordinates, which tell the number of vertices in a frame.
    pub uvs: Vec<[f32; 2]>,
    /// Three vertices per triangle, clockwise seen from the front.
    pub indices: Vec<u32>,
    /// Where each vertex comes from, as many as `uvs`.
    pub source_vertices: Vec<SourceVertex>,
}

/// What turns the packed coordinates of one frame into positions: `packed * scale + translate`, per axis.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct FrameTransform {
    /// Factor per axis.
    pub scale: [f32; 3],
    /// Offset per axis.
    pub translate: [f32; 3],
}

impl FrameTransform {
    /// The position that packed coordinates stand for.
    #[must_use]
    pub fn position(&self, packed: [u8; 3]) -> [f32; 3] {
        [0, 1, 2].map(|i| f32::from(packed[i]) * self.scale[i] + self.translate[i])
    }
}

impl Mesh {
    /// Makes a mesh of arrays that fit together, and computes the bounds.
    ///
    /// # Errors
    /// [`MeshError::NoFrames`], [`MeshError::Coordinate`], and [`MeshError::Parts`] when an array has the
    /// wrong length or a value names something that is not there.
    pub fn from_parts(parts: MeshParts) -> Result<Self, MeshError> {
        let MeshParts { packing, frames, packed, uvs, indices, source_vertices } = parts;
        check_lengths(packing, &frames, &packed, &uvs, &source_vertices)?;
        check_indices(&indices, uvs.len())?;
        if let Some(vertex) = uvs.iter().position(|uv| !uv.iter().all(|c| c.is_finite())) {
            return Err(PartsError::Uv { vertex, found: uvs[vertex] }.into());
        }

        let used = UsedVertices::new(&indices, uvs.len());
        let stride = uvs.len() * packing.vertex_bytes();
        let frames = frames
            .into_iter()
            .enumerate()
            .map(|(number, transform)| {
                check_transform(number, &transform)?;
                let bytes = &packed[number * stride..][..stride];
                let all = PackedRange::of(bytes);
                check_normals(number, bytes, &all)?;
                let bounds = used.range(bytes, all).map_or(Bounds::ORIGIN, |r| r.bounds(&transform));
                let FrameTransform { scale, translate } = transform;
                Ok(MeshFrame { scale, translate, bounds })
            })
            .collect::<Result<_, MeshError>>()?;

        let indices = narrow(indices, uvs.len());
        Ok(Self { packing, frames, packed, uvs, indices, source_vertices })
    }
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
            return Err(PartsError::Length { what, found, expected }.into());
        }
    }
    Ok(())
}

fn check_indices(indices: &[u32], vertex_count: usize) -> Result<(), PartsError> {
    if !indices.len().is_multiple_of(3) {
        return Err(PartsError::PartialTriangle { found: indices.len() });
    }
    let names_no_vertex = |&index: &u32| usize::try_from(index).map_or(true, |i| i >= vertex_count);
    match indices.iter().position(names_no_vertex) {
        Some(position) => Err(PartsError::Index { position, found: indices[position], vertex_count }),
        None => Ok(()),
    }
}

/// Refuses transforms under which a packed coordinate leaves what `f32` can compute with.
fn check_transform(frame: usize, transform: &FrameTransform) -> Result<(), MeshError> {
    let [from, to] = [[0; 3], [u8::MAX; 3]].map(|corner| transform.position(corner));
    for (i, axis) in Axis::ALL.into_iter().enumerate() {
        let allowed = |c: f32| c.abs() <= MAX_COORDINATE; // False for what is not a number.
        if !allowed(from[i]) || !allowed(to[i]) {
            return Err(MeshError::Coordinate { frame, axis, from: from[i], to: to[i] });
        }
    }
    Ok(())
}

fn check_normals(frame: usize, bytes: &[u8], range: &PackedRange) -> Result<(), PartsError> {
    let names_no_normal = |index: u8| usize::from(index) >= NORMALS.len();
    if !names_no_normal(range.max[3]) {
        return Ok(());
    }
    match bytes.chunks_exact(4).position(|vertex| names_no_normal(vertex[3])) {
        Some(vertex) => Err(PartsError::Normal { frame, vertex, found: bytes[4 * vertex + 3] }),
        None => Ok(()),
    }
}

/// The indices in 16 bits if every vertex has a number that fits.
fn narrow(indices: Vec<u32>, vertex_count: usize) -> Indices {
    if vertex_count > 1 << 16 {
        return Indices::U32(indices);
    }
    #[allow(clippy::cast_possible_truncation, reason = "indices are below vertex_count, at most 65536")]
    Indices::U16(indices.iter().map(|&index| index as u16).collect())
}
