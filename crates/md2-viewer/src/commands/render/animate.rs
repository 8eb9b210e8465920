//! `render --animate`: sequences, picture by picture, into a file that moves.

use std::path::{Path, PathBuf};
use std::time::Duration;

use md2_assets::DRAWN_BY;
use md2_export::animation::{
    AnimationError, Encoder, PaletteBuilder, SHORTEST_IN_GIF, Spec, check_raw_bytes, sequence_name, y4m,
};
use md2_render::RgbaImage;
use md2_scene::{Actor, Choice, Command, Moment, Workspace};

use super::RenderArgs;
use super::kind::Animated;
use super::shot::Shot;
use super::take::{Take, Wanted};
use crate::startup;
use md2_stage::Session;
use md2_task::Progress;
use md2_tool::failure::Failure;
use md2_tool::output::{self, Files};
use md2_tool::{picture, sources};

/// From so many pictures the colors of a GIF are taken.
const PALETTE_PICTURES: u32 = 24;
/// Of other files a picture lasts at least this long; their delays are told in thousandths of a second.
const SHORTEST: Duration = Duration::from_millis(2);
/// A floor's pattern is made smaller or larger so that it comes around with the loop, to no less than this part of its size.
const LEAST_TILE: f32 = 0.5;

/// Everything there is to draw: which sequences, and what of each.
#[derive(Debug)]
pub(super) struct Plan {
    /// Sequences of the first actor by their number; `None` is what plays already.
    parts: Vec<(Option<usize>, Take)>,
    shot: Shot,
    kind: Animated,
    turns: bool,
}

impl Plan {
    /// Finds out what there is to draw, and refuses what would be too much before any of it is.
    ///
    /// # Errors
    /// If a sequence is not there, or the animation would be too large.
    pub(super) fn new(
        args: &RenderArgs,
        kind: Animated,
        shot: Shot,
        workspace: &mut Workspace,
    ) -> Result<Self, Failure> {
        let shortest = if kind == Animated::Gif { SHORTEST_IN_GIF } else { SHORTEST };
        let turn = args.turntable.map(Duration::from_secs_f32);
        let wanted = Wanted { pace: args.pace(), shortest, turn };
        let mut parts = Vec::new();
        for sequence in sequences(args, workspace)? {
            choose(workspace, sequence)?;
            parts.push((sequence, take(workspace, &wanted)));
        }
        let plan = Self { parts, shot, kind, turns: args.turntable.is_some() };
        let count = plan.count();
        match kind.format() {
            Some(format) => plan.spec(count, args).check(format).map_err(refused)?,
            None if kind == Animated::PngSequence => check_raw_bytes(shot.size, count).map_err(refused)?,
            // A stream is as long as it likes.
            None => {}
        }
        Ok(plan)
    }

    fn spec(&self, count: u32, args: &RenderArgs) -> Spec {
        Spec {
            size: self.shot.size,
            count,
            plays: args.plays,
            has_holes: self.shot.transparent,
            software: Some(String::from(DRAWN_BY)),
        }
    }

    fn count(&self) -> u32 {
        self.parts.iter().fold(0, |sum, (_, take)| sum.saturating_add(take.pictures))
    }

    /// The files that are written.
    pub(super) fn files(&self, output: &Path) -> Vec<PathBuf> {
        match self.kind {
            Animated::PngSequence => (0..self.count()).map(|number| numbered(output, number)).collect(),
            _ => vec![output.to_path_buf()],
        }
    }

    /// Refuses to write over what the pictures are made from, or over what exists without leave to.
    pub(super) fn keep_inputs(&self, args: &RenderArgs, workspace: &Workspace) -> Result<(), Failure> {
        self.files(&args.output).iter().try_for_each(|file| sources::keep(file, args.overwrite, workspace))
    }

    /// Draws everything, and writes it when it is whole. A stream is written as it is drawn.
    pub(super) fn run(
        &self,
        args: &RenderArgs,
        session: &mut Session,
        work: &Progress,
    ) -> Result<(), Failure> {
        let count = self.count();
        let spec = self.spec(count, args);
        work.begin(u64::from(count), "picture");
        let mut draw = |every: u32, take: &mut dyn FnMut(&RgbaImage, Duration) -> Result<(), Failure>| {
            self.each(session, every, &mut |image, lasts| {
                work.check()?;
                if every == 1 {
                    work.step();
                }
                take(image, lasts)
            })
        };
        match self.kind {
            Animated::PngSequence => {
                let mut files = Files::new(args.overwrite);
                let mut number = 0;
                draw(1, &mut |image, _| {
                    let path = numbered(&args.output, number);
                    number += 1;
                    files.add(&path, &picture::encode(self.shot.size, image.rgba()).map_err(Failure::File)?)
                })?;
                files.commit()
            }
            Animated::Y4m => {
                let rate = self.parts[0].1.rate();
                let mut repeats = y4m::Repeats::new(rate);
                output::stream(&args.output, args.overwrite, |out| {
                    let mut write = |bytes: &[u8]| {
                        out.write_all(bytes).map_err(|error| output::cannot_write(&args.output, error))
                    };
                    write(y4m::header(self.shot.size, rate).as_bytes())?;
                    draw(1, &mut |image, lasts| {
                        let bytes = y4m::picture(image);
                        (0..repeats.of(lasts)).try_for_each(|_| write(&bytes))
                    })
                })
            }
            kind => {
                let format = kind.format().expect("all others are files");
                let palette = if kind == Animated::Gif {
                    let mut palette = PaletteBuilder::default();
                    draw(count.div_ceil(PALETTE_PICTURES).max(2), &mut |image, _| {
                        palette.add(image);
                        Ok(())
                    })?;
                    Some(palette.build())
                } else {
                    None
                };
                let mut encoder = Encoder::new(format, &spec, palette.as_ref()).map_err(refused)?;
                draw(1, &mut |image, lasts| encoder.add(image, lasts).map_err(refused))?;
                output::write(&args.output, &encoder.finish().map_err(refused)?, args.overwrite)
            }
        }
    }

