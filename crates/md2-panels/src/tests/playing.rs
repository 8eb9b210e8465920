//! The bar, the strip of the whole model, and the tab of sequences.

use egui::Key;
use md2_scene::Preview;

use super::*;
use crate::keys::Shortcut;

const SIZE: [f32; 2] = SIZES[0];

/// A window that is laid out again and again, at times of its own.
struct Desk {
    context: Context,
    workspace: Workspace,
    state: PanelState,
    size: [f32; 2],
    time: f64,
}

impl Desk {
    fn new(workspace: Workspace, size: [f32; 2]) -> Self {
        let mut desk = Self { context: context(), workspace, state: PanelState::default(), size, time: 1.0 };
        for _ in 0..3 {
            assert!(desk.act(vec![]).is_empty());
        }
        desk
    }

    /// Lays it out a tenth of a second later.
    fn act(&mut self, events: Vec<Event>) -> Vec<Action> {
        self.act_after(0.1, events).0
    }

    /// Lays it out after some time; tells what is asked for, and when it is to be laid out again, in seconds.
    fn act_after(&mut self, seconds: f64, events: Vec<Event>) -> (Vec<Action>, f64) {
        self.time += seconds;
        let input = RawInput { time: Some(self.time), ..input(self.size, events) };
        let Picture { actions, output, .. } =
            draw(&self.context, input, &panel_input(&self.workspace), &mut self.state);
        (actions, output.viewport_output[&egui::ViewportId::ROOT].repaint_delay.as_secs_f64())
    }

    /// Carries out what is asked for.
    fn obey(&mut self, actions: &[Action]) {
        for action in actions {
            match action {
                Action::Scene(command) => drop(self.workspace.apply(command.clone()).unwrap()),
                action => panic!("{action:?}"),
            }
        }
    }

    fn texts(&mut self) -> Vec<(String, Rect)> {
        let mut texts = Vec::new();
        let input = RawInput { time: Some(self.time), ..input(self.size, vec![]) };
        let output = draw(&self.context, input, &panel_input(&self.workspace), &mut self.state).output;
        for clipped in output.shapes {
            collect(&clipped.shape, clipped.clip_rect, &mut texts);
        }
        texts
    }

    /// The row of a sequence.
    fn row_of(&mut self, name: &str) -> Rect {
        let bottom = self.size[1] - 100.0;
        let texts = self.texts();
        let in_list =
            |(text, rect): &&(String, Rect)| text == name && rect.left() < 240.0 && rect.top() < bottom;
        texts.iter().find(in_list).unwrap_or_else(|| panic!("{name:?} of {texts:?}")).1
    }

    /// The place of a text.
    fn place_of(&mut self, text: &str) -> Rect {
        let texts = self.texts();
        let found = texts.iter().find(|(found, _)| found == text);
        found.unwrap_or_else(|| panic!("{text:?} of {texts:?}")).1
    }
}

fn collect(shape: &Shape, clip: Rect, texts: &mut Vec<(String, Rect)>) {
    match shape {
        Shape::Text(text) => {
            let rect = Rect::from_min_size(text.pos, text.galley.size());
            if clip.intersects(rect) {
                texts.push((text.galley.text().to_owned(), rect));
            }
        }
        Shape::Vec(shapes) => shapes.iter().for_each(|shape| collect(shape, clip, texts)),
        _ => {}
    }
}

fn moved(to: egui::Pos2) -> Vec<Event> {
    vec![Event::PointerMoved(to)]
}

fn button(at: egui::Pos2, pressed: bool) -> Vec<Event> {
    vec![super::button(at, pressed)]
}

fn key(key: Key) -> Vec<Event> {
    vec![Event::Key { key, physical_key: None, pressed: true, repeat: false, modifiers: Modifiers::NONE }]
}

/// The middle of the strip at a share of its width.
fn on_strip(share: f32) -> egui::Pos2 {
    pos2(14.0 + share * (SIZE[0] - 28.0), SIZE[1] - 6.0 - 24.0 - 4.0 - 10.0)
}

