//! The list of findings. Rows have different heights, which are computed in advance; only visible rows are drawn.

use std::collections::HashSet;
use std::sync::Arc;

use egui::text::LayoutJob;
use egui::{Color32, FontId, Painter, Rect, Response, Sense, TextFormat, Ui, pos2, vec2};
use md2_load::{Finding, Severity};

use super::groups::{FindingFilter, FindingGroup};
use crate::text::{brief, message};
use crate::{style, widgets};
use md2_scene::findings::{CheckedFile, located_sentence};

const MAX_OPEN_GROUP: usize = 3;
/// The maximum number of findings in a group that shows each of them in full. Larger groups shorten all findings,
/// except the selected one, to two lines.
const MAX_FULL_GROUP: usize = 50;

/// The maximum number of characters of a found value in the row of a finding. The tooltip shows the whole value.
const MAX_FOUND: usize = 140;

const BODY: f32 = 13.0;
const SMALL: f32 = 11.5;
const ITEM_INDENT: f32 = 16.0;
const BYTE_WIDTH: f32 = 62.0;
const COMPACT_HEIGHT: f32 = 37.0;
const MARGIN: f32 = 4.0;
const NOTES_HEIGHT: f32 = 26.0;

const NOTES: &str = "notes";

#[derive(Clone, Debug)]
pub(super) struct FileEntry {
    pub(super) name: String,
    pub(super) checked: Option<Arc<CheckedFile>>,
    pub(super) notes: Vec<FileNote>,
    pub(super) is_repaired: bool,
}

#[derive(Clone, Debug)]
pub(super) struct FileNote {
    pub(super) tone: Tone,
    pub(super) text: String,
}

#[derive(Clone, Copy, Debug)]
pub(super) enum Tone {
    Important,
    Quiet,
    Repair,
}

impl FileNote {
    pub(super) fn new(tone: Tone, text: impl Into<String>) -> Self {
        Self { tone, text: text.into() }
    }
}

#[derive(Debug)]
pub(super) struct FindingList {
    groups: Vec<FindingGroup>,
    rows: Vec<ListRow>,
    width: f32,
    scale: f32,
}

#[derive(Clone, Copy, Debug)]
struct ListRow {
    top: f32,
    height: f32,
    kind: RowKind,
}

#[derive(Clone, Copy, Debug)]
enum RowKind {
    File(usize),
    Note(usize, usize),
    Save(usize),
    Group(usize),
    Notes(usize, usize),
    Item(usize, usize),
    More(usize),
}

/// The identity of a group in all versions of the list: the index of the file, and the code of the findings in the group.
pub(super) type GroupKey = (usize, &'static str);

/// The identity of a finding in all versions of the list: the index of the file, and the index of the finding in its report.
pub(super) type ItemKey = (usize, usize);

#[derive(Clone, Copy, Debug)]
pub(super) struct ListInput<'a> {
    pub(super) entries: &'a [FileEntry],
    pub(super) toggled: &'a HashSet<GroupKey>,
    pub(super) selected: Option<ItemKey>,
}

#[derive(Clone, Copy, Debug)]
pub(super) enum ListClick {
    Group(GroupKey),
    Item(ItemKey),
    Save(usize),
}

impl FindingList {
    pub(super) fn new(ui: &Ui, input: ListInput<'_>, filter: &FindingFilter) -> Self {
        let width = ui.available_width();
        let groups = input.entries.iter().enumerate().flat_map(|(file, entry)| {
            let report = entry.checked.as_ref().and_then(|checked| checked.outcome.as_ref().ok());
            report.map_or_else(Vec::new, |report| filter.groups(file, report))
        });
        let mut list =
            Self { groups: groups.collect(), rows: Vec::new(), width, scale: ui.ctx().pixels_per_point() };
        let painter = ui.painter();
        let mut index = 0;
        for (file, entry) in input.entries.iter().enumerate() {
            let height = painter.layout_job(file_job(entry, width)).size().y + 2.0 * MARGIN;
            list.push(RowKind::File(file), height);
            for (nth, note) in entry.notes.iter().enumerate() {
                let height = painter.layout_job(note_job(note, width)).size().y + MARGIN;
                list.push(RowKind::Note(file, nth), height);
            }
            if entry.is_repaired {
                list.push(RowKind::Save(file), 32.0);
            }
            let end = index + list.groups[index..].iter().take_while(|group| group.file == file).count();
            let is_note = |group: &FindingGroup| group.severity == Severity::Note;
            let notes = index + list.groups[index..end].iter().take_while(|group| !is_note(group)).count();
            for index in index..notes {
                list.push_group(index, input, painter);
            }
            let count = end - notes;
            if count > 0 {
                list.push(RowKind::Notes(file, count), NOTES_HEIGHT);
            }
            if input.toggled.contains(&(file, NOTES)) {
                for index in notes..end {
                    list.push_group(index, input, painter);
                }
            }
            index = end;
        }
        list
    }

