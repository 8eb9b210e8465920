//! A test in which a file of the command line is broken or missing: the window opens, and another file is chosen.

use std::fs;

use md2_testdata::TempFolder;
use md2_tests::{Key, Session, drawing_desktop, root};

fn wait_for_files(session: &Session<'_>) {
    session.wait_until("the list is read", || !session.shown().contains(", reading"));
}

#[test]
fn a_broken_argument_opens_the_window_and_exits_with_1() {
    let Some(desktop) = drawing_desktop(1280, 800) else { return };
    let folder = TempFolder::with_files(&[]);
    let model = fs::read(root().join("assets/wanderer/tris.md2")).expect("the project has it");
    folder.write("players/male/tris.md2", &model);
    folder.write("broken.md2", b"IDP2 and then nothing of the kind");
    for name in ["broken.md2", "missing.md2"] {
        // The window shows the built-in model.
        let session = Session::open(&desktop, &[folder.path(name).as_os_str()]);
        let (code, log) = session.close_with_code();
        assert_eq!(code, Some(1), "{log}");
        assert!(log.contains(name), "{log}");
    }
    // After another file was opened, the exit code is 0.
    let session = Session::open(&desktop, &[folder.path("broken.md2").as_os_str()]);
    session.wait_for("model wanderer");
    session.press(Key::Function(3));
    session.wait_for("front Files");
    wait_for_files(&session);
    session.search(0, "male");
    wait_for_files(&session);
    session.press(Key::Enter);
    session.wait_for("male/tris.md2");
    session.close();
}
