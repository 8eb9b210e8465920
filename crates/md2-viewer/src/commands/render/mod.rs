//! `md2-viewer render`: the scene of the window, drawn into a file: a still, or pictures that move.

mod animate;
mod kind;
mod shot;
mod take;

use std::collections::BTreeSet;
use std::io::{self, Write as _};
use std::path::PathBuf;
use std::time::{Duration, Instant};

use clap::Args;
use md2_render::{Renderer, RendererOptions};
use md2_scene::{Actor, Command, Shown, Viewport, Workspace};

use crate::startup;
use animate::Plan;
use kind::Animated;
use md2_scene::text::{given, grouped, list, message, shown};
use md2_stage::{Session, exceptions, restore_all};
use md2_task::Progress;
use md2_tool::args::{self, PictureSize, SceneArgs};
use md2_tool::crowd::{self, CrowdArgs};
use md2_tool::failure::Failure;
use md2_tool::output::{self, Overwrite};
use md2_tool::{picture, sources};
use shot::Shot;
use take::Pace;

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
    #[arg(long, value_name = "RATE", value_parser = args::positive)]
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

    #[command(flatten)]
    pub(crate) crowd: CrowdArgs,

    /// More models for the crowd.
    #[arg(value_name = "FILE", requires = "crowd")]
    pub(crate) more: Vec<PathBuf>,

    #[command(flatten)]
    pub(crate) scene: SceneArgs,
}

impl RenderArgs {
    /// Options for an animation of what a window shows; with `turntable`, the camera turns once around in so many seconds.
    pub(crate) fn for_animation(output: PathBuf, size: [u32; 2], turntable: Option<f32>) -> Self {
        Self {
            file: None,
            output,
            overwrite: Overwrite::default(),
            size: PictureSize(size),
            transparent: false,
            supersample: 1,
            animate: turntable.is_none(),
            to: None,
            sequences: None,
            pictures_per_key: None,
            fps: None,
            turntable,
            plays: 0,
            crowd: CrowdArgs::default(),
            more: Vec::new(),
            scene: SceneArgs::default(),
        }
    }

    fn is_animated(&self) -> bool {
        self.animate || self.turntable.is_some()
    }

    fn pace(&self) -> Pace {
        const FPS: f32 = 20.0;
        self.pictures_per_key.map_or(Pace::Fps(self.fps.unwrap_or(FPS)), Pace::PerKey)
    }

    fn shot(&self) -> Shot {
        let PictureSize(size) = self.size;
        Shot { size, supersample: self.supersample, transparent: self.transparent, tile: None }
    }

