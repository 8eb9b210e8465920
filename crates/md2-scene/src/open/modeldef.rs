//! The definition of a model by a `MODELDEF` script: its sequences, its place, and the models that are drawn with it.

use std::collections::BTreeMap;
use std::sync::Arc;

use md2_anim::{Script, Sequence, TagPose};
use md2_assets::{Block, Definition, DrawnModel, FolderCache, FrameKey};
use md2_load::LoadedModel;

use super::{OpenError, model};
use crate::figure::{MountPoint, Part, PartMotion};

/// The largest step between frames of a run. Some mods skip frames of a model.
const MAX_STEP: u32 = 4;
/// The number of letters from A to Z, the frames of a sprite.
const LETTERS: u64 = 26;

/// Returns the frames of sprites as sequences named like their sprites, in the order of the script. A sprite whose frames do not follow each
/// other in the model has a sequence for each run of frames, with the first letter of the run after its name. `None` if the sprites show only the first frame,
/// or all frames of a model whose frame names mark its sequences.
pub(super) fn sequences(definition: &Definition, model: &LoadedModel) -> Option<Script> {
    let index = |frame: &FrameKey| match frame {
        FrameKey::Number(number) => u32::try_from(*number).ok(),
        FrameKey::Name(name) => {
            let names = &model.frame_names;
            let index = names.iter().position(|own| own.eq_ignore_ascii_case(name.as_bytes()))?;
            u32::try_from(index).ok()
        }
    };
    let mut sprites: Vec<(&str, BTreeMap<char, u32>)> = Vec::new();
    for row in definition.frames() {
        let Some(frame) = index(&row.frame) else { continue };
        let letters = row.letters.chars().map(|letter| (letter, frame));
        match sprites.iter_mut().find(|(sprite, _)| *sprite == row.sprite) {
            Some((_, frames)) => frames.extend(letters),
            None => sprites.push((&row.sprite, letters.collect())),
        }
    }
    let mut sequences = Vec::new();
    for (sprite, letters) in sprites {
        let mut frames: Vec<(char, u32)> = letters.into_iter().collect();
        frames.dedup_by_key(|(_, frame)| *frame);
        let follows = |a: u32, b: u32| b.checked_sub(a).is_some_and(|step| (1..=MAX_STEP).contains(&step));
        let mut runs: Vec<_> = frames.chunk_by(|(_, a), (_, b)| follows(*a, *b)).collect();
        // Frames that the sprite shows on the way back are in the run before them.
        let lasts: Vec<(u32, u32)> = runs.iter().map(|run| (run[0].1, run[run.len() - 1].1)).collect();
        let is_inside = |frame: u32| lasts.iter().any(|(a, b)| a < b && (*a..=*b).contains(&frame));
        runs.retain(|run| run.len() > 1 || !is_inside(run[0].1));
        for run in &runs {
            let (letter, first) = run[0];
            let name = if runs.len() == 1 { sprite.to_owned() } else { format!("{sprite} {letter}") };
            sequences.push(Sequence::new(name, first, run[run.len() - 1].1));
        }
    }
    // Sprites that only number all frames of the model say nothing about its sequences.
    let is_next = |next, sequence: &Sequence| (sequence.first == next).then_some(sequence.last + 1);
    let numbered = sequences.iter().try_fold(0, is_next).and_then(|count| usize::try_from(count).ok());
    let is_numbering = numbered == Some(model.mesh.frame_count())
        && sequences.iter().rev().skip(1).all(|sequence| sequence.frame_count() == LETTERS);
    let names_sequences = model.detection.sequences().len() > 1;
    let has_motion = sequences.iter().any(|sequence| sequence.last > 0);
    (has_motion && !(is_numbering && names_sequences)).then_some(Script { sequences })
}

