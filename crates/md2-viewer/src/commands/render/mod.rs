//! `md2-viewer render`: the scene of the window, drawn into a file as a still or as an animation.

mod animate;
mod kind;

use std::io::{self, Write as _};
use std::path::PathBuf;
use std::time::{Duration, Instant};

use clap::Args;
use md2_render::{Renderer, RendererOptions};
use md2_scene::{Command, Viewport, Workspace};

use crate::startup;
use animate::AnimationFile;
use kind::Animated;
use md2_scene::text::{grouped, list, message};
use md2_stage::{AnimationOptions, PictureOptions, PictureRate, Session, Timing, notes, restore_all};
use md2_task::Progress;
use md2_tool::args::{self, PictureSize, SceneArgs};
use md2_tool::crowd::{self, CrowdArgs};
use md2_tool::failure::Failure;
use md2_tool::output::{self, Overwrite};
use md2_tool::{picture, sources};

/// Pictures a second of an animation, unless the user chooses.
const FPS: f32 = 20.0;

/// Shown below `--help`.
pub(crate) const EXAMPLES: &str = "\
Examples:
  md2 render tris.md2 -o run.png --sequence run --time 0.35
  md2 render tris.md2 -o run.webp --animate --sequence run --transparent --size 320x320
  md2 render tris.md2 -o all.gif --animate --sequences all --supersample 2
  md2 render tris.md2 -o turn.png --turntable
  md2 render --crowd 1000 -o crowd.png tris.md2 knight.mdl
  md2 render tris.md2 -o - --animate --sequence walk --plays 3 | ffmpeg -i - walk.mp4";

#[derive(Debug, Args)]
pub(crate) struct RenderArgs {
    /// The model to draw, or the folder of a player; without it, the project's own figure.
    pub(crate) file: Option<PathBuf>,

    /// The file to write: a PNG; with --animate an APNG (.png, .apng), GIF, WebP or Y4M; `-` is standard output.
    #[arg(short, long, value_name = "FILE", value_parser = kind::output_path)]
    pub(crate) output: PathBuf,

    #[command(flatten)]
    pub(crate) overwrite: Overwrite,

    /// Size of the picture in pixels.
    #[arg(long, value_name = "WxH", default_value = "1280x720")]
    pub(crate) size: PictureSize,

    /// Leave away what is behind the models, and the floor.
    #[arg(long)]
    pub(crate) transparent: bool,

    /// Draw so many times larger on each side and make it smaller again, for smooth edges and skins: 1 to 4.
    #[arg(long, value_name = "FACTOR", default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..=4))]
    pub(crate) supersample: u32,

    #[command(flatten)]
    animation: AnimationArgs,

    #[command(flatten)]
    pub(crate) crowd: CrowdArgs,

    /// More models for the crowd.
    #[arg(value_name = "FILE", requires = "crowd")]
    pub(crate) more: Vec<PathBuf>,

    #[command(flatten)]
    pub(crate) scene: SceneArgs,
}

/// The options of an animation.
#[derive(Debug, Args)]
pub(crate) struct AnimationArgs {
    /// Draw the sequence from its start to its end instead of one moment. Loops close without a seam; what plays once
    /// holds its last picture for a second.
    #[arg(long, conflicts_with_all = ["time", "crowd"])]
    pub(crate) animate: bool,

    /// What to write, if the name of the file does not tell: apng, gif, webp, png-sequence or y4m.
    #[arg(long, value_name = "FORMAT")]
    pub(crate) to: Option<Animated>,

    /// Draw these sequences one after the other, names or numbers with commas between, or `all`.
    #[arg(long, value_name = "NAMES", value_delimiter = ',', conflicts_with = "sequence")]
    pub(crate) sequences: Option<Vec<String>>,

    /// Pictures for each key of a sequence.
    #[arg(long, value_name = "COUNT", conflicts_with = "fps", value_parser = clap::value_parser!(u32).range(1..=100))]
    pub(crate) pictures_per_key: Option<u32>,

