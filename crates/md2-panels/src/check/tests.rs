//! The tab by itself, laid out and clicked without a window.

use std::time::{Duration, Instant};

use egui::{
    Context, Event, FullOutput, Modifiers, OutputCommand, PointerButton, Pos2, RawInput, Rect, Shape, pos2,
    vec2,
};
use md2_load::CheckOptions;
use md2_scene::Viewport;
use md2_testdata::{Md2Spec, one_triangle};

use super::*;
use crate::{apply_style, tests::panel_input};

/// The tab in a panel of this size.
struct Bench {
    context: Context,
    workspace: Workspace,
    files: Vec<FileCheck>,
    state: CheckTab,
    size: [f32; 2],
}

impl Bench {
    fn new(file: &[u8]) -> Self {
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
        let repaired = md2_load::repair_pieces(file);
        let files = vec![FileCheck { document, state, refusal: None, map: None, repaired }];
        let context = Context::default();
        apply_style(&context);
        Self { context, workspace, files, state: CheckTab::default(), size: [236.0, 600.0] }
    }

    fn run(&mut self, events: Vec<Event>) -> (FullOutput, Vec<Action>) {
        let input = RawInput {
            screen_rect: Some(Rect::from_min_size(pos2(0.0, 0.0), vec2(self.size[0], self.size[1]))),
            events,
            ..RawInput::default()
        };
        let Self { context, workspace, files, state, .. } = self;
        let mut actions = Vec::new();
        let mut output = context.run_ui(input, |ui| {
            actions.clear();
            let panels = PanelInput { checks: files, ..panel_input(workspace) };
            show(ui, &panels, state, &mut actions);
        });
        output.textures_delta.clear();
        (output, actions)
    }

    fn texts(&mut self) -> Vec<(String, Pos2)> {
        let (output, _) = self.run(vec![]);
        let texts = output.shapes.into_iter().filter_map(|clipped| match clipped.shape {
            Shape::Text(text) => Some((text.galley.text().to_owned(), text.pos)),
            _ => None,
        });
        texts.collect()
    }

    fn says(&mut self, wanted: &str) -> bool {
        self.texts().iter().any(|(text, _)| text.contains(wanted))
    }

    /// Clicks on a text, and returns what is asked for then.
    #[track_caller]
    fn click(&mut self, wanted: &str) -> (FullOutput, Vec<Action>) {
        let texts = self.texts();
        let all_of_it = texts.iter().find(|(text, _)| text == wanted);
        let found = all_of_it.or_else(|| texts.iter().find(|(text, _)| text.contains(wanted)));
        let Some((_, at)) = found else { panic!("{wanted} is not there: {texts:#?}") };
        let at = *at + vec2(4.0, 6.0);
        let button = |pressed| {
            let (button, modifiers) = (PointerButton::Primary, Modifiers::NONE);
            Event::PointerButton { pos: at, button, pressed, modifiers }
        };
        self.run(vec![Event::PointerMoved(at)]);
        self.run(vec![button(true)]);
        self.run(vec![button(false)])
    }

    fn selected(actions: &[Action]) -> Vec<Piece> {
        let piece = |action: &Action| match action {
            Action::Scene(Command::Select(Some(selection))) => Some(selection.piece),
            _ => None,
        };
        actions.iter().filter_map(piece).collect()
    }
}

/// A model with a bad normal in each of its two frames, and a skin that is too high.
fn odd() -> Vec<u8> {
    let mut file = one_triangle().build();
    file.set_i32("skinheight", 512);
    file.set_u8("frame[0].vertex[2].normal", 200).set_u8("frame[1].vertex[1].normal", 201);
    file.into_bytes()
}

#[test]
fn a_click_selects_the_piece_of_a_finding_that_has_one() {
    let mut bench = Bench::new(&odd());
    assert_eq!(tab_label(&bench.files).1, Some(style::ACCENT));
    assert!(bench.says("×2"), "{:?}", bench.texts());
    let (_, actions) = bench.click("frame 1 (\"stand02\"), vertex 1");
    assert_eq!(Bench::selected(&actions), [Piece::Frame(1), Piece::Vertex(1)]);
    let (_, actions) = bench.click("header, skinheight");
    assert!(actions.is_empty(), "{actions:?}");
}

