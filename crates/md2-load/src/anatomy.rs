//! The records of a model's file: each with its bytes and their offset.

use std::ops::Range;
use std::ptr;

use md2_mesh::Mesh;

use crate::loaded::Format;

/// The records of a model's file: triangles, vertices and frames as the file lists them, before a mesh is made.
///
/// Vertices and triangles are counted from 0 through all surfaces, as in [`SourceVertex::xyz`](md2_mesh::SourceVertex::xyz) and
/// in reports on files. [`anatomy()`](crate::anatomy()) makes it.
#[derive(Clone, Debug)]
pub struct Anatomy {
    format: Format,
    is_repaired: bool,
    skin_size: Option<[i32; 2]>,
    surfaces: Vec<FileSurface>,
    triangles: Vec<FileTriangle>,
    frames: Vec<FileFrame>,
    file: Vec<u8>,
    pub(crate) originals: Originals,
}

/// Records of a refused file that the repair copied unchanged.
#[derive(Clone, Debug, Default)]
pub(crate) struct Originals {
    pub(crate) file: Vec<u8>,
    /// For each triangle; empty if not known.
    pub(crate) triangles: Vec<OriginalRecord>,
    /// For each frame; `None` if the repair changed it.
    pub(crate) frames: Vec<Option<OriginalRecord>>,
}

/// The position of a record in a file that [was refused](Anatomy::is_repaired).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct OriginalRecord {
    /// The number of the record in that file, from 0.
    pub number: usize,
    /// The offset of the record in that file.
    pub offset: usize,
}

/// A vertex as stored in a file that [was refused](Anatomy::is_repaired).
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub struct OriginalVertex<'a> {
    /// The number of its frame in that file, from 0.
    pub frame: usize,
    /// The vertex in that file.
    pub stored: FileVertex<'a>,
}

/// Triangles and vertices with a common skin. An MD2 or MDL has a single surface without a name.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct FileSurface {
    /// The name in the file. Its bytes need not be UTF-8.
    pub name: Vec<u8>,
    /// The range of its vertices.
    pub vertices: Range<u32>,
    /// The range of its triangles.
    pub triangles: Range<u32>,
    /// The offset of its first vertex in frame 0, relative to the frame's vertices.
    first_offset: usize,
    /// Bytes from one frame to the next, if the surface has its own frames.
    stride: usize,
}

/// A triangle of the file.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub struct FileTriangle {
    /// The offset of the record in the file.
    pub offset: usize,
    /// The corners, clockwise seen from outside.
    pub corners: [FileCorner; 3],
}

/// A corner of a triangle of the file.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub struct FileCorner {
    /// The number of the vertex.
    pub vertex: u32,
    /// The number of the skin coordinate. Formats without a list of them have one per vertex.
    pub st: u32,
    /// The offset of the skin coordinate in the file.
    pub st_offset: usize,
    /// The coordinate as it is stored.
    pub stored: SkinCoordinate,
    /// The texture coordinate that is drawn: (0, 0) is the top left corner of the skin, (1, 1) the bottom right.
    pub uv: [f32; 2],
    /// The corner in an MD2's OpenGL commands; `None` if they do not draw the triangle.
    pub by_commands: Option<CommandCorner>,
}

/// A skin coordinate in the file's unit.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub enum SkinCoordinate {
    /// Whole texels from the top left, in MD2 and MDL. In an MDL they refer to the front; on the back, a vertex on the seam is
    /// half a skin further right.
    Texels([i32; 2]),
    /// Fractions of the skin from the top left, in MD3.
    Fractions([f32; 2]),
}

/// A corner of a triangle in an MD2's OpenGL commands.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub struct CommandCorner {
    /// The texture coordinate as stored: (0, 0) is the top left corner, (1, 1) the bottom right.
    pub uv: [f32; 2],
    /// The offset of its three words in the file.
    pub offset: usize,
}

/// A stored pose.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct FileFrame {
    /// The name up to the first NUL. Its bytes need not be UTF-8.
    pub name: Vec<u8>,
    /// The offset of the record in the file.
    pub offset: usize,
    /// Units per stored step, per axis. The same for all frames in MDL, and always 1/64 in MD3.
    pub scale: [f32; 3],
    /// Units added to that, per axis; 0 in MD3.
    pub translate: [f32; 3],
    /// The offset from which its vertices are counted: of its own vertices in MD2 and MDL, and 0 in MD3.
    vertices_offset: usize,
}

