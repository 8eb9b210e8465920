//! Looking through folders and archives in the viewer's window, by keys.
//!
//! A program of its own: windows of other tests would take the time that this one is given.

use std::ffi::OsStr;
use std::fs;
use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use md2_tests::{Desktop, Held, Key, Viewer, Window, root, temporary_folder, vulkan_is_missing, wait_for};

/// Colors a window shows at least when a model stands in it.
const DRAWN: usize = 200;
const END: Duration = Duration::from_secs(30);

/// The lines that a viewer writes to standard error.
#[derive(Clone)]
struct Lines(Arc<Mutex<Vec<String>>>);

impl Lines {
    fn of(viewer: &mut Viewer) -> Self {
        let lines = Self(Arc::default());
        let (errors, kept) = (viewer.take_errors().expect("nobody reads them yet"), lines.clone());
        std::thread::spawn(move || {
            for line in BufReader::new(errors).lines().map_while(Result::ok) {
                kept.0.lock().expect("nobody panics with it").push(line);
            }
        });
        lines
    }

    /// Waits until what is shown last is described so.
    #[track_caller]
    fn wait_for(&self, what: &str) {
        assert!(self.comes(|line| line.contains(what)), "never {what:?}: {:#?}", self.0.lock());
    }

    /// Waits until the list of files is there, which is read in the background.
    #[track_caller]
    fn wait_for_files(&self) {
        assert!(self.comes(|line| !line.contains(", reading")), "reads on: {:#?}", self.0.lock());
    }

    /// Whether what is shown last comes to be like this.
    fn comes(&self, is_it: impl Fn(&str) -> bool) -> bool {
        let is_told = || {
            let lines = self.0.lock().expect("nobody panics with it");
            let last = lines.iter().rev().find(|line| line.contains("shows "));
            last.is_some_and(|line| is_it(line)).then_some(())
        };
        wait_for(END, is_told).is_some()
    }
}

/// A folder with two players, a pack that holds the ball, and a broken model.
fn game(test: &str) -> PathBuf {
    let folder = temporary_folder(test).expect("a temporary folder");
    for name in ["female", "male"] {
        let player = folder.join("players").join(name);
        fs::create_dir_all(&player).expect("the folder is ours");
        fs::copy(root().join("assets/wanderer/tris.md2"), player.join("tris.md2")).expect("it is there");
    }
    let ball = fs::read(root().join("assets/ball/ball.md2")).expect("it is there");
    let pak = md2_testdata::archive::pak(&[(b"models/ball.md2", &ball)]);
    fs::write(folder.join("pak0.pak"), pak).expect("the folder is ours");
    fs::write(folder.join("broken.md2"), b"IDP2 and then nothing of the kind").expect("the folder is ours");
    folder
}

fn start(desktop: &Desktop, argument: &Path, home: &Path) -> (Viewer, Window, Lines) {
    let wish = Some("warn,md2_viewer=debug");
    let mut viewer =
        Viewer::open_telling(desktop, &[argument.as_os_str()], home, wish).expect("the viewer starts");
    let lines = Lines::of(&mut viewer);
    let window = desktop.window_of(viewer.process_id()).expect("a window opens");
    desktop.wait_for_picture(window, DRAWN).expect("something is drawn");
    (viewer, window, lines)
}

#[test]
fn a_folder_is_searched_and_chosen_from_by_keys() {
    if vulkan_is_missing() {
        return;
    }
    let folder = game("browsing");
    let desktop = Desktop::start(1280, 800).expect("a virtual display");
    let (viewer, window, lines) = start(&desktop, &folder, &folder);
    // By their names, the pack comes first.
    lines.wait_for("model ball.md2");
    let press = |key| desktop.press(window, key).expect("the key is pressed");
    lines.wait_for_files();
    for (key, model) in [(Key::PageUp, "male"), (Key::PageUp, "female"), (Key::PageDown, "male")] {
        press(key);
        lines.wait_for(&format!("model {model}/tris.md2"));
    }

    desktop.press_with(window, Some(Held::Control), Key::Char('f')).expect("the keys are pressed");
    lines.wait_for("typing");
    desktop.type_word(window, "ball").expect("the keys are pressed");
    lines.wait_for("files searched for ball");
    press(Key::Enter);
    lines.wait_for("model ball.md2");

    desktop.close(window).expect("the display answers");
    let (status, _) = viewer.end(END).expect("the viewer ends");
    assert!(status.success(), "{status}");
    fs::remove_dir_all(folder).expect("the folder is ours");
}

