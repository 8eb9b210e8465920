//! A user's whole way through the window, by keys and mouse: from a folder to a picture, and out again.
//!
//! A program of its own: windows of other tests would take the time that this one is given.

use std::ffi::OsStr;
use std::fs;
use std::io::{BufRead as _, BufReader};
use std::path::Path;
use std::process::ChildStderr;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use md2_tests::{
    Desktop, Held, Key, Picture, Viewer, Window, root, temporary_folder, vulkan_is_missing, wait_for,
};

const SIZE: [u16; 2] = [1280, 800];
const WAIT: Duration = Duration::from_secs(60);

/// What the viewer tells of itself while it runs.
struct Told(Arc<Mutex<Vec<String>>>);

impl Told {
    fn by(errors: ChildStderr) -> Self {
        let lines: Arc<Mutex<Vec<String>>> = Arc::default();
        let theirs = Arc::clone(&lines);
        std::thread::spawn(move || {
            for line in BufReader::new(errors).lines().map_while(Result::ok) {
                theirs.lock().expect("nobody panics with it").push(line);
            }
        });
        Self(lines)
    }

    /// The newest line on what is shown.
    fn shows(&self) -> String {
        let lines = self.0.lock().expect("nobody panics with it");
        lines
            .iter()
            .rev()
            .find_map(|line| line.split_once("shows "))
            .map_or("", |(_, state)| state)
            .to_owned()
    }

    /// Waits until what is shown is told to be so.
    fn wait_for(&self, what: &str) {
        let found = wait_for(WAIT, || self.shows().contains(what).then_some(()));
        assert!(found.is_some(), "{what:?} is never shown, but: {}", self.shows());
    }

    fn all(&self) -> String {
        self.0.lock().expect("nobody panics with it").join("\n")
    }
}

/// A value of the line on what is shown.
fn value<'a>(line: &'a str, name: &str) -> &'a str {
    let found = line.split(", ").find_map(|part| part.strip_prefix(name));
    found.map_or("", str::trim)
}

/// The window under test, and hands on it.
struct Hands {
    desktop: Desktop,
    window: Window,
}

impl Hands {
    fn press(&self, key: Key) {
        self.desktop.press(self.window, key).expect("the key is pressed");
    }

    fn press_with(&self, held: Held, key: Key) {
        self.desktop.press_with(self.window, Some(held), key).expect("the keys are pressed");
    }

    /// Puts the keyboard into the search of the files.
    fn search(&self, told: &Told) {
        self.press_with(Held::Control, Key::Char('f'));
        told.wait_for("typing");
    }

    fn erase(&self, letters: usize) {
        for _ in 0..letters {
            self.press(Key::Backspace);
        }
    }

    fn point(&self, x: i16, y: i16) {
        self.desktop.point(x, y).expect("the pointer moves");
        std::thread::sleep(Duration::from_millis(120));
    }

    fn click(&self, x: i16, y: i16) {
        self.point(x, y);
        self.button(true);
        self.button(false);
    }

    fn button(&self, is_down: bool) {
        self.desktop.button(1, is_down).expect("the button moves");
        std::thread::sleep(Duration::from_millis(120));
    }

    fn picture(&self) -> Picture {
        self.desktop.screenshot(self.window).expect("the window is there")
    }

    /// Waits until the middle of the window is another than it was.
    fn wait_for_another(&self, before: &Picture, what: &str) {
        let changed = wait_for(WAIT, || {
            (before.middle().difference(&self.picture().middle(), 16) > 0.002).then_some(())
        });
        assert!(changed.is_some(), "{what} changes nothing to be seen");
    }
}

