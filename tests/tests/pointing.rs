//! The pointer in the viewer's window: what it is on is told and marked, and a click selects it.
//!
//! A program of its own: windows of other tests would take the time that this one is given.

use std::ffi::OsStr;
use std::time::Duration;

use md2_tests::{Desktop, Held, Key, LIMIT, Session, drawing_desktop};

/// A session whose figure has come to rest.
fn resting<'a>(desktop: &'a Desktop, arguments: &[&str]) -> Session<'a> {
    let arguments: Vec<&OsStr> = arguments.iter().map(OsStr::new).collect();
    let session = Session::open(desktop, &arguments);
    session.press(Key::Char(' '));
    session
}

/// Moves the pointer from place to place until the log contains this.
fn search(session: &Session<'_>, places: impl Iterator<Item = (i16, i16)>, what: &str) -> Option<String> {
    places.into_iter().find_map(|(x, y)| {
        session.point(x, y);
        session.next_line(Duration::from_secs(1), what)
    })
}

#[test]
fn the_pointer_tells_a_vertex_and_a_click_selects_it() {
    let Some(desktop) = drawing_desktop(1280, 800) else { return };
    let session = resting(&desktop, &["--sequence", "stand", "--time", "0", "--yaw", "-30"]);
    let told = |wanted: &str| session.next_line(Duration::from_secs(4), wanted);

    // From now on the pose stays, the same each time, and with it what the pointer is on.
    session.press(Key::Char(','));
    assert!(told(", at 0.0,").is_some(), "it goes on playing");
    // Somewhere on the body there is a vertex.
    let places = (0..40).map(|step: i16| (590 + 10 * (step % 8), 310 + 14 * (step / 8)));
    let line = search(&session, places, "pointed at vertex ").expect("no vertex is found");
    session.click();
    assert!(told("selected vertex ").is_some(), "a click selects nothing: {line}");
    // Its card stands in the lower left corner of the scene, its mark on the figure: since the picture before this one.
    let marked = session.picture();
    // Beside the model there is nothing to point at, and a click there selects nothing.
    session.point(320, 120);
    assert!(told("pointed at nothing").is_some());
    session.click();
    assert!(told("selected nothing").is_some());
    session.wait_until("the card and the marks go", || marked.difference(&session.picture(), 8) > 0.01);
    session.close();
}

#[test]
fn what_the_large_skin_told_goes_with_it() {
    let Some(desktop) = drawing_desktop(1280, 800) else { return };
    let session = resting(&desktop, &["--sequence", "stand"]);
    session.press_with(Held::Shift, Key::Char('s'));
    // From where the skin has triangles first.
    let places = (0..40).map(|step: i16| (400 + 12 * (step % 8), 220 + 40 * (step / 8)));
    assert!(search(&session, places, "pointed at triangle ").is_some(), "no triangle is found");
    // The pointer rests, now beside the model.
    session.press_with(Held::Shift, Key::Char('s'));
    assert!(session.next_line(LIMIT, "pointed at nothing").is_some(), "the triangle is still told");
    session.close();
}
