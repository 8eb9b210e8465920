//! The viewer as a child process.

use std::env;
use std::ffi::OsStr;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStderr, Command, ExitStatus, Output, Stdio};
use std::sync::OnceLock;
use std::time::{Duration, SystemTime};

use crate::desktop::Desktop;
use crate::failure::Failure;
use crate::wait::wait_for;
use crate::workspace::root;

/// The environment variable with the folder for the viewer's settings. If it is empty, the viewer saves no settings.
const STATE_VARIABLE: &str = "MD2_VIEWER_STATE";

/// The environment variable with the path of a viewer for Windows. If it is set, the tests of the window start this viewer with Wine.
const WINDOWS_VARIABLE: &str = "MD2_WINDOWS_VIEWER";

/// The environment variables that select a Vulkan driver. Loaders before version 1.3.207 read the second one.
const DRIVER_VARIABLES: [&str; 2] = ["VK_DRIVER_FILES", "VK_ICD_FILENAMES"];

#[derive(Clone, Copy, Debug, Default)]
pub struct ViewerOptions<'a> {
    /// The working directory; by default the workspace's root.
    pub folder: Option<&'a Path>,
    /// The filter of log lines, in the format of `RUST_LOG`.
    pub log: Option<&'a str>,
    /// The folder for settings. With `None`, the viewer neither reads nor writes settings.
    pub state: Option<&'a Path>,
    pub scale: Option<&'a OsStr>,
    /// Whether to start the viewer for this system, even if `MD2_WINDOWS_VIEWER` names one for Windows.
    pub is_native: bool,
}

/// A viewer process with a window. Dropping the value kills the process.
#[derive(Debug)]
pub struct Viewer {
    child: Child,
}

impl Viewer {
    /// Starts the viewer on a desktop, with validation of its Vulkan calls. A viewer for Windows has no validation.
    pub fn start(
        desktop: &Desktop,
        arguments: &[&OsStr],
        options: &ViewerOptions<'_>,
    ) -> Result<Self, Failure> {
        let windows = if options.is_native { None } else { windows_command() };
        let mut command = windows.map_or_else(validated_command, Ok)?;
        let child = command
            .args(arguments)
            .current_dir(options.folder.unwrap_or(root()))
            .env("DISPLAY", desktop.name())
            .env_remove("WAYLAND_DISPLAY")
            .env_remove("WAYLAND_SOCKET")
            .envs(options.log.map(|log| ("RUST_LOG", log)))
            .envs(options.state.map(|state| (STATE_VARIABLE, state)))
            .envs(options.scale.map(|scale| ("WINIT_X11_SCALE_FACTOR", scale)))
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()?;
        Ok(Self { child })
    }

    pub fn process_id(&self) -> u32 {
        self.child.id()
    }

    pub fn is_running(&mut self) -> bool {
        matches!(self.child.try_wait(), Ok(None))
    }

    /// Takes the viewer's standard error, to read it while the viewer runs.
    pub fn take_errors(&mut self) -> Option<ChildStderr> {
        self.child.stderr.take()
    }

    /// Waits for the viewer to end, and returns its exit status and its standard error.
    pub fn end(mut self, limit: Duration) -> Result<(ExitStatus, String), Failure> {
        let status = wait_for(limit, || self.child.try_wait().ok().flatten())
            .ok_or_else(|| format!("the viewer still runs after {limit:?}"))?;
        let mut text = String::new();
        if let Some(mut stderr) = self.child.stderr.take() {
            std::io::Read::read_to_string(&mut stderr, &mut text)?;
        }
        Ok((status, text))
    }
}

impl Drop for Viewer {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// Runs a viewer command that opens no window, and waits for its end. The command validates its Vulkan calls.
pub fn run_viewer<'a>(arguments: impl IntoIterator<Item = &'a OsStr>) -> Result<Output, Failure> {
    Ok(validated_command()?.args(arguments).output()?)
}

