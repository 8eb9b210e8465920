//! The tab by itself, laid out and clicked without a window.

use egui::{Event, Modifiers, PointerButton, Pos2, RawInput, Shape, pos2};
use md2_scene::{Viewport, Workspace};

use super::*;
use crate::action;
use crate::{apply_style, tests::panel_input};
use md2_browse::builtin;
use md2_browse::checker::Checker;
use md2_browse::uv::UvList;

struct Bench {
    context: Context,
    workspace: Workspace,
    checker: Checker,
    state: SkinTab,
}

impl Bench {
    fn new() -> Self {
        let (workspace, _) = Workspace::new(builtin::figure().unwrap(), Viewport::whole([640, 400]));
        let mut checker = Checker::default();
        checker.poll(&workspace);
        while checker.is_busy() {
            checker.poll(&workspace);
            std::thread::yield_now();
        }
        let context = Context::default();
        apply_style(&context);
        Self { context, workspace, checker, state: SkinTab::default() }
    }

    /// The actions, and the shapes: texts, and the centers of pictures.
    fn run(&mut self, events: Vec<Event>) -> (Vec<Action>, Vec<(String, Pos2)>) {
        let Self { context, workspace, checker, state } = self;
        let area = Rect::from_min_size(pos2(0.0, 0.0), vec2(800.0, 700.0));
        let input = RawInput { screen_rect: Some(area), events, ..RawInput::default() };
        let mut actions = Vec::new();
        let mut output = context.run_ui(input, |ui| {
            actions.clear();
            let panels = PanelInput { checks: checker.files(), ..panel_input(workspace) };
            egui::Panel::right("tab")
                .exact_size(264.0)
                .show(ui, |ui| show(ui, &panels, state, &mut Vec::new(), &mut actions));
            let free = ui.available_rect_before_wrap();
            show_large(
                ui.ctx(),
                Room { without_panels: free, above_errors: free },
                &panels,
                state,
                &mut actions,
            );
        });
        output.textures_delta.clear();
        let drawn = output.shapes.into_iter().filter_map(|clipped| match clipped.shape {
            Shape::Text(text) => Some((text.galley.text().to_owned(), text.pos + vec2(4.0, 6.0))),
            Shape::Rect(rect) if rect.brush.is_some() => Some((String::from("picture"), rect.rect.center())),
            Shape::Mesh(mesh) if mesh.texture_id != egui::TextureId::default() => {
                Some((String::from("picture"), mesh.calc_bounds().center()))
            }
            _ => None,
        });
        (actions, drawn.collect())
    }

    #[track_caller]
    fn click(&mut self, wanted: &str, off: Vec2) -> Vec<Action> {
        self.run(vec![]);
        let (_, drawn) = self.run(vec![]);
        let found = drawn.iter().find(|(text, _)| text == wanted);
        let Some((_, at)) = found else { panic!("no {wanted}: {drawn:?}") };
        let at = *at + off;
        let (button, modifiers) = (PointerButton::Primary, Modifiers::NONE);
        let press = |pressed| Event::PointerButton { pos: at, button, pressed, modifiers };
        self.run(vec![Event::PointerMoved(at)]);
        self.run(vec![press(true)]);
        self.run(vec![press(false)]).0
    }
}

/// The triangle that is asked for.
fn selected(actions: &[Action]) -> Option<u32> {
    actions.iter().find_map(|action| match action {
        action::Action::Scene(Command::Select(Some(Selection {
            piece: Piece::Triangle(triangle), ..
        }))) => Some(*triangle),
        _ => None,
    })
}

#[test]
fn a_click_on_the_skin_selects_the_triangle_there() {
    let mut bench = Bench::new();
    let found = (0..20).find_map(|step| {
        let off = vec2(-100.0 + 10.0 * step as f32, 7.0 * step as f32 - 60.0);
        selected(&bench.click("picture", off))
    });
    let triangle = found.expect("one of the places lies in a triangle");
    let (lead, piece) = (bench.workspace.lead(), Piece::Triangle(triangle));
    let selection = Some(Selection { actor: lead, piece });
    let _ = bench.workspace.apply(Command::Select(selection)).unwrap();
    let (_, drawn) = bench.run(vec![Event::PointerGone]);
    let told = format!("triangle {triangle} ");
    assert!(drawn.iter().any(|(text, _)| text.starts_with(&told)), "{drawn:?}");
}

#[test]
fn it_is_shown_large_and_small_and_by_both_lists() {
    let mut bench = Bench::new();
    bench.click("glcmds", Vec2::ZERO);
    assert_eq!(bench.state.list, UvList::Commands);
    bench.click("Large", Vec2::ZERO);
    assert!(bench.state.is_large);
    let (_, drawn) = bench.run(vec![]);
    assert!(drawn.iter().any(|(text, at)| text == "picture" && at.x < 500.0), "over the scene: {drawn:?}");
    assert!(bench.state.close() && !bench.state.close());
    bench.state.set_large(true);
    assert!(bench.run(vec![]).1.iter().any(|(text, _)| text == "Small"));
    assert!(bench.state.close());
    let actions = bench.click("▶", Vec2::ZERO);
    assert!(
        matches!(*actions, [action::Action::Scene(Command::SelectFigureSkin(Choice::Next))]),
        "the neighbour: {actions:?}"
    );
}

#[test]
fn the_wheel_goes_past_a_skin_in_the_panel_that_is_all_seen() {
    let mut bench = Bench::new();
    for (is_large, modifiers, by, is_fitted) in [
        (false, Modifiers::NONE, -60.0, true),
        // Who has gone past it comes back.
        (false, Modifiers::NONE, 60.0, true),
        (false, Modifiers::COMMAND, 60.0, false),
        (true, Modifiers::NONE, 60.0, false),
    ] {
        bench.state.set_large(is_large);
        bench.run(vec![]);
        let (_, drawn) = bench.run(vec![]);
        let (_, at) = *drawn.iter().find(|(text, _)| text == "picture").expect("the skin is seen");
        bench.run(vec![Event::PointerMoved(at)]);
        let (unit, phase) = (egui::MouseWheelUnit::Point, egui::TouchPhase::Move);
        bench.run(vec![Event::MouseWheel { unit, delta: vec2(0.0, by), phase, modifiers }]);
        // Wheels are followed smoothly.
        (0..60).for_each(|_| drop(bench.run(vec![])));
        let canvas = if is_large { &bench.state.large } else { &bench.state.small };
        assert_eq!(canvas.view.is_fitted(), is_fitted, "{is_large} {modifiers:?} {by}");
    }
}
