//! Exports from the viewer's window that are ended: by a key, and with the window.
//!
//! A program of its own: windows of other tests would take the time that this one is given.

use std::ffi::OsStr;
use std::fs;
use std::time::Duration;

use md2_testdata::TempFolder;
use md2_tests::{Held, Key, LIMIT, Session, ViewerOptions, drawing_desktop};

/// The line of a menu that is open: a GIF that takes a while.
const TURNTABLE: (i16, i16) = (1110, 229);

#[test]
fn an_export_ends_with_escape_and_with_the_window_and_leaves_no_file() {
    let Some(desktop) = drawing_desktop(1280, 800) else { return };
    let folder = TempFolder::with_files(&[]);
    let arguments = ["--sequence", "stand", "--time", "0"].map(OsStr::new);
    let log = Some("md2_viewer=debug");
    let options = ViewerOptions { folder: Some(&folder), log, ..ViewerOptions::default() };
    let mut session = Session::start(&desktop, &arguments, &options);
    session.resize(1280, 800);
    // At rest, so that a line tells of nothing else.
    session.press(Key::Char(' '));
    session.wait_for(", at ");

    let start = |session: &Session<'_>| {
        session.press_with(Held::Control, Key::Char('e'));
        std::thread::sleep(Duration::from_millis(700));
        session.point(TURNTABLE.0, TURNTABLE.1);
        session.click();
        assert!(session.next_line(LIMIT, ", exporting").is_some(), "no export begins");
    };
    let written = || fs::read_dir(&*folder).expect("it is there").count();
    start(&session);
    session.press(Key::Escape);
    session.wait_until("the export ends", || !session.shown().contains(", exporting"));
    assert!(session.viewer.is_running(), "Esc ends the export alone");
    assert_eq!(written(), 0);

    start(&session);
    let log = session.close();
    assert!(log.contains("closed during an export: no file was written"), "{log}");
    assert_eq!(written(), 0, "nothing half-made is left");
}
