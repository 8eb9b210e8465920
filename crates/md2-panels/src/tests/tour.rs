//! Tests of the guided tour.

use md2_scene::{Geometry, Lighting, Look, LookSwitch, Mistake};

use super::*;

const SIZE: [f32; 2] = SIZES[0];

fn touring() -> TestWindow {
    let mut window = TestWindow::new(plain(), SIZE);
    for command in [Command::Toggle(LookSwitch::Boxes), Command::SetSpeed(2.0), Command::SetPlaying(false)] {
        let _ = window.workspace.apply(command).unwrap();
    }
    window.state.tabs.show(Tab::Check);
    window.state.hides_panels = true;
    window.state.shows_help = true;
    let begins = window.click_text("Tour");
    window.apply(&begins);
    let first = window.draw(vec![]).actions;
    window.apply(&first);
    window
}

fn is_restored(window: &TestWindow) -> bool {
    let (workspace, look) = (&window.workspace, Look { boxes: true, ..Look::default() });
    let transport = workspace.transport();
    workspace.figure().name() == "m.md2"
        && (*workspace.look(), transport.speed, transport.playing) == (look, 2.0, false)
        && (window.state.tabs.right, window.state.hides_panels) == (Tab::Check, true)
        && !workspace.is_on_tour()
}

type Expected = (&'static str, &'static str, bool, fn(&Workspace) -> bool);

#[test]
fn each_step_sets_its_view_up() {
    let mut window = touring();
    let expected: [Expected; 8] = [
        ("Keyframes", "run", true, |scene| scene.transport().game),
        ("Blending", "run", true, |scene| !scene.transport().game && *scene.look() == Look::default()),
        ("Between two keyframes", "run", false, |scene| {
            scene.look().onion && scene.player().pose().blend == 0.5
        }),
        ("Bytes of the file", "run", false, |scene| {
            scene.selection().is_some_and(|selected| matches!(selected.piece, Piece::Vertex(_)))
        }),
        ("Names into sequences", "walk", true, |scene| scene.selection().is_none() && !scene.look().onion),
        ("Normals", "run", true, |scene| scene.look().normals && scene.look().light == Lighting::Lamp),
        ("Strips and fans", "stand", true, |scene| scene.look().geometry == Geometry::ColoredCommands),
        ("Mistakes", "run", false, |scene| {
            scene.look().mistake == Some(Mistake::FramePastEnd) && scene.player().pose().frame_b < 46
        }),
    ];
    for (number, (title, sequence, plays, holds)) in (1..).zip(expected) {
        assert!(window.has_text(title) && window.has_text(&format!("{number} of 8")), "{title}");
        let scene = &window.workspace;
        assert_eq!((scene.figure().name(), scene.player().sequence().name.as_str()), ("wanderer", sequence));
        assert_eq!((scene.transport().playing, scene.transport().speed), (plays, 0.25), "{title}");
        assert!(holds(scene), "{title}: {:?}", scene.look());
        let next = window.click_text("Next");
        assert_eq!(next.is_empty(), number == 8, "{title}");
        window.apply(&next);
    }
    let back = window.click_text("Back");
    window.apply(&back);
    assert!(window.has_text("7 of 8"));
}

#[test]
fn leaving_the_tour_restores_the_scene_and_the_panels() {
    let mut window = touring();
    assert!(!is_restored(&window));
    let leave = window.click_text("Leave");
    window.apply(&leave);
    assert!(is_restored(&window) && !window.has_text("Keyframes"));

    let mut window = touring();
    let next = window.click_text("Next");
    window.apply(&next);
    let escape = window.draw(vec![key(Key::Escape)]).actions;
    window.apply(&escape);
    assert!(is_restored(&window));
}

#[test]
fn a_badge_names_the_mistake_and_ends_it() {
    let mut window = TestWindow::new(workspace(), SIZES[0]);
    let look = Look { mistake: Some(md2_scene::Mistake::FlippedT), ..Look::default() };
    let _ = window.workspace.apply(Command::SetLook(look)).unwrap();
    window.state.hides_panels = true;
    assert!(window.has_text("Mistake: skin upside down") && window.has_text("counts t from the bottom"));
    let badge = window.find("Mistake: skin upside down");
    let actions = (0..60).find_map(|step| {
        let place = badge + egui::vec2(120.0 + 3.0 * step as f32, 0.0);
        Some(window.click(place).actions).filter(|actions| !actions.is_empty())
    });
    let actions = actions.expect("a click on the cross ends the mistake");
    assert!(matches!(actions[..], [Action::Scene(Command::SetLook(Look { mistake: None, .. }))]));
}
