//! The running viewer: a window, the session in it, and what keys, pointer and panels do to it.

mod browse;
mod checks;
mod files;
mod kept;
mod pointing;
mod told;
mod wishes;
mod workers;

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::{Duration, Instant};

use md2_render::{
    AdapterKind, DeviceMemory, DrawStatus, Drivers, Overlay, RenderError, Renderer, RendererOptions,
    ValidationLog,
};
use md2_scene::{Command, Viewport, Workspace};
use winit::event::{ElementState, Modifiers, WindowEvent};
use winit::event_loop::ActiveEventLoop;
use winit::keyboard::PhysicalKey;
use winit::window::Window;

use super::interface::Interface;
use super::overlay;
use super::pointer::Pointer;
use crate::display::DisplayError;
use crate::exporter::Exporter;
use crate::meter::Meter;
use crate::pacing::Pacer;
use crate::settings::{Keeper, Settings};
use crate::startup;
use crate::timings::{self, Costs, Lap};
pub(crate) use browse::StandIn;
use browse::title;
use checks::Checks;
use md2_browse::Browser;
use md2_browse::watcher::Watcher;
use md2_panels::steering::Steering;
use md2_panels::wish::Wish;
use md2_panels::{CrowdStatus, Machine, Seen, UiState};
use md2_scene::text;
use md2_stage::Dresser;
use md2_stage::Restorer;
use md2_stage::Session;
use md2_tool::failure::Failure;
use pointing::Pointing;
use told::{Doing, Told};

/// How often a window that cannot be drawn to is tried again, besides when it changes.
const HIDDEN_INTERVAL: Duration = Duration::from_millis(250);

/// What to open.
#[derive(Debug)]
pub(crate) struct Launch {
    pub(crate) workspace: Workspace,
    /// What went wrong without keeping it from being shown.
    pub(crate) warnings: Vec<String>,
    /// For pictures and exports; the window has samples of its own.
    pub(crate) renderer: RendererOptions,
    /// What there is to open, with what is being opened.
    pub(crate) browser: Browser,
    /// What was to be opened and cannot be, or is not yet.
    pub(crate) stands_in_for: Option<StandIn>,
    pub(crate) samples: u32,
    /// Kept loaded until the window's renderer is there.
    pub(crate) drivers: Drivers,
    /// What was kept of the last window, and who keeps it of this one.
    pub(crate) kept: Settings,
    pub(crate) keeper: Keeper,
}

/// Whether the program goes on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Next {
    GoOn,
    Quit,
}

impl Next {
    /// Goes on only if both do.
    fn and(self, other: Self) -> Self {
        if self == Self::Quit { self } else { other }
    }
}

/// A window with a session in it.
#[derive(Debug)]
pub(super) struct Viewer {
    session: Session,
    interface: Interface,
    ui: UiState,
    wishes: Vec<Wish>,
    pointer: Pointer,
    pointing: Pointing,
    modifiers: Modifiers,
    steering: Steering<PhysicalKey>,
    pacer: Pacer,
    meter: Meter,
    costs: Costs,
    told: Told,
    /// Whether something moved when the last picture was drawn, so that time has passed for it since.
    moving: bool,
    /// Whether nothing of the window is seen, where the display tells.
    occluded: bool,
    watcher: Watcher,
    /// Whether what is worn could not be read again.
    is_worn_lost: bool,
    restorer: Restorer,
    dresser: Dresser,
    checks: Checks,
    exporter: Exporter,
    browser: Browser,
    /// Since when what was opened and is not seen yet is on its way.
    opening: Option<Instant>,
    /// Whether the next picture has to be drawn, whatever is opened meanwhile: the first one, and one after another was left out.
    left_out: bool,
    /// What was dropped on the window since the last look.
    dropped: Vec<PathBuf>,
    stands_in_for: Option<StandIn>,
    /// The current folder, for what is asked to be written.
    folder: PathBuf,
    renderer: RendererOptions,
    /// What is kept between runs and is nowhere else.
    kept: Settings,
    keeper: Keeper,
    window: Arc<Window>,
}

