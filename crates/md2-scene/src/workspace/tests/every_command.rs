//! Tests of every command and its effect. If a new command has no test, these tests do not compile, or fail.

mod view_and_look;

use std::collections::BTreeSet;
use std::path::Path;
use std::sync::Arc;

use md2_anim::{Easing, Rates};

use super::*;
use crate::{
    Alpha, Background, Brightness, CrowdPlan, Edit, Faces, FloorKind, Lighting, Look, LookSwitch, Piece,
    PointerTarget, Preview, Projection, Reference, SavedModel, Side, Weapon, open_edited, saved_at,
};
use view_and_look::{check_camera_commands, check_look_commands};

/// Defines the list `ALL` of the names of all commands. If a variant of [`Command`] is missing, the match does not compile.
macro_rules! commands {
    ($($name:ident)*) => {
        const ALL: &[&str] = &[$(stringify!($name)),*];

        fn name_of(command: &Command) -> &'static str {
            match command {
                $(Command::$name { .. } => stringify!($name),)*
            }
        }
    };
}

commands! {
    Open OpenCrowd BeginTour EndTour Reload SetEdited SetSaved Show ShowSlot SelectWeapon AddWeapon
    Play ChooseRanges ChooseSequence Preview SetMode SetRates SetEasing SetReversed Seek
    SetPlaying TogglePlaying SetGame Hold Step StepTenth SetSpeed ChangeSpeed
    SelectSkin SelectFigureSkin AddSkin SetOutfit
    Orbit Pan Zoom ZoomAt ZoomTo Frame ResetView LookFrom SetYaw SetPitch SetDistance SetAutoOrbit SetOrthographic
    SetWeaponView SetViewport
    SetRestored Select Hover Compare CompareWith ViewCounterpart SetLook SetBackground SetBrightness Toggle
}

struct Driven {
    workspace: Workspace,
    names: BTreeSet<&'static str>,
}

impl Driven {
    fn run(&mut self, command: Command) -> Outcome {
        self.names.insert(name_of(&command));
        let outcome = apply(&mut self.workspace, command.clone());
        // All updates have been made, even after commands that skip them.
        let settled = |workspace: &Workspace| {
            let restored = workspace.restored.len();
            (workspace.floor, workspace.camera, workspace.player().travelled, restored)
        };
        let before = settled(&self.workspace);
        self.workspace.settle();
        assert_eq!(settled(&self.workspace), before, "{command:?} leaves something to be settled");
        outcome
    }

    fn yes(&mut self, command: Command, holds: impl FnOnce(&Workspace) -> bool) {
        let text = format!("{command:?}");
        let _ = self.run(command);
        assert!(holds(&self.workspace), "{text} has no effect");
    }
}

#[test]
fn every_command_has_its_effect() {
    let mut driven = Driven { workspace: workspace(), names: BTreeSet::new() };
    check_actor_commands(&mut driven);
    check_sequence_commands(&mut driven);
    check_time_commands(&mut driven);
    check_skin_commands(&mut driven);
    check_camera_commands(&mut driven);
    check_look_commands(&mut driven);
    let all: BTreeSet<_> = ALL.iter().copied().collect();
    let missing: Vec<_> = all.difference(&driven.names).collect();
    assert!(missing.is_empty(), "not driven: {missing:?}");
}

#[test]
fn rejects_missing_pieces_and_drops_the_selection_with_its_model() {
    let mut workspace = workspace();
    let actor = workspace.lead();
    let facts = workspace.document().facts;
    let frames = workspace.document().mesh().frame_count();
    for (piece, count) in [
        (Piece::Frame as fn(u32) -> Piece, frames),
        (Piece::Triangle, facts.triangles),
        (Piece::Vertex, facts.vertices),
    ] {
        let count = u32::try_from(count).unwrap();
        let mut select =
            |number| workspace.apply(Command::Select(Some(Selection { actor, piece: piece(number) })));
        assert!(select(count - 1).is_ok());
        let error = select(count).unwrap_err().to_string();
        assert_eq!(error, format!("wanderer has no {}", piece(count)));
    }
    assert!(workspace.selection().is_some(), "the previous selection stays");
    let triangle = md2_testdata::one_triangle().build();
    let other = read("one", triangle.bytes());
    let _ = apply(&mut workspace, Command::Open(other.into()));
    assert_eq!(workspace.selection(), None);
}

