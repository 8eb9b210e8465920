//! `md2 contact-sheet`: every sequence of a model, or every model of a folder, in one picture.

use std::collections::HashSet;
use std::path::PathBuf;

use clap::Args;
use indicatif::ProgressBar;
use md2_anim::LoopMode;
use md2_assets::RgbaImage;
use md2_export::picture::{self, Backdrop, Direction, Framing};
use md2_export::sheet::{Layout, Sheet, SheetError};
use md2_scene::{Actor, Choice, Command, Figure, Moment, Viewport, Workspace};

use super::thumbnail::side_or_size;
use crate::args::{self, PictureSize};
use crate::failure::{Failure, Failures};
use crate::inputs::{self, Input};
use crate::output::{self, Overwrite};
use crate::report::count;
use crate::{open, picture as png, sources};
use md2_browse::sketch;
use md2_task::Progress;

/// Pictures of a sequence, if nothing else is asked for.
const EACH: u32 = 8;
/// Pixels of a picture's side, if nothing else is asked for.
const CELL: u32 = 128;

/// Arguments of `md2 contact-sheet`, and options of the same work.
#[derive(Debug, Args)]
pub struct ContactSheetArgs {
    /// A model, whose sequences are shown; or several models, folders and archives, of which each model is shown. Without one,
    /// the project's own figure.
    #[arg(value_name = "FILE")]
    pub files: Vec<PathBuf>,

    /// The PNG file to write: its name ends in .png, or in nothing.
    #[arg(short, long, value_name = "PNG", value_parser = sheet_path)]
    pub output: PathBuf,

    /// Whether a file that exists is replaced.
    #[command(flatten)]
    pub overwrite: Overwrite,

    /// Pictures of each sequence, 8 by default; of a shorter one as many as it has frames.
    #[arg(long, value_name = "COUNT", value_parser = clap::value_parser!(u32).range(1..=256))]
    pub each: Option<u32>,

    /// Size of a picture in pixels: a side of a square, or width and height.
    #[arg(long, value_name = "N|WxH", default_value = "128", value_parser = side_or_size)]
    pub cell: PictureSize,

    /// Sequences, or models, side by side; by default as many as make the sheet a bit wider than high.
    #[arg(long, value_name = "COUNT", value_parser = clap::value_parser!(u32).range(1..=256))]
    pub columns: Option<u32>,

    /// Direction of the camera around the models in degrees: 0 is the front, 90 their left.
    #[arg(long, value_name = "DEGREES", value_parser = args::parse_finite, allow_negative_numbers = true)]
    pub yaw: Option<f32>,
}

impl ContactSheetArgs {
    /// Options for a sheet of one figure's sequences, in the usual size.
    #[must_use]
    pub fn for_sequences(output: PathBuf) -> Self {
        let (files, overwrite) = (Vec::new(), Overwrite::default());
        Self { files, output, overwrite, each: None, cell: PictureSize([CELL; 2]), columns: None, yaw: None }
    }
}

/// A sheet is a PNG, so its name must not promise another format.
fn sheet_path(text: &str) -> Result<PathBuf, String> {
    let path = PathBuf::from(text);
    if path.extension().is_none_or(|extension| extension.eq_ignore_ascii_case("png")) {
        Ok(path)
    } else {
        Err(String::from("a contact sheet is a PNG: its name must end in .png, or in nothing"))
    }
}

/// Shown below `--help`.
pub const EXAMPLES: &str = "\
Examples:
  md2 contact-sheet tris.md2 -o sequences.png --each 6
  md2 contact-sheet baseq2/models/monsters -o monsters.png --cell 192";

/// Draws a sheet, without Vulkan.
///
/// # Errors
/// If a model cannot be read, the sheet would be too large, or cannot be written. Of several models those that can be read are
/// drawn all the same.
pub fn run(args: &ContactSheetArgs) -> Result<(), Failure> {
    let work = crate::interrupt::watch_with_progress_bar()?;
    match single_figure(args)? {
        Some(only) => write_sequence_sheet(args, only, &work),
        None => write_model_sheet(args, &work),
    }
}

