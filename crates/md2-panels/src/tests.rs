//! The whole interface, laid out without a window.

use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use egui::epaint::TextShape;
use egui::{
    Context, Event, FullOutput, Id, Key, Modifiers, PointerButton, Pos2, RawInput, Rect, Shape, pos2, vec2,
};
use md2_anim::Script;
use md2_scene::{
    Choice, Command, Companions, Comparison, CrowdPlan, Document, Figure, LookSwitch, Moment, MountPoint,
    Part, PartMotion, Piece, Selection, Viewport, Weapon, Workspace,
};
use md2_testdata::md3;

use super::{CrowdStatus, PanelInput, PanelState, RendererInfo, SampleCount, Tab, apply_style, show};
use crate::action::{Action, notice_after};
use crate::export_kind::{ExportKind, ExportProgress};
use md2_browse::builtin;
use md2_browse::{Browser, EntryKind, Root, ThumbnailSubject};
use md2_task::Steps;

mod comparing;
mod files;
mod narrow;
mod playing;
mod timeline;
mod tips;

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

const SAMPLE_COUNT: SampleCount = SampleCount { current: 1, is_software: true, requested: None };

pub(super) const RENDERER: RendererInfo<'_> = RendererInfo {
    device: "a device",
    samples: SAMPLE_COUNT,
    frame_bytes: 123_456,
    restoring: Some(0.4),
    crowd: None,
};

pub(super) fn panel_input(workspace: &Workspace) -> PanelInput<'_> {
    // Once for each picture of a test: what is in it cannot be shared between threads.
    let files = Box::leak(Box::default());
    let comparison: &mut Comparison = Box::leak(Box::default());
    comparison.measure(workspace);
    let folder = Path::new("/a/folder");
    let renderer = RendererInfo { crowd: workspace.crowd().map(|_| CROWD), ..RENDERER };
    PanelInput { workspace, comparison, renderer, checks: &[], exporting: None, files, folder }
}

const CROWD: CrowdStatus = CrowdStatus {
    members: 50,
    members_drawn: 49,
    triangles_drawn: 32_144,
    cpu: Some(Duration::from_micros(3210)),
    picture: None,
};

fn crowd() -> Workspace {
    let mut workspace = workspace();
    let plan = CrowdPlan::new(&[Arc::clone(workspace.document()).into()], 50).unwrap();
    let _ = workspace.apply(Command::OpenCrowd(plan)).unwrap();
    workspace
}

#[test]
fn a_crowd_has_its_numbers_and_the_whole_window() {
    let (context, workspace, mut state) = (context(), crowd(), PanelState::default());
    for _ in 0..3 {
        let (free, actions) = lay_out(&context, &workspace, &mut state, [1280.0, 800.0], Vec::new());
        assert_eq!((free.size(), actions.len()), (vec2(1280.0, 800.0), 0));
    }
    let texts = |state: &mut PanelState| texts(&context, &panel_input(&workspace), state);
    let shown = texts(&mut state);
    for number in ["50", "49", "32,144", "3.2 ms", "–"] {
        assert!(shown.iter().any(|text| text == number), "{number} of {shown:?}");
    }
    state.shows_panels = false;
    assert!(texts(&mut state).is_empty(), "hidden with the panels");
}

fn workspace() -> Workspace {
    Workspace::new(builtin::figure().unwrap(), Viewport::whole([1280, 800])).0
}

/// A model of one sequence that carries nothing.
fn plain() -> Workspace {
    let file = md2_testdata::one_triangle().build();
    let document = Document::from_bytes("m.md2", file.bytes(), Companions::default()).unwrap();
    Workspace::new(document, Viewport::whole([1280, 800])).0
}

/// A figure with two lists of sequences, and weapons.
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

fn input(size: [f32; 2], events: Vec<Event>) -> RawInput {
    RawInput {
        screen_rect: Some(Rect::from_min_size(pos2(0.0, 0.0), vec2(size[0], size[1]))),
        events,
        ..RawInput::default()
    }
}

