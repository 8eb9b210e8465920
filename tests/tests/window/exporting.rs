//! Tests that Esc or closing the window cancels an export.

use std::ffi::OsStr;
use std::fs;
use std::time::Duration;

use md2_testdata::TempFolder;
use md2_tests::{Key, Modifier, Session, ViewerOptions, drawing_desktop};

/// The position of the export menu entry that writes a turntable GIF. This export takes long enough to be canceled.
const TURNTABLE: (i16, i16) = (1110, 229);

#[test]
fn escape_and_closing_cancel_an_export_without_a_file() {
    let Some(desktop) = drawing_desktop(1280, 800) else { return };
    let folder = TempFolder::with_files(&[]);
    let arguments = ["--sequence", "stand", "--time", "0"].map(OsStr::new);
    let log = Some("md2_viewer=debug");
    let options = ViewerOptions { folder: Some(&folder), log, ..ViewerOptions::default() };
    let mut session = Session::start(&desktop, &arguments, &options);
    session.resize(1280, 800);
    // Pause the animation, so that the log changes only because of the export.
    session.press(Key::Char(' '));
    session.wait_for(", at ");

    let start = |session: &Session<'_>| {
        session.press_with(Modifier::Control, Key::Char('e'));
        std::thread::sleep(Duration::from_millis(700));
        session.point(TURNTABLE.0, TURNTABLE.1);
        session.click();
        // Confirms the dialog, once it is drawn.
        std::thread::sleep(Duration::from_millis(700));
        session.press(Key::Enter);
        session.wait_until("an export starts", || session.shown().contains(", exporting"));
    };
    let written = || fs::read_dir(&*folder).expect("it exists").count();
    start(&session);
    session.press(Key::Escape);
    session.wait_until("the export ends", || !session.shown().contains(", exporting"));
    assert!(session.viewer.is_running(), "Esc ends only the export");
    assert_eq!(written(), 0);

    start(&session);
    let log = session.close();
    assert!(log.contains("closed during an export: no file was written"), "{log}");
    assert_eq!(written(), 0, "no incomplete file remains");
}