/// Runs a viewer command like [`run_viewer`], but with the default Vulkan driver of this machine, even if the environment selects another.
pub fn run_viewer_on_default_driver<'a>(
    arguments: impl IntoIterator<Item = &'a OsStr>,
) -> Result<Output, Failure> {
    let mut command = validated_command()?;
    for name in DRIVER_VARIABLES {
        command.env_remove(name);
    }
    Ok(command.args(arguments).output()?)
}

/// Whether this machine has no Vulkan. If so, also reports the current test as skipped.
///
/// # Panics
/// If Vulkan is missing and `MD2_REQUIRE_VULKAN` is set.
pub fn vulkan_is_missing() -> bool {
    /// The viewer's exit code for a machine without a Vulkan loader or driver.
    const NO_VULKAN: i32 = 4;
    static MISSING: OnceLock<bool> = OnceLock::new();
    let missing = *MISSING.get_or_init(|| {
        let out = env::temp_dir().join(format!("md2-tests-probe-{}.png", std::process::id()));
        let arguments = ["render", "--size", "16x16", "-o"].map(OsStr::new);
        let probe = run_viewer(arguments.into_iter().chain([out.as_os_str()]));
        let _ = fs::remove_file(&out);
        probe.is_ok_and(|output| output.status.code() == Some(NO_VULKAN))
    });
    if missing {
        md2_testdata::skip_without_vulkan(
            "no Vulkan on this machine (`cargo xtask setup` installs a software driver)",
        );
    }
    missing
}

/// Whether the tests of the window run the viewer for Windows.
pub fn runs_on_wine() -> bool {
    env::var_os(WINDOWS_VARIABLE).is_some()
}

fn windows_command() -> Option<Command> {
    let viewer = env::var_os(WINDOWS_VARIABLE)?;
    let mut command = Command::new(env::var_os("WINE").unwrap_or_else(|| "wine".into()));
    command.arg(viewer).env(STATE_VARIABLE, "");
    Some(command)
}

fn validated_command() -> Result<Command, Failure> {
    let mut command = command()?;
    command.env("MD2_VALIDATION", "1");
    Ok(command)
}

fn command() -> Result<Command, Failure> {
    static BINARY: OnceLock<Result<PathBuf, String>> = OnceLock::new();
    match BINARY.get_or_init(|| binary().map_err(|error| error.to_string())) {
        Ok(path) => {
            let mut command = Command::new(path);
            // Tests neither read nor write settings unless they name a folder.
            command.env(STATE_VARIABLE, "");
            Ok(command)
        }
        Err(error) => Err(error.clone().into()),
    }
}

/// Returns the path of the viewer's program in the build folder of this test. `cargo test --workspace` builds the program before the tests.
/// For a test that runs alone, this function builds the program if it is missing or out of date.
fn binary() -> Result<PathBuf, Failure> {
    let test = env::current_exe()?;
    let folder = test.ancestors().nth(2).ok_or("the test program is not in a build folder")?;
    let path = folder.join(format!("md2-viewer{}", env::consts::EXE_SUFFIX));
    let built = fs::metadata(&path).and_then(|file| file.modified());
    if built.is_ok_and(|built| last_change(&root().join("crates")).is_none_or(|source| source <= built)) {
        return Ok(path);
    }
    let cargo = env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    let mut build = Command::new(cargo);
    build.current_dir(root()).args(["build", "--quiet", "--package", "md2-viewer", "--target-dir"]);
    build.arg(folder.parent().ok_or("the build folder is not in a target folder")?);
    if folder.ends_with("release") {
        build.arg("--release");
    }
    let status = build.status()?;
    if status.success() { Ok(path) } else { Err(format!("building the viewer: {status}").into()) }
}

fn last_change(folder: &Path) -> Option<SystemTime> {
    let entries = fs::read_dir(folder).ok()?.flatten();
    entries
        .filter_map(|entry| {
            let path = entry.path();
            if path.is_dir() {
                return last_change(&path);
            }
            let source = path
                .extension()
                .is_some_and(|extension| ["rs", "spv", "toml"].iter().any(|e| extension == *e));
            if source { entry.metadata().ok()?.modified().ok() } else { None }
        })
        .max()
}
