//! `md2 contact-sheet`: draws pictures of every sequence of a model, or of every model of a folder, on one image.

use std::collections::HashSet;
use std::path::PathBuf;

use clap::Args;
use indicatif::ProgressBar;
use md2_anim::LoopMode;
use md2_assets::RgbaImage;
use md2_picture::sheet::{Sheet, SheetError, SheetLayout};
use md2_picture::{Backdrop, Direction, Framing};
use md2_scene::{Choice, Command, Figure, Moment, Viewport, Workspace, sketch};

use super::thumbnail::side_or_size;
use crate::args::{self, PictureSize};
use crate::failure::Failure;
use crate::failures::Failures;
use crate::inputs::{self, Input, SearchArgs};
use crate::output::{self, Overwrite};
use crate::report::count;
use crate::{open, picture as png, sources};
use md2_task::Progress;

const EACH: u32 = 8;
const CELL: u32 = 128;

/// The arguments of `md2 contact-sheet`. The viewer window uses the same options.
#[derive(Debug, Args)]
pub struct ContactSheetArgs {
    /// For a single model, the sheet shows its sequences. For several models, folders or archives, it shows each model once. Default:
    /// the built-in model.
    #[arg(value_name = "FILE")]
    pub files: Vec<PathBuf>,

    #[command(flatten)]
    pub search: SearchArgs,

    /// The PNG file to write. Its name ends in .png or has no extension.
    #[arg(short, long, value_name = "PNG", value_parser = sheet_path)]
    pub output: PathBuf,

    #[command(flatten)]
    pub overwrite: Overwrite,

    /// Number of pictures for each sequence, at most one for each of its frames. Default: 8.
    #[arg(long, value_name = "COUNT", value_parser = clap::value_parser!(u32).range(1..=256))]
    pub each: Option<u32>,

    /// Size of a single picture in pixels: the side of a square, or width and height.
    #[arg(long, value_name = "N|WxH", default_value = "128", value_parser = side_or_size)]
    pub cell: PictureSize,

    /// Number of sequences or models in a row. By default, the sheet becomes slightly wider than high.
    #[arg(long, value_name = "COUNT", value_parser = clap::value_parser!(u32).range(1..=256))]
    pub columns: Option<u32>,

    /// Camera direction around the models in degrees: 0 shows the front, 90 the left side.
    #[arg(long, value_name = "DEGREES", value_parser = args::parse_finite::<f32>, allow_negative_numbers = true)]
    pub yaw: Option<f32>,
}

impl ContactSheetArgs {
    pub fn for_sequences(output: PathBuf) -> Self {
        let (files, search, overwrite) = (Vec::new(), SearchArgs::default(), Overwrite::default());
        let cell = PictureSize([CELL; 2]);
        Self { files, search, output, overwrite, each: None, cell, columns: None, yaw: None }
    }
}

fn sheet_path(text: &str) -> Result<PathBuf, String> {
    let path = PathBuf::from(text);
    if path.extension().is_none_or(|extension| extension.eq_ignore_ascii_case("png")) {
        Ok(path)
    } else {
        Err(String::from("a contact sheet is a PNG: its name must end in .png or have no extension"))
    }
}

pub const EXAMPLES: &str = "\
Examples:
  md2 contact-sheet tris.md2 -o sequences.png --each 6
  md2 contact-sheet baseq2/models/monsters -o monsters.png --cell 192";

pub fn run(args: &ContactSheetArgs) -> Result<(), Failure> {
    let work = crate::interrupt::watch_with_progress_bar()?;
    match single_figure(args)? {
        Some(only) => write_sequence_sheet(args, only, &work),
        None => write_model_sheet(args, &work),
    }
}

pub fn write_sequence_sheet(args: &ContactSheetArgs, figure: Figure, work: &Progress) -> Result<(), Failure> {
    let sheet = draw_sequences(args, figure, work)?;
    png::write(&args.output, [sheet.width(), sheet.height()], sheet.rgba(), args.overwrite)
}

/// Returns the model whose sequences are drawn; `None` if the arguments name several models.
fn single_figure(args: &ContactSheetArgs) -> Result<Option<Figure>, Failure> {
    match &*args.files {
        [] => open::figure(None).map(Some),
        [_, _, ..] => Ok(None),
        one => {
            let (mut only, mut is_all) = (None, true);
            for input in inputs::gather(one, args.search) {
                match input {
                    Ok(_) if only.is_some() => return Ok(None),
                    Ok(input) => only = Some(input),
                    Err(_) => is_all = false,
                }
            }
            match only {
                Some(input) if is_all => input.figure().map(Some),
                // A second input cannot be read. `write_model_sheet` reports its error.
                Some(_) => Ok(None),
                // Opening the argument itself gives a suitable error.
                None => open::figure(Some(&one[0])).map(Some),
            }
        }
    }
}

fn sheet_failure(error: SheetError) -> Failure {
    Failure::Usage(error.to_string())
}

