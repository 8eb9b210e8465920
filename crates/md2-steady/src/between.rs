//! In-between frames on curves through the keyframes.
//!
//! Linear blending between two frames moves each vertex along a straight line, and its speed changes suddenly at each keyframe. Cubic
//! curves (Catmull and Rom, 1974) go through the same keyframes without corners. If they are sampled often enough, a renderer can blend
//! the samples linearly.

use md2_mesh::{FrameTransform, Mesh, MeshParts, Packing, TagFrame, Vertex16};

use crate::error::SteadyError;
use crate::sequence::{Run, Sequence};

/// Options of [`fill_between`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BetweenOptions {
    /// Number of new frames between two keyframes. With 0, the frames are only reordered.
    pub between: usize,
    /// The most bytes of vertices in the result. A frame counts as at least 64 bytes.
    pub max_packed_bytes: usize,
}

impl Default for BetweenOptions {
    fn default() -> Self {
        Self { between: 3, max_packed_bytes: 512 << 20 }
    }
}

/// A mesh with in-between frames.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct FilledMesh {
    /// The mesh with the new frames. It contains the sequences one after the other, each with its in-between frames, then the frames that
    /// belong to no sequence.
    ///
    /// A loop ends with the in-between frames that lead back to its first frame.
    pub mesh: Mesh,
    /// For each input sequence, its frames in the result; `None` if it contained no frames. Play them at `between + 1` times the rate.
    pub sequences: Vec<Option<Sequence>>,
    /// For each frame of the input mesh, its index in the result. The bytes of these frames are unchanged.
    pub keys: Vec<usize>,
}

/// Adds frames on curves between the keyframes of each sequence.
///
/// The speed at a keyframe is the mean of the speeds before and after it. It is lower where a vertex stops or turns sharply, so that the
/// curve does not overshoot. Normals are blended linearly.
///
/// # Errors
/// Returns [`SteadyError::NotSixteenBit`] if the mesh does not have 16-bit coordinates, [`SteadyError::TooLarge`] if the result exceeds
/// the memory limit, and [`SteadyError::Mesh`] if the result has coordinates out of range.
pub fn fill_between(
    mesh: &Mesh,
    sequences: &[Sequence],
    options: &BetweenOptions,
) -> Result<FilledMesh, SteadyError> {
    if mesh.packing() != Packing::Position16Normal16 {
        return Err(SteadyError::NotSixteenBit { found: mesh.packing() });
    }
    let runs: Vec<_> = sequences.iter().map(|sequence| sequence.within(mesh.frame_count())).collect();
    let frames = count(&runs, mesh.frame_count(), options.between);
    let bytes = frames.saturating_mul(mesh.frame_stride_bytes().max(MIN_FRAME_BYTES));
    let (vertices, allowed) = (mesh.vertex_count(), options.max_packed_bytes);
    if bytes > allowed {
        return Err(SteadyError::TooLarge { frames, vertices, bytes, allowed });
    }
    let mut writer = Writer::new(mesh, frames);
    let mut write_run = |run: &Option<Run>| {
        let run = (*run)?;
        let first = writer.parts.frames.len();
        writer.write_run(run, options.between);
        Some(Sequence { frames: first..=writer.parts.frames.len() - 1, loops: run.closed })
    };
    let sequences = runs.iter().map(&mut write_run).collect();
    for frame in 0..mesh.frame_count() {
        if writer.keys[frame] == usize::MAX {
            writer.write_key(frame);
        }
    }
    debug_assert_eq!(writer.parts.frames.len(), frames);
    Ok(FilledMesh { sequences, mesh: Mesh::from_parts(writer.parts)?, keys: writer.keys })
}

/// The fewest bytes that a frame counts as.
const MIN_FRAME_BYTES: usize = 64;

/// Returns the number of frames of the result.
fn count(runs: &[Option<Run>], frame_count: usize, between: usize) -> usize {
    let mut loose = vec![true; frame_count];
    let mut count = 0_usize;
    for run in runs.iter().flatten() {
        loose[run.first..run.first + run.len].fill(false);
        let gaps = if run.closed && run.len > 1 { run.len } else { run.len - 1 };
        count = count.saturating_add(gaps.saturating_mul(between)).saturating_add(run.len);
    }
    count.saturating_add(loose.into_iter().filter(|&loose| loose).count())
}