/// Draws a sheet of every sequence of a model.
///
/// # Errors
/// If it would be too large, or cannot be written.
pub fn write_sequence_sheet(args: &ContactSheetArgs, figure: Figure, work: &Progress) -> Result<(), Failure> {
    let sheet = draw_sequences(args, figure, work)?;
    png::write(&args.output, [sheet.width(), sheet.height()], sheet.rgba(), args.overwrite)
}

/// The model whose sequences are asked for; `None` if several models are.
fn single_figure(args: &ContactSheetArgs) -> Result<Option<Figure>, Failure> {
    match &*args.files {
        [] => open::figure(None).map(Some),
        [_, _, ..] => Ok(None),
        one => {
            let (mut only, mut is_all) = (None, true);
            for input in inputs::gather(one) {
                match input {
                    Ok(_) if only.is_some() => return Ok(None),
                    Ok(input) => only = Some(input),
                    Err(_) => is_all = false,
                }
            }
            match only {
                Some(input) if is_all => input.figure().map(Some),
                // Another input cannot be read, which is to be reported.
                Some(_) => Ok(None),
                // It says why there is none.
                None => open::figure(Some(&one[0])).map(Some),
            }
        }
    }
}

fn direction(args: &ContactSheetArgs) -> Direction {
    let default = Direction::default();
    Direction { yaw: args.yaw.map_or(default.yaw, f32::to_radians), ..default }
}

fn sheet_failure(error: SheetError) -> Failure {
    Failure::Usage(error.to_string())
}

/// A sheet of the sequences of a model: a group for each, in the order of the list.
fn draw_sequences(args: &ContactSheetArgs, figure: Figure, work: &Progress) -> Result<RgbaImage, Failure> {
    let PictureSize(cell) = args.cell;
    let (mut workspace, _) = Workspace::new(figure, Viewport::whole(cell));
    sources::check_output(&args.output, args.overwrite, &workspace)?;
    let list = workspace.player().sequences().to_vec();
    let longest = list.iter().map(md2_anim::Sequence::frame_count).max().unwrap_or(1);
    let each = args.each.unwrap_or(EACH).min(u32::try_from(longest).unwrap_or(u32::MAX));
    let groups = u32::try_from(list.len()).unwrap_or(u32::MAX);
    let layout = Layout::with_columns(groups, each, cell, true, args.columns).map_err(sheet_failure)?;
    let document = workspace.document();
    let frames = document.mesh().frame_count();
    let note = format!(
        "{}, {}, {}",
        count(document.facts().triangles, "triangle"),
        count(frames, "frame"),
        count(list.len(), "sequence"),
    );
    let mut sheet = Sheet::new(layout, workspace.figure().name(), &note);
    work.begin(u64::from(groups), "sequence");
    for (group, sequence) in (0..).zip(&list) {
        work.check()?;
        let actor = workspace.lead();
        let chosen = Choice::Index(usize::try_from(group).unwrap_or(usize::MAX));
        let _outcome = workspace.apply(Command::ChooseSequence { actor, sequence: chosen })?;
        let keys = shown_keys(workspace.player().key_count(), each, sequence.mode);
        let mut framing = Framing::new(direction(args), cell);
        for key in &keys {
            seek(&mut workspace, *key)?;
            sketch::with_models(&workspace, |models| models.iter().for_each(|model| framing.add(model)));
        }
        let rate = if sequence.frame_count() > 1 { format!(", {} fps", sequence.fps) } else { String::new() };
        let range = match sequence.frame_count() {
            1 => format!("frame {}", sequence.first),
            many => format!("{}-{}, {many} frames{rate}, {}", sequence.first, sequence.last, sequence.mode),
        };
        sheet.label(group, &sequence.name, &range);
        for (place, key) in (0..).zip(&keys) {
            seek(&mut workspace, *key)?;
            let image = framing.view().map_or_else(
                || empty_cell(cell),
                |view| {
                    sketch::with_models(&workspace, |models| {
                        picture::draw(models, &view, cell, Backdrop::STUDIO)
                    })
                },
            );
            sheet.put(group, place, &image, &sequence.frame_at(*key).to_string());
        }
        work.step();
    }
    Ok(sheet.into_image())
}

