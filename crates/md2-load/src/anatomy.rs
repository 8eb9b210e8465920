//! What a model's file says, piece by piece: each record with the bytes that hold it, and where they lie.

use std::ops::Range;
use std::ptr;

use md2_mesh::Mesh;

use crate::loaded::Format;

/// A model's file in its own words and numbers: triangles, vertices and frames as it lists them, before a mesh is made of
/// them.
///
/// Vertices and triangles are counted from 0 through all surfaces, as [`SourceVertex::xyz`](md2_mesh::SourceVertex::xyz) and
/// reports on files count them. Made by [`anatomy()`](crate::anatomy()).
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

/// What of a file that was refused is known to be in what was made of it, as it was.
#[derive(Clone, Debug, Default)]
pub(crate) struct Originals {
    pub(crate) file: Vec<u8>,
    /// For each triangle; empty where that is not known.
    pub(crate) triangles: Vec<OriginalRecord>,
    /// For each frame, but for those that were changed.
    pub(crate) frames: Vec<Option<OriginalRecord>>,
}

/// Which of its kind a record was in a file that [was refused](Anatomy::is_repaired).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct OriginalRecord {
    /// Its number there, from 0.
    pub number: usize,
    /// Byte of that file at which it begins.
    pub offset: usize,
}

/// A vertex as it is in a file that [was refused](Anatomy::is_repaired).
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub struct OriginalVertex<'a> {
    /// The number that its frame has there, from 0.
    pub frame: usize,
    /// How it is stored there.
    pub stored: FileVertex<'a>,
}

/// Triangles and vertices that wear a skin together. An MD2 or MDL is one, without a name.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct FileSurface {
    /// As the file calls it. Bytes need not be UTF-8.
    pub name: Vec<u8>,
    /// Its vertices.
    pub vertices: Range<u32>,
    /// Its triangles.
    pub triangles: Range<u32>,
    /// Where its first vertex of frame 0 lies, from where the frame's vertices begin.
    first_offset: usize,
    /// From one frame to the next, where the frames are the surface's own.
    stride: usize,
}

/// A triangle of the file.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub struct FileTriangle {
    /// Byte of the file at which its record begins.
    pub offset: usize,
    /// Its corners, clockwise seen from outside.
    pub corners: [FileCorner; 3],
}

/// A corner of a triangle of the file.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub struct FileCorner {
    /// Which vertex it is.
    pub vertex: u32,
    /// Which of the file's skin coordinates it has. Formats without a list of its own for them have one for each vertex.
    pub st: u32,
    /// Byte of the file at which that coordinate begins.
    pub st_offset: usize,
    /// The coordinate as it is stored.
    pub stored: SkinPlace,
    /// Where that is on the skin: (0, 0) is the top left corner, (1, 1) the bottom right. It is what is drawn.
    pub uv: [f32; 2],
    /// What an MD2's OpenGL commands say of this corner; `None` where they do not draw the triangle.
    pub by_commands: Option<CommandCorner>,
}

/// A skin coordinate in the file's own unit.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub enum SkinPlace {
    /// Whole texels from the top left, in MD2 and MDL. An MDL's are those of its front: on its back, a vertex on the seam
    /// lies half a skin further right.
    Texels([i32; 2]),
    /// Parts of the skin from the top left, 1 is all of it: in MD3.
    Parts([f32; 2]),
}

/// A corner of a triangle as an MD2's OpenGL commands have it.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub struct CommandCorner {
    /// Where it is on the skin, stored as it is: (0, 0) is the top left corner, (1, 1) the bottom right.
    pub uv: [f32; 2],
    /// Byte of the file at which its three words begin.
    pub offset: usize,
}

/// A stored pose.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct FileFrame {
    /// Its name without what follows the first NUL. Bytes need not be UTF-8.
    pub name: Vec<u8>,
    /// Byte of the file at which its record begins.
    pub offset: usize,
    /// Units per stored step, per axis. Of all frames alike in MDL, whose header has it, and in MD3, where it is 1/64.
    pub scale: [f32; 3],
    /// Units added after that, per axis. Nothing in MD3.
    pub translate: [f32; 3],
    /// From where its vertices are counted: of the frame's own in MD2 and MDL, from the start of the file in MD3.
    vertices_offset: usize,
}

/// A vertex in one frame, as it is stored and what that means.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub struct FileVertex<'a> {
    /// Byte of the file at which it begins.
    pub offset: usize,
    /// Its record: four bytes in MD2 and MDL (x, y, z, normal), eight in MD3 (three times two bytes, and two of the normal).
    pub bytes: &'a [u8],
    /// The stored steps of each axis.
    pub steps: [i32; 3],
    /// Where that is, in units: `steps * scale + translate`.
    pub position: [f32; 3],
    /// The stored normal.
    pub normal: StoredNormal,
}

