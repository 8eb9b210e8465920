//! Tests that the viewer for Windows, run by Wine, shows the same pictures as the viewer for this system.
//!
//! `cargo xtask windows` runs these tests.

use std::ffi::OsStr;

use md2_tests::{Key, Picture, Session, ViewerOptions, drawing_desktop, runs_on_wine};

/// Groups of keys, each with a text in the state of the window after the group. Each group ends with the first frame, so that the picture
/// does not depend on time.
const KEYS: [(&[Key], &str); 5] = [
    (&[Key::Char('o'), Key::Char(' '), Key::Char('5'), Key::Char(',')], "at 0.0"),
    (&[Key::Char('s'), Key::Char('w'), Key::Char('g'), Key::Char('8'), Key::Char('2')], "skin ember"),
    (
        &[Key::Down, Key::Char('l'), Key::Char('w'), Key::Char('b'), Key::Char('n'), Key::Char(',')],
        "light lamp",
    ),
    (&[Key::Char('d'), Key::Char('z'), Key::Char('k'), Key::Function(5), Key::Function(2)], "front Anim"),
    (&[Key::Char('d'), Key::Char('k'), Key::Char('w'), Key::Char('0'), Key::Char('7')], "front Anim"),
];

/// Opens a viewer, presses the keys, and returns a picture of the window after each group.
fn pictures(is_native: bool) -> Option<Vec<Picture>> {
    let desktop = drawing_desktop(1280, 800)?;
    let log = Some("warn,md2_viewer=debug");
    let options = ViewerOptions { log, is_native, ..ViewerOptions::default() };
    let session = Session::start(&desktop, &["--sequence", "stand"].map(OsStr::new), &options);
    session.resize(1280, 800);
    session.wait_for_size(1280);
    // A pointer over the scene would mark what is below it.
    session.point(1279, 1);
    let mut pictures = Vec::new();
    for (keys, state) in KEYS {
        for &key in keys {
            session.press(key);
            std::thread::sleep(std::time::Duration::from_millis(200));
        }
        session.wait_for(state);
        std::thread::sleep(std::time::Duration::from_secs(1));
        pictures.push(session.picture());
    }
    let log = session.close();
    assert!(!log.contains(" ERROR "), "{log}");
    Some(pictures)
}

#[test]
fn twenty_five_keys_lead_to_the_same_pictures_as_on_this_system() {
    if !runs_on_wine() {
        return md2_testdata::skip("`cargo xtask windows` compares the viewer for Windows");
    }
    let (Some(native), Some(windows)) = (pictures(true), pictures(false)) else { return };
    for (number, (native, windows)) in native.iter().zip(&windows).enumerate() {
        let different = native.difference(windows, 24);
        println!("group {number}: {:.3} % of the pixels differ", different * 100.0);
        if let Some(folder) = std::env::var_os("MD2_PICTURES") {
            let folder = std::path::Path::new(&folder);
            for (name, picture) in [("native", native), ("windows", windows)] {
                picture.write(&folder.join(format!("{name}-{number}.png"))).expect("a picture is written");
            }
        }
        assert!(different < 0.01, "group {number}: {:.2} % of the pixels differ", different * 100.0);
    }
}
