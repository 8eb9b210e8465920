//! Edits of a whole Quake III player: its models, and the rows of its `animation.cfg`.

use std::cmp::Ordering;
use std::collections::HashSet;
use std::path::{Path, PathBuf};

use md2_anim::Sequence;
use md2_anim::quake3::{ANIMATIONS, AnimationConfig, ConfigRow};
use md2_assets::{ReadAs, SkinFile, surface_key};
use md2_edit::{Model, Transform};
use md2_load::Format;

use super::files::{EditFiles, EditedFile, SequenceRate};
use super::operation::Operation;
use super::{EditArgs, EditReport, OperationReport, OutputReport, frames, print, result, within, write};
use crate::failure::Failure;
use crate::output;
use crate::report::count;

const SCRIPT: &str = "animation.cfg";
const RESAMPLE: &str = "--resample ";
/// Operations that place the whole player. The torso and the head follow the legs by tags, so only the legs move.
const PLACEMENTS: [&str; 2] = ["--translate", "--rotate"];
/// Operations on a skin, surface or tag, which some models of a player lack.
const PARTIAL: [&str; 4] = ["--skin-path", "--rename-surface", "--rename-tag", "--move-tag"];
/// Rows whose frames the game also shows on the hand with the weapon, at fixed distances from the first one.
const WEAPON_ROWS: [&str; 4] = ["TORSO_ATTACK", "TORSO_ATTACK2", "TORSO_DROP", "TORSO_RAISE"];

struct PlayerModel {
    file: PathBuf,
    bytes: Vec<u8>,
    model: Model,
}

impl PlayerModel {
    fn name(&self) -> String {
        self.file.file_name().unwrap_or_default().to_string_lossy().into_owned()
    }
}

/// Whether a path is the folder of a player of three models.
pub(super) fn is_player(path: &Path) -> bool {
    path.is_dir() && path.join(SCRIPT).is_file() && path.join("lower.md3").is_file()
}

pub(super) fn edit(args: &EditArgs) -> Result<(), Failure> {
    let folder = args.output.as_deref().unwrap_or(Path::new(""));
    let is_archive =
        folder.extension().is_some_and(|end| ["pk3", "pak", "zip"].iter().any(|own| end == *own));
    if args.operations.split.is_some() || folder == args.file || is_archive {
        let text = "choose another folder: a player is not written to an archive or over itself, and not divided by --split";
        return Err(Failure::Usage(String::from(text)));
    }
    let read = |path: &Path, kind| {
        let content = md2_assets::read_file(path, kind).map_err(|error| Failure::File(error.into()))?;
        Ok::<_, Failure>(content.bytes)
    };
    let script = args.file.join(SCRIPT);
    let failed = |error: &dyn std::fmt::Display| {
        Failure::File(anyhow::anyhow!("cannot edit {}: {error}", script.display()))
    };
    let original = read(&script, ReadAs::Script)?;
    let mut config = AnimationConfig::parse(&original).map_err(|error| failed(&error))?;
    let rows = config.rows.clone();
    let (mut models, mut written) = (Vec::new(), Vec::new());
    for file in md2_assets::list_files(&args.file).map_err(|error| Failure::File(error.into()))? {
        let bytes = read(&file, ReadAs::Model)?;
        if Format::detect(&bytes).is_some() {
            let model = Model::parse(&bytes);
            let model = model
                .map_err(|error| Failure::File(anyhow::anyhow!("cannot edit {}: {error}", file.display())))?;
            models.push(PlayerModel { file, bytes, model });
        } else if !file.ends_with(SCRIPT) {
            written.push(EditedFile { path: Some(folder.join(file.file_name().unwrap_or_default())), bytes });
        }
    }
    let mut operations = Vec::new();
    for operation in &args.operations.list {
        let rate = operation.text.strip_prefix(RESAMPLE).filter(|value| !value.contains('='));
        let results = match rate {
            Some(rate) => resample_all(rate, &mut models, &mut config)?,
            None => apply(operation, &mut models, &mut config, &mut written)?,
        };
        operations.push(OperationReport { operation: operation.text.clone(), result: results });
    }
    for PlayerModel { file, bytes, model } in &models {
        let path = Some(folder.join(file.file_name().unwrap_or_default()));
        let edited = EditedFile { path, bytes: model.to_bytes().map_err(Failure::from)? };
        result::check(&edited, model, (file, bytes), args.over_limits)?;
        written.push(edited);
    }
    let bytes = match config.rows == rows {
        true => original,
        false => config.replace_rows(&original),
    };
    written.push(EditedFile { path: Some(folder.join(SCRIPT)), bytes });
    let outputs = written.iter().map(|file| OutputReport {
        file: file.path.as_ref().map(|path| path.display().to_string()),
        bytes: file.bytes.len(),
        changed_bytes: None,
    });
    let rows = ANIMATIONS.iter().zip(rows.iter().zip(&config.rows));
    let is_changed = |(old, new): &(&ConfigRow, &ConfigRow)| old.count != new.count;
    for (row, _) in rows.filter(|(row, counts)| WEAPON_ROWS.contains(&row.name) && is_changed(counts)) {
        tracing::warn!("{}: the game moves the weapon by its old number of frames", row.name);
    }
    let (file, outputs) = (args.file.display().to_string(), outputs.collect());
    let report = EditReport { file, operations, outputs, dry_run: args.dry_run };
    if !args.dry_run {
        output::create_folder(folder)?;
        write(args, &written, &EditFiles::default())?;
    }
    print(args, &report)
}

