//! Startup of the renderer, shared by the window and `render`.

use md2_render::{Adapter, AdapterKind, Drivers, RenderError, RendererOptions, Validation, ValidationLog};
use md2_stage::SessionError;
use md2_task::Task;
use md2_tool::Failure;
use md2_tool::args::SceneArgs;
use md2_tool::timings;

/// The environment variable that enables Vulkan validation if its value is 1. Messages are logged, and cause exit code 5.
const VALIDATION_VARIABLE: &str = "MD2_VALIDATION";

const DEFAULT_SAMPLES: u32 = 4;

pub(crate) fn renderer_options(args: &SceneArgs) -> RendererOptions {
    RendererOptions {
        device: args.device.clone(),
        samples: args.samples.unwrap_or(DEFAULT_SAMPLES),
        // Off by default in debug builds, too: validation makes the start several times longer.
        validation: if is_validation_requested() { Validation::Full } else { Validation::Off },
        ..RendererOptions::default()
    }
}

fn is_validation_requested() -> bool {
    std::env::var_os(VALIDATION_VARIABLE).is_some_and(|value| value == "1")
}

#[derive(Debug)]
pub(crate) struct DriverTask(Task<Result<Drivers, RenderError>>);

impl DriverTask {
    pub(crate) fn start() -> Self {
        Self(Task::start(|_| load_drivers()))
    }

    /// Waits until the drivers are loaded. Call this function before reporting an error of the display, since missing drivers may be its
    /// cause.
    pub(crate) fn finish(mut self) -> Result<Drivers, Failure> {
        // If no thread could be started, this thread loads the drivers.
        self.0.wait(None).and_then(Result::ok).unwrap_or_else(load_drivers).map_err(failure)
    }
}

impl Drop for DriverTask {
    /// Waits for the drivers, because the process must not end while they are loaded.
    fn drop(&mut self) {
        let _ = self.0.wait(None);
    }
}

fn load_drivers() -> Result<Drivers, RenderError> {
    let _loading = timings::measure("Vulkan: loaded, and devices listed, in parallel with the parts above");
    Drivers::load()
}

pub(crate) fn window_samples(devices: &[Adapter], named: Option<&str>) -> u32 {
    if is_software(devices, named) { 1 } else { DEFAULT_SAMPLES }
}

/// Whether the device that the renderer selects is a software device.
pub(crate) fn is_software(devices: &[Adapter], named: Option<&str>) -> bool {
    let name = named.unwrap_or_default().to_lowercase();
    let fits = |device: &&Adapter| device.name.to_lowercase().contains(&name);
    devices.iter().filter(fits).map(|device| device.kind).max() == Some(AdapterKind::Software)
}

pub(crate) fn check_validation(log: &ValidationLog) -> Result<(), Failure> {
    let count = log.count();
    if count == 0 || !is_validation_requested() {
        return Ok(());
    }
    let first = log.first_messages().into_iter().next().unwrap_or_default();
    Err(Failure::Render(anyhow::anyhow!("Vulkan validation printed {count} messages; the first: {first}")))
}

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

pub(crate) fn session_failure(error: SessionError) -> Failure {
    match error {
        SessionError::Command(error) => error.into(),
        SessionError::Render(error) => failure(error),
        SessionError::Floor(error) => Failure::File(error),
    }
}