/// Models to choose from: a figure with three skins, a ball, and a figure with a triangle that has no area.
fn fill(folder: &Path) {
    let copy = |from: &str, to: &str| {
        let to = folder.join(to);
        fs::create_dir_all(to.parent().expect("it has a folder")).expect("the folder is ours");
        fs::copy(root().join("assets").join(from), to).expect("the project has it");
    };
    for name in ["tris.md2", "wanderer.pcx", "ember.pcx", "moss.pcx"] {
        copy(&format!("wanderer/{name}"), &format!("wanderer/{name}"));
    }
    for name in ["ball.md2", "ball.anm", "ball.pcx"] {
        copy(&format!("ball/{name}"), &format!("ball/{name}"));
    }
    let mut bytes = fs::read(root().join("assets/wanderer/tris.md2")).expect("the project has it");
    // Of its fourth triangle the second corner becomes the first.
    let field = |at: usize| u32::from_le_bytes(bytes[at..at + 4].try_into().expect("four bytes")) as usize;
    let triangle = field(52) + 3 * 12;
    bytes.copy_within(triangle..triangle + 2, triangle + 2);
    fs::create_dir_all(folder.join("odd")).expect("the folder is ours");
    fs::write(folder.join("odd/odd.md2"), bytes).expect("the folder is ours");
}

#[test]
fn from_a_folder_to_a_picture_and_out_again() {
    if vulkan_is_missing() {
        return;
    }
    let folder = temporary_folder("journey").expect("a temporary folder");
    let models = folder.join("models");
    fill(&models);
    let desktop = Desktop::start(SIZE[0], SIZE[1]).expect("a virtual display");
    let mut viewer =
        Viewer::open_telling(&desktop, &[models.as_os_str()], &folder, Some("md2_viewer=debug,warn"))
            .expect("the viewer starts");
    let told = Told::by(viewer.take_errors().expect("it tells something"));
    let window = desktop.window_of(viewer.process_id()).expect("a window opens");
    desktop.wait_for_picture(window, 200).expect("a model is drawn");
    let hands = Hands { desktop, window };
    hands.desktop.resize(window, SIZE[0].into(), SIZE[1].into()).expect("the display answers");

    filter_and_choose(&hands, &told);
    change_the_sequence(&hands, &told);
    scrub(&hands, &told);
    follow_a_finding(&hands, &told);
    change_the_skin(&hands, &told);
    compare_and_save(&hands, &told, &folder);
    resize(&hands);

    hands.desktop.close(window).expect("the display answers");
    let (status, _) = viewer.end(WAIT).expect("the viewer ends");
    assert!(status.success(), "{status}: {}", told.all());
    fs::remove_dir_all(folder).expect("the folder is ours");
}

/// Filters the files, and chooses one of them, twice.
fn filter_and_choose(hands: &Hands, told: &Told) {
    hands.press(Key::Function(3));
    told.wait_for("front Files");
    hands.search(told);
    hands.desktop.type_word(hands.window, "ball").expect("the keys are pressed");
    told.wait_for("files searched for ball");
    let before = hands.picture();
    hands.press(Key::Enter);
    told.wait_for("model ball");
    hands.wait_for_another(&before, "the ball");
    // The field is left with that; before, the next keys would be none of its.
    let left = wait_for(WAIT, || (!told.shows().ends_with("typing")).then_some(()));
    assert!(left.is_some(), "the search is not left: {}", told.shows());
    hands.search(told);
    hands.erase(4);
    hands.desktop.type_word(hands.window, "odd").expect("the keys are pressed");
    told.wait_for("files searched for odd");
    hands.press(Key::Enter);
    told.wait_for("model odd");
}

/// Stops the animation, and changes the sequence.
fn change_the_sequence(hands: &Hands, told: &Told) {
    hands.press(Key::Function(2));
    told.wait_for("front Anim");
    hands.click(640, 300);
    hands.press(Key::Char(' '));
    told.wait_for(", at ");
    let shown = told.shows();
    let before = hands.picture();
    hands.press(Key::Down);
    let sequence = value(&shown, "sequence").to_owned();
    let changed = wait_for(WAIT, || (value(&told.shows(), "sequence") != sequence).then_some(()));
    assert!(changed.is_some(), "the sequence is still {sequence}");
    hands.wait_for_another(&before, "another sequence");
}