/// Returns the legs of a player in the frame of standing with the lowest point, since the first frame belongs to a death.
pub(crate) fn standing_legs(legs: &Model, config: &AnimationConfig) -> Result<Model, Failure> {
    let mut standing = legs.clone();
    let rows = rows_of("lower", legs.frame_count(), config);
    let row = rows.iter().find(|row| row.name == "LEGS_IDLE");
    let lowest = |frame: &usize| legs.frame_positions(*frame).iter().map(|p| p[2]).reduce(f32::min);
    let frames = row.map_or(0..=0, |row| row.first as usize..=row.last as usize);
    if let Some(frame) = frames.min_by(|a, b| lowest(a).partial_cmp(&lowest(b)).unwrap_or(Ordering::Equal)) {
        standing.keep_frames(&[frame])?;
    }
    Ok(standing)
}

/// Moves all levels of detail of the legs by the distance that an operation moves the full model.
fn place(
    operation: &Operation,
    models: &mut [PlayerModel],
    config: &AnimationConfig,
) -> Result<String, Failure> {
    let mut legs = models.iter_mut().filter(|own| own.name().starts_with("lower")).collect::<Vec<_>>();
    let Some(first) = legs.first() else { return Ok(String::new()) };
    let mut placed = standing_legs(&first.model, config)?;
    let least = |model: &Model| model.first_bounds().unwrap_or_default()[0].map(f64::from);
    let before = least(&placed);
    let failed = |failure| within(failure, &format!("{}: {}: ", operation.text, first.name()));
    let done = (operation.apply)(&mut placed, &mut EditFiles::default()).map_err(failed)?;
    let after = least(&placed);
    let offset = [0, 1, 2].map(|axis| after[axis] - before[axis]);
    let results = legs.iter_mut().map(|own| {
        let moved = own.model.transform(&Transform::translation(offset)).map_err(Failure::from);
        let failed = |failure| within(failure, &format!("{}: {}: ", operation.text, own.name()));
        moved.map_err(failed).map(|_| format!("{}: {done}", own.name()))
    });
    Ok(results.collect::<Result<Vec<_>, _>>()?.join("; "))
}

/// Applies an operation to all models, and new names of surfaces also to the `.skin` files. Returns its results, each with the name of the model.
fn apply(
    operation: &Operation,
    models: &mut [PlayerModel],
    config: &mut AnimationConfig,
    others: &mut [EditedFile],
) -> Result<String, Failure> {
    let Operation { text, apply } = operation;
    let (option, value) = text.split_once([' ', '=']).unwrap_or((text.as_str(), ""));
    if ["--center", "--floor"].contains(&option) {
        return place(operation, models, config);
    }
    let (mut results, mut failures) = (Vec::<String>::new(), Vec::new());
    let mut resampled: Option<SequenceRate> = None;
    for own in models {
        let name = own.name();
        let model = &mut own.model;
        if PLACEMENTS.contains(&option) && !name.starts_with("lower") {
            continue;
        }
        let (before, surfaces) = (model.frame_count(), surface_names(model));
        let sequences = rows_of(&name, before, config);
        let mut files = EditFiles { sequences, player: Some(None), ..EditFiles::default() };
        match apply(model, &mut files) {
            Ok(done) => {
                results.push(format!("{name}: {done}"));
                let changed = surfaces.iter().zip(surface_names(model)).filter(|(old, new)| *old != new);
                for (old, new) in changed {
                    let renamed = others.iter_mut().filter_map(|file| rename_in_skin(file, &name, old, &new));
                    results.extend(renamed);
                }
            }
            Err(failure) => failures.push(within(failure, &format!("{text}: {name}: "))),
        }
        match files.player.flatten() {
            Some(own) => resampled = Some(own),
            None if model.frame_count() != before => {
                let reason = "changes the number of frames, which animation.cfg states: edit the model alone";
                return Err(Failure::Usage(format!("{text}: {name}: {reason}")));
            }
            None => {}
        }
    }
    let is_enough = PARTIAL.contains(&option) && !results.is_empty();
    if let Some(failure) = failures.into_iter().next().filter(|_| !is_enough) {
        let row = value.split('=').next().unwrap_or_default();
        let is_row = ANIMATIONS.iter().any(|known| known.name.eq_ignore_ascii_case(row));
        let reason = "the rows of animation.cfg can only be resampled: edit the model alone";
        return Err(if is_row { Failure::Usage(format!("{text}: {reason}")) } else { failure });
    }
    if let Some(SequenceRate { name, frames, fps }) = resampled {
        let count = u32::try_from(frames).unwrap_or(u32::MAX);
        config.resize(&name, count, fps).ok_or_else(|| {
            Failure::Usage(format!("{text}: the frames of {name} also belong to rows of another model"))
        })?;
    } else if text.starts_with(RESAMPLE) {
        return Err(Failure::Usage(format!("{text}: name a row of animation.cfg, such as LEGS_RUN=30")));
    }
    Ok(results.join("; "))
}

