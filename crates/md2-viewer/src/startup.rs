//! What the commands do before they part ways.

use std::path::Path;
use std::process::ExitCode;
use std::thread::{self, JoinHandle};

use md2_render::{
    Adapter, AdapterKind, Drivers, RenderError, Renderer, RendererOptions, Validation, ValidationLog,
};
use md2_scene::{Figure, Outcome, Workspace};
use tracing::Level;
use tracing_subscriber::Layer as _;
use tracing_subscriber::filter::{Targets, filter_fn};
use tracing_subscriber::layer::SubscriberExt;
use tracing_subscriber::util::SubscriberInitExt;

use crate::cli::SceneArgs;
use crate::failure::Failure;
use crate::inputs::{self, STANDARD_INPUT};
use crate::text::{self, Sink};
use crate::{arguments, builtin, timings};

/// Set to 1, it turns Vulkan's validation on; each message is logged, and any message makes the exit code 5.
const VALIDATION_VARIABLE: &str = "MD2_VALIDATION";

/// Samples a pixel of pictures, and of windows where the graphics card draws.
const USUAL_SAMPLES: u32 = 4;

/// Sends log lines to standard error. `RUST_LOG` chooses which, in the form `warn,md2_render=debug`; only then a line says
/// where in the program it comes from.
pub(crate) fn start_log() {
    let asked = std::env::var("RUST_LOG").ok().and_then(|wish| wish.parse::<Targets>().ok());
    let shows_target = asked.is_some();
    let filter = asked.unwrap_or_else(|| {
        // Of winit only errors: it warns on every display without a monitor.
        let quiet = ["winit", "sctk", "sctk_adwaita"].map(|target| (target, Level::ERROR));
        Targets::new().with_default(Level::WARN).with_targets(quiet)
    });
    // Without colors: the sink lets no escape sequence through, whoever wrote it.
    let lines = tracing_subscriber::fmt::layer()
        .with_writer(|| Sink(std::io::stderr()))
        .with_ansi(false)
        .with_target(shows_target)
        .without_time();
    let parts = timings::are_told().then(|| timings::Parts.with_filter(filter_fn(timings::Parts::takes)));
    tracing_subscriber::registry().with(lines.with_filter(filter)).with(parts).init();
}

/// Tells what is wrong with the arguments, or what was asked for of them.
pub(crate) fn tell_usage(told: &clap::Error) -> ExitCode {
    if told.use_stderr() {
        // An argument is repeated as it was given.
        eprint!("{}", text::lines(&told.render().to_string()));
    } else if told.print().is_err() {
        // Nobody listens.
        return ExitCode::FAILURE;
    }
    ExitCode::from(u8::try_from(told.exit_code()).unwrap_or(u8::MAX))
}

/// What a file or a folder holds, or the figure that is built in.
pub(crate) fn figure(file: Option<&Path>) -> Result<Figure, Failure> {
    let Some(path) = file else { return builtin::figure().map_err(Failure::File) };
    if path.as_os_str() == STANDARD_INPUT {
        return inputs::standard().figure();
    }
    md2_scene::open(path).map_err(|error| Failure::File(error.into()))
}

/// The same, `shown` as the arguments want it seen, and what went wrong without keeping it from being shown.
pub(crate) fn workspace(
    file: Option<&Path>,
    scene: &SceneArgs,
    shown: impl FnOnce(Figure) -> (Workspace, Outcome),
) -> Result<(Workspace, Vec<String>), Failure> {
    of_figure(figure(file)?, scene, shown)
}

/// The same of a figure that is opened.
pub(crate) fn of_figure(
    figure: Figure,
    scene: &SceneArgs,
    shown: impl FnOnce(Figure) -> (Workspace, Outcome),
) -> Result<(Workspace, Vec<String>), Failure> {
    let (mut workspace, outcome) = shown(figure);
    let mut warned = warnings(outcome);
    warned.extend(arguments::obey(&mut workspace, scene)?);
    Ok((workspace, warned))
}

/// What a command that was carried out has to tell, for the user to read.
pub(crate) fn warnings(outcome: Outcome) -> Vec<String> {
    let line = |warning| text::message(&format!("{:#}", anyhow::Error::from(warning))).to_string();
    outcome.warnings.into_iter().map(line).collect()
}

pub(crate) fn renderer_options(args: &SceneArgs) -> RendererOptions {
    RendererOptions {
        device: args.device.clone(),
        samples: args.samples.unwrap_or(USUAL_SAMPLES),
        // Not by itself in debug builds: it makes the start several times longer.
        validation: if validation_is_asked_for() { Validation::Full } else { Validation::Off },
        ..RendererOptions::default()
    }
}

fn validation_is_asked_for() -> bool {
    std::env::var_os(VALIDATION_VARIABLE).is_some_and(|value| value == "1")
}

/// Vulkan on its way, loaded by a thread of its own while files are read and the display is connected.
#[derive(Debug)]
pub(crate) struct Probe(Option<JoinHandle<Result<Drivers, RenderError>>>);

impl Probe {
    /// Finds out whether Vulkan can draw at all.
    pub(crate) fn start() -> Self {
        let thread = thread::Builder::new().name(String::from("vulkan"));
        Self(thread.spawn(load).ok())
    }

    /// What came of it. To be asked for before what is said of the display: the message should be about the real cause.
    pub(crate) fn finish(mut self) -> Result<Drivers, Failure> {
        let loaded = match self.0.take().map(JoinHandle::join) {
            Some(Ok(loaded)) => loaded,
            Some(Err(panicked)) => std::panic::resume_unwind(panicked),
            None => load(),
        };
        Ok(loaded?)
    }
}

impl Drop for Probe {
    /// Drivers do not like the process to end while they start.
    fn drop(&mut self) {
        let _ = self.0.take().map(JoinHandle::join);
    }
}

fn load() -> Result<Drivers, RenderError> {
    let _loading = timings::part("Vulkan: loaded and asked for devices, beside what is told before it");
    Drivers::load()
}

/// Samples a pixel of a window, where nobody has chosen: a processor that draws has other things to do.
pub(crate) fn window_samples(devices: &[Adapter], named: Option<&str>) -> u32 {
    let name = named.unwrap_or_default().to_lowercase();
    let fits = |device: &&Adapter| device.name.to_lowercase().contains(&name);
    let best = devices.iter().filter(fits).map(|device| device.kind).max();
    if best == Some(AdapterKind::Software) { 1 } else { USUAL_SAMPLES }
}

/// A renderer without a window.
pub(crate) fn headless(args: &SceneArgs) -> Result<Renderer, Failure> {
    Ok(Renderer::headless(&renderer_options(args))?)
}

/// To be called when the renderer is gone, and all that validation has to say is said.
pub(crate) fn check_validation(log: &ValidationLog) -> Result<(), Failure> {
    let count = log.count();
    if count == 0 || !validation_is_asked_for() {
        return Ok(());
    }
    let first = log.first_messages().into_iter().next().unwrap_or_default();
    Err(Failure::Render(anyhow::anyhow!("validation of Vulkan gave {count} messages, the first: {first}")))
}
