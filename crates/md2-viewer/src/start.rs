//! What the arguments open, before there is a window to open it in.

use std::path::PathBuf;
use std::time::Duration;

use md2_assets::is_container;
use md2_scene::{Command, Figure, Look, Outcome, Viewport, Workspace};

use clap::CommandFactory as _;
use md2_browse::builtin;
use md2_browse::{Browser, OpenOrigin, OpenResult, Opener, RecentFiles, messages_for};
use md2_tool::args::SceneArgs;

use crate::cli::Cli;
use crate::settings::{self, Keeper};
use crate::window::{self, Launch, StandIn};
use crate::{display, startup};
use md2_tool::crowd::{self, CrowdArgs};
use md2_tool::timings;
use md2_tool::{Failure, misspelled, open};

/// Size of the window until it tells its own.
const SIZE: [u32; 2] = [1280, 800];
/// How long the window waits for the first model of a folder, before it opens without.
const PATIENCE: Duration = Duration::from_secs(1);

/// What is shown first.
struct First {
    workspace: Workspace,
    warnings: Vec<String>,
    browser: Browser,
    stands_in_for: Option<StandIn>,
    /// Why what was asked for cannot be shown.
    failure: Option<Failure>,
}

/// Opens the window. Vulkan is loaded while files are read and the display is connected. What is wrong is told in the order in which
/// it can be mended without the rest: the files, Vulkan, the display. A file that is wrong is told in the window, if there can be one.
pub(crate) fn view(
    files: &[PathBuf],
    crowd: &CrowdArgs,
    mut scene: SceneArgs,
    no_settings: bool,
) -> Result<(), Failure> {
    let place = if no_settings { None } else { settings::file() };
    let (keeper, kept, broken) = Keeper::open(place);
    scene.default_look = Some(settings::restored_look(&kept.look, Look::default()));
    let scene = &scene;
    let probe = startup::Probe::start();
    let reading = timings::measure("the model: found, read and loaded");
    let First { mut workspace, mut warnings, mut browser, stands_in_for, failure } =
        first(files, crowd, scene)?;
    if kept.turntable == Some(false) {
        let _outcome = workspace.apply(Command::SetAutoOrbit(false))?;
    }
    drop(reading);
    warnings.extend(broken);
    browser.recent = RecentFiles::load(browser.recent.paths().iter().chain(&kept.recent).cloned());
    let renderer = startup::renderer_options(scene);
    let display = || {
        let connecting = timings::measure("the display: connected");
        let display = display::connect();
        drop(connecting);
        let drivers = probe.finish()?;
        let usual = startup::window_samples(drivers.adapters(), scene.device.as_deref());
        Ok((
            display.map_err(|error| Failure::Display(error.to_string()))?,
            scene.samples.or(kept.samples).unwrap_or(usual),
            drivers,
        ))
    };
    let (event_loop, samples, drivers) = match (display(), failure) {
        (Ok(ready), _) => ready,
        (Err(_), Some(failure)) | (Err(failure), None) => return Err(failure),
    };
    window::run(
        event_loop,
        Launch { workspace, warnings, renderer, samples, drivers, kept, keeper, browser, stands_in_for },
    )
}

fn first(files: &[PathBuf], crowd: &CrowdArgs, scene: &SceneArgs) -> Result<First, Failure> {
    let of = |(workspace, warnings)| First {
        workspace,
        warnings,
        browser: Browser::default(),
        stands_in_for: None,
        failure: None,
    };
    if crowd.crowd.is_some() {
        let (first, more) =
            files.split_first().map_or((None, &[][..]), |(first, more)| (Some(&**first), more));
        return Ok(of(crowd::open_workspace(first, more, crowd, scene, dressed)?));
    }
    if files.is_empty() {
        return Ok(of(open::open_workspace(None, scene, dressed)?));
    }
    misspelled::check(files, &Cli::command())?;
    let mut opener = Opener::default();
    opener.start(files.to_vec(), OpenOrigin::Elsewhere);
    match opener.wait(patience(files, scene)) {
        Some(opened) => opened_first(opened, scene),
        None => {
            let mut first = of(stand_in(scene)?);
            first.browser.opener = opener;
            first.stands_in_for = Some(StandIn::Awaited);
            Ok(first)
        }
    }
}

/// How long the first model is waited for: without end for a file, and where the arguments name a part of it.
fn patience(files: &[PathBuf], scene: &SceneArgs) -> Option<Duration> {
    let SceneArgs { sequence, time, skin, weapon, flash, .. } = scene;
    let names_part = sequence.is_some() || time.is_some() || skin.is_some() || weapon.is_some() || *flash;
    let is_quick = matches!(files, [only] if !is_container(only));
    (!names_part && !is_quick).then_some(PATIENCE)
}

fn opened_first(opened: OpenResult, scene: &SceneArgs) -> Result<First, Failure> {
    let OpenResult { figure, skipped, missing, roots, requested, origin } = opened;
    let mut browser = Browser::default();
    browser.show(roots.unwrap_or_default());
    browser.note_opened(&requested, origin, &figure, &skipped);
    let skipped = messages_for(&[skipped, browser.note_missing(missing)].concat());
    match figure {
        Ok((figure, _)) => {
            let (workspace, mut warnings) = open::show_figure(figure, scene, dressed)?;
            warnings.splice(0..0, skipped);
            Ok(First { workspace, warnings, browser, stands_in_for: None, failure: None })
        }
        Err(error) => {
            let (workspace, _) = stand_in(scene)?;
            let mut warnings = vec![format!("{error:#}")];
            warnings.extend(skipped);
            warnings.push(String::from("The built-in figure stands in."));
            let stands_in_for = requested.first().cloned().map(StandIn::Failed);
            Ok(First { workspace, warnings, browser, stands_in_for, failure: Some(Failure::File(error)) })
        }
    }
}

fn dressed(figure: Figure) -> (Workspace, Outcome) {
    Workspace::with_deferred_skins(figure, Viewport::whole(SIZE))
}

/// The built-in figure, without what the arguments say of another one.
fn stand_in(scene: &SceneArgs) -> Result<(Workspace, Vec<String>), Failure> {
    let scene =
        SceneArgs { sequence: None, time: None, skin: None, weapon: None, flash: false, ..scene.clone() };
    open::show_figure(builtin::figure().map_err(Failure::File)?, &scene, dressed)
}
