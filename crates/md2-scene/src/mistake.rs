//! Classic mistakes of programs that draw keyframe models. The scene can make each of them on purpose, for learners.

use std::time::Duration;

use md2_anim::game::TICK;
use md2_anim::{LoopMode, Pose, Sequence, TagPose};
use md2_common::NORMALS;
use md2_mesh::{Mesh, MeshParts, Packing};

/// A classic mistake of programs that draw keyframe models.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Mistake {
    /// The texture coordinate t counts from the bottom of the skin.
    FlippedT,
    /// The Y axis of the model points up.
    UnturnedZ,
    /// Positions lack the translation of their frame.
    NoTranslate,
    /// The front of each triangle is treated as its back, and the back is not drawn.
    WrongWinding,
    /// All frames have the normals of the first frame.
    FirstNormals,
    /// Blended normals are shorter than 1.
    RawNormals,
    /// The last frame of a loop blends into the next frame of the file.
    UnwrappedLoop,
    /// The last frame of a loop blends into bytes after the last frame of the file.
    FramePastEnd,
    /// Each picture shows the next keyframe, however much time has passed.
    PictureSpeed,
}

impl Mistake {
    /// All mistakes.
    pub const ALL: [Self; 9] = [
        Self::FlippedT,
        Self::UnturnedZ,
        Self::NoTranslate,
        Self::WrongWinding,
        Self::FirstNormals,
        Self::RawNormals,
        Self::UnwrappedLoop,
        Self::FramePastEnd,
        Self::PictureSpeed,
    ];

    /// The name in options, the name in labels, and cause and cure as sentences for the user.
    const fn texts(self) -> [&'static str; 4] {
        match self {
            Self::FlippedT => [
                "flipped-t",
                "Skin upside down",
                "The program counts t from the bottom of the skin, but the file counts it from the top.",
                "Load the image from top to bottom, or use 1\u{a0}−\u{a0}t, but not both.",
            ],
            Self::UnturnedZ => [
                "unturned-z",
                "Model on its side",
                "The program treats Y as up, but in Quake's models Z points up.",
                "Turn the model by 90 degrees around X, or use a camera whose up direction is Z.",
            ],
            Self::NoTranslate => [
                "no-translate",
                "Translation forgotten",
                "The program scales the packed coordinates, but does not add the translation of the frame.",
                "Compute scale × packed + translate for each axis, with the values of each keyframe.",
            ],
            Self::WrongWinding => [
                "wrong-winding",
                "Wrong winding",
                "Triangles of Quake's models are clockwise as seen from outside. The program expects the opposite, and so hides the \
                 outside.",
                "Declare clockwise triangles as front faces, or swap two corners of each triangle.",
            ],
            Self::FirstNormals => [
                "first-normals",
                "Normals not blended",
                "The program blends positions, but keeps the normals of the first frame, so the light does not follow the motion.",
                "Blend the normals of the same two keyframes as the positions, and normalize the result.",
            ],
            Self::RawNormals => [
                "raw-normals",
                "Normals not normalized",
                "The blend of two different unit normals is shorter than 1, so the model is too dark between two keyframes.",
                "Normalize each normal after blending it, in the shader, too.",
            ],
            Self::UnwrappedLoop => [
                "unwrapped-loop",
                "Last frame not wrapped",
                "The second keyframe is always the next frame of the file. After the last frame of a loop, this is the first frame \
                 of another sequence.",
                "After the last frame of a loop, use its first frame as the second keyframe.",
            ],
            Self::FramePastEnd => [
                "frame-past-end",
                "Frame past the end",
                "The frame number runs past the last frame of the file, so the program reads other data as vertices.",
                "Check frame numbers against the number of frames: the last one is count − 1.",
            ],
            Self::PictureSpeed => [
                "picture-speed",
                "Speed by pictures",
                "The program shows the next keyframe in each picture, so the speed depends on the screen.",
                "Measure the time since the last picture, and multiply it by the rate of the sequence.",
            ],
        }
    }

