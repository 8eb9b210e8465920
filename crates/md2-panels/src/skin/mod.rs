//! The tab of skins and weapons: the list of skins, the current skin with the triangles of the model, and its data.

mod canvas;
mod image;

#[cfg(test)]
mod tests;

use std::sync::Arc;

use egui::{ComboBox, Context, Frame, Id, Rect, RichText, Ui, Vec2, vec2};
use md2_assets::ImageFormat;
use md2_scene::{Actor, Command, Outfit, Piece, PointerTarget, Selection, SlotContent};

use super::{equipment, skin_edit, skins, style, widgets};
use crate::action::Action;
use crate::input::PanelInput;
use crate::keys::{Shortcut, key_of};
use crate::text::{message, shown};
use canvas::{Canvas, CanvasHit, Sheet};
pub(crate) use image::SkinImage;
use image::SkinTexture;
use md2_browse::uv::{UvList, UvMap};

#[derive(Debug, Default)]
pub(super) struct SkinTab {
    surface: usize,
    list: UvList,
    small: Canvas,
    large: Canvas,
    pub(super) is_large: bool,
    image: SkinImage,
    selection: Option<Selection>,
    hovered: Option<u32>,
}

#[derive(Clone, Copy, Debug)]
struct SkinSurface<'a> {
    actor: &'a Actor,
    index: usize,
    slot: usize,
    content: SlotContent,
    map: Option<&'a Arc<UvMap>>,
}

const MIN_HEIGHT: f32 = 80.0;
const MAX_HEIGHT: f32 = 280.0;
/// The minimum width and height of the area between the panels for a movable window with the large view of the skin. In
/// a smaller area, the large view has a fixed place and covers the panels, too.
const MIN_FREE_FOR_WINDOW: f32 = 480.0;
const FILLED_MARGIN: f32 = 8.0;
const NOTE_HEIGHT: f32 = 40.0;
const MAX_TIMES: u32 = 8;
const MIN_HEIGHT_FOR_NOTE: f32 = 300.0;

pub(super) fn show(
    ui: &mut Ui,
    input: &PanelInput<'_>,
    state: &mut SkinTab,
    visible: &mut Vec<md2_browse::ThumbnailSubject>,
    actions: &mut Vec<Action>,
) {
    equipment::skins(ui, input.workspace, actions);
    skins::show(ui, input, visible, actions);
    skin_edit::show(ui, input.workspace, actions);
    let surfaces = skin_surfaces(input);
    state.update(input, &surfaces);
    if let Some(surface) = surfaces.get(state.surface).copied() {
        ui.add_space(2.0);
        choices(ui, &surfaces, state);
        let width = ui.available_width();
        if state.is_large {
            widgets::note(ui, "Shown in a separate window");
        } else {
            let [wide, high] = texel_size(&surface);
            let height = (width * high / wide.max(1.0)).clamp(MIN_HEIGHT, MAX_HEIGHT.max(width));
            skin_sheet(ui, vec2(width, height), &surface, input, state, actions);
            triangle_note(ui, &surface, state);
        }
        differences(ui, &surface, state.list);
        skin_table(ui, &surface, state);
    }
}

/// Shows the large view of the skin, if it is open. `without_panels` is the area between the panels, and `free` is the same area without
/// the error messages, which the view never covers.
pub(super) fn show_large(
    context: &Context,
    without_panels: Rect,
    free: Rect,
    input: &PanelInput<'_>,
    state: &mut SkinTab,
    actions: &mut Vec<Action>,
) {
    if !state.is_large {
        return;
    }
    let surfaces = skin_surfaces(input);
    state.update(input, &surfaces);
    let Some(surface) = surfaces.get(state.surface).copied() else {
        state.is_large = false;
        return;
    };
    if without_panels.size().min_elem() < MIN_FREE_FOR_WINDOW {
        let mut all = context.content_rect();
        if free.bottom() < without_panels.bottom() {
            all.max.y = free.bottom();
        }
        let frame = Frame::new().fill(style::PANEL).inner_margin(FILLED_MARGIN);
        let window = egui::Window::new("Skin").id(Id::new("skin over all")).title_bar(false).frame(frame);
        window.fixed_rect(all).show(context, |ui| {
            let has_note = all.height() >= MIN_HEIGHT_FOR_NOTE;
            large_view(ui, (&surfaces, &surface), has_note, input, state, actions);
        });
        return;
    }
    let mut is_open = true;
    let room = free.size() - vec2(48.0, 80.0);
    egui::Window::new("Skin · UV")
        .open(&mut is_open)
        .default_rect(Rect::from_center_size(free.center(), room))
        .min_size(vec2(160.0, 140.0))
        .constrain_to(free)
        .show(context, |ui| large_view(ui, (&surfaces, &surface), true, input, state, actions));
    state.is_large = is_open && state.is_large;
}

