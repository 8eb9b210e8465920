//! A model in device memory.

use ash::vk;
use glam::Vec3;
use md2_mesh::{FrameTransform, Indices, Mesh, Packing};

use crate::{
    Pose,
    vk::{Buffer, Error, Transfer, Use},
};

/// The one packing that the shaders read.
pub(crate) const PACKING: Packing = Packing::Position8Normal8;

/// A mesh, uploaded. Drawing it uploads nothing more.
pub(crate) struct GpuModel {
    /// Nothing to draw, if the mesh has no triangles.
    pub(crate) data: Option<ModelData>,
    frames: Vec<FrameTransform>,
    vertex_count: u64,
    /// All frames.
    pub(crate) bounds: [Vec3; 2],
}

/// The buffers of a model.
pub(crate) struct ModelData {
    /// The packed vertices of all frames, one frame after the other.
    pub(crate) frames: Buffer,
    /// Texture coordinates, then indices.
    pub(crate) statics: Buffer,
    pub(crate) index_offset: u64,
    pub(crate) index_type: vk::IndexType,
    pub(crate) index_count: u32,
}

/// Two frames of a model as its draw needs them.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct FramePair {
    pub(crate) a: FrameTransform,
    pub(crate) b: FrameTransform,
    /// Where the frames' vertices begin, in bytes.
    pub(crate) offsets: [u64; 2],
    pub(crate) blend: f32,
}

impl GpuModel {
    pub(crate) fn upload(transfer: &mut Transfer, mesh: &Mesh) -> Result<Self, Error> {
        assert!(mesh.packing() == PACKING, "the shaders read one packing");
        let frames = mesh.frames().iter().map(|frame| frame.transform).collect();
        let bounds = mesh.bounds();
        Ok(Self {
            data: ModelData::upload(transfer, mesh)?,
            frames,
            vertex_count: mesh.vertex_count() as u64,
            bounds: [bounds.min.into(), bounds.max.into()],
        })
    }

    /// Device memory that the frames take, in bytes.
    pub(crate) fn frame_bytes(&self) -> u64 {
        self.data.as_ref().map_or(0, |data| data.frames.size())
    }

    /// Device memory that texture coordinates and indices take, in bytes.
    pub(crate) fn static_bytes(&self) -> u64 {
        self.data.as_ref().map_or(0, |data| data.statics.size())
    }

    /// The frames of a pose. Frames past the last count as the last.
    pub(crate) fn frames_of(&self, pose: Pose) -> FramePair {
        let pose = pose.within(self.frames.len());
        let (a, b) = (pose.frame_a, pose.frame_b);
        let stride = self.vertex_count * PACKING.vertex_bytes() as u64;
        FramePair {
            a: self.frames[a],
            b: self.frames[b],
            offsets: [a as u64 * stride, b as u64 * stride],
            blend: pose.blend,
        }
    }
}

impl ModelData {
    fn upload(transfer: &mut Transfer, mesh: &Mesh) -> Result<Option<Self>, Error> {
        if mesh.indices().is_empty() {
            return Ok(None);
        }
        let uvs: &[u8] = bytemuck::cast_slice(mesh.uvs());
        let (indices, index_type): (&[u8], _) = match mesh.indices() {
            Indices::U16(indices) => (bytemuck::cast_slice(indices), vk::IndexType::UINT16),
            Indices::U32(indices) => (bytemuck::cast_slice(indices), vk::IndexType::UINT32),
        };
        let Ok(index_count) = u32::try_from(mesh.indices().len()) else {
            return Err(Error::OutOfMemory { on_device: true, call: "a draw of 2^32 indices" });
        };
        Ok(Some(Self {
            frames: transfer.buffer("frames", Use::Geometry, &[mesh.packed_bytes()])?,
            statics: transfer.buffer("uvs and indices", Use::Geometry, &[uvs, indices])?,
            index_offset: uvs.len() as u64,
            index_type,
            index_count,
        }))
    }
}
