//! Operations on frames.

use std::path::{Path, PathBuf};

use md2_anim::{EvidenceKind, Sequence, find_merge};
use md2_assets::read_model;
use md2_edit::Model;

use super::files::{EditFiles, SequenceRate};
use super::operation::OptionValue::Required;
use super::operation::{Parsed, Row, change};
use super::values::{optional_pair, pair};
use crate::args::parse_positive;
use crate::failure::Failure;
use crate::report::count;

pub(super) const FRAMES: &[Row] = &[
    (
        "rename",
        Required("OLD=NEW"),
        "Rename frames: a sequence (run=walk names its frames walk1, walk2, …), a range (0..5=walk), a single frame (17=idle), or a \
         pattern ('run*=walk*' keeps the text for the star)",
        rename,
    ),
    (
        "keep",
        Required("FRAMES"),
        "Keep only these frames, in the order of the file: run,stand01..stand04",
        keep,
    ),
    ("delete", Required("FRAMES"), "Delete frames: 'death*' or 190..197", delete),
    (
        "order",
        Required("FRAMES"),
        "Move frames to the start, in this order: run,stand; the others follow",
        order,
    ),
    (
        "duplicate",
        Required("FRAMES[=NAME]"),
        "Copy frames; the copies follow the last of them: run=sprint makes a sequence of its own",
        duplicate,
    ),
    ("reverse", Required("FRAMES"), "Reverse the order of frames; the names stay in order: run", reverse),
    (
        "resample",
        Required("[SEQUENCE=]FPS"),
        "Interpolate frames for another rate: run=20 doubles the frames of a sequence with ten frames per second, and \
         0..5=20 those of a range; 20 applies to all sequences",
        resample,
    ),
    (
        "insert",
        Required("FRAME=FILE"),
        "Insert the frames of another model with the same triangles before a frame: stand01=taunt.md2",
        insert,
    ),
    ("append", Required("FILE"), "Append the frames of another model with the same triangles", append),
];

/// A change that may add or remove frames. Its result states both numbers of frames.
fn resize(
    edit: impl Fn(&mut Model, &mut EditFiles) -> Result<(), Failure> + Send + Sync + 'static,
) -> Parsed {
    change(move |model, files| {
        let before = model.frame_count();
        edit(model, files)?;
        Ok(format!("{before} -> {}", count(model.frame_count(), "frame")))
    })
}

fn rename(text: &str) -> Parsed {
    let (old, new) = pair(text, "run=walk")?;
    change(move |model, files| {
        let (sequences, names) = (model.sequences(), model.frame_names());
        let renamed = count(rename_listed(model, files, &old, &new)?, "frame");
        let new_names = model.frame_names();
        let is_renamed = |frame: u32| names.get(frame as usize) != new_names.get(frame as usize);
        let merge = find_merge(&sequences, &model.sequences(), is_renamed);
        if let Some(merge) = merge.as_ref().filter(|_| !files.merges_sequences) {
            let text = format!("{merge}. Choose another name, or allow this with --merge-sequences");
            return Err(Failure::Usage(text));
        }
        let merge = merge.map_or_else(String::new, |merge| format!("; {merge}"));
        let note = if model.sequences() == sequences && is_played_by_number(model) {
            "; the game selects these frames by number, so the sequences keep their names"
        } else {
            ""
        };
        Ok(format!("renamed {renamed}{note}{merge}"))
    })
}

/// Renames frames, also those of a sequence that only a table of the game names. The frames of the table's other sequences get their names,
/// too: the table does not apply to a model with other names.
fn rename_listed(model: &mut Model, files: &EditFiles, old: &str, new: &str) -> Result<usize, Failure> {
    let is_unknown = files.player.is_none() && model.find_frames(old).is_err();
    let listed = md2_anim::find_sequence(&files.sequences, old).filter(|_| is_unknown);
    let Some(own) = listed else { return Ok(model.rename_frames(old, new)?) };
    let is_unnamed = model.sequences().len() == 1;
    let mut renamed = 0;
    for sequence in files.sequences.iter().filter(|other| is_unnamed || other.name == own.name) {
        let name = if sequence.name == own.name { new } else { &sequence.name };
        renamed += model.rename_frames(&format!("{}..{}", sequence.first, sequence.last), name)?;
    }
    Ok(renamed)
}