/// The sequence and the frame that the only wish asks for.
fn scrubbed(desk: &Desk, actions: &[Action]) -> (String, f32) {
    match actions {
        [Action::Scene(Command::Seek { to: Moment::In { sequence, key }, .. })] => {
            let sequence = &desk.workspace.player().sequences()[*sequence];
            (sequence.name.clone(), sequence.first as f32 + key)
        }
        _ => panic!("{actions:?}"),
    }
}

#[test]
fn a_drag_over_the_strip_goes_through_the_whole_model() {
    let mut desk = Desk::new(workspace(), SIZE);
    let frames = desk.workspace.document().last_frame() as f32 + 1.0;
    desk.act(moved(on_strip(0.05)));
    let pressed = desk.act(button(on_strip(0.05), true));
    desk.obey(&pressed);
    let mut names = Vec::new();
    for step in 1..=40_u16 {
        let share = 0.05 + 0.9 * f32::from(step) / 40.0;
        let actions = desk.act(moved(on_strip(share)));
        let (name, frame) = scrubbed(&desk, &actions);
        // But for blocks that are widened to be hit, frames are as wide as they are.
        assert!((frame - (share * frames - 0.5)).abs() < 2.0, "{share}: {frame}");
        desk.obey(&actions);
        assert_eq!(desk.workspace.player().sequence().name, name);
        if names.last() != Some(&name) {
            names.push(name);
        }
    }
    assert!(names.len() > 12, "{names:?}");
    assert_eq!((names[0].as_str(), names.last().unwrap().as_str()), ("stand", "walk"));
    let rests = desk.act(vec![]);
    assert_eq!(scrubbed(&desk, &rests).0, "walk", "while the pointer rests");
}

#[test]
fn the_strip_names_what_it_has_room_for() {
    let mut desk = Desk::new(workspace(), SIZE);
    let texts = desk.texts();
    let named: Vec<&str> = texts
        .iter()
        .filter(|(_, rect)| (rect.center().y - on_strip(0.0).y).abs() < 10.0)
        .map(|(text, _)| text.as_str())
        .collect();
    for name in ["Stand", "Attack", "Walk"] {
        assert!(named.contains(&name), "{named:?}");
    }
    desk.act(moved(on_strip(0.365)));
    let texts = desk.texts();
    assert!(texts.iter().any(|(text, _)| text == "Flip  78 flip07"), "{texts:?}");
}

#[test]
fn a_row_is_looked_at_after_a_moment_and_left_again() {
    let mut desk = Desk::new(workspace(), SIZE);
    let row = desk.row_of("Death 1").center();
    let place = desk.workspace.player().position_in_keys();
    let (actions, again) = desk.act_after(0.1, moved(row));
    assert!(actions.is_empty() && again <= 0.35, "{actions:?} {again}");
    let (actions, again) = desk.act_after(0.2, vec![]);
    assert!(actions.is_empty() && again <= 0.16, "{actions:?} {again}");
    let (actions, _) = desk.act_after(0.2, vec![]);
    let death = desk.workspace.player().find("death1").unwrap();
    let preview = Preview { actor: desk.workspace.lead(), sequence: death };
    assert!(
        matches!(actions[..], [Action::Scene(Command::Preview(Some(found)))] if found == preview),
        "{actions:?}"
    );
    desk.obey(&actions);
    assert!(desk.act(vec![]).is_empty(), "it is shown");
    assert_eq!(desk.workspace.player().sequence().name, "death1");
    desk.workspace.advance(Duration::from_millis(250));

    let actions = desk.act(moved(pos2(640.0, 300.0)));
    assert!(matches!(actions[..], [Action::Scene(Command::Preview(None))]), "{actions:?}");
    desk.obey(&actions);
    let player = desk.workspace.player();
    assert_eq!((player.sequence().name.as_str(), player.position_in_keys()), ("walk", place));
    assert!(desk.act(vec![]).is_empty());
}

