//! Descriptions of file formats: the lists of a file, and the values that the records of a list can have.
//!
//! Each format crate describes its files with the same offsets and sizes from which its parser reads. A program that
//! searches damaged files for records needs nothing else to know about a format.

use alloc::string::String;
use alloc::vec::Vec;

/// The layout of the files of a format.
#[derive(Clone, Copy, Debug)]
pub struct FileLayout {
    /// The first four bytes of a file.
    pub ident: [u8; 4],
    /// The version, which follows the first four bytes.
    pub version: i32,
    /// Returns the parts of a file. The header may be wrong, so parts and lists may extend beyond the end of the file.
    /// `None` if the file ends inside its header.
    pub parts: fn(&[u8]) -> Option<Vec<Part>>,
    /// The first bytes of data that an editor appends to files, if the format has such data.
    pub trailer: Option<&'static [u8]>,
    /// Builds everything in a file that follows from its other records, such as OpenGL commands. `None` if the file
    /// needs no change.
    pub complete: fn(&[u8]) -> Option<CompleteFile>,
}

/// A file after a format has built what follows from other records.
#[derive(Clone, Debug)]
pub struct CompleteFile {
    /// The file.
    pub bytes: Vec<u8>,
    /// The changes: for each the name of a list, and the change as a text.
    pub changes: Vec<(&'static str, &'static str)>,
}

/// A header and its lists: a whole file, or a surface of a file.
#[derive(Clone, Debug)]
pub struct Part {
    /// The name of the part, such as `surface 1`; empty for the file.
    pub name: String,
    /// Offset of the header in the file. Offsets in the header are relative to it.
    pub start: usize,
    /// Size of the header in bytes.
    pub header_bytes: usize,
    /// The numbers in the header from which the offsets and sizes of the lists follow.
    pub numbers: Vec<Number>,
    /// The offset, in the header, of the number that contains the length of the part.
    pub end: Option<usize>,
    /// The offsets, in the header, of the offset and the number of the parts that follow this one.
    pub children: Option<[usize; 2]>,
    /// The lists, in the order in which a new file contains them.
    pub lists: Vec<List>,
}

/// An integer in a header.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Number {
    /// The name of the field.
    pub name: &'static str,
    /// Offset of the field from the start of the header.
    pub at: usize,
}

/// A list of records.
#[derive(Clone, Debug)]
pub struct List {
    /// The name of the list, such as `frames`.
    pub name: &'static str,
    /// The name of a record, such as `frame`.
    pub record: &'static str,
    /// Offset of the first record in the file; `usize::MAX` if the header contains a negative offset.
    pub start: usize,
    /// Number of records.
    pub count: usize,
    /// Number of bytes from the start of one record to the start of the next.
    pub stride: usize,
    /// The values of a record, in the order of the file.
    pub values: Vec<Value>,
    /// The groups of records, if a record may be a group.
    pub group: Option<Group>,
    /// The offset, in the header of the part, of the number of records.
    pub count_at: Option<usize>,
    /// The offset, in the header of the part, of the offset of the list.
    pub offset_at: Option<usize>,
    /// The replacement of records that are lost.
    pub loss: Loss,
}

/// The replacement of a record that is lost.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Loss {
    /// The record is left out, so that later records get other indices.
    Drop,
    /// The record is filled with zeros, so that later records keep their indices.
    Clear,
    /// The nearest sound record replaces the record, so that later records keep their indices.
    Copy,
    /// As [`Copy`](Self::Copy), and the record belongs to the frame with its index.
    Frame,
}

/// Records that consist of several members with a time each.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Group {
    /// Number of bytes from the start of the group to the time of the first member. It starts with the type and the
    /// number of members, each an `i32`. The type of a single record is 0, and that of a group 1.
    pub head: usize,
}

/// A value of a record, or a number of equal values.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Value {
    /// A number of bytes that may have any values.
    Any(usize),
    /// An `i32` that must be one of these.
    OneOf(&'static [i32]),
    /// An index of two or four bytes.
    Index {
        /// Size of the index in bytes.
        bytes: usize,
        /// The index is below this number. An index of two bytes that refers to a list may also be 65 535.
        below: usize,
        /// The name of the list of the part to which the index refers, if any.
        list: Option<&'static str>,
    },
    /// A signed coordinate of two or four bytes, in texels of a skin of this size.
    Texel {
        /// Size of the coordinate in bytes.
        bytes: usize,
        /// Width or height of the skin.
        size: i32,
    },
    /// A finite `f32` of moderate size by which the coordinates of vertices are multiplied.
    Scale,
    /// A finite `f32` whose absolute value is at most this number.
    Float(f32),
    /// A text with this number of bytes, which may end at a NUL. Names of frames are rarely empty.
    Text(usize),
    /// The least and the greatest coordinates of the vertices that follow, each three bytes and an unused one.
    Bounds,
    /// Vertices of three bytes and the index of a normal, which is below the number, each.
    ByteVertices(usize, u8),
    /// Vertices of three `i16` and two bytes for the normal each.
    ShortVertices(usize),
    /// OpenGL commands of this number of words, for this number of vertices.
    Commands(usize, usize),
}

impl Value {
    /// Size in bytes.
    pub const fn bytes(self) -> usize {
        match self {
            Self::Any(bytes) | Self::Text(bytes) => bytes,
            Self::Index { bytes, .. } | Self::Texel { bytes, .. } => bytes,
            Self::OneOf(_) | Self::Scale | Self::Float(_) => 4,
            Self::Bounds => 8,
            Self::ByteVertices(count, _) | Self::Commands(count, _) => count.saturating_mul(4),
            Self::ShortVertices(count) => count.saturating_mul(8),
        }
    }
}

impl Part {
    /// Creates a part without lists, whose header has a size of `header_bytes`.
    pub const fn new(start: usize, header_bytes: usize) -> Self {
        let name = String::new();
        Self { name, start, header_bytes, numbers: Vec::new(), end: None, children: None, lists: Vec::new() }
    }
}

impl List {
    /// Creates a list at the offset 0. `names` are the names of the list and of a record.
    pub fn new(names: [&'static str; 2], count: usize, loss: Loss, values: &[Value]) -> Self {
        let [name, record] = names;
        let (values, group) = (Vec::from(values), None);
        let mut list = Self {
            name,
            record,
            start: 0,
            count,
            stride: 0,
            values,
            group,
            count_at: None,
            offset_at: None,
            loss,
        };
        list.stride = list.record_bytes();
        list
    }

    /// Returns the offset of the end of the last record, if no record is a group.
    pub const fn end(&self) -> usize {
        self.start.saturating_add(self.count.saturating_mul(self.stride))
    }

    /// Size in bytes of a record that is not a group.
    pub fn record_bytes(&self) -> usize {
        self.values.iter().map(|value| value.bytes()).fold(0, usize::saturating_add)
    }

    /// Whether each record belongs to the frame with its index.
    pub fn is_per_frame(&self) -> bool {
        self.loss == Loss::Frame
    }
}