    /// Draws every picture whose number is a multiple of `every`, in order.
    fn each(
        &self,
        session: &mut Session,
        every: u32,
        take_picture: &mut dyn FnMut(&RgbaImage, Duration) -> Result<(), Failure>,
    ) -> Result<(), Failure> {
        let (count, start) = (self.count(), session.workspace().camera().yaw());
        let mut number = 0;
        for (sequence, take) in &self.parts {
            choose_in(session, *sequence)?;
            rewind(session, take)?;
            let shot = Shot { tile: self.tile(session.workspace(), take), ..self.shot };
            let mut passed = Duration::ZERO;
            for picture in 0..take.pictures {
                let time = take.time(picture);
                session.advance(time - passed);
                passed = time;
                if self.turns {
                    let turned = std::f32::consts::TAU * number as f32 / count as f32;
                    apply(session, Command::SetYaw(start + turned))?;
                }
                if number % every == 0 {
                    take_picture(&shot.take(session).map_err(startup::failure)?, take.lasts(picture))?;
                }
                number += 1;
            }
        }
        if self.turns {
            apply(session, Command::SetYaw(start))?;
        }
        Ok(())
    }

    /// A size of the floor's pattern, near its own, with which it is at its start again when the loop is.
    fn tile(&self, workspace: &Workspace, take: &Take) -> Option<f32> {
        let floor = workspace.floor().filter(|_| take.closes())?;
        let mut after = workspace.clone();
        after.advance(take.span());
        let passed = after.player().travelled() - workspace.player().travelled();
        #[expect(clippy::cast_possible_truncation, reason = "units of a few seconds' walk")]
        let passed = passed.abs() as f32;
        // A floor that hardly moves jumps by no more than that.
        let tiles = (passed / floor.tile).round().max(1.0);
        Some(passed / tiles).filter(|tile| *tile >= LEAST_TILE * floor.tile)
    }
}

/// The sequences that are asked for, by their numbers; `None` is what plays already.
fn sequences(args: &RenderArgs, workspace: &Workspace) -> Result<Vec<Option<usize>>, Failure> {
    let player = workspace.player();
    let Some(names) = &args.sequences else {
        // In the game it may be over when its pictures are drawn a second time.
        return Ok(vec![player.is_in_game().then(|| player.sequence_index())]);
    };
    if names.iter().any(|name| name.eq_ignore_ascii_case("all")) {
        return Ok((0..player.sequences().len()).map(Some).collect());
    }
    let find = |name: &String| {
        let known = || player.sequences().iter().map(|sequence| sequence.name.as_str());
        player.find(name).map(Some).ok_or_else(|| {
            let known = md2_scene::text::list(known());
            Failure::Usage(format!("there is no sequence {name:?} in {}: {known}", workspace.figure().name()))
        })
    };
    names.iter().map(find).collect()
}

fn choose(workspace: &mut Workspace, sequence: Option<usize>) -> Result<(), Failure> {
    if let Some(index) = sequence {
        let actor = workspace.lead();
        let sequence = Choice::Index(index);
        let _outcome = workspace.apply(Command::ChooseSequence { actor, sequence })?;
    }
    Ok(())
}

fn choose_in(session: &mut Session, sequence: Option<usize>) -> Result<(), Failure> {
    match sequence {
        Some(index) => {
            let actor = session.workspace().lead();
            apply(session, Command::ChooseSequence { actor, sequence: Choice::Index(index) })
        }
        None => Ok(()),
    }
}

fn take(workspace: &Workspace, wanted: &Wanted) -> Take {
    let others = workspace.actors().iter().filter(|actor| actor.is_shown()).skip(1);
    Take::of(workspace.player(), others.filter_map(Actor::player), wanted)
}

/// Goes to where a take begins, with everybody.
fn rewind(session: &mut Session, take: &Take) -> Result<(), Failure> {
    let lead = session.workspace().lead();
    let players = session.workspace().actors().iter().filter(|actor| actor.player().is_some());
    let players: Vec<_> = players.map(Actor::id).collect();
    for actor in players {
        let key = if actor == lead { take.first_key } else { 0 };
        apply(session, Command::Seek { actor, to: Moment::Key(key as f32) })?;
    }
    apply(session, Command::SetPlaying(true))
}

