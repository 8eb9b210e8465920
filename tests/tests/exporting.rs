//! Exports from the viewer's window that are ended: by a key, and with the window.
//!
//! A program of its own: windows of other tests would take the time that this one is given.

use std::ffi::OsStr;
use std::fs;
use std::path::Path;
use std::sync::mpsc::Receiver;
use std::time::Duration;

use md2_tests::{Desktop, Held, Key, Viewer, temporary_folder, vulkan_is_missing};

const DRAWN: usize = 200;
const END: Duration = Duration::from_secs(30);

/// The line of a menu that is open: a GIF that takes a while.
const TURNTABLE: (i16, i16) = (1110, 229);

#[test]
fn an_export_ends_with_escape_and_with_the_window_and_leaves_no_file() {
    if vulkan_is_missing() {
        return;
    }
    let folder = temporary_folder("exporting").expect("a temporary folder");
    let desktop = Desktop::start(1280, 800).expect("a virtual display");
    let arguments = ["--sequence", "stand", "--time", "0"].map(OsStr::new);
    let mut viewer = Viewer::open_telling(&desktop, &arguments, &folder, Some("md2_viewer=debug"))
        .expect("the viewer starts");
    let lines = viewer.lines().expect("nobody took them");
    let window = desktop.window_of(viewer.process_id()).expect("a window opens");
    desktop.resize(window, 1280, 800).expect("the display answers");
    desktop.wait_for_picture(window, DRAWN).expect("the figure is drawn");
    // At rest, so that a line tells of nothing else.
    desktop.press(window, Key::Char(' ')).expect("the key is pressed");
    wait_until(&lines, |line| line.contains(", at "));

    let start = || {
        desktop.press_with(window, Some(Held::Control), Key::Char('e')).expect("the keys are pressed");
        std::thread::sleep(Duration::from_millis(700));
        desktop.point(TURNTABLE.0, TURNTABLE.1).expect("the display answers");
        for pressed in [true, false] {
            std::thread::sleep(Duration::from_millis(60));
            desktop.button(1, pressed).expect("the display answers");
        }
        wait_until(&lines, |line| line.contains(", exporting"));
    };
    start();
    desktop.press(window, Key::Escape).expect("the key is pressed");
    wait_until(&lines, |line| line.contains(" shows ") && !line.contains(", exporting"));
    assert!(viewer.is_running(), "Esc ends the export alone");
    assert_eq!(written(&folder), 0);

    start();
    desktop.close(window).expect("the window takes it");
    wait_until(&lines, |line| line.contains("closed during an export: no file was written"));
    let (status, _) = viewer.end(END).expect("it ends");
    assert!(status.success(), "{status}");
    assert_eq!(written(&folder), 0, "nothing half-made is left");
    fs::remove_dir_all(folder).expect("the folder is ours");
}

/// Reads on to a line of the log.
fn wait_until(lines: &Receiver<String>, is_it: impl Fn(&str) -> bool) {
    let mut last = String::new();
    loop {
        match lines.recv_timeout(END) {
            Ok(line) if is_it(&line) => return,
            Ok(line) => last = line,
            Err(error) => panic!("{error} after {last}"),
        }
    }
}

fn written(folder: &Path) -> usize {
    fs::read_dir(folder).expect("it is there").count()
}
