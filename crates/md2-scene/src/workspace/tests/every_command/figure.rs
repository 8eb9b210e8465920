//! Tests that apply all commands to a figure with several models.

use super::*;

#[test]
fn commands_work_on_a_figure() {
    let mut driven = Driven { workspace: figures::player(), names: BTreeSet::new() };
    let parts = [0, 1, 2].map(|index| driven.workspace.body().nth(index).unwrap().id());
    for command in commands(parts) {
        let text = format!("{command:?}");
        let _ = driven.run(command);
        driven.workspace.advance(KEY / 3);
        check(&driven.workspace, &text);
    }
}

fn commands([legs, torso, head]: [ActorId; 3]) -> Vec<Command> {
    let gun = || figures::model("gun.md3", &md2_testdata::md3::player_weapon(), &[]);
    let named = |name: &str| Choice::Named(name.to_owned());
    let look = Look { faces: Faces::Wireframe, ..Look::default() };
    let club = Arc::new(weapon());
    let finer = restored::finer(&club);
    vec![
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
        Command::SelectSkin { actor: head, skin: named("red") },
        Command::SelectFigureSkin(Choice::Next),
        Command::AddSkin { actor: torso, skin: Skin::built_in("moss.png", MOSS) },
        Command::SetOutfit {
            request: SkinRequest { actor: torso, document: gun(), skin: Skin::built_in("moss.png", MOSS) },
            outfit: Err(Arc::new(Skin::built_in("a", b"").decode().unwrap_err())),
        },
        Command::AddWeapon(Weapon::from_document("another", gun())),
        Command::SelectWeapon(Some(Choice::Previous)),
        Command::Show { actor: torso, shown: false },
        Command::ResetView,
        Command::Frame,
        Command::SetWeaponView(true),
        Command::SetViewport(Viewport::whole([300, 500])),
        Command::AddWeapon(Weapon::from_document("club", Arc::clone(&club))),
        Command::SetRestored { document: club, mesh: finer },
        Command::Select(Some(Selection { actor: torso, piece: Piece::Frame(1) })),
        Command::Hover(Some(PointerTarget { actor: torso, triangle: Some(0), vertex: None })),
        Command::Compare(Some(Reference { actor: torso, frame: 1 })),
        Command::CompareWith(figure().into()),
        Command::SetLook(look),
        Command::Reload { actor: head, document: gun() },
        Command::ChooseRanges { actor: torso, index: 1 },
        Command::OpenCrowd(CrowdPlan::new(&[figure().into()], 7).unwrap()),
        Command::Open(figures::player_of(
            &md2_testdata::md3::player_lower(),
            &md2_testdata::md3::player_upper(),
        )),
    ]
}

#[track_caller]
fn check(workspace: &Workspace, text: &str) {
    let players: Vec<_> = workspace.body().filter_map(Actor::player).collect();
    if let [legs, torso] = players[..]
        && legs.sequence().name == torso.sequence().name
    {
        assert_eq!(legs.position_in_keys(), torso.position_in_keys(), "together after {text}");
    }
    for drawn in workspace.drawn() {
        let parent = workspace.actor(drawn.actor).and_then(Actor::mount);
        assert!(parent.is_none_or(|mount| workspace.actor(mount.parent).is_some()), "{text}");
        let [x, y, z, _] = drawn.transform;
        let lengths = [x, y, z].map(|[a, b, c, _]| a * a + b * b + c * c);
        assert!(lengths.iter().all(|length| (length - 1.0).abs() < 1e-4), "rigid after {text}");
    }
}
