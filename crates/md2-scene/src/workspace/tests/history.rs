//! Tests of undo and redo.

use std::path::Path;

use md2_anim::{Easing, Rates};

use super::*;
use crate::change::{Change, unsaved_line};
use crate::{
    Brightness, Edit, Figure, History, Lighting, Look, LookSwitch, SavedModel, open_edited, saved_at,
};

struct Editor {
    workspace: Workspace,
    history: History,
}

impl Editor {
    fn new() -> Self {
        Self { workspace: workspace(), history: History::default() }
    }

    fn run(&mut self, command: Command) {
        let before = self.workspace.clone();
        let _ = apply(&mut self.workspace, command.clone());
        self.history.record(&command, before, &self.workspace);
    }

    fn undo(&mut self) -> Option<String> {
        let (workspace, change) = self.history.undo(&self.workspace)?;
        self.workspace = workspace;
        Some(change.to_string())
    }

    fn redo(&mut self) -> Option<String> {
        let (workspace, change) = self.history.redo(&self.workspace)?;
        self.workspace = workspace;
        Some(change.to_string())
    }

    fn open(&mut self, name: &str) {
        let bytes = md2_testdata::one_triangle().build();
        self.run(Command::Open(Figure::from(read(name, bytes.bytes()))));
    }

    fn model(&self) -> &str {
        self.workspace.figure().name()
    }
}

#[test]
fn a_tour_restores_the_scene_and_is_not_recorded() {
    let mut edited = Editor::new();
    let lit = |light| Command::SetLook(Look { light, ..Look::default() });
    edited.run(lit(Lighting::Game));
    edited.run(Command::SetYaw(1.0));
    let before = edited.workspace.clone();
    let triangle = md2_testdata::one_triangle().build();
    edited.run(Command::BeginTour(Figure::from(read("tour.md2", triangle.bytes()))));
    assert_eq!(edited.model(), "tour.md2");
    edited.run(lit(Lighting::None));
    assert_eq!(edited.workspace.chosen_look().light, Lighting::Game);
    edited.run(Command::SetGame(true));
    edited.run(Command::EndTour);
    let now = &edited.workspace;
    assert!(Arc::ptr_eq(now.document(), before.document()));
    assert_eq!((now.look(), now.transport()), (before.look(), before.transport()));
    assert_eq!((now.view(), now.player().pose()), (before.view(), before.player().pose()));
    assert_eq!(edited.undo().as_deref(), Some("Light game"), "the change before the tour");
}

#[test]
fn every_kind_of_change_is_undone_and_made_again() {
    let mut edited = Editor::new();
    let actor = edited.workspace.lead();
    let named = |name: &str| Choice::Named(name.to_owned());
    let steps = [
        (Command::SelectFigureSkin(named("ember.png")), "Skin ember.png"),
        (Command::AddSkin { actor, skin: Skin::built_in("pain.pcx", MOSS) }, "Skin pain.pcx"),
        (Command::ChooseSequence { actor, sequence: named("run") }, "Sequence Run"),
        (Command::SetMode { actor, mode: LoopMode::Once }, "Loop mode Once"),
        (Command::SetEasing { actor, easing: Easing::Step }, "Easing None: whole frames"),
        (Command::SetReversed { actor, reversed: true }, "Play backwards on"),
        (Command::SetRates { actor, rates: Rates::Tutorial }, "Rates tutorial"),
        (Command::SetGame(true), "Play as in the game on"),
        (Command::ChangeSpeed { faster: false }, "Speed ×\u{2009}0.5"),
        (Command::AddWeapon(Weapon::from_document("blaster", Arc::new(weapon()))), "Weapon blaster"),
        (Command::SelectWeapon(None), "Weapon none"),
        (Command::SetLook(Look { light: Lighting::None, ..Look::default() }), "Light none"),
        (Command::Toggle(LookSwitch::Boxes), "Boxes, tags on"),
        (Command::SetLook(Look::default()), "Look reset"),
    ];
    let mut states = vec![edited.workspace.clone()];
    for (command, name) in &steps {
        edited.run(command.clone());
        let change = Change::between(&states[states.len() - 1], &edited.workspace);
        assert_eq!(change.map(|change| change.to_string()).as_deref(), Some(*name), "{command:?}");
        states.push(edited.workspace.clone());
        // Neither a step in time nor a move of the camera is a change.
        edited.workspace.advance(KEY / 7);
        edited.run(Command::Orbit([3.0, 1.0]));
    }
    for (state, (_, name)) in states.iter().zip(&steps).rev() {
        assert_eq!(edited.undo().as_deref(), Some(*name));
        assert_eq!(Change::between(state, &edited.workspace), None, "{name}");
    }
    assert_eq!(edited.undo(), None);
    for (state, (_, name)) in states[1..].iter().zip(&steps) {
        assert_eq!(edited.redo().as_deref(), Some(*name));
        assert_eq!(Change::between(state, &edited.workspace), None, "{name}");
    }
    assert_eq!(edited.redo(), None);
    let _ = edited.undo();
    edited.run(Command::SetGame(false));
    assert_eq!(edited.redo(), None, "a new change replaces the undone ones");
}