#[test]
fn what_ends_a_look_is_not_undone_by_a_pointer_that_rests() {
    let mut desk = Desk::new(workspace(), SIZE);
    let row = desk.row_of("Death 1").center();
    desk.act(moved(row));
    let (actions, _) = desk.act_after(0.5, vec![]);
    desk.obey(&actions);
    assert!(desk.workspace.preview().is_some() && desk.act(vec![]).is_empty());
    let action = desk.state.action(Shortcut::TogglePause, &desk.workspace);
    desk.obey(&[action]);
    for _ in 0..9 {
        assert!(desk.act(vec![]).is_empty());
    }
    // Nor does a list that moves under it ask for anything.
    for _ in 0..9 {
        let action = desk.state.action(Shortcut::NextSequence, &desk.workspace);
        desk.obey(&[action]);
        assert!(desk.act(vec![]).is_empty());
    }
    // Hidden panels look at nothing.
    let row = desk.row_of("Stand").center();
    desk.act(moved(row));
    let (actions, _) = desk.act_after(0.5, vec![]);
    desk.obey(&actions);
    assert!(desk.workspace.preview().is_some());
    desk.state.shows_panels = false;
    assert!(matches!(desk.act(vec![])[..], [Action::Scene(Command::Preview(None))]));
}

#[test]
fn the_filter_narrows_the_list_and_esc_clears_it() {
    let mut desk = Desk::new(workspace(), SIZE);
    desk.state.filter_sequences();
    assert!(desk.state.takes_text());
    // What is typed before the next picture is not lost.
    desk.act(vec![Event::Text(String::from("death"))]);
    assert!(!desk.state.takes_text());
    let texts = desk.texts();
    let listed = |name: &str| {
        texts.iter().any(|(text, rect)| text == name && rect.left() < 244.0 && rect.top() < 650.0)
    };
    assert!(listed("Death 1") && listed("Crouch death") && !listed("Stand"), "{texts:?}");

    let mut names = Vec::new();
    for _ in 0..5 {
        let actions = desk.act(key(Key::ArrowDown));
        desk.obey(&actions);
        names.push(desk.workspace.player().sequence().name.clone());
    }
    assert_eq!(names, ["crdeath", "death1", "death2", "death3", "crdeath"], "round the end");
    let action = desk.state.action(Shortcut::PreviousSequence, &desk.workspace);
    desk.obey(&[action]);
    assert_eq!(desk.workspace.player().sequence().name, "death3");

    desk.act(key(Key::Escape));
    assert!(desk.texts().iter().any(|(text, _)| text == "Stand"));
    assert!(!desk.state.clear_filter(), "nothing is left out");
    desk.state.filter_sequences();
    desk.act(vec![]);
    desk.act(vec![Event::Text(String::from("swims"))]);
    assert!(desk.texts().iter().any(|(text, _)| text == "No matching sequence"));
    assert!(desk.state.clear_filter());
}

#[test]
fn the_chosen_row_stays_in_sight() {
    let script: String = (0..400).map(|i| format!("move{i}x {} {} 10\n", i % 2, 1)).collect();
    let companions =
        Companions { script: Some(Script::parse(script.as_bytes()).unwrap()), ..Companions::default() };
    let file = md2_testdata::one_triangle().build();
    let document = Document::from_bytes("many.md2", file.bytes(), companions).unwrap();
    let mut desk = Desk::new(Workspace::new(document, Viewport::whole([1280, 800])).0, SIZE);
    for (action, times) in [(Shortcut::NextSequence, 150), (Shortcut::PreviousSequence, 230)] {
        for _ in 0..times {
            let action = desk.state.action(action, &desk.workspace);
            desk.obey(&[action]);
            assert!(desk.act(vec![]).is_empty());
        }
        let name = desk.workspace.player().sequence().readable_name();
        let row = desk.row_of(&name);
        assert!(row.top() > 40.0 && row.bottom() < SIZE[1] - 90.0, "{name} at {row}");
    }
    let started = std::time::Instant::now();
    (0..20).for_each(|_| drop(desk.act(vec![])));
    assert!(started.elapsed() < Duration::from_secs(2), "{:?} for 20 pictures", started.elapsed());
}

