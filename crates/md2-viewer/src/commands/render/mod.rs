//! `md2-viewer render`: the scene of the window, drawn into a file as a still or as an animation.

mod animate;
mod kind;

use std::io::{self, Write as _};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use clap::Args;
use md2_render::{Renderer, RendererOptions};
use md2_scene::{Command, Mistake, Viewport, Workspace};

use crate::startup;
use animate::AnimationFile;
use kind::AnimationKind;
use md2_scene::text::{grouped, list, message, warnings};
use md2_stage::{AnimationOptions, PictureOptions, PictureRate, Session, Timing, notes, restore_all};
use md2_task::Progress;
use md2_tool::args::{self, PictureSize, SceneArgs};
use md2_tool::crowd::{self, CrowdArgs};
use md2_tool::failure::Failure;
use md2_tool::output::{self, Overwrite};
use md2_tool::{picture, sources};

const FPS: f32 = 20.0;

pub(crate) const EXAMPLES: &str = "\
Examples:
  md2 render tris.md2 -o run.png --sequence run --time 0.35
  md2 render tris.md2 -o run.webp --animate --sequence run --transparent --size 320x320
  md2 render tris.md2 -o all.gif --animate --sequences all --supersample 2
  md2 render tris.md2 -o turn.png --turntable
  md2 render --crowd 1000 -o crowd.png tris.md2 knight.mdl";

#[derive(Debug, Args)]
pub(crate) struct RenderArgs {
    /// The model, or the folder of a player; the built-in model by default.
    pub(crate) file: Option<PathBuf>,

    /// The output file: PNG; with --animate APNG (.png, .apng), GIF or WebP; `-` for standard output.
    #[arg(short, long, value_name = "FILE", value_parser = kind::parse_output)]
    pub(crate) output: PathBuf,

    #[command(flatten)]
    pub(crate) overwrite: Overwrite,

    /// Size of the picture in pixels.
    #[arg(long, value_name = "WxH", default_value = "1280x720")]
    pub(crate) size: PictureSize,

    /// Make the background transparent, and hide the floor.
    #[arg(long)]
    pub(crate) transparent: bool,

    /// Draw the picture this many times larger on each side, then scale it down, for smoother edges and skins: 1 to 4.
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
    /// Draw the whole sequence instead of one moment. Loops close without a seam; a sequence that plays once shows its last
    /// picture for one second.
    #[arg(long, conflicts_with_all = ["time", "crowd"])]
    pub(crate) animate: bool,

    /// The format, if the file name does not imply it: apng, gif, webp or png-sequence.
    #[arg(long, value_name = "FORMAT")]
    pub(crate) to: Option<AnimationKind>,

    /// Draw these sequences one after the other: names or numbers separated by commas, or `all`.
    #[arg(long, value_name = "NAMES", value_delimiter = ',', conflicts_with = "sequence")]
    pub(crate) sequences: Option<Vec<String>>,

    /// Pictures per keyframe.
    #[arg(long, value_name = "COUNT", conflicts_with = "fps", value_parser = clap::value_parser!(u32).range(1..=100))]
    pub(crate) pictures_per_key: Option<u32>,

    /// Pictures per second, 20 by default; rounded to a whole number of pictures per keyframe.
    #[arg(long, value_name = "RATE", value_parser = args::parse_positive::<f32>)]
    pub(crate) fps: Option<f32>,

    /// Turn the camera once around the model in about this many seconds, rounded to whole loops of the sequence.
    #[arg(
        long, value_name = "SECONDS", num_args = 0..=1, require_equals = true, default_missing_value = "4",
        value_parser = turn_seconds, conflicts_with_all = ["time", "crowd"]
    )]
    pub(crate) turntable: Option<f32>,

    /// Number of times the animation plays; 0 repeats it forever.
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
                .map_or(Ok(Vec::new()), |names| find_sequences(names, workspace))?,
            timing: Timing { rate, shortest: file.shortest(), turn },
            picture: self.picture(),
        })
    }

    fn animation_file(&self) -> Result<Option<AnimationFile>, Failure> {
        // The extension of a link's target counts: the target may be a script next to a model.
        let target = output::end_of_links(&self.output).unwrap_or_else(|_| self.output.clone());
        let named = |reason: String| Failure::Usage(format!("{}: {reason}", target.display()));
        if self.is_animated() {
            let kind = AnimationKind::from_request(self.animation.to, &target).map_err(named)?;
            let (path, overwrite) = (self.output.clone(), self.overwrite);
            return Ok(Some(AnimationFile { path, kind, plays: self.animation.plays, overwrite }));
        }
        let animation_options = [
            ("--to", self.animation.to.is_some()),
            ("--sequences", self.animation.sequences.is_some()),
            ("--pictures-per-key", self.animation.pictures_per_key.is_some()),
            ("--fps", self.animation.fps.is_some()),
            ("--plays", self.animation.plays > 0),
        ];
        if let Some((option, _)) = animation_options.iter().find(|(_, is_given)| *is_given) {
            return Err(Failure::Usage(format!("{option} needs --animate or --turntable")));
        }
        if self.scene.mistake == Some(Mistake::PictureSpeed) && self.scene.time.is_none() {
            return Err(Failure::Usage(String::from(
                "the mistake picture-speed is visible only in motion; add --animate, or --time for what a screen with 60 pictures per \
                 second shows then",
            )));
        }
        kind::check_still(&target).map(|()| None).map_err(named)
    }
}

