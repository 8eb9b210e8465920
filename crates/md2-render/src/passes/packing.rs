//! The vertex layouts for each packing and number of frames.

use std::panic::resume_unwind;
use std::thread;

use ash::vk;
use md2_mesh::Packing;

use crate::{
    model::ModelData,
    scene_model::{Frames, VertexKind},
    vk::{Bound, Error, VertexAttribute, VertexBinding},
};

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

/// Describes the vertex buffers for shaders/alias_push.glsl or shaders/alias_fade.glsl: one for each frame, then one
/// for the texture coordinates.
pub(crate) fn vertex_bindings(VertexKind { packing, fades }: VertexKind) -> Vec<VertexBinding<'static>> {
    let (frames, frame_stride) = for_packing(packing, [(&BYTES, 4), (&WORDS, 8)]);
    let uvs = if fades { 4 } else { 2 };
    let binding = |location| {
        let (attributes, stride) = if location < uvs { (frames, frame_stride) } else { (&UVS, 8) };
        VertexBinding { stride, attributes: &attributes[location..=location] }
    };
    (0..=uvs).map(binding).collect()
}

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

pub(super) fn bind_shape<'f>(bound: &mut Bound<'_, 'f>, data: &'f ModelData, frames: &Frames) {
    match frames {
        Frames::Two(pair) => bound.bind_vertices(pair.offsets.map(|offset| (&*data.frames, offset))),
        Frames::Four(four) => bound.bind_vertices(four.offsets.map(|offset| (&*data.frames, offset))),
    }
    bound.bind_indices(&data.statics, data.index_offset, data.index_type);
}

pub(super) fn for_packing<T>(packing: Packing, [bytes, words]: [T; 2]) -> T {
    match packing {
        Packing::Position8Normal8 => bytes,
        Packing::Position16Normal16 => words,
        // Meshes may support a packing before shaders do.
        other => panic!("no shader reads vertices packed as {other:?}"),
    }
}

pub(super) type PerVertexKind<T> = Vec<(VertexKind, T)>;

/// Creates a value for each packing, on two threads, since drivers compile shaders when pipelines are created.
pub(super) fn per_packing<T: Send>(
    fades: bool,
    make: impl Fn(VertexKind) -> Result<T, Error> + Sync,
) -> Result<PerVertexKind<T>, Error> {
    let packings = [Packing::Position8Normal8, Packing::Position16Normal16];
    let [bytes, words] = packings.map(|packing| VertexKind { packing, fades });
    thread::scope(|scope| {
        let other = scope.spawn(|| make(words));
        let first = make(bytes)?;
        let other = other.join().unwrap_or_else(|panic| resume_unwind(panic))?;
        Ok(vec![(bytes, first), (words, other)])
    })
}

pub(super) fn add_fades<T: Send>(
    values: &mut PerVertexKind<T>,
    make: impl Fn(VertexKind) -> Result<T, Error> + Sync,
) -> Result<(), Error> {
    if values.iter().all(|(kind, _)| !kind.fades) {
        values.extend(per_packing(true, make)?);
    }
    Ok(())
}

pub(crate) fn assert_known(packing: Packing) {
    for_packing(packing, [(); 2]);
}