fn large_view(
    ui: &mut Ui,
    (surfaces, surface): (&[SkinSurface<'_>], &SkinSurface<'_>),
    has_note: bool,
    input: &PanelInput<'_>,
    state: &mut SkinTab,
    actions: &mut Vec<Action>,
) {
    choices(ui, surfaces, state);
    let note = if has_note { NOTE_HEIGHT } else { 0.0 };
    let size = ui.available_size() - vec2(0.0, note);
    skin_sheet(ui, size.max(Vec2::splat(60.0)), surface, input, state, actions);
    if has_note {
        triangle_note(ui, surface, state);
    }
}

impl SkinTab {
    pub(super) fn poll(&mut self) -> bool {
        self.image.poll()
    }

    /// Selects a newly selected surface, or that of a triangle. Selects the list `st` if the model has no other texture coordinates.
    fn update(&mut self, input: &PanelInput<'_>, surfaces: &[SkinSurface<'_>]) {
        let selection = input.workspace.selection();
        if selection != self.selection {
            self.selection = selection;
            let is_selected = |surface: &SkinSurface<'_>| {
                let Some(Selection { actor, piece }) = selection else { return false };
                let index = match piece {
                    Piece::Triangle(triangle) => surface.map.and_then(|map| map.surface_of(triangle)),
                    Piece::Surface(index) => usize::try_from(index).ok(),
                    Piece::Frame(_) | Piece::Vertex(_) => None,
                };
                surface.actor.id == actor && index == Some(surface.index)
            };
            self.surface = surfaces.iter().position(is_selected).unwrap_or(self.surface);
        }
        self.surface = self.surface.min(surfaces.len().saturating_sub(1));
        let has_commands = surfaces
            .get(self.surface)
            .and_then(|surface| surface.map)
            .is_some_and(|map| map.differences().is_some());
        if !has_commands {
            self.list = UvList::St;
        }
    }
}

fn skin_surfaces<'a>(input: &PanelInput<'a>) -> Vec<SkinSurface<'a>> {
    let mut found = Vec::new();
    for actor in input.workspace.body() {
        let document = actor.document();
        let check = input.checks.iter().find(|check| Arc::ptr_eq(&check.document, document));
        let map = check.and_then(|check| check.map.as_ref());
        let surfaces = document.mesh().surfaces().iter().enumerate();
        for (index, surface) in surfaces.filter(|(_, surface)| !surface.indices.is_empty()) {
            let slot = surface.skin_slot;
            let shown = |outfit: &Arc<Outfit>| outfit.shown(slot, input.workspace.clock());
            let content = actor.outfit().map_or(SlotContent::Missing, shown);
            found.push(SkinSurface { actor, index, slot, content, map });
        }
    }
    found
}

fn image_index(surface: &SkinSurface<'_>) -> Option<usize> {
    match surface.content {
        SlotContent::Image { index, .. } => Some(index),
        SlotContent::Hidden | SlotContent::Missing => None,
    }
}

fn skin_texture<'a>(ui: &Ui, surface: &SkinSurface<'_>, image: &'a mut SkinImage) -> Option<&'a SkinTexture> {
    match surface.actor.outfit().zip(image_index(surface)) {
        Some((outfit, index)) => image.texture(ui.ctx(), outfit, index),
        None => {
            *image = SkinImage::default();
            None
        }
    }
}

fn texel_size(surface: &SkinSurface<'_>) -> [f32; 2] {
    let image = image_index(surface).and_then(|index| surface.actor.outfit()?.images().get(index));
    let size = image.map(|image| image.color.size().map(|side| side as f32));
    let declared =
        surface.map.and_then(|map| map.skin_size()).filter(|size| size.iter().all(|side| *side > 0));
    size.or(declared.map(|size| size.map(|side| side as f32))).unwrap_or([256.0, 256.0])
}

