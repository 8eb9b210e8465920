//! Tests of tooltips over the scene.

use super::files::browser;
use super::*;

#[test]
fn a_broken_file_has_the_color_of_errors_and_a_tooltip_with_the_reason() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("broken.md2");
    std::fs::write(&path, b"IDP2").unwrap();
    let mut repaired = md2_testdata::one_triangle().build();
    repaired.set_i32("version", 7);
    std::fs::write(folder.path().join("repaired.md2"), repaired.bytes()).unwrap();
    let mut window = TestWindow::new(workspace(), SIZES[0]);
    window.files = browser(folder.path());
    let subject = ThumbnailSubject::File(path);
    window
        .files
        .set_visible(vec![subject.clone(), ThumbnailSubject::File(folder.path().join("repaired.md2"))]);
    while window.files.is_busy() {
        window.files.poll();
    }
    let reason = window.files.thumbnail(&subject).unwrap().as_ref().expect_err("not a model").clone();
    // The tooltip begins with the path.
    let reason = reason.split_once("\": ").unwrap().1.to_owned();
    window.state.show_tab(Tab::Files);
    let picture = window.settle();
    let text_of = |name: &str| {
        let text = picture.text_shapes().find(|(_, text)| text.galley.text() == name).expect("listed").1;
        (text.galley.job.sections[0].format.color, text.visual_bounding_rect().center())
    };
    let (color, at) = text_of("broken.md2");
    assert_eq!(color, crate::style::ERROR);
    let marks = picture.texts().iter().filter(|text| *text == "!").count();
    assert_eq!(marks, 2, "a model that is shown with repairs has a mark, too");
    assert_ne!(text_of("ball.md2").0, color);
    window.draw(vec![Event::PointerMoved(at)]);
    // In the first picture, egui only measures the tooltip.
    assert!((0..5).any(|_| window.draw_after(1.0, vec![]).texts().contains(&reason)));
}
