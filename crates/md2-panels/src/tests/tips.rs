//! Tests of tooltips over the scene.

use super::files::browser;
use super::*;

/// Whether any of the next six pictures, a second apart, contains a text that `is_wanted` accepts. In the first of these pictures, egui
/// only measures the tooltip.
fn shows_text(window: &mut TestWindow, events: Vec<Event>, is_wanted: impl Fn(&str) -> bool) -> bool {
    let pictures = std::iter::once(events).chain(std::iter::repeat_n(Vec::new(), 5));
    let mut texts = pictures.map(|events| window.draw_after(1.0, events).texts());
    texts.any(|texts| texts.iter().any(|text| is_wanted(text)))
}

#[test]
fn a_key_hides_tooltips_until_the_pointer_moves() {
    let mut window = TestWindow::new(workspace(), SIZES[0]);
    let mut has_tooltip =
        |events: Vec<Event>| shows_text(&mut window, events, |text| text.contains(": frames "));
    let row = |y: f32| Event::PointerMoved(pos2(80.0, y));
    assert!(has_tooltip(vec![row(288.0)]), "the pointer rests");
    assert!(!has_tooltip(vec![key(Key::S)]));
    assert!(!has_tooltip(vec![]));
    assert!(has_tooltip(vec![row(289.0)]), "it moved");
}

#[test]
fn a_broken_file_has_the_color_of_errors_and_a_tooltip_with_the_reason() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("broken.md2");
    std::fs::write(&path, b"IDP2").unwrap();
    let mut window = TestWindow::new(workspace(), SIZES[0]);
    window.files = browser(folder.path());
    let subject = ThumbnailSubject::File(path);
    window.files.set_visible(vec![subject.clone()]);
    while window.files.is_busy() {
        window.files.poll();
    }
    let reason = window.files.thumbnail(&subject).unwrap().as_ref().expect_err("not a model").clone();
    window.state.show_tab(Tab::Files);
    let picture = window.settle();
    let text_of = |name: &str| {
        let text = picture.text_shapes().find(|(_, text)| text.galley.text() == name).expect("listed").1;
        (text.galley.job.sections[0].format.color, text.visual_bounding_rect().center())
    };
    let (color, at) = text_of("broken.md2");
    assert_eq!(color, crate::style::ERROR);
    assert_ne!(text_of("ball.md2").0, color);
    assert!(shows_text(&mut window, vec![Event::PointerMoved(at)], |text| text == reason));
}

#[test]
fn an_open_menu_hides_tooltips() {
    let mut window = TestWindow::new(workspace(), SIZES[0]);
    let document = Arc::clone(window.workspace.document());
    let tooltips: Vec<String> = (0..=document.last_frame())
        .map(|frame| format!("  {frame} {}", document.frame_name(frame)))
        .collect();
    let mut has_tooltip = |toggles_menu: bool| {
        window.state.export_menu_requested = toggles_menu;
        // In the middle of the strip of all sequences.
        let over = Event::PointerMoved(pos2(640.0, SIZES[0][1] - 44.0));
        (0..2).for_each(|_| drop(window.draw(vec![over.clone()])));
        let texts = window.draw(vec![over]).texts();
        texts.iter().any(|text| tooltips.iter().any(|tooltip| text.ends_with(tooltip)))
    };
    assert!(has_tooltip(false));
    assert!(!has_tooltip(true), "the menu is open");
    assert!(has_tooltip(true), "the menu is closed again");
}