    pub fn name(self) -> &'static str {
        self.texts()[0]
    }

    pub fn label(self) -> &'static str {
        self.texts()[1]
    }

    pub fn cause(self) -> &'static str {
        self.texts()[2]
    }

    pub fn cure(self) -> &'static str {
        self.texts()[3]
    }

    /// Returns the moment of a still picture that shows the mistake best: the index of one of the sequences, and the position in it, in
    /// keyframes. `None` if every moment shows the mistake as well as any other.
    pub fn best_moment<'s>(
        self,
        mesh: &Mesh,
        sequences: impl IntoIterator<Item = (usize, &'s Sequence)>,
    ) -> Option<(usize, f32)> {
        let mut best: Option<(f32, usize, f32)> = None;
        for (index, sequence) in sequences {
            let frames = sequence.first..=sequence.last;
            let key_count = (sequence.last - sequence.first + 1) as f32;
            let loops = sequence.mode == LoopMode::Loop;
            for (key, frame) in frames.enumerate() {
                let is_last = frame == sequence.last;
                let (size, position) = match self {
                    Self::UnwrappedLoop if is_last && loops => {
                        (distance(mesh, sequence.first, frame + 1), key_count - 0.3)
                    }
                    Self::FramePastEnd if is_last && loops => (1.0, key_count - 0.4),
                    Self::FirstNormals => {
                        (light_error(mesh, [frame, frame], |[first, ..]| first), key as f32)
                    }
                    Self::RawNormals if !is_last => {
                        (light_error(mesh, [frame, frame + 1], |[_, raw]| raw), key as f32 + 0.5)
                    }
                    _ => continue,
                };
                if best.is_none_or(|(most, ..)| size > most) {
                    best = Some((size, index, position));
                }
            }
        }
        best.map(|(_, index, position)| (index, position))
    }

    /// Whether a still picture needs a light from one side to show the mistake.
    pub fn needs_lamp(self) -> bool {
        matches!(self, Self::FirstNormals | Self::RawNormals)
    }

    pub(crate) fn hides_back_faces(self) -> bool {
        self == Self::WrongWinding
    }

    /// The mesh that a program with this mistake draws; `None` if it draws the mesh as it is.
    pub(crate) fn mesh(self, mesh: &Mesh) -> Option<Mesh> {
        let mut parts = mesh.to_parts();
        match self {
            Self::FlippedT => parts.uvs.iter_mut().for_each(|[_, t]| *t = 1.0 - *t),
            Self::NoTranslate => parts.frames.iter_mut().for_each(|frame| frame.translate = [0.0; 3]),
            Self::WrongWinding => parts.indices.chunks_exact_mut(3).for_each(|corners| corners.swap(1, 2)),
            Self::FirstNormals => copy_first_normals(&mut parts),
            Self::FramePastEnd => add_frame_past_end(&mut parts),
            Self::UnturnedZ | Self::RawNormals | Self::UnwrappedLoop | Self::PictureSpeed => return None,
        }
        Mesh::from_parts(parts).ok()
    }

    /// The pose that a program with this mistake shows instead of `pose`. `frame_count` is the number of frames of the file.
    pub(crate) fn pose(self, pose: Pose, sequence: &Sequence, frame_count: usize) -> Pose {
        let wraps =
            sequence.mode == LoopMode::Loop && pose.frame_a == sequence.last && pose.frame_b < pose.frame_a;
        match self {
            Self::UnwrappedLoop if wraps => Pose { frame_b: pose.frame_a + 1, ..pose },
            Self::FramePastEnd if wraps => {
                Pose { frame_b: u32::try_from(frame_count).unwrap_or(pose.frame_b), ..pose }
            }
            _ => pose,
        }
    }

    /// The direction of the world's axes for a program with this mistake.
    pub(crate) fn world(self) -> TagPose {
        match self {
            Self::UnturnedZ => {
                TagPose { axes: [[1.0, 0.0, 0.0], [0.0, 0.0, 1.0], [0.0, -1.0, 0.0]], ..TagPose::IDENTITY }
            }
            _ => TagPose::IDENTITY,
        }
    }

    /// The time by which a program with this mistake advances the animation for a picture, `passed` after the previous one.
    pub(crate) fn step(self, passed: Duration) -> Duration {
        if self == Self::PictureSpeed && !passed.is_zero() { TICK } else { passed }
    }
}

