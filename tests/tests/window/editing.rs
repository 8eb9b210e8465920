//! A test that unsaved edits survive the end of the window.

use std::fs;

use md2_testdata::TempFolder;
use md2_tests::{Key, Modifier, Session, ViewerOptions, drawing_desktop, root};

fn type_text(session: &Session<'_>, text: &str) {
    session.wait_for(", typing");
    text.chars().for_each(|letter| session.press(Key::Char(letter)));
    session.press(Key::Enter);
}

#[test]
fn the_edits_of_a_window_that_was_killed_are_restored() {
    let Some(desktop) = drawing_desktop(1280, 800) else { return };
    let folder = TempFolder::with_files(&[]);
    let ball = fs::read(root().join("assets/ball/ball.md2")).expect("the project has it");
    let (first, second) = (folder.file("first.md2", &ball), folder.file("second.md2", &ball));
    let state = folder.path("state");
    let log = Some("md2_viewer=debug,warn");
    let options =
        ViewerOptions { folder: Some(&folder), state: Some(&state), log, ..ViewerOptions::default() };
    let session = Session::start(&desktop, &[first.as_os_str()], &options);
    session.wait_for("model first.md2");
    session.press_with(Modifier::Control, Key::Char('r'));
    type_text(&session, "spin");
    session.wait_for("model first.md2 (edited), sequence spin");
    let stored = || fs::read_to_string(state.join("unsaved-1.json")).unwrap_or_default();
    session.wait_until("the edit is stored", || stored().contains("spin"));
    drop(session);

    let session = Session::start(&desktop, &[second.as_os_str()], &options);
    session.wait_for(", asking");
    session.press(Key::Enter);
    session.wait_for("model first.md2 (edited), sequence spin");
    assert!(!state.join("unsaved-1.json").exists(), "the edit belongs to the second window now");
    session.press_with(Modifier::Control, Key::Char('q'));
    session.wait_for(", asking");
    session.press(Key::Tab);
    session.press(Key::Enter);
    let (status, log) = session.end().expect("the viewer ends");
    assert!(status.success(), "{log}");
    assert!(!state.join("unsaved-2.json").exists(), "the edit was discarded");
    assert_eq!(fs::read(&first).expect("it remains"), ball);
}
