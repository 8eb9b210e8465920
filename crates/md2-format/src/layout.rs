//! Where the sections of a model lie in its file, and what lies between them.

#![deny(clippy::arithmetic_side_effects, clippy::indexing_slicing)]

use alloc::boxed::Box;
use alloc::vec;
use alloc::vec::Vec;
use core::ops::Range;

use zerocopy::IntoBytes;

use crate::location::Section;
use crate::model::Model;
use crate::raw::{FrameHeader, Header, Skin, St, Triangle, Vertex, Word};
use crate::view::Md2;
use crate::write;

/// How a model is arranged in its file.
///
/// The default is the canonical arrangement: skins, skin coordinates, triangles, frames, OpenGL commands, directly
/// one after the other. A model that was read from a file in any other arrangement remembers the offsets, the
/// values that mean nothing (such as the offset of an empty section), and the bytes that belong to no section, so
/// that it is written as it was.
///
/// As soon as an edit changes a count, the remembered offsets are of no use and the canonical arrangement is
/// written, followed by whatever followed the last section. To get that in any case, assign the default:
///
/// ```
/// # let mut model = md2_format::Model::default();
/// model.layout = Default::default();
/// assert!(model.layout.is_canonical());
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Layout(Option<Box<Remembered>>);

/// The arrangement of a file that is not canonical.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Remembered {
    /// With a skin size of 0 x 0: the model has its own.
    header: Header,
    /// Bytes of the file.
    length: usize,
    /// The bytes that belong to neither the header nor a section, by their offsets, in ascending order.
    filler: Vec<(usize, Vec<u8>)>,
}

impl Layout {
    /// Whether the model will be written in the canonical arrangement, without anything between or behind the
    /// sections.
    pub fn is_canonical(&self) -> bool {
        self.0.is_none()
    }

    /// The arrangement of `model`, which was read from `view`.
    pub(crate) fn of(view: &Md2<'_>, model: &Model) -> Self {
        let header = *view.header();
        let length = view.file().len();
        let canonical = write::canonical_header(model).is_ok_and(|canonical| canonical == header);
        if canonical && usize::try_from(header.ofs_end) == Ok(length) {
            return Self(None);
        }
        let filler = gaps(claimed(&header, length), length)
            .filter_map(|gap| Some((gap.start, view.file().get(gap)?.to_vec())))
            .collect();
        let header = Header { skinwidth: 0, skinheight: 0, ..header };
        Self(Some(Box::new(Remembered { header, length, filler })))
    }

    /// `model` in the remembered arrangement, if there is one and it still fits.
    pub(crate) fn write(&self, model: &Model) -> Option<Vec<u8>> {
        let remembered = self.0.as_ref().filter(|remembered| remembered.fits(model))?;
        let file = remembered.write(model)?;
        // Sections that share bytes can be written only as long as they agree on them.
        let agrees = || Md2::parse(&file).is_ok_and(|view| view.to_model() == *model);
        (!overlap(claimed(&remembered.header, remembered.length)) || agrees()).then_some(file)
    }

    /// What follows the last section in the file.
    pub(crate) fn trailing(&self) -> &[u8] {
        let last = self.0.as_ref().and_then(|remembered| {
            let (offset, bytes) = remembered.filler.last()?;
            (offset.saturating_add(bytes.len()) == remembered.length).then_some(bytes)
        });
        last.map_or(&[], Vec::as_slice)
    }
}

impl Remembered {
    /// Whether every count of `model` is still the one remembered.
    fn fits(&self, model: &Model) -> bool {
        let counts = [
            (self.header.num_skins, model.skins.len()),
            (self.header.num_st, model.st.len()),
            (self.header.num_tris, model.triangles.len()),
            (self.header.num_frames, model.frames.len()),
        ];
        let vertices = usize::try_from(self.header.num_xyz);
        counts.into_iter().all(|(remembered, now)| usize::try_from(remembered) == Ok(now))
            && model.frames.iter().all(|frame| vertices == Ok(frame.vertices.len()))
            && vertices.is_ok_and(|vertices| vertices >= model.vertex_count())
            && gl_word_count(&self.header, self.length) == model.gl_commands.len()
    }

