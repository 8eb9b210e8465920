//! The numbers of a comparison, and the way into it.

use std::fs;

use md2_scene::{Piece, Selection};

use super::files::browser;
use super::*;
use md2_browse::DialogPurpose;

fn triangle(name: &str, out: u8) -> Figure {
    let mut spec = md2_testdata::one_triangle();
    for frame in &mut spec.frames {
        frame.vertices[2] = [out, 0, 0, 5];
    }
    md2_scene::open_bytes(name, spec.build().bytes()).unwrap()
}

fn shown(workspace: &Workspace, state: &mut PanelState) -> Vec<String> {
    let context = context();
    texts(&context, &panel_input(workspace), state);
    texts(&context, &panel_input(workspace), state)
}

#[test]
fn the_furthest_vertex_of_another_model_is_told_and_selected_by_a_click() {
    let (mut workspace, _) = Workspace::new(triangle("a.md2", 200), Viewport::whole([1280, 800]));
    let _ = workspace.apply(Command::CompareWith(triangle("b.md2", 80))).unwrap();
    let mut state = PanelState::default();
    state.show_comparison();
    let texts = shown(&workspace, &mut state);
    for text in [
        "b.md2",
        "Shown in green over a.md2.",
        "3 in both",
        "Same position in stand.",
        "mean       5.000  units",
    ] {
        assert!(texts.iter().any(|shown| shown == text), "{text} of {texts:?}");
    }
    let actions = clicked(&workspace, &mut state, "largest   15.000  vertex 2");
    let [Action::Scene(Command::Select(Some(Selection { piece: Piece::Vertex(2), .. })))] = actions[..]
    else {
        panic!("{actions:?}")
    };
    let actions = clicked(&workspace, &mut state, "Clear");
    assert!(matches!(actions[..], [Action::Scene(Command::Compare(None))]), "{actions:?}");
    let _ = workspace.apply(Command::Compare(None)).unwrap();
    let actions = clicked(&workspace, &mut state, "With a model…");
    assert!(matches!(actions[..], [Action::ShowDialog(DialogPurpose::Counterpart)]), "{actions:?}");
}

#[test]
fn what_the_other_lacks_and_by_what_vertices_are_told_apart_is_said() {
    let quad = md2_testdata::seamed_quad().build();
    let quad = md2_scene::open_bytes("quad.md2", quad.bytes()).unwrap();
    let (mut workspace, _) = Workspace::new(triangle("a.md2", 200), Viewport::whole([1280, 800]));
    let _ = workspace.apply(Command::CompareWith(quad)).unwrap();
    let mut state = PanelState::default();
    state.show_comparison();
    let texts = shown(&workspace, &mut state);
    for text in ["Green has no stand: frame with the same number.", "3, green: 4"] {
        assert!(texts.iter().any(|shown| shown == text), "{text} of {texts:?}");
    }
    assert!(texts.iter().any(|text| text.contains("Comparing nearest vertices")), "{texts:?}");
}

/// The actions, and the texts with their places.
type Laid = (Vec<Action>, Vec<(String, egui::Pos2)>);

/// A model in the list has a menu, by which it is compared.
#[test]
fn a_model_of_the_list_is_compared_by_its_menu() {
    let folder = tempfile::tempdir().unwrap();
    for name in ["a.md2", "b.md2"] {
        fs::write(folder.path().join(name), md2_testdata::one_triangle().build().bytes()).unwrap();
    }
    let (context, workspace) = (context(), workspace());
    let files = browser(folder.path());
    let mut state = PanelState::default();
    state.show_tab(Tab::Files);
    let mut run = |events: Vec<Event>| {
        let panels = PanelInput { files: &files, ..panel_input(&workspace) };
        let picture = draw(&context, input(SIZES[0], events), &panels, &mut state);
        let place = |text: &TextShape| (text.galley.text().to_owned(), text.visual_bounding_rect().center());
        let texts = picture.text_shapes().map(place).collect();
        (picture.actions, texts)
    };
    let button =
        |at, button, pressed| Event::PointerButton { pos: at, button, pressed, modifiers: Modifiers::NONE };
    let find = |run: &mut dyn FnMut(Vec<Event>) -> Laid, word: &str| {
        run(vec![]);
        let (_, texts) = run(vec![]);
        let found = texts.iter().find(|(text, _)| text == word);
        found.unwrap_or_else(|| panic!("no {word}: {texts:?}")).1
    };
    let row = find(&mut run, "b.md2");
    run(vec![Event::PointerMoved(row)]);
    run(vec![button(row, PointerButton::Secondary, true)]);
    run(vec![button(row, PointerButton::Secondary, false)]);
    let entry = find(&mut run, "Compare with this");
    run(vec![Event::PointerMoved(entry)]);
    run(vec![button(entry, PointerButton::Primary, true)]);
    let (actions, _) = run(vec![button(entry, PointerButton::Primary, false)]);
    let [Action::CompareWith(path)] = &actions[..] else { panic!("{actions:?}") };
    assert_eq!(*path, folder.path().join("b.md2"));
}