/// A normal as it is stored.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum StoredNormal {
    /// A place in the table of 162 directions, in MD2 and MDL. Files hold numbers beyond it, too.
    Index(u8),
    /// Two angles in 256ths of a turn, in MD3: from +Z, and around it from +X toward +Y.
    Angles([u8; 2]),
}

impl StoredNormal {
    /// The direction it names. A number beyond the table means up.
    #[must_use]
    pub fn direction(self) -> [f32; 3] {
        match self {
            Self::Index(index) => md2_common::Vertex::new([0; 3], index).normal(),
            Self::Angles(angles) => md2_common::decode_normal(angles),
        }
    }
}

impl FileTriangle {
    /// Its vertices.
    #[must_use]
    pub fn vertices(&self) -> [u32; 3] {
        self.corners.map(|corner| corner.vertex)
    }

    /// Whether its vertices are three different ones. Of others no mesh has anything.
    #[must_use]
    pub fn has_three_corners(&self) -> bool {
        let [a, b, c] = self.vertices();
        a != b && b != c && c != a
    }
}

impl FileCorner {
    /// How far the commands lie from the list, right and down, in parts of the skin; `None` where there is nothing to compare.
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

    /// Whether the file was refused, and everything here is about what was made of it: also the bytes, and where they lie.
    #[must_use]
    pub fn is_repaired(&self) -> bool {
        self.is_repaired
    }

    /// The texels that coordinates on the skin refer to; `None` where they are parts of it.
    #[must_use]
    pub fn skin_size(&self) -> Option<[i32; 2]> {
        self.skin_size
    }

    /// The surfaces, which divide triangles and vertices among them.
    #[must_use]
    pub fn surfaces(&self) -> &[FileSurface] {
        &self.surfaces
    }

    /// All triangles, also those without three corners.
    #[must_use]
    pub fn triangles(&self) -> &[FileTriangle] {
        &self.triangles
    }

    /// The triangle of this number.
    #[must_use]
    pub fn triangle(&self, triangle: u32) -> Option<&FileTriangle> {
        self.triangles.get(usize::try_from(triangle).ok()?)
    }

    /// Which triangle of the file that [was refused](Self::is_repaired) this one is; `None` where that is not known, or nothing was
    /// refused.
    #[must_use]
    pub fn original_triangle(&self, triangle: u32) -> Option<OriginalRecord> {
        self.originals.triangles.get(usize::try_from(triangle).ok()?).copied()
    }

    /// The vertex as it is in the file that [was refused](Self::is_repaired), and in which frame; `None` where that is not known, where
    /// the frame is not as it was, or nothing was refused.
    #[must_use]
    pub fn original_vertex(&self, frame: usize, vertex: u32) -> Option<OriginalVertex<'_>> {
        let original = (*self.originals.frames.get(frame)?)?;
        let (here, kept) = (self.frames.get(frame)?, self.vertex(frame, vertex)?);
        let offset = original.offset.checked_add(kept.offset.checked_sub(here.offset)?)?;
        let stored = here.vertex(&self.originals.file, offset, kept.bytes.len())?;
        Some(OriginalVertex { frame: original.number, stored })
    }

    /// The frames.
    #[must_use]
    pub fn frames(&self) -> &[FileFrame] {
        &self.frames
    }

    /// How many vertices there are in a frame.
    #[must_use]
    pub fn vertex_count(&self) -> u32 {
        self.surfaces.last().map_or(0, |surface| surface.vertices.end)
    }

    /// The surface that a vertex is of.
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

    /// For each triangle of a mesh that was made of this file, which of the file's it is; `None` for a mesh of another file.
    ///
    /// Where a file lists a triangle several times, each time is named once.
    #[must_use]
    pub fn triangles_of(&self, mesh: &Mesh) -> Option<Vec<u32>> {
        let sources = mesh.source_vertices();
        // Places on the skin tell apart what lies on the same vertices, as long as mesh and list have them from one source.
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
        // What is on the same vertices stands together in both. First those that are the same in all, then whatever is left.
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

/// The vertices of a triangle, and where they are on the skin, in bits.
type Key = ([u32; 3], [[u32; 2]; 3]);

fn key(corners: [(u32, [u32; 2]); 3]) -> Key {
    (corners.map(|(vertex, _)| vertex), corners.map(|(_, uv)| uv))
}

/// The parts of an [`Anatomy`], as a format's reader finds them.
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

    /// One of several, whose vertices of all frames lie behind one another from `first_offset` on.
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

    /// A vertex of the frame, as so many bytes of a file say.
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

/// Where in the file a part of it lies that was borrowed from it.
pub(crate) fn offset_in<T: ?Sized>(file: &[u8], part: &T) -> usize {
    ptr::from_ref(part).addr().saturating_sub(file.as_ptr().addr())
}
