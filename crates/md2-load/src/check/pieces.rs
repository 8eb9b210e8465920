//! Conversion of the positions of findings to frames, triangles and vertices of the loaded model.
//!
//! The record of a finding may have a different index in the loaded model than in the file, for two reasons. First, the loaded model
//! numbers the poses of all frame groups of an MDL, and the triangles of all surfaces of an MD3, consecutively. Second, the records after a
//! dropped record of a damaged MD2 have lower indices. If the index in the loaded model is not known, `Finding::piece` is `None`.

use std::collections::BTreeSet;

use md2_common::report::{self, CheckOptions};
use md2_format::raw::{HeaderField, Triangle, Word};
use md2_format::{Repair, SalvagedModel, Section};

use crate::anatomy::{OriginalRecord, Originals};
use crate::header::bytes_at;

/// A frame, triangle or vertex of a loaded model. Indices are counted from 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum ModelPiece {
    /// Index of a frame. For an MDL, index of a pose.
    Frame(u32),
    /// Index of a triangle, counted through all surfaces.
    Triangle(u32),
    /// A vertex as stored in the file, before it is split at seams.
    Vertex {
        /// The frame; `None` for all frames.
        frame: Option<u32>,
        /// Index of the vertex.
        vertex: u32,
    },
}

/// The maximum number of dropped triangles. If a repair drops more, the new indices of the other triangles are not computed.
const MAX_DROPPED: usize = 10_000;

fn number(index: usize) -> Option<u32> {
    u32::try_from(index).ok()
}

/// A map from the records of an MD2 to their indices in the loaded model, which differ if the file was damaged.
#[derive(Debug)]
pub(super) struct Md2Pieces {
    frames: RecordNumbers,
    /// Frames whose scale and translation the repair replaced.
    rescaled: BTreeSet<usize>,
    triangles: RecordNumbers,
    vertices: usize,
    /// For each texture coordinate, the index of a triangle that uses it; `None` if no triangle does.
    users: Vec<Option<u32>>,
    words: Vec<Word>,
}

/// A map from the indices of records in the file to their indices after a repair that dropped records.
#[derive(Debug, Default)]
struct RecordNumbers {
    count: usize,
    dropped: BTreeSet<usize>,
}

impl RecordNumbers {
    fn loaded_number(&self, index: usize) -> Option<u32> {
        if self.dropped.contains(&index) {
            return None;
        }
        let place = index - self.dropped.range(..index).count();
        number(place).filter(|_| place < self.count)
    }

    /// Returns the old indices (in the file) of the records that were not dropped.
    fn remaining(&self) -> impl Iterator<Item = usize> {
        (0..).filter(|index| !self.dropped.contains(index)).take(self.count)
    }
}

impl Md2Pieces {
    fn from_damaged(file: &[u8]) -> Option<Self> {
        let report = md2_format::check_with(file, &CheckOptions { max_per_code: MAX_DROPPED });
        Self::new(file, &report)
    }

    /// Determines the indices for a file. `report` is the result of its check. `None` if the file cannot be loaded, or
    /// if the loader and the check read the records from different offsets.
    pub(super) fn new(file: &[u8], report: &md2_format::check::Report) -> Option<Self> {
        // Loading may have undone a text conversion, such as changed line ends, and then reads other records than the check.
        if md2_format::text_damage(file).is_some() {
            return None;
        }
        let SalvagedModel { model, repairs, .. } = md2_format::salvage(file).ok()?;
        if repairs.iter().any(moves_records) {
            return None;
        }
        let senseless = repairs.iter().filter_map(|repair| match repair {
            Repair::Senseless { frame } => Some(*frame),
            _ => None,
        });
        let frames = RecordNumbers { count: model.frames.len(), dropped: senseless.collect() };
        let rescaled = repairs.iter().filter_map(|repair| match repair {
            Repair::NotFinite { frame } => Some(*frame),
            _ => None,
        });
        let rescaled = rescaled.collect();
        let dropped_triangles = repairs.iter().find_map(|repair| match repair {
            Repair::Triangles { dropped, .. } => Some(*dropped),
            _ => None,
        });
        let triangles = RecordNumbers {
            count: model.triangles.len(),
            dropped: dropped_triangles
                .map_or_else(|| Some(BTreeSet::new()), |count| refused(report, count))?,
        };
        let rebuilt = repairs.iter().any(|repair| matches!(repair, Repair::GlCommands { .. }));
        Some(Self {
            frames,
            rescaled,
            triangles,
            vertices: model.vertex_count(),
            users: users(model.st.len(), model.triangles.iter().map(|triangle| triangle.st), 0),
            words: if rebuilt { Vec::new() } else { model.gl_commands },
        })
    }