/// A writer that appends the frames of the result one after the other.
struct Writer<'a> {
    mesh: &'a Mesh,
    parts: MeshParts,
    /// For each frame of the input mesh, its first index in the result; `usize::MAX` until the frame is written.
    keys: Vec<usize>,
    /// The positions of the vertices in the frame that is being written.
    positions: Vec<[f64; 3]>,
}

impl<'a> Writer<'a> {
    fn new(mesh: &'a Mesh, frames: usize) -> Self {
        let mut tags = mesh.tags().to_vec();
        tags.iter_mut().for_each(|tag| tag.frames.clear());
        let packed = Vec::with_capacity(frames * mesh.frame_stride_bytes());
        let parts = MeshParts { frames: Vec::new(), packed, tags, ..mesh.to_parts() };
        let keys = vec![usize::MAX; mesh.frame_count()];
        Self { mesh, parts, keys, positions: Vec::with_capacity(mesh.vertex_count()) }
    }

    /// Writes the keyframes of a run and the frames between them.
    fn write_run(&mut self, run: Run, between: usize) {
        // Returns the keyframe with this index in the run. The indices begin one before the first keyframe.
        let key = |number: usize| {
            let number =
                if run.closed { Some((number + run.len - 1) % run.len) } else { number.checked_sub(1) };
            number.filter(|&number| number < run.len).map(|number| run.first + number)
        };
        for number in 1..=run.len {
            self.write_key(run.first + number - 1);
            if run.len > 1 && (run.closed || number < run.len) {
                let keys = [number - 1, number, number + 1, number + 2].map(key);
                for i in 1..=between {
                    self.write_between(keys, i as f64 / (between + 1) as f64);
                }
            }
        }
    }

    fn write_key(&mut self, frame: usize) {
        self.keys[frame] = self.keys[frame].min(self.parts.frames.len());
        self.parts.frames.push(self.mesh.frames()[frame].transform);
        self.parts.packed.extend_from_slice(self.mesh.frame_bytes(frame));
        for (tag, from) in self.parts.tags.iter_mut().zip(self.mesh.tags()) {
            tag.frames.push(from.frames[frame]);
        }
    }

    /// Writes a frame between the second and the third of four keyframes, at the fraction `along` (0 to 1). The outer keyframes may be
    /// missing.
    fn write_between(&mut self, keys: [Option<usize>; 4], along: f64) {
        let mesh = self.mesh;
        let [_, Some(start), Some(end), _] = keys else { return };
        self.positions.clear();
        self.positions.extend((0..mesh.vertex_count()).map(|vertex| {
            let at = |key: Option<usize>| key.map(|frame| mesh.position(frame, vertex).map(f64::from));
            curve(keys.map(at), along)
        }));
        let transform = covering(&self.positions);
        self.parts.frames.push(transform);
        for (vertex, position) in self.positions.iter().enumerate() {
            let mut bytes = Vertex16::default();
            for (axis, bytes) in bytes[..6].chunks_exact_mut(2).enumerate() {
                let (scale, translate) =
                    (f64::from(transform.scale[axis]), f64::from(transform.translate[axis]));
                // If the scale is zero, the result is NaN, which the cast converts to 0.
                #[allow(clippy::cast_possible_truncation, reason = "the cast saturates")]
                let coordinate = ((position[axis] - translate) / scale).round() as i16;
                bytes.copy_from_slice(&coordinate.to_le_bytes());
            }
            let [a, b] = [start, end].map(|frame| mesh.packing().direction(mesh.vertex_bytes(frame, vertex)));
            #[allow(clippy::cast_possible_truncation, reason = "rounded to single precision on purpose")]
            let direction =
                [0, 1, 2].map(|i| (f64::from(a[i]) * (1.0 - along) + f64::from(b[i]) * along) as f32);
            mesh.packing().set_direction(&mut bytes, direction);
            self.parts.packed.extend_from_slice(&bytes);
        }
        for (tag, from) in self.parts.tags.iter_mut().zip(mesh.tags()) {
            let at = |key: Option<usize>| key.map(|frame| from.frames[frame].origin.map(f64::from));
            tag.frames.push(TagFrame {
                #[allow(clippy::cast_possible_truncation, reason = "rounded to single precision on purpose")]
                origin: curve(keys.map(at), along).map(|c| c as f32),
                axes: blend_axes(&from.frames[start].axes, &from.frames[end].axes, along),
            });
        }
    }
}

