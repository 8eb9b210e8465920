//! Selection of the usable records of a damaged file.

#![deny(clippy::arithmetic_side_effects, clippy::indexing_slicing)]

use alloc::vec::Vec;

use md2_common::UP_NORMAL;

use super::moved::LostRecords;
use super::repair::Repair;
use super::sense::{self, NO_ST};
use super::{SalvagedModel, header};
use crate::frame;
use crate::glcmds::GlCommands;
use crate::lenient::Lenient;
use crate::model::{Model, ModelFrame};
use crate::options::ParseOptions;
use crate::raw::{Header, HeaderField, St, Triangle, VERSION, Vertex};
use crate::section::Section;
use crate::stripify::stripify;

/// Returns a model with the usable records of a file, if they include a frame and a triangle. The file contains the
/// header `found`; its records are read with the repaired `header`. The bytes of the `lost` records are unknown.
pub(super) fn collect(
    file: &[u8],
    found: &Header,
    header: &Header,
    lost: &LostRecords,
) -> Option<SalvagedModel> {
    let mut repairs = Vec::new();
    list_changes(found, header, &mut repairs);
    let parts = Lenient::with_header(file, *header);
    let mut model = Model {
        skin_width: header.skinwidth,
        skin_height: header.skinheight,
        skins: parts.skins.to_vec(),
        st: parts.st.iter().take(ParseOptions::FORMAT.max_st).collect(),
        frames: parts.frames().map(|frame| to_owned_frame(&frame)).collect(),
        ..Model::default()
    };
    for (section, kept) in [
        (Section::Skins, model.skins.len()),
        (Section::St, parts.st.len()),
        (Section::Triangles, parts.triangles.len()),
        (Section::Frames, model.frames.len()),
    ] {
        let announced = parts.extent(section).count;
        if kept < announced {
            repairs.push(Repair::Cut { section, kept, announced });
        }
    }
    let frames_end = parts.extent(Section::Frames).record(model.frames.len());
    let missing = frames_end.saturating_sub(file.len());
    if missing > 0 && !model.frames.is_empty() {
        repairs.push(Repair::Padding { missing });
    }
    for torn in header::torn_sections(file.len(), found, header) {
        match torn {
            Section::Skins => {
                repairs.push(Repair::Unproven { section: torn, first: 0, dropped: model.skins.len() });
                model.skins.clear();
            }
            // Any two bytes can be an index or a coordinate, so shifted records cannot be detected.
            Section::St | Section::Triangles => return None,
            // Shifted records are detected below.
            Section::Frames | Section::GlCommands => {}
        }
    }
    drop_lost(&mut model, lost, &mut repairs);
    let has_another_length = usize::try_from(header.ofs_end) != Ok(file.len());
    let places = drop_senseless(&mut model.frames, lost, has_another_length, &mut repairs);
    repair_scales(&mut model.frames, &places, &mut repairs);
    repair_normals(&mut model.frames, &mut repairs);
    keep_triangles(&mut model, &parts, lost, &mut repairs);
    // If most triangles are invalid, the repaired header is probably wrong.
    let is_mended = HeaderField::ALL.into_iter().any(|field| found.get(field) != header.get(field));
    if is_mended && model.triangles.len() < parts.triangles.len() / 2 {
        return None;
    }

    let has_none = |count: i32, kept: usize| count != 0 && kept == 0;
    if has_none(found.num_frames, model.frames.len()) || has_none(found.num_tris, model.triangles.len()) {
        return None;
    }
    let [.., lost_commands] = lost;
    let has_lost_commands = !lost_commands.is_empty();
    model.gl_commands = parts.gl_words.to_vec();
    let defect = GlCommands::new(parts.gl_words, parts.vertex_count).defect();
    if defect.is_some() || has_none(header.num_glcmds, parts.gl_words.len()) || has_lost_commands {
        rebuild_commands(&mut model);
        repairs.push(Repair::GlCommands { defect });
    }
    Some(SalvagedModel { model, repairs })
}

/// Drops the lost skins. Sets the lost skin coordinates to 0, so that the other skin coordinates keep their indices.
/// Adds a repair for each section with lost records.
fn drop_lost(model: &mut Model, lost: &LostRecords, repairs: &mut Vec<Repair>) {
    let [skins, st, triangles, frames, _] = lost;
    for (section, lost) in Section::ALL.into_iter().zip([skins, st, triangles, frames]) {
        if !lost.is_empty() {
            repairs.push(Repair::Unproven { section, first: lost.start, dropped: lost.len() });
        }
    }
    if model.skins.get(skins.clone()).is_some() {
        model.skins.drain(skins.clone());
    }
    model.st.get_mut(st.clone()).unwrap_or_default().fill(St::default());
}

