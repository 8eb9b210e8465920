//! The description of an MDL model, and its conversion to bytes.

use crate::fields::{int, padded, push_floats, push_vertices};
use crate::tagged::TaggedBytes;

/// The content of a model. The content is not checked, so that tests can build invalid files.
#[derive(Clone, Debug, Default)]
pub struct MdlSpec {
    /// Size of a quantization step in Quake units, per axis.
    pub scale: [f32; 3],
    /// Offset in Quake units that is added after scaling, per axis.
    pub scale_origin: [f32; 3],
    /// Radius of a sphere around the origin that contains all vertices.
    pub bounding_radius: f32,
    /// Position of the eyes, which no engine reads.
    pub eye_position: [f32; 3],
    /// Skin width and height in texels.
    pub skin_size: [i32; 2],
    /// The skins.
    pub skins: Vec<SkinSpec>,
    /// Skin coordinates, one for each vertex. Their number is written to the field `numverts`.
    pub st: Vec<StSpec>,
    pub triangles: Vec<MdlTriangleSpec>,
    pub frames: Vec<MdlFrameSpec>,
    /// Synchronization: 0 if all entities play groups at the same time, 1 if each entity has an offset.
    pub sync_type: i32,
    /// Effect flags, such as a rocket's smoke trail.
    pub flags: i32,
    pub size: f32,
    pub trailing: Vec<u8>,
}

/// A skin: palette indices, rows from the top.
#[derive(Clone, Debug)]
pub enum SkinSpec {
    Single(Vec<u8>),
    /// A group of images, each with its end time in seconds.
    Group(Vec<(f32, Vec<u8>)>),
}

#[derive(Clone, Copy, Debug, Default)]
pub struct StSpec {
    /// 0, or 32 if the vertex is on the seam between the skin's halves. Other values occur only in damaged files.
    pub onseam: i32,
    /// Texels from the left edge.
    pub s: i32,
    /// Texels from the top edge.
    pub t: i32,
}

/// The vertices of a triangle and its half of the skin.
#[derive(Clone, Copy, Debug, Default)]
pub struct MdlTriangleSpec {
    /// 1 if the triangle uses the left half of the skin, 0 if it uses the right half.
    pub front: i32,
    /// Indices of vertices, clockwise seen from outside.
    pub vertices: [i32; 3],
}

#[derive(Clone, Debug)]
pub enum MdlFrameSpec {
    Single(PoseSpec),
    Group {
        /// Least quantized coordinates of all poses, and an unused fourth byte.
        min: [u8; 4],
        /// Greatest quantized coordinates of all poses, and an unused fourth byte.
        max: [u8; 4],
        /// The poses, each with its end time in seconds.
        poses: Vec<(f32, PoseSpec)>,
    },
}

#[derive(Clone, Debug, Default)]
pub struct PoseSpec {
    /// Least quantized coordinates, and an unused fourth byte.
    pub min: [u8; 4],
    /// Greatest quantized coordinates, and an unused fourth byte.
    pub max: [u8; 4],
    /// Name of at most 16 bytes, padded with NULs.
    pub name: Vec<u8>,
    /// The vertices, each with quantized x, y, z and a normal index.
    pub vertices: Vec<[u8; 4]>,
}

impl PoseSpec {
    pub fn new(name: impl AsRef<[u8]>, vertices: &[[u8; 4]]) -> Self {
        let most = |pick: fn(u8, u8) -> u8| {
            let corner = vertices.iter().copied().reduce(|a, b| std::array::from_fn(|i| pick(a[i], b[i])));
            corner.map_or([0; 4], |[x, y, z, _]| [x, y, z, 0])
        };
        Self {
            min: most(u8::min),
            max: most(u8::max),
            name: name.as_ref().to_vec(),
            vertices: vertices.to_vec(),
        }
    }
}

impl MdlFrameSpec {
    pub fn group(poses: Vec<(f32, PoseSpec)>) -> Self {
        let all: Vec<_> = poses.iter().flat_map(|(_, pose)| pose.vertices.iter().copied()).collect();
        let PoseSpec { min, max, .. } = PoseSpec::new("", &all);
        Self::Group { min, max, poses }
    }
}