/// Describes the script, the actor and the place of a model in the game.
pub(super) fn note(definitions: &[Definition]) -> Option<String> {
    let first = definitions.first()?;
    let Block { actor, line, offset, .. } = first.block();
    let scale = first.block().scale.filter(|scale| *scale != [1.0; 3]);
    let rotation = first.block().rotation.filter(|angles| *angles != [0.0; 3]);
    // An offset is usual: the origin of a model is seldom on the floor.
    if scale.is_none() && rotation.is_none() {
        return None;
    }
    let list = |name: &str, values: Option<[f32; 3]>| {
        values.map(|[x, y, z]| format!(", {name} {x} {y} {z}")).unwrap_or_default()
    };
    let others = match definitions.len() {
        1 => String::new(),
        count => format!("; {} more variants", count - 1),
    };
    let script = first.script().file_name().unwrap_or_default().to_string_lossy();
    let place = [list("scale", scale), list("offset", *offset), list("angles", rotation)].concat();
    let text = "which exported files do not contain";
    Some(format!("{script}, line {line}: model {} of actor {actor}{place}, {text}{others}", first.number))
}

/// Returns the place of the models of a block relative to their actor. The game turns a model around X by the roll, then around Y by the
/// pitch (a positive one raises the front) and around Z by the angle, then scales it, and adds the offset.
pub(super) fn place(block: &Block) -> TagPose {
    let [angle, pitch, roll] = block.rotation.unwrap_or_default().map(f32::to_radians);
    let scale = block.scale.unwrap_or([1.0; 3]);
    let turn = |mut v: [f32; 3], [a, b]: [usize; 2], angle: f32| {
        let (sin, cos) = angle.sin_cos();
        (v[a], v[b]) = (v[a] * cos - v[b] * sin, v[a] * sin + v[b] * cos);
        v
    };
    let axes = TagPose::IDENTITY.axes.map(|axis| {
        let turned = turn(turn(turn(axis, [1, 2], roll), [0, 2], pitch), [0, 1], angle);
        [0, 1, 2].map(|axis| turned[axis] * scale[axis])
    });
    TagPose { origin: block.offset.unwrap_or_default(), axes }
}

/// Opens the models that the script draws together with a model. A model for which the script names a single frame, or none, does not move.
pub(super) fn other_models(folders: &FolderCache, path: &std::path::Path) -> Result<Vec<Part>, OpenError> {
    let definitions = md2_assets::find_definitions(folders, path);
    let Some(first) = definitions.first() else { return Ok(Vec::new()) };
    let mut parts = Vec::new();
    for DrawnModel { number, path, image } in first.other_models(folders) {
        let mut frames = first.block().frames.iter().filter(|row| row.model == number).map(|row| &row.frame);
        let still = frames.next().unwrap_or(&FrameKey::Number(0));
        let motion = match (still, frames.all(|frame| frame == still)) {
            (FrameKey::Number(..0), true) => continue,
            (FrameKey::Number(frame), true) => PartMotion::Still(u32::try_from(*frame).unwrap_or(0)),
            _ => PartMotion::InStep,
        };
        let mut document = model(folders, &path)?;
        if let Some(image) = image {
            document.prefer_image(&image);
        }
        parts.push(Part::mounted(
            &format!("model {number}"),
            Arc::new(document),
            motion,
            0,
            MountPoint::Origin,
        ));
    }
    Ok(parts)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn models_turn_by_roll_then_pitch_then_angle() {
        // Expected: in GZDoom, AngleOffset turns forward to the left, PitchOffset forward up, RollOffset left up. All together: forward up;
        // left up, then back, then right; up right, then forward. The scale and the offset are along the axes of the actor.
        for (rotation, axes) in [
            ([90.0, 0.0, 0.0], [[0, 3, 0], [-2, 0, 0], [0, 0, 4]]),
            ([0.0, 90.0, 0.0], [[0, 0, 4], [0, 3, 0], [-2, 0, 0]]),
            ([0.0, 0.0, 90.0], [[2, 0, 0], [0, 0, 4], [0, -3, 0]]),
            ([90.0, 90.0, 90.0], [[0, 0, 4], [0, -3, 0], [2, 0, 0]]),
        ] {
            let (scale, offset) = (Some([2.0, 3.0, 4.0]), Some([5.0, 6.0, 7.0]));
            let placed = place(&Block { rotation: Some(rotation), scale, offset, ..Block::default() });
            assert_eq!(placed.origin, [5.0, 6.0, 7.0]);
            #[expect(clippy::cast_possible_truncation, reason = "the values are small")]
            let rounded = placed.axes.map(|axis| axis.map(|value| value.round() as i32));
            assert_eq!(rounded, axes, "{rotation:?}");
        }
    }
}
