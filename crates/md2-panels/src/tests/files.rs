//! Tests of the tab of files.

use super::*;

pub(super) fn browser(folder: &Path) -> Browser {
    let model = md2_testdata::one_triangle().build();
    for name in ["players/female/tris.md2", "players/male/tris.md2", "ball.md2"] {
        let path = folder.join(name);
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::write(path, model.bytes()).unwrap();
    }
    let mut browser = Browser::default();
    browser.set_roots(vec![Root { path: folder.to_owned(), kind: EntryKind::Folder, is_recursive: true }]);
    while browser.is_busy() {
        browser.poll();
    }
    browser
}

#[test]
fn the_current_file_stays_visible_in_a_smaller_window_until_the_user_scrolls() {
    let folder = tempfile::tempdir().unwrap();
    for name in 'c'..='z' {
        let path = folder.path().join(format!("{name}.md2"));
        std::fs::write(path, md2_testdata::one_triangle().build().bytes()).unwrap();
    }
    let mut window = TestWindow::new(workspace(), SIZES[0]);
    window.files = browser(folder.path());
    window.state.show_tab(Tab::Files);
    let mut place = |size: [f32; 2], events: Vec<Event>| {
        window.size = size;
        window.draw(events);
        let texts = window.settle().placed_texts();
        let text = texts.into_iter().find(|text| text.text == "m.md2");
        text.filter(|text| text.clip.contains_rect(text.rect)).map(|text| text.rect.center())
    };
    let (high, low) = ([1280.0, 800.0], [1280.0, 400.0]);
    let at = place(high, vec![]).expect("visible");
    assert!(at.y > low[1], "{at}");
    assert_eq!(place(high, vec![Event::PointerMoved(at), button(at, true), button(at, false)]), Some(at));
    // The second one is lower than egui's smallest scroll area.
    for low in [low, [1280.0, 240.0]] {
        assert_eq!(place(high, vec![]), Some(at));
        let there = place(low, vec![]).expect("still visible");
        let scrolled =
            (0..12).map(|_| place(low, vec![Event::PointerMoved(there), wheel(30.0, Modifiers::NONE)]));
        assert_eq!(scrolled.last().flatten(), None, "the list does not scroll at {low:?}");
        (0..18).map(|_| place(low, vec![wheel(30.0, Modifiers::NONE)])).for_each(|at| assert_eq!(at, None));
    }
}

fn act(window: &mut TestWindow, events: Vec<Event>) -> Picture {
    let picture = window.draw(events);
    for action in &picture.actions {
        if let Action::SetFolderOpen(node, is_open) = action {
            window.files.set_open(*node, *is_open);
        }
    }
    picture
}

fn window_of_files(folder: &Path) -> TestWindow {
    let mut window = TestWindow::new(workspace(), SIZES[0]);
    window.files = browser(folder);
    window.state.show_tab(Tab::Files);
    act(&mut window, vec![]);
    window
}

fn search(window: &mut TestWindow, words: &str) -> Vec<String> {
    window.state.files.focus_filter();
    act(window, vec![]);
    act(window, vec![Event::Text(words.into())]);
    act(window, vec![]).texts()
}

fn has(texts: &[String], name: &str) -> bool {
    texts.iter().any(|text| text == name)
}

#[test]
fn keys_search_and_select_files() {
    let folder = tempfile::tempdir().unwrap();
    let mut window = window_of_files(folder.path());
    let texts = act(&mut window, vec![]).texts();
    assert!(has(&texts, "players") && has(&texts, "ball.md2") && !has(&texts, "male"), "{texts:?}");

    let texts = search(&mut window, "female");
    assert!(has(&texts, "female") && !has(&texts, "male") && !has(&texts, "ball.md2"), "{texts:?}");
    let visible = ["", "/tris.md2"]
        .map(|end| ThumbnailSubject::File(format!("{}/players/female{end}", folder.path().display()).into()));
    assert_eq!(window.state.files.visible, visible);

    // Down from the search field to the first file of the list.
    act(&mut window, vec![key(Key::ArrowDown)]);
    act(&mut window, vec![]);
    assert!(window.state.files.has_focus);
    act(&mut window, vec![key(Key::ArrowDown)]);
    act(&mut window, vec![key(Key::ArrowUp)]);
    let actions = act(&mut window, vec![key(Key::Enter)]).actions;
    let [Action::OpenNode(node)] = actions[..] else { panic!("{actions:?}") };
    assert_eq!(window.files.tree().name(node), "female");
    let selected = window.state.files.selected_model(window.files.tree());
    assert_eq!(selected, Some(folder.path().join("players/female")));
    window.click_text("tris.md2");
    act(&mut window, vec![key(Key::Home)]);
    assert_eq!(window.state.files.selected_model(window.files.tree()), selected, "after a click, keys move");
    let root = Root { path: folder.path().to_owned(), kind: EntryKind::Folder, is_recursive: true };
    window.files.set_roots(vec![root]);
    assert_eq!(window.state.files.selected_model(window.files.tree()), None, "another tree");
    act(&mut window, vec![]);
    assert!(window.state.files.has_focus, "the list of the other tree");
}

