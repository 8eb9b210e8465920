//! Tests a whole session of a user with keyboard and mouse, from opening a folder to saving a picture.

use std::ffi::OsStr;
use std::fs;
use std::path::{Path, PathBuf};
use std::time::Duration;

use md2_testdata::TempFolder;
use md2_tests::{Key, Modifier, Picture, Session, ViewerOptions, drawing_desktop, root, runs_on_wine};

const SIZE: [u16; 2] = [1280, 800];

fn value(session: &Session<'_>, name: &str) -> String {
    let shown = session.shown();
    shown.split(", ").find_map(|part| part.strip_prefix(name)).map_or("", str::trim).to_owned()
}

/// Returns the paths of the files in a folder that have this extension.
fn files_with(folder: &Path, extension: &'static str) -> impl Iterator<Item = PathBuf> {
    let files = fs::read_dir(folder).expect("it exists").flatten().map(|entry| entry.path());
    files.filter(move |path| path.extension() == Some(OsStr::new(extension)))
}

fn wait_for_change(session: &Session<'_>, before: &Picture, what: &str) {
    session.wait_for_change(before, 16, 0.002, what);
}

fn write_models(folder: &Path) {
    let copy = |from: &str, to: &str| {
        let to = folder.join(to);
        fs::create_dir_all(to.parent().expect("it has a folder")).expect("the folder is ours");
        fs::copy(root().join("assets").join(from), to).expect("the project has it");
    };
    for name in ["tris.md2", "wanderer.pcx", "ember.pcx", "moss.pcx"] {
        copy(&format!("wanderer/{name}"), &format!("wanderer/{name}"));
    }
    for name in ["ball.md2", "ball.anm", "ball.pcx"] {
        copy(&format!("ball/{name}"), &format!("ball/{name}"));
    }
    let mut bytes = fs::read(root().join("assets/wanderer/tris.md2")).expect("the project has it");
    // Give the fourth vertex of the first frame a normal that is not in the table.
    let field = |at: usize| u32::from_le_bytes(bytes[at..at + 4].try_into().expect("four bytes")) as usize;
    let vertex = field(56) + 40 + 3 * 4;
    bytes[vertex + 3] = 200;
    fs::create_dir_all(folder.join("odd")).expect("the folder is ours");
    fs::write(folder.join("odd/odd.md2"), bytes).expect("the folder is ours");
}

#[test]
fn a_user_works_with_the_keyboard_alone() {
    let Some(desktop) = drawing_desktop(SIZE[0], SIZE[1]) else { return };
    let folder = TempFolder::with_files(&[]);
    write_models(&folder.path("models"));
    let (place, log) = (Some(&*folder), Some("md2_viewer=debug,warn"));
    let options = ViewerOptions { folder: place, log, ..ViewerOptions::default() };
    // On Windows, Ctrl+O opens a dialog of the system, which is another window.
    let arguments: &[&str] = if runs_on_wine() { &["models"] } else { &[] };
    let arguments: Vec<&OsStr> = arguments.iter().map(OsStr::new).collect();
    let session = Session::start(&desktop, &arguments, &options);
    session.resize(SIZE[0].into(), SIZE[1].into());
    // A pointer over the window would select what is below it.
    session.point(i16::try_from(SIZE[0]).expect("a small number") - 1, 1);

    if arguments.is_empty() {
        open_folder(&session);
    }
    session.wait_for("front Files");
    session.wait_for("model ball.md2");
    choose_model(&session);
    change_settings(&session);
    export_by_menu(&session, &folder);
    undo_all(&session);
    compare_and_save(&session, &folder);
    session.press_with(Modifier::Control, Key::Char('q'));
    let (status, log) = session.end().expect("Ctrl+Q ends the viewer");
    assert_eq!(status.code(), Some(0), "{log}");
}

