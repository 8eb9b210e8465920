//! The running viewer: a window that shows a session (a scene with its renderer), which keys, pointer and panels
//! control.

mod actions;
mod browse;
mod checks;
mod edits;
mod events;
mod files;
mod picking;
mod picture;
mod settings;
mod state_log;
mod tasks;

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Instant;

use md2_render::{Drivers, Renderer, RendererOptions, ValidationLog};
use md2_scene::{ActorId, Command, SavedModel, Viewport, Workspace};
use winit::event::{Modifiers, WindowEvent};
use winit::event_loop::ActiveEventLoop;
use winit::keyboard::PhysicalKey;
use winit::window::Window;

use super::interface::Interface;
use super::pointer::Pointer;
use crate::display::DisplayError;
use crate::exporter::Exporter;
use crate::settings::{Settings, SettingsFile};
use crate::startup;
pub(crate) use browse::PendingModel;
use browse::title;
use edits::Quitting;
use md2_browse::Browser;
use md2_browse::checker::Checker;
use md2_browse::watcher::Watcher;
use md2_panels::action::Action;
use md2_panels::camera_keys::HeldCameraKeys;
use md2_panels::{Cause, PanelState};
use md2_scene::text;
use md2_stage::{Meter, Pacer, Restorer, Session};
use md2_task::Task;
use md2_tool::failure::Failure;
use md2_tool::pipeline_cache::PipelineCacheFile;
use md2_tool::recovery::{LostEdits, RecoveryFile};
use md2_tool::repaired::SavedCopy;
use md2_tool::timings;
use picking::PickState;

#[derive(Debug)]
pub(crate) struct Launch {
    pub(crate) workspace: Workspace,
    pub(crate) warnings: Vec<String>,
    pub(crate) renderer: RendererOptions,
    pub(crate) browser: Browser,
    pub(crate) pending: Option<PendingModel>,
    pub(crate) samples: u32,
    pub(crate) drivers: Drivers,
    pub(crate) settings: Settings,
    pub(crate) settings_file: SettingsFile,
    pub(crate) recovery: RecoveryFile,
    pub(crate) pipelines: PipelineCacheFile,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Flow {
    Continue,
    Quit,
}

impl Flow {
    fn and(self, other: Self) -> Self {
        if self == Self::Quit { self } else { other }
    }
}

#[derive(Debug)]
pub(super) struct Viewer {
    session: Session,
    ui: PanelState,
    actions: Vec<Action>,
    input: Input,
    metrics: Metrics,
    jobs: Jobs,
    browser: Browser,
    opening: Opening,
    saved: SavedSettings,
    recovery: RecoveryFile,
    lost_edits: Vec<LostEdits>,
    quitting: Quitting,
    folder: PathBuf,
    renderer: RendererOptions,
    /// The window and its interface. This field is the last one, so that the window is dropped last.
    display: Display,
}

#[derive(Debug)]
struct Display {
    interface: Interface,
    pacer: Pacer,
    moving: bool,
    occluded: bool,
    window: Arc<Window>,
}

#[derive(Debug, Default)]
struct Input {
    pointer: Pointer,
    picking: PickState,
    modifiers: Modifiers,
    camera_keys: HeldCameraKeys<PhysicalKey>,
    /// The keys after a shortcut with Ctrl, until the next picture, which may have a field or a menu for them.
    late: Option<Vec<WindowEvent>>,
}

#[derive(Debug, Default)]
struct Jobs {
    trimmer: tasks::HeapTrimmer,
    watcher: Watcher,
    restorer: Restorer,
    checker: Checker,
    shows_slow_check: bool,
    copies: Vec<Task<anyhow::Result<SavedCopy>>>,
    saves: Vec<Task<anyhow::Result<SavedModel>>>,
    edit: Option<Task<edits::EditedModel>>,
    enhancing: Option<Task<edits::EnhancedModel>>,
    levels: Option<Task<Vec<files::LoadedLevel>>>,
    exporter: Exporter,
    is_skin_lost: bool,
}

#[derive(Debug, Default)]
struct Metrics {
    meter: Meter,
    logged_state: String,
}

#[derive(Debug)]
struct Opening {
    since: Option<Instant>,
    skipped_last: bool,
    dropped: Vec<PathBuf>,
    pending: Option<PendingModel>,
    /// The path from the path dialog, which is shown again if the path cannot be opened.
    typed: Option<PathBuf>,
}

#[derive(Debug)]
struct SavedSettings {
    settings: Settings,
    file: SettingsFile,
    pipelines: PipelineCacheFile,
}

impl Viewer {
    pub(super) fn open(event_loop: &ActiveEventLoop, launch: Launch) -> Result<Self, Failure> {
        let opening = timings::measure("the window");
        let window = create_window(event_loop, &launch)?;
        let size = <[u32; 2]>::from(window.inner_size());
        drop(opening);
        let starting = timings::measure("the device: started, with its pipelines");
        let is_software = startup::is_software(launch.drivers.adapters(), launch.renderer.device.as_deref());
        // The clock of a software device waits for its work.
        let timing = !is_software;
        let options = RendererOptions { samples: launch.samples, timing, ..launch.renderer.clone() };
        let renderer = Renderer::for_window(Arc::clone(&window), size, &options).map_err(startup::failure)?;
        drop(launch.drivers);
        drop(starting);
        let uploading = timings::measure("the model: uploaded");
        let mut session = Session::new(renderer, launch.workspace).map_err(startup::session_failure)?;
        session.set_viewport(Viewport::whole(size));
        drop(uploading);
        let interface = Interface::new(&window, launch.settings.window.zoom);
        let mut viewer = Self {
            session,
            ui: PanelState::from_settings(&launch.settings.panels),
            actions: Vec::new(),
            input: Input::default(),
            metrics: Metrics::default(),
            jobs: Jobs::default(),
            browser: launch.browser,
            opening: Opening {
                since: None,
                skipped_last: true,
                dropped: Vec::new(),
                pending: launch.pending,
                typed: None,
            },
            saved: SavedSettings {
                settings: launch.settings,
                file: launch.settings_file,
                pipelines: launch.pipelines,
            },
            lost_edits: launch.recovery.find_lost(),
            recovery: launch.recovery,
            quitting: Quitting::No,
            folder: std::env::current_dir().unwrap_or_default(),
            renderer: launch.renderer,
            display: Display {
                interface,
                pacer: Pacer::new(Instant::now()),
                moving: false,
                occluded: false,
                window,
            },
        };
        viewer.show_first(&launch.warnings)?;
        Ok(viewer)
    }

