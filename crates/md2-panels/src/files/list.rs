//! The list of files: the rows of the tree.

use egui::{
    Align2, Color32, FontId, Painter, Pos2, Rect, ScrollArea, Sense, Stroke, StrokeKind, TextStyle, Ui, Vec2,
    WidgetInfo, WidgetType, pos2, vec2,
};

use super::{FilesState, RowClick, menu};
use crate::input::PanelInput;
use crate::text::shown;
use crate::{elided, style, thumbnail, widgets};
use md2_browse::{Browser, EntryKind, NodeId, Row, ThumbnailSubject};

const ROW_HEIGHT: f32 = 32.0;
const ROW_GAP: f32 = 1.0;
const THUMBNAIL: f32 = 28.0;
const INDENT: f32 = 13.0;
/// The deepest level of the tree with its own indentation; deeper rows are not indented further.
const MAX_INDENT: u32 = 7;
const ARROW: f32 = 12.0;
/// The tooltip of a model that opens although it is damaged.
pub(super) const DAMAGED: &str = "The file is damaged: it is shown with repairs";

/// Shows the rows. Returns the clicked entry.
pub(super) fn show(
    ui: &mut Ui,
    input: &PanelInput<'_>,
    state: &mut FilesState,
) -> Option<(NodeId, RowClick)> {
    ui.spacing_mut().item_spacing.y = ROW_GAP;
    let tree = input.files.tree();
    let height = ui.available_height();
    let mut area = ScrollArea::vertical().id_salt("files").auto_shrink([false, false]).max_height(height);
    if let Some(offset) = state.next_offset(ROW_HEIGHT + ROW_GAP, 1, height) {
        area = area.vertical_scroll_offset(offset);
    }
    let all = std::mem::take(&mut state.rows);
    let width = ui.available_width();
    let mut clicked = None;
    let output = area.show_rows(ui, ROW_HEIGHT, all.len(), |ui, visible| {
        for index in visible {
            let row = &all[index];
            // During a search, a folder is open if something was found in it.
            let is_open = match state.filter.is_search() {
                false => tree.is_open(row.node),
                true => all.get(index + 1).is_some_and(|next| next.depth > row.depth),
            };
            let click = line(ui, input.files, (row, is_open), (state, width));
            clicked = click.map(|click| (row.node, click)).or(clicked);
        }
    });
    state.rows = all;
    // egui's scroll area may be higher than the available height, so that height is saved.
    (state.offset, state.height) = (output.state.offset.y, height);
    clicked
}

fn columns(row: &Row, kind: EntryKind) -> (f32, f32) {
    let arrow = 6.0 + INDENT * row.depth.min(MAX_INDENT) as f32;
    let icon = if matches!(kind, EntryKind::Folder | EntryKind::Archive) { 24.0 } else { THUMBNAIL + 6.0 };
    (arrow, arrow + ARROW + icon)
}

