//! The running viewer: a window, the session in it, and what keys, pointer and panels do to it.

mod files;

use std::path::Path;
use std::sync::Arc;
use std::time::{Duration, Instant};

use glam::Vec2;
use md2_render::{DrawStatus, Overlay, RenderError, Renderer, RendererOptions, ValidationLog};
use winit::dpi::LogicalSize;
use winit::event::{ElementState, KeyEvent, Modifiers, WindowEvent};
use winit::event_loop::ActiveEventLoop;
use winit::window::Window;

use super::interface::Interface;
use super::overlay;
use super::pointer::{Gesture, Pointer};
use crate::camera::Viewport;
use crate::cli::SceneArgs;
use crate::display::DisplayError;
use crate::document::Document;
use crate::failure::Failure;
use crate::keys::{Action, action_for};
use crate::pacing::Pacer;
use crate::picture;
use crate::session::Session;
use crate::ui::{self, Request, UiState};
use crate::watch::Watch;

const START_SIZE: LogicalSize<f64> = LogicalSize::new(1280.0, 800.0);
/// Part of the screen that the window takes at most, each way, when it opens.
const MAX_PART_OF_SCREEN: f64 = 0.9;

/// How often a window that cannot be drawn to is tried again, besides when it changes.
const HIDDEN_INTERVAL: Duration = Duration::from_millis(250);

/// What to open.
#[derive(Debug)]
pub(crate) struct Launch {
    pub(crate) document: Document,
    pub(crate) scene: SceneArgs,
    pub(crate) renderer: RendererOptions,
}

/// Whether the program goes on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Next {
    GoOn,
    Quit,
}

/// A window with a session in it.
#[derive(Debug)]
pub(super) struct Viewer {
    session: Session,
    interface: Interface,
    ui: UiState,
    requests: Vec<Request>,
    pointer: Pointer,
    modifiers: Modifiers,
    pacer: Pacer,
    /// Whether something moved when the last picture was drawn, so that time has passed for it since.
    moving: bool,
    /// Whether nothing of the window is seen, where the display tells.
    occluded: bool,
    model_watch: Option<Watch>,
    skin_watch: Option<Watch>,
    window: Arc<Window>,
}

impl Viewer {
    /// Opens the window, hidden until its first picture is drawn.
    pub(super) fn open(event_loop: &ActiveEventLoop, launch: Launch) -> Result<Self, Failure> {
        let attributes = Window::default_attributes()
            .with_title(title(&launch.document))
            .with_inner_size(start_size(event_loop))
            .with_visible(false);
        let window =
            event_loop.create_window(attributes).map_err(|error| DisplayError::Window(error.to_string()))?;
        let window = Arc::new(window);
        let size = <[u32; 2]>::from(window.inner_size());
        let renderer = Renderer::for_window(Arc::clone(&window), size, &launch.renderer)?;
        let session = Session::new(renderer, launch.document, &launch.scene, Viewport::whole(size))?;
        let mut viewer = Self {
            session,
            interface: Interface::new(&window),
            ui: UiState::default(),
            requests: Vec::new(),
            pointer: Pointer::default(),
            modifiers: Modifiers::default(),
            pacer: Pacer::new(Instant::now()),
            moving: false,
            occluded: false,
            model_watch: None,
            skin_watch: None,
            window,
        };
        viewer.show_warnings();
        viewer.redraw()?;
        viewer.window.set_visible(true);
        Ok(viewer)
    }

    pub(super) fn validation_log(&self) -> Arc<ValidationLog> {
        self.session.validation_log()
    }