fn choices(ui: &mut Ui, surfaces: &[SkinSurface<'_>], state: &mut SkinTab) {
    let name = |surface: &SkinSurface<'_>| {
        let mesh = surface.actor.document().mesh();
        let name = mesh.surfaces().get(surface.index).map_or("", |surface| surface.name.as_str());
        let is_alone = surfaces.iter().filter(|other| other.actor.id == surface.actor.id).count() == 1;
        let role = surface.actor.role();
        shown(&match (name.is_empty(), is_alone) {
            (true, _) => role.to_owned(),
            (false, true) => format!("{role}: {name}"),
            (false, false) => name.to_owned(),
        })
        .to_string()
    };
    if surfaces.len() > 1 {
        let selected = surfaces.get(state.surface).map_or_else(String::new, name);
        ComboBox::from_id_salt("surface").width(ui.available_width()).selected_text(selected).show_ui(
            ui,
            |ui| {
                for (index, surface) in surfaces.iter().enumerate() {
                    ui.selectable_value(&mut state.surface, index, name(surface));
                }
            },
        );
    }
    let Some(surface) = surfaces.get(state.surface) else { return };
    ui.horizontal(|ui| {
        ui.spacing_mut().item_spacing.x = 4.0;
        if surface.map.is_some_and(|map| map.differences().is_some()) {
            for (list, name, tip) in [
                (UvList::St, "st", "The list st: texture coordinates of the triangles, in pixels of the skin"),
                (
                    UvList::Commands,
                    "Strips",
                    "Texture coordinates of the triangle strips and fans (OpenGL commands), which the original game draws",
                ),
            ] {
                ui.selectable_value(&mut state.list, list, name).on_hover_text(tip);
            }
        }
        ui.with_layout(egui::Layout::right_to_left(egui::Align::Center), |ui| {
            let (name, tip) =
                if state.is_large { ("Small", "Show in the panel") } else { ("Large", "Show in a window") };
            let tip = format!("{tip} ({})", key_of(Shortcut::ToggleLargeSkin));
            if ui.button(name).on_hover_text(tip).clicked() {
                state.is_large = !state.is_large;
            }
            let canvas = if state.is_large { &mut state.large } else { &mut state.small };
            let fit = ui.add_enabled(!canvas.is_fitted(), egui::Button::new("Fit"));
            if fit.on_hover_text("Show the whole skin (double click)").clicked() {
                canvas.fit();
            }
        });
    });
}

fn skin_sheet(
    ui: &mut Ui,
    extent: Vec2,
    surface: &SkinSurface<'_>,
    input: &PanelInput<'_>,
    state: &mut SkinTab,
    actions: &mut Vec<Action>,
) {
    let id = surface.actor.id;
    let texture = skin_texture(ui, surface, &mut state.image).map(|skin| skin.texture.id());
    let selection = state.selection.filter(|selection| selection.actor == id);
    let sheet = Sheet {
        map: surface.map,
        surface: surface.index,
        list: state.list,
        texture,
        size: texel_size(surface),
        selected: selection.map(|selection| selection.piece),
        hovered: input.workspace.hover().filter(|on| on.actor == id).and_then(|on| on.triangle),
        is_in_panel: !state.is_large,
    };
    let canvas = if state.is_large { &mut state.large } else { &mut state.small };
    let CanvasHit { hovered, clicked } = canvas::show(ui, extent, &sheet, canvas);
    state.hovered = hovered;
    if let Some(triangle) = hovered {
        // The scene updates the hover again when the pointer leaves.
        let pointed = Some(PointerTarget { actor: id, triangle: Some(triangle), vertex: None });
        if input.workspace.hover() != pointed {
            actions.push(Command::Hover(pointed).into());
        }
    }
    if let Some(triangle) = clicked {
        let selection = Selection { actor: id, piece: Piece::Triangle(triangle) };
        actions.push(Command::Select(Some(selection)).into());
    }
}