fn surface_names(model: &Model) -> Vec<String> {
    let Model::Md3(model) = model else { return Vec::new() };
    model.surfaces.iter().map(|surface| surface.name.to_string()).collect()
}

/// Renames a surface in a `.skin` file of a model, and keeps all other bytes. Returns a text about the change; `None` without a change.
fn rename_in_skin(file: &mut EditedFile, model: &str, old: &str, new: &str) -> Option<String> {
    let name = file.path.as_ref()?.file_name()?.to_string_lossy().into_owned();
    let part = model.split(['_', '.']).next()?;
    let is_skin = name.strip_prefix(part)?.starts_with('_') && name.ends_with(".skin");
    let [old, new] = [old, new].map(|name| surface_key(name.as_bytes()));
    let rows =
        SkinFile::new(&file.bytes).rows().filter(|row| is_skin && row.surface.eq_ignore_ascii_case(&old));
    // Names of surfaces are slices of the text.
    let start = file.bytes.as_ptr().addr();
    let mut places: Vec<usize> = rows.map(|row| row.surface.as_ptr().addr() - start).collect();
    places.dedup();
    for place in places.iter().rev() {
        file.bytes.splice(*place..place + old.len(), new.iter().copied());
    }
    (!places.is_empty()).then(|| format!("{name}: renamed the surface"))
}

fn rows_of(name: &str, frames: usize, config: &AnimationConfig) -> Vec<Sequence> {
    let frames = u32::try_from(frames).unwrap_or(u32::MAX);
    match name.get(..5) {
        Some("lower") => config.lower(frames).sequences,
        Some("upper") => config.upper(frames).sequences,
        _ => Vec::new(),
    }
}

/// Resamples all rows of `animation.cfg`. A row inside of another one, such as the pose after a death, changes with it.
fn resample_all(
    rate: &str,
    models: &mut [PlayerModel],
    config: &mut AnimationConfig,
) -> Result<String, Failure> {
    let before: Vec<usize> = models.iter().map(|own| own.model.frame_count()).collect();
    let rows = |models: &[PlayerModel], config: &AnimationConfig| -> Vec<Vec<Sequence>> {
        models.iter().map(|own| rows_of(&own.name(), own.model.frame_count(), config)).collect()
    };
    let mut done = HashSet::new();
    for row in rows(models, config).into_iter().flatten() {
        if !done.insert(row.name.clone()) {
            continue;
        }
        for list in rows(models, config) {
            let Some(own) = list.iter().find(|own| own.name == row.name) else { continue };
            let inside = list.iter().filter(|other| own.first <= other.first && other.last <= own.last);
            done.extend(inside.map(|other| other.name.clone()));
        }
        let value = format!("{}={rate}", row.name);
        let change = frames::resample(&value).map_err(Failure::Usage)?;
        apply(&Operation { text: format!("{RESAMPLE}{value}"), apply: change }, models, config, &mut [])?;
    }
    let results = models.iter().zip(before).map(|(own, before)| {
        format!("{}: {before} -> {}", own.name(), count(own.model.frame_count(), "frame"))
    });
    Ok(results.collect::<Vec<_>>().join("; "))
}
