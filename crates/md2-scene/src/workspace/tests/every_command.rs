//! Each command once, with what it must change. A new command that is not driven here does not compile, or fails.

use std::collections::BTreeSet;
use std::sync::Arc;

use md2_anim::{Easing, Rates};

use super::*;
use crate::{
    Alpha, Background, Brightness, CrowdPlan, Cue, Faces, FloorKind, Lighting, Look, Mount, Piece, Place,
    Pointed, Preview, Projection, Reference, Side, Switch, Weapon,
};

/// Names the variants of [`Command`]: all of them, or the match is not complete.
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
    Open OpenCrowd Reload Add Remove Show Carry AddWeapon
    Play ChooseRanges ChooseSequence Preview SetMode SetRates SetEasing SetReversed Seek
    SetPlaying TogglePlaying SetGame Hold Step SetSpeed ChangeSpeed
    Wear WearAll AddSkin Dress SetPhase
    Orbit Pan Zoom ZoomAt Frame ResetView LookFrom SetYaw SetPitch SetDistance SetAutoOrbit SetOrthographic
    SetWeaponView SetViewport
    SetRestored Select Hover Compare SetLook SetFaces SetFloor SetBackground SetBrightness SetLighting SetAlpha Toggle
}

/// A workspace that notes what it was asked for.
struct Driven {
    workspace: Workspace,
    names: BTreeSet<&'static str>,
}

