//! The models as a grid of thumbnails.

use egui::{Align2, Color32, FontId, ScrollArea, Ui, vec2};

use super::{FilesState, RowClick, list, menu};
use crate::input::PanelInput;
use crate::text::shown;
use crate::thumbnail::Cell;
use crate::{style, thumbnail};
use md2_browse::{NodeId, ThumbnailSubject};

const MIN_CELL: f32 = 104.0;
const GAP: f32 = 4.0;

/// Shows the cells. Only the visible ones cost time. Returns the clicked model.
pub(super) fn show(
    ui: &mut Ui,
    input: &PanelInput<'_>,
    state: &mut FilesState,
) -> Option<(NodeId, RowClick)> {
    let (width, height) =
        (ui.available_width() - ui.spacing().scroll.allocated_width(), ui.available_height());
    #[allow(clippy::cast_possible_truncation, reason = "casts of floats saturate, and no panel is that wide")]
    let columns = (((width + GAP) / (MIN_CELL + GAP)) as usize).max(1);
    let side = ((width + GAP) / columns as f32 - GAP).max(24.0);
    let size = vec2(side, side + thumbnail::CAPTION);
    // The selected model stays in sight when the panel gets its width.
    state.scrolls_to_cursor |= std::mem::replace(&mut state.columns, columns) != columns;
    ui.spacing_mut().item_spacing = vec2(GAP, GAP);
    let mut area = ScrollArea::vertical().id_salt("grid").auto_shrink([false, false]).max_height(height);
    if let Some(offset) = state.next_offset(size.y + GAP, columns, height) {
        area = area.vertical_scroll_offset(offset);
    }
    let all = std::mem::take(&mut state.rows);
    let mut clicked = None;
    let output = area.show_rows(ui, size.y, all.len().div_ceil(columns), |ui, visible| {
        for row in visible {
            let cells = &all[row * columns..all.len().min((row + 1) * columns)];
            ui.horizontal(|ui| {
                for cell in cells {
                    clicked = show_cell(ui, input, state, cell.node, size).or(clicked);
                }
            });
        }
    });
    state.rows = all;
    (state.offset, state.height) = (output.state.offset.y, height);
    clicked
}

fn show_cell(
    ui: &mut Ui,
    input: &PanelInput<'_>,
    state: &mut FilesState,
    node: NodeId,
    size: egui::Vec2,
) -> Option<(NodeId, RowClick)> {
    let tree = input.files.tree();
    let name = tree.name(node);
    let caption = match tree.parent(node).filter(|_| state.repeated.contains(&name.to_lowercase())) {
        Some(folder) => format!("{}/{name}", tree.name(folder)),
        None => name.to_owned(),
    };
    let subject = ThumbnailSubject::File(tree.path(node));
    let drawn = input.files.thumbnail(&subject);
    let reason = tree.reason(node).or(drawn.and_then(|drawn| drawn.as_ref().err().map(String::as_str)));
    let cell = Cell {
        size,
        image: drawn,
        tint: Color32::WHITE,
        name,
        caption: &shown(&caption),
        color: if reason.is_some() { style::ERROR } else { style::TEXT },
        is_current: input.files.current() == Some(node),
        is_at_cursor: state.has_focus && state.cursor == Some(node),
    };
    let response = cell.show(ui);
    if tree.is_edited(node) {
        list::draw_dot(ui.painter(), response.rect.right_top() + vec2(-6.0, 10.0));
    }
    let damage = input.files.is_damaged(&subject).then_some(list::DAMAGED);
    if damage.is_some() {
        let place = response.rect.left_top() + vec2(8.0, 4.0);
        ui.painter().text(place, Align2::LEFT_TOP, "!", FontId::proportional(16.0), style::ACCENT);
    }
    let click = menu::show(&response, tree, node, reason.or(damage));
    if tree.reason(node).is_none() {
        state.visible.push(subject);
    }
    click.or(response.clicked().then_some(RowClick::Line)).map(|click| (node, click))
}
