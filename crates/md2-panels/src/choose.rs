//! The path field of the window, for desktops without a file dialog.

use std::path::{Path, PathBuf};

use egui::{Align, Context, Id, Key, Layout, Modifiers, Response, RichText, ScrollArea, TextEdit, Ui};

use super::focus::PATH_FIELD;
use super::{dialog, style, widgets};
use crate::action::Action;
use crate::text::{message, shown};
use md2_browse::{Browser, DialogPurpose, EntryKind, PathRules};
use md2_scene::Edit;

#[derive(Clone, Debug, Default)]
pub(crate) struct PathField {
    text: String,
    base: String,
    selected: Option<usize>,
    is_new: bool,
    pick: DialogPurpose,
    /// The reason why the path cannot be opened, until the user changes the text.
    failure: Option<String>,
}

const WIDTH: f32 = 420.0;
const LIST_HEIGHT: f32 = 240.0;
const ROW: f32 = 24.0;
const GAP: f32 = 2.0;

impl PathField {
    pub(crate) fn new(folder: &Path, pick: DialogPurpose) -> Self {
        let text = with_slash(folder);
        Self { base: text.clone(), text, is_new: true, pick, ..Self::default() }
    }

    pub(crate) fn after_failure(path: &Path, reason: String) -> Self {
        let field = Self::new(path.parent().unwrap_or(path), DialogPurpose::Files);
        Self { text: path.display().to_string(), failure: Some(reason), ..field }
    }

    /// Returns the path in the text. If the user types or pastes an absolute path after the base folder, the absolute path replaces
    /// the folder.
    fn path_text(&self) -> &str {
        let rest = self.text.strip_prefix(&*self.base);
        let text = rest.filter(|rest| PathRules::CURRENT.is_anchored(rest)).unwrap_or(&self.text);
        PathRules::CURRENT.unquoted(text)
    }

    fn offers(&self, kind: EntryKind) -> bool {
        match self.pick {
            DialogPurpose::Files => true,
            DialogPurpose::Counterpart => kind != EntryKind::Image,
            DialogPurpose::SkinImage(..) => kind == EntryKind::Image || kind.is_folder(),
            DialogPurpose::Folder | DialogPurpose::ExportFolder => kind == EntryKind::Folder,
        }
    }

    fn verb(&self) -> &'static str {
        match self.pick {
            DialogPurpose::Counterpart => "Compare",
            DialogPurpose::SkinImage(..) => "Replace",
            _ => "Open",
        }
    }

    fn complete(&mut self, path: &Path, is_folder: bool) {
        self.text = if is_folder { with_slash(path) } else { path.display().to_string() };
        if is_folder {
            self.base.clone_from(&self.text);
        }
        self.selected = None;
    }
}

pub(super) fn show(
    context: &Context,
    browser: &Browser,
    open: &mut PathField,
    actions: &mut Vec<Action>,
) -> bool {
    let title = open.pick.title();
    let is_done = dialog::show(context, ("open", WIDTH, title), |ui| contents(ui, browser, open, actions));
    if is_done == Some(true) {
        let (text, pick) = (open.path_text().trim().to_owned(), open.pick);
        if !text.is_empty() {
            let path = PathRules::CURRENT.parse(&text);
            let action = match pick {
                DialogPurpose::SkinImage(actor, skin) => Action::Edit(actor, Edit::replace_skin(skin, path)),
                DialogPurpose::Files | DialogPurpose::Folder | DialogPurpose::ExportFolder => {
                    Action::OpenTyped(path)
                }
                DialogPurpose::Counterpart => Action::CompareWith(path),
            };
            actions.push(action);
        }
    }
    is_done != Some(true)
}

