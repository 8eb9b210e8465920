//! Tests that the pointer marks the vertex or triangle below it, and that a click selects the marked element.

use std::ffi::OsStr;
use std::time::Duration;

use md2_tests::{Desktop, Key, LIMIT, Modifier, Session, drawing_desktop};

fn open_paused<'a>(desktop: &'a Desktop, arguments: &[&str]) -> Session<'a> {
    let arguments: Vec<&OsStr> = arguments.iter().map(OsStr::new).collect();
    let session = Session::open(desktop, &arguments);
    session.press(Key::Char(' '));
    session
}

/// Moves the pointer to one position after another, until the viewer logs a line that contains the text `what`. Returns
/// this line.
fn search(session: &Session<'_>, places: impl Iterator<Item = (i16, i16)>, what: &str) -> Option<String> {
    places.into_iter().find_map(|(x, y)| {
        session.point(x, y);
        session.next_line(Duration::from_secs(1), what)
    })
}

#[test]
fn the_pointer_marks_a_vertex_and_a_click_selects_it() {
    let Some(desktop) = drawing_desktop(1280, 800) else { return };
    let session = open_paused(&desktop, &["--sequence", "stand", "--time", "0", "--yaw", "-30"]);
    let logged = |wanted: &str| session.next_line(Duration::from_secs(4), wanted);

    session.press(Key::Char('q'));
    // Show the first frame, so that each run points at the same pose.
    session.press(Key::Char(','));
    assert!(logged(", at 0.0,").is_some(), "the animation is not paused");
    let places = (0..40).map(|step: i16| (590 + 10 * (step % 8), 310 + 14 * (step / 8)));
    let line = search(&session, places, "pointed at vertex ").expect("no vertex is found");
    session.click();
    assert!(logged("selected vertex ").is_some(), "a click selects nothing: {line}");
    let marked = session.picture();
    // A click next to the model clears the selection.
    session.point(800, 120);
    assert!(logged("pointed at nothing").is_some());
    session.click();
    assert!(logged("selected nothing").is_some());
    session
        .wait_until("the card and the marks disappear", || marked.difference(&session.picture(), 8) > 0.01);
    session.close();
}

#[test]
fn closing_the_large_skin_clears_its_triangle() {
    let Some(desktop) = drawing_desktop(1280, 800) else { return };
    let session = open_paused(&desktop, &["--sequence", "stand"]);
    session.press_with(Modifier::Shift, Key::Char('s'));
    // The skin has triangles in this area.
    let places = (0..40).map(|step: i16| (400 + 12 * (step % 8), 220 + 40 * (step / 8)));
    assert!(search(&session, places, "pointed at triangle ").is_some(), "no triangle is found");
    // Without the large skin, the pointer is next to the model.
    session.press_with(Modifier::Shift, Key::Char('s'));
    assert!(session.next_line(LIMIT, "pointed at nothing").is_some(), "the triangle is still marked");
    session.close();
}
