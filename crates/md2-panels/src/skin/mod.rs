//! The tab of skins and weapons: the current skin with the model's triangles on it, and its data.

mod canvas;
mod picture;

#[cfg(test)]
mod tests;

use std::sync::Arc;

use egui::{ComboBox, Context, Frame, Id, Rect, RichText, Ui, Vec2, vec2};
use md2_assets::ImageFormat;
use md2_scene::{Actor, ActorId, Choice, Command, Piece, PointerTarget, Selection, SlotContent};

use super::{equipment, skins, style, widgets};
use crate::action::Action;
use crate::input::PanelInput;
use crate::keys::{Shortcut, key_of};
use canvas::{Lines, Sheet, Touch, View};
use md2_browse::uv::{UvList, UvMap};
use md2_scene::text::{message, shown};
use picture::SkinPicture;

/// The state of the tab between two pictures.
#[derive(Debug, Default)]
pub(super) struct SkinTab {
    /// The index of the surface.
    chosen: usize,
    list: UvList,
    small: Canvas,
    large: Canvas,
    is_large: bool,
    picture: SkinPicture,
    /// The selection of the last picture.
    selection: Option<Selection>,
    hovered: Option<u32>,
}

/// A canvas with the skin.
#[derive(Debug, Default)]
struct Canvas {
    view: View,
    lines: Lines,
}

/// A surface with its skin.
#[derive(Clone, Copy, Debug)]
struct Subject<'a> {
    actor: &'a Actor,
    surface: usize,
    slot: usize,
    map: Option<&'a Arc<UvMap>>,
}

const MIN_HEIGHT: f32 = 80.0;
const MAX_HEIGHT: f32 = 280.0;
/// If the panels leave less than this, the large view takes the whole window: it would be too small beside them.
const MIN_FREE_FOR_WINDOW: f32 = 480.0;
const FILLED_MARGIN: f32 = 8.0;
const NOTE_HEIGHT: f32 = 40.0;
/// In a lower window, the large view has no numbers.
const MIN_HEIGHT_FOR_NOTE: f32 = 300.0;

/// The contents of the tab.
pub(super) fn show(
    ui: &mut Ui,
    input: &PanelInput<'_>,
    state: &mut SkinTab,
    sights: &mut Vec<md2_browse::ThumbnailSubject>,
    actions: &mut Vec<Action>,
) {
    equipment::skins(ui, input.workspace, actions);
    neighbours(ui, input, actions);
    skins::show(ui, input, sights, actions);
    let subjects = subjects(input);
    state.follow(input, &subjects);
    if let Some(subject) = subjects.get(state.chosen).copied() {
        ui.add_space(2.0);
        choices(ui, &subjects, state);
        let width = ui.available_width();
        if state.is_large {
            widgets::note(ui, "Shown large, in a window of its own.");
        } else {
            let [wide, high] = size(&subject);
            let height = (width * high / wide.max(1.0)).clamp(MIN_HEIGHT, MAX_HEIGHT.max(width));
            sheet(ui, vec2(width, height), &subject, input, state, actions);
            told(ui, &subject, state);
        }
        differences(ui, &subject, state.list);
        numbers(ui, &subject, state);
    }
    equipment::weapons(ui, input.workspace, actions);
}

/// The room for a window over the scene.
#[derive(Clone, Copy, Debug)]
pub(super) struct Room {
    pub(super) beside_panels: Rect,
    /// The part of it above an error.
    pub(super) above_errors: Rect,
}