fn is_played_by_number(model: &Model) -> bool {
    let detection = md2_anim::detect(model.frame_names().iter().map(|name| name.as_bytes().to_vec()));
    detection.evidence().kind == EvidenceKind::PlayerSet
}

/// Finds frames, also by the sequences of a game's table or of a script, which the model does not know.
fn find(model: &Model, files: &EditFiles, text: &str) -> Result<Vec<usize>, Failure> {
    let mut frames = Vec::new();
    for part in text.split(',') {
        match (model.find_frames(part), md2_anim::find_sequence(&files.sequences, part.trim())) {
            (Err(_), Some(own)) => frames.extend(own.frames()),
            (found, _) => frames.extend(found?),
        }
    }
    Ok(frames)
}

fn keep(text: &str) -> Parsed {
    let frames = text.to_owned();
    resize(move |model, files| Ok(model.keep_frames(&find(model, files, &frames)?)?))
}

fn delete(text: &str) -> Parsed {
    let frames = text.to_owned();
    resize(move |model, files| Ok(model.delete_frames(&find(model, files, &frames)?)?))
}

fn order(text: &str) -> Parsed {
    let frames = text.to_owned();
    change(move |model, files| {
        let (names, frames) = (model.frame_names(), find(model, files, &frames)?);
        model.order_frames(&frames)?;
        if names == model.frame_names() && (0..frames.len()).ne(frames.iter().copied()) {
            // Frames that share a name cannot be followed.
            files.sequences.clear();
        }
        Ok(format!("moved {} to the start", count(frames.len(), "frame")))
    })
}

fn duplicate(text: &str) -> Parsed {
    let (frames, name) = text.split_once('=').map_or((text, None), |(frames, name)| (frames, Some(name)));
    let (frames, name) = (frames.to_owned(), name.map(str::to_owned));
    resize(move |model, files| Ok(model.duplicate_frames(&find(model, files, &frames)?, name.as_deref())?))
}

fn reverse(text: &str) -> Parsed {
    let frames = text.to_owned();
    change(move |model, files| {
        let frames = find(model, files, &frames)?;
        model.reverse_frames(&frames);
        Ok(format!("reversed {}", count(frames.len(), "frame")))
    })
}

pub(super) fn resample(text: &str) -> Parsed {
    let (sequence, rate) = optional_pair(text);
    let (sequence, fps) = (sequence.map(str::to_owned), parse_positive(rate)?);
    resize(move |model, files| {
        let is_known = |name: &str| md2_anim::find_sequence(&model.sequences(), name).is_some();
        // The model does not know the sequences of a game's table, or of a script.
        let own = sequence.as_deref().filter(|name| files.player.is_some() || !is_known(name));
        match own.and_then(|name| md2_anim::find_sequence(&files.sequences, name)) {
            Some(own) => {
                let own = Sequence { backward: false, ..own.clone() };
                let (name, before) = (own.name.clone(), model.frame_count());
                let old = usize::try_from(own.frame_count()).unwrap_or(0);
                model.resample_sequences(vec![own], fps)?;
                let resampled = SequenceRate { name, frames: old + model.frame_count() - before, fps };
                files.player = files.player.take().map(|_| Some(resampled));
                Ok(())
            }
            // Another model of the player has the sequence.
            None if files.player.is_some() => Ok(()),
            None => Ok(model.resample(sequence.as_deref(), fps)?),
        }
    })
}

fn insert(text: &str) -> Parsed {
    let (at, file) = pair(text, "stand01=taunt.md2")?;
    insert_file(Some(at), PathBuf::from(file))
}

fn append(text: &str) -> Parsed {
    insert_file(None, PathBuf::from(text))
}

/// Inserts the frames of a file before the frame `at`, or after the last frame if `at` is `None`.
fn insert_file(at: Option<String>, file: PathBuf) -> Parsed {
    resize(move |model, files| {
        let other = read(&file, files)?;
        let end = model.frame_count();
        let at = match &at {
            Some(frame) => model.find_frames(frame)?.first().copied().unwrap_or(end),
            None => end,
        };
        Ok(model.insert_frames(at, &other)?)
    })
}

pub(super) fn read(path: &Path, files: &mut EditFiles) -> Result<Model, Failure> {
    let bytes = read_model(path).map_err(|error| Failure::File(error.into()))?;
    files.read.push(path.to_path_buf());
    Model::parse(&bytes)
        .map_err(|error| Failure::File(anyhow::anyhow!("cannot read {}: {error}", path.display())))
}