fn check_actor_commands(driven: &mut Driven) {
    let before = driven.workspace.lead();
    let plan = CrowdPlan::new(&[figure().into(), weapon().into()], 20).unwrap();
    driven.yes(Command::OpenCrowd(plan), |w| {
        let groups = &w.crowd().unwrap().groups;
        groups.iter().map(|group| group.placements.len()).collect::<Vec<_>>() == [4, 3, 3, 10]
            && w.drawn().count() == 4
            && w.actor(before).is_none()
    });
    let _ = driven.run(Command::SetSpeed(3.0));
    driven.yes(Command::Open(figure().into()), |w| {
        w.lead() != before
            && w.actor(before).is_none()
            && w.crowd().is_none()
            && w.transport() == Transport { speed: 3.0, ..Transport::default() }
            && w.player().sequence().name == "walk"
    });
    let _ = driven.run(Command::SetSpeed(1.0));
    let before = driven.workspace.lead();
    driven.yes(Command::BeginTour(weapon().into()), |w| w.is_on_tour() && w.figure().name() == "weapon.md2");
    driven.yes(Command::EndTour, |w| !w.is_on_tour() && w.lead() == before);
    let actor = driven.workspace.lead();
    let newer = Arc::new(figure());
    driven.yes(Command::Reload { actor, document: Arc::clone(&newer) }, |w| {
        w.lead() == actor && Arc::ptr_eq(w.document(), &newer)
    });
    let file = newer.file().unwrap().to_vec();
    let edit = Edit::RenameFrames { frames: 0..=0, old: String::from("walk"), name: String::from("crawl") };
    let edited = Arc::new(open_edited(&newer, edit, file).unwrap());
    driven.yes(Command::SetEdited { actor, document: Arc::clone(&edited) }, |w| {
        let exported = &w.figure().parts()[0].document;
        w.has_unsaved_edits() && [w.document(), exported].into_iter().all(|one| Arc::ptr_eq(one, &edited))
    });
    let saved = SavedModel::new(Arc::clone(&edited), saved_at(&edited, Path::new("/saved.md2")));
    driven.yes(Command::SetSaved(saved), |w| {
        !w.has_unsaved_edits() && w.figure().name() == "saved.md2" && w.document().name() == "saved.md2"
    });
    check_weapon_commands(driven);
}

fn check_weapon_commands(driven: &mut Driven) {
    let club = |name: &str| Command::AddWeapon(Weapon::from_document(name, Arc::new(weapon())));
    let carried = |w: &Workspace| w.weapon().map(|(index, _)| index);
    driven.yes(club("club"), |w| carried(w) == Some(0) && w.drawn().count() == 2);
    driven.yes(club("hammer"), |w| carried(w) == Some(1) && w.drawn().count() == 2);
    driven.yes(Command::SelectWeapon(Some(Choice::Named(String::from("CLUB")))), |w| carried(w) == Some(0));
    driven.workspace.advance(KEY / 4);
    let [bearer, weapon] = driven.workspace.drawn().map(|drawn| drawn.pose).collect::<Vec<_>>()[..] else {
        panic!("a figure and its weapon")
    };
    assert!(bearer == weapon && bearer.blend > 0.0, "in step");
    driven.yes(Command::SelectWeapon(Some(Choice::Next)), |w| carried(w) == Some(1));
    let actor = driven.workspace.weapon_actors().next().unwrap().id;
    driven.yes(Command::Show { actor, shown: false }, |w| w.drawn().all(|drawn| drawn.actor != actor));
    driven.yes(Command::Show { actor, shown: true }, |w| w.drawn().count() == 2);
    let hides = |w: &Workspace| w.drawn().any(|drawn| drawn.shown(0) == crate::outfit::SlotContent::Hidden);
    driven.yes(Command::ShowSlot { actor, slot: 0, shown: false }, hides);
    driven.yes(Command::ShowSlot { actor, slot: 0, shown: true }, |w| !hides(w));
    driven.yes(Command::SelectWeapon(None), |w| carried(w).is_none() && w.drawn().count() == 1);
}