/// A vertex in one frame: its bytes and their meaning.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub struct FileVertex<'a> {
    /// The offset in the file.
    pub offset: usize,
    /// The record: four bytes in MD2 and MDL (x, y, z, normal), eight in MD3 (two per axis, and two of the normal).
    pub bytes: &'a [u8],
    /// The stored steps per axis.
    pub steps: [i32; 3],
    /// The position in units: `steps * scale + translate`.
    pub position: [f32; 3],
    /// The stored normal.
    pub normal: StoredNormal,
}

/// A stored normal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum StoredNormal {
    /// An index in the table of 162 directions, in MD2 and MDL. Files also contain larger numbers.
    Index(u8),
    /// Two angles in 256ths of a turn, in MD3: from +Z, and around it from +X toward +Y.
    Angles([u8; 2]),
}

impl StoredNormal {
    /// The direction that is drawn. A number past the table means up.
    #[must_use]
    pub fn direction(self) -> [f32; 3] {
        match self {
            Self::Index(index) => md2_common::Vertex::new([0; 3], index).normal(),
            Self::Angles(angles) => md2_common::decode_normal(angles),
        }
    }
}

impl FileTriangle {
    /// The numbers of its vertices.
    #[must_use]
    pub fn vertices(&self) -> [u32; 3] {
        self.corners.map(|corner| corner.vertex)
    }

    /// Whether its vertices are different. Meshes omit other triangles.
    #[must_use]
    pub fn has_three_corners(&self) -> bool {
        let [a, b, c] = self.vertices();
        a != b && b != c && c != a
    }
}

impl FileCorner {
    /// The offset of the commands' coordinate from the list's, right and down, in fractions of the skin; `None` without commands.
    #[must_use]
    pub fn commands_off(&self) -> Option<[f32; 2]> {
        self.by_commands.map(|by| [by.uv[0] - self.uv[0], by.uv[1] - self.uv[1]])
    }
}

impl Anatomy {
    /// The format of the file.
    #[must_use]
    pub fn format(&self) -> Format {
        self.format
    }

    /// Whether the file was refused. All records, bytes and offsets are then those of the repaired file.
    #[must_use]
    pub fn is_repaired(&self) -> bool {
        self.is_repaired
    }

    /// The skin size to which texel coordinates refer; `None` for coordinates in fractions.
    #[must_use]
    pub fn skin_size(&self) -> Option<[i32; 2]> {
        self.skin_size
    }

    /// The surfaces; each triangle and vertex belongs to one of them.
    #[must_use]
    pub fn surfaces(&self) -> &[FileSurface] {
        &self.surfaces
    }

    /// All triangles, also those that use a vertex twice.
    #[must_use]
    pub fn triangles(&self) -> &[FileTriangle] {
        &self.triangles
    }

    /// The triangle with this number.
    #[must_use]
    pub fn triangle(&self, triangle: u32) -> Option<&FileTriangle> {
        self.triangles.get(usize::try_from(triangle).ok()?)
    }

    /// The triangle in the file that [was refused](Self::is_repaired); `None` if that is not known, or the file was sound.
    #[must_use]
    pub fn original_triangle(&self, triangle: u32) -> Option<OriginalRecord> {
        self.originals.triangles.get(usize::try_from(triangle).ok()?).copied()
    }