/// Shows a key of a sequence, in all players of the figure.
fn seek(workspace: &mut Workspace, key: u32) -> Result<(), Failure> {
    let players = workspace.actors().iter().filter(|actor| actor.player().is_some());
    for actor in players.map(Actor::id).collect::<Vec<_>>() {
        let _outcome = workspace.apply(Command::Seek { actor, to: Moment::Key(key as f32) })?;
    }
    Ok(())
}

/// Which keys of a sequence are shown: evenly spread, all of a short one. What comes to an end shows how it ends.
fn shown_keys(count: u32, each: u32, mode: LoopMode) -> Vec<u32> {
    if count <= each {
        return (0..count).collect();
    }
    let spread = |i: u32| match mode {
        LoopMode::Once | LoopMode::PingPong if each > 1 => {
            u64::from(i) * u64::from(count - 1) / u64::from(each - 1)
        }
        _ => u64::from(i) * u64::from(count) / u64::from(each),
    };
    (0..each).map(|i| u32::try_from(spread(i)).unwrap_or(0)).collect()
}

/// A sheet of models: a picture of each, in the pose in which it opens.
fn write_model_sheet(args: &ContactSheetArgs, interrupt: &Progress) -> Result<(), Failure> {
    let PictureSize(cell) = args.cell;
    let mut failures = Failures::default();
    let mut found: Vec<Input> = Vec::new();
    for input in inputs::gather(&args.files) {
        match input {
            Ok(input) => found.push(input),
            Err(failure) => failures.add(&failure),
        }
    }
    let read = found.iter().filter_map(Input::path);
    output::check(&args.output, args.overwrite, read)?;
    let lay_out = |count: usize| {
        let groups = u32::try_from(count).unwrap_or(u32::MAX);
        Layout::with_columns(groups, 1, cell, false, args.columns).map_err(sheet_failure)
    };
    lay_out(found.len())?;
    let progress = ProgressBar::new(found.len() as u64);
    let mut drawn: Vec<SheetModel> = Vec::with_capacity(found.len());
    let mut shown = HashSet::new();
    for input in &found {
        interrupt.check()?;
        progress.inc(1);
        match input.figure() {
            // Each part of a player opens the whole of it.
            Ok(figure) if !shown.insert(figure.parts()[0].document.place()) => {}
            Ok(figure) => drawn.push(SheetModel::from_figure(figure, direction(args), cell)),
            Err(failure) => {
                progress.suspend(|| failures.add(&failure));
                drawn.push(SheetModel {
                    label: input.stem(),
                    note: String::from("cannot be read"),
                    image: empty_cell(cell),
                });
            }
        }
    }
    progress.finish_and_clear();
    let mut sheet = Sheet::new(lay_out(drawn.len())?, "", "");
    for (group, SheetModel { label, note, image }) in (0..).zip(&drawn) {
        sheet.label(group, label, note);
        sheet.put(group, 0, image, "");
    }
    let sheet = sheet.into_image();
    png::write(&args.output, [sheet.width(), sheet.height()], sheet.rgba(), args.overwrite)?;
    failures.into_result()
}

/// A model on a sheet.
struct SheetModel {
    label: String,
    note: String,
    image: RgbaImage,
}

impl SheetModel {
    fn from_figure(figure: Figure, direction: Direction, cell: [u32; 2]) -> Self {
        let (workspace, _) = Workspace::new(figure, Viewport::whole(cell));
        let image = sketch::draw(&workspace, direction, cell, Backdrop::STUDIO);
        Self {
            label: workspace.figure().name().to_owned(),
            note: count(workspace.document().mesh().frame_count(), "frame"),
            image: image.unwrap_or_else(|| empty_cell(cell)),
        }
    }
}

/// The backdrop before which nothing is seen.
fn empty_cell([width, height]: [u32; 2]) -> RgbaImage {
    RgbaImage::filled(width, height, [36, 40, 48, 255])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keys_are_spread_over_a_sequence() {
        assert_eq!(shown_keys(6, 8, LoopMode::Loop), [0, 1, 2, 3, 4, 5]);
        assert_eq!(shown_keys(16, 4, LoopMode::Loop), [0, 4, 8, 12]);
        assert_eq!(shown_keys(16, 4, LoopMode::Once), [0, 5, 10, 15]);
        assert_eq!(shown_keys(40, 1, LoopMode::Once), [0]);
    }
}
