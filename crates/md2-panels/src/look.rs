//! The tab with the settings for the look of the model and the scene.
//!
//! The tab has two kinds of rows: a choice between values, and switches in two columns. [`show`] lists all rows.

use egui::containers::menu::MenuButton;
use egui::style::HandleShape;
use egui::{
    Align, Button, DragValue, Layout, Rect, Response, RichText, Sense, Slider, Stroke, StrokeKind, Ui,
    UiBuilder, pos2, vec2,
};

use md2_scene::change::faces_name;
use md2_scene::{
    Background, Blend, Brightness, Command, CommandCounts, Faces, FloorKind, Geometry, Lighting, Look,
    LookSwitch, Mistake, Workspace,
};

use super::{anti_aliasing, style, widgets};
use crate::action::Action;
use crate::equipment::lacks_skin_image;
use crate::input::PanelInput;
use crate::keys::{Shortcut, key_of, tooltip};

pub(super) fn show(ui: &mut Ui, input: &PanelInput<'_>, actions: &mut Vec<Action>) {
    let &PanelInput { workspace, renderer, .. } = input;
    let look = workspace.look();
    widgets::section(ui, "Model");
    let faces = Faces::ALL.map(|faces| (faces_name(faces), Look { faces, ..*look }));
    choice(ui, ("Faces", Shortcut::NextFaces), (look, faces), actions);
    let lights = Lighting::ALL.map(|light| (light.name(), Look { light, ..*look }));
    choice(ui, ("Light", Shortcut::NextLight), (look, lights), actions);
    title(ui, "Brightness", &[Shortcut::Darker, Shortcut::Brighter], |_| {});
    brightness(ui, look, actions);
    let has_own_normals = workspace.drawn().any(|drawn| drawn.document.own_normals.is_some());
    let own_normals = look_switch(look.own_normals, LookSwitch::OwnNormals);
    let is_bare = lacks_skin_image(workspace);
    let rows = [
        look_switch(look.two_sided, LookSwitch::TwoSided),
        if is_bare {
            look_switch(look.checker, LookSwitch::Checker)
        } else {
            look_switch(look.smooth, LookSwitch::Smooth)
        },
        look_switch(look.crossfade, LookSwitch::Crossfade),
        look_switch(look.steady, LookSwitch::Steady),
    ];
    let rows: Vec<SwitchRow> = rows.into_iter().chain(has_own_normals.then_some(own_normals)).collect();
    switches(ui, workspace, &rows, actions);
    if let Some(note) = steady_note(workspace, renderer.restoring) {
        widgets::note(ui, &format!("Steady motion: {note}"));
    }

    widgets::section(ui, "Scene");
    let color_field = |ui: &mut Ui| typed_color(ui, look.background, actions);
    title(ui, "Background", &[Shortcut::NextBackground], color_field);
    backgrounds(ui, look.background, actions);
    let floors = FloorKind::ALL.map(|floor| (floor.name(), Look { floor, ..*look }));
    choice(ui, ("Floor", Shortcut::ToggleFloor), (look, floors), actions);
    let camera = workspace.camera();
    let rows = [
        ("Turntable", camera.auto_orbit, Shortcut::ToggleOrbit),
        ("Perspective", !camera.orthographic, Shortcut::ToggleOrthographic),
        ("Weapon view", workspace.weapon_view(), Shortcut::ToggleWeaponView),
    ];
    switches(ui, workspace, &rows, actions);

    ui.add_space(6.0);
    ui.separator();
    ui.horizontal(|ui| {
        ui.label(RichText::new("Overlays").color(style::STRONG));
        ui.with_layout(Layout::right_to_left(Align::Center), |ui| lessons(ui, workspace, actions));
    });
    let rows = [
        look_switch(look.inspect, LookSwitch::Inspect),
        look_switch(look.onion, LookSwitch::Onion),
        look_switch(look.normals, LookSwitch::Normals),
        look_switch(look.boxes, LookSwitch::Boxes),
    ];
    switches(ui, workspace, &rows, actions);
    ui.horizontal(|ui| anti_aliasing::choice(ui, renderer.samples, actions));
    anti_aliasing::explain(ui, renderer.samples);
    if let Some(note) = commands_note(workspace) {
        widgets::note(ui, &note);
    }
    ui.add_space(6.0);
    resets(ui, workspace, actions);
}

fn resets(ui: &mut Ui, workspace: &Workspace, actions: &mut Vec<Action>) {
    ui.horizontal(|ui| {
        ui.spacing_mut().item_spacing.x = 6.0;
        for (name, action, is_enabled) in [
            ("Fit view", Shortcut::FrameModel, true),
            ("Reset view", Shortcut::ResetView, true),
            ("Reset look", Shortcut::ResetLook, *workspace.look() != Look::default()),
        ] {
            let button = ui.add_enabled(is_enabled, Button::new(name));
            if button.on_hover_text(tooltip(action)).clicked() {
                actions.push(action.action(workspace));
            }
        }
    });
}