#[test]
fn time_view_and_newer_files_stay_after_an_undo() {
    let mut edited = Editor::new();
    let actor = edited.workspace.lead();
    edited.run(Command::SelectFigureSkin(Choice::Next));
    edited.run(Command::SetMode { actor, mode: LoopMode::PingPong });
    edited.run(Command::Orbit([40.0, 10.0]));
    edited.run(Command::Reload { actor, document: Arc::new(figure()) });
    edited.workspace.advance(KEY * 3);
    let now = edited.workspace.clone();
    assert_eq!(edited.undo().unwrap(), "Loop mode Ping-pong");
    assert_eq!(edited.undo().unwrap(), "Skin ember.png");
    assert_eq!(pose(&edited.workspace, actor), pose(&now, actor));
    assert_eq!(edited.workspace.view(), now.view());
    assert!(Arc::ptr_eq(edited.workspace.document(), now.document()), "the newer version stays open");
    assert_eq!(edited.workspace.actors()[0].current_skin().unwrap().label(), "wanderer.png");
}

impl Editor {
    fn rename(&mut self, name: &str) {
        let actor = self.workspace.lead();
        let document = self.workspace.document();
        let edit = Edit::RenameFrames { frames: 0..=0, old: String::new(), name: name.to_owned() };
        let edited = open_edited(document, edit, document.file().unwrap().to_vec()).unwrap();
        self.run(Command::SetEdited { actor, document: Arc::new(edited) });
    }

    fn save(&mut self, document: &Arc<Document>, path: &Path) {
        self.run(Command::SetSaved(SavedModel::new(Arc::clone(document), saved_at(document, path))));
    }

    fn unsaved(&self) -> Vec<&str> {
        self.workspace.models().edited().map(Figure::name).collect()
    }
}

#[test]
fn the_last_edit_is_undone_below_later_changes() {
    let mut edited = Editor::new();
    edited.rename("crawl");
    edited.rename("creep");
    edited.run(Command::SelectFigureSkin(Choice::Next));
    let (actor, shown) = (edited.workspace.lead(), Arc::clone(edited.workspace.document()));
    let older = Arc::new(crate::open_without_last_edit(&shown).unwrap().unwrap());
    edited.run(Command::SetEdited { actor, document: older });
    assert_eq!(edited.workspace.document().edits(), &shown.edits()[..1]);
    assert_eq!(edited.workspace.actors()[0].current_skin().unwrap().label(), "ember.png");
    assert!(edited.workspace.models().pinned().is_empty(), "the undone version is no model of its own");
    assert_eq!(edited.undo().unwrap(), "Sequence  renamed to creep, undone");
    assert!(Arc::ptr_eq(edited.workspace.document(), &shown));
    (0..20).for_each(|_| edited.rename("walk"));
    let earlier = |document: &Document| crate::open_without_last_edit(document)?.ok();
    let versions = std::iter::successors(earlier(edited.workspace.document()), earlier);
    assert_eq!((versions.count(), edited.workspace.last_edited()), (8, Some(actor)));
}

#[test]
fn an_edited_model_stays_pinned() {
    let mut edited = Editor::new();
    edited.rename("crawl");
    let crawl = Arc::clone(edited.workspace.document());
    for number in 0..20 {
        edited.open(&format!("{number}.md2"));
    }
    edited.rename("last");
    assert_eq!(edited.unsaved(), ["19.md2", "wanderer"]);
    assert_eq!(edited.undo().unwrap(), "Sequence  renamed to last");
    assert_eq!(edited.unsaved(), ["wanderer"]);
    while edited.undo().is_some() {}
    assert_eq!((edited.model(), edited.unsaved()), ("12.md2", vec!["wanderer"]), "the history is short");

    // Opening the file again shows the edited version.
    edited.run(Command::Open(Figure::from(figure())));
    assert!(
        Arc::ptr_eq(edited.workspace.document(), &crawl) && edited.workspace.models().pinned().is_empty()
    );
    edited.run(Command::BeginTour(Figure::from(figure())));
    edited.rename("slither");
    edited.run(Command::EndTour);
    let shown = edited.workspace.document();
    assert_eq!(shown.unsaved_edits().unwrap().len(), 2, "an edit during a tour is an edit");
    assert!(unsaved_line(shown).ends_with("renamed to slither, and 1 more edit"));
    assert!(edited.workspace.models().pinned().is_empty());
}