fn triangle_note(ui: &mut Ui, surface: &SkinSurface<'_>, state: &SkinTab) {
    let selected = match state.selection {
        Some(Selection { actor, piece: Piece::Triangle(triangle) }) if actor == surface.actor.id => {
            Some(triangle)
        }
        _ => None,
    };
    let text = state.hovered.or(selected).zip(surface.map).and_then(|(triangle, map)| {
        let [a, b, c] = map.vertices(triangle)?;
        let [first, second, third] = map.stored(triangle)?;
        Some(format!("triangle {triangle} · vertices {a}, {b}, {c}\nst ({first}) ({second}) ({third})"))
    });
    let zoom = if !state.is_large && state.small.is_fitted() { "Ctrl+wheel" } else { "Wheel" };
    widgets::note(ui, &text.unwrap_or_else(|| format!("{zoom}: zoom. Drag: pan. Click: select.\n")));
}

fn differences(ui: &mut Ui, surface: &SkinSurface<'_>, list: UvList) {
    let Some(differences) = surface.map.and_then(|map| map.differences()) else { return };
    if differences.count == 0 && differences.missing == 0 {
        widgets::note(ui, "st and strips match");
        return;
    }
    let triangles = |count| widgets::plural(count, "triangle", "triangles");
    let mut parts = Vec::new();
    if differences.count > 0 {
        let (count, largest) = (triangles(differences.count), differences.largest);
        parts.push(format!("st and strips differ in {count}, by up to {largest:.1} texels"));
    }
    if differences.missing > 0 {
        let hidden = if list == UvList::Commands { " (not shown here)" } else { "" };
        parts.push(format!("{} not in the strips{hidden}", triangles(differences.missing)));
    }
    let text = format!("{}. Shown in red.", parts.join("; "));
    ui.add(egui::Label::new(RichText::new(text).small().color(style::ACCENT)).wrap());
}

fn skin_table(ui: &mut Ui, surface: &SkinSurface<'_>, state: &mut SkinTab) {
    let skin = surface.actor.current_skin();
    let image = image_index(surface).and_then(|index| surface.actor.outfit()?.images().get(index));
    let declared = surface.map.and_then(|map| map.skin_size());
    let mut rows: Vec<(&str, String)> = Vec::new();
    if let Some(image) = image {
        let [width, height] = image.color.size();
        rows.push(("Image", format!("{width} × {height}")));
        if let Some([wide, high]) = declared
            && [i64::from(wide), i64::from(high)] != [i64::from(width), i64::from(height)]
        {
            rows.push(("Declared size", format!("{wide} × {high}")));
        }
    } else if let Some([wide, high]) = declared {
        rows.push(("Declared size", format!("{wide} × {high}")));
    }
    if let Some(times) = surface.actor.outfit().and_then(|outfit| outfit.times(surface.slot)) {
        let count = times.key_count();
        let seconds = (0..count.min(MAX_TIMES)).map(|key| times.duration(key).as_secs_f32().to_string());
        let more = if count > MAX_TIMES { " …" } else { "" };
        let seconds = seconds.collect::<Vec<_>>().join(", ");
        rows.push(("Animation", format!("{count} images, shown for {seconds}{more} s")));
    }
    if let Some(skin) = skin {
        let paint = skin.slot(surface.slot).paints().first();
        let path = paint.and_then(|paint| paint.image.path()).map(|path| path.display().to_string());
        let place = path.or(paint.map(|paint| paint.image.place())).unwrap_or_else(|| skin.place());
        let format = paint.and_then(|paint| paint.image.path()).and_then(ImageFormat::from_name);
        let colors = skin_texture(ui, surface, &mut state.image).map(|skin| match skin.colors {
            Some(1) => String::from("1 color"),
            Some(count) => format!("{count} colors (fits a palette)"),
            None => String::from("more than 256 colors"),
        });
        let format = format.map(|format| format.to_string());
        let format: Vec<String> = format.into_iter().chain(colors).collect();
        if !format.is_empty() {
            rows.push(("Format", widgets::capitalized(&format.join(", "))));
        }
        rows.push(("Found", widgets::capitalized(skin.reason())));
        rows.push(("Path", place));
    }
    widgets::table(ui, rows.iter().map(|(name, value)| (*name, message(value))));
}
