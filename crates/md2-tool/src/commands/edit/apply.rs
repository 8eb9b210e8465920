//! Application of the operations to a model.

use std::fmt::Write as _;
use std::path::Path;

use md2_anim::Evidence;
use md2_assets::read_model;
use md2_edit::{EditError, MergedModel, Model, Transform};

use super::files::EditFiles;
use super::skins;
use super::step::{Split, Step, TriangleLimit};
use crate::commands::advice::edit_message;
use crate::failure::Failure;
use crate::report::count;

impl From<EditError> for Failure {
    fn from(error: EditError) -> Self {
        Self::Usage(edit_message(&error))
    }
}

/// Applies an operation. Returns a text with its result.
pub(super) fn apply(model: &mut Model, step: &Step, files: &mut EditFiles) -> Result<String, Failure> {
    match step {
        Step::Rename { .. }
        | Step::Keep(_)
        | Step::Delete(_)
        | Step::Order(_)
        | Step::Duplicate { .. }
        | Step::Reverse(_)
        | Step::Resample { .. }
        | Step::Insert { .. } => apply_to_frames(model, step, files),
        Step::Translate(_)
        | Step::Scale(_)
        | Step::Rotate(..)
        | Step::Mirror(_)
        | Step::Center(_)
        | Step::Floor(_) => Ok(move_model(model, step)?),
        Step::SkinPath { .. }
        | Step::AddSkin(_)
        | Step::RemoveSkin(_)
        | Step::ReplaceSkin { .. }
        | Step::ExtractSkin { .. }
        | Step::GroupSkins { .. }
        | Step::UvTemplate { .. } => skins::apply(model, step, files),
        Step::Merge(file) => {
            let other = read(file, files)?;
            let before = model.triangle_count();
            let MergedModel { error, skin_place } = model.merge(&other)?;
            let mut text = format!("{before} -> {}", count(model.triangle_count(), "triangle"));
            if error > 0.0 {
                let _ = write!(text, ", position error {error:.4} units at most");
            }
            if let (Some([x, y]), Some([width, height])) = (skin_place, model.skin_size()) {
                let _ = write!(text, ", skin {width} x {height} texels with the added skin at {x}, {y}");
            }
            Ok(text)
        }
        Step::Effects(effects) => {
            model.set_effects(*effects)?;
            Ok(format!("flags {:#x}: {effects}", effects.bits()))
        }
        Step::Sync(sync_type) => {
            model.set_sync_type(*sync_type)?;
            Ok(format!("synchronization {sync_type:?}").to_lowercase())
        }
        Step::Eye(position) => {
            model.set_eye_position(*position)?;
            Ok(format!("eyes at {position:?}"))
        }
        _ => Ok(change_triangles(model, step)?),
    }
}

fn apply_to_frames(model: &mut Model, step: &Step, files: &mut EditFiles) -> Result<String, Failure> {
    let before = model.frame_count();
    let changed = match step {
        Step::Rename { old, new } => {
            let sequences = model.sequences();
            let renamed = count(model.rename_frames(old, new)?, "frame");
            let note = if model.sequences() == sequences && is_played_by_number(model) {
                "; the game selects these frames by number, so the sequences keep their names"
            } else {
                ""
            };
            return Ok(format!("renamed {renamed}{note}"));
        }
        Step::Keep(frames) => model.keep_frames(&model.find_frames(frames)?),
        Step::Delete(frames) => model.delete_frames(&model.find_frames(frames)?),
        Step::Order(frames) => {
            let frames = model.find_frames(frames)?;
            model.order_frames(&frames)?;
            return Ok(format!("moved {} to the start", count(frames.len(), "frame")));
        }
        Step::Duplicate { frames, name } => {
            model.duplicate_frames(&model.find_frames(frames)?, name.as_deref())
        }
        Step::Reverse(frames) => {
            let frames = model.find_frames(frames)?;
            model.reverse_frames(&frames);
            return Ok(format!("reversed {}", count(frames.len(), "frame")));
        }
        Step::Resample { sequence, fps } => model.resample(sequence.as_deref(), *fps),
        Step::Insert { at, file } => {
            let other = read(file, files)?;
            let at = match at {
                Some(frame) => model.find_frames(frame)?.first().copied().unwrap_or(before),
                None => before,
            };
            model.insert_frames(at, &other)
        }
        _ => Ok(()),
    };
    changed?;
    Ok(format!("{before} -> {}", count(model.frame_count(), "frame")))
}

