//! Writing of models.

#![deny(clippy::arithmetic_side_effects, clippy::indexing_slicing)]

use alloc::vec::Vec;

use md2_common::file_layout::FileWriter;
use md2_common::report;

use crate::canonical::canonical_header;
use crate::faults::{Counts, IndexFault};
use crate::layout::StoredLayout;
use crate::location::Location;
use crate::model::{Model, ModelFrame};
use crate::raw::{FrameHeader, Header};
use crate::section::{Extent, MAX_INDEXED, Section};
use crate::view::Md2;

impl Model {
    /// Returns the bytes of a file with this model.
    ///
    /// An unedited model from a file gives exactly that file. Renaming a frame or moving a vertex changes only the
    /// bytes of that name or vertex. A new model is written in the canonical file layout, see
    /// [`Layout`](crate::model::Layout).
    ///
    /// # Errors
    /// If the format cannot represent the model. [`Md2::parse`](crate::Md2::parse) accepts every file that is
    /// returned, and reads the same model.
    pub fn to_bytes(&self) -> Result<Vec<u8>, WriteError> {
        check(self)?;
        let too_long = || WriteError::new(Location::File, "the file would exceed 2147483647 bytes", "");
        in_stored_layout(self).or_else(|| in_canonical_layout(self)).ok_or_else(too_long)
    }
}

/// An error of writing a model.
///
/// ```
/// use md2_format::model::{Model, ModelFrame};
/// use md2_format::raw::Triangle;
///
/// let model = Model {
///     triangles: vec![Triangle::new([0, 1, 2], [0, 0, 0])],
///     frames: vec![ModelFrame::default()],
///     ..Model::default()
/// };
/// let error = model.to_bytes().unwrap_err();
/// assert_eq!(error.to_string(), "triangle 0, corner 0: position index 0, expected below 0");
/// ```
pub type WriteError = report::WriteError<Location>;

fn check(model: &Model) -> Result<(), WriteError> {
    let at_most = |found: usize, allowed: usize, location| {
        let too_many = || WriteError::new(location, found, format_args!("at most {allowed}"));
        if found > allowed { Err(too_many()) } else { Ok(()) }
    };
    let (vertices, coordinates) = (model.vertex_count(), model.st.len());
    at_most(coordinates, MAX_INDEXED, Location::Section(Section::St))?;
    for (frame, ModelFrame { name, scale, translate, vertices: found }) in model.frames.iter().enumerate() {
        let location = Location::Frame { frame, name: *name };
        at_most(found.len(), MAX_INDEXED, location)?;
        if found.len() != vertices {
            let found = format_args!("{} vertices", found.len());
            return Err(WriteError::new(location, found, format_args!("{vertices} as in frame 0")));
        }
        // A loop without an early end is faster.
        let all_finite = scale.iter().chain(translate).fold(true, |all, value| all & value.is_finite());
        if !all_finite {
            let found = format_args!("scale {scale:?}, translation {translate:?}");
            return Err(WriteError::new(location, found, "finite numbers"));
        }
    }
    let counts = Counts { positions: vertices, st: coordinates };
    // The place of a fault is searched only if there is one.
    if !IndexFault::is_in_any(&model.triangles, counts) {
        return Ok(());
    }
    match IndexFault::find_in_all(model.triangles.iter().copied(), counts).next() {
        None => Ok(()),
        Some((triangle, fault)) => {
            let location = Location::Corner { triangle, corner: fault.corner };
            Err(WriteError::new(location, fault, format_args!("below {}", fault.count)))
        }
    }
}

fn in_stored_layout(model: &Model) -> Option<Vec<u8>> {
    let stored = model.layout.stored().filter(|stored| fits(stored, model))?;
    let file = fill(stored, model)?;
    // Overlapping sections can only be written if they have the same content where they overlap.
    let agrees = || Md2::parse(&file).is_ok_and(|view| view.to_model() == *model);
    (!stored.overlaps() || agrees()).then_some(file)
}

/// Returns the file in the canonical layout, followed by the bytes that followed the last section when the model was
/// read. `None` if the file would be too long.
fn in_canonical_layout(model: &Model) -> Option<Vec<u8>> {
    let header = canonical_header(model)?;
    let length = usize::try_from(header.ofs_end).ok()?;
    let mut file = fill(&StoredLayout { header, length, filler: Vec::new() }, model)?;
    file.extend(model.layout.trailing());
    Some(file)
}

fn fits(StoredLayout { header, length, .. }: &StoredLayout, model: &Model) -> bool {
    let extent = |section| Extent::new(header, section);
    let counts = [
        (Section::Skins, model.skins.len()),
        (Section::St, model.st.len()),
        (Section::Triangles, model.triangles.len()),
        (Section::Frames, model.frames.len()),
    ];
    let vertices = usize::try_from(header.num_xyz);
    counts.into_iter().all(|(section, now)| extent(section).count == now)
        && model.frames.iter().all(|frame| vertices == Ok(frame.vertices.len()))
        && vertices.is_ok_and(|vertices| vertices >= model.vertex_count())
        && extent(Section::GlCommands).records_in(*length) == model.gl_commands.len()
}

fn fill(layout: &StoredLayout, model: &Model) -> Option<Vec<u8>> {
    let StoredLayout { header, length, filler } = layout;
    let header = Header { skinwidth: model.skin_width, skinheight: model.skin_height, ..*header };
    let extent = |section| Extent::new(&header, section);
    let mut file = FileWriter::new(*length);
    file.put(0, &header.to_bytes())?;
    file.put(extent(Section::Skins).start(), &model.skins)?;
    file.put(extent(Section::St).start(), &model.st)?;
    file.put(extent(Section::Triangles).start(), &model.triangles)?;
    let frames = extent(Section::Frames);
    for (index, frame) in model.frames.iter().enumerate() {
        let ModelFrame { name, scale, translate, .. } = *frame;
        let vertices = file.put_record(frames.record(index), FrameHeader { scale, translate, name })?;
        file.put(vertices, &frame.vertices)?;
    }
    file.put(extent(Section::GlCommands).start(), model.gl_commands.as_flattened())?;
    // The filler is between the sections. Written first, it would clear the memory of the sections.
    for (offset, bytes) in filler {
        file.put(*offset, bytes)?;
    }
    Some(file.into_bytes())
}
