//! Further frames between the keys, on curves through them.
//!
//! Played by blending two neighboring frames, a model moves along straight lines from key to key, and its speed jumps at
//! each. Cubic curves (Catmull and Rom, 1974) go through the same keys without corners; sampled finely enough, straight
//! lines between the samples are as good, so that nothing changes for whoever draws.

use md2_mesh::{FrameTransform, Mesh, MeshParts, Packing, TagFrame, Vertex16};

use crate::error::SteadyError;
use crate::sequence::{Run, Sequence};

/// How a mesh is filled.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BetweenOptions {
    /// New frames between two keys. With 0, frames are only put in order.
    pub between: usize,
    /// The most bytes that the packed vertices of the result may take. A frame counts as 64 at least.
    pub max_packed_bytes: usize,
}

impl Default for BetweenOptions {
    fn default() -> Self {
        Self { between: 3, max_packed_bytes: 512 << 20 }
    }
}

/// A mesh with further frames.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct FilledMesh {
    /// The sequences one after the other, each with its in-betweens, then the frames that no sequence names.
    ///
    /// A loop ends with the in-betweens that lead back to its first frame.
    pub mesh: Mesh,
    /// For each sequence that was handed in, the frames it has now; `None` if it had none. They are to be played as many times as
    /// fast as there are more of them: `between + 1`.
    pub sequences: Vec<Option<Sequence>>,
    /// For each frame of the mesh that was handed in, where it is now. It is there byte by byte.
    pub keys: Vec<usize>,
}

/// Puts curved in-betweens between the keys of each sequence.
///
/// The speed at a key is that of the way from the key before to the key after. Where a vertex comes to rest, or turns
/// sharply, it is lowered so that the curve does not swing beyond the key. Normals are blended.
///
/// # Errors
/// [`SteadyError::NotSixteenBit`] for a mesh of another packing, [`SteadyError::TooLarge`] if the result would need more
/// memory than allowed, and [`SteadyError::Mesh`] if it comes to lie out of reach.
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
    let plan = Plan::new(&runs, mesh.frame_count(), options.between);
    debug_assert_eq!(plan.places.len(), frames);

    let mut writer = Writer::new(mesh, plan.places.len());
    for place in &plan.places {
        match *place {
            Place::Key(frame) => writer.key(frame),
            Place::Between { keys, along } => writer.between(keys, along),
        }
    }
    let sequences = runs.iter().zip(&plan.sequences).map(|(run, range)| {
        let (run, &(first, last)) = (run.as_ref()?, range.as_ref()?);
        Some(Sequence { frames: first..=last, loops: run.closed })
    });
    Ok(FilledMesh { sequences: sequences.collect(), mesh: Mesh::from_parts(writer.parts)?, keys: plan.keys })
}

/// What a frame takes at least, its vertices apart.
const MIN_FRAME_BYTES: usize = 64;

/// How many frames the result has.
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

/// What a frame of the result is.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Place {
    /// A frame as it was.
    Key(usize),
    /// Between the middle two of four keys.
    Between {
        /// The keys before, at the start, at the end and after; `None` where a sequence has none.
        keys: [Option<usize>; 4],
        /// The way from the second to the third, 0 to 1.
        along: f64,
    },
}

/// The frames of the result.
struct Plan {
    places: Vec<Place>,
    /// First and last place of each run.
    sequences: Vec<Option<(usize, usize)>>,
    keys: Vec<usize>,
}

impl Plan {
    fn new(runs: &[Option<Run>], frame_count: usize, between: usize) -> Self {
        let mut plan =
            Self { places: Vec::new(), sequences: Vec::new(), keys: vec![usize::MAX; frame_count] };
        for run in runs {
            let first = plan.places.len();
            if let Some(run) = run {
                plan.add(*run, between);
            }
            plan.sequences.push(run.map(|_| (first, plan.places.len() - 1)));
        }
        for frame in 0..frame_count {
            if plan.keys[frame] == usize::MAX {
                plan.add_key(frame);
            }
        }
        plan
    }