impl MdlSpec {
    /// Returns the file: header, skins, skin coordinates, triangles and frames, in this order and without gaps.
    ///
    /// Tags of the fields: the names of the header's fields in `modelgen.h` (three fields for a vector, such as
    /// `"scale[0]"`); `"skin[i].type"`, `"skin[i].pixels"`, of a group `"skin[i].count"`, `"skin[i].interval[p]"` and
    /// `"skin[i].pixels[p]"`; `"st[i].onseam"`, `"st[i].s"`, `"st[i].t"`; `"tri[i].front"`, `"tri[i].vertex[c]"`;
    /// `"frame[i].type"`, of a group `"frame[i].count"`, `"frame[i].min"`, `"frame[i].max"`, `"frame[i].interval[p]"`;
    /// of every frame, with pose 0 if the frame is not a group, `"frame[i].pose[p].min"`, `"frame[i].pose[p].max"`,
    /// `"frame[i].pose[p].name"`, `"frame[i].pose[p].vertex[v].xyz"`, `"frame[i].pose[p].vertex[v].normal"`; and
    /// `"trailing"`.
    pub fn build(&self) -> TaggedBytes {
        let mut file = TaggedBytes::new();
        self.push_header(&mut file);
        for (i, skin) in self.skins.iter().enumerate() {
            push_skin(&mut file, i, skin);
        }
        for (i, st) in self.st.iter().enumerate() {
            file.push_i32(format!("st[{i}].onseam"), st.onseam);
            file.push_i32(format!("st[{i}].s"), st.s).push_i32(format!("st[{i}].t"), st.t);
        }
        for (i, triangle) in self.triangles.iter().enumerate() {
            file.push_i32(format!("tri[{i}].front"), triangle.front);
            for (c, index) in triangle.vertices.into_iter().enumerate() {
                file.push_i32(format!("tri[{i}].vertex[{c}]"), index);
            }
        }
        for (i, frame) in self.frames.iter().enumerate() {
            push_frame(&mut file, i, frame);
        }
        if !self.trailing.is_empty() {
            file.push("trailing", &self.trailing);
        }
        file
    }

    fn push_header(&self, file: &mut TaggedBytes) {
        file.push("ident", b"IDPO").push_i32("version", 6);
        push_floats(file, "scale", &self.scale);
        push_floats(file, "scale_origin", &self.scale_origin);
        file.push_f32("boundingradius", self.bounding_radius);
        push_floats(file, "eyeposition", &self.eye_position);
        let integers = [
            ("numskins", int(self.skins.len())),
            ("skinwidth", self.skin_size[0]),
            ("skinheight", self.skin_size[1]),
            ("numverts", int(self.st.len())),
            ("numtris", int(self.triangles.len())),
            ("numframes", int(self.frames.len())),
            ("synctype", self.sync_type),
            ("flags", self.flags),
        ];
        for (tag, value) in integers {
            file.push_i32(tag, value);
        }
        file.push_f32("size", self.size);
    }
}

fn push_skin(file: &mut TaggedBytes, i: usize, skin: &SkinSpec) {
    match skin {
        SkinSpec::Single(pixels) => {
            file.push_i32(format!("skin[{i}].type"), 0).push(format!("skin[{i}].pixels"), pixels);
        }
        SkinSpec::Group(images) => {
            file.push_i32(format!("skin[{i}].type"), 1);
            file.push_i32(format!("skin[{i}].count"), int(images.len()));
            for (p, (end, _)) in images.iter().enumerate() {
                file.push_f32(format!("skin[{i}].interval[{p}]"), *end);
            }
            for (p, (_, pixels)) in images.iter().enumerate() {
                file.push(format!("skin[{i}].pixels[{p}]"), pixels);
            }
        }
    }
}

fn push_frame(file: &mut TaggedBytes, i: usize, frame: &MdlFrameSpec) {
    match frame {
        MdlFrameSpec::Single(pose) => {
            file.push_i32(format!("frame[{i}].type"), 0);
            push_pose(file, &format!("frame[{i}].pose[0]"), pose);
        }
        MdlFrameSpec::Group { min, max, poses } => {
            file.push_i32(format!("frame[{i}].type"), 1);
            file.push_i32(format!("frame[{i}].count"), int(poses.len()));
            file.push(format!("frame[{i}].min"), min).push(format!("frame[{i}].max"), max);
            for (p, (end, _)) in poses.iter().enumerate() {
                file.push_f32(format!("frame[{i}].interval[{p}]"), *end);
            }
            for (p, (_, pose)) in poses.iter().enumerate() {
                push_pose(file, &format!("frame[{i}].pose[{p}]"), pose);
            }
        }
    }
}

fn push_pose(file: &mut TaggedBytes, tag: &str, pose: &PoseSpec) {
    file.push(format!("{tag}.min"), &pose.min).push(format!("{tag}.max"), &pose.max);
    file.push(format!("{tag}.name"), &padded::<16>(&pose.name));
    push_vertices(file, tag, &pose.vertices);
}