impl Viewer {
    /// Opens the window, hidden until its first picture is drawn.
    pub(super) fn open(event_loop: &ActiveEventLoop, launch: Launch) -> Result<Self, Failure> {
        let attributes = Window::default_attributes()
            .with_title(title(&launch.workspace, launch.stands_in_for.as_ref()))
            .with_inner_size(kept::size(event_loop, &launch.kept.window))
            .with_maximized(launch.kept.window.maximized)
            .with_window_icon(kept::icon())
            .with_visible(false);
        // By it a desktop finds the icon: the name of `assets/desktop/md2-viewer.desktop`.
        #[cfg(all(unix, not(target_vendor = "apple")))]
        let attributes = {
            #[cfg(feature = "wayland")]
            use winit::platform::wayland::WindowAttributesExtWayland as _;
            #[cfg(not(feature = "wayland"))]
            use winit::platform::x11::WindowAttributesExtX11 as _;
            attributes.with_name("md2-viewer", "md2-viewer")
        };
        let opening = timings::part("the window");
        let window = event_loop
            .create_window(attributes)
            .map_err(|error| Failure::Display(DisplayError::Window(error.to_string()).to_string()))?;
        let window = Arc::new(window);
        let size = <[u32; 2]>::from(window.inner_size());
        drop(opening);
        let starting = timings::part("the device: started, with its pipelines");
        let options = RendererOptions { samples: launch.samples, ..launch.renderer.clone() };
        let renderer = Renderer::for_window(Arc::clone(&window), size, &options).map_err(startup::failure)?;
        drop(launch.drivers);
        drop(starting);
        let uploading = timings::part("the model: uploaded");
        let mut session = Session::new(renderer, launch.workspace).map_err(startup::session_failure)?;
        session.set_viewport(Viewport::whole(size));
        drop(uploading);
        let mut viewer = Self {
            session,
            interface: Interface::new(&window),
            ui: UiState::kept(&launch.kept.panels),
            wishes: Vec::new(),
            pointer: Pointer::default(),
            pointing: Pointing::default(),
            modifiers: Modifiers::default(),
            steering: Steering::default(),
            pacer: Pacer::new(Instant::now()),
            meter: Meter::default(),
            costs: Costs::default(),
            told: Told::default(),
            moving: false,
            occluded: false,
            watcher: Watcher::default(),
            is_worn_lost: false,
            restorer: Restorer::default(),
            dresser: Dresser::default(),
            checks: Checks::default(),
            exporter: Exporter::default(),
            browser: launch.browser,
            opening: None,
            left_out: true,
            dropped: Vec::new(),
            stands_in_for: launch.stands_in_for,
            folder: std::env::current_dir().unwrap_or_default(),
            renderer: launch.renderer,
            kept: launch.kept,
            keeper: launch.keeper,
            window,
        };
        viewer.pointer.set_scale(viewer.window.scale_factor());
        let shown = viewer.session.workspace().figure().path().map(Path::to_owned);
        viewer.browser.opened(shown.as_deref());
        viewer.keep_folder();
        if viewer.browser.tree().is_whole() {
            viewer.ui.show_tab(md2_panels::Tab::Files);
        }
        let dressing = timings::part("its skins: decoded and uploaded");
        let unreadable = viewer.dresser.tend_at_first(&mut viewer.session);
        drop(dressing);
        viewer.warn(&[launch.warnings, unreadable].concat());
        let drawing = timings::part("the first picture");
        viewer.redraw()?;
        drop(drawing);
        viewer.window.set_visible(true);
        timings::reached("from the start to the first picture");
        Ok(viewer)
    }

    pub(super) fn validation_log(&self) -> Arc<ValidationLog> {
        self.session.stage().validation_log()
    }

