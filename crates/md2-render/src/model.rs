//! A model in device memory.

use std::{ops::Range, sync::Arc};

use ash::vk;
use bytemuck::{Pod, Zeroable};
use md2_mesh::{Bounds, Fade, FrameTransform, Indices, Mesh, MeshFrame, Packing, Pose, Strips};

use crate::layouts::Layouts;
use crate::options::CrowdCulling;
use crate::style::Shading;
use crate::vk::{Buffer, Error, Resource, Set, Transfer, Use};

pub(crate) struct GpuModel {
    pub(crate) data: Option<ModelData>,
    frames: Box<[FrameTransform]>,
    frame_bounds: Box<[Bounds]>,
    frame_stride: u64,
    pub(crate) bounds: Bounds,
}

pub(crate) struct ModelData {
    pub(crate) packing: Packing,
    pub(crate) frames: Arc<Buffer>,
    pub(crate) statics: Arc<Buffer>,
    /// A descriptor set with both buffers and the table of [`FrameRecord`]s, for crowds. `None` if a buffer exceeds the
    /// limit for storage buffers.
    pub(crate) pulled: Option<Set>,
    pub(crate) shape: Option<HostShape>,
    pub(crate) vertex_count: u32,
    pub(crate) index_offset: u64,
    pub(crate) index_type: vk::IndexType,
    /// The surfaces that have triangles. Each surface's range of indices begins where the previous range ends.
    pub(crate) surfaces: Box<[GpuSurface]>,
    pub(crate) runs: Box<[GpuRun]>,
}

pub(crate) struct GpuRun {
    pub(crate) topology: vk::PrimitiveTopology,
    pub(crate) indices: Range<u32>,
}

/// The bytes of a mesh for the two buffers of a model. `docs/shaders.md` describes them.
///
/// The first buffer contains `frames`. The second contains `uvs` and then, without a gap, `indices`.
#[derive(Clone, Copy, Debug)]
pub struct ModelBytes<'m> {
    /// The quantized vertices of all frames, frame by frame; four or eight bytes each.
    pub frames: &'m [u8],
    /// The texture coordinates of all vertices: two floats each.
    pub uvs: &'m [u8],
    /// The indices of all triangles: 16 bits each for up to 65,536 vertices, otherwise 32 bits.
    pub indices: &'m [u8],
}

impl<'m> ModelBytes<'m> {
    /// Returns the bytes of a mesh.
    pub fn new(mesh: &'m Mesh) -> Self {
        Self {
            frames: mesh.packed_bytes(),
            uvs: bytemuck::cast_slice(mesh.uvs()),
            indices: match mesh.indices() {
                Indices::U16(indices) => bytemuck::cast_slice(indices),
                Indices::U32(indices) => bytemuck::cast_slice(indices),
            },
        }
    }
}

pub(crate) struct GpuSurface {
    pub(crate) indices: Range<u32>,
    pub(crate) vertices: Range<u32>,
    pub(crate) skin_slot: usize,
}

/// The struct `Frame` of shaders/crowd.glsl.
#[repr(C)]
#[derive(Clone, Copy, Pod, Zeroable)]
struct FrameRecord {
    scale: [f32; 3],
    min_x: f32,
    translate: [f32; 3],
    min_y: f32,
    max: [f32; 3],
    min_z: f32,
}

const _: () = assert!(size_of::<FrameRecord>() == 48);

impl FrameRecord {
    fn new(MeshFrame { transform: FrameTransform { scale, translate }, bounds, .. }: &MeshFrame) -> Self {
        let Bounds { min: [min_x, min_y, min_z], max } = *bounds;
        Self { scale: *scale, min_x, translate: *translate, min_y, max, min_z }
    }
}

pub(crate) struct HostShape {
    pub(crate) packing: Packing,
    pub(crate) words: Box<[u32]>,
    pub(crate) vertex_count: usize,
    pub(crate) triangles: Box<[[u32; 3]]>,
}

impl HostShape {
    pub(crate) fn new(mesh: &Mesh) -> Self {
        let words = mesh.packed_bytes().as_chunks().0.iter().map(|&bytes| u32::from_le_bytes(bytes));
        Self {
            packing: mesh.packing(),
            words: words.collect(),
            vertex_count: mesh.vertex_count(),
            triangles: mesh.indices().triangles().collect(),
        }
    }
}