pub(crate) fn run(args: &RenderArgs) -> Result<(), Failure> {
    let PictureSize(size) = args.size;
    let animation_file = args.animation_file()?;
    let file = args.file.as_deref();
    let show = |figure| Workspace::new(figure, Viewport::whole(size));
    let (mut workspace, warnings) =
        crowd::open_workspace(file, &args.more, &args.crowd, &args.scene, show, warnings)?;
    let _outcome = workspace.apply(Command::SetAutoOrbit(false))?;
    let renderer = startup::renderer_options(&args.scene);
    if let Some(file) = animation_file {
        let animation = file.plan(&args.animation(&file, &workspace)?, &mut workspace)?;
        warn(&workspace, warnings);
        let work = md2_tool::interrupt::watch_with_progress_bar()?;
        with_session(workspace, &renderer, |session| file.write(&animation, session, &work))?;
        return picture::report(&args.output, size, animation.count());
    }
    sources::check_output(&args.output, args.overwrite, &workspace)?;
    warn(&workspace, warnings);
    if args.scene.time.is_none() && args.scene.mistake.is_none() {
        md2_scene::sketch::show_visible_frame(&mut workspace);
    }
    let image = with_session(workspace, &renderer, |session| {
        let start = Instant::now();
        let image = args.picture().draw(session).map_err(startup::failure)?;
        print_crowd(session, start.elapsed());
        Ok(image)
    })?;
    picture::write(&args.output, size, image.rgba(), args.overwrite)?;
    picture::report(&args.output, size, 1)
}

pub(crate) fn write_picture(
    output: &Path,
    options: PictureOptions,
    mut workspace: Workspace,
    renderer: &RendererOptions,
) -> Result<(), Failure> {
    let _outcome = workspace.apply(Command::SetViewport(Viewport::whole(options.size)))?;
    let image = with_session(workspace, renderer, |session| options.draw(session).map_err(startup::failure))?;
    picture::write(output, options.size, image.rgba(), Overwrite::default())
}

pub(crate) fn write_animation(
    output: PathBuf,
    mut options: AnimationOptions,
    mut workspace: Workspace,
    renderer: &RendererOptions,
    work: &Progress,
) -> Result<(), Failure> {
    let kind = AnimationKind::from_request(None, &output).map_err(Failure::Usage)?;
    let file = AnimationFile { path: output, kind, plays: 0, overwrite: Overwrite::default() };
    // The playback speed of the window does not apply to the file.
    for command in [
        Command::SetViewport(Viewport::whole(options.picture.size)),
        Command::SetAutoOrbit(false),
        Command::SetSpeed(1.0),
    ] {
        let _outcome = workspace.apply(command)?;
    }
    options.timing.shortest = file.shortest();
    let animation = file.plan(&options, &mut workspace)?;
    with_session(workspace, renderer, |session| file.write(&animation, session, work))
}

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

fn find_sequences(names: &[String], workspace: &Workspace) -> Result<Vec<usize>, Failure> {
    let player = workspace.player();
    if names.iter().any(|name| name.eq_ignore_ascii_case("all")) {
        return Ok((0..player.sequences().len()).collect());
    }
    let find = |name: &String| {
        player.find(name).ok_or_else(|| {
            let known = list(player.sequences().iter().map(|sequence| sequence.name.as_str()));
            let model = workspace.figure().name();
            Failure::Usage(format!("{model} has no sequence {name:?}; it has: {known}"))
        })
    };
    names.iter().map(find).collect()
}

fn turn_seconds(text: &str) -> Result<f32, String> {
    let seconds: f32 = args::parse_positive(text)?;
    if (0.1..=600.0).contains(&seconds) { Ok(seconds) } else { Err(String::from("must be 0.1 to 600")) }
}

fn print_crowd(session: &Session, time: Duration) {
    if session.workspace().crowd().is_some() {
        let stats = session.stage().stats();
        let [members, drawn] = [stats.crowd_members, stats.crowd_members_drawn].map(u64::from).map(grouped);
        let triangles = grouped(stats.crowd_triangles);
        let milliseconds = time.as_secs_f64() * 1e3;
        // Standard error may be closed.
        let _ = writeln!(
            io::stderr(),
            "crowd of {members}: {drawn} drawn, {triangles} triangles, {milliseconds:.1} ms"
        );
    }
}

fn warn(workspace: &Workspace, warnings: Vec<String>) {
    for warning in warnings {
        tracing::warn!("{warning}");
    }
    for note in notes(workspace) {
        tracing::warn!("{}", message(&note));
    }
}