fn lay_out(
    context: &Context,
    workspace: &Workspace,
    state: &mut PanelState,
    size: [f32; 2],
    events: Vec<Event>,
) -> (Rect, Vec<Action>) {
    let picture = draw(context, input(size, events), &panel_input(workspace), state);
    (picture.free, picture.actions)
}

/// One picture of the interface.
struct Picture {
    free: Rect,
    actions: Vec<Action>,
    output: FullOutput,
}

impl Picture {
    fn text_shapes(&self) -> impl Iterator<Item = &TextShape> {
        self.output.shapes.iter().filter_map(|clipped| match &clipped.shape {
            Shape::Text(text) => Some(text),
            _ => None,
        })
    }

    fn texts(&self) -> Vec<String> {
        self.text_shapes().map(|text| text.galley.text().to_owned()).collect()
    }
}

fn draw(context: &Context, raw: RawInput, panels: &PanelInput<'_>, state: &mut PanelState) -> Picture {
    let (mut free, mut actions) = (Rect::NOTHING, Vec::new());
    let mut output = context.run_ui(raw, |ui| {
        actions.clear();
        free = show(ui, panels, state, &mut actions);
    });
    output.textures_delta.clear();
    Picture { free, actions, output }
}

/// The main button goes down or up at a place.
fn button(pos: Pos2, pressed: bool) -> Event {
    Event::PointerButton { pos, button: PointerButton::Primary, pressed, modifiers: Modifiers::NONE }
}

fn context() -> Context {
    let context = Context::default();
    apply_style(&context);
    context
}

#[test]
fn every_window_size_and_state_can_be_laid_out() {
    for mut workspace in [workspace(), player(), crowd()] {
        let context = context();
        for size in SIZES {
            for panels in [true, false] {
                lay_out_states(&context, &mut workspace, size, panels);
            }
        }
    }
}

fn lay_out_states(context: &Context, workspace: &mut Workspace, size: [f32; 2], panels: bool) {
    let mut state = PanelState { shows_panels: panels, ..PanelState::default() };
    for (round, tab) in Tab::ALL.into_iter().enumerate() {
        state.tabs.show(tab);
        match round {
            1 => state.shows_help = true,
            2 => state.messages.show_error("frame 17 (\"run3\"), vertex 3: too long ".repeat(9)),
            3 => state.messages.show_notice(String::from("Saved")),
            _ => {}
        }
        let (free, actions) = lay_out(context, workspace, &mut state, size, vec![]);
        assert!(free.width() >= 0.0 && free.height() >= 0.0, "{size:?}: {free}");
        assert!(actions.is_empty(), "nothing was asked for: {actions:?}");
        let (actor, sequence) = (workspace.lead(), Choice::Next);
        let _ = workspace.apply(Command::ChooseSequence { actor, sequence }).unwrap();
    }
}

#[test]
fn what_is_higher_than_before_is_laid_out_anew_before_it_is_shown() {
    let (context, walking, plain, mut state) = (context(), workspace(), plain(), PanelState::default());
    for (workspace, error) in [(&walking, 0), (&plain, 0), (&walking, 1), (&plain, 9), (&walking, 2)] {
        if error > 0 {
            state.messages.show_error("vertex 3: normal index 200, expected 0..162\n".repeat(error));
        }
        let [first, second] =
            [(); 2].map(|()| lay_out(&context, workspace, &mut state, SIZES[0], Vec::new()).0);
        assert_eq!(first, second);
    }
}

/// The notice after a command, if the command succeeds.
fn told_after(command: Command, workspace: &mut Workspace) -> Option<String> {
    let notice = notice_after(&command).unwrap();
    workspace.apply(command).map(|_| notice(workspace)).ok()
}

