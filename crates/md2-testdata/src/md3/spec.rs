//! The description of an MD3 model, and its conversion to bytes.

use crate::fields::{int, padded, push_floats};
use crate::tagged::TaggedBytes;

/// Returns the axes without a rotation: forward, left and up are X, Y and Z.
pub const fn upright_axes() -> [[f32; 3]; 3] {
    [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]]
}

/// The content of a model. The content is not checked, so that tests can build invalid files.
#[derive(Clone, Debug, Default)]
pub struct Md3Spec {
    /// Name of at most 64 bytes, padded with NULs.
    pub name: Vec<u8>,
    pub flags: i32,
    pub frames: Vec<Md3FrameSpec>,
    /// The tags of each frame; all frames need the same number of tags.
    pub tags: Vec<Vec<TagSpec>>,
    pub surfaces: Vec<SurfaceSpec>,
}

#[derive(Clone, Debug, Default)]
pub struct Md3FrameSpec {
    /// Least coordinates, in Quake units.
    pub min: [f32; 3],
    /// Greatest coordinates, in Quake units.
    pub max: [f32; 3],
    /// Center of the bounding sphere, usually 0.
    pub origin: [f32; 3],
    pub radius: f32,
    /// Name of at most 16 bytes, padded with NULs.
    pub name: Vec<u8>,
}

/// An MD3 tag in one frame: a place at which other models are attached.
#[derive(Clone, Debug, Default)]
pub struct TagSpec {
    /// Name of at most 64 bytes, padded with NULs.
    pub name: Vec<u8>,
    /// Position in Quake units.
    pub origin: [f32; 3],
    pub axes: [[f32; 3]; 3],
}

#[derive(Clone, Debug, Default)]
pub struct SurfaceSpec {
    /// Name of at most 64 bytes, padded with NULs.
    pub name: Vec<u8>,
    pub flags: i32,
    /// Shader names of at most 64 bytes, padded with NUL.
    pub shaders: Vec<Vec<u8>>,
    /// Vertex indices, clockwise seen from outside.
    pub triangles: Vec<[i32; 3]>,
    /// Texture coordinates, one for each vertex. Their number is written to the field `num_verts`.
    pub st: Vec<[f32; 2]>,
    /// The vertices of each frame. The number of frames is written to the surface's field `num_frames`.
    pub vertices: Vec<Vec<VertexSpec>>,
}

#[derive(Clone, Copy, Debug, Default)]
pub struct VertexSpec {
    /// Coordinates in 64ths of a Quake unit.
    pub xyz: [i16; 3],
    /// Angle of the normal from +Z, in 256ths of a circle.
    pub zenith: u8,
    /// Angle of the normal around Z, from +X, in 256ths of a circle.
    pub azimuth: u8,
}

impl Md3Spec {
    /// Returns the file: header, frames, tags and surfaces, in this order and without gaps. Each surface has its
    /// triangles, shaders, texture coordinates and vertices in this order.
    ///
    /// Tags of the fields: the names of the header's fields in `qfiles.h`; `"frame[f].min[a]"`,
    /// `"frame[f].max[a]"`, `"frame[f].origin[a]"`, `"frame[f].radius"`, `"frame[f].name"`; `"tag[f][i].name"`,
    /// `"tag[f][i].origin[a]"`, `"tag[f][i].axis[r][a]"`; `"surface[s].ident"` and the other
    /// fields of the surface's header; `"surface[s].tri[t][c]"`, `"surface[s].shader[k].name"`, `"surface[s].shader[k].index"`,
    /// `"surface[s].st[v][a]"`, `"surface[s].vertex[f][v].xyz[a]"`, `"surface[s].vertex[f][v].zenith"`,
    /// `"surface[s].vertex[f][v].azimuth"`.
    pub fn build(&self) -> TaggedBytes {
        let mut file = TaggedBytes::new();
        self.push_header(&mut file);
        for (f, frame) in self.frames.iter().enumerate() {
            push_frame(&mut file, f, frame);
        }
        for (f, tags) in self.tags.iter().enumerate() {
            for (i, tag) in tags.iter().enumerate() {
                push_tag(&mut file, &format!("tag[{f}][{i}]"), tag);
            }
        }
        for (s, surface) in self.surfaces.iter().enumerate() {
            surface.push(&mut file, &format!("surface[{s}]"));
        }
        file
    }

