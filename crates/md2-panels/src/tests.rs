//! Tests of the whole interface, laid out without a real window.

use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use egui::epaint::TextShape;
use egui::{
    Context, Event, FullOutput, Id, Key, Modifiers, PointerButton, Pos2, RawInput, Rect, Shape, Ui, pos2,
    vec2,
};
use md2_anim::Script;
use md2_scene::{
    Choice, Command, Companions, Comparison, CrowdPlan, Document, Figure, Moment, MountPoint, Part,
    PartMotion, Piece, Selection, Viewport, Weapon, Workspace, builtin,
};
use md2_testdata::md3;

use super::{CrowdStatus, PanelInput, PanelState, RendererInfo, SampleCount, Tab, apply_style, show};
use crate::action::Action;
use crate::export_kind::{ExportKind, ExportProgress, ModelFormat};
use md2_browse::checker::FileCheck;
use md2_browse::{Browser, EntryKind, Root, ThumbnailSubject};
use md2_task::Steps;

mod comparing;
mod editing;
mod files;
mod focus;
mod narrow;
mod playing;
mod tips;
mod tour;

const SIZES: [[f32; 2]; 9] = [
    [1280.0, 800.0],
    [1920.0, 1200.0],
    [640.0, 480.0],
    [480.0, 360.0],
    [2560.0, 1440.0],
    [560.0, 240.0],
    [300.0, 900.0],
    [900.0, 90.0],
    [1.0, 1.0],
];

const CROWD: CrowdStatus = CrowdStatus {
    members: 50,
    members_drawn: 49,
    triangles: 71_300,
    triangles_drawn: 32_144,
    cpu: Some(Duration::from_micros(3210)),
    device: Some(Duration::from_micros(1480)),
    picture: None,
};

