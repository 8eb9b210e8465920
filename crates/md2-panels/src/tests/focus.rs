//! Tests of the keyboard focus in menus and panels.

use super::*;

fn key(key: Key, modifiers: Modifiers) -> Event {
    Event::Key { key, physical_key: None, pressed: true, repeat: false, modifiers }
}

impl TestWindow {
    fn press_key(&mut self, wanted: Key) -> Vec<Action> {
        let actions = self.draw(vec![key(wanted, Modifiers::NONE)]).actions;
        let (physical_key, modifiers) = (None, Modifiers::NONE);
        self.draw(vec![Event::Key { key: wanted, physical_key, pressed: false, repeat: false, modifiers }]);
        self.settle();
        actions
    }

    fn focused(&self) -> Option<Pos2> {
        let id = self.context.memory(|memory| memory.focused())?;
        Some(self.context.read_response(id)?.rect.center())
    }

    fn has_menu(&self) -> bool {
        egui::Popup::is_any_open(&self.context)
    }

    fn open_export_menu(&mut self) {
        self.state.export_menu_requested = true;
        self.draw(vec![key(Key::E, Modifiers::CTRL)]);
        self.settle();
        assert!(self.has_menu());
    }
}

#[test]
fn arrow_keys_move_in_an_open_menu_and_enter_chooses() {
    let mut window = TestWindow::new(workspace(), SIZES[0]);
    window.settle();
    window.open_export_menu();
    let rows =
        ["Picture (PNG)", "Picture with options", "Contact sheet", "GIF"].map(|row| window.find(row).y);
    let row_of = |window: &TestWindow| {
        let y = window.focused().expect("a row has the focus").y;
        rows.iter().position(|row| (row - y).abs() < 3.0)
    };
    assert_eq!(row_of(&window), Some(0), "a menu opened by a key has the focus");
    for (pressed, row) in [
        (Key::ArrowDown, 1),
        (Key::ArrowRight, 1),
        (Key::ArrowLeft, 1),
        (Key::Tab, 2),
        (Key::ArrowDown, 3),
        (Key::ArrowUp, 2),
        (Key::ArrowDown, 3),
    ] {
        assert!(window.press_key(pressed).is_empty(), "{pressed:?}");
        assert_eq!(row_of(&window), Some(row), "{pressed:?}");
    }
    assert!(window.press_key(Key::Enter).is_empty() && !window.has_menu(), "Enter closes the menu");
    let name = window.find("out.gif");
    assert!(
        (window.focused().expect("a field has the focus").y - name.y).abs() < 3.0,
        "the name can be typed"
    );
    let actions = window.press_key(Key::Enter);
    assert!(matches!(actions[..], [Action::Export(ExportKind::Gif, _)]), "confirms the dialog: {actions:?}");

    window.open_export_menu();
    assert!(window.press_key(Key::Escape).is_empty() && !window.has_menu());
}

#[test]
fn tab_goes_from_left_to_right_and_from_top_to_bottom() {
    let mut window = TestWindow::new(workspace(), SIZES[0]);
    let free = window.settle().free;
    let mut places = Vec::new();
    for _ in 0..200 {
        window.press_key(Key::Tab);
        let place = window.focused().expect("Tab moves the focus");
        if places.first() == Some(&place) {
            break;
        }
        places.push(place);
    }
    let panel = |place: &Pos2| match () {
        () if place.y < free.top() => 0,
        () if place.y > free.bottom() => 3,
        () if place.x < free.left() => 1,
        () => 2,
    };
    let panels: Vec<i32> = places.iter().map(panel).collect();
    assert!(panels.is_sorted(), "top, left, right and bottom: {panels:?}");
    assert!((0..4).all(|wanted| panels.contains(&wanted)), "{panels:?}");
    let is_after = |pair: &[Pos2]| panel(&pair[0]) < panel(&pair[1]) || pair[1].y > pair[0].y - 6.0;
    assert!(places.windows(2).all(is_after), "{places:?}");
    let top: Vec<f32> = places.iter().filter(|place| panel(place) == 0).map(|place| place.x).collect();
    assert!(top.is_sorted(), "{top:?}");
    window.draw(vec![key(Key::Tab, Modifiers::SHIFT)]);
    assert_eq!(window.focused(), places.last().copied(), "Shift+Tab goes back");
}

#[test]
fn the_help_and_dialogs_hold_the_focus() {
    let mut window = TestWindow::new(workspace(), SIZES[0]);
    for is_dialog in [false, true] {
        window.state.shows_help = !is_dialog;
        window.state.export_menu_requested = is_dialog;
        if is_dialog {
            window.click_text("GIF…");
        }
        let free = window.settle().free;
        for _ in 0..5 {
            assert!(free.contains(window.focused().expect("a widget inside has the focus")));
            window.press_key(Key::Tab);
        }
    }
}

#[test]
fn the_key_of_a_tab_moves_the_focus_into_it() {
    let mut window = TestWindow::new(workspace(), SIZES[0]);
    let free = window.settle().free;
    for (tab, is_right) in [(Tab::Model, true), (Tab::Animation, false), (Tab::Look, true)] {
        window.state.hides_panels = true;
        window.state.focus_tab(tab);
        window.settle();
        if is_right {
            assert_eq!(window.focused(), None, "Space still pauses");
            window.press_key(Key::Tab);
        }
        let at = window.focused().expect("a widget has the focus");
        assert!((at.x > free.right()) == is_right && at.y > 60.0, "{tab:?}: {at}");
    }
    assert!(!window.state.has_focused_sequences());
    window.state.focus_tab(Tab::Animation);
    window.settle();
    assert!(window.state.has_focused_sequences());
}
