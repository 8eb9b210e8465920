//! The description of an MD2 model, and its conversion to bytes.

use crate::fields::{int, padded, push_floats, push_vertices};
use crate::tagged::TaggedBytes;

/// The content of a model. The content is not checked, so that tests can build invalid files.
#[derive(Clone, Debug, Default)]
pub struct Md2Spec {
    /// Skin width and height in texels.
    pub skin_size: [i32; 2],
    /// Skin paths of at most 64 bytes, padded with NUL.
    pub skins: Vec<Vec<u8>>,
    /// Skin coordinates s, t in texels.
    pub st: Vec<[i16; 2]>,
    pub triangles: Vec<TriangleSpec>,
    pub vertices: usize,
    pub frames: Vec<FrameSpec>,
    pub gl_words: Vec<GlWord>,
}

#[derive(Clone, Copy, Debug, Default)]
pub struct TriangleSpec {
    /// Indices of positions, clockwise seen from outside.
    pub xyz: [u16; 3],
    pub st: [u16; 3],
}

#[derive(Clone, Debug, Default)]
pub struct FrameSpec {
    /// Name of at most 16 bytes, padded with NULs.
    pub name: Vec<u8>,
    /// Size of a quantization step in Quake units, per axis.
    pub scale: [f32; 3],
    /// Offset in Quake units that is added after scaling, per axis.
    pub translate: [f32; 3],
    /// The vertices, each with quantized x, y, z and a normal index.
    pub vertices: Vec<[u8; 4]>,
}

#[derive(Clone, Copy, Debug)]
pub enum GlWord {
    I(i32),
    F(f32),
}

impl Md2Spec {
    /// Returns the file: header, skins, skin coordinates, triangles, frames and OpenGL commands, in this order and
    /// without gaps.
    ///
    /// Tags of the fields: the names of the header's fields in `qfiles.h`, `"skin[i]"`, `"st[i].s"`, `"st[i].t"`, `"tri[i].xyz[c]"`,
    /// `"tri[i].st[c]"`, `"frame[i].scale[a]"`, `"frame[i].translate[a]"`, `"frame[i].name"`,
    /// `"frame[i].vertex[v].xyz"`, `"frame[i].vertex[v].normal"`, `"gl[w]"`.
    pub fn build(&self) -> TaggedBytes {
        let mut file = TaggedBytes::new();
        self.push_header(&mut file);
        for (i, skin) in self.skins.iter().enumerate() {
            file.push(format!("skin[{i}]"), &padded::<64>(skin));
        }
        for (i, [s, t]) in self.st.iter().enumerate() {
            file.push_i16(format!("st[{i}].s"), *s).push_i16(format!("st[{i}].t"), *t);
        }
        for (i, triangle) in self.triangles.iter().enumerate() {
            for (c, index) in triangle.xyz.into_iter().enumerate() {
                file.push_u16(format!("tri[{i}].xyz[{c}]"), index);
            }
            for (c, index) in triangle.st.into_iter().enumerate() {
                file.push_u16(format!("tri[{i}].st[{c}]"), index);
            }
        }
        for (i, frame) in self.frames.iter().enumerate() {
            push_frame(&mut file, i, frame);
        }
        for (i, word) in self.gl_words.iter().enumerate() {
            match *word {
                GlWord::I(value) => file.push_i32(format!("gl[{i}]"), value),
                GlWord::F(value) => file.push_f32(format!("gl[{i}]"), value),
            };
        }
        file
    }

    fn push_header(&self, file: &mut TaggedBytes) {
        let frame_bytes = 40 + 4 * self.vertices;
        let ofs_skins = 68;
        let ofs_st = ofs_skins + 64 * self.skins.len();
        let ofs_tris = ofs_st + 4 * self.st.len();
        let ofs_frames = ofs_tris + 12 * self.triangles.len();
        let ofs_glcmds = ofs_frames + frame_bytes * self.frames.len();
        let ofs_end = ofs_glcmds + 4 * self.gl_words.len();
        let fields = [
            ("ident", i32::from_le_bytes(*b"IDP2")),
            ("version", 8),
            ("skinwidth", self.skin_size[0]),
            ("skinheight", self.skin_size[1]),
            ("framesize", int(frame_bytes)),
            ("num_skins", int(self.skins.len())),
            ("num_xyz", int(self.vertices)),
            ("num_st", int(self.st.len())),
            ("num_tris", int(self.triangles.len())),
            ("num_glcmds", int(self.gl_words.len())),
            ("num_frames", int(self.frames.len())),
            ("ofs_skins", int(ofs_skins)),
            ("ofs_st", int(ofs_st)),
            ("ofs_tris", int(ofs_tris)),
            ("ofs_frames", int(ofs_frames)),
            ("ofs_glcmds", int(ofs_glcmds)),
            ("ofs_end", int(ofs_end)),
        ];
        for (tag, value) in fields {
            file.push_i32(tag, value);
        }
    }
}

fn push_frame(file: &mut TaggedBytes, i: usize, frame: &FrameSpec) {
    push_floats(file, &format!("frame[{i}].scale"), &frame.scale);
    push_floats(file, &format!("frame[{i}].translate"), &frame.translate);
    file.push(format!("frame[{i}].name"), &padded::<16>(&frame.name));
    push_vertices(file, &format!("frame[{i}]"), &frame.vertices);
}