    fn push_group(&mut self, index: usize, input: ListInput<'_>, painter: &Painter) {
        let group = &self.groups[index];
        let height = painter.layout_job(group_job(group, self.width)).size().y + 2.0 * MARGIN;
        let (key, count, more) = (group.key(), group.findings.len(), group.more);
        self.push(RowKind::Group(index), height);
        if !is_open(&self.groups[index], input.toggled) {
            return;
        }
        for nth in 0..count {
            let number = self.groups[index].findings[nth];
            let is_compact = count > MAX_FULL_GROUP && input.selected != Some((key.0, number));
            let height = match finding(input.entries, key.0, number) {
                Some(finding) if !is_compact => {
                    let [place, body] = item_jobs(finding, self.width, false);
                    painter.layout_job(place).size().y + painter.layout_job(body).size().y + 2.0 * MARGIN
                }
                _ => COMPACT_HEIGHT,
            };
            self.push(RowKind::Item(index, nth), height);
        }
        if more > 0 {
            self.push(RowKind::More(index), 22.0);
        }
    }

    fn push(&mut self, kind: RowKind, height: f32) {
        let top = self.height();
        self.rows.push(ListRow { top, height, kind });
    }

    pub(super) fn height(&self) -> f32 {
        self.rows.last().map_or(0.0, |row| row.top + row.height)
    }

    pub(super) fn fits(&self, ui: &Ui) -> bool {
        self.width == ui.available_width() && self.scale == ui.ctx().pixels_per_point()
    }

    pub(super) fn count(&self) -> usize {
        self.groups.len()
    }

    pub(super) fn show(
        &self,
        ui: &mut Ui,
        (from, to): (f32, f32),
        input: ListInput<'_>,
    ) -> Option<ListClick> {
        let origin = ui.max_rect().min;
        let first = self.rows.partition_point(|row| row.top + row.height < from);
        let rows = self.rows[first..].iter().take_while(|row| row.top <= to);
        let mut click = None;
        for (nth, row) in rows.enumerate() {
            let rect = Rect::from_min_size(origin + vec2(0.0, row.top), vec2(self.width, row.height));
            let id = ui.id().with(first + nth);
            click = click.or(self.row(ui, row.kind, rect, id, input));
        }
        click
    }

