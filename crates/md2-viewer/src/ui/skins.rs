//! Skins as pictures, to choose from: their icons where they have some, else what they are painted like.

use std::path::Path;

use egui::{
    Align2, Color32, Rect, RichText, Sense, Stroke, StrokeKind, TextStyle, Ui, WidgetInfo, WidgetType, pos2,
    vec2,
};
use md2_scene::{Choice, Command, Skin};

use super::{Seen, style};
use crate::browser::Subject;
use crate::text::{message, shown};
use crate::wish::Wish;

const CELL: f32 = 70.0;
const PICTURE: f32 = 64.0;
const LABEL: f32 = 16.0;
/// More than these stand in the list alone.
const MAX_SHOWN: usize = 60;
/// What skins of teams are called, which come last: those of the two in a game for the flag.
const TEAMS: [&str; 4] = ["ctf_r", "ctf_b", "red", "blue"];
/// What the folder above players is called.
const PLAYERS: &str = "players";

/// The skins of the figure that are files, side by side. What is in sight is noted, to be drawn.
pub(super) fn show(ui: &mut Ui, seen: &Seen<'_>, sights: &mut Vec<Subject>, wishes: &mut Vec<Wish>) {
    let workspace = seen.workspace;
    let mut skins: Vec<(usize, &Skin, &Path)> = workspace
        .skins()
        .enumerate()
        .filter_map(|(index, skin)| Some((index, skin, skin.path()?)))
        .take(MAX_SHOWN)
        .collect();
    if skins.len() < 2 {
        return;
    }
    let is_player = workspace.document().path().is_some_and(|path| {
        path.ancestors()
            .nth(2)
            .and_then(Path::file_name)
            .is_some_and(|name| name.eq_ignore_ascii_case(PLAYERS))
    });
    skins.sort_by_key(|(_, skin, _)| is_player && is_for_team(skin.label()));
    let worn = workspace.worn_index();
    ui.add_space(4.0);
    ui.horizontal_wrapped(|ui| {
        ui.spacing_mut().item_spacing = vec2(4.0, 4.0);
        for (index, skin, path) in skins {
            let subject = Subject::Skin { picture: path.to_owned(), label: skin.label().to_owned() };
            if cell(ui, seen, &subject, skin, worn == Some(index)).clicked() {
                wishes.push(Command::WearAll(Choice::Index(index)).into());
            }
            sights.push(subject);
        }
    });
}

fn is_for_team(label: &str) -> bool {
    let stem = label.rsplit_once('.').map_or(label, |(stem, _)| stem);
    TEAMS.iter().any(|team| stem.eq_ignore_ascii_case(team))
}

fn cell(ui: &mut Ui, seen: &Seen<'_>, subject: &Subject, skin: &Skin, is_worn: bool) -> egui::Response {
    let (rect, response) = ui.allocate_exact_size(vec2(CELL, PICTURE + LABEL + 6.0), Sense::click());
    response.widget_info(|| WidgetInfo::selected(WidgetType::SelectableLabel, true, is_worn, skin.label()));
    let painter = ui.painter_at(rect);
    let fill = if is_worn { style::ACCENT_DARK } else { style::WELL };
    painter.rect_filled(rect, 4.0, fill);
    if is_worn || response.hovered() {
        let color = if is_worn { style::ACCENT } else { style::LINE };
        painter.rect_stroke(rect, 4.0, Stroke::new(1.0, color), StrokeKind::Inside);
    }
    let middle = pos2(rect.center().x, rect.top() + 3.0 + PICTURE / 2.0);
    let unreadable = seen.workspace.why_unreadable(skin);
    match seen.files.look(subject) {
        Some(Ok(texture)) => {
            let [width, height] = texture.size().map(|side| side as f32);
            let scale = (PICTURE - 4.0) / width.max(height).max(1.0);
            let place = Rect::from_center_size(middle, vec2(width, height) * scale);
            let whole = Rect::from_min_max(pos2(0.0, 0.0), pos2(1.0, 1.0));
            let tint = if unreadable.is_some() { Color32::from_gray(90) } else { Color32::WHITE };
            painter.image(texture.id(), place, whole, tint);
        }
        Some(Err(_)) => {
            painter.text(
                middle,
                Align2::CENTER_CENTER,
                "!",
                TextStyle::Heading.resolve(ui.style()),
                style::ERROR,
            );
        }
        None => {}
    }
    let color = match (unreadable.is_some(), is_worn) {
        (true, _) => style::ERROR,
        (false, true) => style::STRONG,
        (false, false) => style::TEXT,
    };
    let label = skin.label();
    let name = shown(label.rsplit_once('.').map_or(label, |(stem, _)| stem)).to_string();
    let text = egui::WidgetText::from(RichText::new(name).small().color(color));
    let galley = text.into_galley(ui, Some(egui::TextWrapMode::Truncate), CELL - 8.0, TextStyle::Small);
    let at = pos2(rect.center().x - galley.size().x / 2.0, rect.bottom() - LABEL);
    painter.galley(at, galley, color);
    let about = unreadable.unwrap_or(skin.reason());
    response.on_hover_text(format!("{}\n{}", shown(label), message(about)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn skins_of_teams_are_told_by_their_names() {
        for name in ["ctf_r.pcx", "CTF_B.PCX", "red", "blue"] {
            assert!(is_for_team(name), "{name}");
        }
        assert!(!is_for_team("redneck.pcx") && !is_for_team("grunt.pcx"));
    }
}