pub(super) fn rebuild_commands(model: &mut Model) {
    model.gl_commands = stripify(&model.triangles, &model.st).to_words(model.skin_size());
}

fn list_changes(found_header: &Header, used_header: &Header, repairs: &mut Vec<Repair>) {
    if found_header.version != VERSION {
        repairs.push(Repair::Version { found: found_header.version });
    }
    for field in HeaderField::ALL {
        let (found, used) = (found_header.get(field), usize::try_from(used_header.get(field)).unwrap_or(0));
        if found == used_header.get(field) {
            continue;
        }
        if field == HeaderField::FrameSize {
            repairs.push(Repair::FrameSize { found, used });
        } else if field == HeaderField::NumXyz
            || Section::ALL.iter().any(|section| section.count_field() == field)
        {
            repairs.push(Repair::Count { field, found, used });
        } else if Section::ALL
            .iter()
            .any(|section| section.offset_field() == field && used_header.get(section.count_field()) != 0)
        {
            repairs.push(Repair::Offset { field, found, used });
        }
    }
    for (field, limit) in [
        (HeaderField::NumXyz, ParseOptions::FORMAT.max_vertices),
        (HeaderField::NumSt, ParseOptions::FORMAT.max_st),
    ] {
        let found = used_header.get(field);
        if usize::try_from(found).is_ok_and(|found| found > limit) {
            repairs.push(Repair::Count { field, found, used: limit });
        }
    }
}

/// Copies a frame. Omits the last vertices if there are more than 16-bit indices can address.
fn to_owned_frame(frame: &frame::Frame<'_>) -> ModelFrame {
    ModelFrame {
        name: frame.name(),
        scale: frame.scale(),
        translate: frame.translate(),
        vertices: frame.vertices().iter().take(ParseOptions::FORMAT.max_vertices).collect(),
    }
}

/// Drops the lost frames, and the frames with an implausible scale or translation. Returns the indices that the
/// remaining frames had in the file.
///
/// If the length of the file is not `ofs_end`, and many frames after the first implausible frame are implausible too,
/// then bytes are missing or extra. In this case, the frame before the first implausible frame and all later frames are
/// dropped, because the plausible frames among them are plausible only by chance.
fn drop_senseless(
    frames: &mut Vec<ModelFrame>,
    [_, _, _, lost, _]: &LostRecords,
    has_another_length: bool,
    repairs: &mut Vec<Repair>,
) -> Vec<usize> {
    /// Frames count as shifted if more than one in four is implausible, counted from the first implausible frame.
    const MAX_SENSELESS_RATIO: usize = 4;
    let fitting = sense::fit_together(frames);
    let mut kept: Vec<bool> = frames
        .iter()
        .zip(fitting)
        .map(|(frame, sensible)| {
            if sense::is_finite(frame) {
                sensible
            } else {
                sense::is_recognizable(frame.scale, frame.translate)
            }
        })
        .collect();
    let has_name = |frame: &ModelFrame| {
        sense::is_name(&frame.name) && sense::has_normals(frame.vertices.iter().copied())
    };
    // Some exporters leave arbitrary bytes in the names. Such frames are accepted if they are similar to each other.
    let confirm_each_other = frames.len() >= sense::ENOUGH && kept.iter().all(|kept| *kept);
    if has_another_length && (frames.first().is_some_and(has_name) || !confirm_each_other) {
        kept.iter_mut().zip(frames.iter()).for_each(|(kept, frame)| *kept &= has_name(frame));
    }
    let is_senseless = |(frame, kept): &(usize, &bool)| !**kept && !lost.contains(frame);
    let senseless: Vec<usize> = (0..).zip(&kept).filter(is_senseless).map(|(frame, _)| frame).collect();
    repairs.extend(senseless.iter().map(|&frame| Repair::Senseless { frame }));
    let torn = senseless.first().map(|&first| (first, senseless.len()));
    let is_torn =
        |&(first, count): &(usize, usize)| count > frames.len().saturating_sub(first) / MAX_SENSELESS_RATIO;
    let torn = torn.filter(is_torn).map(|(first, _)| first.saturating_sub(1));
    if let (true, Some(torn)) = (has_another_length, torn.or_else(|| torn_end(frames))) {
        repairs.push(Repair::Torn { frame: torn });
        kept.truncate(torn);
    }
    kept.get_mut(lost.clone()).unwrap_or_default().fill(false);
    let places = (0..).zip(&kept).filter(|(_, kept)| **kept).map(|(place, _)| place).collect();
    let mut kept = kept.into_iter();
    frames.retain(|_| kept.next().unwrap_or(false));
    places
}

