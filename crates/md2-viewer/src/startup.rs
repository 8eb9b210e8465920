//! What the commands do before they part ways.

use md2_render::{Adapter, AdapterKind, Drivers, RenderError, RendererOptions, Validation, ValidationLog};
use md2_stage::SessionError;
use md2_task::Task;
use md2_tool::Failure;
use md2_tool::args::SceneArgs;

use md2_tool::timings;

/// Set to 1, it turns Vulkan's validation on; each message is logged, and any message makes the exit code 5.
const VALIDATION_VARIABLE: &str = "MD2_VALIDATION";

/// Samples a pixel of pictures, and of windows where the graphics card draws.
const USUAL_SAMPLES: u32 = 4;

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

/// Vulkan, loaded by a task while files are read and the display is connected.
#[derive(Debug)]
pub(crate) struct Probe(Task<Result<Drivers, RenderError>>);

impl Probe {
    /// Starts to load Vulkan, which shows whether it can draw at all.
    pub(crate) fn start() -> Self {
        Self(Task::start(|_| load()))
    }

    /// Waits for the drivers. Call this before reporting an error of the display, whose cause Vulkan may be.
    pub(crate) fn finish(mut self) -> Result<Drivers, Failure> {
        // Without a thread the drivers are loaded here.
        self.0.wait(None).and_then(Result::ok).unwrap_or_else(load).map_err(failure)
    }
}

impl Drop for Probe {
    /// Waits: the process must not end while drivers start.
    fn drop(&mut self) {
        let _ = self.0.wait(None);
    }
}

fn load() -> Result<Drivers, RenderError> {
    let _loading = timings::measure("Vulkan: loaded and asked for devices, beside what is told before it");
    Drivers::load()
}

/// Samples a pixel of a window, where nobody has chosen: a processor that draws has other things to do.
pub(crate) fn window_samples(devices: &[Adapter], named: Option<&str>) -> u32 {
    let name = named.unwrap_or_default().to_lowercase();
    let fits = |device: &&Adapter| device.name.to_lowercase().contains(&name);
    let best = devices.iter().filter(fits).map(|device| device.kind).max();
    if best == Some(AdapterKind::Software) { 1 } else { USUAL_SAMPLES }
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

/// The failure that an error of the renderer is: of Vulkan as a whole, or of drawing.
pub(crate) fn failure(error: RenderError) -> Failure {
    match error {
        RenderError::NoLoader { .. }
        | RenderError::NoDriver
        | RenderError::NoWindowSupport { .. }
        | RenderError::NoSuitableDevice { .. }
        | RenderError::NoDeviceNamed { .. }
        | RenderError::NoValidationLayer => Failure::Vulkan(error.to_string()),
        other => Failure::Render(other.into()),
    }
}

/// The failure that an error of a session is.
pub(crate) fn session_failure(error: SessionError) -> Failure {
    match error {
        SessionError::Command(error) => error.into(),
        SessionError::Render(error) => failure(error),
        SessionError::Floor(error) => Failure::File(error),
    }
}