    pub(super) fn piece(&self, location: &md2_format::Location) -> Option<ModelPiece> {
        use md2_format::Location as L;
        match *location {
            L::Triangle(triangle) | L::Corner { triangle, .. } => {
                self.triangles.loaded_number(triangle).map(ModelPiece::Triangle)
            }
            L::St(st) => self.users.get(st).copied().flatten().map(ModelPiece::Triangle),
            L::Frame { frame, .. } => self.frames.loaded_number(frame).map(ModelPiece::Frame),
            L::Vertex { frame, vertex, .. } => self.vertex(Some(self.frames.loaded_number(frame)?), vertex),
            L::GlWord(word) => self.vertex(None, vertex_at(&self.words, word)?),
            _ => None,
        }
    }

    /// If the repair dropped the record at `location`, returns a remaining record next to it.
    pub(super) fn neighbor(&self, location: &md2_format::Location, file: &[u8]) -> Option<ModelPiece> {
        use md2_format::Location as L;
        match *location {
            L::Triangle(triangle) | L::Corner { triangle, .. }
                if self.triangles.dropped.contains(&triangle) =>
            {
                self.corner_left(file, triangle)
            }
            _ => None,
        }
    }

    /// Returns the first of a dropped triangle's vertices that exist in the loaded model. `triangle` is its index in the file.
    fn corner_left(&self, file: &[u8], triangle: usize) -> Option<ModelPiece> {
        corners(file, triangle)?.into_iter().find_map(|vertex| self.vertex(None, vertex))
    }

    fn vertex(&self, frame: Option<u32>, vertex: usize) -> Option<ModelPiece> {
        let vertex = number(vertex).filter(|_| vertex < self.vertices)?;
        Some(ModelPiece::Vertex { frame, vertex })
    }
}

/// Returns, for each repair of [`load_salvaged`](crate::load_salvaged), the frame, triangle or vertex that the repair changed. If the
/// repair dropped a record, returns a remaining record next to it. `None` if the repair changed something else, or if the index of the
/// record is not known.
///
/// ```
/// use md2_load::{ModelPiece, repair_pieces};
///
/// # let mut file = md2_testdata::seamed_quad().build();
/// # file.set_u16("tri[1].xyz[1]", 999);
/// # let file = file.into_bytes();
/// // The second of two triangles refers to a missing vertex and is dropped. The piece is the first of its existing vertices.
/// assert_eq!(repair_pieces(&file)[0], Some(ModelPiece::Vertex { frame: None, vertex: 2 }));
/// ```
#[must_use]
pub fn repair_pieces(file: &[u8]) -> Vec<Option<ModelPiece>> {
    let Ok(salvaged) = md2_format::salvage(file) else { return Vec::new() };
    let Some(places) = Md2Pieces::from_damaged(file) else { return vec![None; salvaged.repairs.len()] };
    salvaged.repairs.iter().map(|repair| places.repaired(repair, file)).collect()
}

/// Returns the records of a damaged MD2 that the repair did not change; `None` if they cannot be determined.
pub(crate) fn originals(file: &[u8]) -> Option<Originals> {
    let Md2Pieces { frames, rescaled, triangles, .. } = Md2Pieces::from_damaged(file)?;
    let triangle = |number| Some(OriginalRecord { number, offset: triangle_offset(file, number)? });
    let frame = |number| Some(OriginalRecord { number, offset: frame_offset(file, number)? });
    Some(Originals {
        file: file.to_vec(),
        triangles: triangles.remaining().map(triangle).collect::<Option<_>>()?,
        frames: frames.remaining().map(|index| frame(index).filter(|_| !rescaled.contains(&index))).collect(),
    })
}