/// Returns the index of the last frame if it is the only frame with normal indices outside the table. Bytes may be
/// missing inside this frame, since no later frame would show the shift.
fn torn_end(frames: &[ModelFrame]) -> Option<usize> {
    let has_normals = |frame: &ModelFrame| frame.vertices.iter().all(Vertex::has_normal);
    let (last, others) = frames.split_last()?;
    (!has_normals(last) && others.iter().all(has_normals)).then_some(others.len())
}

/// Repairs frames whose scale or translation is not finite. Copies both from the previous frame, or from the first
/// usable frame if there is no previous frame. `places` are the indices of the frames in the file.
fn repair_scales(frames: &mut Vec<ModelFrame>, places: &[usize], repairs: &mut Vec<Repair>) {
    let Some(first) = frames.iter().find(|frame| sense::is_finite(frame)) else {
        // No frame has a finite scale and translation.
        return frames.clear();
    };
    let mut last = (first.scale, first.translate);
    for (frame, &place) in frames.iter_mut().zip(places) {
        if sense::is_finite(frame) {
            last = (frame.scale, frame.translate);
        } else {
            (frame.scale, frame.translate) = last;
            repairs.push(Repair::NotFinite { frame: place });
        }
    }
}

fn repair_normals(frames: &mut [ModelFrame], repairs: &mut Vec<Repair>) {
    let mut replaced = 0_usize;
    for vertex in
        frames.iter_mut().flat_map(|frame| &mut frame.vertices).filter(|vertex| !vertex.has_normal())
    {
        vertex.normal_index = UP_NORMAL;
        replaced = replaced.saturating_add(1);
    }
    if replaced > 0 {
        repairs.push(Repair::Normals { replaced });
    }
}

/// Drops the lost triangles and the triangles with indices out of range. Corners whose skin coordinate is missing or
/// lost get the coordinate (0, 0).
fn keep_triangles(model: &mut Model, parts: &Lenient<'_>, lost: &LostRecords, repairs: &mut Vec<Repair>) {
    let counts = parts.counts();
    let [_, lost_st, lost_triangles, ..] = lost;
    let (mut first_dropped, mut dropped) = (None, 0_usize);
    let (mut first_without, mut corners) = (None, 0_usize);
    let mut origin = None;
    let is_none =
        |st: u16| st == NO_ST && counts.st <= usize::from(NO_ST) || lost_st.contains(&usize::from(st));
    let known = parts.triangles.iter().enumerate().filter(|(index, _)| !lost_triangles.contains(index));
    for (index, triangle) in known {
        let without = triangle.st.into_iter().filter(|&st| is_none(st)).count();
        if !sense::is_in_range(triangle, counts) {
            first_dropped.get_or_insert(index);
            dropped = dropped.saturating_add(1);
        } else if without == 0 {
            model.triangles.push(triangle);
        } else {
            let origin = *origin.get_or_insert_with(|| origin_of(&mut model.st));
            let st = triangle.st.map(|st| if is_none(st) { origin } else { st });
            model.triangles.push(Triangle::new(triangle.xyz, st));
            first_without.get_or_insert(index);
            corners = corners.saturating_add(without);
        }
    }
    if let Some(first) = first_without {
        repairs.push(Repair::NoSt { first, corners });
    }
    if let Some(first) = first_dropped {
        repairs.push(Repair::Triangles { first, dropped });
    }
}

/// Returns the index of the skin coordinate (0, 0), and adds this coordinate if it is missing. The caller ensures that
/// a 16-bit index can address it.
fn origin_of(st: &mut Vec<St>) -> u16 {
    let index = st.iter().position(|st| *st == St::default()).unwrap_or_else(|| {
        st.push(St::default());
        st.len().saturating_sub(1)
    });
    u16::try_from(index).unwrap_or(NO_ST)
}
