//! Tests of narrow and low windows: the user can reach all parts, and nothing is cut off.

use super::*;

const NARROW: [[f32; 2]; 3] = [[640.0, 400.0], [480.0, 360.0], [320.0, 300.0]];

#[test]
fn panels_are_a_drawer_in_small_windows() {
    for size in [NARROW[1], NARROW[2]] {
        let mut window = TestWindow::new(workspace(), size);
        let free = window.settle().free;
        assert!(free.width() == size[0], "the scene has the whole window: {free}");
        assert!(window.has_text("Panels"));
        for tab in Tab::ALL {
            window.state.show_tab(tab);
            let free = window.settle().free;
            assert!(free.width() < size[0] && free.width() > 0.0, "{tab:?}: {free}");
        }
        window.state.show_tab(Tab::Check);
        let free = window.settle().free;
        assert!(free.width() == size[0], "a second request closes it: {free}");
    }
}

fn window_rect(size: [f32; 2]) -> Rect {
    Rect::from_min_size(Pos2::ZERO, size.into())
}

fn scroll_to_the_end(window: &mut TestWindow, at: Pos2) {
    (0..40).for_each(|_| drop(window.draw(vec![Event::PointerMoved(at), wheel(-5000.0, Modifiers::NONE)])));
}

#[test]
fn the_help_fits_every_window_or_scrolls() {
    for size in [NARROW[0], NARROW[1], [1280.0, 800.0], [2560.0, 1440.0]] {
        let mut window = TestWindow::new(workspace(), size);
        window.state.shows_help = true;
        window.settle();
        let area = window.context.memory(|memory| memory.area_rect(Id::new("help"))).expect("open");
        assert!(window_rect(size).contains_rect(area), "{area} in {size:?}");
        let has_text = |window: &mut TestWindow, name: &str| {
            window.settle().placed_texts().iter().any(|text| text.text == name)
        };
        assert!(has_text(&mut window, "Close"), "{size:?}");
        // The last topic, at once or after scrolling.
        if !has_text(&mut window, "Drop a file or folder") {
            scroll_to_the_end(&mut window, area.center());
        }
        assert!(has_text(&mut window, "Drop a file or folder"), "{size:?}");
    }
}

#[test]
fn all_rows_of_a_menu_can_be_reached_in_low_windows() {
    for size in [SIZES[0], NARROW[0], NARROW[1], NARROW[2], [427.0, 267.0]] {
        let mut window = TestWindow::new(workspace(), size);
        window.state.export_menu_requested = true;
        let place = |window: &mut TestWindow, row: &str| {
            let texts = window.settle().placed_texts();
            let rect = texts.iter().find(|text| text.text.starts_with(row)).map(PlacedText::visible);
            rect.filter(|rect| window_rect(size).contains_rect(*rect) && rect.height() > 8.0)
        };
        let first = place(&mut window, "Contact sheet").expect("the menu is open");
        if place(&mut window, "Folder of pictures: /a").is_none() {
            scroll_to_the_end(&mut window, first.center());
        }
        assert!(place(&mut window, "Folder of pictures: /a").is_some(), "{size:?}");
    }
}

#[test]
fn narrow_windows_show_the_name_the_loop_mode_and_the_speed() {
    for size in NARROW.into_iter().chain([[427.0, 267.0]]) {
        let mut window = TestWindow::new(workspace(), size);
        let texts = window.settle().placed_texts();
        let mode = texts.iter().find(|text| text.text.contains("Loop") && text.text.contains('×'));
        assert!(mode.is_some_and(|mode| window_rect(size).contains_rect(mode.rect)), "{size:?}: {texts:?}");
        if size == NARROW[2] {
            continue;
        }
        window.state.is_drawer_open = true;
        let texts = window.settle().placed_texts();
        let name = texts.iter().find(|text| text.text == "wanderer" && text.rect.bottom() < 40.0);
        assert!(name.is_some(), "{size:?}: {texts:?}");
    }
}

#[test]
fn messages_are_not_shown_over_the_help_and_the_path_field() {
    let mut window = TestWindow::new(workspace(), SIZES[0]);
    window.state.messages.show_error(String::from("it is broken"));
    assert!(window.has_text("It is broken"));
    window.state.shows_help = true;
    assert!(!window.has_text("It is broken"));
    window.state.shows_help = false;
    assert!(window.has_text("It is broken"));
    window.state.ask_path(Path::new("/a"), md2_browse::DialogPurpose::Files);
    assert!(!window.has_text("It is broken"));
    assert!(window.state.close_dialog() && !window.state.close_dialog());
    assert!(window.has_text("It is broken"));
}

#[test]
fn an_error_takes_a_low_strip_below_the_scene() {
    for size in [SIZES[0], NARROW[0], NARROW[1]] {
        let mut window = TestWindow::new(workspace(), size);
        let before = window.settle().free;
        let error = "bad.md2: frame 17 (\"run3\"), vertex 3: normal index 200, expected 0..162";
        window.state.messages.show_error(String::from(error));
        let picture = window.settle();
        let (free, texts) = (picture.free, picture.placed_texts());
        let text = texts.iter().find(|text| text.text.starts_with("bad.md2")).expect("shown").visible();
        assert_eq!((before.top(), before.x_range()), (free.top(), free.x_range()));
        assert!(text.top() > free.bottom() && text.bottom() < before.bottom(), "{text} below {free}");
        assert!(free.height() > 0.75 * before.height(), "{free} of {before} in {size:?}");
    }
}

#[test]
fn a_notice_does_not_cover_the_middle_of_the_scene() {
    for size in [SIZES[0], NARROW[0], NARROW[1]] {
        let mut window = TestWindow::new(workspace(), size);
        window.state.messages.show_notice(String::from("select a model in Files (F3) to compare with"));
        let picture = window.settle();
        let (free, texts) = (picture.free, picture.placed_texts());
        let text = texts.iter().find(|text| text.text.starts_with("Select")).expect("shown").rect;
        assert!(free.contains_rect(text), "{text} in {free}");
        assert!(text.left() > free.center().x + 0.1 * free.width(), "{text} in {free}");
    }
}

#[test]
fn no_line_of_the_help_is_cut_off_at_any_width() {
    let mut window = TestWindow::new(workspace(), SIZES[0]);
    (window.state.hides_panels, window.state.shows_help) = (true, true);
    let widths = || (240..1300).step_by(53);
    for width in widths().rev().chain(widths()) {
        window.size = [width as f32, 400.0];
        for (clip, text) in window.settle().text_shapes() {
            let rect = text.visual_bounding_rect();
            let is_whole = clip.left() <= rect.left() && rect.right() <= clip.right();
            assert!(is_whole, "{:?} at {rect} in {clip} of width {width}", text.galley.text());
        }
    }
}