    fn show_first(&mut self, warnings: &[String]) -> Result<(), Failure> {
        self.input.pointer.set_scale(self.display.window.scale_factor());
        let shown = self.session.workspace().figure().path().map(Path::to_owned);
        self.browser.set_current(shown.as_deref());
        self.browser.book = md2_browse::book();
        self.ui.shows_start = self.browser.tree().is_empty() && self.opening.pending.is_none();
        self.save_folder();
        if self.browser.tree().is_recursive() {
            self.ui.focus_tab(md2_panels::Tab::Files);
        }
        let decoding = timings::measure("its skins: decoded and uploaded");
        let unreadable = self.session.wait_for_skins();
        drop(decoding);
        self.warn(&[warnings, &unreadable].concat());
        if let Some(notice) = md2_panels::missing_skin_notice(self.session.workspace()) {
            self.ui.messages.show_notice_about(Cause::Skin, &notice);
        }
        self.hint_at_panels();
        self.offer_lost_edits();
        let drawing = timings::measure("the first picture");
        self.redraw()?;
        drop(drawing);
        self.display.window.set_visible(true);
        timings::report_since_start("from the start to the first picture");
        Ok(())
    }

    pub(super) fn is_ending(&self) -> bool {
        matches!(self.quitting, Quitting::Ends)
    }

    pub(super) fn validation_log(&self) -> Arc<ValidationLog> {
        self.session.stage().renderer().validation_log()
    }

    fn viewport(&self) -> Viewport {
        let [left, top, right, bottom] = self.display.interface.free_pixels(self.ui.uncovered);
        Viewport::whole(self.display.window.inner_size().into()).with_free([left, top], [right, bottom])
    }

    fn pointer_is_in_scene(&self) -> bool {
        let position = self.input.pointer.position();
        !self.display.interface.covers(position.x, position.y)
    }

    fn apply(&mut self, command: Command) -> bool {
        self.display.pacer.request();
        let command = self.with_zoom_point(command);
        let lead = self.session.workspace().lead();
        match self.session.apply(command) {
            Ok(outcome) => {
                self.follow_model(lead);
                self.warn(&text::notices(outcome));
                true
            }
            Err(error) => {
                self.ui.messages.show_error(format!("{:#}", anyhow::Error::from(error)));
                false
            }
        }
    }

    fn warn(&mut self, warnings: &[String]) {
        if !warnings.is_empty() {
            self.ui.messages.show_failure(Cause::Skin, &warnings.join("\n"));
        }
    }

    /// Removes messages about the previous model. `before` is the lead before a command.
    fn follow_model(&mut self, before: ActorId) {
        if before != self.session.workspace().lead() {
            self.ui.messages.clear();
        }
    }
}

fn create_window(event_loop: &ActiveEventLoop, launch: &Launch) -> Result<Arc<Window>, Failure> {
    let attributes = Window::default_attributes()
        .with_title(title(&launch.workspace, launch.pending.as_ref()))
        .with_inner_size(settings::initial_size(event_loop, &launch.settings.window))
        .with_maximized(launch.settings.window.maximized)
        .with_window_icon(settings::window_icon())
        .with_visible(false);
    // Desktops find the icon by the name of `assets/desktop/md2-viewer.desktop`.
    #[cfg(all(unix, not(target_vendor = "apple")))]
    let attributes = {
        #[cfg(feature = "wayland")]
        use winit::platform::wayland::WindowAttributesExtWayland as _;
        #[cfg(not(feature = "wayland"))]
        use winit::platform::x11::WindowAttributesExtX11 as _;
        attributes.with_name("md2-viewer", "md2-viewer")
    };
    let window = event_loop.create_window(attributes);
    let failed = |error: winit::error::OsError| DisplayError::Window(error.to_string()).to_string();
    window.map(Arc::new).map_err(|error| Failure::Display(failed(error)))
}