    /// About so many pictures a second, 20 by default: as many for each key as come nearest to it.
    #[arg(long, value_name = "RATE", value_parser = args::parse_positive)]
    pub(crate) fps: Option<f32>,

    /// Turn the camera once around the model, in about so many seconds and a whole number of loops.
    #[arg(
        long, value_name = "SECONDS", num_args = 0..=1, require_equals = true, default_missing_value = "4",
        value_parser = turn_seconds, conflicts_with_all = ["time", "crowd"]
    )]
    pub(crate) turntable: Option<f32>,

    /// How often it plays, 0 for ever.
    #[arg(long, value_name = "COUNT", default_value_t = 0)]
    pub(crate) plays: u16,
}

impl RenderArgs {
    fn is_animated(&self) -> bool {
        self.animation.animate || self.animation.turntable.is_some()
    }

    fn picture(&self) -> PictureOptions {
        let PictureSize(size) = self.size;
        PictureOptions { size, supersample: self.supersample, transparent: self.transparent, tile: None }
    }

    fn animation(&self, file: &AnimationFile, workspace: &Workspace) -> Result<AnimationOptions, Failure> {
        let rate = self.animation.pictures_per_key.map(PictureRate::PerKey);
        let rate = rate.unwrap_or(PictureRate::PerSecond(self.animation.fps.unwrap_or(FPS)));
        let turn = self.animation.turntable.map(Duration::from_secs_f32);
        Ok(AnimationOptions {
            sequences: self
                .animation
                .sequences
                .as_ref()
                .map_or(Ok(Vec::new()), |names| sequences(names, workspace))?,
            timing: Timing { rate, shortest: file.shortest(), turn },
            picture: self.picture(),
        })
    }

    /// The file of an animation; `None` for a still.
    fn animation_file(&self) -> Result<Option<AnimationFile>, Failure> {
        // The target of a link has the name that counts: it may be a script next to a model.
        let target = output::end_of_links(&self.output).unwrap_or_else(|_| self.output.clone());
        let named = |reason: String| Failure::Usage(format!("{}: {reason}", target.display()));
        if self.is_animated() {
            let kind = Animated::of(self.animation.to, &target).map_err(named)?;
            let (path, overwrite) = (self.output.clone(), self.overwrite);
            return Ok(Some(AnimationFile { path, kind, plays: self.animation.plays, overwrite }));
        }
        let only_moving = [
            ("--to", self.animation.to.is_some()),
            ("--sequences", self.animation.sequences.is_some()),
            ("--pictures-per-key", self.animation.pictures_per_key.is_some()),
            ("--fps", self.animation.fps.is_some()),
            ("--plays", self.animation.plays > 0),
        ];
        if let Some((option, _)) = only_moving.iter().find(|(_, is_given)| *is_given) {
            return Err(Failure::Usage(format!("{option} is for --animate and --turntable")));
        }
        kind::check_still(&target).map(|()| None).map_err(named)
    }
}

/// Draws one picture, as the window would show it at that moment, or all of a sequence.
///
/// # Errors
/// If the model cannot be read, the picture not be drawn, or the file not be written.
pub(crate) fn run(args: &RenderArgs) -> Result<(), Failure> {
    let PictureSize(size) = args.size;
    let animation_file = args.animation_file()?;
    let file = args.file.as_deref();
    let (mut workspace, warnings) =
        crowd::open_workspace(file, &args.more, &args.crowd, &args.scene, |figure| {
            Workspace::new(figure, Viewport::whole(size))
        })?;
    let _outcome = workspace.apply(Command::SetAutoOrbit(false))?;
    let renderer = startup::renderer_options(&args.scene);
    if let Some(file) = animation_file {
        let animation = file.plan(&args.animation(&file, &workspace)?, &mut workspace)?;
        warn(&workspace, warnings);
        let work = md2_tool::interrupt::watch_with_progress_bar()?;
        return with_session(workspace, &renderer, |session| file.write(&animation, session, &work));
    }
    sources::check_output(&args.output, args.overwrite, &workspace)?;
    warn(&workspace, warnings);
    let image = with_session(workspace, &renderer, |session| {
        let start = Instant::now();
        let image = args.picture().draw(session).map_err(startup::failure)?;
        print_crowd(session, start.elapsed());
        Ok(image)
    })?;
    picture::write(&args.output, size, image.rgba(), args.overwrite)
}