/// Whether the frames are those of a Quake II player, which the game selects by number.
fn is_played_by_number(model: &Model) -> bool {
    let detection = md2_anim::detect(model.frame_names().iter().map(|name| name.as_bytes().to_vec()));
    matches!(detection.evidence(), Evidence::StandardNames { .. } | Evidence::StandardCount { .. })
}

fn move_model(model: &mut Model, step: &Step) -> Result<String, EditError> {
    let transform = match step {
        Step::Translate(offset) => Transform::translation(*offset),
        Step::Scale(factors) => Transform::scaling(*factors),
        Step::Rotate(axis, degrees) => Transform::rotation(*axis, *degrees),
        Step::Mirror(axis) => Transform::mirroring(*axis),
        Step::Center(axes) => {
            let [x, y, z] = model.center(axes)?;
            return Ok(format!("moved by {x:.4}, {y:.4}, {z:.4} units"));
        }
        Step::Floor(height) => return Ok(format!("moved by {:.4} units", model.put_on_floor(*height)?)),
        _ => Transform::IDENTITY,
    };
    Ok(match model.transform(&transform)? {
        0.0 => String::from("stored positions are exact"),
        error => format!("position error {error:.4} units at most"),
    })
}

fn change_triangles(model: &mut Model, step: &Step) -> Result<String, EditError> {
    Ok(match step {
        Step::Weld(distance) => {
            let [vertices, triangles] = model.weld(*distance)?;
            format!("removed {} and {}", plural(vertices, "vertex", "vertices"), count(triangles, "triangle"))
        }
        Step::Clean => {
            let [vertices, st] = model.remove_unused();
            let vertices = plural(vertices, "unused vertex", "unused vertices");
            format!("removed {vertices} and {}", count(st, "unused skin coordinate"))
        }
        Step::Decimate(limit) => {
            let before = model.triangle_count();
            model.decimate(triangle_limit(*limit, before))?;
            format!("{before} -> {}", count(model.triangle_count(), "triangle"))
        }
        Step::Normals => {
            model.recompute_normals()?;
            String::from("computed all normals")
        }
        Step::Commands => {
            let [before, after] = model.rebuild_commands()?;
            format!("OpenGL commands {before} -> {after} words")
        }
        Step::FixWinding => match model.fix_winding()? {
            true => format!("turned {} around", count(model.triangle_count(), "triangle")),
            false => String::from("the triangles already face outwards"),
        },
        Step::Flip => {
            model.flip_winding();
            format!("turned {} around", count(model.triangle_count(), "triangle"))
        }
        Step::FixBounds => format!("corrected {}", plural(model.fix_bounds()?, "value", "values")),
        _ => String::new(),
    })
}

fn triangle_limit(limit: TriangleLimit, count: usize) -> usize {
    match limit {
        TriangleLimit::Count(limit) => limit,
        #[expect(
            clippy::cast_possible_truncation,
            clippy::cast_sign_loss,
            clippy::cast_precision_loss,
            reason = "a share of a number of triangles, which is rounded"
        )]
        TriangleLimit::Percent(percent) => (count as f64 * f64::from(percent) / 100.0).round() as usize,
    }
}

/// Divides a model into parts with names.
pub(super) fn split(model: &Model, split: Split) -> Result<Vec<(String, Model)>, EditError> {
    match split {
        Split::Sequences => Ok(model.split_sequences()),
        Split::Surfaces => model.split_surfaces(),
    }
}

/// Returns a file name for the name of a part: characters that file systems reserve become underscores.
pub(super) fn file_stem(name: &str) -> String {
    let is_safe = |c: char| c.is_alphanumeric() || matches!(c, '-' | '_');
    let stem: String = name.chars().map(|c| if is_safe(c) { c } else { '_' }).take(64).collect();
    if stem.is_empty() { String::from("part") } else { stem }
}

fn plural(number: usize, one: &str, many: &str) -> String {
    format!("{number} {}", if number == 1 { one } else { many })
}

fn read(path: &Path, files: &mut EditFiles) -> Result<Model, Failure> {
    let bytes = read_model(path).map_err(|error| Failure::File(error.into()))?;
    files.read.push(path.to_path_buf());
    Model::parse(&bytes)
        .map_err(|error| Failure::File(anyhow::anyhow!("cannot read {}: {error}", path.display())))
}
