//! Tests that a user edits a model in the window and saves it.

use std::ffi::OsStr;
use std::fs;

use md2_testdata::TempFolder;
use md2_tests::{Key, Modifier, Session, ViewerOptions, drawing_desktop, root};

/// Returns the file with other names of the frames `frames`: a field of 16 bytes in each frame, after its scale and its translation.
fn with_frame_names(file: &[u8], frames: impl Iterator<Item = usize>, name: &str) -> Vec<u8> {
    let field = |at: usize| u32::from_le_bytes(file[at..at + 4].try_into().expect("four bytes")) as usize;
    let (frame_size, first_frame) = (field(16), field(56));
    let mut edited = file.to_vec();
    for (number, frame) in (1..).zip(frames) {
        let at = first_frame + frame * frame_size + 24;
        let text = format!("{name}{number}");
        edited[at..at + 16].fill(0);
        edited[at..at + text.len()].copy_from_slice(text.as_bytes());
    }
    edited
}

fn type_text(session: &Session<'_>, text: &str) {
    session.wait_for(", typing");
    text.chars().for_each(|letter| session.press(Key::Char(letter)));
    session.press(Key::Enter);
}

#[test]
fn a_renamed_sequence_is_undone_saved_and_opened_again() {
    let Some(desktop) = drawing_desktop(1280, 800) else { return };
    let folder = TempFolder::with_files(&[]);
    let original = fs::read(root().join("assets/ball/ball.md2")).expect("the project has it");
    let path = folder.file("ball.md2", &original);
    let log = Some("md2_viewer=debug,warn");
    let options = ViewerOptions { folder: Some(&folder), log, ..ViewerOptions::default() };
    let mut session = Session::start(
        &desktop,
        &[path.as_os_str(), OsStr::new("--sequence"), OsStr::new("bounce")],
        &options,
    );
    session.resize(1280, 800);
    session.wait_for("sequence bounce");

    session.press_with(Modifier::Control, Key::Char('r'));
    type_text(&session, "spin");
    session.wait_for("model ball.md2 (edited), sequence spin");
    session.press_with(Modifier::Control, Key::Char('z'));
    session.wait_for("model ball.md2, sequence bounce");
    session.press_with(Modifier::Control, Key::Char('y'));
    session.wait_for("model ball.md2 (edited), sequence spin");
    for _ in 0..2 {
        session.press_with(Modifier::Control, Key::Char('q'));
        session.wait_for(", asking");
        assert!(session.viewer.is_running(), "the window closed and discarded the edit");
        session.press(Key::Escape);
        session.wait_until("the question is closed", || !session.shown().contains("asking"));
    }

    // One press of Esc closes the dialog, although its field for the name has the focus.
    session.press_with(Modifier::Control, Key::Char('s'));
    session.wait_for("typing");
    session.press(Key::Escape);
    session.wait_until("the dialog is closed", || !session.shown().contains("typing"));
    session.press_with(Modifier::Control, Key::Char('s'));
    type_text(&session, "new");
    session.wait_for("model new.md2, sequence spin");
    let saved = folder.path("new.md2");
    let expected = with_frame_names(&original, 0..2, "spin");
    assert_eq!(fs::read(&saved).expect("it was saved"), expected);
    assert_eq!(fs::read(&path).expect("it remains"), original);

    // The new file is now the document. It is saved without a question, also before the window closes.
    session.press_with(Modifier::Control, Key::Char('r'));
    type_text(&session, "roll");
    session.wait_for("model new.md2 (edited), sequence roll");
    session.desktop.close(session.window).expect("the display answers");
    session.wait_for(", asking");
    session.press(Key::Enter);
    let (status, log) = session.end().expect("the viewer ends");
    assert!(status.success(), "{log}");
    assert_eq!(fs::read(&saved).expect("it was saved"), with_frame_names(&original, 0..2, "roll"));
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