    /// Handles one event of the window.
    pub(super) fn event(&mut self, event: &WindowEvent) -> Result<Next, Failure> {
        let response = self.interface.event(&self.window, event);
        // Not for the redraw itself, which would ask for the next one without end.
        if response.repaint && !matches!(event, WindowEvent::RedrawRequested) {
            self.pacer.request();
        }
        self.keeper.stir();
        match event {
            WindowEvent::CloseRequested | WindowEvent::Destroyed => return Ok(Next::Quit),
            WindowEvent::RedrawRequested => return self.redraw(),
            WindowEvent::Resized(size) => {
                self.session.renderer_mut().resize((*size).into());
                self.pacer.request();
            }
            WindowEvent::ScaleFactorChanged { scale_factor, .. } => {
                self.pointer.set_scale(*scale_factor);
                self.pacer.request();
            }
            WindowEvent::Occluded(occluded) => {
                self.occluded = *occluded;
                self.pacer.request();
            }
            WindowEvent::ModifiersChanged(modifiers) => {
                self.modifiers = *modifiers;
                // Without it, or with it, what is held means something else.
                self.steering.stop();
            }
            WindowEvent::KeyboardInput { event, .. } if event.state == ElementState::Released => {
                self.steering.release(event.physical_key);
            }
            WindowEvent::KeyboardInput { event, is_synthetic: false, .. }
                if !response.consumed
                    || self.list_passes_on(event)
                    || !(self.ui.files.has_focus || self.interface.keeps(&event.logical_key)) =>
            {
                return Ok(self.key(event));
            }
            WindowEvent::CursorLeft { .. } => {
                self.pointer.left();
                self.pointing.moved();
            }
            WindowEvent::CursorMoved { position, .. } => {
                self.pointing.moved();
                if let Some(command) = self.pointer.moved(*position) {
                    self.apply(command);
                }
            }
            WindowEvent::MouseInput { state, button, .. } => {
                let in_scene = self.pointer_is_in_scene();
                self.pointer.button(*button, *state, in_scene);
                self.click(*button, *state, in_scene);
                if in_scene && state.is_pressed() {
                    self.apply(Command::SetAutoOrbit(false));
                }
                if self.pointer.is_double_click(*button, *state, in_scene, Instant::now()) {
                    self.double_click();
                }
            }
            WindowEvent::MouseWheel { delta, .. } if self.pointer_is_in_scene() => {
                self.pointing.moved();
                self.apply(self.pointer.wheel(*delta));
            }
            WindowEvent::PinchGesture { delta, .. } if self.pointer_is_in_scene() => {
                if let Some(command) = self.pointer.pinch(*delta) {
                    self.apply(command);
                }
            }
            // Who was elsewhere may have changed what is seen.
            WindowEvent::Focused(true) => {
                self.browser.look_again();
                self.pacer.request();
            }
            WindowEvent::Focused(false) => {
                self.pointer.lost();
                self.steering.stop();
            }
            // Each of several comes as an event of its own.
            WindowEvent::DroppedFile(path) => self.dropped.push(path.clone()),
            _ => {}
        }
        Ok(Next::GoOn)
    }

    /// Called when all events are handled: asks for a picture if one is due. Returns until when
    /// there is nothing to do.
    pub(super) fn rest(&mut self) -> Option<Instant> {
        let now = Instant::now();
        self.tend_watcher();
        let restorer = self.tend_restorer(now);
        let dresser = self.tend_dresser(now);
        let exporter = self.tend_exporter(now);
        let checks = self.tend_checks(now);
        let browser = self.tend_browser(now);
        let keeper = self.tend_keeper(now);
        let glyphs = self.tend_glyphs(now);
        let student = self.tend_student(now);
        if (self.session.workspace().moves() || self.steering.is_held()) && !self.occluded {
            self.pacer.request();
        }
        if self.pacer.take_due(now) {
            self.window.request_redraw();
        }
        restorer
            .into_iter()
            .chain(dresser)
            .chain(exporter)
            .chain(checks)
            .chain(browser)
            .chain(keeper)
            .chain(glyphs)
            .chain(student)
            .chain(self.pacer.next())
            .min()
    }