    /// Handles one event of the window.
    pub(super) fn event(&mut self, event: &WindowEvent) -> Result<Next, Failure> {
        let response = self.interface.event(&self.window, event);
        // Not for the redraw itself, which would ask for the next one without end.
        if response.repaint && !matches!(event, WindowEvent::RedrawRequested) {
            self.pacer.request();
        }
        match event {
            WindowEvent::CloseRequested | WindowEvent::Destroyed => return Ok(Next::Quit),
            WindowEvent::RedrawRequested => return self.redraw(),
            WindowEvent::Resized(size) => {
                self.session.renderer_mut().resize((*size).into());
                self.pacer.request();
            }
            WindowEvent::ScaleFactorChanged { .. } => self.pacer.request(),
            WindowEvent::Occluded(occluded) => {
                self.occluded = *occluded;
                self.pacer.request();
            }
            WindowEvent::ModifiersChanged(modifiers) => self.modifiers = *modifiers,
            WindowEvent::KeyboardInput { event, is_synthetic: false, .. } if !response.consumed => {
                return Ok(self.key(event));
            }
            WindowEvent::CursorMoved { position, .. } => {
                let gesture = self.pointer.moved(*position);
                self.gesture(gesture);
            }
            WindowEvent::MouseInput { state, button, .. } => {
                let in_scene = self.pointer_is_in_scene();
                self.pointer.button(*button, *state, in_scene);
                if in_scene && state.is_pressed() {
                    self.session.camera_mut().set_auto_orbit(false);
                }
            }
            WindowEvent::MouseWheel { delta, .. } if self.pointer_is_in_scene() => {
                self.gesture(Some(self.pointer.wheel(*delta)));
            }
            WindowEvent::Focused(false) => self.pointer.lost(),
            WindowEvent::DroppedFile(path) => self.open_file(path),
            _ => {}
        }
        Ok(Next::GoOn)
    }

    /// Called when all events are handled: asks for a picture if one is due. Returns until when
    /// there is nothing to do.
    pub(super) fn rest(&mut self) -> Option<Instant> {
        let now = Instant::now();
        self.look_at_files(now);
        if self.session.moves() && !self.occluded {
            self.pacer.request();
        }
        if self.pacer.take_due(now) {
            self.window.request_redraw();
        }
        let looks = [&self.model_watch, &self.skin_watch].map(|watch| watch.as_ref().map(Watch::next_look));
        looks.into_iter().flatten().chain(self.pacer.next()).min()
    }

    fn redraw(&mut self) -> Result<Next, Failure> {
        let now = Instant::now();
        let passed = self.pacer.drawn(now);
        if self.moving {
            self.session.advance(passed);
        }

        let Self { interface, session, ui, requests, window, .. } = self;
        let mut painted = interface.paint(window, |root| {
            requests.clear();
            ui::show(root, session, ui, requests)
        });
        self.pacer.request_after(painted.repaint_after, now);
        let next = self.carry_out_requests();
        self.session.set_viewport(self.viewport());

        overlay::set_textures(self.session.renderer_mut(), &mut painted.textures)?;
        let drawn = self.session.draw(&Overlay {
            pixels_per_point: painted.pixels_per_point,
            meshes: &overlay::meshes(&painted.primitives),
        });
        overlay::free_textures(self.session.renderer_mut(), &mut painted.textures);
        self.moving = self.session.moves();
        tracing::trace!("a picture in {:?}, {:?} after the last", now.elapsed(), passed);
        match drawn {
            Ok(DrawStatus::Presented) => Ok(next),
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
            Err(error) => Err(error.into()),
        }
    }

    /// The part of the window that the panels of the last picture left free.
    fn viewport(&self) -> Viewport {
        let size = self.window.inner_size();
        let whole = Viewport::whole(size.into());
        let [left, top, right, bottom] = self.interface.free_pixels();
        let free_min = Vec2::new(left, top).clamp(Vec2::ZERO, whole.size);
        let free_max = Vec2::new(right, bottom).clamp(free_min, whole.size);
        Viewport { free_min, free_max, ..whole }
    }

    fn pointer_is_in_scene(&self) -> bool {
        let at = self.pointer.position();
        !self.interface.covers(at.x, at.y)
    }

    fn gesture(&mut self, gesture: Option<Gesture>) {
        match gesture {
            Some(Gesture::Orbit(drag)) => self.session.orbit(drag),
            Some(Gesture::Pan(drag)) => self.session.pan(drag),
            Some(Gesture::Zoom(notches)) => self.session.camera_mut().zoom(notches),
            None => return,
        }
        self.pacer.request();
    }

    fn key(&mut self, event: &KeyEvent) -> Next {
        if event.state == ElementState::Released {
            return Next::GoOn;
        }
        match action_for(&event.logical_key, event.physical_key, &self.modifiers) {
            Some(action) if !event.repeat || action.repeats() => self.act(action),
            _ => Next::GoOn,
        }
    }