/// The skin in a window over the scene, if it is large. It does not cover errors.
pub(super) fn show_large(
    context: &Context,
    room: Room,
    input: &PanelInput<'_>,
    state: &mut SkinTab,
    actions: &mut Vec<Action>,
) {
    if !state.is_large {
        return;
    }
    let subjects = subjects(input);
    state.follow(input, &subjects);
    let Some(subject) = subjects.get(state.chosen).copied() else {
        state.is_large = false;
        return;
    };
    let Room { beside_panels, above_errors: free } = room;
    if beside_panels.size().min_elem() < MIN_FREE_FOR_WINDOW {
        let mut all = context.content_rect();
        if free.bottom() < beside_panels.bottom() {
            all.max.y = free.bottom();
        }
        let frame = Frame::new().fill(style::PANEL).inner_margin(FILLED_MARGIN);
        let window = egui::Window::new("Skin").id(Id::new("skin over all")).title_bar(false).frame(frame);
        window.fixed_rect(all).show(context, |ui| {
            let has_note = all.height() >= MIN_HEIGHT_FOR_NOTE;
            large(ui, (&subjects, &subject), has_note, input, state, actions);
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
        .show(context, |ui| large(ui, (&subjects, &subject), true, input, state, actions));
    state.is_large = is_open && state.is_large;
}

/// The contents of the large view; a low window has no room for the note.
fn large(
    ui: &mut Ui,
    (subjects, subject): (&[Subject<'_>], &Subject<'_>),
    has_note: bool,
    input: &PanelInput<'_>,
    state: &mut SkinTab,
    actions: &mut Vec<Action>,
) {
    choices(ui, subjects, state);
    let note = if has_note { NOTE_HEIGHT } else { 0.0 };
    let size = ui.available_size() - vec2(0.0, note);
    sheet(ui, size.max(Vec2::splat(60.0)), subject, input, state, actions);
    if has_note {
        told(ui, subject, state);
    }
}

impl SkinTab {
    /// Whether the skin is in a window over the scene.
    pub(super) fn is_large(&self) -> bool {
        self.is_large
    }

    /// Shows the skin in a window over the scene, or in the panel.
    pub(super) fn set_large(&mut self, is_large: bool) {
        self.is_large = is_large;
    }

    /// Polls the task that prepares a picture; returns whether it has finished one.
    pub(super) fn poll(&mut self) -> bool {
        self.picture.poll()
    }

    /// Closes the large view; returns whether it was open.
    pub(super) fn close(&mut self) -> bool {
        std::mem::take(&mut self.is_large)
    }

    /// Selects the surface of a new selection, and forgets surfaces that are gone.
    fn follow(&mut self, input: &PanelInput<'_>, subjects: &[Subject<'_>]) {
        let selection = input.workspace.selection();
        if selection != self.selection {
            self.selection = selection;
            if let Some(Selection { actor, piece: Piece::Triangle(triangle) }) = selection {
                let is_there = |subject: &Subject<'_>| {
                    subject.actor.id() == actor
                        && subject.map.is_some_and(|map| map.surface_of(triangle) == Some(subject.surface))
                };
                self.chosen = subjects.iter().position(is_there).unwrap_or(self.chosen);
            }
        }
        self.chosen = self.chosen.min(subjects.len().saturating_sub(1));
        let has_commands = subjects
            .get(self.chosen)
            .and_then(|subject| subject.map)
            .is_some_and(|map| map.differences().is_some());
        if !has_commands {
            self.list = UvList::St;
        }
    }
}

/// All surfaces of the figure that have a triangle.
fn subjects<'a>(input: &PanelInput<'a>) -> Vec<Subject<'a>> {
    let mut subjects = Vec::new();
    for actor in input.workspace.body() {
        let document = actor.document();
        let check = input.checks.iter().find(|check| Arc::ptr_eq(&check.document, document));
        let map = check.and_then(|check| check.map.as_ref());
        let surfaces = document.mesh().surfaces().iter().enumerate();
        for (surface, of_mesh) in surfaces.filter(|(_, of_mesh)| !of_mesh.indices.is_empty()) {
            subjects.push(Subject { actor, surface, slot: of_mesh.skin_slot, map });
        }
    }
    subjects
}

/// The picture of a surface, as its index in the outfit.
fn image(subject: &Subject<'_>) -> Option<usize> {
    match subject.actor.outfit()?.shown(subject.slot, std::time::Duration::ZERO) {
        SlotContent::Image { index, .. } => Some(index),
        SlotContent::Hidden | SlotContent::Checker => None,
    }
}

/// The size of the picture in texels, or else the one that the file declares.
fn size(subject: &Subject<'_>) -> [f32; 2] {
    let picture = image(subject).and_then(|index| subject.actor.outfit()?.images().get(index));
    let of_picture = picture.map(|picture| picture.color.size().map(|side| side as f32));
    let declared =
        subject.map.and_then(|map| map.skin_size()).filter(|size| size.iter().all(|side| *side > 0));
    of_picture.or(declared.map(|size| size.map(|side| side as f32))).unwrap_or([256.0, 256.0])
}