#[test]
fn a_user_edits_with_the_keyboard_alone() {
    let Some(desktop) = drawing_desktop(SIZE[0], SIZE[1]) else { return };
    let folder = TempFolder::with_files(&[]);
    write_models(&folder.path("models"));
    let (place, log) = (Some(&*folder), Some("md2_viewer=debug,warn"));
    let options = ViewerOptions { folder: place, log, ..ViewerOptions::default() };
    let session = Session::start(&desktop, &[OsStr::new("models")], &options);
    session.resize(SIZE[0].into(), SIZE[1].into());
    session.point(i16::try_from(SIZE[0]).expect("a small number") - 1, 1);
    session.wait_for("front Files");

    session.press(Key::Function(3));
    session.press(Key::Char('g'));
    session.wait_for(" as a grid");
    session.search(0, "tris");
    session.press(Key::Enter);
    session.wait_for("model wanderer/tris.md2");
    session.wait_until("the search is left", || !session.shown().ends_with("typing"));

    let rename = |name: &str| {
        session.press_with(Modifier::Control, Key::Char('r'));
        type_into_dialog(&session, name);
        // The list of a player's sequences keeps the names that the game uses.
        session.wait_for("model wanderer/tris.md2 (edited)");
    };
    rename("stroll");
    session.press(Key::Function(5));
    session.wait_for("Skin");
    // To the list of skins, and on to the button of the first skin in the file.
    session.press(Key::Tab);
    session.press(Key::Tab);
    session.press(Key::Enter);
    // The path field contains the folder of the model.
    type_into_dialog(&session, "moss.pcx");
    session.wait_for("skin moss.pcx");
    session.press(Key::Function(3));
    session.press_with(Modifier::Shift, Key::Char('u'));
    session.wait_for("compared with wanderer/tris.md2");

    session.press_with(Modifier::Control, Key::Char('s'));
    session.wait_for(", typing");
    session.press(Key::Enter);
    session.wait_for("model wanderer/tris.md2, sequence");
    rename("march");
    session.press_with(Modifier::Control, Key::Char('q'));
    session.wait_for(", asking");
    session.press(Key::Enter);
    let (status, log) = session.end().expect("the question ends the viewer");
    assert_eq!(status.code(), Some(0), "{log}");
    let saved = fs::read(folder.path("models/wanderer/tris.md2")).expect("it is there");
    for text in ["march1", "models/wanderer/moss.pcx"] {
        assert!(saved.windows(text.len()).any(|part| part == text.as_bytes()), "{text}");
    }
}

fn type_into_dialog(session: &Session<'_>, text: &str) {
    session.wait_for(", typing");
    text.chars().for_each(|letter| session.press(Key::Char(letter)));
    session.press(Key::Enter);
}

/// Opens the folder `models` with the path field, which contains the current folder.
fn open_folder(session: &Session<'_>) {
    session.press_with(Modifier::Control, Key::Char('o'));
    type_into_dialog(session, "models");
}

fn choose_model(session: &Session<'_>) {
    session.search(0, "tris");
    let before = session.middle();
    session.press(Key::Enter);
    session.wait_for("model wanderer/tris.md2");
    wait_for_change(session, &before, "the wanderer is seen");
    // Enter leaves the search field. Before that, the next keys would be typed into the field.
    session.wait_until("the search is left", || !session.shown().ends_with("typing"));
    // Enter on a picture shows the picture, and leaves the model as it is.
    session.search(4, "moss");
    session.press(Key::Enter);
    session.wait_until("the search is left", || !session.shown().ends_with("typing"));
    let (skin, before) = (value(session, "skin"), session.middle());
    wait_for_change(session, &before, "the picture is seen");
    assert_eq!(value(session, "skin"), skin, "a picture does not become the skin");
    session.press(Key::Escape);
    session.press(Key::Function(2));
    session.wait_for("front Anim");
}

/// Each key, and the text in the state of the window after it. The undo of a change leads to the text of the row before.
const CHANGES: [(Key, &str); 4] = [
    (Key::Char('s'), "skin ember.pcx"),
    (Key::Down, "sequence run"),
    (Key::Char('e'), "easing In"),
    (Key::Char('l'), "light lamp"),
];

fn change_settings(session: &Session<'_>) {
    session.wait_for("skin wanderer.pcx");
    session.press(Key::Char('7'));
    session.press(Key::Char(' '));
    session.wait_for(", at ");
    for (key, state) in CHANGES {
        let before = session.middle();
        session.press(key);
        session.wait_for(state);
        // The first frame of a sequence is the same with each easing.
        if !state.starts_with("easing") {
            wait_for_change(session, &before, state);
        }
    }
}

