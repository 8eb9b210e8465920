//! Narrow and low windows: what has no room is a step away, and nothing is cut off.

use egui::Key;
use egui::epaint::ClippedShape;

use super::*;

const NARROW: [[f32; 2]; 3] = [[640.0, 400.0], [480.0, 360.0], [320.0, 300.0]];

/// The texts inside the window, with their places.
fn painted(
    context: &Context,
    workspace: &Workspace,
    state: &mut PanelState,
    size: [f32; 2],
) -> Vec<(String, Rect)> {
    lay_out(context, workspace, state, size, vec![]);
    let text = |clipped: &ClippedShape| match &clipped.shape {
        Shape::Text(text) => {
            let rect = Rect::from_min_size(text.pos, text.galley.size()).intersect(clipped.clip_rect);
            rect.is_positive().then(|| (text.galley.text().to_owned(), rect))
        }
        _ => None,
    };
    shapes(context, workspace, state, size).iter().filter_map(text).collect()
}

/// All that is painted, with what it is cut off by.
fn shapes(
    context: &Context,
    workspace: &Workspace,
    state: &mut PanelState,
    size: [f32; 2],
) -> Vec<ClippedShape> {
    draw(context, input(size, vec![]), &panel_input(workspace), state).output.shapes
}

#[test]
fn panels_come_out_of_narrow_windows_when_they_are_asked_for() {
    let (context, workspace) = (context(), workspace());
    for size in [NARROW[1], NARROW[2]] {
        let mut state = PanelState::default();
        lay_out(&context, &workspace, &mut state, size, vec![]);
        let (free, _) = lay_out(&context, &workspace, &mut state, size, vec![]);
        assert!(free.width() == size[0], "the model has the window: {free}");
        let shown = painted(&context, &workspace, &mut state, size);
        assert!(shown.iter().any(|(text, _)| text == "Panels"), "they are offered: {shown:?}");
        for tab in Tab::ALL {
            state.show_tab(tab);
            let (free, _) = lay_out(&context, &workspace, &mut state, size, vec![]);
            assert!(free.width() < size[0] && free.width() > 0.0, "{tab:?}: {free}");
        }
        state.show_tab(Tab::Check);
        lay_out(&context, &workspace, &mut state, size, vec![]);
        let (free, _) = lay_out(&context, &workspace, &mut state, size, vec![]);
        assert!(free.width() == size[0], "it is put away again: {free}");
    }
}

#[test]
fn help_stays_in_every_window_and_scrolls() {
    let workspace = workspace();
    for size in [NARROW[0], NARROW[1], [1280.0, 800.0], [2560.0, 1440.0]] {
        let context = context();
        let mut state = PanelState { shows_help: true, ..PanelState::default() };
        for _ in 0..3 {
            lay_out(&context, &workspace, &mut state, size, vec![]);
        }
        let area = context.memory(|memory| memory.area_rect(Id::new("help"))).expect("it is open");
        let window = Rect::from_min_size(pos2(0.0, 0.0), vec2(size[0], size[1]));
        assert!(window.contains_rect(area), "{area} in {size:?}");
        let shown = painted(&context, &workspace, &mut state, size);
        assert!(shown.iter().any(|(text, _)| text == "Close"), "{size:?}");
        let is_there = |shown: &[(String, Rect)], what: &str| shown.iter().any(|(text, _)| text == what);
        // The last topic, at once or after scrolling.
        if !is_there(&shown, "Drop a file or folder") {
            scroll_to_the_end(&context, &workspace, &mut state, size, area.center());
        }
        let shown = painted(&context, &workspace, &mut state, size);
        assert!(is_there(&shown, "Drop a file or folder"), "{size:?}");
    }
}

fn scroll_to_the_end(
    context: &Context,
    workspace: &Workspace,
    state: &mut PanelState,
    size: [f32; 2],
    at: egui::Pos2,
) {
    let wheel = Event::MouseWheel {
        unit: egui::MouseWheelUnit::Point,
        delta: vec2(0.0, -5000.0),
        phase: egui::TouchPhase::Move,
        modifiers: Modifiers::NONE,
    };
    for _ in 0..40 {
        let events = vec![Event::PointerMoved(at), wheel.clone()];
        lay_out(context, workspace, state, size, events);
    }
}

#[test]
fn all_rows_of_a_menu_can_be_reached_in_low_windows() {
    let workspace = workspace();
    for size in [SIZES[0], NARROW[0], NARROW[1], NARROW[2], [427.0, 267.0]] {
        let (context, mut state) =
            (context(), PanelState { export_menu_requested: true, ..PanelState::default() });
        for _ in 0..3 {
            lay_out(&context, &workspace, &mut state, size, vec![]);
        }
        let window = Rect::from_min_size(pos2(0.0, 0.0), vec2(size[0], size[1]));
        let place = |state: &mut PanelState, row: &str| {
            let shown = painted(&context, &workspace, state, size);
            let found = shown.into_iter().find(|(text, _)| text.starts_with(row));
            found.map(|(_, rect)| rect).filter(|rect| window.contains_rect(*rect) && rect.height() > 8.0)
        };
        let first = place(&mut state, "Contact sheet").expect("the menu is open");
        if place(&mut state, "Folder: /a").is_none() {
            scroll_to_the_end(&context, &workspace, &mut state, size, first.center());
        }
        assert!(place(&mut state, "Folder: /a").is_some(), "{size:?}");
    }
}