fn lessons(ui: &mut Ui, workspace: &Workspace, actions: &mut Vec<Action>) {
    let look = workspace.look();
    let Look { geometry, blend, mistake, .. } = *look;
    let is_used = mistake.is_some() || (geometry, blend) != (Geometry::Triangles, Blend::Linear);
    let button = Button::selectable(is_used, "Lessons ⏷").frame_when_inactive(true);
    let has_commands = workspace.document().format().features().has_commands;
    let menu = MenuButton::from_button(button).ui(ui, |ui| {
        let mut row = |ui: &mut Ui, name, look: Look, is_enabled: bool| {
            let button = Button::selectable(look == *workspace.look(), name);
            let button = ui.add_enabled(is_enabled, button);
            if button.on_disabled_hover_text("Only MD2 models have OpenGL commands").clicked() {
                let mistake = look.mistake.filter(|_| look.mistake != workspace.look().mistake);
                let commands = mistake.map_or_else(
                    || vec![Command::SetLook(look)],
                    |mistake| workspace.mistake_commands(mistake),
                );
                actions.extend(commands.into_iter().map(Action::from));
            }
        };
        ui.label("Geometry");
        for geometry in Geometry::ALL {
            let is_possible = has_commands || geometry == Geometry::Triangles;
            row(ui, geometry.label(), Look { geometry, ..*look }, is_possible);
        }
        ui.separator();
        ui.label("Blend");
        Blend::ALL.into_iter().for_each(|blend| row(ui, blend.label(), Look { blend, ..*look }, true));
        ui.separator();
        ui.label("Mistake");
        for mistake in std::iter::once(None).chain(Mistake::ALL.map(Some)) {
            row(ui, mistake.map_or("None", Mistake::label), Look { mistake, ..*look }, true);
        }
    });
    menu.0.on_hover_text(
        "Draws the OpenGL commands of the file, or the model as programs with a classic mistake do",
    );
}

fn commands_note(workspace: &Workspace) -> Option<String> {
    let document = workspace.document();
    if workspace.look().geometry == Geometry::Triangles || !document.format().features().has_commands {
        return None;
    }
    Some(workspace.drawn_commands(document).map_or_else(
        || String::from("No valid OpenGL commands; the triangle list is drawn"),
        |counts| {
            let CommandCounts { strips, fans, vertices, .. } = counts;
            let saved = counts.vertices_saved();
            format!(
                "{strips} strips, {fans} fans, {vertices} vertices: {saved} fewer than a list without indices"
            )
        },
    ))
}

fn title(ui: &mut Ui, name: &str, actions: &[Shortcut], field: impl FnOnce(&mut Ui)) {
    ui.add_space(2.0);
    ui.horizontal(|ui| {
        ui.label(name);
        ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
            ui.spacing_mut().item_spacing.x = 4.0;
            for &action in actions.iter().rev() {
                widgets::key_cap(ui, key_of(action));
            }
            field(ui);
        });
    });
}

const CHOICE_NAME: f32 = 38.0;
const CHOICE_GAP: f32 = 4.0;

fn choice<const N: usize>(
    ui: &mut Ui,
    (name, action): (&str, Shortcut),
    (current, options): (&Look, [(&str, Look); N]),
    actions: &mut Vec<Action>,
) {
    ui.horizontal(|ui| {
        ui.spacing_mut().item_spacing.x = CHOICE_GAP;
        ui.spacing_mut().button_padding.x = 2.0;
        let label = ui.label(name);
        ui.add_space(CHOICE_NAME - label.rect.width());
        let key = key_of(action);
        let options = options.map(|(name, look)| {
            let name = widgets::capitalized(name);
            (text_width(ui, &name), name, look)
        });
        // Names have different lengths: each button gets the width of its name and the same margin.
        let names: f32 = options.iter().map(|(width, ..)| width).sum();
        let room = ui.available_width() - widgets::key_cap_size(ui, key).x - names;
        let margin = (room / N as f32 - CHOICE_GAP).max(0.0);
        for (width, name, look) in options {
            let button = Button::selectable(look == *current, name).frame_when_inactive(true);
            let mut response = ui.add_sized(vec2(width + margin, 24.0), button);
            // The key of the row does not select the grid.
            if action == Shortcut::ToggleFloor && look.floor == FloorKind::Grid {
                response = response.on_hover_text(tooltip(Shortcut::ToggleGrid));
            }
            if response.clicked() && look != *current {
                actions.push(Command::SetLook(look).into());
            }
        }
        widgets::key_cap(ui, key);
    });
}