#[test]
fn a_replaced_skin_is_shown_at_once() {
    let folder = md2_testdata::TempFolder::new();
    let (old, new) = (folder.file("old.png", MOSS), folder.file("new.png", MOSS));
    let mut spec = md2_testdata::one_triangle();
    let mut bytes = |name: &str| {
        spec.skins = vec![name.as_bytes().to_vec()];
        spec.build().into_bytes()
    };
    let path = folder.file("a.md2", &bytes("old.png"));
    let edited = bytes("new.png");
    let mut window = Editor::new();
    window.run(Command::Open(crate::open(&path).unwrap()));
    let shown =
        |window: &Editor| window.workspace.actors()[0].current_skin().unwrap().path().map(Path::to_owned);
    assert_eq!(shown(&window), Some(old.clone()));
    let (actor, document) = (window.workspace.lead(), window.workspace.document());
    let edit = Edit::replace_skin(crate::FileSkin::Path(0), new.clone());
    let document = Arc::new(open_edited(document, edit, edited).unwrap());
    window.run(Command::SetEdited { actor, document });
    assert_eq!(shown(&window), Some(new));
    let _ = window.undo();
    assert_eq!(shown(&window), Some(old));
}

#[test]
fn a_saved_model_is_the_new_file_also_after_an_undo() {
    let folder = md2_testdata::TempFolder::new();
    let mut edited = Editor::new();
    edited.rename("crawl");
    let crawl = Arc::clone(edited.workspace.document());
    edited.rename("creep");
    let path = folder.file("new.md2", b"");
    edited.save(&crawl, &path);
    assert_eq!(edited.unsaved(), ["new.md2"], "the task has saved the version before the last edit");
    assert_eq!(edited.workspace.figure().path(), Some(&*path));
    assert_eq!(edited.undo().unwrap(), "Sequence  renamed to creep");
    let shown = edited.workspace.document();
    assert!(shown.may_replace_file() && edited.unsaved().is_empty());
    assert_eq!(edited.undo().unwrap(), "Sequence  renamed to crawl");
    let shown = edited.workspace.document();
    assert_eq!((edited.unsaved(), shown.unsaved_edits()), (vec!["new.md2"], None), "the file has the edit");
    assert_eq!(edited.redo().unwrap(), "Sequence  renamed to crawl");
    assert!(edited.unsaved().is_empty());
    folder.write("new.md2", b"changed");
    assert!(!edited.workspace.document().may_replace_file());
}

#[test]
fn an_undo_returns_to_the_previous_model() {
    let mut edited = Editor::new();
    edited.run(Command::SelectFigureSkin(Choice::Next));
    edited.run(Command::Orbit([40.0, 10.0]));
    let before = edited.workspace.clone();
    edited.open("one.md2");
    assert_eq!(edited.undo().unwrap(), "Model one.md2");
    assert_eq!((edited.model(), edited.workspace.view()), ("wanderer", before.view()));
    assert_eq!(edited.undo().unwrap(), "Skin ember.png");
    let (skin, model) = (edited.redo().unwrap(), edited.redo().unwrap());
    assert_eq!((&*skin, &*model, edited.model()), ("Skin ember.png", "Model one.md2", "one.md2"));
}

#[test]
fn the_history_holds_few_versions_of_a_file() {
    let mut edited = Editor::new();
    let actor = edited.workspace.lead();
    let versions: Vec<_> = (0..60).map(|_| Arc::new(figure())).collect();
    for document in &versions {
        edited.run(Command::Reload { actor, document: Arc::clone(document) });
        edited.run(Command::SelectFigureSkin(Choice::Next));
    }
    let held = || versions.iter().filter(|version| Arc::strong_count(version) > 1).count();
    // The version that is shown, and one for each of the models that the history may hold.
    assert_eq!(held(), 9);
    while edited.undo().is_some() {
        edited.run(Command::Reload { actor, document: Arc::new(figure()) });
    }
    assert!(held() <= 9, "{}", held());
}

#[test]
fn a_drag_is_one_change() {
    let mut edited = Editor::new();
    let actor = edited.workspace.lead();
    let drag = |edited: &mut Editor| {
        edited.run(Command::Hold(true));
        for sequence in [2, 3, 4] {
            edited.run(Command::Seek { actor, to: Moment::In { sequence, key: 0.0 } });
        }
        edited.run(Command::Hold(false));
    };
    drag(&mut edited);
    edited.run(Command::Seek { actor, to: Moment::In { sequence: 0, key: 0.0 } });
    for factor in [1.1, 1.2, 1.3] {
        edited.run(Command::SetBrightness(Brightness::new(factor)));
    }
    assert_eq!(edited.undo().unwrap(), "Brightness ×\u{2009}1.30");
    assert!(edited.undo().unwrap().starts_with("Sequence "));
    assert_eq!(edited.workspace.player().sequence_index(), 4);
    assert!(edited.undo().unwrap().starts_with("Sequence ") && edited.undo().is_none());
}

#[test]
fn a_sequence_that_joins_another_one_plays_on() {
    let file = |names: [&str; 4]| read("m.md2", md2_testdata::with_frames(names).build().bytes());
    let mut workspace = shown(file(["idle1", "run1", "run2", "attack1"]));
    let actor = workspace.lead();
    let document = Arc::new(file(["idle1", "attack1", "attack2", "attack3"]));
    act(&mut workspace, [Command::Play(String::from("run")), Command::Reload { actor, document }]);
    assert_eq!(workspace.player().sequence().name, "attack");
}
