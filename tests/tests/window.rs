//! The viewer's window, driven as a window manager and a user drive it.
//!
//! A program of its own: windows of other tests would take the time that this one is given.

use std::ffi::OsStr;
use std::fs;
use std::time::Duration;

use md2_tests::{Desktop, Key, Viewer, temporary_folder, vulkan_is_missing, wait_for};

/// Colors a window shows at least when a model stands in it.
const DRAWN: usize = 200;
const END: Duration = Duration::from_secs(30);

#[test]
fn animates_survives_resizing_and_minimizing_and_closes_cleanly() {
    if vulkan_is_missing() {
        return;
    }
    let desktop = Desktop::start(1280, 800).expect("a virtual display");
    let mut viewer = Viewer::open(&desktop, &[]).expect("the viewer starts");
    let window = desktop.window_of(viewer.process_id()).expect("a window opens");

    let first = desktop.wait_for_picture(window, DRAWN).expect("the figure is drawn");
    std::thread::sleep(Duration::from_millis(700));
    let second = desktop.screenshot(window).expect("the window is there");
    let moved = first.difference(&second, 8);
    assert!(moved > 0.005, "only {:.2} % of the pixels changed in 0.7 s", moved * 100.0);

    let mut random = 0x2545_f491_u32;
    let mut pick = |limit: u32| {
        random ^= random << 13;
        random ^= random >> 17;
        random ^= random << 5;
        random % limit + 1
    };
    for step in 0..100 {
        let (width, height) = (pick(1270), pick(790));
        desktop.resize(window, width, height).expect("the display answers");
        std::thread::sleep(Duration::from_millis(u64::from(pick(30))));
        assert!(viewer.is_running(), "gone after resize {step} to {width}x{height}");
    }
    desktop.resize(window, 1, 1).expect("the display answers");
    std::thread::sleep(Duration::from_millis(200));
    desktop.resize(window, 900, 600).expect("the display answers");
    let settled = wait_for(END, || {
        desktop
            .screenshot(window)
            .ok()
            .filter(|picture| picture.width == 900 && picture.color_count() > DRAWN)
    });
    assert!(settled.is_some(), "drawn again at its last size");

    desktop.minimize(window).expect("the display answers");
    std::thread::sleep(Duration::from_millis(500));
    assert!(viewer.is_running(), "gone when minimized");
    desktop.restore(window).expect("the display answers");
    let restored = desktop.wait_for_picture(window, DRAWN).expect("drawn again when restored");
    let runs_on =
        wait_for(END, || desktop.screenshot(window).ok().filter(|now| now.difference(&restored, 8) > 0.005));
    assert!(runs_on.is_some(), "the animation stands still after restoring");

    desktop.close(window).expect("the display answers");
    let (status, errors) = viewer.end(END).expect("the viewer ends");
    assert!(status.success(), "{status}: {errors}");
}

#[test]
fn a_crowd_moves_in_its_window() {
    if vulkan_is_missing() {
        return;
    }
    let desktop = Desktop::start(640, 480).expect("a virtual display");
    let viewer = Viewer::open(&desktop, &["--crowd", "20"].map(OsStr::new)).expect("the viewer starts");
    let window = desktop.window_of(viewer.process_id()).expect("a window opens");
    let first = desktop.wait_for_picture(window, DRAWN).expect("the crowd is drawn");
    let moves =
        wait_for(END, || desktop.screenshot(window).ok().filter(|now| now.difference(&first, 8) > 0.005));
    assert!(moves.is_some(), "they stand still");
    for (width, height) in [(300, 200), (600, 400)] {
        desktop.resize(window, width, height).expect("the display answers");
    }
    desktop.close(window).expect("the display answers");
    let (status, errors) = viewer.end(END).expect("the viewer ends");
    assert!(status.success(), "{status}: {errors}");
}

