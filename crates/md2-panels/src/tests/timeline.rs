//! Tests of the timeline.

use super::*;

fn sought(actions: &[Action]) -> f32 {
    match actions {
        [Action::Scene(Command::Seek { to: Moment::Key(key), .. })] => *key,
        _ => panic!("{actions:?}"),
    }
}

fn on_timeline(window: &mut TestWindow, fraction: f32) -> Pos2 {
    let free = window.settle().free;
    pos2(free.left() + fraction * free.width(), window.size[1] - 22.0)
}

#[test]
fn a_click_on_the_timeline_seeks() {
    let mut window = TestWindow::new(workspace(), SIZES[0]);
    let middle = on_timeline(&mut window, 0.5);
    let key = sought(&window.click(middle).actions);
    let half = window.workspace.player().key_count() / 2;
    assert!((key - half as f32).abs() < 1.0, "{key} of {half} twice");
}

#[test]
fn a_drag_on_the_timeline_seeks_the_position_under_the_pointer() {
    let mut window = TestWindow::new(workspace(), SIZES[0]);
    let [from, to] = [0.3, 0.6].map(|fraction| on_timeline(&mut window, fraction));
    window.draw(vec![Event::PointerMoved(from)]);
    window.draw(vec![button(from, true)]);
    let key = sought(&window.draw(vec![Event::PointerMoved(to)]).actions);
    assert_eq!(sought(&window.draw(vec![]).actions), key, "while the pointer rests");
}