fn check_sequence_commands(driven: &mut Driven) {
    let actor = driven.workspace.lead();
    driven.yes(Command::Play(String::from("Jump")), |w| {
        w.player().sequence().name == "jump" && position(w) == 0.0
    });
    driven.yes(Command::ChooseSequence { actor, sequence: Choice::Named(String::from("RUN")) }, |w| {
        w.player().sequence().name == "run" && position(w) == 0.0
    });
    let run = driven.workspace.player().sequence_index();
    let count = driven.workspace.player().sequences().len();
    for (sequence, expected) in [
        (Choice::Next, run + 1),
        (Choice::Previous, run),
        (Choice::Index(count - 1), count - 1),
        (Choice::Next, 0),
        (Choice::Previous, count - 1),
        (Choice::Named(run.to_string()), run),
    ] {
        driven.yes(Command::ChooseSequence { actor, sequence }, |w| w.player().sequence_index() == expected);
    }
    driven.yes(Command::ChooseRanges { actor, index: 1 }, |w| w.player().range_set_index() == 1);
    driven.yes(Command::ChooseRanges { actor, index: 0 }, |w| w.player().sequences().len() == count);
    choose(&mut driven.workspace, "run");
    driven.yes(Command::SetRates { actor, rates: Rates::Tutorial }, |w| {
        w.player().sequence().fps == Rates::Tutorial.fps("run")
    });
    let _ = driven.run(Command::SetRates { actor, rates: Rates::Game });
    driven.yes(Command::Seek { actor, to: Moment::Key(2.5) }, |w| position(w) == 2.5);
    driven.yes(Command::Seek { actor, to: Moment::Last }, |w| position(w) == 5.0);
    driven.yes(Command::Seek { actor, to: Moment::First }, |w| position(w) == 0.0);
    driven.yes(Command::Seek { actor, to: Moment::Seconds(f32::MAX) }, |w| position(w).is_finite());
    driven.yes(Command::Seek { actor, to: Moment::Seconds(-0.15) }, |w| (position(w) - 4.5).abs() < 1e-4);
    driven.yes(Command::Seek { actor, to: Moment::Seconds(0.35) }, |w| (position(w) - 3.5).abs() < 1e-4);
    let death = driven.workspace.player().find("death1").unwrap();
    driven.yes(Command::Preview(Some(Preview { actor, sequence: death })), |w| {
        w.player().sequence_index() == death && w.preview().is_some()
    });
    driven.yes(Command::Preview(None), |w| w.player().sequence_index() == run && w.preview().is_none());
    driven.yes(Command::Seek { actor, to: Moment::In { sequence: death, key: 2.5 } }, |w| {
        w.player().sequence_index() == death && position(w) == 2.5
    });
    driven.yes(Command::Seek { actor, to: Moment::In { sequence: run, key: 3.5 } }, |w| {
        w.player().sequence_index() == run && position(w) == 3.5
    });
    driven.yes(Command::SetEasing { actor, easing: Easing::In }, |w| (pose(w, actor).2 - 0.25).abs() < 1e-4);
    let _ = driven.run(Command::SetEasing { actor, easing: Easing::Linear });
    driven.yes(Command::SetMode { actor, mode: LoopMode::PingPong }, |w| {
        w.player().mode() == LoopMode::PingPong
    });
    let _ = driven.run(Command::SetMode { actor, mode: LoopMode::Loop });
    let _ = driven.run(Command::SetReversed { actor, reversed: true });
    driven.workspace.advance(KEY);
    assert!((position(&driven.workspace) - 2.5).abs() < 1e-4, "backwards");
    let _ = driven.run(Command::SetReversed { actor, reversed: false });
}