type ShowPart = fn(&mut Ui, &PanelInput<'_>, &mut PanelState, &mut Vec<Action>) -> Rect;

pub(crate) struct TestWindow {
    pub(crate) context: Context,
    pub(crate) workspace: Workspace,
    pub(crate) state: PanelState,
    pub(crate) files: Browser,
    pub(crate) checks: Vec<FileCheck>,
    pub(crate) exporting: Option<ExportProgress>,
    pub(crate) size: [f32; 2],
    time: f64,
    show: ShowPart,
}

impl TestWindow {
    pub(crate) fn new(workspace: Workspace, size: [f32; 2]) -> Self {
        Self::with_part(workspace, size, show)
    }

    pub(crate) fn with_part(workspace: Workspace, size: [f32; 2], show: ShowPart) -> Self {
        let context = Context::default();
        apply_style(&context);
        let (state, files) = (PanelState::default(), Browser::default());
        Self { context, workspace, state, files, checks: Vec::new(), exporting: None, size, time: 1.0, show }
    }

    pub(crate) fn draw(&mut self, events: Vec<Event>) -> Picture {
        self.draw_after(0.1, events)
    }

    pub(crate) fn draw_after(&mut self, seconds: f64, events: Vec<Event>) -> Picture {
        self.time += seconds;
        let screen_rect = Some(Rect::from_min_size(Pos2::ZERO, self.size.into()));
        let raw = RawInput { screen_rect, time: Some(self.time), events, ..RawInput::default() };
        let Self { context, workspace, state, files, checks, exporting, show, .. } = self;
        let mut comparison = Comparison::default();
        comparison.measure(workspace);
        let panels = PanelInput {
            workspace,
            comparison: &comparison,
            renderer: RendererInfo {
                device: "a device",
                samples: SampleCount { current: 1, is_software: true, requested: None },
                frame_bytes: 123_456,
                restoring: Some(0.4),
                crowd: workspace.crowd().map(|_| CROWD),
            },
            checks,
            formats: &[ModelFormat { menu: "MD2…", name: "MD2", extension: "md2", is_animated: false }],
            export_name: |kind, _| format!("out.{}", kind.extension()),
            exporting: *exporting,
            files,
            folder: Path::new("/a/folder"),
        };
        let (mut free, mut actions) = (Rect::NOTHING, Vec::new());
        let mut output = context.run_ui(raw, |ui| {
            free = show(ui, &panels, state, &mut actions);
        });
        output.textures_delta.clear();
        Picture { free, actions, output }
    }

    pub(crate) fn settle(&mut self) -> Picture {
        (0..2).for_each(|_| drop(self.draw(vec![])));
        self.draw(vec![])
    }

    /// Returns the center of the first text that equals `wanted`, or else of the first text that contains `wanted`.
    #[track_caller]
    pub(crate) fn find(&mut self, wanted: &str) -> Pos2 {
        let texts = self.settle().placed_texts();
        let equal = texts.iter().find(|text| text.text == wanted);
        let found = equal.or_else(|| texts.iter().find(|text| text.text.contains(wanted)));
        found.unwrap_or_else(|| panic!("{wanted:?} is not in {texts:#?}")).rect.center()
    }

    pub(crate) fn click(&mut self, at: Pos2) -> Picture {
        self.draw(vec![Event::PointerMoved(at)]);
        self.draw(vec![button(at, true)]);
        self.draw(vec![button(at, false)])
    }

    #[track_caller]
    pub(crate) fn click_text(&mut self, wanted: &str) -> Vec<Action> {
        let at = self.find(wanted);
        self.click(at).actions
    }

    /// Clicks a text with the right button.
    pub(crate) fn open_menu(&mut self, wanted: &str) {
        let pos = self.find(wanted);
        self.draw(vec![Event::PointerMoved(pos)]);
        for pressed in [true, false] {
            let (button, modifiers) = (PointerButton::Secondary, Modifiers::NONE);
            self.draw(vec![Event::PointerButton { pos, button, pressed, modifiers }]);
        }
    }

    pub(crate) fn has_text(&mut self, wanted: &str) -> bool {
        self.settle().texts().iter().any(|text| text.contains(wanted))
    }

    pub(crate) fn apply(&mut self, actions: &[Action]) {
        for action in actions {
            let Action::Scene(command) = action else { panic!("{action:?}") };
            let _ = self.workspace.apply(command.clone()).unwrap();
        }
    }
}

pub(crate) struct Picture {
    pub(crate) free: Rect,
    pub(crate) actions: Vec<Action>,
    pub(crate) output: FullOutput,
}

#[derive(Clone, Debug)]
pub(crate) struct PlacedText {
    pub(crate) text: String,
    pub(crate) rect: Rect,
    pub(crate) clip: Rect,
}

impl PlacedText {
    pub(crate) fn visible(&self) -> Rect {
        self.rect.intersect(self.clip)
    }
}

impl Picture {
    pub(crate) fn shapes(&self) -> Vec<(Rect, &Shape)> {
        fn collect<'a>(clip: Rect, shape: &'a Shape, shapes: &mut Vec<(Rect, &'a Shape)>) {
            match shape {
                Shape::Vec(inner) => inner.iter().for_each(|shape| collect(clip, shape, shapes)),
                shape => shapes.push((clip, shape)),
            }
        }
        let mut shapes = Vec::new();
        self.output.shapes.iter().for_each(|clipped| collect(clipped.clip_rect, &clipped.shape, &mut shapes));
        shapes
    }

    pub(crate) fn text_shapes(&self) -> impl Iterator<Item = (Rect, &TextShape)> {
        self.shapes().into_iter().filter_map(|(clip, shape)| match shape {
            Shape::Text(text) => Some((clip, text)),
            _ => None,
        })
    }

    pub(crate) fn texts(&self) -> Vec<String> {
        self.text_shapes().map(|(_, text)| text.galley.text().to_owned()).collect()
    }

    pub(crate) fn placed_texts(&self) -> Vec<PlacedText> {
        let texts = self.text_shapes().map(|(clip, shape)| {
            let rect = Rect::from_min_size(shape.pos, shape.galley.size());
            PlacedText { text: shape.galley.text().to_owned(), rect, clip }
        });
        texts.filter(|text| text.visible().is_positive()).collect()
    }

    pub(crate) fn images(&self) -> Vec<Rect> {
        let image = |(clip, shape): (Rect, &Shape)| match shape {
            Shape::Rect(rect) if rect.brush.is_some() => Some(rect.rect.intersect(clip)),
            Shape::Mesh(mesh) if mesh.texture_id != egui::TextureId::default() => {
                Some(mesh.calc_bounds().intersect(clip))
            }
            _ => None,
        };
        self.shapes().into_iter().filter_map(image).collect()
    }
}

fn button(pos: Pos2, pressed: bool) -> Event {
    Event::PointerButton { pos, button: PointerButton::Primary, pressed, modifiers: Modifiers::NONE }
}

pub(crate) fn key(key: Key) -> Event {
    Event::Key { key, physical_key: None, pressed: true, repeat: false, modifiers: Modifiers::NONE }
}

pub(crate) fn wheel(delta: f32, modifiers: Modifiers) -> Event {
    let (unit, phase) = (egui::MouseWheelUnit::Point, egui::TouchPhase::Move);
    Event::MouseWheel { unit, delta: vec2(0.0, delta), phase, modifiers }
}

fn workspace() -> Workspace {
    Workspace::new(builtin::figure().unwrap(), Viewport::whole([1280, 800])).0
}

fn crowd() -> Workspace {
    let mut workspace = workspace();
    let plan = CrowdPlan::new(&[Arc::clone(workspace.document()).into()], 50).unwrap();
    let _ = workspace.apply(Command::OpenCrowd(plan)).unwrap();
    workspace
}

fn plain() -> Workspace {
    let file = md2_testdata::one_triangle().build();
    let document = Document::from_bytes("m.md2", file.bytes(), Companions::default()).unwrap();
    Workspace::new(document, Viewport::whole([1280, 800])).0
}

fn player() -> Workspace {
    let document =
        |bytes: &[u8]| Arc::new(Document::from_bytes("part.md3", bytes, Companions::default()).unwrap());
    let torso = document(md3::player_upper().build().bytes());
    let parts = vec![
        Part::first("legs", document(md3::player_lower().build().bytes())),
        Part::mounted("torso", torso, PartMotion::Plays, 0, MountPoint::tag("tag_torso")),
    ];
    let gun = Weapon::from_document("gun", document(md3::player_weapon().build().bytes()));
    let figure = Figure::new("player", parts).with_weapons(vec![gun], Some(0));
    Workspace::new(figure, Viewport::whole([1280, 800])).0
}

#[test]
fn a_crowd_shows_its_statistics_in_the_whole_window() {
    let mut window = TestWindow::new(crowd(), SIZES[0]);
    window.state.shows_start = true;
    let picture = window.settle();
    assert_eq!((picture.free.size(), picture.actions.len()), (vec2(1280.0, 800.0), 0));
    let texts = picture.texts();
    assert!(!texts.contains(&String::from("Welcome")), "the card would cover them");
    for number in ["50", "49", "71,300", "32,144", "3.2 ms", "1.5 ms", "–"] {
        assert!(texts.iter().any(|text| text == number), "{number} of {texts:?}");
    }
    window.state.hides_panels = true;
    assert!(window.settle().texts().is_empty(), "hidden with the panels");
    (window.state.hides_panels, window.state.shows_help) = (false, true);
    assert!(!window.has_text("71,300") && window.has_text("Play or pause"), "below the help");
    assert!(!window.has_text("Next skin"), "not for a crowd");
}

#[test]
fn every_window_size_and_state_can_be_laid_out() {
    for workspace in [workspace(), player(), crowd()] {
        let mut window = TestWindow::new(workspace, SIZES[0]);
        for (size, hides_panels) in SIZES.into_iter().flat_map(|size| [(size, false), (size, true)]) {
            window.size = size;
            window.state = PanelState { hides_panels, ..PanelState::default() };
            lay_out_states(&mut window);
        }
    }
}

fn lay_out_states(window: &mut TestWindow) {
    for (round, tab) in Tab::ALL.into_iter().enumerate() {
        window.state.tabs.show(tab);
        match round {
            1 => window.state.shows_help = true,
            2 => window.state.messages.show_error("frame 17 (\"run3\"), vertex 3: too long ".repeat(9)),
            3 => window.state.messages.show_notice(String::from("Saved")),
            _ => {}
        }
        let Picture { free, actions, .. } = window.draw(vec![]);
        assert!(free.width() >= 0.0 && free.height() >= 0.0, "{:?}: {free}", window.size);
        assert!(actions.is_empty(), "without an event: {actions:?}");
        let (actor, sequence) = (window.workspace.lead(), Choice::Next);
        let _ = window.workspace.apply(Command::ChooseSequence { actor, sequence }).unwrap();
    }
}

#[test]
fn a_new_height_of_a_bottom_panel_is_laid_out_at_once() {
    let (mut window, mut other) = (TestWindow::new(plain(), SIZES[0]), workspace());
    for error in [0, 0, 1, 9, 2] {
        std::mem::swap(&mut window.workspace, &mut other);
        if error > 0 {
            window.state.messages.show_error("vertex 3: normal index 200, expected 0..162\n".repeat(error));
        }
        assert_eq!(window.draw(vec![]).free, window.draw(vec![]).free);
    }
}

#[test]
fn a_key_opens_and_closes_the_export_menu() {
    let mut window = TestWindow::new(workspace(), SIZES[0]);
    for is_open in [true, false] {
        window.state.export_menu_requested = true;
        assert_eq!(window.has_text("Folder of pictures: /a/folder"), is_open);
    }
    let steps = Some(Steps { done: 11, total: 48, unit: "picture" });
    window.exporting = Some(ExportProgress { kind: ExportKind::Gif, steps });
    assert!(window.has_text("Cancel") && window.has_text("GIF: picture 12 of 48"));
}

#[test]
fn an_export_asks_for_its_options_and_remembers_them() {
    let mut window = TestWindow::new(workspace(), SIZES[0]);
    window.state.export_menu_requested = true;
    assert!(window.click_text("GIF…").is_empty(), "first, the dialog");
    for text in ["Export GIF", "Folder", "640", "per second", "As in the window", "Current sequence"] {
        assert!(window.has_text(text), "{text}");
    }
    assert!(window.state.has_dialog() && window.click_text("All sequences").is_empty());
    let actions = window.click_text("Export");
    let [Action::Export(ExportKind::Gif, path)] = &actions[..] else { panic!("{actions:?}") };
    assert_eq!(path, Path::new("/a/folder/out.gif"));
    assert!(!window.state.has_dialog());
    let settings = window.state.to_settings().export;
    assert_eq!((settings.range, &settings.folder), (crate::ExportRange::All, &None));
    let restored = PanelState::from_settings(&window.state.to_settings());
    assert_eq!(&restored.export_settings, &settings);
    window.state.export_menu_requested = true;
    window.click_text("Picture with options…");
    assert!(window.has_text("Export picture") && window.has_text("As in the window"));
    assert!(!window.has_text("per second"), "a still picture has no rate");
    window.click_text("Cancel");
    // A model that was named without its folder.
    let ball = md2_scene::open(Path::new("../../assets/ball/ball.md2")).unwrap();
    window.workspace = Workspace::new(ball, Viewport::whole([64, 64])).0;
    window.state.export_menu_requested = true;
    window.click_text("GIF…");
    window.click_text("Export");
    assert_eq!(window.state.to_settings().export.folder, None, "the folder was not chosen");
    window.state.export_menu_requested = true;
    window.click_text("MD2…");
    assert!(window.has_text("Export MD2") && !window.has_text("per second"), "a model has no rate");
    window.click_text("Cancel");
    assert!(!window.state.has_dialog());
}

#[test]
fn a_request_without_room_leaves_the_keys_free() {
    for (workspace, size) in [(crowd(), SIZES[0]), (workspace(), [1280.0, 200.0])] {
        let mut window = TestWindow::new(workspace, size);
        window.state.export_menu_requested = true;
        // In a small window, the second one closes the drawer.
        (0..2).for_each(|_| window.state.filter_sequences());
        window.settle();
        assert!(!window.state.export_menu_requested && !window.state.animation.filter.wants_focus);
    }
}

#[test]
fn a_saved_file_can_be_shown_in_the_file_manager() {
    let mut window = TestWindow::new(workspace(), SIZES[0]);
    window.state.messages.show_saved(vec!["/a/folder/b.gif".into(), "/a/folder/b.skin".into()]);
    assert!(window.has_text("2 files saved: b.gif, b.skin"));
    let actions = window.click_text("Show in file manager");
    let [Action::ShowInFileManager(path)] = &actions[..] else { panic!("{actions:?}") };
    assert_eq!(path, Path::new("/a/folder/b.gif"));
}

#[test]
fn the_look_tab_selects_values_and_toggles_switches() {
    use md2_scene::{Faces, FloorKind, Look};
    let mut window = TestWindow::new(workspace(), SIZES[0]);
    window.state.show_tab(Tab::Look);
    for word in ["Solid + wire", "Grid", "Perspective"] {
        let actions = window.click_text(word);
        assert_eq!(actions.len(), 1, "{word}: {actions:?}");
        window.apply(&actions);
        assert!(word == "Perspective" || window.click_text(word).is_empty(), "already selected");
    }
    let look = window.workspace.look();
    assert_eq!((look.faces, look.floor), (Faces::SolidWireframe, FloorKind::Grid));
    assert!(window.workspace.camera().orthographic);

    let actions = window.click_text("Reset look");
    window.apply(&actions);
    assert_eq!(*window.workspace.look(), Look::default());
    assert!(window.workspace.camera().orthographic, "the view is not part of the look");
    assert!(window.click_text("Reset look").is_empty(), "already the default");

    window.click_text("#");
    window.draw(vec![Event::Text(String::from("#4060ff"))]);
    let actions = window.draw(vec![key(Key::Enter)]).actions;
    window.apply(&actions);
    assert_eq!(window.workspace.look().background.to_string(), "#4060ff");
}

#[test]
fn a_start_without_a_file_shows_a_card_until_a_file_is_open() {
    let mut window = TestWindow::new(workspace(), SIZES[0]);
    window.state.shows_start = true;
    window.files.recent.add(Path::new("/a/b.md2"));
    for size in [[800.0, 500.0], [640.0, 480.0], SIZES[0]] {
        window.size = size;
        let text = window.find("Welcome");
        let uncovered = window.state.uncovered.expect("the card is shown");
        assert!(
            !uncovered.contains(text) && uncovered.width().min(uncovered.height()) > 100.0,
            "{uncovered}"
        );
    }
    let actions = window.click_text("a/b.md2");
    assert!(matches!(actions[..], [Action::Open(_), ..]), "{actions:?}");
    window.workspace = player();
    let begins = window.click_text("Tour");
    window.apply(&begins);
    assert!(!window.has_text("Welcome"), "during the tour");
}

#[test]
fn surfaces_can_be_hidden_and_selected() {
    let document = Document::from_bytes("a.md3", md3::two_surfaces().build().bytes(), Companions::default());
    let mut window =
        TestWindow::new(Workspace::new(document.unwrap(), Viewport::whole([1280, 800])).0, SIZES[0]);
    window.state.show_tab(Tab::Model);
    let name = window.workspace.document().mesh().surfaces()[1].name.clone();
    let actions = window.click_text(&name);
    window.apply(&actions);
    let selected = window.workspace.selection().map(|selection| selection.piece);
    assert_eq!(selected, Some(Piece::Surface(1)));
    let at = window.find(&name);
    let check_mark = window.settle().free.right() + 22.0;
    let actions = window.click(pos2(check_mark, at.y)).actions;
    assert!(
        matches!(actions[..], [Action::Scene(Command::ShowSlot { slot: 1, shown: false, .. })]),
        "{actions:?}"
    );
}