    fn write(&self, model: &Model) -> Option<Vec<u8>> {
        let header = Header { skinwidth: model.skin_width, skinheight: model.skin_height, ..self.header };
        let mut file = vec![0; self.length];
        for (offset, bytes) in &self.filler {
            put(&mut file, *offset, bytes)?;
        }
        put(&mut file, 0, &header.to_bytes())?;
        put(&mut file, offset(&header, Section::Skins), model.skins.as_bytes())?;
        put(&mut file, offset(&header, Section::St), model.st.as_bytes())?;
        put(&mut file, offset(&header, Section::Triangles), model.triangles.as_bytes())?;
        let mut start = offset(&header, Section::Frames);
        for frame in &model.frames {
            let head = FrameHeader::new(frame.name, frame.scale, frame.translate);
            let vertices = put(&mut file, start, head.as_bytes())?;
            put(&mut file, vertices, frame.vertices.as_bytes())?;
            start = start.checked_add(usize::try_from(header.framesize).ok()?)?;
        }
        put(&mut file, offset(&header, Section::GlCommands), model.gl_commands.as_bytes())?;
        Some(file)
    }
}

/// Overwrites the part of `file` that starts at `offset`, and gives the offset of what follows. Where nothing is put
/// the offset need not make sense.
fn put(file: &mut [u8], offset: usize, bytes: &[u8]) -> Option<usize> {
    let end = offset.checked_add(bytes.len())?;
    if !bytes.is_empty() {
        file.get_mut(offset..end)?.copy_from_slice(bytes);
    }
    Some(end)
}

/// Where a section starts; 0 for an empty one that claims to start before the file.
fn offset(header: &Header, section: Section) -> usize {
    usize::try_from(header.get(section.offset_field())).unwrap_or(0)
}

/// How many of the words of OpenGL commands that `header` announces a file of `length` bytes holds.
pub(crate) fn gl_word_count(header: &Header, length: usize) -> usize {
    let (Ok(offset), Ok(count)) = (usize::try_from(header.ofs_glcmds), usize::try_from(header.num_glcmds))
    else {
        return 0;
    };
    let most = length.saturating_sub(offset).checked_div(size_of::<Word>());
    count.min(most.unwrap_or(0))
}

/// The parts of a file of `length` bytes that the header and the records of the sections take, in ascending order.
fn claimed(header: &Header, length: usize) -> Vec<Range<usize>> {
    let count = |section: Section| match section {
        Section::GlCommands => gl_word_count(header, length),
        _ => usize::try_from(header.get(section.count_field())).unwrap_or(0),
    };
    let stride = usize::try_from(header.framesize).unwrap_or(0);
    let frame_bytes = usize::try_from(header.num_xyz)
        .unwrap_or(0)
        .saturating_mul(size_of::<Vertex>())
        .saturating_add(size_of::<FrameHeader>());
    let mut ranges = Vec::from([Range { start: 0, end: Header::BYTES }]);
    for section in Section::ALL.into_iter().filter(|&section| count(section) > 0) {
        let start = offset(header, section);
        let record = match section {
            Section::Skins => size_of::<Skin>(),
            Section::St => size_of::<St>(),
            Section::Triangles => size_of::<Triangle>(),
            Section::GlCommands => size_of::<Word>(),
            Section::Frames if stride == frame_bytes => frame_bytes,
            Section::Frames => {
                let starts = (start..length).step_by(stride.max(1)).take(count(section));
                ranges.extend(starts.map(|start| start..start.saturating_add(frame_bytes)));
                continue;
            }
        };
        ranges.push(start..start.saturating_add(count(section).saturating_mul(record)));
    }
    ranges.sort_unstable_by_key(|range| range.start);
    ranges
}

/// What sorted `ranges` leave of a file of `length` bytes.
fn gaps(ranges: Vec<Range<usize>>, length: usize) -> impl Iterator<Item = Range<usize>> {
    let end = length..length;
    let mut covered = 0;
    ranges.into_iter().chain([end]).filter_map(move |range| {
        let gap = covered..range.start;
        covered = covered.max(range.end);
        (!gap.is_empty()).then_some(gap)
    })
}

/// Whether two of the sorted `ranges` share a byte.
fn overlap(ranges: Vec<Range<usize>>) -> bool {
    ranges.iter().zip(ranges.iter().skip(1)).any(|(a, b)| a.end > b.start)
}
