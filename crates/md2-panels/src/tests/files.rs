//! The list of files.

use super::*;

/// A folder of models, listed.
pub(super) fn browser(folder: &Path) -> Browser {
    let model = md2_testdata::one_triangle().build();
    for name in ["players/female/tris.md2", "players/male/tris.md2", "ball.md2"] {
        let path = folder.join(name);
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::write(path, model.bytes()).unwrap();
    }
    let mut browser = Browser::default();
    browser.show(vec![Root { path: folder.to_owned(), kind: EntryKind::Folder, is_recursive: true }]);
    while browser.is_busy() {
        browser.poll();
    }
    browser
}

#[test]
fn the_chosen_file_stays_in_sight_where_the_window_shrinks_until_one_scrolls() {
    let (folder, context, workspace) = (tempfile::tempdir().unwrap(), context(), workspace());
    for name in 'c'..='z' {
        std::fs::write(
            folder.path().join(format!("{name}.md2")),
            md2_testdata::one_triangle().build().bytes(),
        )
        .unwrap();
    }
    let browser = browser(folder.path());
    let mut state = PanelState::default();
    state.show_tab(Tab::Files);
    let click = |at| vec![Event::PointerMoved(at), button(at, true), button(at, false)];
    let wheel = Event::MouseWheel {
        unit: egui::MouseWheelUnit::Point,
        delta: vec2(0.0, 6.0),
        phase: egui::TouchPhase::Move,
        modifiers: Modifiers::NONE,
    };
    let mut place = |size: [f32; 2], events: Vec<Event>| {
        let mut found = None;
        for events in [events, Vec::new(), Vec::new()] {
            let panels = PanelInput { files: &browser, ..panel_input(&workspace) };
            let output = draw(&context, input(size, events), &panels, &mut state).output;
            found = output.shapes.iter().find_map(|clipped| match &clipped.shape {
                Shape::Text(text) if text.galley.text() == "m.md2" => {
                    let rect = text.visual_bounding_rect();
                    clipped.clip_rect.contains_rect(rect).then_some(rect.center())
                }
                _ => None,
            });
        }
        found
    };
    let (high, low) = ([1280.0, 800.0], [1280.0, 400.0]);
    let at = place(high, vec![]).expect("it is in sight");
    assert!(at.y > low[1], "{at}");
    assert_eq!(place(high, click(at)), Some(at));
    // Also where the list is lower than what egui lets scroll.
    for low in [low, [1280.0, 240.0]] {
        assert_eq!(place(high, vec![]), Some(at));
        let there = place(low, vec![]).expect("it went out of sight");
        let scrolled = (0..60).map(|_| place(low, vec![Event::PointerMoved(there), wheel.clone()]));
        assert_eq!(scrolled.last().flatten(), None, "it holds the list at {low:?}");
        (0..90).map(|_| place(low, vec![wheel.clone()])).for_each(|at| assert_eq!(at, None));
    }
}

#[test]
fn the_tab_of_files_is_searched_and_chosen_from_by_keys() {
    let (folder, context, workspace) = (tempfile::tempdir().unwrap(), context(), workspace());
    let mut browser = browser(folder.path());
    let mut state = PanelState::default();
    state.show_tab(Tab::Files);
    let press = |key| Event::Key {
        key,
        physical_key: None,
        pressed: true,
        repeat: false,
        modifiers: Modifiers::NONE,
    };
    let act = |browser: &mut Browser, state: &mut PanelState, events: Vec<Event>| {
        let panels = PanelInput { files: browser, ..panel_input(&workspace) };
        let picture = draw(&context, input(SIZES[0], events), &panels, state);
        for action in &picture.actions {
            if let Action::SetFolderOpen(node, is_open) = action {
                browser.set_open(*node, *is_open);
            }
        }
        let texts = picture.texts();
        (picture.actions, texts)
    };
    act(&mut browser, &mut state, vec![]);
    let (_, texts) = act(&mut browser, &mut state, vec![]);
    let has = |texts: &[String], name: &str| texts.iter().any(|text| text == name);
    assert!(has(&texts, "players") && has(&texts, "ball.md2") && !has(&texts, "male"), "{texts:?}");

    state.files.focus_filter();
    act(&mut browser, &mut state, vec![]);
    act(&mut browser, &mut state, vec![Event::Text("female".into())]);
    let (_, texts) = act(&mut browser, &mut state, vec![]);
    assert!(has(&texts, "female") && !has(&texts, "male") && !has(&texts, "ball.md2"), "{texts:?}");
    assert_eq!(
        state.files.visible,
        ["", "/tris.md2"].map(|end| ThumbnailSubject::File(
            format!("{}/players/female{end}", folder.path().display()).into()
        ))
    );

    // Down from the field into the list, at the first that can be shown.
    act(&mut browser, &mut state, vec![press(Key::ArrowDown)]);
    act(&mut browser, &mut state, vec![]);
    assert!(state.files.has_focus);
    act(&mut browser, &mut state, vec![press(Key::ArrowUp)]);
    act(&mut browser, &mut state, vec![press(Key::ArrowDown)]);
    let (actions, _) = act(&mut browser, &mut state, vec![press(Key::Enter)]);
    let [Action::OpenNode(node)] = actions[..] else { panic!("{actions:?}") };
    assert_eq!(browser.tree().name(node), "female");
    // What the keys are at can be compared with, too.
    let chosen = state.files.selected_model(browser.tree());
    assert_eq!(chosen, Some(folder.path().join("players/female")));
    // A search that nobody sees is nothing to end.
    state.show_tab(Tab::Animation);
    act(&mut browser, &mut state, vec![]);
    assert!(!state.clear_filter() && !state.files.filter().is_empty());
    state.show_tab(Tab::Files);
    act(&mut browser, &mut state, vec![]);
    state.shows_panels = false;
    act(&mut browser, &mut state, vec![]);
    assert!(!state.clear_filter());
    state.shows_panels = true;
    act(&mut browser, &mut state, vec![]);
    assert!(state.clear_filter() && !state.clear_filter());
    state.files.focus_filter();
    act(&mut browser, &mut state, vec![]);
    act(&mut browser, &mut state, vec![Event::Text("  ".into())]);
    assert!(state.files.filter() == "  " && !state.clear_filter());
    let (_, texts) = act(&mut browser, &mut state, vec![]);
    assert!(has(&texts, "players") && has(&texts, "ball.md2"), "all again: {texts:?}");
    browser.show(vec![Root { path: folder.path().to_owned(), kind: EntryKind::Folder, is_recursive: true }]);
    assert_eq!(state.files.selected_model(browser.tree()), None, "it is another tree");
}
