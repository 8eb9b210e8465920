//! Tests in which keys select files in folders and archives, in the viewer's window.
//!
//! These tests have their own process, since the windows of other tests would slow them down beyond their time limits.

use std::fs;
use std::time::Duration;

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

#[test]
fn a_model_is_compared_with_another_of_the_list() {
    let Some(desktop) = drawing_desktop(1280, 800) else { return };
    let folder = TempFolder::with_files(&[]);
    for (from, to) in [("ball/ball.md2", "ball.md2"), ("wanderer/tris.md2", "wanderer.md2")] {
        fs::copy(root().join("assets").join(from), folder.path(to)).expect("it exists");
    }
    let session = Session::open(&desktop, &[folder.path("wanderer.md2").as_os_str()]);
    session.resize(1280, 800);
    session.press(Key::Function(3));
    session.wait_for("front Files");
    session.press(Key::Char(' '));
    session.wait_for(", at ");
    wait_for_files(&session);
    let before = session.middle();
    // The ball is the first file in the list; the second entry of its context menu compares.
    for (x, y, button) in [(100, 186, 3), (130, 235, 1)] {
        session.point(x, y);
        std::thread::sleep(Duration::from_millis(300));
        for is_down in [true, false] {
            session.button(button, is_down);
            std::thread::sleep(Duration::from_millis(300));
        }
    }
    session.wait_for("compared with ball.md2");
    session.wait_for_change(&before, 16, 0.002, "the ball is seen");
    session.press(Key::Escape);
    session.wait_for("compared with nothing");
    session.close();
}