/// Returns the sum of the distances of all vertices between two frames; 0 if a frame is missing.
fn distance(mesh: &Mesh, a: u32, b: u32) -> f32 {
    let [a, b] = [a, b].map(|frame| frame as usize);
    if a.max(b) >= mesh.frame_count() {
        return 0.0;
    }
    let moved = |vertex| {
        let [from, to] = [a, b].map(|frame| mesh.position(frame, vertex));
        (0..3).map(|axis| (to[axis] - from[axis]).powi(2)).sum::<f32>().sqrt()
    };
    (0..mesh.vertex_count()).map(moved).sum()
}

/// Returns the sum over all vertices of the error of the light from above, halfway between two frames; 0 if a frame is missing. `wrong`
/// selects the wrong normal from the one of the first frame of the file and the one that is not normalized.
fn light_error(mesh: &Mesh, frames: [u32; 2], wrong: impl Fn([[f32; 3]; 2]) -> [f32; 3]) -> f32 {
    let [a, b] = frames.map(|frame| frame as usize);
    if a.max(b) >= mesh.frame_count() {
        return 0.0;
    }
    let error = |vertex| {
        let normal = |frame| mesh.packing().direction(mesh.vertex_bytes(frame, vertex));
        let (from, to) = (normal(a), normal(b));
        let raw = [0, 1, 2].map(|axis| (from[axis] + to[axis]) / 2.0);
        let length = raw.iter().map(|part| part * part).sum::<f32>().sqrt().max(1e-6);
        let light = |[_, _, z]: [f32; 3]| z.max(0.0);
        (light(raw) / length - light(wrong([normal(0), raw]))).abs()
    };
    (0..mesh.vertex_count()).map(error).sum()
}

fn copy_first_normals(parts: &mut MeshParts) {
    let size = parts.packing.vertex_bytes();
    let normal = parts.packing.normal_bytes();
    let stride = parts.uvs.len() * size;
    let (first, rest) = parts.packed.split_at_mut(stride);
    let vertices = rest.chunks_exact_mut(size).zip(first.chunks_exact(size).cycle());
    vertices.for_each(|(vertex, first)| vertex[normal.clone()].copy_from_slice(&first[normal.clone()]));
}

/// Adds a frame with the bytes that follow the frames in an MD2: the texture coordinates and the vertex indices of the OpenGL commands.
fn add_frame_past_end(parts: &mut MeshParts) {
    let corners = parts.indices.iter().flat_map(|&index| {
        let [s, t] = parts.uvs.get(index as usize).copied().unwrap_or_default();
        [s.to_le_bytes(), t.to_le_bytes(), index.to_le_bytes()]
    });
    let corners: Vec<u8> = corners.flatten().collect();
    let stride = parts.uvs.len() * parts.packing.vertex_bytes();
    let start = parts.packed.len();
    parts.packed.extend(corners.iter().cycle().take(stride));
    parts.packed.resize(start + stride, 0);
    if parts.packing == Packing::Position8Normal8 {
        let normals = parts.packed[start..].iter_mut().skip(3).step_by(4);
        normals.filter(|normal| usize::from(**normal) >= NORMALS.len()).for_each(|normal| *normal = 0);
    }
    parts.frames.extend(parts.frames.last().copied());
    for tag in &mut parts.tags {
        tag.frames.extend(tag.frames.last().copied());
    }
}