type SwitchRow = (&'static str, bool, Shortcut);

fn look_switch(is_on: bool, switch: LookSwitch) -> SwitchRow {
    (switch.name(), is_on, Shortcut::Toggle(switch))
}

fn switch_tooltip(shortcut: Shortcut) -> String {
    let text = match shortcut {
        Shortcut::Toggle(LookSwitch::Steady) => {
            "MD2 and MDL files store positions in 8 bits, so that slow motion trembles. Steady computes a smooth motion that \
             rounds to the same bytes. The file does not change."
        }
        Shortcut::Toggle(LookSwitch::Crossfade) => {
            "Blends from the old to the new sequence for 0.15 seconds instead of jumping to it"
        }
        Shortcut::Toggle(LookSwitch::Onion) => {
            "Shows the frame before in blue and the frame after in orange, as translucent shapes"
        }
        Shortcut::Toggle(LookSwitch::Boxes) => {
            "Shows the bounding box of this frame, the bounding box of all frames, and the axes of the tags at which other models \
             are mounted"
        }
        other => return tooltip(other),
    };
    format!("{text} ({})", key_of(shortcut))
}

const COLUMN_GAP: f32 = 6.0;
const KEY_GAP: f32 = 3.0;
const SWITCH_GAP: f32 = 2.0;
const SWITCH_HEIGHT: f32 = 24.0;

fn switches(ui: &mut Ui, workspace: &Workspace, rows: &[SwitchRow], actions: &mut Vec<Action>) {
    ui.add_space(4.0);
    ui.scope(|ui| {
        ui.spacing_mut().icon_spacing = 4.0;
        ui.spacing_mut().item_spacing = vec2(COLUMN_GAP, SWITCH_GAP);
        let whole = ui.available_width();
        let half = ((whole - COLUMN_GAP) / 2.0).floor();
        let (narrow, wide): (Vec<&SwitchRow>, Vec<&SwitchRow>) =
            rows.iter().partition(|(name, _, action)| switch_width(ui, name, *action) <= half);
        let line = |ui: &mut Ui| ui.allocate_space(vec2(whole, SWITCH_HEIGHT)).1;
        for pair in narrow.chunks(2) {
            let line = line(ui);
            for (row, left) in pair.iter().zip([line.left(), line.right() - half]) {
                let place = Rect::from_min_size(pos2(left, line.top()), vec2(half, SWITCH_HEIGHT));
                switch(ui, place, workspace, row, actions);
            }
        }
        for row in wide {
            let place = line(ui);
            switch(ui, place, workspace, row, actions);
        }
    });
}

fn switch_width(ui: &Ui, name: &str, action: Shortcut) -> f32 {
    let spacing = ui.spacing();
    let icon = spacing.icon_width + spacing.icon_spacing;
    icon + text_width(ui, name) + KEY_GAP + widgets::key_cap_size(ui, key_of(action)).x
}

fn text_width(ui: &Ui, text: &str) -> f32 {
    let font = egui::TextStyle::Button.resolve(ui.style());
    ui.painter().layout_no_wrap(text.to_owned(), font, style::TEXT).size().x
}

fn switch(
    ui: &mut Ui,
    place: Rect,
    workspace: &Workspace,
    &(name, on, action): &SwitchRow,
    actions: &mut Vec<Action>,
) {
    let inside = UiBuilder::new().max_rect(place).layout(Layout::left_to_right(Align::Center));
    ui.scope_builder(inside, |ui| {
        ui.spacing_mut().item_spacing.x = 0.0;
        let mut value = on;
        if ui.checkbox(&mut value, name).on_hover_text(switch_tooltip(action)).changed() {
            actions.push(action.action(workspace));
        }
        ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
            widgets::key_cap(ui, key_of(action));
        });
    });
}

fn brightness(ui: &mut Ui, look: &Look, actions: &mut Vec<Action>) {
    let range = Brightness::MIN.factor()..=Brightness::MAX.factor();
    let mut factor = look.brightness.factor();
    let [least, most] = [*range.start(), *range.end()];
    let slider = Slider::new(&mut factor, range).logarithmic(true).prefix("× ").fixed_decimals(2);
    ui.spacing_mut().slider_width = ui.available_width() - 66.0;
    ui.visuals_mut().handle_shape = HandleShape::Circle;
    let response = ui.add_enabled(look.light != Lighting::None, slider);
    // The handle has the color of that of the timeline.
    let (rect, radius) = (response.rect, ui.spacing().interact_size.y / 2.5);
    let ends = rect.left() + radius..=rect.left() + ui.spacing().slider_width - radius;
    let place = (factor / least).ln() / (most / least).ln();
    if response.enabled() {
        let at = pos2(egui::lerp(ends, place), rect.center().y);
        ui.painter().circle_filled(at, 0.6 * radius, style::ACCENT);
    }
    if response.double_clicked() {
        actions.push(Command::SetBrightness(Brightness::NORMAL).into());
    } else if response.changed() {
        actions.push(Command::SetBrightness(Brightness::new(factor)).into());
    }
    response.on_disabled_hover_text("No effect without light");
}