fn draw_sequences(args: &ContactSheetArgs, figure: Figure, work: &Progress) -> Result<RgbaImage, Failure> {
    let PictureSize(cell) = args.cell;
    let (mut workspace, _) = Workspace::new(figure, Viewport::whole(cell));
    sources::check_output(&args.output, args.overwrite, &workspace)?;
    let list = workspace.player().sequences().to_vec();
    let longest = list.iter().map(md2_anim::Sequence::frame_count).max().unwrap_or(1);
    let each = args.each.unwrap_or(EACH).min(u32::try_from(longest).unwrap_or(u32::MAX));
    let groups = u32::try_from(list.len()).unwrap_or(u32::MAX);
    let layout = SheetLayout::new(groups, each, cell, true, args.columns).map_err(sheet_failure)?;
    let document = workspace.document();
    let frames = document.mesh().frame_count();
    let note = format!(
        "{}, {}, {}",
        count(document.facts.triangles, "triangle"),
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
        let mut framing = Framing::new(args::direction(args.yaw), cell);
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
                        md2_picture::draw(models, &view, cell, Backdrop::STUDIO)
                    })
                },
            );
            sheet.put(group, place, &image, &sequence.frame_at(*key).to_string());
        }
        work.step();
    }
    Ok(sheet.into_image())
}

fn seek(workspace: &mut Workspace, key: u32) -> Result<(), Failure> {
    let players = workspace.actors().iter().filter(|actor| actor.player().is_some());
    for actor in players.map(|actor| actor.id).collect::<Vec<_>>() {
        let _outcome = workspace.apply(Command::Seek { actor, to: Moment::Key(key as f32) })?;
    }
    Ok(())
}

/// Returns the keyframes to draw: `each` evenly spaced keyframes, or all keyframes of a short sequence. They include the last keyframe,
/// unless the sequence loops.
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

fn write_model_sheet(args: &ContactSheetArgs, interrupt: &Progress) -> Result<(), Failure> {
    let PictureSize(cell) = args.cell;
    let mut failures = Failures::default();
    let mut found: Vec<Input> = Vec::new();
    for input in inputs::gather(&args.files, args.search) {
        match input {
            Ok(input) => found.push(input),
            Err(failure) => failures.add("", &failure)?,
        }
    }
    let read = found.iter().filter_map(Input::path);
    output::check(&args.output, args.overwrite, read)?;
    let lay_out = |count: usize| {
        let groups = u32::try_from(count).unwrap_or(u32::MAX);
        SheetLayout::new(groups, 1, cell, false, args.columns).map_err(sheet_failure)
    };
    lay_out(found.len())?;
    let progress = ProgressBar::new(found.len() as u64);
    let mut drawn: Vec<SheetModel> = Vec::with_capacity(found.len());
    let mut shown = HashSet::new();
    for input in &found {
        interrupt.check()?;
        progress.inc(1);
        match input.figure() {
            // A part of a player opens the whole player, and a level of detail is the same model: each is drawn only once.
            Ok(figure) if is_shown(&mut shown, &figure) => {}
            Ok(figure) => {
                drawn.push(SheetModel::from_figure(figure, args::direction(args.yaw), cell));
            }
            Err(failure) => {
                progress.suspend(|| failures.add("", &failure))?;
                drawn.push(SheetModel {
                    label: input.stem(),
                    note: String::from("unreadable"),
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

/// Whether a figure, or the full model of which it is a level of detail, is in `shown`. Adds the figure.
fn is_shown(shown: &mut HashSet<String>, figure: &Figure) -> bool {
    let place = figure.parts()[0].document.place();
    let full = ["_1.md3", "_2.md3", "_3.md3"].iter().find_map(|end| place.strip_suffix(end));
    full.is_some_and(|full| shown.contains(&format!("{full}.md3"))) || !shown.insert(place)
}

struct SheetModel {
    label: String,
    note: String,
    image: RgbaImage,
}

impl SheetModel {
    fn from_figure(figure: Figure, direction: Direction, cell: [u32; 2]) -> Self {
        let (mut workspace, _) = Workspace::new(figure, Viewport::whole(cell));
        sketch::show_visible_frame(&mut workspace);
        let image = sketch::draw(&workspace, direction, cell, Backdrop::STUDIO);
        Self {
            label: workspace.figure().name().to_owned(),
            note: count(workspace.document().mesh().frame_count(), "frame"),
            image: image.unwrap_or_else(|| empty_cell(cell)),
        }
    }
}

fn empty_cell([width, height]: [u32; 2]) -> RgbaImage {
    RgbaImage::filled(width, height, [36, 40, 48, 255])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keyframes_are_evenly_spaced() {
        assert_eq!(shown_keys(6, 8, LoopMode::Loop), [0, 1, 2, 3, 4, 5]);
        assert_eq!(shown_keys(16, 4, LoopMode::Loop), [0, 4, 8, 12]);
        assert_eq!(shown_keys(16, 4, LoopMode::Once), [0, 5, 10, 15]);
        assert_eq!(shown_keys(40, 1, LoopMode::Once), [0]);
    }
}
