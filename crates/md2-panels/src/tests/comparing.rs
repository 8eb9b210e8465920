//! Tests of the section about a comparison, and of the ways to start a comparison.

use std::fs;

use super::files::browser;
use super::*;
use md2_browse::DialogPurpose;

fn triangle(name: &str, x: u8) -> Figure {
    let mut spec = md2_testdata::one_triangle();
    for frame in &mut spec.frames {
        frame.vertices[2] = [x, 0, 0, 5];
    }
    md2_scene::open_bytes(name, spec.build().bytes()).unwrap()
}

fn comparing(other: Figure) -> TestWindow {
    let (mut workspace, _) = Workspace::new(triangle("a.md2", 200), Viewport::whole([1280, 800]));
    let _ = workspace.apply(Command::CompareWith(other)).unwrap();
    let mut window = TestWindow::new(workspace, SIZES[0]);
    window.state.show_comparison();
    window
}

#[test]
fn a_click_on_the_largest_distance_selects_its_vertex() {
    let mut window = comparing(triangle("b.md2", 80));
    for text in
        ["b.md2", "3 in both", "Both models are at the same position in stand", "mean       5.000  units"]
    {
        assert!(window.has_text(text), "{text}");
    }
    // The triangle is 200 × 255 steps of 1/8 unit wide; the second frame is 8 units higher.
    assert!(window.has_text("25.0 × 31.9 × 8.0 units"), "the dimensions of the model");
    let actions = window.click_text("largest   15.000  vertex 2");
    let [Action::Scene(Command::Select(Some(Selection { piece: Piece::Vertex(2), .. })))] = actions[..]
    else {
        panic!("{actions:?}")
    };
    let actions = window.click_text("Clear");
    assert!(matches!(actions[..], [Action::Scene(Command::Compare(None))]), "{actions:?}");
    window.apply(&actions);
    let actions = window.click_text("With a model…");
    assert!(matches!(actions[..], [Action::ShowDialog(DialogPurpose::Counterpart)]), "{actions:?}");
}

#[test]
fn a_comparison_explains_missing_sequences_and_different_counts() {
    let quad = md2_testdata::seamed_quad().build();
    let mut window = comparing(md2_scene::open_bytes("quad.md2", quad.bytes()).unwrap());
    for text in [
        "The other model has no sequence stand. It shows the frame with the same number.",
        "3 (other model: 4)",
        "Comparing nearest vertices",
    ] {
        assert!(window.has_text(text), "{text}");
    }
}

#[test]
fn a_sequence_of_another_list_is_not_missing() {
    let script = Some(Script::parse(b"jump 0 1 10\n").unwrap());
    let companions = Companions { script, ..Companions::default() };
    let file = md2_testdata::one_triangle().build();
    let other = Document::from_bytes("b.md2", file.bytes(), companions).unwrap();
    let mut window = comparing(other.into());
    assert!(window.has_text("only in the other model: jump") && !window.has_text("only here"));
}

#[test]
fn the_context_menu_of_a_file_starts_a_comparison() {
    let folder = tempfile::tempdir().unwrap();
    for name in ["a.md2", "b.md2"] {
        fs::write(folder.path().join(name), md2_testdata::one_triangle().build().bytes()).unwrap();
    }
    let mut window = TestWindow::new(workspace(), SIZES[0]);
    window.files = browser(folder.path());
    window.state.show_tab(Tab::Files);
    window.open_menu("b.md2");
    let actions = window.click_text("Compare with this");
    let [Action::CompareWith(path)] = &actions[..] else { panic!("{actions:?}") };
    assert_eq!(*path, folder.path().join("b.md2"));
}

#[test]
fn a_switch_shows_one_of_two_models() {
    let mut window = comparing(triangle("other.md2", 9));
    window.state.show_tab(Tab::Model);
    let own = Arc::clone(window.workspace.document().mesh());
    assert!(!window.has_text("Frame names"), "all are equal");
    for (name, is_own, ghosts) in [("Original", true, 0), ("Enhanced", false, 0), ("Both", true, 1)] {
        let actions = window.click_text(name);
        window.apply(&actions);
        let drawn = window.workspace.drawn().next().unwrap();
        assert_eq!(
            (Arc::ptr_eq(drawn.mesh(), &own), window.workspace.ghosts().count()),
            (is_own, ghosts),
            "{name}"
        );
    }
    let actions = window.click_text("Split");
    window.apply(&actions);
    let free = window.settle().free;
    let at = |part: f32| pos2(free.left() + part * free.width(), free.center().y);
    window.draw(vec![Event::PointerMoved(at(0.5))]);
    window.draw(vec![button(at(0.5), true)]);
    let actions = window.draw(vec![Event::PointerMoved(at(0.25))]).actions;
    window.apply(&actions);
    let place = window.workspace.split().unwrap();
    assert!((place - 0.25).abs() < 1e-3, "the line follows the pointer: {place}");
}
