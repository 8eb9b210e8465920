//! Tests of the view from the player's eye.

use super::*;

fn from_the_eye() -> Workspace {
    let mut workspace = workspace();
    act(&mut workspace, [Command::SetWeaponView(true)]);
    workspace
}

#[test]
fn looks_along_the_x_axis_without_floor_and_orbit() {
    let mut workspace = from_the_eye();
    let view = workspace.view();
    assert_eq!((view.eye, view.target), ([0.0; 3], [1.0, 0.0, 0.0]));
    assert!(workspace.floor().is_none());
    workspace.advance(KEY * 7);
    assert_eq!(workspace.view(), view);
    act(&mut workspace, [Command::SetPlaying(false)]);
    assert!(!workspace.moves(), "the orbit stops");
    act(&mut workspace, [Command::SetWeaponView(false)]);
    assert!(workspace.floor().is_some() && workspace.view() == workspace.camera().view(workspace.viewport()));
}

#[test]
fn camera_commands_end_the_view_and_others_do_not() {
    let lead = workspace().lead();
    for command in [
        Command::Orbit([5.0, 0.0]),
        Command::Pan([5.0, 0.0]),
        Command::Zoom(1.0),
        Command::Frame,
        Command::ResetView,
        Command::LookFrom(crate::Side::Front),
        Command::SetYaw(0.0),
        Command::SetAutoOrbit(true),
        Command::SetOrthographic(true),
    ] {
        let mut workspace = from_the_eye();
        act(&mut workspace, [command.clone()]);
        assert!(!workspace.weapon_view(), "{command:?}");
    }
    for command in [
        Command::ChooseSequence { actor: lead, sequence: Choice::Next },
        Command::SetViewport(Viewport::whole([300, 200])),
        Command::SetLook(Look::default()),
        Command::Open(figure().into()),
        Command::TogglePlaying,
    ] {
        let mut workspace = from_the_eye();
        act(&mut workspace, [command.clone()]);
        assert!(workspace.weapon_view(), "{command:?}");
    }
    let mut workspace = from_the_eye();
    assert!(workspace.apply(Command::Zoom(f32::NAN)).is_err());
    assert!(workspace.weapon_view(), "a command that fails changes nothing");
}

#[test]
fn detects_view_weapons() {
    let mut player = workspace();
    assert!(!player.supports_weapon_view());
    let _ = apply(&mut player, Command::AddWeapon(crate::Weapon::from_document("gun", Arc::new(weapon()))));
    assert!(!player.supports_weapon_view(), "a carried weapon does not count");
    // A gun in front of the eye, below the line of sight.
    let mut gun = md2_testdata::block(false);
    for frame in &mut gun.frames {
        (frame.scale, frame.translate) = ([0.05, 0.02, 0.02], [6.0, -6.0, -8.0]);
    }
    let gun = |name: &str| read(name, gun.build().bytes());
    let workspace = shown(gun("gun.md2"));
    assert!(workspace.supports_weapon_view());
    // By its name, wherever its vertices are.
    let folder = md2_testdata::TempFolder::with_files(&[]);
    folder.write("v_axe/tris.md2", md2_testdata::block(false).build().bytes());
    let figure = crate::open(&folder.path("v_axe/tris.md2")).unwrap();
    let workspace = shown(figure);
    assert!(workspace.supports_weapon_view());
}