#[test]
fn the_bar_names_what_is_open_in_narrow_windows_too() {
    let (context, workspace) = (context(), workspace());
    for size in [NARROW[0], NARROW[1], [427.0, 267.0]] {
        let mut state = PanelState { is_drawer_open: true, ..PanelState::default() };
        lay_out(&context, &workspace, &mut state, size, vec![]);
        let shown = painted(&context, &workspace, &mut state, size);
        let name = shown.iter().find(|(text, rect)| text == "wanderer" && rect.bottom() < 40.0);
        assert!(name.is_some(), "{size:?}: {shown:?}");
    }
}

#[test]
fn loop_mode_and_speed_stay_in_sight() {
    let (context, workspace) = (context(), workspace());
    for size in NARROW {
        let mut state = PanelState::default();
        lay_out(&context, &workspace, &mut state, size, vec![]);
        let shown = painted(&context, &workspace, &mut state, size);
        let button = shown.iter().find(|(text, _)| text.contains("Loop") && text.contains('×'));
        let (_, rect) = button.unwrap_or_else(|| panic!("{size:?}: {shown:?}"));
        assert!(rect.right() <= size[0] && rect.bottom() <= size[1], "{rect}");
    }
}

#[test]
fn the_keyboard_goes_around_and_shows_where_it_is() {
    let (context, workspace) = (context(), workspace());
    let mut state = PanelState::default();
    let size = [1280.0, 800.0];
    lay_out(&context, &workspace, &mut state, size, vec![]);
    let key = |pressed| Event::Key {
        key: Key::Tab,
        physical_key: None,
        pressed,
        repeat: false,
        modifiers: Modifiers::NONE,
    };
    let mut places = Vec::new();
    for _ in 0..12 {
        lay_out(&context, &workspace, &mut state, size, vec![key(true), key(false)]);
        let shapes = shapes(&context, &workspace, &mut state, size);
        // It lies over all else.
        let mark = shapes.iter().rev().find_map(|clipped| match &clipped.shape {
            Shape::Rect(rect) if rect.stroke.color == super::super::style::ACCENT => Some(rect.rect),
            _ => None,
        });
        places.extend(mark.filter(|mark| !places.contains(mark)));
    }
    assert!(places.len() > 8, "{places:?}");
}

#[test]
fn the_whole_look_is_seen_at_once_in_the_usual_window() {
    let (context, workspace, mut state) = (context(), workspace(), PanelState::default());
    state.show_tab(Tab::Look);
    let mut bottom = 0.0;
    for _ in 0..3 {
        let shapes = shapes(&context, &workspace, &mut state, SIZES[0]);
        bottom = shapes.iter().fold(0.0, |bottom, clipped| match &clipped.shape {
            Shape::Text(text) if text.galley.text() == "Reset view" => {
                assert!(clipped.clip_rect.contains_rect(text.visual_bounding_rect()));
                text.visual_bounding_rect().bottom()
            }
            _ => bottom,
        });
    }
    assert!(bottom > 0.0);
}

#[test]
fn messages_wait_below_the_help_and_the_field_for_a_path() {
    let (context, workspace, mut state) = (context(), workspace(), PanelState::default());
    state.messages.show_error(String::from("it is broken"));
    let mut is_told = |change: fn(&mut PanelState)| {
        change(&mut state);
        (0..3).any(|_| {
            texts(&context, &panel_input(&workspace), &mut state).contains(&String::from("It is broken"))
        })
    };
    assert!(is_told(|_| {}));
    assert!(!is_told(|state| state.shows_help = true));
    assert!(is_told(|state| state.shows_help = false));
    assert!(!is_told(|state| state.path_field =
        Some(crate::PathField::new(Path::new("/a"), md2_browse::DialogPurpose::Files))));
    assert!(is_told(|state| state.path_field = None));
}

/// The largest picture as far as it is seen.
fn picture(context: &Context, workspace: &Workspace, state: &mut PanelState, size: [f32; 2]) -> Rect {
    let mut pictures = Vec::new();
    for _ in 0..3 {
        let shapes = shapes(context, workspace, state, size);
        pictures = Vec::from_iter(shapes.iter().filter_map(|clipped| match &clipped.shape {
            Shape::Rect(rect) if rect.brush.is_some() => Some(rect.rect.intersect(clipped.clip_rect)),
            Shape::Mesh(mesh) if mesh.texture_id != egui::TextureId::default() => {
                Some(mesh.calc_bounds().intersect(clipped.clip_rect))
            }
            _ => None,
        }));
    }
    pictures.into_iter().max_by(|a, b| a.area().total_cmp(&b.area())).unwrap_or(Rect::ZERO)
}