    /// The vertex in the file that [was refused](Self::is_repaired), with its frame there; `None` if that is not known, if the
    /// frame was changed, or if the file was sound.
    #[must_use]
    pub fn original_vertex(&self, frame: usize, vertex: u32) -> Option<OriginalVertex<'_>> {
        let original = (*self.originals.frames.get(frame)?)?;
        let (here, stored_here) = (self.frames.get(frame)?, self.vertex(frame, vertex)?);
        let offset = original.offset.checked_add(stored_here.offset.checked_sub(here.offset)?)?;
        let stored = here.vertex(&self.originals.file, offset, stored_here.bytes.len())?;
        Some(OriginalVertex { frame: original.number, stored })
    }

    /// The frames in order.
    #[must_use]
    pub fn frames(&self) -> &[FileFrame] {
        &self.frames
    }

    /// The number of vertices per frame.
    #[must_use]
    pub fn vertex_count(&self) -> u32 {
        self.surfaces.last().map_or(0, |surface| surface.vertices.end)
    }

    /// The surface of a vertex.
    #[must_use]
    pub fn surface_of(&self, vertex: u32) -> Option<&FileSurface> {
        let index = self.surfaces.partition_point(|surface| surface.vertices.end <= vertex);
        self.surfaces.get(index)
    }

    /// A vertex in a frame; `None` if there is no such frame or vertex.
    #[must_use]
    pub fn vertex(&self, frame: usize, vertex: u32) -> Option<FileVertex<'_>> {
        let surface = self.surface_of(vertex)?;
        let described = self.frames.get(frame)?;
        let size = if self.format == Format::Md3 { 8 } else { 4 };
        let place = usize::try_from(vertex - surface.vertices.start).ok()?;
        let offset = described.vertices_offset + surface.first_offset + frame * surface.stride + place * size;
        described.vertex(&self.file, offset, size)
    }

    /// The number in this file of each triangle of a mesh made from it; `None` for a mesh of another file.
    ///
    /// Repeated triangles of the file are each assigned once.
    #[must_use]
    pub fn triangles_of(&self, mesh: &Mesh) -> Option<Vec<u32>> {
        let sources = mesh.source_vertices();
        // Texture coordinates distinguish triangles on the same vertices, if mesh and list take them from the same source.
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
        let listed = (0..).zip(&self.triangles).filter(|(_, triangle)| triangle.has_three_corners());
        let mut listed: Vec<(Key, u32)> = listed
            .map(|(number, triangle)| {
                (key(triangle.corners.map(|corner| (corner.vertex, corner.uv.map(f32::to_bits)))), number)
            })
            .collect();
        if drawn.len() != listed.len() {
            return None;
        }
        drawn.sort_unstable();
        listed.sort_unstable();
        let mut named = vec![0; drawn.len()];
        let mut name = |drawn: u32, listed: u32| named[drawn as usize] = listed;
        // Both are sorted by vertices. First pair triangles that are equal in all, then the remaining ones.
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

/// The vertices of a triangle, and the bits of their texture coordinates.
type Key = ([u32; 3], [[u32; 2]; 3]);

fn key(corners: [(u32, [u32; 2]); 3]) -> Key {
    (corners.map(|(vertex, _)| vertex), corners.map(|(_, uv)| uv))
}

/// The parts of an [`Anatomy`] that a format's reader provides.
#[derive(Debug)]
pub(crate) struct Pieces {
    pub(crate) skin_size: Option<[i32; 2]>,
    pub(crate) surfaces: Vec<FileSurface>,
    pub(crate) triangles: Vec<FileTriangle>,
    pub(crate) frames: Vec<FileFrame>,
}

impl Pieces {
    pub(crate) fn into_anatomy(self, format: Format, file: Vec<u8>, is_repaired: bool) -> Anatomy {
        let Self { skin_size, surfaces, triangles, frames } = self;
        let originals = Originals::default();
        Anatomy { format, is_repaired, skin_size, surfaces, triangles, frames, file, originals }
    }
}

impl FileSurface {
    pub(crate) fn whole(vertices: usize, triangles: usize) -> Self {
        let range = |count: usize| 0..u32::try_from(count).unwrap_or(u32::MAX);
        let (vertices, triangles) = (range(vertices), range(triangles));
        Self { name: Vec::new(), vertices, triangles, first_offset: 0, stride: 0 }
    }

    /// Adds a name, and frames of its own that begin at `first_offset`.
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

    /// Reads a vertex of this frame from `size` bytes of a file.
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
        #[expect(clippy::cast_precision_loss, reason = "steps have 16 bits")]
        let position = [0, 1, 2].map(|axis| steps[axis] as f32 * self.scale[axis] + self.translate[axis]);
        Some(FileVertex { offset, bytes, steps, position, normal })
    }
}

/// The offset of a borrowed part in its file.
pub(crate) fn offset_in<T: ?Sized>(file: &[u8], part: &T) -> usize {
    ptr::from_ref(part).addr().saturating_sub(file.as_ptr().addr())
}