#[test]
fn loop_mode_and_speed_are_there_in_narrow_windows() {
    for size in [[640.0, 400.0], [300.0, 900.0], [779.0, 170.0]] {
        let mut desk = Desk::new(workspace(), size);
        let menu = desk.place_of("Loop ×\u{2009}1").center();
        desk.act(moved(menu));
        desk.act(button(menu, true));
        desk.act(button(menu, false));
        desk.act(vec![]);
        let once = desk.place_of("Once");
        for entry in ["Ping-pong", "Game", "Linear", "Ease out", "Backwards"] {
            let place = desk.place_of(entry);
            assert!(
                Rect::from_min_size(pos2(0.0, 0.0), size.into()).contains_rect(place),
                "{entry}: {place}"
            );
        }
        desk.act(moved(once.center()));
        desk.act(button(once.center(), true));
        let actions = desk.act(button(once.center(), false));
        assert!(
            matches!(actions[..], [Action::Scene(Command::SetMode { mode: md2_anim::LoopMode::Once, .. })]),
            "{actions:?}"
        );
    }
    let mut wide = Desk::new(workspace(), SIZE);
    for control in ["Loop", "Linear", "×\u{2009}", "1"] {
        wide.place_of(control);
    }
}

#[test]
fn easing_cannot_be_chosen_where_the_game_shows_whole_frames() {
    let mut desk = Desk::new(workspace(), SIZE);
    let menu = desk.place_of("Linear").center();
    for (game, opens) in [(true, false), (false, true)] {
        let _ = desk.workspace.apply(Command::SetGame(game)).unwrap();
        desk.act(vec![]);
        desk.act(moved(menu));
        let is_told = (0..5).any(|_| {
            desk.act_after(1.0, vec![]);
            desk.texts().iter().any(|(text, _)| text == crate::action::NO_EASING)
        });
        desk.act(button(menu, true));
        desk.act(button(menu, false));
        desk.act(vec![]);
        let is_open = desk.texts().iter().any(|(text, _)| text == "Ease in-out");
        assert_eq!((is_told, is_open), (game, opens));
    }
}

#[test]
fn the_bar_is_about_the_part_that_is_chosen() {
    let mut desk = Desk::new(player(), SIZE);
    let [legs, torso] = [0, 1].map(|index| desk.workspace.body().nth(index).unwrap().id());
    let about = |desk: &Desk| match desk.state.action(Shortcut::NextMode, &desk.workspace) {
        Action::Scene(Command::SetMode { actor, .. }) => actor,
        action => panic!("{action:?}"),
    };
    assert_eq!(about(&desk), legs);
    let texts = desk.texts();
    let switch = texts.iter().find(|(text, rect)| text == "Torso" && rect.top() > SIZE[1] - 90.0).unwrap().1;
    desk.act(moved(switch.center()));
    desk.act(button(switch.center(), true));
    desk.act(button(switch.center(), false));
    assert_eq!(about(&desk), torso);
    let _ = desk.workspace.apply(Command::Open(builtin::figure().unwrap())).unwrap();
    assert_eq!(about(&desk), desk.workspace.lead(), "another figure has no such part");
    assert!(desk.act(vec![]).is_empty());
}

#[test]
fn nothing_is_drawn_again_where_nothing_changes() {
    for size in [SIZE, [640.0, 400.0]] {
        let mut desk = Desk::new(workspace(), size);
        let _ = desk.workspace.apply(Command::TogglePlaying).unwrap();
        assert!(!desk.workspace.moves());
        for _ in 0..20 {
            desk.act(vec![]);
        }
        let (actions, again) = desk.act_after(0.1, vec![]);
        assert!(actions.is_empty() && again > 1e6, "{again}");
    }
}
