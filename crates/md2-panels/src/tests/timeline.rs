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
fn a_drag_on_the_timeline_seeks_the_position_under_the_pointer() {
    let mut window = TestWindow::new(workspace(), SIZES[0]);
    let [from, to] = [0.3, 0.6].map(|fraction| on_timeline(&mut window, fraction));
    window.draw(vec![Event::PointerMoved(from)]);
    window.draw(vec![button(from, true)]);
    let key = sought(&window.draw(vec![Event::PointerMoved(to)]).actions);
    let count = window.workspace.player().key_count() as f32;
    assert!((key - 0.6 * count).abs() < 1.0, "{key} of {count}");
    assert_eq!(sought(&window.draw(vec![]).actions), key, "while the pointer rests");
}
