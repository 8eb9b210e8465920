//! The pointer in the viewer's window: what it is on is told and marked, and a click selects it.
//!
//! A program of its own: windows of other tests would take the time that this one is given.

use std::ffi::OsStr;
use std::sync::mpsc::Receiver;
use std::time::Duration;

use md2_tests::{Desktop, Held, Key, Viewer, Window, root, vulkan_is_missing, wait_for};

const DRAWN: usize = 200;
const END: Duration = Duration::from_secs(30);

/// A viewer whose figure has come to rest, its window, and what it tells.
fn resting(desktop: &Desktop, arguments: &[&str]) -> (Viewer, Window, Receiver<String>) {
    let arguments: Vec<&OsStr> = arguments.iter().map(OsStr::new).collect();
    let viewer = Viewer::open_telling(desktop, &arguments, root(), Some("md2_viewer=debug"));
    let mut viewer = viewer.expect("the viewer starts");
    let lines = viewer.lines().expect("nobody took them");
    let window = desktop.window_of(viewer.process_id()).expect("a window opens");
    desktop.wait_for_picture(window, DRAWN).expect("the figure is drawn");
    desktop.press(window, Key::Char(' ')).expect("the key is pressed");
    (viewer, window, lines)
}

fn click(desktop: &Desktop) {
    for pressed in [true, false] {
        desktop.button(1, pressed).expect("the display answers");
    }
}

fn close(desktop: &Desktop, window: Window, viewer: Viewer) {
    desktop.close(window).expect("the display answers");
    let (status, _) = viewer.end(END).expect("the viewer ends");
    assert!(status.success(), "{status}");
}

#[test]
fn the_pointer_tells_a_vertex_and_a_click_selects_it() {
    if vulkan_is_missing() {
        return;
    }
    let desktop = Desktop::start(1280, 800).expect("a virtual display");
    let (viewer, window, lines) = resting(&desktop, &["--sequence", "stand", "--time", "0", "--yaw", "-30"]);
    let told = |wanted: &str| {
        let is_told = || lines.try_iter().find(|line| line.contains(wanted));
        wait_for(Duration::from_secs(4), is_told)
    };

    // From now on the pose stays, the same each time, and with it what the pointer is on.
    desktop.press(window, Key::Char(',')).expect("the key is pressed");
    assert!(told(", at 0.0,").is_some(), "it goes on playing");
    // Somewhere on the body there is a vertex.
    let found = (0..40).find_map(|step: i16| {
        desktop.point(590 + 10 * (step % 8), 310 + 14 * (step / 8)).expect("the display answers");
        wait_for(Duration::from_secs(1), || lines.try_iter().find(|line| line.contains("pointed at vertex ")))
    });
    let line = found.expect("no vertex is found");
    let vertex: String = line
        .split("pointed at vertex ")
        .last()
        .unwrap_or_default()
        .chars()
        .take_while(char::is_ascii_digit)
        .collect();
    click(&desktop);
    assert!(told("selected vertex ").is_some(), "a click selects nothing, not vertex {vertex}");
    // Its card stands in the lower left corner of the scene, its mark on the figure: since the picture before this one.
    let marked = desktop.screenshot(window).expect("the window is there");
    // Beside the model there is nothing to point at, and a click there selects nothing.
    desktop.point(320, 120).expect("the display answers");
    assert!(told("pointed at nothing").is_some());
    click(&desktop);
    assert!(told("selected nothing").is_some());
    let changed =
        wait_for(END, || (marked.difference(&desktop.screenshot(window).ok()?, 8) > 0.01).then_some(()));
    assert!(changed.is_some(), "the card and the marks do not go");
    close(&desktop, window, viewer);
}

#[test]
fn what_the_large_skin_told_goes_with_it() {
    if vulkan_is_missing() {
        return;
    }
    let desktop = Desktop::start(1280, 800).expect("a virtual display");
    let (viewer, window, lines) = resting(&desktop, &["--sequence", "stand"]);
    desktop.press_with(window, Some(Held::Shift), Key::Char('s')).expect("the key is pressed");
    // From where the skin has triangles first.
    let found = (0..40).find_map(|step: i16| {
        desktop.point(400 + 12 * (step % 8), 220 + 40 * (step / 8)).expect("the display answers");
        wait_for(Duration::from_secs(1), || {
            lines.try_iter().find(|line| line.contains("pointed at triangle "))
        })
    });
    assert!(found.is_some(), "no triangle is found");
    // The pointer rests, now beside the model.
    desktop.press_with(window, Some(Held::Shift), Key::Char('s')).expect("the key is pressed");
    let gone = wait_for(END, || lines.try_iter().find(|line| line.contains("pointed at nothing")));
    assert!(gone.is_some(), "the triangle is still told");
    close(&desktop, window, viewer);
}
