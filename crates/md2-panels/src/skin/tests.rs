//! Tests of the layout of the tab of skins and of clicks in it, without a real window.

use egui::{Event, Modifiers, Pos2};
use md2_browse::checker::Checker;
use md2_scene::{Choice, Viewport, Workspace, builtin};

use super::*;
use crate::tests::{TestWindow, wheel};

fn window_of(workspace: Workspace, size: [f32; 2]) -> TestWindow {
    TestWindow::with_part(workspace, size, |ui, input, state, actions| {
        egui::Panel::right("tab")
            .exact_size(264.0)
            .show(ui, |ui| show(ui, input, &mut state.skin, &mut Vec::new(), actions));
        let free = ui.available_rect_before_wrap();
        show_large(ui.ctx(), free, free, input, &mut state.skin, actions);
        free
    })
}

fn skin_window() -> TestWindow {
    let (workspace, _) = Workspace::new(builtin::figure().unwrap(), Viewport::whole([640, 400]));
    let mut checker = Checker::default();
    checker.poll(&workspace);
    while checker.is_busy() {
        checker.poll(&workspace);
        std::thread::yield_now();
    }
    let mut window = window_of(workspace, [800.0, 700.0]);
    window.checks = checker.files().to_vec();
    window
}

fn image_center(window: &mut TestWindow) -> Pos2 {
    window.settle().images().first().expect("the skin is shown").center()
}

fn selected(actions: &[Action]) -> Option<u32> {
    actions.iter().find_map(|action| match action {
        Action::Scene(Command::Select(Some(Selection { piece: Piece::Triangle(triangle), .. }))) => {
            Some(*triangle)
        }
        _ => None,
    })
}

#[test]
fn a_click_on_the_skin_selects_the_triangle_there() {
    let mut window = skin_window();
    let center = image_center(&mut window);
    let triangle = (0..20).find_map(|step| {
        let at = center + vec2(-100.0 + 10.0 * step as f32, 7.0 * step as f32 - 60.0);
        selected(&window.click(at).actions)
    });
    let triangle = triangle.expect("one of the places is in a triangle");
    let selection = Selection { actor: window.workspace.lead(), piece: Piece::Triangle(triangle) };
    let _ = window.workspace.apply(Command::Select(Some(selection))).unwrap();
    window.draw(vec![Event::PointerGone]);
    assert!(window.has_text(&format!("triangle {triangle} ")));
}

#[test]
fn the_skin_has_a_large_view_and_two_lists_of_coordinates() {
    let mut window = skin_window();
    window.click_text("Strips");
    assert_eq!(window.state.skin.list, UvList::Commands);
    window.click_text("Large");
    assert!(window.state.skin.is_large);
    let images = window.settle().images();
    assert!(images.iter().any(|image| image.center().x < 500.0), "over the scene: {images:?}");
    assert!(window.state.close_large_skin() && !window.state.close_large_skin());
    window.state.skin.is_large = true;
    assert!(window.has_text("Small"));
    assert!(window.state.close_large_skin());
}

#[test]
fn the_wheel_scrolls_the_panel_over_a_skin_that_is_shown_whole() {
    let mut window = skin_window();
    for (is_large, modifiers, by, is_fitted) in [
        (false, Modifiers::NONE, -60.0, true),
        (false, Modifiers::NONE, 60.0, true),
        (false, Modifiers::COMMAND, 60.0, false),
        (true, Modifiers::NONE, 60.0, false),
    ] {
        window.state.skin.is_large = is_large;
        let at = image_center(&mut window);
        window.draw(vec![Event::PointerMoved(at)]);
        window.draw(vec![wheel(by, modifiers)]);
        // egui smooths the scrolling over several pictures.
        (0..60).for_each(|_| drop(window.draw(vec![])));
        let canvas = if is_large { &window.state.skin.large } else { &window.state.skin.small };
        assert_eq!(canvas.is_fitted(), is_fitted, "{is_large} {modifiers:?} {by}");
    }
}

#[test]
fn shows_the_image_of_a_timed_skin_at_the_current_time() {
    let file = md2_testdata::mdl::skin_group().build();
    let figure = md2_scene::open_bytes("torch.mdl", file.bytes()).unwrap();
    let (mut workspace, _) = Workspace::new(figure, Viewport::whole([640, 400]));
    let _ = workspace.apply(Command::SelectFigureSkin(Choice::Index(1))).unwrap();
    let mut window = window_of(workspace, [800.0, 1200.0]);
    assert!(window.has_text("3 images, shown for 0.2, 0.3, 0.5 s"));
    let source = |window: &TestWindow| window.state.skin.image.source.as_ref().map(|(_, image)| *image);
    assert_eq!(source(&window), Some(0));
    window.workspace.advance(std::time::Duration::from_millis(250));
    window.settle();
    assert_eq!(source(&window), Some(1));
}