fn apply(session: &mut Session, command: Command) -> Result<(), Failure> {
    let _outcome = session.apply(command).map_err(startup::session_failure)?;
    Ok(())
}

fn refused(error: AnimationError) -> Failure {
    match error {
        AnimationError::Encode { .. } => Failure::File(error.into()),
        other => Failure::Usage(other.to_string()),
    }
}

/// `walk_00017.png` beside `walk.png`.
fn numbered(output: &Path, number: u32) -> PathBuf {
    let stem = output.file_stem().unwrap_or_default().to_string_lossy();
    output.with_file_name(sequence_name(&stem, number))
}

#[cfg(test)]
mod tests {
    use clap::Parser as _;
    use md2_scene::Viewport;

    use super::*;
    use crate::cli::Cli;
    use md2_browse::builtin;

    fn args(line: &str) -> RenderArgs {
        let line = format!("md2-viewer render --size 96x64 {line}");
        match Cli::parse_from(line.split_whitespace()).command {
            Some(crate::commands::Command::Render(args)) => args,
            other => panic!("{other:?}"),
        }
    }

    /// The plan for the built-in figure, and a session to draw it; `None` where there is no Vulkan.
    fn planned(line: &str) -> Option<(Plan, Session)> {
        let args = args(line);
        let (mut workspace, _) = Workspace::new(builtin::figure().unwrap(), Viewport::whole([96, 64]));
        let _ = workspace.apply(Command::SetAutoOrbit(false)).unwrap();
        let shot = Shot { size: [96, 64], supersample: 1, transparent: args.transparent, tile: None };
        let kind = args.kind().unwrap().unwrap();
        let plan = Plan::new(&args, kind, shot, &mut workspace).unwrap();
        Some((plan, headless(workspace)?))
    }

    /// A session on a renderer without a window, or `None` with a message where there is no Vulkan.
    fn headless(workspace: Workspace) -> Option<Session> {
        match md2_render::Renderer::headless(&md2_render::RendererOptions::default()) {
            Ok(renderer) => Some(Session::new(renderer, workspace).unwrap()),
            Err(error) => {
                md2_testdata::skip_without_vulkan(error);
                None
            }
        }
    }

    fn most_different(a: &RgbaImage, b: &RgbaImage) -> u8 {
        a.rgba().iter().zip(b.rgba()).map(|(a, b)| a.abs_diff(*b)).max().unwrap()
    }

    /// Figure and floor: the picture that would come after the last is the first.
    #[test]
    fn a_loop_ends_where_it_begins() {
        for line in ["--animate -o a.webp --pictures-per-key 1", "--turntable=1.6 -o a.png --fps 5"] {
            let Some((plan, mut session)) = planned(line) else { return };
            let mut pictures = Vec::new();
            plan.each(&mut session, 1, &mut |image, lasts| {
                pictures.push((image.clone(), lasts));
                Ok(())
            })
            .unwrap();
            assert_eq!(pictures.len(), 16, "{line}");
            let (first, _) = &pictures[0];
            let (last, lasts) = &pictures[15];
            let workspace = session.workspace().clone();
            session.advance(*lasts);
            let mut rewound = workspace.clone();
            let actor = rewound.lead();
            let _ = rewound.apply(Command::Seek { actor, to: Moment::Key(0.0) }).unwrap();
            let tile = plan.tile(&rewound, &plan.parts[0].1);
            assert!(tile.is_some_and(|tile| (30.0..90.0).contains(&tile)), "{tile:?}");
            let again = Shot { tile, ..plan.shot }.take(&mut session).unwrap();
            // The floor has moved by whole tiles, less what floats lose.
            assert!(most_different(first, &again) <= 3, "{line}: {}", most_different(first, &again));
            assert!(most_different(first, last) > 40, "{line}: the picture before is another");
        }
    }

    #[test]
    fn what_is_asked_for_is_planned() {
        let Some((plan, _)) = planned("--animate -o a.gif --sequences run,death1 --fps 10") else { return };
        let pictures: Vec<u32> = plan.parts.iter().map(|(_, take)| take.pictures).collect();
        assert_eq!(pictures, [6, 6], "six keys that loop, and six that end");
        assert_eq!(plan.files(Path::new("b/a.gif")), [Path::new("b/a.gif")]);
        let Some((plan, _)) = planned("--animate -o a.png --to png-sequence --sequences run --fps 10") else {
            return;
        };
        assert_eq!(plan.files(Path::new("b/a.png"))[5], Path::new("b/a_00005.png"));
    }

    #[test]
    fn a_video_of_any_length_is_counted() {
        let Some((mut plan, _)) = planned("--animate -o a.y4m --sequences run,death1 --fps 10") else {
            return;
        };
        for (_, take) in &mut plan.parts {
            take.pictures = u32::MAX - 1;
        }
        assert_eq!(plan.count(), u32::MAX);
    }
}