    fn add(&mut self, run: Run, between: usize) {
        // The key of the run with this number, counted from one before the first.
        let key = |number: usize| {
            let number =
                if run.closed { Some((number + run.len - 1) % run.len) } else { number.checked_sub(1) };
            number.filter(|&number| number < run.len).map(|number| run.first + number)
        };
        for number in 1..=run.len {
            self.add_key(run.first + number - 1);
            if run.len > 1 && (run.closed || number < run.len) {
                let keys = [number - 1, number, number + 1, number + 2].map(key);
                self.places.extend((1..=between).map(|i| {
                    let along = i as f64 / (between + 1) as f64;
                    Place::Between { keys, along }
                }));
            }
        }
    }

    fn add_key(&mut self, frame: usize) {
        let place = &mut self.keys[frame];
        *place = (*place).min(self.places.len());
        self.places.push(Place::Key(frame));
    }
}

/// Writes the frames of the result one after the other.
struct Writer<'a> {
    mesh: &'a Mesh,
    parts: MeshParts,
    /// The positions of the frame that is being written.
    positions: Vec<[f64; 3]>,
}

impl<'a> Writer<'a> {
    fn new(mesh: &'a Mesh, frames: usize) -> Self {
        let mut tags = mesh.tags().to_vec();
        tags.iter_mut().for_each(|tag| tag.frames.clear());
        let parts = MeshParts {
            packing: mesh.packing(),
            frames: Vec::new(),
            packed: Vec::with_capacity(frames * mesh.frame_stride_bytes()),
            uvs: mesh.uvs().to_vec(),
            indices: mesh.indices().iter().collect(),
            surfaces: mesh.surfaces().to_vec(),
            tags,
            source_vertices: mesh.source_vertices().to_vec(),
        };
        Self { mesh, parts, positions: Vec::with_capacity(mesh.vertex_count()) }
    }

    fn key(&mut self, frame: usize) {
        self.parts.frames.push(self.mesh.frames()[frame].transform);
        self.parts.packed.extend_from_slice(self.mesh.frame_bytes(frame));
        for (tag, from) in self.parts.tags.iter_mut().zip(self.mesh.tags()) {
            tag.frames.push(from.frames[frame]);
        }
    }

    fn between(&mut self, keys: [Option<usize>; 4], along: f64) {
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
                // What is not a number, from a scale of zero, becomes zero.
                #[allow(clippy::cast_possible_truncation, reason = "saturating is what is wanted")]
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
                axes: turned(&from.frames[start].axes, &from.frames[end].axes, along),
            });
        }
    }
}

/// The place `along` the curve through four points, of which the outer ones may be missing. The curve runs between the
/// inner two.
fn curve([before, start, end, after]: [Option<[f64; 3]>; 4], along: f64) -> [f64; 3] {
    let (Some(start), Some(end)) = (start, end) else { return [0.0; 3] };
    let way = sub(end, start);
    // At its ends a sequence goes on as it came: with the speed that the same curve through three keys has there.
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

/// A speed no greater than three times the shorter of two ways: more, and a cubic swings beyond its ends (F. N. Fritsch
/// and R. E. Carlson, "Monotone Piecewise Cubic Interpolation", SIAM Journal on Numerical Analysis 17, 1980).
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

/// The finest transform of 16 bits that reaches every position.
fn covering(positions: &[[f64; 3]]) -> FrameTransform {
    let mut transform = FrameTransform { scale: [0.0; 3], translate: [0.0; 3] };
    for axis in 0..3 {
        let all = || positions.iter().map(|position| position[axis]);
        let (least, greatest) =
            (all().fold(f64::INFINITY, f64::min), all().fold(f64::NEG_INFINITY, f64::max));
        if least <= greatest {
            // A little more than needed, so that the rounding of the two numbers leaves nothing outside.
            #[allow(clippy::cast_possible_truncation, reason = "rounded to single precision on purpose")]
            let [scale, middle] =
                [(greatest - least) / 65_530.0, (least + greatest) / 2.0].map(|value| value as f32);
            (transform.scale[axis], transform.translate[axis]) = (scale, middle);
        }
    }
    transform
}

/// Axes between two, each row as long as between the two. Neighboring keys are near enough for straight lines.
fn turned(a: &[[f32; 3]; 3], b: &[[f32; 3]; 3], along: f64) -> [[f32; 3]; 3] {
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