    /// What is written of an animation; `None` for a still.
    fn kind(&self) -> Result<Option<Animated>, Failure> {
        // A script beside a model is no picture, whatever a link to it is called.
        let target = output::end_of_links(&self.output).unwrap_or_else(|_| self.output.clone());
        let named = |reason: String| Failure::Usage(format!("{}: {reason}", target.display()));
        if self.is_animated() {
            return Animated::of(self.to, &target).map(Some).map_err(named);
        }
        let only_moving = [
            ("--to", self.to.is_some()),
            ("--sequences", self.sequences.is_some()),
            ("--pictures-per-key", self.pictures_per_key.is_some()),
            ("--fps", self.fps.is_some()),
            ("--plays", self.plays > 0),
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
    let kind = args.kind()?;
    let file = args.file.as_deref();
    let (mut workspace, warnings) = crowd::workspace(file, &args.more, &args.crowd, &args.scene, |figure| {
        Workspace::new(figure, Viewport::whole(size))
    })?;
    let shot = args.shot();
    let _outcome = workspace.apply(Command::SetAutoOrbit(false))?;
    if let Some(kind) = kind {
        let plan = Plan::new(args, kind, shot, &mut workspace)?;
        plan.keep_inputs(args, &workspace)?;
        tell(&workspace, warnings);
        return draw_plan(
            args,
            &plan,
            workspace,
            &startup::renderer_options(&args.scene),
            &md2_tool::interrupt::at_terminal()?,
        );
    }
    sources::keep(&args.output, args.overwrite, &workspace)?;
    tell(&workspace, warnings);
    restore_all(&mut workspace).map_err(Failure::File)?;
    let renderer = startup::headless(&args.scene)?;
    let validation = renderer.validation_log();
    let mut session = Session::new(renderer, workspace).map_err(startup::session_failure)?;
    let start = Instant::now();
    let image = shot.take(&mut session).map_err(startup::failure)?;
    tell_crowd(&session, start.elapsed());
    drop(session);
    startup::check_validation(&validation)?;
    picture::write(&args.output, size, image.rgba(), args.overwrite)
}

/// Draws what a workspace shows, as it is seen, into a file that moves, by a renderer of its own. Of the arguments counts what
/// is about the file; the scene is the workspace's.
///
/// # Errors
/// If the pictures cannot be drawn, or the file not be written.
pub(crate) fn animation(
    args: &RenderArgs,
    mut workspace: Workspace,
    renderer: &RendererOptions,
    work: &Progress,
) -> Result<(), Failure> {
    let kind = args.kind()?.ok_or_else(|| Failure::Usage(String::from("a still is no animation")))?;
    let viewport = Command::SetViewport(Viewport::whole(args.size.0));
    // How fast it is looked at is not how fast it is.
    for command in [viewport, Command::SetAutoOrbit(false), Command::SetSpeed(1.0)] {
        let _outcome = workspace.apply(command)?;
    }
    let plan = Plan::new(args, kind, args.shot(), &mut workspace)?;
    plan.keep_inputs(args, &workspace)?;
    draw_plan(args, &plan, workspace, renderer, work)
}

fn draw_plan(
    args: &RenderArgs,
    plan: &Plan,
    mut workspace: Workspace,
    options: &RendererOptions,
    work: &Progress,
) -> Result<(), Failure> {
    restore_all(&mut workspace).map_err(Failure::File)?;
    let renderer = Renderer::headless(options).map_err(startup::failure)?;
    let validation = renderer.validation_log();
    let mut session = Session::new(renderer, workspace).map_err(startup::session_failure)?;
    plan.run(args, &mut session, work)?;
    drop(session);
    startup::check_validation(&validation)
}

/// Seconds of a turn: one picture's at least, and no more than anybody watches.
fn turn_seconds(text: &str) -> Result<f32, String> {
    let seconds = args::positive(text)?;
    if (0.1..=600.0).contains(&seconds) { Ok(seconds) } else { Err(String::from("must be 0.1 to 600")) }
}

/// What the crowd in a picture came to, if there is one, on standard error: nothing of it is in the picture.
fn tell_crowd(session: &Session, time: Duration) {
    if let Some(numbers) = session.crowd_numbers() {
        let [members, drawn, triangles] =
            [numbers.members, numbers.members_drawn, numbers.triangles_drawn].map(grouped);
        let milliseconds = time.as_secs_f64() * 1e3;
        // Who closed standard error does not want to know.
        let _ = writeln!(
            io::stderr(),
            "{members} figures: {drawn} drawn, {triangles} triangles; {milliseconds:.1} ms for the picture"
        );
    }
}

/// Says what went wrong without keeping anything from being drawn.
fn tell(workspace: &Workspace, warnings: Vec<String>) {
    for warning in warnings {
        tracing::warn!("{warning}");
    }
    let exceptions = exceptions(workspace);
    // Of a crowd, several are the same model.
    let notes: BTreeSet<String> =
        notes(workspace).into_iter().chain(unpainted(workspace)).chain(exceptions).collect();
    for note in notes {
        tracing::warn!("{}", message(&note));
    }
}

/// What is wrong with what is drawn, with what lies beside it, and with what it wears.
fn notes(workspace: &Workspace) -> Vec<String> {
    let of_actor = |actor: &Actor| {
        let document = actor.document();
        let notes = document.notes().iter().cloned().chain(actor.skin_note());
        notes.map(|note| format!("{}: {note}", shown(&given(document)))).collect::<Vec<_>>()
    };
    let of_actors = workspace.actors().iter().filter(|actor| actor.is_shown()).flat_map(of_actor);
    of_actors.chain(workspace.figure().notes().iter().cloned()).collect()
}

/// For each model of which something is seen without a picture, a sentence that says so.
fn unpainted(workspace: &Workspace) -> Vec<String> {
    let note = |drawn: md2_scene::Drawn<'_>| {
        let bare = drawn.mesh().surfaces().iter().filter(|surface| {
            !surface.indices.is_empty() && matches!(drawn.shown(surface.skin_slot), Shown::Checker)
        });
        let names: Vec<&str> = bare.map(|surface| surface.name.as_str()).collect();
        let what = match &*names {
            [] => return None,
            [""] => String::from("it"),
            names => list(names.iter().copied()),
        };
        let document = drawn.document;
        let guess = document.skins().iter().find(|skin| skin.is_guess());
        let hint =
            guess.map_or_else(String::new, |skin| format!(" (--skin \"{}\" might do)", shown(skin.label())));
        Some(format!("{}: no picture for {what}; a checker takes its place{hint}", shown(&given(document))))
    };
    workspace.drawn().filter_map(note).collect()
}
