//! Inspection of the records of a model file: vertices, triangles and frames with their bytes and offsets.

use std::ops::Range;
use std::ptr;

use md2_common::triangle::is_degenerate;
use md2_mesh::Mesh;

use crate::format::Format;
use crate::header::bytes_at;

/// The records of a model file: triangles, vertices and frames as the file stores them, without the changes that loading makes. Triangles
/// and vertices are read from the bytes of the file when the caller requests them.
///
/// Vertices and triangles are counted from 0 through all surfaces, as in [`SourceVertex::xyz`](md2_mesh::SourceVertex::xyz) and in the
/// reports of [`check`](crate::check()). The function [`anatomy`](crate::anatomy()) returns this type.
#[derive(Clone, Debug)]
pub struct Anatomy {
    pub(crate) format: Format,
    pub(crate) is_repaired: bool,
    pub(crate) skin_size: Option<[i32; 2]>,
    pub(crate) surfaces: Vec<FileSurface>,
    pub(crate) frames: Vec<FileFrame>,
    pub(crate) commands: DrawnCorners,
    pub(crate) read_triangle: ReadTriangle,
    pub(crate) file: Vec<u8>,
}

/// A function that reads the triangle at a byte offset of the file. Each format has its own function. The corners in
/// the result do not contain the texture coordinates of the OpenGL commands.
pub(crate) type ReadTriangle = fn(
    file: &[u8],
    surface: &FileSurface,
    offset: usize,
    skin_size: Option<[i32; 2]>,
) -> Option<FileTriangle>;

/// The corners of the triangles in the OpenGL commands of an MD2.
#[derive(Clone, Debug, Default)]
pub(crate) struct DrawnCorners {
    pub(crate) offset: usize,
    /// For each triangle, where its three corners begin in the commands, as indices of 32-bit words; `None` if the
    /// commands do not draw this triangle. The list is empty if the commands draw no triangle at all.
    pub(crate) words: Vec<Option<[u32; 3]>>,
    /// The commands, in the order of the file.
    pub(crate) list: Vec<FileCommand>,
}

/// Triangles and vertices that have the same skin. An MD2 or MDL has a single surface without a name.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct FileSurface {
    /// Name in the file. Its bytes may be invalid UTF-8.
    pub name: Vec<u8>,
    /// Indices of the surface's vertices, counted through all surfaces.
    pub vertices: Range<u32>,
    /// Indices of the surface's triangles, counted through all surfaces.
    pub triangles: Range<u32>,
    /// Offset in bytes of the surface's first vertex in frame 0, relative to the frame's `vertices_offset`.
    first_offset: usize,
    /// Number of bytes from the surface's vertices in one frame to its vertices in the next, for an MD3. Otherwise 0.
    stride: usize,
    /// Byte offset in the file of the surface's first triangle.
    triangles_offset: usize,
    /// Byte offset in the file of the surface's first texture coordinate.
    pub(crate) st_offset: usize,
}

/// A triangle as stored in the file.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub struct FileTriangle {
    /// Offset of the triangle's record in the file, in bytes.
    pub offset: usize,
    /// The corners, clockwise as seen from outside.
    pub corners: [FileCorner; 3],
}

/// A corner of a triangle as stored in the file.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub struct FileCorner {
    /// Index of the vertex, counted through all surfaces.
    pub vertex: u32,
    /// Index of the texture coordinate. In MDL and MD3, this is the index of the vertex, because each vertex has one texture coordinate.
    pub st: u32,
    /// Offset of the texture coordinate in the file, in bytes.
    pub st_offset: usize,
    /// The texture coordinate as stored in the file.
    pub stored: SkinCoordinate,
    /// The texture coordinate that is drawn: (0, 0) is the top left corner of the skin, (1, 1) the bottom right corner.
    pub uv: [f32; 2],
    /// The same corner in the OpenGL commands of an MD2; `None` if the commands do not draw the triangle.
    pub by_commands: Option<CommandCorner>,
}

/// A texture coordinate in the unit of the file.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub enum SkinCoordinate {
    /// Whole texels from the top left corner, in MD2 and MDL. In an MDL, a vertex on the seam has its coordinate on the front half of the
    /// skin. For triangles on the back, the coordinate is half of the skin width further right.
    Texels([i32; 2]),
    /// Fractions of the skin size from the top left corner, in MD3.
    Fractions([f32; 2]),
}