    fn redraw(&mut self) -> Result<Next, Failure> {
        let now = Instant::now();
        let mut lap = Lap::begin();
        let passed = self.pacer.drawn(now);
        self.meter.begin(now);
        if self.moving {
            self.session.advance(passed);
        }
        for command in self.steering.advance(passed, self.session.workspace()) {
            self.apply(command);
        }

        self.point();
        self.session.measure();
        let was_in_scene = self.pointer_is_in_scene();
        let exporting = self.exporter.progress();
        let checks = self.checks.files();
        let Self { interface, session, kept, ui, wishes, folder, browser, window, .. } = self;
        let stage = session.stage();
        let machine = Machine {
            device: stage.device_name(),
            samples: md2_panels::Samples {
                drawn: stage.adapter().samples,
                is_software: stage.adapter().kind == AdapterKind::Software,
                chosen: kept.samples,
            },
            frame_bytes: stage.stats().frame_data_bytes,
            restoring: self.restorer.progress(),
            crowd: session.crowd_numbers().map(|numbers| CrowdStatus {
                members: numbers.members,
                members_drawn: numbers.members_drawn,
                triangles_drawn: numbers.triangles_drawn,
                cpu: self.meter.cpu(),
                picture: self.meter.between(),
            }),
        };
        self.costs.scene(&mut lap);
        // Not where it is laid out: a click is seen by the first of several times only.
        wishes.clear();
        let mut painted = interface.paint(window, |root| {
            let files = &*browser;
            let (workspace, comparison) = (session.workspace(), stage.comparison());
            let seen = Seen { workspace, comparison, machine, checks, exporting, files, folder };
            md2_panels::show(root, &seen, ui, wishes)
        });
        self.costs.interface(&mut lap);
        self.pacer.request_after(painted.repaint_after, now);
        match painted.copied.take() {
            Some(Ok(())) => self.ui.messages.notice(String::from("Copied")),
            Some(Err(error)) => self.ui.messages.error(format!("Nothing was copied: {error}")),
            None => {}
        }
        // Under a pointer that rests, what lies over the scene has come or gone.
        if self.pointer_is_in_scene() != was_in_scene {
            self.pointing.moved();
            self.pacer.request();
        }
        self.browser.see(std::mem::take(&mut self.ui.files.seen));
        let next = self.carry_out_wishes();
        // Not twice in a row: who holds Page Down sees some of what is passed.
        self.left_out = !self.left_out && self.tend_opener();
        if self.left_out {
            // What was laid out is of what was shown before: the next picture, at once, is of what was opened.
            overlay::set_textures(self.session.renderer_mut(), &mut painted.textures)
                .map_err(startup::failure)?;
            overlay::free_textures(self.session.renderer_mut(), &mut painted.textures);
            return Ok(next);
        }
        self.session.set_viewport(self.viewport());

        self.costs.scene(&mut lap);
        overlay::set_textures(self.session.renderer_mut(), &mut painted.textures)
            .map_err(startup::failure)?;
        let drawn = self.session.draw(&Overlay {
            pixels_per_point: painted.pixels_per_point,
            meshes: &overlay::meshes(&painted.primitives),
        });
        self.costs.drawing(&mut lap);
        overlay::free_textures(self.session.renderer_mut(), &mut painted.textures);
        self.moving = self.session.workspace().moves();
        tracing::trace!("a picture in {:?}, {:?} after the last", now.elapsed(), passed);
        self.tell_what_is_held();
        let doing = Doing {
            reading: self.browser.is_busy(),
            typing: self.interface.takes_text(),
            exporting: self.exporter.progress().is_some(),
        };
        self.told.tell(self.session.workspace(), &self.ui, doing);
        match drawn {
            Ok(DrawStatus::Presented) => {
                if let Some(since) = self.opening.take() {
                    timings::since("its first picture", now);
                    timings::since("from its path to its first picture", since);
                }
                Ok(next)
            }
            // The swapchain is renewed before the next picture.
            Ok(DrawStatus::Outdated) => {
                self.pacer.request();
                Ok(next)
            }
            Ok(DrawStatus::Hidden) => {
                self.pacer.request_after(HIDDEN_INTERVAL, now);
                Ok(next)
            }
            Err(RenderError::SurfaceLost { .. }) => Ok(Next::Quit),
            Err(error) => Err(startup::failure(error)),
        }
    }

    /// For `cargo xtask soak`, which reads these lines.
    fn tell_what_is_held(&self) {
        if tracing::enabled!(tracing::Level::DEBUG) {
            let stage = self.session.stage();
            let DeviceMemory { objects, bytes, retired } = stage.device_memory();
            let pictures = stage.stats().pictures;
            tracing::debug!("picture {pictures}: {objects} objects, {bytes} bytes, {retired} retired");
        }
    }

    /// The part of the window that the panels of the last picture left free.
    fn viewport(&self) -> Viewport {
        let [left, top, right, bottom] = self.interface.free_pixels();
        Viewport::whole(self.window.inner_size().into()).with_free([left, top], [right, bottom])
    }

    fn pointer_is_in_scene(&self) -> bool {
        let at = self.pointer.position();
        !self.interface.covers(at.x, at.y)
    }

    /// Carries out a command, or shows why it cannot be; tells whether it was.
    fn apply(&mut self, command: Command) -> bool {
        self.pacer.request();
        let command = self.aimed(command);
        match self.session.apply(command) {
            Ok(outcome) => {
                self.warn(&text::warnings(outcome));
                true
            }
            Err(error) => {
                self.ui.messages.error(format!("{:#}", anyhow::Error::from(error)));
                false
            }
        }
    }

    /// Shows what went wrong without keeping the model from being shown.
    fn warn(&mut self, warnings: &[String]) {
        if !warnings.is_empty() {
            self.ui.messages.error(warnings.join("\n"));
        }
    }
}
