//! Findings in the viewer's window: a click on one shows what it is about.
//!
//! A program of its own: windows of other tests would take the time that this one is given.

use std::fs;
use std::time::Duration;

use md2_testdata::TempFolder;
use md2_tests::{Key, Session, drawing_desktop};

#[test]
fn a_click_on_a_finding_selects_what_it_is_about_and_shows_it() {
    let Some(desktop) = drawing_desktop(1280, 800) else { return };
    let folder = TempFolder::with_files(&[]);
    let mut model =
        fs::read(md2_tests::root().join("assets/wanderer/tris.md2")).expect("the figure is there");
    // The normal of vertex 7 in the frame 183, where the figure lies on the ground.
    let field = |index: usize| {
        let bytes = model[4 * index..][..4].try_into().expect("four bytes");
        usize::try_from(i32::from_le_bytes(bytes)).expect("no number of it is negative")
    };
    let normal = field(14) + 183 * field(4) + 40 + 4 * 7 + 3;
    model[normal] = 200;
    folder.write("model.md2", &model);

    let session = Session::open(&desktop, &[folder.path("model.md2").as_os_str()]);
    // Paused, and the camera at rest.
    for key in [Key::Char(' '), Key::Char('o'), Key::Function(7)] {
        session.press(key);
    }
    std::thread::sleep(Duration::from_secs(1));
    let before = session.middle();

    // Wherever it stands below the head of its group, which a click would fold.
    let told = (230..400).step_by(14).find_map(|y| {
        session.point(1090, y);
        session.click();
        session.next_line(Duration::from_millis(500), "selected vertex 7")
    });
    assert!(told.is_some(), "no click selects the vertex");
    session.wait_for_change(&before, 8, 0.01, "its frame is shown");
    session.close();
}