#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct FramePair {
    pub(crate) a: FrameTransform,
    pub(crate) b: FrameTransform,
    pub(crate) numbers: [usize; 2],
    pub(crate) offsets: [u64; 2],
    pub(crate) blend: f32,
}

impl FramePair {
    /// Returns the pose for drawing with `shading`. [`Shading::Game`] uses the normals of frame b. So if the pose is
    /// exactly at frame a (`blend` is 0), both frames of the returned pose are frame a.
    pub(crate) fn for_shading(self, shading: Shading) -> Self {
        let Self { a, numbers: [number, _], offsets: [offset, _], blend, .. } = self;
        if shading == Shading::Game && blend == 0.0 {
            Self { a, b: a, numbers: [number; 2], offsets: [offset; 2], blend }
        } else {
            self
        }
    }
}

#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct FourFrames {
    pub(crate) scales: [[f32; 4]; 4],
    pub(crate) translate: [f32; 3],
    pub(crate) offsets: [u64; 4],
}

impl GpuModel {
    pub(crate) fn upload(
        transfer: &mut Transfer,
        layouts: &Layouts,
        crowds: Option<CrowdCulling>,
        mesh: &Mesh,
        runs: Option<GpuRuns>,
    ) -> Result<Self, Error> {
        Ok(Self {
            data: ModelData::upload(transfer, layouts, crowds, mesh, runs)?,
            frames: mesh.frames().iter().map(|frame| frame.transform).collect(),
            frame_bounds: mesh.frames().iter().map(|frame| frame.bounds).collect(),
            frame_stride: mesh.frame_stride_bytes() as u64,
            bounds: mesh.bounds(),
        })
    }

    pub(crate) fn frame_count(&self) -> usize {
        self.frames.len()
    }

    pub(crate) fn frame_table_bytes(&self) -> u64 {
        (self.frames.len() * size_of::<FrameRecord>()) as u64
    }

    pub(crate) fn bounds_of(&self, pose: Pose) -> Bounds {
        let [a, b] = pose.clamped_to(self.frames.len()).frames();
        self.frame_bounds[a].union(&self.frame_bounds[b])
    }

    pub(crate) fn frames_of(&self, pose: Pose) -> FramePair {
        let pose = pose.clamped_to(self.frames.len());
        let numbers @ [a, b] = pose.frames();
        FramePair {
            a: self.frames[a],
            b: self.frames[b],
            numbers,
            offsets: numbers.map(|frame| frame as u64 * self.frame_stride),
            blend: pose.blend,
        }
    }

    pub(crate) fn frames_of_fade(&self, fade: Fade, to: Pose) -> FourFrames {
        let shares = fade.shares(to, self.frames.len());
        let scale = |(frame, share): (usize, f32)| {
            let [x, y, z] = self.frames[frame].scale.map(|axis| axis * share);
            [x, y, z, share]
        };
        let moved = |sum: [f32; 3], &(frame, share): &(usize, f32)| -> [f32; 3] {
            let translate = self.frames[frame].translate;
            std::array::from_fn(|axis| sum[axis] + translate[axis] * share)
        };
        FourFrames {
            scales: shares.map(scale),
            translate: shares.iter().fold([0.0; 3], moved),
            offsets: shares.map(|(frame, _)| frame as u64 * self.frame_stride),
        }
    }
}

const INDICES: &str = "indices of a model";
const MAX_INDICES: u64 = u32::MAX as u64;