#[test]
fn it_is_told_what_a_key_has_switched() {
    let mut player = player();
    for state in ["off", "on"] {
        let told = told_after(Command::Toggle(LookSwitch::Inspect), &mut player).unwrap();
        assert_eq!(told, format!("Inspect: {state} (Q)"));
    }
    let told = told_after(Command::SetWeaponView(true), &mut player);
    assert_eq!(told.unwrap(), "Weapon view (V to leave)");
    assert!(notice_after(&Command::SetWeaponView(false)).is_none());
}

#[test]
fn it_is_told_what_is_carried() {
    let told = |choice, workspace: &mut Workspace| told_after(Command::SelectWeapon(choice), workspace);
    let gun = || Some(String::from("Weapon: gun (C)"));
    let mut player = player();
    assert_eq!(told(None, &mut player).unwrap(), "Weapon: none (C)");
    for choice in [Choice::Index(0), Choice::Next, Choice::Previous, Choice::Named(String::from("gun"))] {
        assert_eq!(told(Some(choice), &mut player), gun());
    }
    assert_eq!(told(Some(Choice::Index(7)), &mut player), None);
    assert_eq!(told(None, &mut plain()).unwrap(), "No weapon found for m.md2");
}

#[test]
fn the_panels_leave_the_model_most_of_an_ordinary_window() {
    let workspace = workspace();
    let context = context();
    let mut state = PanelState::default();
    let size = SIZES[0];
    lay_out(&context, &workspace, &mut state, size, vec![]);
    let (free, _) = lay_out(&context, &workspace, &mut state, size, vec![]);
    assert!(free.area() > 0.5 * size[0] * size[1], "{free}");
    state.shows_panels = false;
    let (free, _) = lay_out(&context, &workspace, &mut state, size, vec![]);
    assert_eq!(free.size(), vec2(size[0], size[1]));
}

#[test]
fn panels_are_wider_in_wide_windows() {
    let (context, workspace, mut state) = (context(), workspace(), PanelState::default());
    let mut beside = |size: [f32; 2]| {
        lay_out(&context, &workspace, &mut state, size, vec![]);
        size[0] - lay_out(&context, &workspace, &mut state, size, vec![]).0.width()
    };
    let [usual, large, largest] = [SIZES[0], SIZES[1], SIZES[4]].map(&mut beside);
    assert!(large > 1.3 * usual && large == largest, "{usual} {large} {largest}");
}

/// All texts of a picture of the interface.
fn texts(context: &Context, panels: &PanelInput<'_>, state: &mut PanelState) -> Vec<String> {
    draw(context, input(SIZES[0], vec![]), panels, state).texts()
}

#[test]
fn a_key_opens_the_menu_of_exports_and_closes_it() {
    let (context, workspace, mut state) = (context(), workspace(), PanelState::default());
    let panels = panel_input(&workspace);
    let offers = |state: &mut PanelState| {
        texts(&context, &panels, state).iter().any(|text| text == "Folder: /a/folder")
    };
    assert!(!offers(&mut state));
    for is_open in [true, false] {
        state.export_menu_requested = true;
        offers(&mut state);
        assert_eq!(offers(&mut state), is_open);
    }
    let exporting = Some(ExportProgress {
        kind: ExportKind::Gif,
        steps: Some(Steps { done: 11, total: 48, unit: "picture" }),
    });
    let shown = texts(&context, &PanelInput { exporting, ..panels }, &mut state);
    for told in ["Cancel", "GIF: picture 12 of 48"] {
        assert!(shown.iter().any(|text| text == told), "{told} of {shown:?}");
    }
}

#[test]
fn each_tab_comes_to_the_front_with_the_panels() {
    let (context, workspace) = (context(), workspace());
    for size in [SIZES[0], SIZES[2]] {
        let mut state = PanelState { shows_panels: false, ..PanelState::default() };
        for (tab, told) in [
            (Tab::Animation, "walk"),
            (Tab::Look, "Faces"),
            (Tab::Skin, "Skin"),
            (Tab::Model, "a device"),
            (Tab::Check, "Check"),
        ] {
            state.show_tab(tab);
            lay_out(&context, &workspace, &mut state, size, vec![]);
            let texts = draw(&context, input(size, vec![]), &panel_input(&workspace), &mut state).texts();
            let is_told = texts.iter().any(|text| text.to_lowercase().contains(&told.to_lowercase()));
            assert!(is_told, "{tab:?} at {size:?} does not say {told:?}");
        }
    }
}

