//! What depends on how vertices are packed: their layout, and what is made of it.

use ash::vk;
use md2_mesh::Packing;

use crate::{
    model::{FramePair, ModelData},
    vk::{Bound, VertexAttribute, VertexBinding},
};

/// The two vertices that shaders/alias_push.glsl reads, and their texture coordinates.
#[derive(Clone, Copy)]
pub(super) struct VertexLayout {
    frame_a: [VertexAttribute; 1],
    frame_b: [VertexAttribute; 1],
    uv: [VertexAttribute; 1],
    stride: u32,
}

impl VertexLayout {
    pub(super) fn new(packing: Packing) -> Self {
        // Two formats that every device reads vertices of.
        let format = match packing {
            Packing::Position8Normal8 => vk::Format::R8G8B8A8_UINT,
            Packing::Position16Normal16 => vk::Format::R16G16B16A16_SINT,
            other => unknown(other),
        };
        let attribute = |location, format| [VertexAttribute { location, format, offset: 0 }];
        Self {
            frame_a: attribute(0, format),
            frame_b: attribute(1, format),
            uv: attribute(2, vk::Format::R32G32_SFLOAT),
            stride: u32::try_from(packing.vertex_bytes()).expect("a few bytes"),
        }
    }

    /// The vertex buffers: either frame, and the texture coordinates. Shadows without holes need only the first
    /// two.
    pub(super) fn bindings(&self) -> [VertexBinding<'_>; 3] {
        /// Two floats.
        const UV_BYTES: u32 = 8;
        [(self.stride, &self.frame_a), (self.stride, &self.frame_b), (UV_BYTES, &self.uv)]
            .map(|(stride, attributes)| VertexBinding { stride, attributes })
    }
}

/// Binds two frames of a model, its texture coordinates and its indices.
pub(super) fn bind_model<'f>(bound: &mut Bound<'_, 'f>, data: &'f ModelData, frames: &FramePair) {
    let [a, b] = frames.offsets;
    bound.bind_vertices([(&data.frames, a), (&data.frames, b), (&data.statics, 0)]);
    bound.bind_indices(&data.statics, data.index_offset, data.index_type);
}

/// Likewise, without texture coordinates.
pub(super) fn bind_shape<'f>(bound: &mut Bound<'_, 'f>, data: &'f ModelData, frames: &FramePair) {
    let [a, b] = frames.offsets;
    bound.bind_vertices([(&data.frames, a), (&data.frames, b)]);
    bound.bind_indices(&data.statics, data.index_offset, data.index_type);
}

/// Something for each packing that shaders read.
pub(super) struct PerPacking<T> {
    bytes: T,
    words: T,
}

impl<T> PerPacking<T> {
    /// Made of a packing and of either of two, for bytes and for words.
    pub(super) fn try_new<S, E>(
        [bytes, words]: [S; 2],
        make: impl Fn(Packing, S) -> Result<T, E>,
    ) -> Result<Self, E> {
        Ok(Self {
            bytes: make(Packing::Position8Normal8, bytes)?,
            words: make(Packing::Position16Normal16, words)?,
        })
    }

    pub(super) fn iter(&self) -> impl Iterator<Item = (Packing, &T)> {
        [(Packing::Position8Normal8, &self.bytes), (Packing::Position16Normal16, &self.words)].into_iter()
    }
}

/// Meshes may learn a packing before shaders do.
fn unknown(packing: Packing) -> ! {
    panic!("no shader reads vertices packed as {packing:?}")
}

/// # Panics
/// If no shader reads such vertices.
pub(crate) fn assert_known(packing: Packing) {
    let _ = VertexLayout::new(packing);
}
