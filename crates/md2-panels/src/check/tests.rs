//! Tests of the layout of the tab of findings and of clicks in it, without a real window.

use egui::{OutputCommand, Rect};
use md2_load::CheckOptions;
use md2_scene::Viewport;
use md2_scene::findings::CheckedFile;
use md2_testdata::{Md2Spec, one_triangle};

use super::*;
use crate::tests::TestWindow;

fn checked(file: &[u8]) -> TestWindow {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("a.md2");
    std::fs::write(&path, file).unwrap();
    let figure = md2_scene::open(&path).unwrap();
    let (workspace, _) = Workspace::new(figure, Viewport::whole([640, 400]));
    let report = md2_load::check(file, &CheckOptions { max_per_code: 100_000 });
    let state = CheckState::Done {
        counts: Counts::from_report(&report),
        checked: Arc::new(CheckedFile { file: String::from("a.md2"), outcome: Ok(report) }),
    };
    let document = Arc::clone(workspace.document());
    let mut window = TestWindow::with_part(workspace, [236.0, 600.0], |ui, input, state, actions| {
        show(ui, input, &mut state.check, actions);
        Rect::NOTHING
    });
    window.checks = vec![FileCheck { document, state, refusal: None, map: None }];
    window
}

fn selected(actions: &[Action]) -> Vec<Piece> {
    let piece = |action: &Action| match action {
        Action::Scene(Command::Select(Some(selection))) => Some(selection.piece),
        _ => None,
    };
    actions.iter().filter_map(piece).collect()
}

fn odd() -> Vec<u8> {
    let mut file = one_triangle().build();
    file.set_i32("skinheight", 512);
    file.set_u8("frame[0].vertex[2].normal", 200).set_u8("frame[1].vertex[1].normal", 201);
    file.into_bytes()
}

#[test]
fn a_click_selects_the_piece_of_a_finding_that_has_one() {
    let mut window = checked(&odd());
    assert_eq!(tab_label(&window.checks).1, Some(style::ACCENT));
    assert!(window.has_text("×2"), "{:?}", window.settle().texts());
    let actions = window.click_text("frame 1 (\"stand02\"), vertex 1");
    assert_eq!(selected(&actions), [Piece::Frame(1), Piece::Vertex(1)]);
    let actions = window.click_text("header, skinheight");
    assert!(actions.is_empty(), "{actions:?}");
}

#[test]
fn groups_fold_and_severities_can_be_hidden() {
    let mut window = checked(&odd());
    window.click_text("MD2-W161");
    assert!(!window.has_text("vertex 2"), "folded");
    window.click_text("MD2-W161");
    assert!(window.has_text("vertex 2"));
    window.click_text("warnings");
    assert!(!window.has_text("MD2-W161") && window.has_text("hidden"));
    let copy = window.find("Copy");
    let output = window.click(copy).output;
    let [OutputCommand::CopyText(copied)] = &output.platform_output.commands[..] else {
        panic!("{:?}", output.platform_output.commands)
    };
    assert!(copied.lines().all(|line| line.starts_with("a.md2: ")), "{copied}");
    assert!(!copied.contains("MD2-W161"), "{copied}");
}

#[test]
fn the_tab_counts_no_notes_and_notes_start_folded() {
    // Equal frames are reported as a note, not as a warning.
    let model = one_triangle();
    let spec = Md2Spec { frames: vec![model.frames[0].clone(); 2], ..model };
    let mut window = checked(spec.build().bytes());
    assert_eq!(tab_label(&window.checks), (String::from("Check"), None));
    assert!(!window.has_text("MD2-N168"), "{:?}", window.settle().texts());
    window.click_text("Notes (3)");
    assert!(window.has_text("MD2-N168") && window.has_text("frame 1"));
    window.click_text("Notes (3)");
    assert!(!window.has_text("MD2-N168"));
}

#[test]
fn a_damaged_file_lists_its_repairs_and_offers_a_copy() {
    let mut file = one_triangle().build();
    file.set_i32("num_skins", 661);
    let mut window = checked(file.bytes());
    assert!(window.has_text("read 661 as 1") && window.has_text("The file contains wrong values: all"));
    let actions = window.click_text("Save repaired copy");
    let lead = window.workspace.lead();
    assert!(matches!(*actions, [Action::SaveRepaired(actor)] if actor == lead), "{actions:?}");
    assert!(!checked(one_triangle().build().bytes()).has_text("Save repaired"));
}

#[test]
fn draws_only_the_visible_ones_of_four_thousand_findings() {
    let model = one_triangle();
    let st = (0..4_000).map(|number| [if number < 3 { 0 } else { 900 }, 0]).collect();
    let corners = (3..3_999).map(|st| md2_testdata::TriangleSpec { st: [st, st, st], ..model.triangles[0] });
    let spec = Md2Spec { st, triangles: corners.collect(), ..model };
    let mut window = checked(spec.build().bytes());
    window.click_text("Notes (");
    assert!(window.has_text("×3996") || window.has_text("×3997"), "{:?}", window.settle().texts());
    window.click_text("MD2-N141");
    let output = window.draw(vec![]).output;
    assert!(output.shapes.len() < 300, "{} shapes", output.shapes.len());
}

#[test]
fn a_refused_file_has_a_note_about_the_previous_version() {
    let mut window = checked(md2_testdata::one_triangle().build().bytes());
    window.checks[0].refusal = Some(String::from("vertex 999 of 3"));
    assert!(window.has_text("cannot be loaded: vertex 999 of 3"));
    assert!(window.has_text("previous version is still shown"));
}