/// A corner of a triangle in the OpenGL commands of an MD2.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub struct CommandCorner {
    /// The texture coordinate as stored: (0, 0) is the top left corner of the skin, (1, 1) the bottom right corner.
    pub uv: [f32; 2],
    /// Offset of the corner's three words in the file, in bytes.
    pub offset: usize,
}

/// An OpenGL command of an MD2: a strip or a fan of triangles.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct FileCommand {
    /// Offset of the command's first word in the file, in bytes.
    pub offset: usize,
    /// Number of vertices.
    pub vertices: usize,
    /// Whether the command is a fan; otherwise it is a strip.
    pub is_fan: bool,
}

/// A frame as stored in the file. For an MDL, one pose.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct FileFrame {
    /// Name without the NUL that ends it. Its bytes may be invalid UTF-8.
    pub name: Vec<u8>,
    /// Offset of the frame's record in the file, in bytes.
    pub offset: usize,
    /// Length of a quantization step on each axis, in Quake units. In an MDL, all frames have the same scale. In an MD3, it is always
    /// 1/64.
    pub scale: [f32; 3],
    /// Offset in Quake units that is added on each axis after scaling; 0 in an MD3.
    pub translate: [f32; 3],
    /// Byte offset in the file from which the frame's vertices are counted: its first vertex in an MD2 or MDL, 0 in an MD3.
    vertices_offset: usize,
}

/// A vertex in one frame: the stored bytes and the decoded values.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub struct FileVertex<'a> {
    /// Offset of the vertex in the file, in bytes.
    pub offset: usize,
    /// The stored bytes: four in MD2 and MDL (x, y, z, normal), eight in MD3 (two per axis, and two for the normal).
    pub bytes: &'a [u8],
    /// The stored, quantized coordinates.
    pub steps: [i32; 3],
    /// The position in Quake units: `steps * scale + translate`.
    pub position: [f32; 3],
    /// The normal as stored.
    pub normal: StoredNormal,
}

/// A normal as stored in the file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum StoredNormal {
    /// An index into the table of 162 directions, in MD2 and MDL. Some files contain larger indices.
    Index(u8),
    /// Two angles in units of 1/256 turn, in MD3: the angle from +Z, and the angle around Z from +X towards +Y.
    Angles([u8; 2]),
}

impl StoredNormal {
    /// Returns the direction that is drawn: +Z for an index outside the table.
    pub fn direction(self) -> [f32; 3] {
        match self {
            Self::Index(index) => md2_common::Vertex::new([0; 3], index).normal(),
            Self::Angles(angles) => md2_common::decode_normal(angles),
        }
    }
}

impl FileTriangle {
    /// The indices of the triangle's vertices.
    pub fn vertices(&self) -> [u32; 3] {
        self.corners.map(|corner| corner.vertex)
    }

    /// Whether the three vertices are different.
    pub fn has_three_corners(&self) -> bool {
        !is_degenerate(self.vertices())
    }
}

impl FileCorner {
    /// Returns the distance from the texture coordinate of the triangle list to the texture coordinate of the OpenGL
    /// commands, right and down, in fractions of the skin size. `None` if the commands do not draw the triangle.
    pub fn commands_off(&self) -> Option<[f32; 2]> {
        self.by_commands.map(|by| [by.uv[0] - self.uv[0], by.uv[1] - self.uv[1]])
    }
}

impl Anatomy {
    /// The format of the file.
    pub fn format(&self) -> Format {
        self.format
    }

    /// Whether the file was damaged and has been repaired. All records, bytes and offsets of this type then refer to the repaired file.
    pub fn is_repaired(&self) -> bool {
        self.is_repaired
    }

    /// The skin size in texels, by which texture coordinates are divided; `None` if the file stores them as fractions.
    pub fn skin_size(&self) -> Option<[i32; 2]> {
        self.skin_size
    }

    /// The surfaces of the model. Each triangle and each vertex belongs to exactly one surface.
    pub fn surfaces(&self) -> &[FileSurface] {
        &self.surfaces
    }

    /// Reads all triangles of the file.
    pub fn triangles(&self) -> impl Iterator<Item = FileTriangle> {
        (0..self.triangle_count()).filter_map(|triangle| self.triangle(triangle))
    }

    /// Number of triangles.
    pub fn triangle_count(&self) -> u32 {
        self.surfaces.last().map_or(0, |surface| surface.triangles.end)
    }