#[test]
fn a_window_wider_than_any_image_shows_the_model_in_a_part() {
    if vulkan_is_missing() {
        return;
    }
    // lavapipe's images have at most 16,384 pixels.
    const WIDTH: u32 = 16_900;
    let desktop = Desktop::start(17_000, 320).expect("a virtual display");
    let mut viewer = Viewer::open(&desktop, &[]).expect("the viewer starts");
    let window = desktop.window_of(viewer.process_id()).expect("a window opens");
    desktop.wait_for_picture(window, DRAWN).expect("the figure is drawn");
    for width in [WIDTH, 800] {
        desktop.resize(window, width, 300).expect("the display answers");
        let drawn = wait_for(END, || {
            desktop
                .screenshot(window)
                .ok()
                .filter(|picture| picture.width == width && picture.middle().color_count() > DRAWN)
        });
        assert!(drawn.is_some() && viewer.is_running(), "{width} pixels");
    }
}

#[test]
fn keys_take_a_screenshot_and_quit() {
    if vulkan_is_missing() {
        return;
    }
    let folder = temporary_folder("keys").expect("a temporary folder");
    let desktop = Desktop::start(1280, 800).expect("a virtual display");
    let viewer = Viewer::open_in(&desktop, &[], &folder).expect("the viewer starts");
    let window = desktop.window_of(viewer.process_id()).expect("a window opens");
    desktop.wait_for_picture(window, DRAWN).expect("the figure is drawn");

    desktop.press(window, Key::F12).expect("the key is pressed");
    let file = wait_for(END, || {
        let name = fs::read_dir(&folder).ok()?.flatten().next()?.path();
        image_is_complete(&name).then_some(name)
    });
    let file = file.expect("a screenshot is written");
    assert_eq!(file.extension(), Some(OsStr::new("png")));

    desktop.press(window, Key::Escape).expect("the key is pressed");
    let (status, errors) = viewer.end(END).expect("Escape quits");
    assert!(status.success(), "{status}: {errors}");
    fs::remove_dir_all(folder).expect("the folder is ours");
}

fn image_is_complete(path: &std::path::Path) -> bool {
    md2_tests::Picture::read(path).is_ok_and(|picture| picture.color_count() > DRAWN)
}

#[test]
fn a_key_steadies_the_model_and_gives_the_old_keys_back() {
    if vulkan_is_missing() {
        return;
    }
    let desktop = Desktop::start(1280, 800).expect("a virtual display");
    let viewer = Viewer::open(&desktop, &[]).expect("the viewer starts");
    let window = desktop.window_of(viewer.process_id()).expect("a window opens");
    desktop.wait_for_picture(window, DRAWN).expect("the figure is drawn");
    let press = |key| desktop.press(window, Key::Char(key)).expect("the key is pressed");
    // Paused, and the camera at rest: only the keys can move.
    press(' ');
    press('o');
    std::thread::sleep(Duration::from_secs(1));
    let middle = || desktop.screenshot(window).expect("the window is there").middle();
    let before = middle();

    press('y');
    let moved = wait_for(END, || (before.difference(&middle(), 2) > 0.001).then_some(()));
    assert!(moved.is_some(), "the restored keys are never shown");
    press('y');
    let back = wait_for(END, || (before.difference(&middle(), 0) == 0.0).then_some(()));
    assert!(back.is_some(), "the file's keys are gone");

    desktop.close(window).expect("the display answers");
    let (status, errors) = viewer.end(END).expect("the viewer ends");
    assert!(status.success(), "{status}: {errors}");
}