/// The buttons for the previous and the next skin, if there are several.
fn neighbours(ui: &mut Ui, input: &PanelInput<'_>, actions: &mut Vec<Action>) {
    let count = input.workspace.skins().count();
    if count < 2 {
        return;
    }
    ui.horizontal(|ui| {
        for (name, choice, tip) in [
            ("◀", Choice::Previous, String::from("The skin before")),
            ("▶", Choice::Next, format!("The next skin: key {}", key_of(Shortcut::NextSkin))),
        ] {
            if ui.button(name).on_hover_text(tip).clicked() {
                actions.push(Command::SelectFigureSkin(choice).into());
            }
        }
        if let Some(index) = input.workspace.skin_index() {
            ui.label(RichText::new(format!("{} of {count}", index + 1)).small().color(style::WEAK));
        }
    });
}

/// The choice of the surface and of the list of coordinates, and the size of the view.
fn choices(ui: &mut Ui, subjects: &[Subject<'_>], state: &mut SkinTab) {
    let name = |subject: &Subject<'_>| {
        let surfaces = subject.actor.document().mesh().surfaces();
        let surface = surfaces.get(subject.surface).map_or("", |surface| surface.name.as_str());
        let is_alone = subjects.iter().filter(|other| other.actor.id() == subject.actor.id()).count() == 1;
        let role = subject.actor.role();
        shown(&match (surface.is_empty(), is_alone) {
            (true, _) => role.to_owned(),
            (false, true) => format!("{role}: {surface}"),
            (false, false) => surface.to_owned(),
        })
        .to_string()
    };
    if subjects.len() > 1 {
        let chosen = subjects.get(state.chosen).map_or_else(String::new, name);
        ComboBox::from_id_salt("surface").width(ui.available_width()).selected_text(chosen).show_ui(
            ui,
            |ui| {
                for (index, subject) in subjects.iter().enumerate() {
                    ui.selectable_value(&mut state.chosen, index, name(subject));
                }
            },
        );
    }
    let Some(subject) = subjects.get(state.chosen) else { return };
    ui.horizontal(|ui| {
        ui.spacing_mut().item_spacing.x = 4.0;
        if subject.map.is_some_and(|map| map.differences().is_some()) {
            for (list, name, tip) in [
                (UvList::St, "st", "The skin coordinates of the list of triangles"),
                (UvList::Commands, "glcmds", "Those of the OpenGL commands, which the original game draws"),
            ] {
                ui.selectable_value(&mut state.list, list, name).on_hover_text(tip);
            }
        }
        ui.with_layout(egui::Layout::right_to_left(egui::Align::Center), |ui| {
            let (name, tip) = if state.is_large {
                ("Small", "Back into the panel")
            } else {
                ("Large", "In a window over the scene")
            };
            let tip = format!("{tip}: key {}", key_of(Shortcut::ToggleLargeSkin));
            if ui.button(name).on_hover_text(tip).clicked() {
                state.is_large = !state.is_large;
            }
            let canvas = if state.is_large { &mut state.large } else { &mut state.small };
            let fit = ui.add_enabled(!canvas.view.is_fitted(), egui::Button::new("Fit"));
            if fit.on_hover_text("All of it. A double click does the same").clicked() {
                canvas.view.fit();
            }
        });
    });
}

/// The picture with the triangles.
fn sheet(
    ui: &mut Ui,
    extent: Vec2,
    subject: &Subject<'_>,
    input: &PanelInput<'_>,
    state: &mut SkinTab,
    actions: &mut Vec<Action>,
) {
    let id = subject.actor.id();
    let texture = match (image(subject), subject.actor.outfit()) {
        (Some(index), Some(outfit)) => {
            state.picture.texture(ui.ctx(), outfit, index).map(|skin| skin.texture.id())
        }
        _ => {
            state.picture = SkinPicture::default();
            None
        }
    };
    let selection = state.selection.filter(|selection| selection.actor == id);
    let sheet = Sheet {
        map: subject.map,
        surface: subject.surface,
        list: state.list,
        picture: texture,
        size: size(subject),
        selected: selection.map(|selection| selection.piece),
        hovered: input.workspace.hover().filter(|on| on.actor == id).and_then(|on| on.triangle),
        is_in_panel: !state.is_large,
    };
    let canvas = if state.is_large { &mut state.large } else { &mut state.small };
    let Touch { hovered, clicked } = canvas::show(ui, extent, &sheet, &mut canvas.view, &mut canvas.lines);
    state.hovered = hovered;
    if let Some(triangle) = hovered {
        // When the pointer moves on, the scene sets the hover again.
        let pointed = Some(PointerTarget { actor: id, triangle: Some(triangle), vertex: None });
        if input.workspace.hover() != pointed {
            actions.push(Command::Hover(pointed).into());
        }
    }
    if let Some(triangle) = clicked {
        actions.push(select(id, triangle).into());
    }
}