impl Driven {
    fn run(&mut self, command: Command) -> Outcome {
        self.names.insert(name_of(&command));
        let outcome = apply(&mut self.workspace, command.clone());
        // Also after those that do not settle by themselves.
        let settled = |workspace: &Workspace| {
            let restored = workspace.restored.len();
            (workspace.floor, workspace.camera, workspace.player().travelled(), restored)
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
    what_is_shown(&mut driven);
    what_plays(&mut driven);
    how_time_passes(&mut driven);
    what_is_worn(&mut driven);
    where_it_is_seen_from(&mut driven);
    how_it_is_drawn(&mut driven);
    let all: BTreeSet<_> = ALL.iter().copied().collect();
    let missing: Vec<_> = all.difference(&driven.names).collect();
    assert!(missing.is_empty(), "not driven: {missing:?}");
}

#[test]
fn what_is_not_there_cannot_be_selected_and_what_goes_is_not() {
    let mut workspace = workspace();
    let actor = workspace.lead();
    let facts = *workspace.document().facts();
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
    assert!(workspace.selection().is_some(), "the one before stays");
    let triangle = md2_testdata::one_triangle().build();
    let other = Document::from_bytes("one", triangle.bytes(), Companions::default()).unwrap();
    let _ = apply(&mut workspace, Command::Open(other.into()));
    assert_eq!(workspace.selection(), None);
}

/// Many come a second while a button is held.
#[test]
fn what_turns_the_camera_computes_no_floor() {
    use super::super::apply::stirs;
    for command in [Command::Orbit([1.0; 2]), Command::Pan([1.0; 2]), Command::Zoom(1.0), Command::Frame] {
        assert!(!stirs(&command), "{command:?}");
    }
    assert!(stirs(&Command::Play(String::from("run"))));
}

#[test]
fn every_command_suits_a_figure() {
    let mut driven = Driven { workspace: figures::player(), names: BTreeSet::new() };
    let [legs, torso, head] = [0, 1, 2].map(|index| driven.workspace.body().nth(index).unwrap().id());
    let gun = || figures::model("gun.md3", &md2_testdata::md3::player_weapon(), &[]);
    let named = |name: &str| Choice::Named(name.to_owned());
    let look = Look { faces: Faces::Edges, ..Look::default() };
    let mount = Some(Mount { parent: head, place: Place::tag("tag_head") });
    let club = Arc::new(weapon());
    let finer = restored::finer(&club);
    let commands = [
        Command::Play(String::from("LEGS_RUN")),
        Command::ChooseSequence { actor: torso, sequence: named("TORSO_ATTACK") },
        Command::SetMode { actor: torso, mode: LoopMode::PingPong },
        Command::SetRates { actor: legs, rates: Rates::Tutorial },
        Command::SetEasing { actor: torso, easing: Easing::InOut },
        Command::SetReversed { actor: torso, reversed: true },
        Command::Seek { actor: torso, to: Moment::Seconds(0.15) },
        Command::Preview(Some(Preview { actor: legs, sequence: 0 })),
        Command::SetGame(true),
        Command::Seek { actor: legs, to: Moment::In { sequence: 1, key: 0.5 } },
        Command::SetGame(false),
        Command::ChooseSequence { actor: legs, sequence: named("BOTH_DEATH1") },
        Command::SetReversed { actor: torso, reversed: false },
        Command::Seek { actor: legs, to: Moment::Key(1.5) },
        Command::Step { forward: false },
        Command::SetSpeed(0.5),
        Command::ChangeSpeed { faster: true },
        Command::Hold(false),
        Command::TogglePlaying,
        Command::SetPlaying(true),
        Command::Wear { actor: head, skin: named("red") },
        Command::WearAll(Choice::Next),
        Command::AddSkin { actor: torso, skin: Skin::built_in("moss.png", MOSS) },
        Command::Dress {
            actor: torso,
            wish: 0,
            outfit: Err(Arc::new(Skin::built_in("a", b"").decode().unwrap_err())),
        },
        Command::SetPhase { actor: torso, phase: KEY },
        Command::AddWeapon(Weapon::read("another", gun())),
        Command::Carry(Some(Choice::Previous)),
        Command::Add { document: gun(), cue: Cue::Follow(torso), mount },
        Command::Show { actor: torso, shown: false },
        Command::Orbit([9.0, -9.0]),
        Command::Zoom(1.0),
        Command::ZoomAt { notches: -2.0, pixel: [9.0, 30.0] },
        Command::LookFrom(Side::Top),
        Command::ResetView,
        Command::Pan([3.0, 4.0]),
        Command::SetDistance(200.0),
        Command::Frame,
        Command::SetYaw(2.0),
        Command::SetPitch(0.5),
        Command::SetAutoOrbit(true),
        Command::SetOrthographic(true),
        Command::SetWeaponView(true),
        Command::SetViewport(Viewport::whole([300, 500])),
        Command::Add { document: Arc::clone(&club), cue: Cue::Still(0), mount: None },
        Command::SetRestored { document: club, mesh: finer },
        Command::Select(Some(Selection { actor: torso, piece: Piece::Frame(1) })),
        Command::Hover(Some(Pointed { actor: torso, triangle: Some(0), vertex: None })),
        Command::Compare(Some(Reference { actor: torso, frame: 1 })),
        Command::SetLook(look),
        Command::SetFaces(Faces::Edged),
        Command::SetFloor(FloorKind::Grid),
        Command::SetBackground(Background::Gray),
        Command::SetBrightness(Brightness::LEAST),
        Command::SetLighting(Lighting::None),
        Command::SetAlpha(Alpha::On),
        Command::Toggle(Switch::Smooth),
        Command::Reload { actor: head, document: gun() },
        Command::ChooseRanges { actor: torso, index: 1 },
        Command::Remove(torso),
        Command::OpenCrowd(CrowdPlan::new(&[figure().into()], 7).unwrap()),
        Command::Open(figures::player_of(
            &md2_testdata::md3::player_lower(),
            &md2_testdata::md3::player_upper(),
        )),
    ];
    for command in commands {
        let text = format!("{command:?}");
        let _ = driven.run(command);
        driven.workspace.advance(KEY / 3);
        let players: Vec<_> = driven.workspace.body().filter_map(Actor::player).collect();
        if let [legs, torso] = players[..]
            && legs.sequence().name == torso.sequence().name
        {
            assert_eq!(legs.position_in_keys(), torso.position_in_keys(), "together after {text}");
        }
        for drawn in driven.workspace.drawn() {
            let parent = driven.workspace.actor(drawn.actor).and_then(Actor::mount);
            assert!(parent.is_none_or(|mount| driven.workspace.actor(mount.parent).is_some()), "{text}");
            let [x, y, z, _] = drawn.transform;
            let lengths = [x, y, z].map(|[a, b, c, _]| a * a + b * b + c * c);
            assert!(lengths.iter().all(|length| (length - 1.0).abs() < 1e-4), "rigid after {text}");
        }
    }
    let missing: Vec<_> = ALL.iter().filter(|name| !driven.names.contains(*name)).collect();
    assert!(missing.is_empty(), "not driven: {missing:?}");
}

fn what_is_shown(driven: &mut Driven) {
    let before = driven.workspace.lead();
    let plan = CrowdPlan::new(&[figure().into(), weapon().into()], 20).unwrap();
    driven.yes(Command::OpenCrowd(plan), |workspace| {
        let groups = workspace.crowd().unwrap().groups();
        groups.iter().map(|group| group.transforms().len()).collect::<Vec<_>>() == [4, 3, 3, 10]
            && workspace.drawn().count() == 4
            && workspace.actor(before).is_none()
    });
    let _ = driven.run(Command::SetSpeed(3.0));
    driven.yes(Command::Open(figure().into()), |workspace| {
        workspace.lead() != before
            && workspace.actor(before).is_none()
            && workspace.crowd().is_none()
            && workspace.transport() == Transport { speed: 3.0, ..Transport::default() }
            && workspace.player().sequence().name == "walk"
    });
    let _ = driven.run(Command::SetSpeed(1.0));
    let actor = driven.workspace.lead();
    let newer = Arc::new(figure());
    driven.yes(Command::Reload { actor, document: Arc::clone(&newer) }, |workspace| {
        workspace.lead() == actor && Arc::ptr_eq(workspace.document(), &newer)
    });
    let [playing, following, still] =
        [Cue::Play, Cue::Follow(actor), Cue::Still(9999)].map(|cue| driven.run(add(cue)).added.unwrap());
    driven.workspace.advance(KEY * 3 / 2);
    let last = weapon().last_frame();
    assert_eq!(pose(&driven.workspace, following), pose(&driven.workspace, actor));
    assert_eq!(pose(&driven.workspace, still), (last, last, 0.0));
    assert!(pose(&driven.workspace, playing) != pose(&driven.workspace, actor), "a sequence of its own");
    assert_eq!(driven.workspace.drawn().count(), 4);
    driven.yes(Command::Show { actor: still, shown: false }, |workspace| {
        workspace.drawn().all(|drawn| drawn.actor != still)
    });
    driven.yes(Command::Show { actor: still, shown: true }, |workspace| workspace.drawn().count() == 4);
    let mount = Some(Mount { parent: following, place: Place::Origin });
    let hung = Command::Add { document: Arc::new(weapon()), cue: Cue::Still(0), mount };
    let hung = driven.run(hung).added.unwrap();
    for other in [playing, following, still] {
        driven.yes(Command::Remove(other), |workspace| workspace.actor(other).is_none());
    }
    assert!(driven.workspace.actor(hung).is_none(), "it hung on one that is gone");
    what_is_carried(driven);
}

fn what_is_carried(driven: &mut Driven) {
    let club = |name: &str| Command::AddWeapon(Weapon::read(name, Arc::new(weapon())));
    let carried = |workspace: &Workspace| workspace.weapon().map(|(index, _)| index);
    driven.yes(club("club"), |workspace| carried(workspace) == Some(0) && workspace.drawn().count() == 2);
    driven.yes(club("hammer"), |workspace| carried(workspace) == Some(1) && workspace.drawn().count() == 2);
    driven.yes(Command::Carry(Some(Choice::Named(String::from("CLUB")))), |workspace| {
        carried(workspace) == Some(0)
    });
    driven.workspace.advance(KEY / 4);
    let [bearer, weapon] = driven.workspace.drawn().map(|drawn| drawn.pose).collect::<Vec<_>>()[..] else {
        panic!("a figure and its weapon")
    };
    assert!(bearer == weapon && bearer.blend > 0.0, "in step");
    driven.yes(Command::Carry(Some(Choice::Next)), |workspace| carried(workspace) == Some(1));
    driven.yes(Command::Carry(None), |workspace| {
        carried(workspace).is_none() && workspace.drawn().count() == 1
    });
}

fn what_plays(driven: &mut Driven) {
    let actor = driven.workspace.lead();
    driven.yes(Command::Play(String::from("Jump")), |workspace| {
        workspace.player().sequence().name == "jump" && position(workspace) == 0.0
    });
    driven
        .yes(Command::ChooseSequence { actor, sequence: Choice::Named(String::from("RUN")) }, |workspace| {
            workspace.player().sequence().name == "run" && position(workspace) == 0.0
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
        driven.yes(Command::ChooseSequence { actor, sequence }, |workspace| {
            workspace.player().sequence_index() == expected
        });
    }
    driven.yes(Command::ChooseRanges { actor, index: 1 }, |workspace| {
        workspace.player().range_set_index() == 1
    });
    driven.yes(Command::ChooseRanges { actor, index: 0 }, |workspace| {
        workspace.player().sequences().len() == count
    });
    choose(&mut driven.workspace, "run");
    driven.yes(Command::SetRates { actor, rates: Rates::Tutorial }, |workspace| {
        workspace.player().sequence().fps == Rates::Tutorial.fps("run")
    });
    let _ = driven.run(Command::SetRates { actor, rates: Rates::Game });
    driven.yes(Command::Seek { actor, to: Moment::Key(2.5) }, |workspace| position(workspace) == 2.5);
    driven.yes(Command::Seek { actor, to: Moment::Last }, |workspace| position(workspace) == 5.0);
    driven.yes(Command::Seek { actor, to: Moment::First }, |workspace| position(workspace) == 0.0);
    driven.yes(Command::Seek { actor, to: Moment::Seconds(-0.15) }, |workspace| {
        (position(workspace) - 4.5).abs() < 1e-4
    });
    driven.yes(Command::Seek { actor, to: Moment::Seconds(0.35) }, |workspace| {
        (position(workspace) - 3.5).abs() < 1e-4
    });
    let death = driven.workspace.player().find("death1").unwrap();
    driven.yes(Command::Preview(Some(Preview { actor, sequence: death })), |workspace| {
        workspace.player().sequence_index() == death && workspace.preview().is_some()
    });
    driven.yes(Command::Preview(None), |workspace| {
        workspace.player().sequence_index() == run && workspace.preview().is_none()
    });
    driven.yes(Command::Seek { actor, to: Moment::In { sequence: death, key: 2.5 } }, |workspace| {
        workspace.player().sequence_index() == death && position(workspace) == 2.5
    });
    driven.yes(Command::Seek { actor, to: Moment::In { sequence: run, key: 3.5 } }, |workspace| {
        workspace.player().sequence_index() == run && position(workspace) == 3.5
    });
    driven.yes(Command::SetEasing { actor, easing: Easing::In }, |workspace| {
        (pose(workspace, actor).2 - 0.25).abs() < 1e-4
    });
    let _ = driven.run(Command::SetEasing { actor, easing: Easing::Linear });
    driven.yes(Command::SetMode { actor, mode: LoopMode::PingPong }, |workspace| {
        workspace.player().mode() == LoopMode::PingPong
    });
    let _ = driven.run(Command::SetMode { actor, mode: LoopMode::Loop });
    let _ = driven.run(Command::SetReversed { actor, reversed: true });
    driven.workspace.advance(KEY);
    assert!((position(&driven.workspace) - 2.5).abs() < 1e-4, "backwards");
    let _ = driven.run(Command::SetReversed { actor, reversed: false });
}

fn how_time_passes(driven: &mut Driven) {
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
    assert_eq!(advanced(driven, Command::ChangeSpeed { faster: false }), 0.8);
    assert_eq!(advanced(driven, Command::SetSpeed(-1.0)), 0.0, "at the slowest");
    let _ = driven.run(Command::SetSpeed(1.0));
    driven.yes(Command::SetGame(true), |workspace| position(workspace).fract() == 0.0);
    assert_eq!(advanced(driven, Command::SetGame(false)), 0.5);
    let _ = driven.run(Command::Seek { actor, to: Moment::Key(2.8) });
    driven.yes(Command::Step { forward: true }, |workspace| {
        position(workspace) == 3.0 && !workspace.is_playing()
    });
    driven.yes(Command::Step { forward: false }, |workspace| position(workspace) == 2.0);
}

/// What is wanted is worn once it is handed in, and what comes too late changes nothing.
fn dressed_by_somebody_else(driven: &mut Driven) {
    let (mut later, _) = Workspace::dressed_later(figure(), Viewport::whole([640, 480]));
    std::mem::swap(&mut driven.workspace, &mut later);
    let actor = driven.workspace.lead();
    let lead = |workspace: &Workspace| workspace.actors()[0].clone();
    let (first, _) = lead(&driven.workspace).wanted().map(|(wish, skin)| (wish, skin.clone())).unwrap();
    assert_eq!(lead(&driven.workspace).worn_index(), None);
    let broken = || Arc::new(Skin::built_in("a", b"").decode().unwrap_err());
    driven.yes(Command::Dress { actor, wish: first, outfit: Err(broken()) }, |workspace| {
        let lead = lead(workspace);
        lead.wanted().is_some_and(|(wish, _)| wish != first) && lead.unreadable(0).is_some()
    });
    let (wish, skin) = lead(&driven.workspace).wanted().map(|(wish, skin)| (wish, skin.clone())).unwrap();
    let outfit = Arc::new(skin.decode().unwrap());
    let too_late = Command::Dress { actor, wish: first, outfit: Ok(Arc::clone(&outfit)) };
    driven.yes(too_late, |workspace| lead(workspace).worn_index().is_none());
    driven.yes(Command::Dress { actor, wish, outfit: Ok(outfit) }, |workspace| {
        lead(workspace).worn_index() == Some(1) && lead(workspace).wanted().is_none()
    });
    // A newer version wears what the old one did until it has its own.
    driven.yes(Command::Reload { actor, document: Arc::new(figure()) }, |workspace| {
        lead(workspace).worn_index() == Some(1) && lead(workspace).wanted().is_some()
    });
    driven.yes(Command::Wear { actor, skin: Choice::Next }, |workspace| {
        lead(workspace).worn_index() == Some(1) && lead(workspace).aimed_index() == Some(2)
    });
    std::mem::swap(&mut driven.workspace, &mut later);
}

fn what_is_worn(driven: &mut Driven) {
    let actor = driven.workspace.lead();
    let worn = |workspace: &Workspace| workspace.actors()[0].worn_index();
    assert_eq!(worn(&driven.workspace), Some(0), "dressed from the start");
    for (skin, expected) in [
        (Choice::Next, 1),
        (Choice::Previous, 0),
        (Choice::Previous, 2),
        (Choice::Next, 0),
        (Choice::Named(String::from("moss")), 2),
        (Choice::Index(1), 1),
    ] {
        driven.yes(Command::Wear { actor, skin }, |workspace| worn(workspace) == Some(expected));
    }
    let before = Arc::clone(driven.workspace.actors()[0].outfit().unwrap());
    driven.yes(Command::Wear { actor, skin: Choice::Index(1) }, |workspace| {
        !Arc::ptr_eq(workspace.drawn().next().unwrap().outfit.unwrap(), &before)
    });
    for (skin, expected) in [(Choice::Next, 2), (Choice::Named(String::from("EMBER")), 1)] {
        driven.yes(Command::WearAll(skin), |workspace| worn(workspace) == Some(expected));
    }
    dressed_by_somebody_else(driven);
    let phase = Duration::from_millis(700);
    driven.yes(Command::SetPhase { actor, phase }, |workspace| {
        workspace.drawn().next().unwrap().time == workspace.clock() + phase
    });
    let bytes = include_bytes!("../../../../../assets/floor/floor.png");
    let picture = Picture::Encoded { name: String::from("floor.png"), bytes: bytes.as_slice().into() };
    let add = Command::AddSkin { actor, skin: Skin::whole("floor", "a test", picture) };
    driven.yes(add.clone(), |workspace| worn(workspace) == Some(3));
    driven.yes(add, |workspace| workspace.actors()[0].skin_count() == 4);
}

fn where_it_is_seen_from(driven: &mut Driven) {
    let _ = driven.run(Command::SetAutoOrbit(false));
    let _ = driven.run(Command::Frame);
    let moved = |driven: &mut Driven, command: Command| {
        let before = *driven.workspace.camera();
        let _ = driven.run(command);
        (before, *driven.workspace.camera())
    };
    let (before, after) = moved(driven, Command::Orbit([10.0, 5.0]));
    assert!(after.yaw() != before.yaw() && after.pitch() > before.pitch());
    let (before, after) = moved(driven, Command::SetYaw(FRAC_PI_2));
    assert!(after.yaw() == FRAC_PI_2 && after.pitch() == before.pitch());
    let (before, after) = moved(driven, Command::SetPitch(1.0));
    assert!(after.pitch() == 1.0 && after.distance() != before.distance(), "it fits at every pitch");
    let (framed, after) = moved(driven, Command::Zoom(2.0));
    assert!(after.distance() < framed.distance());
    driven.yes(Command::SetDistance(77.0), |workspace| workspace.camera().distance() == 77.0);
    let target = driven.workspace.view().target;
    driven.yes(Command::Pan([30.0, 0.0]), |workspace| workspace.view().target != target);
    driven.yes(Command::Frame, |workspace| *workspace.camera() == framed);
    let flat = |workspace: &Workspace| {
        let is_flat = matches!(workspace.view().projection, Projection::Orthographic { .. });
        is_flat && workspace.camera().is_orthographic()
    };
    driven.yes(Command::SetOrthographic(true), flat);
    driven
        .yes(Command::SetOrthographic(false), |workspace| *workspace.camera() == framed && !flat(workspace));

    driven.yes(Command::SetWeaponView(true), |workspace| workspace.view().eye == [0.0; 3]);
    driven.yes(Command::SetWeaponView(false), |workspace| *workspace.camera() == framed);

    driven.yes(Command::LookFrom(Side::Back), |workspace| {
        workspace.camera().yaw() == PI && workspace.camera().pitch() == 0.0
    });
    let (before, after) = moved(driven, Command::ZoomAt { notches: 3.0, pixel: [100.0, 70.0] });
    assert!(after.distance() < before.distance());
    driven.yes(Command::SetOrthographic(true), flat);
    driven.yes(Command::SetAutoOrbit(true), Workspace::moves);
    let (fresh, _) = Workspace::new(driven.workspace.figure().clone(), *driven.workspace.viewport());
    driven.yes(Command::ResetView, |workspace| {
        let [now, start] = [workspace, &fresh].map(|workspace| *workspace.camera());
        (now.yaw(), now.pitch(), now.auto_orbit()) == (start.yaw(), start.pitch(), true) && !flat(workspace)
    });
    assert!(!driven.workspace.moves(), "it circles when time passes");

    driven.yes(Command::SetAutoOrbit(true), |workspace| workspace.moves() && !workspace.is_playing());
    let yaw = driven.workspace.camera().yaw();
    driven.workspace.advance(KEY);
    assert!(driven.workspace.camera().yaw() != yaw, "it circles while time is stopped");
    let narrow = Viewport::whole([400, 800]);
    driven.yes(Command::SetViewport(narrow), |workspace| {
        *workspace.viewport() == narrow && workspace.camera().distance() > framed.distance()
    });
}

fn how_it_is_drawn(driven: &mut Driven) {
    let document = Arc::clone(driven.workspace.document());
    let mesh = restored::finer(&document);
    driven.yes(Command::SetRestored { document, mesh: Arc::clone(&mesh) }, |workspace| {
        workspace.drawn().next().unwrap().restored.is_some_and(|restored| Arc::ptr_eq(restored, &mesh))
    });
    let look = Look {
        faces: Faces::Edged,
        floor: FloorKind::None,
        background: Background::Plain([1, 2, 3]),
        brightness: Brightness::MOST,
        light: Lighting::Game,
        two_sided: false,
        smooth: false,
        steady: true,
        own_normals: true,
        alpha: Alpha::On,
        crossfade: true,
        inspect: false,
        normals: true,
        boxes: true,
        onion: true,
    };
    driven.yes(Command::SetLook(look), |workspace| *workspace.look() == look && workspace.floor().is_none());
    for switch in Switch::ALL {
        let before = switch.is_on(driven.workspace.look());
        driven.yes(Command::Toggle(switch), |workspace| switch.is_on(workspace.look()) != before);
    }
    let selection = |piece| Some(Selection { actor: driven.workspace.lead(), piece });
    let (triangle, frame) = (selection(Piece::Triangle(3)), selection(Piece::Frame(44)));
    driven.yes(Command::Select(triangle), |workspace| workspace.selection() == triangle);
    driven.yes(Command::Select(frame), |workspace| {
        let pose = workspace.player().pose();
        (pose.frame_a, pose.blend) == (44, 0.0) && workspace.player().sequence().contains(44)
    });
    assert!(!driven.workspace.is_playing());
    driven.yes(Command::Select(None), |workspace| workspace.selection().is_none());
    let actor = driven.workspace.lead();
    let pointed = Some(Pointed { actor, triangle: Some(3), vertex: Some(7) });
    driven.yes(Command::Hover(pointed), |workspace| workspace.hover() == pointed);
    let reference = Some(Reference { actor, frame: 3 });
    driven.yes(Command::Compare(reference), |workspace| workspace.reference() == reference);
    driven.yes(Command::Toggle(Switch::Inspect), |workspace| workspace.hover().is_none());
    driven.yes(Command::Toggle(Switch::Inspect), |workspace| workspace.look().inspect);
    driven.yes(Command::SetFaces(Faces::Filled), |workspace| workspace.look().faces == Faces::Filled);
    driven.yes(Command::SetFloor(FloorKind::Grid), |workspace| workspace.floor().is_some());
    driven.yes(Command::SetFloor(FloorKind::Stone), |workspace| workspace.look().floor == FloorKind::Stone);
    let studio = Background::Studio;
    driven.yes(Command::SetBackground(studio), |workspace| workspace.look().background == studio);
    let normal = Brightness::NORMAL;
    driven.yes(Command::SetBrightness(normal), |workspace| workspace.look().brightness == normal);
    let studio = Lighting::Studio;
    driven.yes(Command::SetLighting(studio), |workspace| workspace.look().light == studio);
    driven.yes(Command::SetAlpha(Alpha::Auto), |workspace| workspace.look().alpha == Alpha::Auto);
    assert_eq!(*driven.workspace.look(), Look::default());
}