impl ModelData {
    fn upload(
        transfer: &mut Transfer,
        layouts: &Layouts,
        crowds: Option<CrowdCulling>,
        mesh: &Mesh,
        runs: Option<GpuRuns>,
    ) -> Result<Option<Self>, Error> {
        if mesh.indices().is_empty() {
            return Ok(None);
        }
        let index_type = match mesh.indices() {
            Indices::U16(_) => vk::IndexType::UINT16,
            Indices::U32(_) => vk::IndexType::UINT32,
        };
        let with_triangles = mesh.surfaces().iter().filter(|surface| !surface.indices.is_empty());
        let Some(surfaces) = with_triangles.map(GpuSurface::new).collect::<Option<Box<[_]>>>() else {
            return Err(Error::AboveLimit {
                what: INDICES,
                found: mesh.indices().len() as u64,
                max: MAX_INDICES,
            });
        };
        let limits = *transfer.device.limits();
        if index_type == vk::IndexType::UINT32 {
            limits.check_vertices(mesh.vertex_count())?;
        }
        let GpuRuns { bytes, runs } = runs.unwrap_or_default();
        let mut upload = |name, pieces: &[&[u8]]| transfer.upload_buffer(name, Use::Geometry, pieces);
        let ModelBytes { frames, uvs, indices } = ModelBytes::new(mesh);
        let [frames, statics] =
            [upload("frames", &[frames])?, upload("uvs and indices", &[uvs, indices, &bytes])?];
        let table: Vec<_> = mesh.frames().iter().map(FrameRecord::new).collect();
        let table = crowds.map(|_| upload("frame table", &[bytemuck::cast_slice(&table)])).transpose()?;
        let pulled = table.filter(|table| {
            [frames.size(), statics.size(), table.size()].iter().all(|&size| size <= limits.storage_bytes)
        });
        let pulled = pulled.map(|table| {
            let resources = [&frames, &statics, &table];
            Set::new(
                "pulled model",
                &layouts.pulled,
                resources.map(|buffer| Resource::Constant(Arc::clone(buffer))),
            )
        });
        let pulled = pulled.transpose()?;
        Ok(Some(Self {
            packing: mesh.packing(),
            pulled,
            shape: (crowds == Some(CrowdCulling::Host)).then(|| HostShape::new(mesh)),
            vertex_count: u32::try_from(mesh.vertex_count()).unwrap_or(u32::MAX),
            frames,
            statics,
            index_offset: size_of_val(mesh.uvs()) as u64,
            index_type,
            runs: if surfaces.len() == 1 { runs } else { Box::default() },
            surfaces,
        }))
    }
}

impl ModelData {
    /// Returns the first index of a surface of a crowd's model, counted from the start of the buffer `statics`.
    pub(crate) fn first_index(&self, surface: &GpuSurface) -> u32 {
        let size = if self.index_type == vk::IndexType::UINT16 { 2 } else { 4 };
        let first = u32::try_from(self.index_offset / size).expect("below the limit for storage buffers");
        first + surface.indices.start
    }
}

#[derive(Default)]
pub(crate) struct GpuRuns {
    bytes: Vec<u8>,
    runs: Box<[GpuRun]>,
}

impl GpuRuns {
    /// Converts strips and fans; fans to triangles, unless the device draws them.
    pub(crate) fn new(strips: &Strips, mesh: &Mesh, draws_fans: bool) -> Self {
        assert!(
            strips.indices.iter().all(|&index| (index as usize) < mesh.vertex_count()),
            "a vertex is missing"
        );
        let mut indices: Vec<u32> = Vec::with_capacity(strips.indices.len());
        let mut runs = Vec::with_capacity(strips.runs.len());
        let position =
            |count: usize| u32::try_from(mesh.indices().len() + count).expect("below 2^32 indices");
        for run in &strips.runs {
            let (start, vertices) = (position(indices.len()), &strips.indices[run.indices.clone()]);
            let topology = if !run.is_fan {
                indices.extend(vertices);
                vk::PrimitiveTopology::TRIANGLE_STRIP
            } else if draws_fans {
                indices.extend(vertices);
                vk::PrimitiveTopology::TRIANGLE_FAN
            } else {
                let sides = vertices.windows(2).skip(1);
                indices.extend(sides.flat_map(|side| [vertices[0], side[0], side[1]]));
                vk::PrimitiveTopology::TRIANGLE_LIST
            };
            runs.push(GpuRun { topology, indices: start..position(indices.len()) });
        }
        #[allow(clippy::cast_possible_truncation, reason = "the mesh has at most 65,536 vertices")]
        let bytes = match mesh.indices() {
            Indices::U16(_) => indices.iter().flat_map(|&index| (index as u16).to_ne_bytes()).collect(),
            Indices::U32(_) => indices.iter().flat_map(|index| index.to_ne_bytes()).collect(),
        };
        Self { bytes, runs: runs.into() }
    }
}

impl GpuSurface {
    pub(crate) fn triangles(&self) -> u32 {
        (self.indices.end - self.indices.start) / 3
    }

    fn new(surface: &md2_mesh::Surface) -> Option<Self> {
        let Range { start, end } = surface.indices;
        let indices = u32::try_from(start).ok()?..u32::try_from(end).ok()?;
        let Range { start, end } = surface.vertices;
        let vertices = u32::try_from(start).ok()?..u32::try_from(end).ok()?;
        Some(Self { indices, vertices, skin_slot: surface.skin_slot })
    }
}