/// Moves the time to the left end, and by a drag to the middle.
fn scrub(hands: &Hands, told: &Told) {
    let before = value(&told.shows(), "at").to_owned();
    let y = i16::try_from(SIZE[1] - 22).expect("a small number");
    hands.point(200, y);
    hands.button(true);
    hands.point(420, y);
    hands.point(700, y);
    hands.button(false);
    let moved = wait_for(WAIT, || (value(&told.shows(), "at") != before).then_some(()));
    assert!(moved.is_some(), "the timeline does not move it from {before}");
}

/// Selects the triangle of a finding.
fn follow_a_finding(hands: &Hands, told: &Told) {
    hands.press(Key::Function(7));
    told.wait_for("Check");
    std::thread::sleep(Duration::from_secs(1));
    // From the last line up: a click on the head of a group would fold it. Below, nothing is written.
    let panel = hands.picture();
    let is_written = |y: &i16| panel.part([1060, (y - 6).unsigned_abs().into()], [120, 12]).color_count() > 1;
    let found = (150..690).rev().step_by(12).skip_while(|y| !is_written(y)).find(|&y| {
        hands.click(1120, y);
        std::thread::sleep(Duration::from_millis(150));
        told.shows().contains("selected triangle 3")
    });
    assert!(found.is_some(), "no finding leads to triangle 3: {}", told.shows());
}

/// Changes the skin of a model that has several.
fn change_the_skin(hands: &Hands, told: &Told) {
    hands.press(Key::Function(3));
    told.wait_for("front Files");
    hands.search(told);
    hands.erase(3);
    let cleared = wait_for(WAIT, || told.shows().ends_with("searched for , typing").then_some(()));
    assert!(cleared.is_some(), "the search is not cleared: {}", told.shows());
    hands.click(640, 120);
    told.wait_for("model ");
    let skins = wait_for(WAIT, || {
        if !told.shows().contains("model tris") && !told.shows().contains("model wanderer") {
            hands.press(Key::PageDown);
            std::thread::sleep(Duration::from_millis(700));
            return None;
        }
        Some(value(&told.shows(), "skin").to_owned())
    });
    let skin = skins.expect("the neighbours lead to the figure");
    std::thread::sleep(Duration::from_secs(1));
    let before = hands.picture();
    hands.press(Key::Char('s'));
    let changed = wait_for(WAIT, || (value(&told.shows(), "skin") != skin).then_some(()));
    assert!(changed.is_some(), "the skin is still {skin}");
    hands.wait_for_another(&before, "another skin");
}

/// Compares with a frame, and saves a picture.
fn compare_and_save(hands: &Hands, told: &Told, folder: &Path) {
    hands.press(Key::Char('u'));
    told.wait_for("compared with frame");
    let before = hands.picture();
    hands.press(Key::Down);
    hands.wait_for_another(&before, "comparing");
    hands.press(Key::F12);
    let file = wait_for(WAIT, || {
        let files = fs::read_dir(folder).ok()?.flatten().map(|entry| entry.path());
        let mut pictures = files.filter(|path| path.extension() == Some(OsStr::new("png")));
        pictures.find(|path| Picture::read(path).is_ok_and(|picture| picture.color_count() > 200))
    });
    assert!(file.is_some(), "no picture is saved");
}

/// Changes the size of the window.
fn resize(hands: &Hands) {
    for (width, height) in [(640, 400), (480, 360), (1200, 780)] {
        hands.desktop.resize(hands.window, width, height).expect("the display answers");
        let drawn = wait_for(WAIT, || {
            let picture = hands.desktop.screenshot(hands.window).ok()?;
            (picture.width == width && picture.color_count() > 200).then_some(())
        });
        assert!(drawn.is_some(), "{width} x {height}");
    }
}
