//! Findings in the viewer's window: a click on one shows what it is about.
//!
//! A program of its own: windows of other tests would take the time that this one is given.

use std::fs;
use std::time::Duration;

use md2_tests::{Desktop, Key, Viewer, temporary_folder, vulkan_is_missing, wait_for};

const DRAWN: usize = 200;
const END: Duration = Duration::from_secs(30);

#[test]
fn a_click_on_a_finding_selects_what_it_is_about_and_shows_it() {
    if vulkan_is_missing() {
        return;
    }
    let folder = temporary_folder("findings").expect("a temporary folder");
    let path = folder.join("model.md2");
    let mut model =
        fs::read(md2_tests::root().join("assets/wanderer/tris.md2")).expect("the figure is there");
    // The normal of vertex 7 in the frame 183, where the figure lies on the ground.
    let field = |index: usize| {
        let bytes = model[4 * index..][..4].try_into().expect("four bytes");
        usize::try_from(i32::from_le_bytes(bytes)).expect("no number of it is negative")
    };
    let normal = field(14) + 183 * field(4) + 40 + 4 * 7 + 3;
    model[normal] = 200;
    fs::write(&path, model).expect("the folder is ours");

    let desktop = Desktop::start(1280, 800).expect("a virtual display");
    let arguments = [path.as_os_str()];
    let mut viewer = Viewer::open_telling(&desktop, &arguments, &folder, Some("md2_viewer=debug"))
        .expect("the viewer starts");
    let lines = viewer.lines().expect("nobody took them");
    let window = desktop.window_of(viewer.process_id()).expect("a window opens");
    desktop.wait_for_picture(window, DRAWN).expect("the figure is drawn");
    // Paused, and the camera at rest.
    for key in [' ', 'o'] {
        desktop.press(window, Key::Char(key)).expect("the key is pressed");
    }
    desktop.press(window, Key::Function(7)).expect("the key is pressed");
    std::thread::sleep(Duration::from_secs(1));
    let before = desktop.screenshot(window).expect("the window is there").middle();

    // Wherever it stands below the head of its group, which a click would fold.
    let told = (230..400).step_by(14).find_map(|y| {
        desktop.point(1090, y).expect("the display answers");
        for pressed in [true, false] {
            std::thread::sleep(Duration::from_millis(60));
            desktop.button(1, pressed).expect("the display answers");
        }
        let is_told = || lines.try_iter().any(|line| line.contains("selected vertex 7")).then_some(());
        wait_for(Duration::from_millis(500), is_told)
    });
    assert!(told.is_some(), "no click selects the vertex");
    let changed = wait_for(END, || {
        (before.difference(&desktop.screenshot(window).ok()?.middle(), 8) > 0.01).then_some(())
    });
    assert!(changed.is_some(), "its frame is not shown");

    desktop.close(window).expect("the display answers");
    let (status, _) = viewer.end(END).expect("the viewer ends");
    assert!(status.success(), "{status}");
    fs::remove_dir_all(folder).expect("the folder is ours");
}
