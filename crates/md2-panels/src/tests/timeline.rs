//! The timeline under the figure.

use super::*;

/// The place that the only wish asks for.
fn sought(actions: &[Action]) -> f32 {
    match actions {
        [Action::Scene(Command::Seek { to: Moment::Key(key), .. })] => *key,
        _ => panic!("{actions:?}"),
    }
}

#[test]
fn a_click_on_the_timeline_seeks() {
    let workspace = workspace();
    let context = context();
    let mut state = PanelState::default();
    let size = SIZES[0];
    let (free, _) = lay_out(&context, &workspace, &mut state, size, vec![]);
    let at = pos2(free.center().x, size[1] - 22.0);
    lay_out(&context, &workspace, &mut state, size, vec![Event::PointerMoved(at)]);
    lay_out(&context, &workspace, &mut state, size, vec![button(at, true)]);
    let (_, actions) = lay_out(&context, &workspace, &mut state, size, vec![button(at, false)]);
    let key = sought(&actions);
    let half = workspace.player().key_count() / 2;
    assert!((key - half as f32).abs() < 1.0, "{key} of {half} twice");
}

#[test]
fn a_drag_on_the_timeline_holds_the_place_under_the_pointer() {
    let workspace = workspace();
    let context = context();
    let mut state = PanelState::default();
    let size = SIZES[0];
    let (free, _) = lay_out(&context, &workspace, &mut state, size, vec![]);
    let [from, to] = [0.3, 0.6].map(|part| pos2(free.left() + part * free.width(), size[1] - 22.0));
    let mut act = |events| lay_out(&context, &workspace, &mut state, size, events).1;
    act(vec![Event::PointerMoved(from)]);
    act(vec![button(from, true)]);
    let moved = act(vec![Event::PointerMoved(to)]);
    let place = sought(&moved);
    assert_eq!(sought(&act(vec![])), place, "while the pointer rests");
}