    fn row(
        &self,
        ui: &mut Ui,
        kind: RowKind,
        rect: Rect,
        id: egui::Id,
        ListInput { entries, toggled, selected }: ListInput<'_>,
    ) -> Option<ListClick> {
        let painter = &ui.painter().clone();
        let inner = rect.shrink2(vec2(0.0, MARGIN));
        match kind {
            RowKind::File(file) => {
                let galley = painter.layout_job(file_job(&entries[file], self.width));
                painter.galley(inner.min, galley, style::STRONG);
                None
            }
            RowKind::Note(file, nth) => {
                let note = &entries[file].notes[nth];
                if matches!(note.tone, Tone::Repair) {
                    painter.circle_filled(pos2(rect.left() + 3.0, rect.top() + 8.0), 1.5, style::WEAK);
                }
                let left = vec2(note_indent(note), 0.0);
                painter.galley(rect.min + left, painter.layout_job(note_job(note, self.width)), style::TEXT);
                None
            }
            RowKind::Save(file) => {
                let button = egui::Button::new("Save repaired copy");
                let place = Rect::from_min_size(rect.min, vec2(rect.width().min(170.0), 26.0));
                let response = ui.new_child(egui::UiBuilder::new().max_rect(place)).put(place, button);
                let tip = "Save a new file next to the model. The damaged file is unchanged.";
                response.on_hover_text(tip).clicked().then_some(ListClick::Save(file))
            }
            RowKind::Group(index) => {
                let group = &self.groups[index];
                let response = clickable(ui, rect, id, group.code);
                let is_open = is_open(group, toggled);
                let middle = pos2(rect.left() + 5.0, inner.top() + 8.0);
                widgets::fold_mark(painter, middle, is_open, 3.5, color(group.severity));
                let galley = painter.layout_job(group_job(group, self.width));
                painter.galley(inner.min + vec2(ITEM_INDENT, 0.0), galley, style::TEXT);
                response.clicked().then_some(ListClick::Group(group.key()))
            }
            RowKind::Notes(file, count) => {
                let response = clickable(ui, rect, id, "notes");
                let is_open = toggled.contains(&(file, NOTES));
                let middle = pos2(rect.left() + 5.0, rect.center().y);
                widgets::fold_mark(painter, middle, is_open, 3.5, style::WEAK);
                let (at, font) = (rect.left_center() + vec2(ITEM_INDENT, 0.0), FontId::proportional(BODY));
                let text = format!("Notes ({count})");
                painter.text(at, egui::Align2::LEFT_CENTER, text, font, style::WEAK);
                response.clicked().then_some(ListClick::Group((file, NOTES)))
            }
            RowKind::Item(index, nth) => {
                let group = &self.groups[index];
                let key = (group.file, group.findings[nth]);
                let finding = finding(entries, key.0, key.1)?;
                let is_compact = group.findings.len() > MAX_FULL_GROUP && selected != Some(key);
                item(ui, rect, id, finding, is_compact, selected == Some(key)).then_some(ListClick::Item(key))
            }
            RowKind::More(index) => {
                let text = format!("and {} more", self.groups[index].more);
                let (at, font) = (inner.min + vec2(ITEM_INDENT, 0.0), FontId::proportional(SMALL));
                painter.text(at, egui::Align2::LEFT_TOP, text, font, style::WEAK);
                None
            }
        }
    }
}

impl FindingGroup {
    pub(super) fn key(&self) -> GroupKey {
        (self.file, self.code)
    }
}

fn is_open(group: &FindingGroup, toggled: &HashSet<GroupKey>) -> bool {
    (group.count() <= MAX_OPEN_GROUP) != toggled.contains(&group.key())
}

pub(super) fn finding(entries: &[FileEntry], file: usize, number: usize) -> Option<&Finding> {
    entries.get(file)?.checked.as_ref()?.outcome.as_ref().ok()?.findings.get(number)
}

fn item(ui: &Ui, rect: Rect, id: egui::Id, finding: &Finding, is_compact: bool, is_selected: bool) -> bool {
    let has_piece = finding.piece.is_some();
    let painter = ui.painter();
    if is_selected {
        painter.rect_filled(rect, 4.0, style::ACCENT_DARK);
    }
    let response = if has_piece {
        clickable(ui, rect, id, &finding.place)
    } else {
        ui.interact(rect, id, Sense::hover())
    };
    let [place, body] = item_jobs(finding, rect.width(), is_compact);
    let position = rect.min + vec2(ITEM_INDENT, MARGIN);
    let place = painter.layout_job(place);
    let body_at = position + vec2(0.0, place.size().y);
    if has_piece {
        link_mark(painter, pos2(rect.left() + 6.0, position.y + 8.0));
    }
    painter.galley(position, place, style::TEXT);
    painter.galley(body_at, painter.layout_job(body), style::TEXT);
    let byte = format!("{:#x}", finding.offset);
    let right = pos2(rect.right() - 4.0, rect.top() + MARGIN + 1.0);
    painter.text(right, egui::Align2::RIGHT_TOP, byte, FontId::proportional(SMALL), style::WEAK);
    response
        .on_hover_ui(|ui| {
            ui.set_max_width(360.0);
            ui.label(message(&located_sentence(finding)));
            let explained =
                egui::RichText::new(without_marks(finding.explanation)).small().color(style::WEAK);
            ui.label(explained);
            let hint = match finding.piece {
                Some(_) => "Click to select the frame, triangle or vertex",
                None => "Not a visible part of the model",
            };
            ui.label(egui::RichText::new(hint).small().color(style::WEAK));
        })
        .clicked()
}

