//! A picture file over the scene, with a button that applies it as a skin.

use std::path::PathBuf;
use std::sync::Arc;

use crate::text::{message, shown};
use egui::{Context, Id, Image, Rect, RichText, Vec2, Window, vec2};
use md2_scene::text::chain;
use md2_scene::{Outfit, Skin};
use md2_task::Task;

use super::{style, widgets};
use crate::action::Action;
use crate::skin::SkinImage;

#[derive(Debug)]
pub(crate) struct PictureView {
    path: PathBuf,
    task: Option<Task<Result<Outfit, String>>>,
    decoded: Option<Result<Arc<Outfit>, String>>,
    image: SkinImage,
}

/// The height of the text and the button below the picture.
const FOOTER: f32 = 64.0;
const MARGIN: Vec2 = vec2(60.0, 80.0);
/// The minimum length of the longer side on screen, to which small pictures such as icons are magnified.
const MIN_SIDE: f32 = 256.0;

impl PictureView {
    pub(crate) fn open(path: PathBuf) -> Self {
        let skin = Skin::chosen(&path);
        let task = Task::start(move |_| skin.decode().map_err(|error| chain(&error)));
        Self { path, task: Some(task), decoded: None, image: SkinImage::default() }
    }

    pub(crate) fn poll(&mut self) -> bool {
        let finished = Task::take_finished(&mut self.task);
        if let Some(result) = finished {
            let decoded = result.unwrap_or_else(|lost| Err(lost.to_string()));
            self.decoded = Some(decoded.map(Arc::new));
            return true;
        }
        self.image.poll()
    }
}

pub(super) fn show(context: &Context, free: Rect, view: &mut Option<PictureView>, actions: &mut Vec<Action>) {
    let Some(open) = view else { return };
    let name = open.path.file_name().unwrap_or(open.path.as_os_str()).to_string_lossy();
    let title = shown(&name);
    let mut is_open = true;
    let room = (free.size() - MARGIN - vec2(0.0, FOOTER)).max(vec2(80.0, 40.0));
    let window =
        Window::new(title).id(Id::new("picture")).open(&mut is_open).resizable(false).collapsible(false);
    window.pivot(egui::Align2::CENTER_CENTER).fixed_pos(free.center()).show(context, |ui| {
        contents(ui, open, room, actions);
    });
    if !is_open {
        *view = None;
    }
}

fn contents(ui: &mut egui::Ui, open: &mut PictureView, room: Vec2, actions: &mut Vec<Action>) {
    let outfit = match &open.decoded {
        None => return widgets::note(ui, "Reading…"),
        Some(Err(error)) => {
            ui.set_max_width(room.x.min(420.0));
            ui.label(RichText::new(message(error)).color(style::ERROR));
            return;
        }
        Some(Ok(outfit)) => outfit,
    };
    let Some([width, height]) = outfit.images().first().map(|layers| layers.color.size()) else { return };
    if let Some(shown) = open.image.texture(ui.ctx(), outfit, 0) {
        let texels = vec2(width as f32, height as f32).max(Vec2::splat(1.0));
        let fitting = (room / texels).min_elem();
        let magnified = (MIN_SIDE / texels.max_elem()).max(1.0).round();
        let image = Image::new((shown.texture.id(), texels * magnified.min(fitting)));
        ui.vertical_centered(|ui| ui.add(image));
        let colors = shown
            .colors
            .map_or(String::new(), |count| format!(" · {}", widgets::plural(count, "color", "colors")));
        widgets::note(ui, &format!("{width} × {height} pixels{colors}"));
    } else {
        widgets::note(ui, "Reading…");
    }
    if ui
        .button("Apply as skin")
        .on_hover_text("Show this picture on the model (Shift+Enter in Files)")
        .clicked()
    {
        actions.push(Action::ApplySkin(open.path.clone()));
    }
}