    fn carry_out_requests(&mut self) -> Next {
        let mut next = Next::GoOn;
        let requests = std::mem::take(&mut self.requests);
        let scrubs = requests.iter().any(|request| matches!(request, Request::Seek(_)));
        self.session.player_mut().hold(scrubs);
        for request in requests {
            self.pacer.request();
            match request {
                Request::Act(action) => {
                    if self.act(action) == Next::Quit {
                        next = Next::Quit;
                    }
                }
                Request::ChooseRanges(index) => self.session.choose_ranges(index),
                Request::ChooseSequence(index) => self.session.start_sequence(index),
                Request::Seek(key) => self.session.player_mut().seek(key),
                Request::SetSpeed(speed) => self.session.player_mut().set_speed(speed),
                Request::SetMode(mode) => self.session.player_mut().set_mode(mode),
                Request::SetRates(rates) => self.session.set_rates(rates),
                Request::WearSkin(index) => self.session.wear(index),
            }
        }
        self.show_warnings();
        next
    }

    fn act(&mut self, action: Action) -> Next {
        self.pacer.request();
        let session = &mut self.session;
        match action {
            Action::TogglePause => session.player_mut().toggle_pause(),
            Action::StepBack => session.player_mut().step(-1),
            Action::StepForward => session.player_mut().step(1),
            Action::FirstFrame => session.player_mut().seek(0.0),
            Action::LastFrame => session.player_mut().seek_last(),
            Action::PreviousSequence => session.start_neighbor(false),
            Action::NextSequence => session.start_neighbor(true),
            Action::Slower => session.player_mut().change_speed(false),
            Action::Faster => session.player_mut().change_speed(true),
            Action::NormalSpeed => session.player_mut().set_speed(1.0),
            Action::NextSkin => session.wear_next(),
            Action::ToggleWireframe => toggle(&mut session.view_mut().wireframe),
            Action::ToggleFloor => toggle(&mut session.view_mut().floor),
            Action::ToggleLight => toggle(&mut session.view_mut().light),
            Action::ToggleTwoSided => toggle(&mut session.view_mut().two_sided),
            Action::ToggleFilter => toggle(&mut session.view_mut().smooth),
            Action::FrameModel => session.frame(),
            Action::ToggleOrbit => {
                let on = session.camera().auto_orbit();
                session.camera_mut().set_auto_orbit(!on);
            }
            Action::Screenshot => self.screenshot(),
            Action::TogglePanels => toggle(&mut self.ui.panels),
            Action::ToggleHelp => toggle(&mut self.ui.help),
            // First closes what lies over the picture. A popup closes by itself.
            Action::Quit if self.interface.has_popup() => {}
            Action::Quit if self.ui.help => self.ui.help = false,
            Action::Quit if self.ui.messages.clear_error() => {}
            Action::Quit => return Next::Quit,
        }
        self.show_warnings();
        Next::GoOn
    }

    /// Writes the scene as it is seen, without the interface, into the current folder.
    fn screenshot(&mut self) {
        let size = self.window.inner_size();
        let size = [size.width.max(1), size.height.max(1)];
        let stem =
            picture::file_stem(&[self.session.document().stem(), &self.session.player().sequence().name]);
        let written = self
            .session
            .picture(size)
            .map_err(anyhow::Error::from)
            .and_then(|image| picture::write_numbered(Path::new(""), &stem, size, &image.rgba));
        match written {
            Ok(path) => self.ui.messages.notice(format!("Saved {}", path.display())),
            Err(error) => self.ui.messages.error(format!("No picture was saved: {error:#}")),
        }
    }

    fn show_warnings(&mut self) {
        let warnings = self.session.take_warnings();
        if !warnings.is_empty() {
            self.ui.messages.error(warnings.join("\n"));
        }
    }
}

/// The usual size, or less on a small screen.
fn start_size(event_loop: &ActiveEventLoop) -> LogicalSize<f64> {
    let monitor = event_loop.primary_monitor().or_else(|| event_loop.available_monitors().next());
    // Some displays without a screen tell of one without pixels.
    let monitor = monitor.filter(|monitor| monitor.size().width > 0 && monitor.size().height > 0);
    monitor.map_or(START_SIZE, |monitor| {
        let screen = monitor.size().to_logical::<f64>(monitor.scale_factor());
        LogicalSize::new(
            START_SIZE.width.min(screen.width * MAX_PART_OF_SCREEN),
            START_SIZE.height.min(screen.height * MAX_PART_OF_SCREEN),
        )
    })
}

fn toggle(switch: &mut bool) {
    *switch = !*switch;
}

fn title(document: &Document) -> String {
    format!("{} – md2-viewer", document.name())
}
