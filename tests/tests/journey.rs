//! Tests a whole session of a user with keyboard and mouse, from opening a folder to saving a picture.
//!
//! These tests have their own process, since the windows of other tests would slow them down beyond their time limits.

use std::ffi::OsStr;
use std::fs;
use std::path::Path;
use std::time::Duration;

use md2_testdata::TempFolder;
use md2_tests::{Key, Picture, Session, ViewerOptions, drawing_desktop, root};

const SIZE: [u16; 2] = [1280, 800];

fn value(session: &Session<'_>, name: &str) -> String {
    let shown = session.shown();
    shown.split(", ").find_map(|part| part.strip_prefix(name)).map_or("", str::trim).to_owned()
}

fn wait_for_change(session: &Session<'_>, before: &Picture, what: &str) {
    session.wait_for_change(before, 16, 0.002, what);
}

fn write_models(folder: &Path) {
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
    // Give the fourth vertex of the first frame a normal that is not in the table.
    let field = |at: usize| u32::from_le_bytes(bytes[at..at + 4].try_into().expect("four bytes")) as usize;
    let vertex = field(56) + 40 + 3 * 4;
    bytes[vertex + 3] = 200;
    fs::create_dir_all(folder.join("odd")).expect("the folder is ours");
    fs::write(folder.join("odd/odd.md2"), bytes).expect("the folder is ours");
}

#[test]
fn a_user_opens_plays_inspects_compares_and_saves() {
    let Some(desktop) = drawing_desktop(SIZE[0], SIZE[1]) else { return };
    let folder = TempFolder::with_files(&[]);
    let models = folder.path("models");
    write_models(&models);
    let (place, log) = (Some(&*folder), Some("md2_viewer=debug,warn"));
    let options = ViewerOptions { folder: place, log, ..ViewerOptions::default() };
    let session = Session::start(&desktop, &[models.as_os_str()], &options);
    session.resize(SIZE[0].into(), SIZE[1].into());

    filter_and_choose(&session);
    pause_and_change_the_sequence(&session);
    scrub(&session);
    follow_a_finding(&session);
    change_the_skin(&session);
    compare_and_save(&session, &folder);
    for (width, height) in [(640, 400), (480, 360), (1200, 780)] {
        session.resize(width, height);
        session.wait_for_size(width);
    }
    session.close();
}

fn filter_and_choose(session: &Session<'_>) {
    session.press(Key::Function(3));
    session.wait_for("front Files");
    session.search(0, "ball");
    let before = session.middle();
    session.press(Key::Enter);
    session.wait_for("model ball");
    wait_for_change(session, &before, "the ball is seen");
    // Enter leaves the search field. Before that, the next keys would be typed into the field.
    session.wait_until("the search is left", || !session.shown().ends_with("typing"));
    session.search(4, "odd");
    session.press(Key::Enter);
    session.wait_for("model odd");
}

fn pause_and_change_the_sequence(session: &Session<'_>) {
    session.press(Key::Function(2));
    session.wait_for("front Anim");
    session.point(640, 300);
    session.click();
    session.press(Key::Char(' '));
    session.wait_for(", at ");
    let (sequence, before) = (value(session, "sequence"), session.middle());
    session.press(Key::Down);
    session.wait_until("another sequence", || value(session, "sequence") != sequence);
    wait_for_change(session, &before, "another sequence is seen");
}

fn scrub(session: &Session<'_>) {
    let before = value(session, "at");
    let y = i16::try_from(SIZE[1] - 22).expect("a small number");
    session.point(200, y);
    session.button(1, true);
    session.point(420, y);
    session.point(700, y);
    session.button(1, false);
    session.wait_until("the timeline moves it", || value(session, "at") != before);
}

fn follow_a_finding(session: &Session<'_>) {
    session.press(Key::Function(7));
    session.wait_for("Check");
    std::thread::sleep(Duration::from_secs(1));
    // Click on lines from the last line upwards, since a click on the header of a group would collapse the group.
    let panel = session.picture();
    let is_written = |y: &i16| panel.part([1060, (y - 6).unsigned_abs().into()], [120, 12]).color_count() > 1;
    let found = (150..690).rev().step_by(12).skip_while(|y| !is_written(y)).find(|&y| {
        session.point(1120, y);
        session.click();
        std::thread::sleep(Duration::from_millis(150));
        session.shown().contains("selected vertex 3,")
    });
    assert!(found.is_some(), "no finding leads to vertex 3: {}", session.shown());
}

fn change_the_skin(session: &Session<'_>) {
    session.press(Key::Function(3));
    session.wait_for("front Files");
    session.search(3, "");
    session.wait_until("the search is cleared", || session.shown().ends_with("searched for , typing"));
    session.point(640, 120);
    session.click();
    session.wait_for("model ");
    session.wait_until("Page Down leads to the figure", || {
        let is_figure = ["model tris", "model wanderer"].iter().any(|model| session.shown().contains(model));
        if !is_figure {
            session.press(Key::PageDown);
            std::thread::sleep(Duration::from_millis(700));
        }
        is_figure
    });
    let skin = value(session, "skin");
    std::thread::sleep(Duration::from_secs(1));
    let before = session.middle();
    session.press(Key::Char('s'));
    session.wait_until("another skin", || value(session, "skin") != skin);
    wait_for_change(session, &before, "another skin is seen");
}

fn compare_and_save(session: &Session<'_>, folder: &Path) {
    session.press(Key::Char('u'));
    session.wait_for("compared with frame");
    let before = session.middle();
    session.press(Key::Down);
    wait_for_change(session, &before, "comparing is seen");
    session.press(Key::Function(12));
    session.wait_until("a picture is saved", || {
        let files = fs::read_dir(folder).expect("it exists").flatten().map(|entry| entry.path());
        let mut pictures = files.filter(|path| path.extension() == Some(OsStr::new("png")));
        pictures.any(|path| Picture::read(&path).is_ok_and(|picture| picture.color_count() > 200))
    });
}