#[test]
fn only_a_visible_search_can_be_cleared() {
    let folder = tempfile::tempdir().unwrap();
    let mut window = window_of_files(folder.path());
    search(&mut window, "female");
    window.state.show_tab(Tab::Animation);
    act(&mut window, vec![]);
    assert!(!window.state.clear_filter() && !window.state.files.filter().words.is_empty());
    window.state.show_tab(Tab::Files);
    act(&mut window, vec![]);
    window.state.hides_panels = true;
    act(&mut window, vec![]);
    assert!(!window.state.clear_filter());
    window.state.hides_panels = false;
    act(&mut window, vec![]);
    assert!(window.state.clear_filter() && !window.state.clear_filter());
    let texts = search(&mut window, "  ");
    assert!(window.state.files.filter().words == "  " && !window.state.clear_filter());
    assert!(has(&texts, "players") && has(&texts, "ball.md2"), "spaces match all files: {texts:?}");
}

#[test]
fn a_drag_of_its_edge_resizes_the_left_panel_until_whole_names_fit() {
    let folder = tempfile::tempdir().unwrap();
    let (long, too_long) = (format!("{}.md2", "a-long-name-".repeat(4)), format!("{}.md2", "b".repeat(200)));
    for name in [&long, &too_long] {
        let file = md2_testdata::one_triangle().build();
        std::fs::write(folder.path().join(name), file.bytes()).unwrap();
    }
    let mut window = window_of_files(folder.path());
    let left = |window: &mut TestWindow| window.settle().free.left();
    let usual = left(&mut window);
    assert!(window.has_text("a-long-") && !window.has_text(&long), "its middle is omitted");
    let drag = |window: &mut TestWindow, from: f32, to: f32| {
        window.draw(vec![Event::PointerMoved(pos2(from, 400.0))]);
        window.draw(vec![button(pos2(from, 400.0), true)]);
        window.draw(vec![Event::PointerMoved(pos2(to, 400.0))]);
        window.draw(vec![button(pos2(to, 400.0), false)]);
    };
    drag(&mut window, usual - 3.0, usual + 120.0);
    assert_eq!(left(&mut window), usual + 120.0);
    assert_eq!(window.state.to_settings().left_width, Some(usual + 120.0));
    drag(&mut window, usual + 117.0, 5000.0);
    let widest = left(&mut window);
    assert!(widest > usual + 200.0 && widest < 0.7 * SIZES[0][0], "{widest}");
    let texts = window.settle().texts();
    assert!(has(&texts, &long), "{texts:?}");
    assert!(texts.iter().any(|text| text.starts_with("bbb") && text.contains('…')), "{texts:?}");
    drag(&mut window, widest - 3.0, 1.0);
    let least = left(&mut window);
    assert!((150.0..usual).contains(&least), "{least}");
}

#[test]
fn no_key_press_is_lost_between_two_pictures() {
    let folder = tempfile::tempdir().unwrap();
    let mut window = window_of_files(folder.path());
    window.state.focus_tab(Tab::Files);
    act(&mut window, vec![]);
    // The root, its folder of players, which opens, and the first player.
    let keys = [Key::Home, Key::ArrowDown, Key::ArrowRight, Key::ArrowDown];
    act(&mut window, keys.map(key).to_vec());
    act(&mut window, vec![]);
    assert_eq!(
        window.state.files.selected_model(window.files.tree()),
        Some(folder.path().join("players/female"))
    );
    act(&mut window, vec![key(Key::ArrowDown), key(Key::ArrowDown)]);
    assert_eq!(window.state.files.selected_model(window.files.tree()), Some(folder.path().join("ball.md2")));
}

#[test]
fn a_grid_of_many_models_draws_only_the_visible_ones() {
    let folder = tempfile::tempdir().unwrap();
    for number in 0..400 {
        std::fs::write(folder.path().join(format!("{number:03}.md3")), "").unwrap();
    }
    let mut window = window_of_files(folder.path());
    window.state.focus_tab(Tab::Files);
    act(&mut window, vec![]);
    let list = window.settle().free.left();
    act(&mut window, vec![key(Key::G)]);
    let texts = window.settle().texts();
    assert!(
        window.settle().free.left() > list && has(&texts, "403 models") && has(&texts, "000.md3"),
        "{texts:?}"
    );
    assert!((9..100).contains(&window.state.files.visible.len()), "{}", window.state.files.visible.len());
    let name = |window: &TestWindow| window.state.files.selected_model(window.files.tree()).unwrap();
    act(&mut window, [Key::Home, Key::ArrowRight, Key::ArrowRight].map(key).to_vec());
    assert_eq!(name(&window), folder.path().join("000.md3"), "after both players");
    act(&mut window, vec![key(Key::ArrowDown)]);
    let below = window.find("000.md3");
    let selected = name(&window).file_name().unwrap().to_string_lossy().into_owned();
    let at = window.find(&selected);
    assert!((at.x - below.x).abs() < 1.0 && at.y > below.y, "{selected}: {at} {below}");
    act(&mut window, vec![key(Key::End)]);
    assert!(window.has_text("ball.md2") && !window.has_text("000.md3"), "the last row is visible");
    window.state.files.filter.kinds = md2_browse::KindFilter::Format(md2_load::Format::Md2);
    let texts = window.settle().texts();
    assert!(has(&texts, "3 models") && has(&texts, "female") && !has(&texts, "399.md3"), "{texts:?}");
}
