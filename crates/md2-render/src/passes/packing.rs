//! The vertex layouts for each packing and number of frames.

use ash::vk;
use md2_mesh::Packing;

use crate::{
    model::ModelData,
    scene_model::{Frames, VertexKind},
    vk::{Bound, VertexAttribute, VertexBinding},
};

/// The vertex layout of shaders/alias_push.glsl or shaders/alias_fade.glsl: packed frames and texture
/// coordinates.
#[derive(Clone, Copy)]
pub(super) struct VertexLayout {
    attributes: [[VertexAttribute; 1]; 5],
    strides: [u32; 5],
    /// The number of bindings in use.
    count: usize,
}

impl VertexLayout {
    pub(super) fn new(VertexKind { packing, fades }: VertexKind) -> Self {
        const UV_BYTES: u32 = 8;
        // Every device supports both formats for vertices.
        let format = match packing {
            Packing::Position8Normal8 => vk::Format::R8G8B8A8_UINT,
            Packing::Position16Normal16 => vk::Format::R16G16B16A16_SINT,
            other => unknown(other),
        };
        let stride = u32::try_from(packing.vertex_bytes()).expect("a few bytes");
        let frames: u32 = if fades { 4 } else { 2 };
        let format_of = |location| if location < frames { format } else { vk::Format::R32G32_SFLOAT };
        let attribute = |location| [VertexAttribute { location, format: format_of(location), offset: 0 }];
        Self {
            attributes: [0, 1, 2, 3, 4].map(attribute),
            strides: [0, 1, 2, 3, 4].map(|location| if location < frames { stride } else { UV_BYTES }),
            count: frames as usize + 1,
        }
    }

    /// Returns the vertex buffers: each frame, then the texture coordinates.
    pub(super) fn bindings(&self) -> Vec<VertexBinding<'_>> {
        let bindings = self.attributes.iter().zip(self.strides);
        let bindings = bindings.map(|(attributes, stride)| VertexBinding { stride, attributes });
        bindings.take(self.count).collect()
    }
}

/// Binds the frames, texture coordinates and indices of a model.
pub(super) fn bind_model<'f>(bound: &mut Bound<'_, 'f>, data: &'f ModelData, frames: &Frames) {
    let (buffer, uvs) = (&*data.frames, (&*data.statics, 0));
    match frames {
        Frames::Two(pair) => {
            let [a, b] = pair.offsets.map(|offset| (buffer, offset));
            bound.bind_vertices([a, b, uvs]);
        }
        Frames::Four(four) => {
            let [a, b, c, d] = four.offsets.map(|offset| (buffer, offset));
            bound.bind_vertices([a, b, c, d, uvs]);
        }
    }
    bound.bind_indices(&data.statics, data.index_offset, data.index_type);
}

/// Binds the frames and indices of a model.
pub(super) fn bind_shape<'f>(bound: &mut Bound<'_, 'f>, data: &'f ModelData, frames: &Frames) {
    match frames {
        Frames::Two(pair) => bound.bind_vertices(pair.offsets.map(|offset| (&*data.frames, offset))),
        Frames::Four(four) => bound.bind_vertices(four.offsets.map(|offset| (&*data.frames, offset))),
    }
    bound.bind_indices(&data.statics, data.index_offset, data.index_type);
}

/// A value for each packing that shaders support.
pub(super) struct PerPacking<T> {
    bytes: T,
    words: T,
}

impl<T> PerPacking<T> {
    /// Creates both values, each from its packing and its element of the pair.
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

/// A value for each vertex format. Those for cross-fades are created when first needed.
pub(super) struct PerVertexKind<T> {
    two: PerPacking<T>,
    four: Option<PerPacking<T>>,
}

impl<T> PerVertexKind<T> {
    /// `two` has the values for two frames.
    pub(super) const fn new(two: PerPacking<T>) -> Self {
        Self { two, four: None }
    }

    /// Creates the values for four frames, once.
    pub(super) fn prepare_fades<E>(
        &mut self,
        make: impl FnOnce() -> Result<PerPacking<T>, E>,
    ) -> Result<(), E> {
        if self.four.is_none() {
            self.four = Some(make()?);
        }
        Ok(())
    }

    pub(super) fn iter(&self) -> impl Iterator<Item = (VertexKind, &T)> {
        let two = self.two.iter().map(|(packing, value)| (VertexKind { packing, fades: false }, value));
        let four = self.four.iter().flat_map(PerPacking::iter);
        two.chain(four.map(|(packing, value)| (VertexKind { packing, fades: true }, value)))
    }
}

/// Meshes may support a packing before shaders do.
fn unknown(packing: Packing) -> ! {
    panic!("no shader reads vertices packed as {packing:?}")
}

/// Checks that shaders support a packing.
///
/// # Panics
/// If none does.
pub(crate) fn assert_known(packing: Packing) {
    let _ = VertexLayout::new(VertexKind { packing, fades: false });
}