    /// Reads the triangle with this index, counted through all surfaces; `None` if the index is out of range.
    pub fn triangle(&self, triangle: u32) -> Option<FileTriangle> {
        let surface = self.surfaces.partition_point(|surface| surface.triangles.end <= triangle);
        let surface = self.surfaces.get(surface)?;
        let place = usize::try_from(triangle - surface.triangles.start).ok()?;
        let size = if self.format == Format::Mdl { 16 } else { 12 };
        let offset = surface.triangles_offset + place * size;
        let mut read = (self.read_triangle)(&self.file, surface, offset, self.skin_size)?;
        let drawn = self.commands.words.get(usize::try_from(triangle).ok()?).copied().flatten();
        if let Some(words) = drawn {
            for (corner, word) in read.corners.iter_mut().zip(words) {
                let offset = self.commands.offset + 4 * usize::try_from(word).ok()?;
                let uv = [bytes_at(&self.file, offset)?, bytes_at(&self.file, offset + 4)?];
                corner.by_commands = Some(CommandCorner { uv: uv.map(f32::from_le_bytes), offset });
            }
        }
        Some(read)
    }

    /// The OpenGL commands of an MD2, in the order of the file. Empty for other formats, and if the commands draw no triangle.
    pub fn commands(&self) -> &[FileCommand] {
        &self.commands.list
    }

    /// Returns the index of the OpenGL command that draws a triangle; `None` if no command draws it.
    pub fn command_of(&self, triangle: &FileTriangle) -> Option<usize> {
        let drawn = triangle.corners[0].by_commands?.offset;
        self.commands.list.partition_point(|command| command.offset <= drawn).checked_sub(1)
    }

    /// The frames of the file, in order. For an MDL, the poses of all frames.
    pub fn frames(&self) -> &[FileFrame] {
        &self.frames
    }

    /// Number of vertices per frame.
    pub fn vertex_count(&self) -> u32 {
        self.surfaces.last().map_or(0, |surface| surface.vertices.end)
    }

    /// Returns the surface that contains a vertex; `None` if the index `vertex` is out of range.
    pub fn surface_of(&self, vertex: u32) -> Option<&FileSurface> {
        let index = self.surfaces.partition_point(|surface| surface.vertices.end <= vertex);
        self.surfaces.get(index)
    }

    /// Returns a vertex in one frame; `None` if `frame` or `vertex` is out of range.
    pub fn vertex(&self, frame: usize, vertex: u32) -> Option<FileVertex<'_>> {
        let surface = self.surface_of(vertex)?;
        let described = self.frames.get(frame)?;
        let size = if self.format == Format::Md3 { 8 } else { 4 };
        let place = usize::try_from(vertex - surface.vertices.start).ok()?;
        let offset = described.vertices_offset + surface.first_offset + frame * surface.stride + place * size;
        described.vertex(&self.file, offset, size)
    }

    /// Returns the index in this file of each triangle of `mesh`. `None` if the mesh was not built from this file.
    ///
    /// If the file contains several equal triangles, each is the result for only one triangle of the mesh.
    pub fn triangles_of(&self, mesh: &Mesh) -> Option<Vec<u32>> {
        let sources = mesh.source_vertices();
        // Texture coordinates distinguish triangles that have the same vertices, provided that the mesh and the list were built from the
        // same texture coordinates.
        let mut drawn: Vec<(Key, u32)> = (0..)
            .zip(mesh.indices().triangles())
            .map(|(number, vertices)| {
                let corner = |vertex: u32| {
                    let vertex = vertex as usize;
                    (sources[vertex].xyz, mesh.uvs()[vertex].map(f32::to_bits))
                };
                (key(vertices.map(corner)), number)
            })
            .collect();
        let mut listed: Vec<(Key, u32)> = Vec::with_capacity(self.triangle_count() as usize);
        listed.extend((0..).zip(self.triangles()).map(|(number, triangle)| {
            (key(triangle.corners.map(|corner| (corner.vertex, corner.uv.map(f32::to_bits)))), number)
        }));
        if drawn.len() != listed.len() {
            return None;
        }
        drawn.sort_unstable();
        listed.sort_unstable();
        let mut named = vec![0; drawn.len()];
        let mut name = |drawn: u32, listed: u32| named[drawn as usize] = listed;
        // Both lists are sorted by vertices. For each set of vertices, first pair the triangles with equal texture coordinates, then the
        // remaining triangles.
        let on_same_vertices = |a: &(Key, u32), b: &(Key, u32)| a.0.0 == b.0.0;
        for (drawn, listed) in drawn.chunk_by(on_same_vertices).zip(listed.chunk_by(on_same_vertices)) {
            if drawn.len() != listed.len() || drawn[0].0.0 != listed[0].0.0 {
                return None;
            }
            let (mut left_drawn, mut left_listed) = (Vec::new(), Vec::new());
            let (mut i, mut k) = (0, 0);
            while let (Some((a, triangle)), Some((b, number))) = (drawn.get(i), listed.get(k)) {
                match a.cmp(b) {
                    std::cmp::Ordering::Equal => {
                        name(*triangle, *number);
                        (i, k) = (i + 1, k + 1);
                    }
                    std::cmp::Ordering::Less => {
                        left_drawn.push(*triangle);
                        i += 1;
                    }
                    std::cmp::Ordering::Greater => {
                        left_listed.push(*number);
                        k += 1;
                    }
                }
            }
            left_drawn.extend(drawn[i..].iter().map(|(_, triangle)| *triangle));
            left_listed.extend(listed[k..].iter().map(|(_, number)| *number));
            left_drawn.iter().zip(&left_listed).for_each(|(drawn, listed)| name(*drawn, *listed));
        }
        Some(named)
    }
}