/// Returns the point between the inner two of four points on a curve, at the fraction `along` (0 to 1). The outer points may be missing.
fn curve([before, start, end, after]: [Option<[f64; 3]>; 4], along: f64) -> [f64; 3] {
    let (Some(start), Some(end)) = (start, end) else { return [0.0; 3] };
    let way = sub(end, start);
    // At the ends of a sequence, uses the end speed of the same curve through three keyframes.
    let [leaving, arriving] = [before.map(|p| sub(start, p)), after.map(|p| sub(p, end))];
    let speed = |outer: Option<[f64; 3]>, inner: Option<[f64; 3]>| match (outer, inner) {
        (Some(outer), _) => limit([0, 1, 2].map(|i| (outer[i] + way[i]) / 2.0), outer, way),
        (None, Some(inner)) => limit([0, 1, 2].map(|i| 1.5 * way[i] - 0.5 * inner[i]), way, way),
        (None, None) => way,
    };
    let (first, last) = (speed(leaving, arriving), speed(arriving, leaving));
    let (t, u) = (along, 1.0 - along);
    [0, 1, 2]
        .map(|i| start[i] + t * t * (3.0 - 2.0 * t) * way[i] + t * u * u * first[i] - t * t * u * last[i])
}

/// Limits a speed to three times the length of the shorter of the vectors `a` and `b`. Cubic curves with a higher speed overshoot (F. N.
/// Fritsch and R. E. Carlson, "Monotone Piecewise Cubic Interpolation", SIAM Journal on Numerical Analysis 17, 1980).
fn limit(speed: [f64; 3], a: [f64; 3], b: [f64; 3]) -> [f64; 3] {
    let most = 3.0 * length(a).min(length(b));
    let found = length(speed);
    if found > most { speed.map(|c| c * (most / found)) } else { speed }
}

fn sub(a: [f64; 3], b: [f64; 3]) -> [f64; 3] {
    [0, 1, 2].map(|i| a[i] - b[i])
}

fn length([x, y, z]: [f64; 3]) -> f64 {
    x.hypot(y).hypot(z)
}

/// Returns the 16-bit transform with the smallest quantization step that can represent all positions.
fn covering(positions: &[[f64; 3]]) -> FrameTransform {
    let mut transform = FrameTransform { scale: [0.0; 3], translate: [0.0; 3] };
    for axis in 0..3 {
        let all = || positions.iter().map(|position| position[axis]);
        let (least, greatest) =
            (all().fold(f64::INFINITY, f64::min), all().fold(f64::NEG_INFINITY, f64::max));
        if least <= greatest {
            // The range is slightly larger than needed, so that rounding moves no position out of it.
            #[allow(clippy::cast_possible_truncation, reason = "rounded to single precision on purpose")]
            let [scale, middle] =
                [(greatest - least) / 65_530.0, (least + greatest) / 2.0].map(|value| value as f32);
            (transform.scale[axis], transform.translate[axis]) = (scale, middle);
        }
    }
    transform
}

/// Blends two sets of axes and their lengths. Neighboring keyframes are similar enough for linear blending.
fn blend_axes(a: &[[f32; 3]; 3], b: &[[f32; 3]; 3], along: f64) -> [[f32; 3]; 3] {
    [0, 1, 2].map(|row| {
        let [a, b] = [a[row], b[row]].map(|axis| axis.map(f64::from));
        let mix = [0, 1, 2].map(|i| a[i] * (1.0 - along) + b[i] * along);
        let (wanted, found) = (length(a) * (1.0 - along) + length(b) * along, length(mix));
        let factor = if found > 0.0 { wanted / found } else { 0.0 };
        #[allow(clippy::cast_possible_truncation, reason = "rounded to single precision on purpose")]
        let row = if factor > 0.0 && factor < 10.0 {
            mix.map(|c| (c * factor) as f32)
        } else {
            a.map(|c| c as f32)
        };
        row
    })
}