/// Exports a file with the menu. The arrow keys move in the menu, and do not change the sequence.
fn export_by_menu(session: &Session<'_>, folder: &Path) {
    let sequence = value(session, "sequence");
    // The shortcuts of the window work in a search field too.
    session.press_with(Modifier::Control, Key::Char('f'));
    session.wait_for("typing");
    session.press_with(Modifier::Control, Key::Char('e'));
    session.wait_for(", menu");
    // From the first row to the last one, and on to the last row above those of the enhanced MD3.
    for _ in 0..3 {
        session.press(Key::Down);
        session.press(Key::Up);
    }
    for _ in 0..3 {
        session.press(Key::Up);
    }
    session.press(Key::Enter);
    session.wait_until("the menu is closed", || !session.shown().contains(", menu"));
    // Confirms the dialog, once it is drawn.
    std::thread::sleep(Duration::from_millis(700));
    session.press(Key::Enter);
    let beside = folder.join("models/wanderer");
    session.wait_until("a model is exported", || files_with(&beside, "md2").count() == 2);
    // A field of the dialog would take Ctrl+Z for its text until the dialog is gone.
    session.wait_until("the dialog is closed", || !session.shown().contains(", typing"));
    assert_eq!(value(session, "sequence"), sequence);
}

fn undo_all(session: &Session<'_>) {
    let first = ["skin wanderer.pcx", "sequence stand", "easing Linear", "light studio"];
    for state in first.into_iter().rev() {
        session.press_with(Modifier::Control, Key::Char('z'));
        session.wait_for(state);
    }
    // The model before is the ball, which opened with the folder.
    session.press_with(Modifier::Control, Key::Char('z'));
    session.wait_for("model ball.md2");
    session.press_with(Modifier::Control, Key::Char('y'));
    session.wait_for("model wanderer/tris.md2");
    session.press_with(Modifier::Control, Key::Char('y'));
    session.wait_for("skin ember.pcx");
}

#[test]
fn a_user_scrubs_and_follows_a_finding_with_the_mouse() {
    let Some(desktop) = drawing_desktop(SIZE[0], SIZE[1]) else { return };
    let folder = TempFolder::with_files(&[]);
    write_models(&folder.path("models"));
    let session = Session::open(&desktop, &[folder.path("models/odd/odd.md2").as_os_str()]);
    session.resize(SIZE[0].into(), SIZE[1].into());
    session.wait_for("model odd");
    session.press(Key::Char(' '));
    session.wait_for(", at ");
    scrub(&session);
    follow_a_finding(&session);
    for (width, height) in [(640, 400), (480, 360), (1200, 780)] {
        session.resize(width, height);
        session.wait_for_size(width);
    }
    session.close();
}

fn scrub(session: &Session<'_>) {
    let before = value(session, "at");
    let y = i16::try_from(SIZE[1] - 22).expect("a small number");
    session.point(200, y);
    session.button(1, true);
    session.point(420, y);
    session.point(700, y);
    session.button(1, false);
    session.wait_until("the timeline moves it", || value(session, "at") != before);
}

fn follow_a_finding(session: &Session<'_>) {
    session.press(Key::Function(7));
    session.wait_for("Check");
    std::thread::sleep(Duration::from_secs(1));
    // Click on lines from the last line upwards, since a click on the header of a group would collapse the group.
    let panel = session.picture();
    let is_written = |y: &i16| panel.part([1060, (y - 6).unsigned_abs().into()], [120, 12]).color_count() > 1;
    let found = (150..690).rev().step_by(12).skip_while(|y| !is_written(y)).find(|&y| {
        session.point(1120, y);
        session.click();
        std::thread::sleep(Duration::from_millis(150));
        session.shown().contains("selected vertex 3,")
    });
    assert!(found.is_some(), "no finding leads to vertex 3: {}", session.shown());
}

fn compare_and_save(session: &Session<'_>, folder: &Path) {
    session.press(Key::Char('u'));
    session.wait_for("compared with frame");
    let before = session.middle();
    session.press(Key::Down);
    wait_for_change(session, &before, "comparing is seen");
    session.press(Key::Function(12));
    session.wait_until("a picture is saved", || {
        files_with(folder, "png")
            .any(|path| Picture::read(&path).is_ok_and(|picture| picture.color_count() > 200))
    });
}
