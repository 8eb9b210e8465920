//! Tests of the viewer's window with actions of a window manager and a user.

use std::ffi::OsStr;
use std::fs;
use std::time::Duration;

use md2_testdata::TempFolder;
use md2_testdata::random::Random;
use md2_tests::{DRAWN, Key, Picture, Session, ViewerOptions, drawing_desktop, root, runs_on_wine};

#[test]
fn a_window_animates_resizes_minimizes_and_closes() {
    let Some(desktop) = drawing_desktop(1280, 800) else { return };
    let mut session = Session::open(&desktop, &[]);
    let first = session.picture();
    std::thread::sleep(Duration::from_millis(700));
    let moved = first.difference(&session.picture(), 8);
    assert!(moved > 0.005, "only {:.2} % of the pixels changed in 0.7 s", moved * 100.0);

    let mut random = Random::new(1);
    for step in 0..40 {
        let [width, height, pause] =
            [1270, 790, 30].map(|limit| u32::try_from(1 + random.below(limit)).expect("a small number"));
        session.resize(width, height);
        std::thread::sleep(Duration::from_millis(pause.into()));
        assert!(session.viewer.is_running(), "gone after resize {step} to {width}x{height}");
    }
    session.resize(1, 1);
    std::thread::sleep(Duration::from_millis(200));
    session.resize(900, 600);
    session.wait_for_size(900);

    desktop.minimize(session.window).expect("the display answers");
    std::thread::sleep(Duration::from_millis(500));
    assert!(session.viewer.is_running(), "gone when minimized");
    desktop.restore(session.window).expect("the display answers");
    let restored = desktop.wait_for_picture(session.window, DRAWN).expect("drawn again when restored");
    session.wait_until("the animation continues", || session.picture().difference(&restored, 8) > 0.005);
    session.close();
}

#[test]
fn a_crowd_moves_in_its_window() {
    let Some(desktop) = drawing_desktop(640, 480) else { return };
    let session = Session::open(&desktop, &["--crowd", "20"].map(OsStr::new));
    let first = session.picture();
    session.wait_until("the crowd moves", || session.picture().difference(&first, 8) > 0.005);
    for (width, height) in [(300, 200), (600, 400)] {
        session.resize(width, height);
    }
    session.close();
}

#[test]
fn a_window_wider_than_any_image_still_shows_the_model() {
    // The longest edges of images of SwiftShader and of lavapipe.
    const LIMITS: [u32; 2] = [8_192, 16_384];
    if runs_on_wine() {
        return md2_testdata::skip("Wine would keep the height of this screen for the next tests");
    }
    let Some(desktop) = drawing_desktop(17_000, 320) else { return };
    let mut session = Session::open(&desktop, &[]);
    for width in [16_900, 800] {
        session.resize(width, 300);
        // The viewer reduces the size of a window that is larger than the device can draw.
        let is_drawn = |picture: Picture| {
            LIMITS.map(|limit| width.min(limit)).contains(&picture.width)
                && picture.middle().color_count() > DRAWN
        };
        session.wait_until("the model is drawn in the new width", || {
            desktop.screenshot(session.window).is_ok_and(is_drawn)
        });
        assert!(session.viewer.is_running(), "{width} pixels");
    }
}

/// Pauses the animation and stops the camera, so that the central part of the window changes only with the model.
fn pause(session: &Session<'_>) -> Picture {
    session.press(Key::Char(' '));
    session.press(Key::Char('o'));
    std::thread::sleep(Duration::from_secs(1));
    session.middle()
}

#[test]
fn a_broken_new_version_leaves_the_old_model_in_the_window() {
    let Some(desktop) = drawing_desktop(1280, 800) else { return };
    let folder = TempFolder::with_files(&[]);
    let file = folder.path("model.md2");
    let replace = |asset: &str| fs::copy(root().join("assets").join(asset), &file).expect("it exists");
    replace("wanderer/tris.md2");
    let mut session = Session::open(&desktop, &[file.as_os_str()]);
    let before = pause(&session);

    folder.write("model.md2", b"IDP2 and then nothing of the kind");
    std::thread::sleep(Duration::from_secs(3));
    assert!(session.viewer.is_running(), "a broken file ended the viewer");
    // Close the notice, which takes space from the scene.
    session.press(Key::Escape);
    std::thread::sleep(Duration::from_secs(1));
    let changed = before.difference(&session.middle(), 24);
    assert!(changed < 0.01, "the old model disappeared: {:.1} % of the pixels changed", changed * 100.0);

    // An undamaged new version replaces the old model.
    replace("ball/ball.md2");
    session.wait_for_change(&before, 24, 0.05, "the undamaged file is loaded");
    session.close();
}

/// Checks the settings file. A broken file must be renamed only when new settings are saved.
#[test]
fn settings_are_saved_for_the_next_run() {
    let Some(desktop) = drawing_desktop(1280, 800) else { return };
    let folder = TempFolder::with_files(&[]);
    let file = folder.path("settings.json");
    folder.write("settings.json", b"{\"look\": ");
    let options = ViewerOptions { state: Some(&folder), ..ViewerOptions::default() };
    let run = |arguments: &[&OsStr], key: Option<char>, size: Option<(u32, u32)>| {
        let session = Session::start(&desktop, arguments, &options);
        let picture = session.picture();
        if let Some(key) = key {
            session.press(Key::Char(key));
        }
        if let Some((width, height)) = size {
            session.resize(width, height);
            session.wait_for_size(width);
        }
        (picture, session.close())
    };
    let (_, errors) = run(&[], None, None);
    assert!(errors.contains("settings.json"), "{errors}");
    assert_eq!(fs::read(&file).expect("the file exists"), b"{\"look\": ", "nothing changed");
    run(&[], Some('g'), Some((900, 600)));
    assert!(folder.path("settings.json.bad").is_file());
    let text = fs::read_to_string(&file).expect("settings were saved");
    assert!(text.contains("\"floor\": \"none\"") && text.contains("900"), "{text}");
    let (picture, errors) = run(&[], None, None);
    assert_eq!((picture.width, picture.height), (900, 600), "{errors}");
    let (picture, _) = run(&["--no-settings"].map(OsStr::new), Some('l'), None);
    assert_ne!(picture.width, 900);
    assert_eq!(fs::read_to_string(&file).expect("settings remain"), text, "--no-settings saves nothing");
}