#[test]
fn a_file_that_breaks_leaves_the_old_model_in_the_window() {
    if vulkan_is_missing() {
        return;
    }
    let folder = temporary_folder("reload").expect("a temporary folder");
    let file = folder.join("model.md2");
    fs::copy(md2_tests::root().join("assets/wanderer/tris.md2"), &file).expect("the figure is there");
    let desktop = Desktop::start(1280, 800).expect("a virtual display");
    let mut viewer = Viewer::open(&desktop, &[file.as_os_str()]).expect("the viewer starts");
    let window = desktop.window_of(viewer.process_id()).expect("a window opens");
    desktop.wait_for_picture(window, DRAWN).expect("the model is drawn");
    // Paused, and the camera at rest: what is in the middle of the window then changes with the model alone.
    desktop.press(window, Key::Char(' ')).expect("the key is pressed");
    desktop.press(window, Key::Char('o')).expect("the key is pressed");
    std::thread::sleep(Duration::from_secs(1));
    let middle = || desktop.screenshot(window).expect("the window is there").middle();
    let before = middle();

    fs::write(&file, b"IDP2 and then nothing of the kind").expect("the folder is ours");
    std::thread::sleep(Duration::from_secs(3));
    assert!(viewer.is_running(), "a broken file ended the viewer");
    // What is told of it has a strip below the scene, and with it the scene has all its room again.
    desktop.press(window, Key::Escape).expect("the key is pressed");
    std::thread::sleep(Duration::from_secs(1));
    assert!(viewer.is_running(), "nothing was told, and so the key ended the viewer");
    let changed = before.difference(&middle(), 24);
    assert!(changed < 0.01, "the old model is gone: {:.1} % of the pixels changed", changed * 100.0);

    // The file is watched all the time: a sound one takes the old model's place.
    fs::copy(md2_tests::root().join("assets/ball/ball.md2"), &file).expect("the ball is there");
    let replaced = wait_for(END, || (before.difference(&middle(), 24) > 0.05).then_some(()));
    assert!(replaced.is_some(), "a sound file is not loaded");

    desktop.close(window).expect("the display answers");
    let (status, errors) = viewer.end(END).expect("the viewer ends");
    assert!(status.success(), "{status}: {errors}");
    fs::remove_dir_all(folder).expect("the folder is ours");
}

/// What one window was changed to, the next one begins with; what is broken is put aside, and only when something is kept.
#[test]
fn a_window_is_kept_for_the_next_run() {
    if vulkan_is_missing() {
        return;
    }
    let folder = temporary_folder("kept").expect("a temporary folder");
    let file = folder.join("settings.json");
    fs::write(&file, "{\"look\": ").expect("the folder is ours");
    let desktop = Desktop::start(1280, 800).expect("a virtual display");
    let run = |arguments: &[&OsStr], key: Option<char>, size: Option<(u32, u32)>| {
        let viewer = Viewer::open_keeping(&desktop, arguments, &folder).expect("the viewer starts");
        let window = desktop.window_of(viewer.process_id()).expect("a window opens");
        let picture = desktop.wait_for_picture(window, DRAWN).expect("the figure is drawn");
        if let Some(key) = key {
            desktop.press(window, Key::Char(key)).expect("the key is pressed");
        }
        if let Some((width, height)) = size {
            desktop.resize(window, width, height).expect("the display answers");
        }
        // Some pictures, so that what was asked for is done.
        std::thread::sleep(Duration::from_secs(2));
        desktop.close(window).expect("the display answers");
        let (status, errors) = viewer.end(END).expect("the viewer ends");
        assert!(status.success(), "{status}: {errors}");
        (picture, errors)
    };
    let (_, errors) = run(&[], None, None);
    assert!(errors.contains("settings.json"), "{errors}");
    assert_eq!(fs::read(&file).expect("it is there"), b"{\"look\": ", "nothing was changed");
    run(&[], Some('g'), Some((900, 600)));
    assert!(folder.join("settings.json.bad").is_file());
    let text = fs::read_to_string(&file).expect("it is kept");
    assert!(text.contains("\"floor\": \"none\"") && text.contains("900"), "{text}");
    let (picture, errors) = run(&[], None, None);
    assert_eq!((picture.width, picture.height), (900, 600), "{errors}");
    let (picture, _) = run(&["--no-settings"].map(OsStr::new), Some('l'), None);
    assert_ne!(picture.width, 900);
    assert_eq!(fs::read_to_string(&file).expect("it is kept"), text, "nothing was changed, or kept");
    fs::remove_dir_all(folder).expect("the folder is ours");
}