#[test]
fn groups_fold_and_severities_can_be_hidden() {
    let mut bench = Bench::new(&odd());
    bench.click("MD2-W161");
    assert!(!bench.says("vertex 2"), "folded");
    bench.click("MD2-W161");
    assert!(bench.says("vertex 2"));
    bench.click("warnings");
    assert!(!bench.says("MD2-W161") && bench.says("hidden"));
    let (output, _) = bench.click("Copy");
    let copied = output.platform_output.commands.iter().find_map(|command| match command {
        OutputCommand::CopyText(text) => Some(text.clone()),
        _ => None,
    });
    let copied = copied.expect("something is copied");
    assert!(copied.lines().all(|line| line.starts_with("a.md2: ")), "{copied}");
    assert!(!copied.contains("MD2-W161"), "{copied}");
}

#[test]
fn a_damaged_file_lists_its_repairs_and_offers_a_copy() {
    let mut file = one_triangle().build();
    file.set_i32("num_skins", 661);
    let mut bench = Bench::new(file.bytes());
    assert!(bench.says("read 661 as 1") && bench.says("Damaged"));
    let (_, actions) = bench.click("Save repaired copy");
    let lead = bench.workspace.lead();
    assert!(matches!(*actions, [Action::SaveRepaired(actor)] if actor == lead), "{actions:?}");
    assert!(!Bench::new(one_triangle().build().bytes()).says("Save repaired"));
}

#[test]
fn ten_thousand_findings_are_shown_as_fast_as_a_few() {
    let model = one_triangle();
    let st = (0..10_000).map(|number| [if number < 3 { 0 } else { 900 }, 0]).collect();
    let corners = (3..9_999).map(|st| md2_testdata::TriangleSpec { st: [st, st, st], ..model.triangles[0] });
    let spec = Md2Spec { st, triangles: corners.collect(), ..model };
    let mut bench = Bench::new(spec.build().bytes());
    assert!(bench.says("×9996") || bench.says("×9997"), "{:?}", bench.texts());
    bench.click("MD2-N141");
    let (output, _) = bench.run(vec![]);
    assert!(output.shapes.len() < 300, "{} shapes", output.shapes.len());
    let start = Instant::now();
    (0..20).for_each(|_| drop(bench.run(vec![])));
    let each = start.elapsed() / 20;
    assert!(each < Duration::from_millis(20), "{each:?} without optimization");
}

#[test]
fn any_size_can_be_laid_out() {
    for size in [[236.0, 600.0], [264.0, 60.0], [60.0, 900.0], [1.0, 1.0]] {
        let mut bench = Bench::new(&odd());
        bench.size = size;
        for _ in 0..2 {
            let (_, actions) = bench.run(vec![]);
            assert!(actions.is_empty());
        }
    }
    let (none, mut bench) = (Vec::new(), Bench::new(&odd()));
    bench.files = none;
    assert_eq!(tab_label(&bench.files), (String::from("Check"), None));
    bench.run(vec![]);
}

#[test]
fn a_click_on_a_repair_selects_a_remaining_neighbor() {
    let mut file = md2_testdata::seamed_quad().build();
    file.set_u16("tri[1].xyz[1]", 999);
    let mut bench = Bench::new(file.bytes());
    assert!(bench.says("triangle 1: the first of 1 dropped"));
    let (_, actions) = bench.click("triangle 1: the first of 1 dropped");
    assert_eq!(Bench::selected(&actions), [Piece::Vertex(2)]);
    let (_, actions) = bench.click("triangle 1, corner 1");
    assert_eq!(Bench::selected(&actions), [Piece::Vertex(2)], "the finding selects the same");
}

#[test]
fn a_refused_file_has_a_note_about_the_previous_version() {
    let mut bench = Bench::new(md2_testdata::one_triangle().build().bytes());
    bench.files[0].refusal = Some(String::from("vertex 999 of 3"));
    assert!(bench.says("cannot be loaded: vertex 999 of 3") && bench.says("previous version is still shown"));
}