    fn push_header(&self, file: &mut TaggedBytes) {
        let tags_per_frame = self.tags.first().map_or(0, Vec::len);
        let tags: usize = self.tags.iter().map(Vec::len).sum();
        let ofs_frames = 108;
        let ofs_tags = ofs_frames + 56 * self.frames.len();
        let ofs_surfaces = ofs_tags + 112 * tags;
        let ofs_end = ofs_surfaces + self.surfaces.iter().map(SurfaceSpec::bytes).sum::<usize>();
        file.push("ident", b"IDP3").push_i32("version", 15).push("name", &padded::<64>(&self.name));
        let fields = [
            ("flags", self.flags),
            ("num_frames", int(self.frames.len())),
            ("num_tags", int(tags_per_frame)),
            ("num_surfaces", int(self.surfaces.len())),
            ("num_skins", 0),
            ("ofs_frames", int(ofs_frames)),
            ("ofs_tags", int(ofs_tags)),
            ("ofs_surfaces", int(ofs_surfaces)),
            ("ofs_end", int(ofs_end)),
        ];
        for (tag, value) in fields {
            file.push_i32(tag, value);
        }
    }
}

impl SurfaceSpec {
    fn bytes(&self) -> usize {
        let vertices: usize = self.vertices.iter().map(Vec::len).sum();
        108 + 12 * self.triangles.len() + 68 * self.shaders.len() + 8 * self.st.len() + 8 * vertices
    }

    fn push(&self, file: &mut TaggedBytes, prefix: &str) {
        let ofs_triangles = 108;
        let ofs_shaders = ofs_triangles + 12 * self.triangles.len();
        let ofs_st = ofs_shaders + 68 * self.shaders.len();
        let ofs_xyznormal = ofs_st + 8 * self.st.len();
        let fields = [
            ("flags", self.flags),
            ("num_frames", int(self.vertices.len())),
            ("num_shaders", int(self.shaders.len())),
            ("num_verts", int(self.st.len())),
            ("num_triangles", int(self.triangles.len())),
            ("ofs_triangles", int(ofs_triangles)),
            ("ofs_shaders", int(ofs_shaders)),
            ("ofs_st", int(ofs_st)),
            ("ofs_xyznormal", int(ofs_xyznormal)),
            ("ofs_end", int(self.bytes())),
        ];
        file.push(format!("{prefix}.ident"), b"IDP3");
        file.push(format!("{prefix}.name"), &padded::<64>(&self.name));
        for (field, value) in fields {
            file.push_i32(format!("{prefix}.{field}"), value);
        }
        for (t, triangle) in self.triangles.iter().enumerate() {
            for (c, index) in triangle.iter().enumerate() {
                file.push_i32(format!("{prefix}.tri[{t}][{c}]"), *index);
            }
        }
        for (k, shader) in self.shaders.iter().enumerate() {
            file.push(format!("{prefix}.shader[{k}].name"), &padded::<64>(shader));
            file.push_i32(format!("{prefix}.shader[{k}].index"), 0);
        }
        for (v, st) in self.st.iter().enumerate() {
            push_floats(file, &format!("{prefix}.st[{v}]"), st);
        }
        for (f, vertices) in self.vertices.iter().enumerate() {
            for (v, vertex) in vertices.iter().enumerate() {
                push_vertex(file, &format!("{prefix}.vertex[{f}][{v}]"), vertex);
            }
        }
    }
}

fn push_frame(file: &mut TaggedBytes, f: usize, frame: &Md3FrameSpec) {
    push_floats(file, &format!("frame[{f}].min"), &frame.min);
    push_floats(file, &format!("frame[{f}].max"), &frame.max);
    push_floats(file, &format!("frame[{f}].origin"), &frame.origin);
    file.push_f32(format!("frame[{f}].radius"), frame.radius);
    file.push(format!("frame[{f}].name"), &padded::<16>(&frame.name));
}

fn push_tag(file: &mut TaggedBytes, prefix: &str, tag: &TagSpec) {
    file.push(format!("{prefix}.name"), &padded::<64>(&tag.name));
    push_floats(file, &format!("{prefix}.origin"), &tag.origin);
    for (r, axis) in tag.axes.iter().enumerate() {
        push_floats(file, &format!("{prefix}.axis[{r}]"), axis);
    }
}

fn push_vertex(file: &mut TaggedBytes, prefix: &str, vertex: &VertexSpec) {
    for (a, value) in vertex.xyz.into_iter().enumerate() {
        file.push_i16(format!("{prefix}.xyz[{a}]"), value);
    }
    file.push(format!("{prefix}.zenith"), &[vertex.zenith]);
    file.push(format!("{prefix}.azimuth"), &[vertex.azimuth]);
}