fn clickable(ui: &Ui, rect: Rect, id: egui::Id, label: &str) -> Response {
    let response = ui.interact(rect, id, Sense::click());
    response.widget_info(|| egui::WidgetInfo::labeled(egui::WidgetType::Button, true, label));
    if response.hovered() {
        ui.painter().rect_filled(rect, 4.0, style::LINE.gamma_multiply(0.6));
        ui.ctx().set_cursor_icon(egui::CursorIcon::PointingHand);
    }
    response
}

fn link_mark(painter: &Painter, middle: egui::Pos2) {
    let tip = [vec2(-2.0, -3.5), vec2(2.5, 0.0), vec2(-2.0, 3.5)].map(|offset| middle + offset);
    painter.add(egui::Shape::convex_polygon(tip.to_vec(), style::ACCENT, egui::Stroke::NONE));
}

pub(super) const fn color(severity: Severity) -> Color32 {
    match severity {
        Severity::Error => style::ERROR,
        Severity::Warning => style::ACCENT,
        Severity::Note => style::WEAK,
    }
}

fn job(width: f32, pieces: &[(&str, f32, Color32)]) -> LayoutJob {
    let mut job = LayoutJob::default();
    job.wrap.max_width = width;
    for &(text, size, color) in pieces.iter().filter(|(text, ..)| !text.is_empty()) {
        job.append(text, 0.0, TextFormat::simple(FontId::proportional(size), color));
    }
    job
}

fn file_job(entry: &FileEntry, width: f32) -> LayoutJob {
    job(width, &[(&message(&entry.name), BODY, style::STRONG)])
}

fn note_indent(note: &FileNote) -> f32 {
    if matches!(note.tone, Tone::Repair) { 10.0 } else { 0.0 }
}

fn note_job(note: &FileNote, width: f32) -> LayoutJob {
    let color = match note.tone {
        Tone::Important => style::ACCENT,
        Tone::Quiet | Tone::Repair => style::WEAK,
    };
    job(width - note_indent(note), &[(&message(&note.text), SMALL, color)])
}

fn group_job(group: &FindingGroup, width: f32) -> LayoutJob {
    let count = if group.count() > 1 { format!("  ×{}", group.count()) } else { String::new() };
    let pieces = [
        (&*group.severity.to_string(), BODY, color(group.severity)),
        (&format!(" {}", group.code), BODY, style::TEXT),
        (&count, BODY, style::STRONG),
        ("\n", SMALL, style::WEAK),
        (&without_marks(group.explanation), SMALL, style::WEAK),
    ];
    job(width - ITEM_INDENT, &pieces)
}

fn item_jobs(finding: &Finding, width: f32, is_compact: bool) -> [LayoutJob; 2] {
    let place_color = if finding.piece.is_some() { style::STRONG } else { style::TEXT };
    let place = [(&*message(&finding.place), BODY, place_color)];
    // An empty text is not shown.
    let after = |sign: &str, text: String| if text.is_empty() { text } else { format!("{sign}{text}") };
    let expected = message(&after(", expected ", finding.expected.clone()));
    let engines = if is_compact { String::new() } else { after("\n", finding.engines.join(", ")) };
    let body = [
        (&*brief(&finding.found, MAX_FOUND), SMALL, style::TEXT),
        (&expected, SMALL, style::WEAK),
        (&engines, SMALL, style::WEAK),
    ];
    [(width - BYTE_WIDTH, &place[..]), (width, &body)].map(|(width, pieces)| {
        let mut job = job(width - ITEM_INDENT, pieces);
        if is_compact {
            (job.wrap.max_rows, job.wrap.break_anywhere) = (1, true);
        }
        job
    })
}

fn without_marks(explanation: &str) -> String {
    explanation.replace('`', "")
}
