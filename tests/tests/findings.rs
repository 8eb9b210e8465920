//! Tests that a click on a finding in the viewer's window selects the vertex of the finding.
//!
//! These tests have their own process, since the windows of other tests would slow them down beyond their time limits.

use std::fs;
use std::time::Duration;

use md2_testdata::TempFolder;
use md2_tests::{Key, Session, drawing_desktop};

#[test]
fn a_click_on_a_finding_selects_its_vertex_and_shows_its_frame() {
    let Some(desktop) = drawing_desktop(1280, 800) else { return };
    let folder = TempFolder::with_files(&[]);
    let mut model = fs::read(md2_tests::root().join("assets/wanderer/tris.md2")).expect("the figure exists");
    // Damage the normal of vertex 7 in frame 183, in which the player is on the ground.
    let field = |index: usize| {
        let bytes = model[4 * index..][..4].try_into().expect("four bytes");
        usize::try_from(i32::from_le_bytes(bytes)).expect("a positive field")
    };
    let normal = field(14) + 183 * field(4) + 40 + 4 * 7 + 3;
    model[normal] = 200;
    folder.write("model.md2", &model);

    let session = Session::open(&desktop, &[folder.path("model.md2").as_os_str()]);
    // Pause the animation, stop the camera, and open the Check tab.
    for key in [Key::Char(' '), Key::Char('o'), Key::Function(7)] {
        session.press(key);
    }
    std::thread::sleep(Duration::from_secs(1));
    let before = session.middle();

    // The position of the finding is unknown, so several positions are tried. The header of the group is avoided, since a click on it
    // would collapse the group.
    let selected = (230..400).step_by(14).find_map(|y| {
        session.point(1090, y);
        session.click();
        session.next_line(Duration::from_millis(500), "selected vertex 7")
    });
    assert!(selected.is_some(), "no click selects the vertex");
    session.wait_for_change(&before, 8, 0.01, "its frame is shown");
    session.close();
}
