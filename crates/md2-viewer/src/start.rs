//! Startup of the viewer: the scene that the arguments request, and the window.

use std::path::{Path, PathBuf};
use std::time::Duration;

use md2_assets::is_container;
use md2_scene::{Command, Figure, Look, Outcome, Viewport, Workspace, builtin, text};

use clap::CommandFactory as _;
use md2_browse::{Browser, OpenOrigin, OpenResult, Opener, RecentFiles};
use md2_tool::args::SceneArgs;

use crate::cli::Cli;
use crate::settings::{self, SettingsFile};
use crate::window::{self, Launch, PendingModel};
use crate::{display, startup};
use md2_tool::crowd::{self, CrowdArgs};
use md2_tool::pipeline_cache::PipelineCacheFile;
use md2_tool::recovery::RecoveryFile;
use md2_tool::timings;
use md2_tool::{Failure, folders, misspelled, open};

const SIZE: [u32; 2] = [1280, 800];
/// The maximum wait for the first model of a folder. After this time, the window opens without the model.
const FOLDER_WAIT: Duration = Duration::from_secs(1);

struct FirstScene {
    workspace: Workspace,
    warnings: Vec<String>,
    browser: Browser,
    pending: Option<PendingModel>,
    failure: Option<Failure>,
}

/// Opens the window. Loads Vulkan while it reads files and connects to the display. Of several failures, a missing file is reported rather
/// than missing Vulkan, and that rather than a missing display. If the window can open, it shows the failure of a file.
pub(crate) fn view(
    files: &[PathBuf],
    crowd: &CrowdArgs,
    mut scene: SceneArgs,
    no_settings: bool,
) -> Result<(), Failure> {
    let path = if no_settings { None } else { folders::settings_path() };
    let recovery = RecoveryFile::new(path.as_deref().and_then(Path::parent));
    let pipelines = path.as_ref().and_then(|_| folders::pipeline_cache_path());
    let pipelines = PipelineCacheFile::load(pipelines);
    let (settings_file, settings, settings_warning) = SettingsFile::load(path);
    scene.default_look = Some(settings::load_look(&settings.look, Look::default()));
    let scene = &scene;
    let drivers = startup::DriverTask::start();
    let reading = timings::measure("the model: found, read and loaded");
    let FirstScene { mut workspace, mut warnings, mut browser, pending, failure } =
        first_scene(files, crowd, scene)?;
    if settings.turntable == Some(false) {
        let _outcome = workspace.apply(Command::SetAutoOrbit(false))?;
    }
    drop(reading);
    warnings.extend(settings_warning);
    browser.recent = RecentFiles::load(browser.recent.paths().iter().chain(&settings.recent).cloned());
    let mut renderer = startup::renderer_options(scene);
    renderer.pipeline_cache = pipelines.content().to_vec();
    let display = || {
        let connecting = timings::measure("the display: connected");
        let display = display::connect();
        drop(connecting);
        let drivers = drivers.finish()?;
        let default_samples = startup::window_samples(drivers.adapters(), scene.device.as_deref());
        Ok((
            display.map_err(|error| Failure::Display(error.to_string()))?,
            scene.samples.or(settings.samples).unwrap_or(default_samples),
            drivers,
        ))
    };
    let (event_loop, samples, drivers) = match (display(), failure) {
        (Ok(ready), _) => ready,
        (Err(_), Some(failure)) | (Err(failure), None) => return Err(failure),
    };
    window::run(
        event_loop,
        Launch {
            workspace,
            warnings,
            renderer,
            samples,
            drivers,
            settings,
            settings_file,
            recovery,
            pipelines,
            browser,
            pending,
        },
    )
}

fn first_scene(files: &[PathBuf], crowd: &CrowdArgs, scene: &SceneArgs) -> Result<FirstScene, Failure> {
    let first_scene = |(workspace, warnings)| FirstScene {
        workspace,
        warnings,
        browser: Browser::default(),
        pending: None,
        failure: None,
    };
    if crowd.crowd.is_some() {
        let (first, more) =
            files.split_first().map_or((None, &[][..]), |(first, more)| (Some(&**first), more));
        return Ok(first_scene(crowd::open_workspace(
            first,
            more,
            crowd,
            scene,
            new_workspace,
            text::notices,
        )?));
    }
    if files.is_empty() {
        return Ok(first_scene(open::show_figure(open::figure(None)?, scene, new_workspace, text::notices)?));
    }
    misspelled::check(files, &Cli::command())?;
    let mut opener = Opener::default();
    opener.start(files.to_vec(), OpenOrigin::Elsewhere);
    match opener.wait(wait_limit(files, scene)) {
        Some(opened) => opened_scene(opened, scene),
        None => {
            let mut first = first_scene(built_in_scene(scene)?);
            first.browser.opener = opener;
            first.pending = Some(PendingModel::Opening);
            Ok(first)
        }
    }
}

/// Returns the longest wait for the first model. Returns `None`, which means no limit, for a single file, and if the arguments select a
/// sequence, a time, a skin or a weapon, which only the loaded model can show.
fn wait_limit(files: &[PathBuf], scene: &SceneArgs) -> Option<Duration> {
    let SceneArgs { sequence, time, skin, weapon, flash, .. } = scene;
    let names_part = sequence.is_some() || time.is_some() || skin.is_some() || weapon.is_some() || *flash;
    let is_quick = matches!(files, [only] if !is_container(only));
    (!names_part && !is_quick).then_some(FOLDER_WAIT)
}

fn opened_scene(mut opened: OpenResult, scene: &SceneArgs) -> Result<FirstScene, Failure> {
    let mut browser = Browser::default();
    browser.set_roots(opened.roots.take().unwrap_or_default());
    let messages = browser.note_opened(&opened);
    match opened.figure {
        Ok((figure, _)) => {
            let (workspace, mut warnings) = open::show_figure(figure, scene, new_workspace, text::notices)?;
            warnings.splice(0..0, messages);
            Ok(FirstScene { workspace, warnings, browser, pending: None, failure: None })
        }
        Err(error) => {
            let (workspace, _) = built_in_scene(scene)?;
            let mut warnings = vec![format!("{error:#}")];
            warnings.extend(messages);
            warnings.push(String::from("Showing the built-in model instead"));
            let pending = opened.requested.first().cloned().map(PendingModel::Failed);
            Ok(FirstScene { workspace, warnings, browser, pending, failure: Some(Failure::File(error)) })
        }
    }
}

fn new_workspace(figure: Figure) -> (Workspace, Outcome) {
    Workspace::with_deferred_skins(figure, Viewport::whole(SIZE))
}

fn built_in_scene(scene: &SceneArgs) -> Result<(Workspace, Vec<String>), Failure> {
    let scene =
        SceneArgs { sequence: None, time: None, skin: None, weapon: None, flash: false, ..scene.clone() };
    open::show_figure(builtin::figure().map_err(Failure::File)?, &scene, new_workspace, text::notices)
}
