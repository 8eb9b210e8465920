//! The textures of a vertex animation.

use md2_mesh::{Bounds, Mesh, Pose, blend};
use png::{BitDepth, ColorType};

use super::{MAX_WIDTH, VatError};
use crate::gltf::to_gltf;
use crate::image_file::encode_png;
use crate::used_vertices::UsedVertices;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Layout {
    pub(super) width: usize,
    pub(super) height: usize,
    pub(super) rows_per_frame: usize,
}

impl Layout {
    pub(super) fn new(vertices: usize, frames: usize) -> Self {
        let width = vertices.clamp(1, MAX_WIDTH);
        let rows_per_frame = vertices.div_ceil(width).max(1);
        Self { width, height: frames * rows_per_frame, rows_per_frame }
    }

    /// Returns the center of a vertex's texel: from 0 to 1 across the texture, and from 0 to 1 down the rows of a frame.
    pub(super) fn center(&self, vertex: usize) -> [f32; 2] {
        let [column, row] = [vertex % self.width, vertex / self.width].map(|place| place as f32 + 0.5);
        [column / self.width as f32, row / self.rows_per_frame as f32]
    }
}

/// The vertices of all frames, in the axes of glTF. The texels at the end of a frame without a vertex are zero.
#[derive(Debug)]
pub(super) struct FrameTextures {
    pub(super) bounds: Bounds,
    positions: Vec<[f32; 3]>,
    normals: Vec<[f32; 3]>,
}

impl FrameTextures {
    pub(super) fn new(
        mesh: &Mesh,
        used: &UsedVertices,
        frames: &[usize],
        scale: f32,
        layout: &Layout,
    ) -> Self {
        let texels = layout.width * layout.rows_per_frame;
        let (mut all_positions, mut all_normals) = (Vec::new(), Vec::new());
        let mut bounds: Option<Bounds> = None;
        for (number, frame) in frames.iter().enumerate() {
            let mut positions = vec![[0.0; 3]; mesh.vertex_count()];
            let mut normals = positions.clone();
            let frame = u32::try_from(*frame).unwrap_or(u32::MAX);
            blend::blend_frames(mesh, Pose::still(frame), &mut positions, &mut normals);
            used.keep(&mut positions, 1);
            used.keep(&mut normals, 1);
            positions.iter_mut().for_each(|position| *position = to_gltf(position.map(|c| c * scale)));
            normals.iter_mut().for_each(|normal| *normal = to_gltf(*normal));
            let around = Bounds::around(positions.iter().copied());
            bounds = Some(bounds.map_or(around, |bounds| bounds.union(&around)));
            all_positions.extend(positions);
            all_normals.extend(normals);
            all_positions.resize((number + 1) * texels, [0.0; 3]);
            all_normals.resize((number + 1) * texels, [0.0; 3]);
        }
        let bounds = bounds.unwrap_or_else(|| Bounds::around([]));
        Self { bounds, positions: all_positions, normals: all_normals }
    }

    /// Returns the positions with 16 bits, the positions as bytes, and the normals, as PNG files.
    pub(super) fn encode(&self, layout: &Layout) -> Result<[Vec<u8>; 3], VatError> {
        let words: Vec<[u8; 2]> =
            self.positions.iter().flat_map(|position| self.quantized(*position)).collect();
        let halves = [0, 1].map(|byte| words.iter().map(move |word| word[byte]).collect::<Vec<u8>>());
        let normals: Vec<u8> = self
            .normals
            .iter()
            .flat_map(|normal| {
                let [x, y] = octahedral(*normal);
                [x, y, 0]
            })
            .collect();
        let Layout { width, height, .. } = *layout;
        Ok([
            png([width, height], BitDepth::Sixteen, words.as_flattened())?,
            png([width, 2 * height], BitDepth::Eight, &halves.concat())?,
            png([width, height], BitDepth::Eight, &normals)?,
        ])
    }

    /// Returns a position within the bounds as three numbers of 16 bits, the high byte of each first.
    #[expect(clippy::cast_possible_truncation, reason = "the value is from 0 to 65,535")]
    fn quantized(&self, position: [f32; 3]) -> [[u8; 2]; 3] {
        let Bounds { min, max } = self.bounds;
        [0, 1, 2].map(|axis| {
            let size = f64::from(max[axis]) - f64::from(min[axis]);
            let offset = f64::from(position[axis]) - f64::from(min[axis]);
            let share = if size > 0.0 { (offset / size).clamp(0.0, 1.0) } else { 0.0 };
            ((share * 65_535.0).round() as u16).to_be_bytes()
        })
    }
}

/// Maps a direction to two bytes: the octahedron around the origin is unfolded to a square.
#[expect(clippy::cast_possible_truncation, reason = "the value is from 0 to 255")]
fn octahedral([x, y, z]: [f32; 3]) -> [u8; 2] {
    let length = (x.abs() + y.abs() + z.abs()).max(f32::MIN_POSITIVE);
    let [x, y] = [x / length, y / length];
    let sign = |c: f32| if c < 0.0 { -1.0 } else { 1.0 };
    let folded = if z < 0.0 { [(1.0 - y.abs()) * sign(x), (1.0 - x.abs()) * sign(y)] } else { [x, y] };
    folded.map(|c| ((c + 1.0) * 127.5).round().clamp(0.0, 255.0) as u8)
}

fn png(size: [usize; 2], depth: BitDepth, rgb: &[u8]) -> Result<Vec<u8>, VatError> {
    let size = size.map(|side| u32::try_from(side).unwrap_or(u32::MAX));
    encode_png(size, ColorType::Rgb, depth, rgb)
        .map_err(|error| VatError::Texture { reason: error.to_string() })
}
