//! The vertex layouts for each packing and number of frames.

use ash::vk;
use md2_mesh::Packing;

use crate::{
    model::ModelData,
    scene_model::{Frames, VertexKind},
    vk::{Bound, VertexAttribute, VertexBinding},
};

/// Returns one attribute of this format for each of the locations 0 to 4.
const fn attributes(format: vk::Format) -> [VertexAttribute; 5] {
    let mut attributes = [VertexAttribute { location: 0, format, offset: 0 }; 5];
    let mut location = 0;
    while location < 5 {
        attributes[location as usize].location = location;
        location += 1;
    }
    attributes
}

// Every device supports these formats for vertices.
static BYTES: [VertexAttribute; 5] = attributes(vk::Format::R8G8B8A8_UINT);
static WORDS: [VertexAttribute; 5] = attributes(vk::Format::R16G16B16A16_SINT);
static UVS: [VertexAttribute; 5] = attributes(vk::Format::R32G32_SFLOAT);

/// Returns the vertex buffers of shaders/alias_push.glsl or shaders/alias_fade.glsl: each frame, then the texture
/// coordinates.
pub(super) fn vertex_bindings(VertexKind { packing, fades }: VertexKind) -> Vec<VertexBinding<'static>> {
    let (frames, frame_stride) = match packing {
        Packing::Position8Normal8 => (&BYTES, 4),
        Packing::Position16Normal16 => (&WORDS, 8),
        other => unknown(other),
    };
    let uvs = if fades { 4 } else { 2 };
    let binding = |location| {
        let (attributes, stride) = if location < uvs { (frames, frame_stride) } else { (&UVS, 8) };
        VertexBinding { stride, attributes: &attributes[location..=location] }
    };
    (0..=uvs).map(binding).collect()
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

/// A value for each vertex format. The values for cross-fades are created when they are first needed.
pub(super) struct PerVertexKind<T> {
    two: PerPacking<T>,
    four: Option<PerPacking<T>>,
}

impl<T> PerVertexKind<T> {
    /// `two` contains the values for two frames.
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
/// If no shader supports it.
pub(crate) fn assert_known(packing: Packing) {
    let _ = vertex_bindings(VertexKind { packing, fades: false });
}
