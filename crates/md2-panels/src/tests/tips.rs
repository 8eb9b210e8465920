//! Tips, which hang over the scene.

use super::files::browser;
use super::*;

/// All texts that are laid out after these events.
fn texts_after(
    context: &Context,
    workspace: &Workspace,
    state: &mut PanelState,
    time: f64,
    events: Vec<Event>,
) -> Vec<String> {
    let input = RawInput { time: Some(time), ..input(SIZES[0], events) };
    draw(context, input, &panel_input(workspace), state).texts()
}

#[test]
fn tips_go_with_the_press_of_a_key_and_come_back_with_the_pointer() {
    let (context, workspace, mut state) = (context(), workspace(), PanelState::default());
    let mut time = 0.0;
    // A tip takes some pictures: in the first its size is found.
    let mut has_tip = |events: Vec<Event>| {
        let events = std::iter::once(events).chain(std::iter::repeat_n(Vec::new(), 5));
        let mut pictures = events.map(|events| {
            time += 1.0;
            texts_after(&context, &workspace, &mut state, time, events)
        });
        pictures.any(|texts| texts.iter().any(|text| text.contains(": frames ")))
    };
    let row = |y: f32| Event::PointerMoved(pos2(80.0, y));
    assert!(has_tip(vec![row(288.0)]), "the pointer rests");
    let key = Event::Key {
        key: Key::S,
        physical_key: None,
        pressed: true,
        repeat: false,
        modifiers: Modifiers::NONE,
    };
    assert!(!has_tip(vec![key]));
    assert!(!has_tip(vec![]));
    assert!(has_tip(vec![row(289.0)]), "it moved");
}

#[test]
fn a_broken_file_has_the_color_of_errors_and_tells_its_reason() {
    let (folder, context, workspace) = (tempfile::tempdir().unwrap(), context(), workspace());
    let path = folder.path().join("broken.md2");
    std::fs::write(&path, b"IDP2").unwrap();
    let mut files = browser(folder.path());
    let subject = ThumbnailSubject::File(path);
    files.set_visible(vec![subject.clone()]);
    while files.is_busy() {
        files.poll();
    }
    let reason = files.thumbnail(&subject).unwrap().as_ref().expect_err("it is no model");
    let mut state = PanelState::default();
    state.show_tab(Tab::Files);
    let mut time = 0.0;
    let mut shown = |events: Vec<Event>| {
        time += 1.0;
        let input = RawInput { time: Some(time), ..input(SIZES[0], events) };
        let panels = PanelInput { files: &files, ..panel_input(&workspace) };
        draw(&context, input, &panels, &mut state).text_shapes().cloned().collect::<Vec<_>>()
    };
    shown(vec![]);
    let texts = shown(vec![]);
    let color = |name: &str| {
        let text = texts.iter().find(|text| text.galley.text() == name).expect("it is listed");
        (text.galley.job.sections[0].format.color, text.visual_bounding_rect().center())
    };
    let (broken, at) = color("broken.md2");
    assert_eq!(broken, crate::style::ERROR);
    assert_ne!(color("ball.md2").0, broken);
    let mut pictures = [vec![Event::PointerMoved(at)], vec![], vec![], vec![], vec![]].into_iter().map(shown);
    assert!(pictures.any(|texts| texts.iter().any(|text| text.galley.text() == reason)));
}

#[test]
fn no_tip_lies_over_an_open_menu() {
    let (context, workspace, mut state) = (context(), workspace(), PanelState::default());
    let has_tip = |state: &mut PanelState| {
        // In the middle of the strip of the whole model.
        let over = Event::PointerMoved(pos2(640.0, SIZES[0][1] - 44.0));
        let mut texts = Vec::new();
        // What is under the pointer is known from the picture before.
        for _ in 0..3 {
            texts = texts_after(&context, &workspace, state, 1.0, vec![over.clone()]);
        }
        let document = workspace.document();
        (0..=document.last_frame()).any(|frame| {
            let tip = format!("  {frame} {}", document.frame_name(frame));
            texts.iter().any(|text| text.ends_with(&tip))
        })
    };
    assert!(has_tip(&mut state));
    state.export_menu_requested = true;
    assert!(!has_tip(&mut state), "the menu is open");
    state.export_menu_requested = true;
    assert!(has_tip(&mut state));
}