fn select(actor: ActorId, triangle: u32) -> Command {
    Command::Select(Some(Selection { actor, piece: Piece::Triangle(triangle) }))
}

/// The triangle under the pointer, or the one that is selected, in numbers.
fn told(ui: &mut Ui, subject: &Subject<'_>, state: &SkinTab) {
    let selected = match state.selection {
        Some(Selection { actor, piece: Piece::Triangle(triangle) }) if actor == subject.actor.id() => {
            Some(triangle)
        }
        _ => None,
    };
    let text = state.hovered.or(selected).zip(subject.map).and_then(|(triangle, map)| {
        let [a, b, c] = map.vertices(triangle)?;
        let [first, second, third] = map.stored(triangle)?;
        Some(format!("triangle {triangle} · vertices {a}, {b}, {c}\nst ({first}) ({second}) ({third})"))
    });
    let zoom = if !state.is_large && state.small.view.is_fitted() { "Ctrl+wheel" } else { "Wheel" };
    widgets::note(ui, &text.unwrap_or_else(|| format!("{zoom} zooms, a drag shifts, a click selects.\n")));
}

/// The differences between the two lists of coordinates.
fn differences(ui: &mut Ui, subject: &Subject<'_>, list: UvList) {
    let Some(differences) = subject.map.and_then(|map| map.differences()) else { return };
    if differences.count == 0 && differences.missing == 0 {
        widgets::note(ui, "st and glcmds agree.");
        return;
    }
    let mut parts = Vec::new();
    if differences.count > 0 {
        let (count, largest) = (differences.count, differences.largest);
        parts.push(format!("st and glcmds differ in {count} triangles, by up to {largest:.1} texels"));
    }
    if differences.missing > 0 {
        let left_out = if list == UvList::Commands { ", and so not seen here" } else { "" };
        parts.push(format!("{} triangles are not in glcmds{left_out}", differences.missing));
    }
    let text = format!("{}. They are drawn red.", parts.join("; "));
    ui.add(egui::Label::new(RichText::new(text).small().color(style::ACCENT)).wrap());
}

/// The data of the picture.
fn numbers(ui: &mut Ui, subject: &Subject<'_>, state: &mut SkinTab) {
    let skin = subject.actor.current_skin();
    let index = image(subject);
    let picture = index.and_then(|index| subject.actor.outfit()?.images().get(index));
    let declared = subject.map.and_then(|map| map.skin_size());
    let mut rows: Vec<(&str, String)> = Vec::new();
    if let Some(picture) = picture {
        let [width, height] = picture.color.size();
        rows.push(("Picture", format!("{width} × {height}")));
        if let Some([wide, high]) = declared
            && [i64::from(wide), i64::from(high)] != [i64::from(width), i64::from(height)]
        {
            rows.push(("File declares", format!("{wide} × {high}")));
        }
    } else if let Some([wide, high]) = declared {
        rows.push(("File declares", format!("{wide} × {high}")));
    }
    if let Some(skin) = skin {
        let paint = skin.slot(subject.slot).paints().first();
        let path = paint.and_then(|paint| paint.picture.path()).map(|path| path.display().to_string());
        let place = path.or(paint.map(|paint| paint.picture.place())).unwrap_or_else(|| skin.place());
        let format = paint.and_then(|paint| paint.picture.path()).and_then(ImageFormat::from_name);
        let colors = match (index, subject.actor.outfit()) {
            (Some(index), Some(outfit)) => {
                state.picture.texture(ui.ctx(), outfit, index).map(|skin| skin.colors)
            }
            _ => None,
        };
        let colors = match colors {
            Some(Some(1)) => Some(String::from("one color")),
            Some(Some(count)) => Some(format!("{count} colors, a palette holds them")),
            Some(None) => Some(String::from("more than 256 colors")),
            None => None,
        };
        let format = format.map(|format| format.to_string());
        let format: Vec<String> = format.into_iter().chain(colors).collect();
        if !format.is_empty() {
            rows.push(("Format", format.join(" · ")));
        }
        rows.push(("Found", skin.reason().to_owned()));
        rows.push(("Path", place));
    }
    widgets::table(ui, rows.iter().map(|(name, value)| (*name, message(value).to_string())));
}