impl Md2Pieces {
    fn repaired(&self, repair: &Repair, file: &[u8]) -> Option<ModelPiece> {
        let before = |frame: usize| (0..frame).rev().find_map(|frame| self.frames.loaded_number(frame));
        match *repair {
            Repair::NotFinite { frame } => self.frames.loaded_number(frame).map(ModelPiece::Frame),
            Repair::Senseless { frame } | Repair::Torn { frame } => {
                before(frame).or_else(|| number(0).filter(|_| self.frames.count > 0)).map(ModelPiece::Frame)
            }
            Repair::Cut { section: Section::Frames, kept, .. } => before(kept).map(ModelPiece::Frame),
            Repair::NoSt { first, .. } => self.triangles.loaded_number(first).map(ModelPiece::Triangle),
            Repair::Triangles { first, .. } => self.corner_left(file, first),
            _ => None,
        }
    }
}

fn triangle_offset(file: &[u8], triangle: usize) -> Option<usize> {
    field(file, HeaderField::OfsTris)?.checked_add(triangle.checked_mul(size_of::<Triangle>())?)
}

fn frame_offset(file: &[u8], frame: usize) -> Option<usize> {
    let frame_bytes = field(file, HeaderField::FrameSize)?;
    field(file, HeaderField::OfsFrames)?.checked_add(frame.checked_mul(frame_bytes)?)
}

fn field(file: &[u8], field: HeaderField) -> Option<usize> {
    usize::try_from(i32::from_le_bytes(bytes_at(file, field.offset())?)).ok()
}

fn corners(file: &[u8], triangle: usize) -> Option<[usize; 3]> {
    let [a, a2, b, b2, c, c2] = bytes_at(file, triangle_offset(file, triangle)?)?;
    Some([[a, a2], [b, b2], [c, c2]].map(|bytes| u16::from_le_bytes(bytes).into()))
}

/// Whether a repair corrected an offset or a count, so that the loader reads records from other offsets than the header states.
fn moves_records(repair: &Repair) -> bool {
    use HeaderField as F;
    match repair {
        Repair::Count { field, .. } | Repair::Offset { field, .. } => {
            !matches!(field, F::NumSkins | F::OfsSkins | F::NumGlcmds | F::OfsGlcmds | F::OfsEnd)
        }
        Repair::Version { .. }
        | Repair::Cut { .. }
        | Repair::Padding { .. }
        | Repair::Triangles { .. }
        | Repair::NoSt { .. }
        | Repair::Senseless { .. }
        | Repair::NotFinite { .. }
        | Repair::Normals { .. }
        | Repair::GlCommands { .. } => false,
        _ => true,
    }
}

/// Returns the triangles with invalid indices according to a check report. `None` if the report does not list exactly `count` triangles.
fn refused(report: &md2_format::check::Report, count: usize) -> Option<BTreeSet<usize>> {
    let refused = report.findings.iter().filter(|finding| finding.code.severity() == report::Severity::Error);
    let triangles: BTreeSet<usize> = refused
        .filter_map(|finding| match finding.location {
            md2_format::Location::Corner { triangle, .. } => Some(triangle),
            _ => None,
        })
        .collect();
    (triangles.len() == count).then_some(triangles)
}

/// Returns, for each of `count` vertices or texture coordinates, the index of the first triangle that uses it. The
/// first item of `triangles` is the triangle with the index `first`.
fn users<T: TryInto<usize>>(
    count: usize,
    triangles: impl Iterator<Item = [T; 3]>,
    first: usize,
) -> Vec<Option<u32>> {
    let mut users = vec![None; count];
    for (index, corners) in (first..).zip(triangles) {
        for corner in corners {
            if let Some(user) = corner.try_into().ok().and_then(|corner: usize| users.get_mut(corner)) {
                *user = user.or(number(index));
            }
        }
    }
    users
}

/// Returns the index of the vertex that a 32-bit word of the OpenGL commands belongs to. For the word with the length
/// of a strip or fan, returns the first vertex of the strip or fan.
fn vertex_at(words: &[Word], word: usize) -> Option<usize> {
    let mut start = 0_usize;
    loop {
        let count = usize::try_from(i32::from_le_bytes(*words.get(start)?).unsigned_abs())
            .ok()
            .filter(|&count| count > 0)?;
        let end = start.checked_add(count.checked_mul(3)?)?.checked_add(1)?;
        if word < end {
            let nth = word.checked_sub(start)?.saturating_sub(1) / 3;
            return usize::try_from(i32::from_le_bytes(*words.get(start + 3 * nth + 3)?)).ok();
        }
        start = end;
    }
}