fn backgrounds(ui: &mut Ui, current: Background, actions: &mut Vec<Action>) {
    ui.horizontal(|ui| {
        let gap = 4.0;
        ui.spacing_mut().item_spacing.x = gap;
        let count = Background::NAMED.len() as f32 + 1.0;
        let size = vec2((ui.available_width() - gap * (count - 1.0)) / count, 24.0);
        for background in Background::NAMED {
            let name = widgets::capitalized(&background.to_string());
            let response = swatch(ui, size, background, background == current);
            if response.on_hover_text(name).clicked() {
                actions.push(Command::SetBackground(background).into());
            }
        }
        let mut color = current.colors()[0].map(byte);
        ui.spacing_mut().interact_size = size;
        let response = ui.color_edit_button_srgb(&mut color);
        if response.changed() {
            actions.push(Command::SetBackground(Background::Plain(color)).into());
        }
        // The dots distinguish the custom color from the named ones.
        let ink = if color.iter().map(|&part| u32::from(part)).sum::<u32>() < 384 {
            style::TEXT
        } else {
            style::WELL
        };
        let font = egui::TextStyle::Body.resolve(ui.style());
        ui.painter().text(response.rect.center(), egui::Align2::CENTER_CENTER, "…", font, ink);
        if matches!(current, Background::Plain(_)) {
            mark_current(ui, response.rect);
        }
        response.on_hover_text("Custom color");
    });
}

fn typed_color(ui: &mut Ui, current: Background, actions: &mut Vec<Action>) {
    let [r, g, b] = current.colors()[0].map(byte);
    let mut number = u32::from_be_bytes([0, r, g, b]);
    let parse = |text: &str| match text.trim().parse() {
        Ok(Background::Plain([r, g, b])) => Some(f64::from(u32::from_be_bytes([0, r, g, b]))),
        _ => None,
    };
    let field = DragValue::new(&mut number).range(0..=0xff_ffff).speed(0.0).custom_parser(parse);
    let field = field.custom_formatter(move |_, _| format!("#{r:02x}{g:02x}{b:02x}"));
    let field = field.update_while_editing(false);
    if ui.add(field).on_hover_text("Click to type a color").changed() {
        let [_, r, g, b] = number.to_be_bytes();
        actions.push(Command::SetBackground(Background::Plain([r, g, b])).into());
    }
}

fn swatch(ui: &mut Ui, size: egui::Vec2, background: Background, is_current: bool) -> Response {
    let (rect, response) = ui.allocate_exact_size(size, Sense::click());
    let name = background.to_string();
    response.widget_info(|| egui::WidgetInfo::labeled(egui::WidgetType::Button, true, &name));
    let [top, bottom] = background.colors().map(|color| {
        let [r, g, b] = color.map(byte);
        egui::Color32::from_rgb(r, g, b)
    });
    let mut mesh = egui::Mesh::default();
    for (y, color) in [(rect.top(), top), (rect.bottom(), bottom)] {
        mesh.colored_vertex(pos2(rect.left(), y), color);
        mesh.colored_vertex(pos2(rect.right(), y), color);
    }
    mesh.add_triangle(0, 1, 2);
    mesh.add_triangle(1, 3, 2);
    ui.painter().add(mesh);
    if is_current {
        mark_current(ui, rect);
    } else {
        let line = if response.hovered() { style::WEAK } else { style::LINE };
        ui.painter().rect_stroke(rect, 2.0, Stroke::new(1.0, line), StrokeKind::Inside);
    }
    response
}

fn mark_current(ui: &Ui, rect: Rect) {
    ui.painter().rect_stroke(rect, 2.0, Stroke::new(2.0, style::ACCENT), StrokeKind::Inside);
}

#[allow(clippy::cast_possible_truncation, reason = "casts of floats saturate")]
fn byte(part: f32) -> u8 {
    (part * 255.0).round() as u8
}

fn steady_note(workspace: &Workspace, restoring: Option<f32>) -> Option<String> {
    let mut documents = workspace.drawn().map(|drawn| drawn.document);
    if !workspace.look().steady {
        None
    } else if let Some(part) = restoring {
        Some(format!("restoring, {:.0} %", part * 100.0))
    } else if !documents.any(|document| document.has_8_bit_keys()) {
        Some(String::from("not needed, 16-bit vertices"))
    } else if workspace.unrestored_documents().next().is_none() {
        Some(String::from("motion restored"))
    } else {
        None
    }
}
