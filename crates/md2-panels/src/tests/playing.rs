//! Tests of the bar, the strip of all sequences, and the tab of sequences.

use md2_scene::Preview;

use super::*;
use crate::keys::Shortcut;

const SIZE: [f32; 2] = SIZES[0];

impl TestWindow {
    fn row_of(&mut self, name: &str) -> Rect {
        let bottom = self.size[1] - 100.0;
        let texts = self.draw_after(0.0, vec![]).placed_texts();
        let is_row =
            |text: &&PlacedText| text.text == name && text.rect.left() < 240.0 && text.rect.top() < bottom;
        texts.iter().find(is_row).unwrap_or_else(|| panic!("{name:?} is not in {texts:?}")).rect
    }

    fn press(&mut self, shortcut: Shortcut) {
        let action = self.state.action(shortcut, &self.workspace);
        self.apply(&[action]);
    }
}

fn settled(workspace: Workspace, size: [f32; 2]) -> TestWindow {
    let mut window = TestWindow::new(workspace, size);
    assert!(window.settle().actions.is_empty());
    window
}

fn act_after(window: &mut TestWindow, seconds: f64, events: Vec<Event>) -> (Vec<Action>, f64) {
    let Picture { actions, output, .. } = window.draw_after(seconds, events);
    (actions, output.viewport_output[&egui::ViewportId::ROOT].repaint_delay.as_secs_f64())
}

fn moved(to: Pos2) -> Vec<Event> {
    vec![Event::PointerMoved(to)]
}

fn on_strip(fraction: f32) -> Pos2 {
    pos2(14.0 + fraction * (SIZE[0] - 28.0), SIZE[1] - 6.0 - 24.0 - 4.0 - 10.0)
}

fn sought(window: &TestWindow, actions: &[Action]) -> (String, f32) {
    match actions {
        [Action::Scene(Command::Seek { to: Moment::In { sequence, key }, .. })] => {
            let sequence = &window.workspace.player().sequences()[*sequence];
            (sequence.name.clone(), sequence.first as f32 + key)
        }
        _ => panic!("{actions:?}"),
    }
}

#[test]
fn a_drag_over_the_strip_seeks_through_all_sequences() {
    let mut window = settled(workspace(), SIZE);
    let frames = window.workspace.document().last_frame() as f32 + 1.0;
    window.draw(moved(on_strip(0.05)));
    let pressed = window.draw(vec![button(on_strip(0.05), true)]).actions;
    window.apply(&pressed);
    let mut names = Vec::new();
    for step in 1..=40_u16 {
        let fraction = 0.05 + 0.9 * f32::from(step) / 40.0;
        let actions = window.draw(moved(on_strip(fraction))).actions;
        let (name, frame) = sought(&window, &actions);
        // Very short sequences have wider blocks than their frame count, which shifts the others a little.
        assert!((frame - (fraction * frames - 0.5)).abs() < 2.0, "{fraction}: {frame}");
        window.apply(&actions);
        assert_eq!(window.workspace.player().sequence().name, name);
        if names.last() != Some(&name) {
            names.push(name);
        }
    }
    assert!(names.len() > 12, "{names:?}");
    assert_eq!((names[0].as_str(), names.last().unwrap().as_str()), ("stand", "walk"));
    let actions = window.draw(vec![]).actions;
    assert_eq!(sought(&window, &actions).0, "walk", "while the pointer rests");
}

#[test]
fn the_strip_shows_names_and_a_tooltip() {
    let mut window = settled(workspace(), SIZE);
    let texts = window.settle().placed_texts();
    let is_in_strip = |text: &&PlacedText| (text.rect.center().y - on_strip(0.0).y).abs() < 10.0;
    let names: Vec<&str> = texts.iter().filter(is_in_strip).map(|text| text.text.as_str()).collect();
    for name in ["Stand", "Attack", "Walk"] {
        assert!(names.contains(&name), "{names:?}");
    }
    window.draw(moved(on_strip(0.365)));
    assert!(window.has_text("Flip  78 flip07"));
}

#[test]
fn a_pointer_that_rests_on_a_row_requests_a_preview_until_it_leaves() {
    let mut window = settled(workspace(), SIZE);
    let row = window.row_of("Death 1").center();
    let position = window.workspace.player().position_in_keys();
    let (actions, delay) = act_after(&mut window, 0.1, moved(row));
    assert!(actions.is_empty() && delay <= 0.35, "{actions:?} {delay}");
    let (actions, delay) = act_after(&mut window, 0.2, vec![]);
    assert!(actions.is_empty() && delay <= 0.16, "{actions:?} {delay}");
    let (actions, _) = act_after(&mut window, 0.2, vec![]);
    let death = window.workspace.player().find("death1").unwrap();
    let preview = Preview { actor: window.workspace.lead(), sequence: death };
    let [Action::Scene(Command::Preview(Some(found)))] = actions[..] else { panic!("{actions:?}") };
    assert_eq!(found, preview);
    window.apply(&actions);
    assert!(window.draw(vec![]).actions.is_empty(), "already shown");
    assert_eq!(window.workspace.player().sequence().name, "death1");
    window.workspace.advance(Duration::from_millis(250));

    let actions = window.draw(moved(pos2(640.0, 300.0))).actions;
    assert!(matches!(actions[..], [Action::Scene(Command::Preview(None))]), "{actions:?}");
    window.apply(&actions);
    let player = window.workspace.player();
    assert_eq!((player.sequence().name.as_str(), player.position_in_keys()), ("walk", position));
    assert!(window.draw(vec![]).actions.is_empty());
}