/// The actions of a click on a word of the interface.
fn clicked(workspace: &Workspace, state: &mut PanelState, word: &str) -> Vec<Action> {
    let (context, size) = (context(), SIZES[0]);
    let mut places = Vec::new();
    for _ in 0..2 {
        let picture = draw(&context, input(size, vec![]), &panel_input(workspace), state);
        let found = picture.text_shapes().filter(|text| text.galley.text() == word);
        places = found.map(|text| text.visual_bounding_rect().center()).collect();
    }
    let [at] = places[..] else { panic!("{word:?} is {} times in the interface", places.len()) };
    let mut act = |events| lay_out(&context, workspace, state, size, events).1;
    act(vec![Event::PointerMoved(at)]);
    act(vec![button(at, true)]);
    act(vec![button(at, false)])
}

#[test]
fn clicks_in_the_look_choose_and_turn_switches_over() {
    use md2_scene::{Faces, FloorKind, Look};
    let mut workspace = workspace();
    let mut state = PanelState::default();
    state.show_tab(Tab::Look);
    for word in ["Solid + wire", "Grid", "Perspective"] {
        let actions = clicked(&workspace, &mut state, word);
        let [Action::Scene(command)] = &actions[..] else { panic!("{word}: {actions:?}") };
        let _outcome = workspace.apply(command.clone()).unwrap();
        assert!(word == "Perspective" || clicked(&workspace, &mut state, word).is_empty(), "chosen already");
    }
    let look = workspace.look();
    assert_eq!((look.faces, look.floor), (Faces::SolidWireframe, FloorKind::Grid));
    assert!(workspace.camera().is_orthographic());

    let actions = clicked(&workspace, &mut state, "Reset look");
    let [Action::Scene(command)] = &actions[..] else { panic!("{actions:?}") };
    let _outcome = workspace.apply(command.clone()).unwrap();
    assert_eq!(*workspace.look(), Look::default());
    assert!(workspace.camera().is_orthographic(), "the view is another matter");
    assert!(clicked(&workspace, &mut state, "Reset look").is_empty(), "it is the usual one");
}

/// The longest text that is laid out, in characters.
fn longest_text(shape: &Shape) -> usize {
    match shape {
        Shape::Text(text) => text.galley.text().chars().count(),
        Shape::Vec(shapes) => shapes.iter().map(longest_text).max().unwrap_or(0),
        _ => 0,
    }
}

#[test]
fn long_names_and_messages_stay_in_the_window() {
    let long = "long".repeat(17_500);
    let script = Script::parse(format!("{long} 0 1 10\nshort 0 1 10\n").as_bytes()).unwrap();
    let companions = Companions {
        script: Some(script),
        missing_skins: vec![long.clone()],
        notes: vec![long.clone()],
        ..Companions::default()
    };
    let file = md2_testdata::one_triangle().build();
    let document = Document::from_bytes(long.clone(), file.bytes(), companions).unwrap();
    let (workspace, _) = Workspace::new(document, Viewport::whole([1280, 800]));
    assert_eq!(workspace.player().sequences()[0].name.len(), long.len());
    let context = context();
    let mut state = PanelState::default();
    state.messages.show_error(long);
    for _ in 0..3 {
        let output = draw(&context, input(SIZES[0], vec![]), &panel_input(&workspace), &mut state).output;
        let longest = output.shapes.iter().map(|clipped| longest_text(&clipped.shape)).max();
        assert!(longest.is_some_and(|longest| (200..5000).contains(&longest)), "{longest:?}");
    }
    let (free, _) = lay_out(&context, &workspace, &mut state, SIZES[0], vec![]);
    assert!(free.height() > 0.5 * SIZES[0][1], "it scrolls: {free}");
}