/// Writes the animation of a workspace, by a renderer of its own.
///
/// # Errors
/// If the pictures cannot be drawn, or the file not be written.
pub(crate) fn animation(
    output: PathBuf,
    size: [u32; 2],
    turn: Option<Duration>,
    mut workspace: Workspace,
    renderer: &RendererOptions,
    work: &Progress,
) -> Result<(), Failure> {
    let kind = Animated::of(None, &output).map_err(Failure::Usage)?;
    let file = AnimationFile { path: output, kind, plays: 0, overwrite: Overwrite::default() };
    // The speed of the window is for looking at a model; the file has the model's own.
    for command in
        [Command::SetViewport(Viewport::whole(size)), Command::SetAutoOrbit(false), Command::SetSpeed(1.0)]
    {
        let _outcome = workspace.apply(command)?;
    }
    let timing = Timing { rate: PictureRate::PerSecond(FPS), shortest: file.shortest(), turn };
    let options = AnimationOptions { sequences: Vec::new(), timing, picture: PictureOptions::new(size) };
    let animation = file.plan(&options, &mut workspace)?;
    with_session(workspace, renderer, |session| file.write(&animation, session, work))
}

/// Draws a workspace by a renderer without a window.
fn with_session<T>(
    mut workspace: Workspace,
    options: &RendererOptions,
    draw: impl FnOnce(&mut Session) -> Result<T, Failure>,
) -> Result<T, Failure> {
    restore_all(&mut workspace).map_err(Failure::File)?;
    let renderer = Renderer::headless(options).map_err(startup::failure)?;
    let validation = renderer.validation_log();
    let mut session = Session::new(renderer, workspace).map_err(startup::session_failure)?;
    let drawn = draw(&mut session)?;
    drop(session);
    startup::check_validation(&validation)?;
    Ok(drawn)
}

/// The numbers of sequences by their names; all of them for `all`.
fn sequences(names: &[String], workspace: &Workspace) -> Result<Vec<usize>, Failure> {
    let player = workspace.player();
    if names.iter().any(|name| name.eq_ignore_ascii_case("all")) {
        return Ok((0..player.sequences().len()).collect());
    }
    let find = |name: &String| {
        let known = || player.sequences().iter().map(|sequence| sequence.name.as_str());
        player.find(name).ok_or_else(|| {
            let figure = workspace.figure().name();
            Failure::Usage(format!("there is no sequence {name:?} in {figure}: {}", list(known())))
        })
    };
    names.iter().map(find).collect()
}

/// Parses the seconds of a turn.
fn turn_seconds(text: &str) -> Result<f32, String> {
    let seconds = args::parse_positive(text)?;
    if (0.1..=600.0).contains(&seconds) { Ok(seconds) } else { Err(String::from("must be 0.1 to 600")) }
}

/// Prints the numbers of the crowd in a picture, if there is one, on standard error.
fn print_crowd(session: &Session, time: Duration) {
    if let Some(numbers) = session.crowd_numbers() {
        let [members, drawn, triangles] =
            [numbers.members, numbers.members_drawn, numbers.triangles_drawn].map(grouped);
        let milliseconds = time.as_secs_f64() * 1e3;
        // A caller that closed standard error does not read it.
        let _ = writeln!(
            io::stderr(),
            "{members} figures: {drawn} drawn, {triangles} triangles; {milliseconds:.1} ms for the picture"
        );
    }
}

/// Logs the warnings and the notes of a workspace that can be drawn all the same.
fn warn(workspace: &Workspace, warnings: Vec<String>) {
    for warning in warnings {
        tracing::warn!("{warning}");
    }
    for note in notes(workspace) {
        tracing::warn!("{}", message(&note));
    }
}