fn contents(ui: &mut Ui, browser: &Browser, open: &mut PathField, actions: &mut Vec<Action>) -> bool {
    // Consumed here, before the text field would consume them.
    let key = |key| ui.input_mut(|input| input.count_and_consume_key(Modifiers::NONE, key));
    let [down, up, tab] = [Key::ArrowDown, Key::ArrowUp, Key::Tab].map(key);
    let is_new = open.is_new;
    let typed = text_field(ui, open);
    let (folder, start) = split(open.path_text());
    // Each action causes another picture, so there is none for a folder that is already listed.
    if is_new || !browser.has_requested_names(&folder) {
        actions.push(Action::ListFolder(folder.clone()));
    }
    if let Some(parent) = folder.parent().filter(|parent| *parent != Path::new(""))
        && ui.small_button("Parent folder").clicked()
    {
        open.complete(parent, true);
        typed.request_focus();
        place_cursor_at_end(ui, &typed, &open.text);
    }
    let start = start.to_lowercase();
    let names = browser.folder_names(&folder).iter();
    let is_offered =
        |(name, kind): &&(String, EntryKind)| name.to_lowercase().starts_with(&start) && open.offers(*kind);
    let offered: Vec<&(String, EntryKind)> = names.filter(is_offered).collect();
    if let Some(last) = offered.len().checked_sub(1) {
        for _ in 0..down {
            open.selected = Some(open.selected.map_or(0, |index| (index + 1).min(last)));
        }
        for _ in 0..up {
            open.selected = open.selected.and_then(|index| index.checked_sub(1));
        }
    }
    let completed = (tab > 0).then(|| open.selected.unwrap_or(0)).and_then(|index| offered.get(index));
    let clicks = names_list(ui, &offered, open.selected, down + up > 0);
    open.selected = clicks.selected.or(open.selected);
    let mut chooses =
        clicks.is_double || typed.lost_focus() && ui.input(|input| input.key_pressed(Key::Enter));
    ui.add_space(4.0);
    let answer = dialog::buttons(ui, open.verb(), true, false);
    chooses |= answer == Some(true);
    if answer == Some(false) || ui.input(|input| input.key_pressed(Key::Escape)) {
        open.text.clear();
        return true;
    }
    let selected = open.selected.filter(|_| chooses).and_then(|index| offered.get(index));
    // A selected folder is entered, unless the button opens it.
    let enters = selected.filter(|(_, kind)| *kind == EntryKind::Folder && answer.is_none());
    let is_done = chooses && enters.is_none();
    if let Some((name, kind)) = enters.or(selected).or(completed) {
        open.complete(&folder.join(name), *kind == EntryKind::Folder && !is_done);
    }
    if !is_done && (chooses || completed.is_some() || clicks.selected.is_some()) {
        typed.request_focus();
        place_cursor_at_end(ui, &typed, &open.text);
    }
    is_done
}

fn text_field(ui: &mut Ui, open: &mut PathField) -> Response {
    let field = TextEdit::singleline(&mut open.text)
        .id(Id::new(PATH_FIELD))
        .hint_text("File, folder or archive")
        .desired_width(f32::INFINITY);
    let typed = ui.add(field);
    if std::mem::take(&mut open.is_new) {
        typed.request_focus();
        place_cursor_at_end(ui, &typed, &open.text);
    }
    if typed.changed() {
        (open.selected, open.failure) = (None, None);
    }
    if let Some(reason) = &open.failure {
        ui.add(
            egui::Label::new(RichText::new(message(&widgets::capitalized_lines(reason))).color(style::ERROR))
                .wrap(),
        );
    }
    typed
}

#[derive(Clone, Copy, Default)]
struct ListClicks {
    selected: Option<usize>,
    is_double: bool,
}

fn names_list(
    ui: &mut Ui,
    offered: &[&(String, EntryKind)],
    selected: Option<usize>,
    has_moved: bool,
) -> ListClicks {
    let mut clicks = ListClicks::default();
    let height = LIST_HEIGHT.min(ui.ctx().content_rect().height() - 200.0).max(24.0);
    let mut area = ScrollArea::vertical().auto_shrink([false, false]).max_height(height);
    if let Some(selected) = selected.filter(|_| has_moved) {
        area = area.vertical_scroll_offset((selected as f32 * (ROW + GAP) - 0.5 * height).max(0.0));
    }
    ui.spacing_mut().item_spacing.y = GAP;
    area.show_rows(ui, ROW, offered.len(), |ui, visible| {
        // Rows are as wide as the list, so that a click next to a name selects it.
        ui.with_layout(Layout::top_down_justified(Align::Min), |ui| {
            for index in visible {
                let (name, kind) = offered[index];
                let end = if *kind == EntryKind::Folder { std::path::MAIN_SEPARATOR_STR } else { "" };
                // Both clicks of a double click must hit the same name.
                let row = ui.push_id(name, |ui| {
                    ui.selectable_label(selected == Some(index), format!("{}{end}", shown(name)))
                });
                if row.inner.clicked() {
                    clicks = ListClicks { selected: Some(index), is_double: row.inner.double_clicked() };
                }
            }
        });
    });
    clicks
}