#[derive(Debug)]
pub(super) struct MdlPieces {
    /// The index of the first pose of each frame, followed by the number of all poses.
    poses: Vec<usize>,
    triangles: usize,
    vertices: usize,
    /// For each vertex, the index of a triangle that uses it; `None` if no triangle does.
    users: Vec<Option<u32>>,
}

impl MdlPieces {
    pub(super) fn new(file: &[u8]) -> Option<Self> {
        // A repair may have dropped records, so the indices in a repaired model are not known.
        let mdl = mdl_format::Mdl::parse(file).ok().filter(|mdl| mdl.damage().is_none())?;
        let mut poses: Vec<usize> = mdl.frames().iter().map(|frame| frame.poses().start).collect();
        poses.push(mdl.poses().len());
        let corners = mdl.triangles().iter().map(|triangle| triangle.vertices());
        let users = users(mdl.vertex_count(), corners, 0);
        Some(Self { poses, triangles: mdl.triangles().len(), vertices: mdl.vertex_count(), users })
    }

    pub(super) fn piece(&self, location: &mdl_format::Location) -> Option<ModelPiece> {
        use mdl_format::Location as L;
        match *location {
            L::Triangle(triangle) | L::Corner { triangle, .. } => {
                number(triangle).filter(|_| triangle < self.triangles).map(ModelPiece::Triangle)
            }
            L::St(st) => self.users.get(st).copied().flatten().map(ModelPiece::Triangle),
            L::Frame(frame) => self.pose(frame, None).map(ModelPiece::Frame),
            L::Member { frame, pose } => self.pose(frame, Some(pose)).map(ModelPiece::Frame),
            L::Pose(place) => self.pose(place.frame, place.pose).map(ModelPiece::Frame),
            L::Vertex { pose, vertex } => {
                let frame = Some(self.pose(pose.frame, pose.pose)?);
                let vertex = number(vertex).filter(|_| vertex < self.vertices)?;
                Some(ModelPiece::Vertex { frame, vertex })
            }
            _ => None,
        }
    }

    fn pose(&self, frame: usize, pose: Option<usize>) -> Option<u32> {
        let (first, end) = (*self.poses.get(frame)?, *self.poses.get(frame + 1)?);
        let place = first + pose.unwrap_or(0);
        number(place).filter(|_| place < end)
    }
}

#[derive(Debug)]
pub(super) struct Md3Pieces {
    frames: usize,
    /// For each surface, the index of its first triangle and a list: for each vertex of the surface, a triangle that uses the vertex.
    surfaces: Vec<(usize, Vec<Option<u32>>)>,
    triangles: usize,
}

impl Md3Pieces {
    pub(super) fn new(file: &[u8]) -> Option<Self> {
        let md3 = md3_format::Md3::parse(file).ok().filter(|md3| md3.damage().is_none())?;
        let mut triangles = 0;
        let surfaces = md3.surfaces().iter().map(|surface| {
            let first = triangles;
            triangles += surface.triangles().len();
            let corners = surface.triangles().iter().map(|triangle| triangle.indices);
            (first, users(surface.vertex_count(), corners, first))
        });
        let surfaces = surfaces.collect();
        Some(Self { frames: md3.frame_count(), surfaces, triangles })
    }

    pub(super) fn piece(&self, location: &md3_format::Location) -> Option<ModelPiece> {
        use md3_format::Location as L;
        use md3_format::SurfacePart;
        match *location {
            L::Frame { frame, .. } | L::Tag { frame, .. } => {
                number(frame).filter(|_| frame < self.frames).map(ModelPiece::Frame)
            }
            L::Surface { surface, part, .. } => {
                let (first, users) = self.surfaces.get(surface)?;
                match part {
                    SurfacePart::Triangle(triangle) | SurfacePart::Corner { triangle, .. } => {
                        let place = first + triangle;
                        number(place).filter(|_| place < self.triangles).map(ModelPiece::Triangle)
                    }
                    SurfacePart::St(st) => users.get(st).copied().flatten().map(ModelPiece::Triangle),
                    _ => None,
                }
            }
            _ => None,
        }
    }
}
