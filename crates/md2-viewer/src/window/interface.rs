//! The egui interface of a winit window.

use std::time::Duration;

use arboard::Clipboard;
use egui::{
    ClippedPrimitive, Context, FullOutput, OutputCommand, Popup, Pos2, Rect, TexturesDelta, Ui, ViewportId,
};
use winit::event::WindowEvent;
use winit::keyboard::Key;
use winit::keyboard::NamedKey::{self, ArrowDown, ArrowLeft, ArrowRight, ArrowUp, Enter, Escape, Space, Tab};
use winit::window::Window;

use md2_panels::glyphs::Glyphs;

const MAX_TEXTURE_SIDE: usize = 4096;
const ZOOM_LIMITS: [f32; 2] = [0.5, 3.0];
const WIDGET_KEYS: [NamedKey; 8] = [Tab, Space, Enter, Escape, ArrowLeft, ArrowRight, ArrowUp, ArrowDown];

#[derive(Debug)]
pub(super) struct InterfaceFrame {
    pub(super) primitives: Vec<ClippedPrimitive>,
    pub(super) textures: TexturesDelta,
    pub(super) pixels_per_point: f32,
    pub(super) repaint_after: Duration,
    pub(super) copied: Option<Result<(), String>>,
}

pub(super) struct Interface {
    context: Context,
    state: egui_winit::State,
    free: Rect,
    /// The connection to the desktop's clipboard. Other programs can paste a copied text only while this connection is open.
    clipboard: Option<Clipboard>,
    glyphs: Glyphs,
}

impl Interface {
    pub(super) fn new(window: &Window, zoom: Option<f32>) -> Self {
        let context = Context::default();
        md2_panels::apply_style(&context);
        let [least, most] = ZOOM_LIMITS;
        context.set_zoom_factor(zoom.filter(|zoom| zoom.is_finite()).unwrap_or(1.0).clamp(least, most));
        #[allow(clippy::cast_possible_truncation, reason = "a scale factor is a small number")]
        let scale = window.scale_factor() as f32;
        let state = egui_winit::State::new(
            context.clone(),
            ViewportId::ROOT,
            window,
            Some(scale),
            None,
            Some(MAX_TEXTURE_SIDE),
        );
        let glyphs = Glyphs::new(md2_browse::fonts::folders());
        Self { context, state, free: Rect::EVERYTHING, glyphs, clipboard: None }
    }

    pub(super) fn event(&mut self, window: &Window, event: &WindowEvent) -> egui_winit::EventResponse {
        self.state.on_window_event(window, event)
    }

    pub(super) fn covers(&self, x: f32, y: f32) -> bool {
        let scale = self.context.pixels_per_point();
        let point = Pos2::new(x / scale, y / scale);
        let floating =
            self.context.layer_id_at(point).is_some_and(|layer| layer.order != egui::Order::Background);
        // A click next to an open menu only closes the menu.
        floating || self.has_popup() || !self.free.contains(point)
    }

    pub(super) fn uses_key(&self, key: &Key, ctrl: bool) -> bool {
        // Keys that mean nothing to a text field: shortcuts with other letters, Page Up and Page Down, and function keys.
        let is_other_shortcut = match key {
            Key::Character(text) => ctrl && !"ACHKUVWXYZ".contains(&text.to_uppercase()),
            Key::Named(name) => {
                ["F", "PageUp", "PageDown"].contains(&format!("{name:?}").trim_end_matches(char::is_numeric))
            }
            _ => false,
        };
        self.context.text_edit_focused() && !is_other_shortcut
            || matches!(key, Key::Named(name) if WIDGET_KEYS.contains(name))
    }

    pub(super) fn zoom(&self) -> Option<f32> {
        Some(self.context.zoom_factor()).filter(|zoom| *zoom != 1.0)
    }

    pub(super) fn takes_text(&self) -> bool {
        self.context.text_edit_focused()
    }

    pub(super) fn has_popup(&self) -> bool {
        Popup::is_any_open(&self.context)
    }

    /// Lays out the interface. `contents` returns the part of the window that no panel covers, in points, and may be called repeatedly.
    pub(super) fn paint(
        &mut self,
        window: &Window,
        mut contents: impl FnMut(&mut Ui) -> Rect,
    ) -> InterfaceFrame {
        let input = self.state.take_egui_input(window);
        let mut free = Rect::EVERYTHING;
        let output = self.context.run_ui(input, |ui| free = contents(ui));
        self.free = free;
        let FullOutput { platform_output, textures_delta, shapes, pixels_per_point, viewport_output } =
            output;
        let copied = platform_output.commands.iter().find_map(|command| match command {
            OutputCommand::CopyText(text) => Some(self.copy(text)),
            _ => None,
        });
        self.state.handle_platform_output(window, platform_output);
        self.glyphs.find_missing(&self.context, &shapes);
        let repaint_after =
            viewport_output.get(&ViewportId::ROOT).map_or(Duration::MAX, |viewport| viewport.repaint_delay);
        InterfaceFrame {
            primitives: self.context.tessellate(shapes, pixels_per_point),
            textures: textures_delta,
            pixels_per_point,
            repaint_after,
            copied,
        }
    }

    /// Copies a text to the clipboard of the desktop. The function of egui-winit would copy only inside this program.
    fn copy(&mut self, text: &str) -> Result<(), String> {
        let copy = |clipboard: &mut Clipboard| clipboard.set_text(text).map_err(|error| error.to_string());
        match &mut self.clipboard {
            Some(clipboard) => copy(clipboard),
            none => copy(none.insert(Clipboard::new().map_err(|error| error.to_string())?)),
        }
    }

    pub(super) fn poll_glyphs(&mut self) -> bool {
        self.glyphs.poll(&self.context)
    }

    pub(super) fn free_pixels(&self, uncovered: Option<Rect>) -> [f32; 4] {
        let scale = self.context.pixels_per_point();
        let Rect { min, max } = uncovered.unwrap_or(self.free);
        [min.x, min.y, max.x, max.y].map(|points| points * scale)
    }
}

impl std::fmt::Debug for Interface {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Interface").field("free", &self.free).finish_non_exhaustive()
    }
}
