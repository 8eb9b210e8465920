//! Tests of the menus and buttons that edit the model's file.

use md2_browse::DialogPurpose;
use md2_scene::{Edit, FileSkin};
use md2_testdata::{mdl, one_triangle, with_frames};

use super::*;

fn window(name: &str, file: &md2_testdata::TaggedBytes, tab: Tab) -> TestWindow {
    let document = Document::from_bytes(name, file.bytes(), Companions::default()).unwrap();
    let mut window = TestWindow::new(Workspace::new(document, Viewport::whole([1280, 800])).0, SIZES[0]);
    window.state.show_tab(tab);
    window
}

/// Opens the menu of the first sequence, and clicks a row.
fn choose(window: &mut TestWindow, row: &str) -> Vec<Action> {
    let at = window.find("fps");
    let press = |pressed| Event::PointerButton {
        pos: at,
        button: PointerButton::Secondary,
        pressed,
        modifiers: Modifiers::NONE,
    };
    window.draw(vec![Event::PointerMoved(at)]);
    window.draw(vec![press(true)]);
    window.draw(vec![press(false)]);
    window.click_text(row)
}

#[test]
fn the_menu_of_a_sequence_moves_it_in_files_of_all_formats() {
    // A model starts with the sequence "stand".
    let names = ["stand1", "run1"];
    let mut quake3 = md3::one_triangle();
    quake3.frames.iter_mut().zip(names).for_each(|(frame, name)| frame.name = name.as_bytes().to_vec());
    for (name, file) in [
        ("a.md2", with_frames(names).build()),
        ("a.mdl", mdl::with_frames(names).build()),
        ("a.md3", quake3.build()),
    ] {
        let mut window = window(name, &file, Tab::Animation);
        assert!(choose(&mut window, "Move up").is_empty(), "{name}: the first sequence");
        window.draw(vec![key(Key::Escape)]);
        let actions = choose(&mut window, "Move down");
        let [Action::Edit(_, Edit::MoveFrames { name: moved, is_later: true, order })] = &actions[..] else {
            panic!("{name}: {actions:?}")
        };
        assert_eq!((moved.as_str(), &order[..]), ("stand", &[1, 0][..]), "{name}");
    }
}

#[test]
fn sequences_in_frame_groups_cannot_be_edited() {
    let mut window = window("torch.mdl", &mdl::frame_group().build(), Tab::Animation);
    for row in ["Rename…", "Move up", "Move down"] {
        assert!(choose(&mut window, row).is_empty(), "{row}");
        window.draw(vec![key(Key::Escape)]);
    }
    let actions = choose(&mut window, "Play once");
    let [_, Action::Scene(Command::SetMode { mode, .. }), ..] = &actions[..] else { panic!("{actions:?}") };
    assert_eq!(*mode, md2_anim::LoopMode::Once);
}

#[test]
fn a_button_replaces_a_skin_in_files_of_all_formats() {
    for (name, file, expected) in [
        ("a.md2", one_triangle().build(), FileSkin::Path(0)),
        ("a.mdl", mdl::one_triangle().build(), FileSkin::Image { skin: 0, image: 0 }),
        ("a.md3", md3::one_triangle().build(), FileSkin::Path(0)),
    ] {
        let actions = window(name, &file, Tab::Skin).click_text("Replace…");
        let [Action::ShowDialog(DialogPurpose::SkinImage(_, skin))] = &actions[..] else {
            panic!("{name}: {actions:?}")
        };
        assert_eq!(*skin, expected, "{name}");
    }
}
