//! Tests of the menus and buttons that edit the model's file.

use md2_browse::DialogPurpose;
use md2_scene::change::edits_line;
use md2_scene::{Edit, FileSkin, ModelTransform};
use md2_testdata::{mdl, one_triangle, with_frames};

use super::*;
use crate::{Answer, Question};

fn window(name: &str, file: &md2_testdata::TaggedBytes, tab: Tab) -> TestWindow {
    let document = Document::from_bytes(name, file.bytes(), Companions::default()).unwrap();
    let mut window = TestWindow::new(Workspace::new(document, Viewport::whole([1280, 800])).0, SIZES[0]);
    window.state.show_tab(tab);
    window
}

/// Opens the menu of the first sequence, and clicks a row.
fn choose(window: &mut TestWindow, row: &str) -> Vec<Action> {
    window.open_menu("fps");
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

#[test]
fn the_model_tab_transforms_a_model_and_undoes_its_last_edit() {
    let mut spec = one_triangle();
    let mut on_floor = window("a.md2", &spec.build(), Tab::Model);
    on_floor.click_text("Move, turn, scale");
    assert!(on_floor.click_text("Apply").is_empty(), "it is on the floor");
    spec.frames[0].translate[2] = 5.0;
    let mut window = window("a.md2", &spec.build(), Tab::Model);
    assert!(!window.has_text("Edits"));
    window.click_text("Move, turn, scale");
    window.click_text("1.00");
    window.draw(vec![Event::Text(String::from("1,5"))]);
    window.draw(vec![key(Key::Enter)]);
    assert!(window.has_text("1.50"), "a comma is a decimal mark");
    let actions = window.click_text("Apply");
    let [Action::Edit(actor, edit @ Edit::Transform(ModelTransform::Floor(0.0)))] = &actions[..] else {
        panic!("{actions:?}")
    };
    let document = window.workspace.document();
    let file = document.file().unwrap().to_vec();
    let edited = Arc::new(md2_scene::open_edited(document, edit.clone(), file.clone()).unwrap());
    let restored = Arc::new(md2_scene::open_restored(document, vec![edit.clone()], file).unwrap());
    let _ = window.workspace.apply(Command::SetEdited { actor: *actor, document: edited }).unwrap();
    assert!(window.has_text("Model put on the floor at 0"));
    let actions = window.click_text("Undo");
    assert!(matches!(&actions[..], [Action::UndoEdit(undone)] if undone == actor), "{actions:?}");
    let _ = window.workspace.apply(Command::Reload { actor: *actor, document: restored }).unwrap();
    assert!(window.has_text("Model put on the floor at 0"));
    assert!(window.click_text("Undo").is_empty(), "the version before is not known");
}

#[test]
fn a_name_that_joins_two_sequences_says_so() {
    let file = with_frames(["stand1", "stand2", "run1", "run2", "die1"]).build();
    let mut window = window("a.md2", &file, Tab::Animation);
    let actor = window.workspace.lead();
    let texts =
        ["Another sequence is also called die", "cannot store", "become one sequence, run (frames 0–3)"];
    for (name, expected) in [("walk", None), ("die", Some(0)), ("a/walk", Some(1)), ("run", Some(2))] {
        window.state.ask_name(&window.workspace, actor);
        window.settle();
        window.draw(vec![Event::Text(name.to_owned())]);
        for (number, text) in texts.into_iter().enumerate() {
            assert_eq!(window.has_text(text), expected == Some(number), "{name}: {text}");
        }
    }
    let actions = window.click_text("Rename and join");
    assert!(matches!(&actions[..], [Action::Edit(_, Edit::RenameFrames { name, .. })] if name == "run"));
    window.state.ask_name(&window.workspace, actor);
    window.settle();
    window.draw(vec![Event::Text(String::from("a name of more than 16 bytes"))]);
    let actions = window.click_text("Rename");
    let [Action::Edit(_, Edit::RenameFrames { name, .. })] = &actions[..] else { panic!("{actions:?}") };
    assert_eq!(name, "a_name_of_mo");
}

#[test]
fn the_question_before_closing_names_each_model() {
    let mut window = window("a.md2", &one_triangle().build(), Tab::Animation);
    for (button, expected) in
        [("Save", Answer::Yes), ("Discard", Answer::Discard), ("Cancel", Answer::Cancel)]
    {
        let edit = |name: &str| Edit::RenameFrames { frames: 0..=0, old: "run".into(), name: name.into() };
        let lines = [edits_line("a.md2", &[edit("b")]), edits_line("b.md2", &[edit("b"), edit("c")])];
        window.state.ask(Question::Quit, lines.to_vec());
        window.settle();
        assert!(window.has_text("a.md2: Sequence run renamed to b"));
        assert!(window.has_text("b.md2: Sequence run renamed to c, and 1 more edit"));
        let actions = window.click_text(button);
        let [Action::Answer(Question::Quit, answer)] = &actions[..] else { panic!("{button}: {actions:?}") };
        assert!(*answer == expected && !window.state.is_asking(), "{button}");
    }
}