#[test]
fn a_broken_argument_shows_the_window_and_ends_with_1() {
    if vulkan_is_missing() {
        return;
    }
    let folder = game("broken-argument");
    let desktop = Desktop::start(1280, 800).expect("a virtual display");
    for name in ["broken.md2", "missing.md2"] {
        let viewer = Viewer::open(&desktop, &[folder.join(name).as_os_str()]).expect("the viewer starts");
        let window = desktop.window_of(viewer.process_id()).expect("a window opens");
        desktop.wait_for_picture(window, DRAWN).expect("the built-in figure is drawn");
        desktop.close(window).expect("the display answers");
        let (status, errors) = viewer.end(END).expect("the viewer ends");
        assert_eq!(status.code(), Some(1), "{errors}");
        assert!(errors.contains(name), "{errors}");
    }
    // Once something else was opened, all is well.
    let (viewer, window, lines) = start(&desktop, &folder.join("broken.md2"), &folder);
    lines.wait_for("model wanderer");
    desktop.press(window, Key::Function(3)).expect("the key is pressed");
    lines.wait_for("front Files");
    lines.wait_for_files();
    desktop.press_with(window, Some(Held::Control), Key::Char('f')).expect("the keys are pressed");
    lines.wait_for("typing");
    desktop.type_word(window, "male").expect("the keys are pressed");
    lines.wait_for("files searched for male");
    desktop.press(window, Key::Enter).expect("the key is pressed");
    lines.wait_for("male/tris.md2");
    desktop.close(window).expect("the display answers");
    let (status, _) = viewer.end(END).expect("the viewer ends");
    assert_eq!(status.code(), Some(0));
    fs::remove_dir_all(folder).expect("the folder is ours");
}

#[test]
fn a_model_is_compared_with_another_of_the_list() {
    if vulkan_is_missing() {
        return;
    }
    let folder = temporary_folder("comparing").expect("a temporary folder");
    for (from, to) in [("ball/ball.md2", "ball.md2"), ("wanderer/tris.md2", "wanderer.md2")] {
        fs::copy(root().join("assets").join(from), folder.join(to)).expect("it is there");
    }
    let desktop = Desktop::start(1280, 800).expect("a virtual display");
    let (viewer, window, lines) = start(&desktop, &folder.join("wanderer.md2"), &folder);
    desktop.resize(window, 1280, 800).expect("the display answers");
    desktop.press(window, Key::Function(3)).expect("the key is pressed");
    lines.wait_for("front Files");
    desktop.press(window, Key::Char(' ')).expect("the key is pressed");
    lines.wait_for(", at ");
    lines.wait_for_files();
    let before = desktop.screenshot(window).expect("the window is there");
    let click = |x, y, button| {
        desktop.point(x, y).expect("the pointer moves");
        std::thread::sleep(Duration::from_millis(300));
        for is_down in [true, false] {
            desktop.button(button, is_down).expect("the button moves");
            std::thread::sleep(Duration::from_millis(300));
        }
    };
    // The ball stands before the figure; in its menu the second entry compares.
    click(100, 156, 3);
    click(130, 205, 1);
    lines.wait_for("compared with ball.md2");
    let changed = wait_for(END, || {
        let now = desktop.screenshot(window).ok()?;
        (before.middle().difference(&now.middle(), 16) > 0.002).then_some(())
    });
    assert!(changed.is_some(), "the ball is not seen");
    desktop.press(window, Key::Escape).expect("the key is pressed");
    lines.wait_for("compared with nothing");
    desktop.close(window).expect("the display answers");
    let (status, _) = viewer.end(END).expect("the viewer ends");
    assert!(status.success(), "{status}");
    fs::remove_dir_all(folder).expect("the folder is ours");
}

#[test]
fn a_pack_given_whole_opens_its_first_model() {
    if vulkan_is_missing() {
        return;
    }
    let folder = game("whole-pack");
    let desktop = Desktop::start(640, 400).expect("a virtual display");
    let arguments = ["broken.md2", "pak0.pak", "players"].map(OsStr::new);
    let wish = Some("warn,md2_viewer=debug");
    let mut viewer = Viewer::open_telling(&desktop, &arguments, &folder, wish).expect("the viewer starts");
    let lines = Lines::of(&mut viewer);
    let window = desktop.window_of(viewer.process_id()).expect("a window opens");
    lines.wait_for("model ball.md2");
    desktop.close(window).expect("the display answers");
    let (status, _) = viewer.end(END).expect("the viewer ends");
    assert_eq!(status.code(), Some(0));
    fs::remove_dir_all(folder).expect("the folder is ours");
}