/// A key that equal triangles share: the vertices of a triangle, and the bits of their texture coordinates.
type Key = ([u32; 3], [[u32; 2]; 3]);

fn key(corners: [(u32, [u32; 2]); 3]) -> Key {
    (corners.map(|(vertex, _)| vertex), corners.map(|(_, uv)| uv))
}

impl FileSurface {
    /// Creates a surface without a name. `triangles_offset` and `st_offset` are the offsets of its first triangle and its first texture
    /// coordinate.
    pub(crate) fn new(vertices: usize, triangles: usize, triangles_offset: usize, st_offset: usize) -> Self {
        let range = |count: usize| 0..u32::try_from(count).unwrap_or(u32::MAX);
        let (vertices, triangles) = (range(vertices), range(triangles));
        Self {
            name: Vec::new(),
            vertices,
            triangles,
            first_offset: 0,
            stride: 0,
            triangles_offset,
            st_offset,
        }
    }

    /// Returns the surface with a name and its own frames: the first frame is at `first_offset`, and each further frame is `stride` bytes
    /// after the previous frame.
    pub(crate) fn with_frames(self, name: &[u8], first_offset: usize, stride: usize) -> Self {
        Self { name: name.to_vec(), first_offset, stride, ..self }
    }

    pub(crate) fn behind(self, other: Option<&Self>) -> Self {
        let (vertex, triangle) = other.map_or((0, 0), |other| (other.vertices.end, other.triangles.end));
        let shift = |range: Range<u32>, by: u32| range.start.saturating_add(by)..range.end.saturating_add(by);
        let (vertices, triangles) = (shift(self.vertices, vertex), shift(self.triangles, triangle));
        Self { vertices, triangles, ..self }
    }
}

impl FileFrame {
    pub(crate) fn new(
        name: &[u8],
        offset: usize,
        vertices_offset: usize,
        (scale, translate): ([f32; 3], [f32; 3]),
    ) -> Self {
        Self { name: name.to_vec(), offset, scale, translate, vertices_offset }
    }

    fn vertex<'a>(&self, file: &'a [u8], offset: usize, size: usize) -> Option<FileVertex<'a>> {
        let bytes = file.get(offset..)?.get(..size)?;
        let (steps, normal) = match *bytes {
            [x, y, z, normal] => ([x, y, z].map(i32::from), StoredNormal::Index(normal)),
            [a, b, c, d, e, f, zenith, azimuth] => {
                let steps = [[a, b], [c, d], [e, f]].map(|pair| i16::from_le_bytes(pair).into());
                (steps, StoredNormal::Angles([zenith, azimuth]))
            }
            _ => return None,
        };
        let position = [0, 1, 2].map(|axis| steps[axis] as f32 * self.scale[axis] + self.translate[axis]);
        Some(FileVertex { offset, bytes, steps, position, normal })
    }
}

/// Returns the byte offset in `file` of `part`, which must borrow from `file`.
pub(crate) fn offset_in<T: ?Sized>(file: &[u8], part: &T) -> usize {
    ptr::from_ref(part).addr().saturating_sub(file.as_ptr().addr())
}