fn place_cursor_at_end(ui: &Ui, field: &Response, text: &str) {
    let end = text.chars().count();
    dialog::select(ui, field, end..end);
}

fn with_slash(folder: &Path) -> String {
    folder.join("").display().to_string()
}

fn split(text: &str) -> (PathBuf, String) {
    let (folder, start) = match text.rfind(['/', std::path::MAIN_SEPARATOR]) {
        Some(index) => text.split_at(index + 1),
        None => ("", text),
    };
    let folder = PathRules::CURRENT.parse(if folder.is_empty() { "." } else { folder });
    (std::path::absolute(&folder).unwrap_or(folder), start.to_owned())
}

#[cfg(test)]
mod tests {
    use md2_scene::{Viewport, Workspace, builtin};

    use super::*;
    use crate::tests::{TestWindow, key};

    #[test]
    fn splits_a_path_into_a_folder_and_the_start_of_a_name() {
        assert_eq!(split("/games/q2/ma"), (PathBuf::from("/games/q2/"), String::from("ma")));
        assert_eq!(split("/"), (PathBuf::from("/"), String::new()));
        assert!(split("ma").0.is_absolute());
    }

    #[test]
    fn an_absolute_path_replaces_the_base_folder() {
        let mut field = PathField::new(Path::new("/games/q2"), DialogPurpose::Files);
        let check = |field: &mut PathField, cases: &[(&str, &str)]| {
            for (text, path) in cases {
                field.text = String::from(*text);
                assert_eq!(field.path_text(), *path);
            }
        };
        check(
            &mut field,
            &[
                ("/games/q2/", "/games/q2/"),
                ("/games/q2/ma", "/games/q2/ma"),
                ("/games/q2//tmp/ma", "/tmp/ma"),
                ("/games/q2/~/ma", "~/ma"),
                ("/games/q2/~b/ma", "/games/q2/~b/ma"),
                // Pasted over the whole text.
                ("/a/b//c", "/a/b//c"),
                ("/a/~/c", "/a/~/c"),
            ],
        );
        field.complete(Path::new("/games/q2/models"), true);
        check(&mut field, &[("/games/q2/models//tmp", "/tmp"), ("/games/q2//tmp", "/games/q2//tmp")]);
        field.complete(Path::new("/games/q2/a.md2"), false);
        assert_eq!(field.path_text(), "/games/q2/a.md2");
    }

    #[test]
    fn enter_opens_the_selected_file_and_enters_the_selected_folder() {
        let folder = tempfile::tempdir().unwrap();
        std::fs::create_dir(folder.path().join("a")).unwrap();
        for name in ["a/m.md2", "a/note.txt"] {
            std::fs::write(folder.path().join(name), "").unwrap();
        }
        let workspace = Workspace::new(builtin::figure().unwrap(), Viewport::whole([640, 480])).0;
        let mut window = TestWindow::new(workspace, [640.0, 480.0]);
        window.state.ask_path(folder.path(), DialogPurpose::Files);
        let mut opened = Vec::new();
        for pressed in
            [None, Some(Key::ArrowDown), Some(Key::Enter), None, Some(Key::ArrowDown), Some(Key::Enter)]
        {
            for action in window.draw(pressed.map(key).into_iter().collect()).actions {
                match action {
                    Action::ListFolder(folder) => window.files.list_names(folder),
                    Action::OpenTyped(path) => opened.push(path),
                    other => panic!("{other:?}"),
                }
            }
            while window.files.is_busy() {
                window.files.poll();
            }
            assert!(!window.has_text("note.txt"), "it does not fit");
        }
        assert_eq!(opened, [folder.path().join("a/m.md2")]);
        window.state.ask_path_again(&opened[0], String::from("It is empty"));
        assert!(window.has_text("It is empty") && window.has_text("a/m.md2"));
        window.draw(vec![egui::Event::Text(String::from("x"))]);
        assert!(window.state.has_dialog() && !window.has_text("It is empty"));
    }
}