fn check_time_commands(driven: &mut Driven) {
    let advanced = |driven: &mut Driven, command: Command| {
        let _ = driven.run(command);
        let before = position(&driven.workspace);
        driven.workspace.advance(KEY / 2);
        let moved = position(&driven.workspace) - before;
        (moved * 1000.0).round() / 1000.0
    };
    let actor = driven.workspace.lead();
    let _ = driven.run(Command::Seek { actor, to: Moment::First });
    assert_eq!(advanced(driven, Command::SetPlaying(false)), 0.0);
    assert_eq!(advanced(driven, Command::TogglePlaying), 0.5);
    assert_eq!(advanced(driven, Command::Hold(true)), 0.0);
    assert!(driven.workspace.is_playing(), "held, but not stopped");
    assert_eq!(advanced(driven, Command::Hold(false)), 0.5);
    assert_eq!(advanced(driven, Command::SetSpeed(2.0)), 1.0);
    assert_eq!(advanced(driven, Command::ChangeSpeed { faster: false }), 0.5);
    assert_eq!(advanced(driven, Command::SetSpeed(-1.0)), 0.0, "at the slowest");
    let _ = driven.run(Command::SetSpeed(1.0));
    driven.yes(Command::SetGame(true), |w| position(w).fract() == 0.0);
    assert_eq!(advanced(driven, Command::SetGame(false)), 0.5);
    let _ = driven.run(Command::Seek { actor, to: Moment::Key(2.8) });
    driven.yes(Command::Step { forward: true }, |w| position(w) == 3.0 && !w.is_playing());
    driven.yes(Command::Step { forward: false }, |w| position(w) == 2.0);
    driven.yes(Command::StepTenth { forward: false }, |w| (position(w) - 1.9).abs() < 1e-4);
    let _ = driven.run(Command::Seek { actor, to: Moment::First });
    let end = driven.workspace.player().key_count() as f32;
    driven.yes(Command::StepTenth { forward: false }, |w| (position(w) - end + 0.1).abs() < 1e-4);
    driven.yes(Command::StepTenth { forward: true }, |w| position(w) == 0.0);
}

fn check_deferred_skins(driven: &mut Driven) {
    let (mut later, _) = Workspace::with_deferred_skins(figure(), Viewport::whole([640, 480]));
    std::mem::swap(&mut driven.workspace, &mut later);
    let actor = driven.workspace.lead();
    let lead = |w: &Workspace| w.actors()[0].clone();
    let first = lead(&driven.workspace).skin_request().unwrap();
    assert_eq!(lead(&driven.workspace).skin_index(), None);
    let broken = || Arc::new(Skin::built_in("a", b"").decode().unwrap_err());
    driven.yes(Command::SetOutfit { request: first.clone(), outfit: Err(broken()) }, |w| {
        let lead = lead(w);
        lead.skin_request().is_some_and(|request| request != first) && lead.skin_error(0).is_some()
    });
    let request = lead(&driven.workspace).skin_request().unwrap();
    let outfit = Arc::new(request.skin.decode().unwrap());
    let too_late = Command::SetOutfit { request: first.clone(), outfit: Ok(Arc::clone(&outfit)) };
    driven.yes(too_late, |w| lead(w).skin_index().is_none());
    driven.yes(Command::SetOutfit { request, outfit: Ok(outfit) }, |w| {
        lead(w).skin_index() == Some(1) && !lead(w).is_skin_pending()
    });
    driven.yes(Command::SelectSkin { actor, skin: Choice::Next }, |w| {
        lead(w).skin_index() == Some(1) && lead(w).wanted_index() == Some(2)
    });
    std::mem::swap(&mut driven.workspace, &mut later);
}

fn check_skin_commands(driven: &mut Driven) {
    let actor = driven.workspace.lead();
    let current = |w: &Workspace| w.actors()[0].skin_index();
    assert_eq!(current(&driven.workspace), Some(0), "the first skin is applied");
    for (skin, expected) in [
        (Choice::Next, 1),
        (Choice::Previous, 0),
        (Choice::Previous, 2),
        (Choice::Next, 0),
        (Choice::Named(String::from("moss")), 2),
        (Choice::Index(1), 1),
    ] {
        driven.yes(Command::SelectSkin { actor, skin }, |w| current(w) == Some(expected));
    }
    let before = Arc::clone(driven.workspace.actors()[0].outfit().unwrap());
    driven.yes(Command::SelectSkin { actor, skin: Choice::Index(1) }, |w| {
        !Arc::ptr_eq(w.drawn().next().unwrap().outfit.unwrap(), &before)
    });
    for (skin, expected) in [(Choice::Next, 2), (Choice::Named(String::from("EMBER")), 1)] {
        driven.yes(Command::SelectFigureSkin(skin), |w| current(w) == Some(expected));
    }
    check_deferred_skins(driven);
    let bytes = include_bytes!("../../../../../assets/floor/floor.png");
    let image = SkinImage::Encoded { name: String::from("floor.png"), bytes: bytes.as_slice().into() };
    let add = Command::AddSkin { actor, skin: Skin::whole("floor", "a test", image) };
    driven.yes(add.clone(), |w| current(w) == Some(3));
    driven.yes(add, |w| w.actors()[0].skin_count() == 4);
}