fn line(
    ui: &mut Ui,
    browser: &Browser,
    (row, is_open): (&Row, bool),
    (state, width): (&mut FilesState, f32),
) -> Option<RowClick> {
    let tree = browser.tree();
    let (node, kind) = (row.node, tree.kind(row.node));
    let name = shown(&tree.row_name(row));
    // Only the whole list can have the focus: arrow keys move through its rows.
    let (rect, response) = ui.allocate_exact_size(vec2(width, ROW_HEIGHT), Sense::CLICK);
    let is_current = browser.current() == Some(node);
    response.widget_info(|| WidgetInfo::selected(WidgetType::SelectableLabel, true, is_current, &name));
    let painter = ui.painter_at(rect);
    widgets::row_background(&painter, rect, is_current, response.hovered());
    if state.has_focus && state.cursor == Some(node) {
        painter.rect_stroke(rect.shrink(0.5), 4.0, Stroke::new(1.0, style::ACCENT), StrokeKind::Inside);
    }
    let (arrow, left) = columns(row, kind);
    let (x, icon_end) = (rect.left() + arrow, rect.left() + left);
    let y = rect.center().y;
    if kind.is_folder() {
        widgets::fold_mark(&painter, pos2(x + 4.0, y), is_open, 3.0, style::WEAK);
    }
    let arrow_end = x + ARROW;
    let mut reason = tree.reason(node).map(str::to_owned);
    let mut damage = None;
    if matches!(kind, EntryKind::Folder | EntryKind::Archive) {
        draw_folder(&painter, pos2(arrow_end, y), kind);
    } else {
        let center = pos2(arrow_end + THUMBNAIL / 2.0, y);
        let subject = ThumbnailSubject::File(tree.path(node));
        if let Err(unreadable) = draw_thumbnail(&painter, center, browser, &subject) {
            reason = reason.or(Some(unreadable));
        }
        damage = browser.is_damaged(&subject).then_some(DAMAGED);
        if tree.reason(node).is_none() {
            state.visible.push(subject);
        }
    }
    let color = match (&reason, is_current) {
        (Some(_), _) => style::ERROR,
        (None, true) => style::STRONG,
        (None, false) => style::TEXT,
    };
    let body = TextStyle::Body.resolve(ui.style());
    let is_listing = tree.is_being_listed(node) && tree.is_open(node);
    let end = pos2(rect.right() - 8.0, y);
    let sign = draw_sign(&painter, end, (reason.is_some(), damage.is_some(), is_listing), &body);
    let right = if tree.is_edited(node) { draw_dot(&painter, pos2(sign, y)) } else { sign };
    let galley = elided::path(ui, &name, body, color, (right - icon_end).max(0.0));
    painter.galley(pos2(icon_end, y - galley.size().y / 2.0), galley, color);
    let at_arrow = || response.interact_pointer_pos().is_some_and(|pointer| pointer.x < arrow_end);
    let clicked = match (response.clicked(), kind.is_folder() && at_arrow()) {
        (false, _) => None,
        (true, false) => Some(RowClick::Line),
        (true, true) => Some(RowClick::Arrow),
    };
    menu::show(&response, tree, node, reason.as_deref().or(damage)).or(clicked)
}

fn draw_thumbnail(
    painter: &Painter,
    center: Pos2,
    browser: &Browser,
    subject: &ThumbnailSubject,
) -> Result<(), String> {
    match browser.thumbnail(subject) {
        Some(Ok(image)) => thumbnail::draw(painter, center, THUMBNAIL, Color32::WHITE, image),
        Some(Err(reason)) => return Err(reason.clone()),
        None => {
            let place = Rect::from_center_size(center, Vec2::splat(THUMBNAIL));
            painter.rect_filled(place.shrink(4.0), 3.0, style::WELL);
        }
    }
    Ok(())
}

fn draw_sign(
    painter: &Painter,
    end: Pos2,
    (is_broken, is_damaged, is_listing): (bool, bool, bool),
    body: &FontId,
) -> f32 {
    if is_broken || is_damaged {
        let color = if is_broken { style::ERROR } else { style::ACCENT };
        painter.text(end, Align2::RIGHT_CENTER, "!", FontId::proportional(14.0), color);
        end.x - 10.0
    } else if is_listing {
        painter.text(end, Align2::RIGHT_CENTER, "…", body.clone(), style::WEAK);
        end.x - 14.0
    } else {
        end.x
    }
}

/// Draws the mark of a model with unsaved edits.
pub(super) fn draw_dot(painter: &Painter, end: Pos2) -> f32 {
    painter.circle_filled(end - vec2(4.0, 0.0), 3.0, style::ACCENT);
    end.x - 12.0
}

fn draw_folder(painter: &Painter, anchor: Pos2, kind: EntryKind) {
    let body = Rect::from_min_size(anchor + vec2(1.0, -5.0), vec2(17.0, 12.0));
    painter.rect_filled(Rect::from_min_size(anchor + vec2(1.0, -8.0), vec2(8.0, 5.0)), 1.5, style::WEAK);
    painter.rect_filled(body, 1.5, style::WEAK);
    if kind == EntryKind::Archive {
        let band = Rect::from_center_size(body.center(), vec2(3.0, 12.0));
        painter.rect_filled(band, 0.0, style::PANEL);
    }
}