#[test]
fn the_large_skin_is_larger_than_the_panels_in_every_window() {
    let workspace = workspace();
    for size in [[320.0, 200.0], NARROW[0], NARROW[1], [960.0, 600.0], SIZES[0]] {
        let (context, mut state) = (context(), PanelState::default());
        state.show_tab(Tab::Skin);
        let small = picture(&context, &workspace, &mut state, size);
        state.toggle_large_skin();
        let large = picture(&context, &workspace, &mut state, size);
        assert!(large.area() > 1.2 * small.area(), "{large} and {small} in {size:?}");
        assert!(large.height() > 0.5 * size[1], "{large} in {size:?}");
    }
}

#[test]
fn an_error_takes_a_low_strip_below_the_scene() {
    for size in [SIZES[0], NARROW[0], NARROW[1]] {
        let (context, workspace, mut state) = (context(), workspace(), PanelState::default());
        let mut free = || {
            for _ in 0..2 {
                lay_out(&context, &workspace, &mut state, size, vec![]);
            }
            let free = lay_out(&context, &workspace, &mut state, size, vec![]).0;
            state.messages.show_error(String::from(
                "bad.md2: frame 17 (\"run3\"), vertex 3: normal index 200, expected 0..162",
            ));
            free
        };
        let (before, beside) = (free(), free());
        let shown = painted(&context, &workspace, &mut state, size);
        let (_, told) = shown.iter().find(|(text, _)| text.starts_with("bad.md2")).expect("it is told");
        assert_eq!((before.top(), before.x_range()), (beside.top(), beside.x_range()));
        assert!(told.top() > beside.bottom() && told.bottom() < before.bottom(), "{told} below {beside}");
        assert!(beside.height() > 0.75 * before.height(), "{beside} of {before} in {size:?}");
    }
}

#[test]
fn a_notice_hides_nothing_in_the_middle_of_the_scene() {
    for size in [SIZES[0], NARROW[0], NARROW[1]] {
        let (context, workspace, mut state) = (context(), workspace(), PanelState::default());
        state.messages.show_notice(String::from("choose a model in the files (F3) to compare with"));
        for _ in 0..2 {
            lay_out(&context, &workspace, &mut state, size, vec![]);
        }
        let (free, _) = lay_out(&context, &workspace, &mut state, size, vec![]);
        let shown = painted(&context, &workspace, &mut state, size);
        let (_, told) = shown.iter().find(|(text, _)| text.starts_with("Choose")).expect("it is told");
        assert!(free.contains_rect(*told), "{told} in {free}");
        assert!(told.left() > free.center().x + 0.1 * free.width(), "{told} in {free}");
    }
}

#[test]
fn help_is_cut_off_at_no_width_wherever_it_was_before() {
    let (context, workspace) = (context(), workspace());
    let mut state = PanelState { shows_panels: false, shows_help: true, ..PanelState::default() };
    let widths = || (240..1300).step_by(53);
    for width in widths().rev().chain(widths()) {
        let size = [width as f32, 400.0];
        for _ in 0..3 {
            lay_out(&context, &workspace, &mut state, size, vec![]);
        }
        for clipped in &shapes(&context, &workspace, &mut state, size) {
            let Shape::Text(text) = &clipped.shape else { continue };
            let (rect, clip) = (text.visual_bounding_rect(), clipped.clip_rect);
            let is_recursive = clip.left() <= rect.left() && rect.right() <= clip.right();
            assert!(is_recursive, "{:?} at {rect} in {clip} of {size:?}", text.galley.text());
        }
    }
}

#[test]
fn a_vertex_is_told_in_small_windows_too_in_short() {
    let mut workspace = workspace();
    let _ = workspace.document().study();
    let actor = workspace.lead();
    for command in [
        Command::SetPlaying(false),
        Command::Seek { actor, to: Moment::Key(0.25) },
        Command::Select(Some(Selection { actor, piece: Piece::Vertex(0) })),
    ] {
        let _ = workspace.apply(command).unwrap();
    }
    let title = |shown: &[(String, Rect)]| {
        shown.iter().find(|(text, _)| text.starts_with("vertex 0 · frame")).cloned().expect("it is told")
    };
    // What is too long wraps.
    for (size, lines) in [(SIZES[0], 17), (NARROW[0], 3), (NARROW[1], 3), (NARROW[2], 4)] {
        let (context, mut state) = (context(), PanelState::default());
        let free = lay_out(&context, &workspace, &mut state, size, vec![]).0;
        let (text, place) = title(&painted(&context, &workspace, &mut state, size));
        assert!(free.contains_rect(place), "{place} in {free} of {size:?}");
        assert_eq!(text.contains("bytes"), size == SIZES[0], "{text}");
        assert!(text.contains("=") && text.contains("triangles"), "{text}");
        assert!(place.height() < 16.0 * lines as f32, "{text} at {place} of {size:?}");
    }
}