#[test]
fn a_search_limits_the_list_and_the_arrow_keys_until_esc() {
    let mut window = settled(workspace(), SIZE);
    window.state.filter_sequences();
    // Text that arrives before the next picture is not lost.
    window.draw(vec![Event::Text(String::from("death"))]);
    let texts = window.settle().placed_texts();
    let is_listed = |name: &str| {
        texts.iter().any(|text| text.text == name && text.rect.left() < 244.0 && text.rect.top() < 650.0)
    };
    assert!(is_listed("Death 1") && is_listed("Crouch death") && !is_listed("Stand"), "{texts:?}");

    let mut names = Vec::new();
    for _ in 0..5 {
        let actions = window.draw(vec![key(Key::ArrowDown)]).actions;
        window.apply(&actions);
        names.push(window.workspace.player().sequence().name.clone());
    }
    assert_eq!(names, ["crdeath", "death1", "death2", "death3", "crdeath"], "around the end");
    window.press(Shortcut::PreviousSequence);
    assert_eq!(window.workspace.player().sequence().name, "death3");

    window.draw(vec![key(Key::Escape)]);
    window.row_of("Walk");
    assert!(!window.state.clear_filter(), "already cleared");
    window.state.filter_sequences();
    window.draw(vec![]);
    window.draw(vec![Event::Text(String::from("swims"))]);
    assert!(window.has_text("No matching sequence"));
    assert!(window.state.clear_filter());
}

#[test]
fn the_current_row_stays_visible() {
    let script: String = (0..100).map(|i| format!("move{i}x {} {} 10\n", i % 2, 1)).collect();
    let companions =
        Companions { script: Some(Script::parse(script.as_bytes()).unwrap()), ..Companions::default() };
    let file = md2_testdata::one_triangle().build();
    let document = Document::from_bytes("many.md2", file.bytes(), companions).unwrap();
    let mut window = settled(Workspace::new(document, Viewport::whole([1280, 800])).0, SIZE);
    for (shortcut, times) in [(Shortcut::NextSequence, 60), (Shortcut::PreviousSequence, 90)] {
        for _ in 0..times {
            window.press(shortcut);
            assert!(window.draw(vec![]).actions.is_empty());
        }
        let name = window.workspace.player().sequence().readable_name();
        let row = window.row_of(&name);
        assert!(row.top() > 40.0 && row.bottom() < SIZE[1] - 90.0, "{name} at {row}");
    }
}

#[test]
fn narrow_windows_have_a_menu_for_playback() {
    for size in [[640.0, 400.0], [300.0, 900.0], [779.0, 170.0]] {
        let mut window = settled(workspace(), size);
        window.click_text("Loop ×\u{2009}1");
        let texts = window.settle().placed_texts();
        for entry in ["Ping-pong", "Game", "Linear", "Ease out", "Backwards"] {
            let text = texts.iter().find(|text| text.text == entry).expect(entry);
            assert!(Rect::from_min_size(Pos2::ZERO, size.into()).contains_rect(text.rect), "{text:?}");
        }
        let actions = window.click_text("Once");
        let [Action::Scene(Command::SetMode { mode, .. })] = actions[..] else { panic!("{actions:?}") };
        assert_eq!(mode, md2_anim::LoopMode::Once);
    }
    let texts = settled(workspace(), SIZE).settle().texts();
    for control in ["Loop", "Linear", "×\u{2009}", "1"] {
        assert!(texts.iter().any(|text| text == control), "{control}");
    }
}

#[test]
fn the_list_of_easings_is_disabled_in_game_mode() {
    let mut window = settled(workspace(), SIZE);
    let list = window.find("Linear");
    for (game, opens) in [(true, false), (false, true)] {
        let _ = window.workspace.apply(Command::SetGame(game)).unwrap();
        window.draw(vec![]);
        window.draw(moved(list));
        (0..5).for_each(|_| drop(window.draw_after(1.0, vec![])));
        let is_explained = window.has_text(crate::notice::NO_EASING);
        window.click(list);
        assert_eq!((is_explained, window.has_text("Ease in-out")), (game, opens));
    }
}

#[test]
fn the_bar_and_the_keys_control_the_selected_part() {
    let mut window = settled(player(), SIZE);
    let [legs, torso] = [0, 1].map(|index| window.workspace.body().nth(index).unwrap().id);
    let controlled = |window: &TestWindow| match window.state.action(Shortcut::NextMode, &window.workspace) {
        Action::Scene(Command::SetMode { actor, .. }) => actor,
        action => panic!("{action:?}"),
    };
    assert_eq!(controlled(&window), legs);
    let texts = window.settle().placed_texts();
    let is_in_bar = |text: &&PlacedText| text.text == "Torso" && text.rect.top() > SIZE[1] - 90.0;
    let switch = texts.iter().find(is_in_bar).unwrap().rect.center();
    window.click(switch);
    assert_eq!(controlled(&window), torso);
    let _ = window.workspace.apply(Command::Open(builtin::figure().unwrap())).unwrap();
    assert_eq!(controlled(&window), window.workspace.lead(), "the new model has a single part");
    assert!(window.draw(vec![]).actions.is_empty());
}
