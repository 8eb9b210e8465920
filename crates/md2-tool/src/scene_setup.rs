//! What the command line says of the scene, carried out.

use std::path::Path;

use md2_scene::{
    Actor, Choice, Command, CommandError, Faces, FloorKind, Lighting, Look, Moment, Weapon, Workspace,
};

use crate::args::SceneArgs;
use crate::failure::Failure;

/// The weapon that is none.
const NO_WEAPON: &str = "none";

/// Brings a workspace to what the arguments ask for. Returns what went wrong without keeping it from being shown.
///
/// # Errors
/// If they name a sequence, a skin or a weapon that is not there, or that cannot be shown.
pub fn apply_args(workspace: &mut Workspace, args: &SceneArgs) -> Result<Vec<String>, Failure> {
    // What is not said stays as it was in the last window.
    let kept = args.default_look.unwrap_or(*workspace.look());
    let look = Look {
        faces: match (args.wireframe, args.edged) {
            (true, _) => Faces::Wireframe,
            (false, true) => Faces::SolidWireframe,
            (false, false) => kept.faces,
        },
        floor: match (args.no_floor, args.grid) {
            (true, _) => FloorKind::None,
            (false, true) => FloorKind::Grid,
            (false, false) => kept.floor,
        },
        background: args.background.unwrap_or(kept.background),
        brightness: args.brightness.unwrap_or(kept.brightness),
        light: if args.no_light { Lighting::None } else { args.light.unwrap_or(kept.light) },
        two_sided: kept.two_sided && !args.one_sided,
        smooth: kept.smooth && !args.nearest,
        steady: kept.steady || args.steady,
        own_normals: kept.own_normals || args.own_normals,
        alpha: args.alpha.unwrap_or(kept.alpha),
        ..kept
    };
    let _outcome = workspace.apply(Command::SetLook(look))?;
    let mut warnings = Vec::new();
    if let Some(weapon) = &args.weapon {
        warnings = carry(workspace, weapon)?;
    }
    if args.flash {
        show_flash(workspace)?;
    }
    if let Some(names) = &args.sequence {
        play(workspace, names)?;
    }
    if args.game {
        let _outcome = workspace.apply(Command::SetGame(true))?;
    }
    // What changes the outline comes first.
    if args.weapon.is_some() || args.flash || args.sequence.is_some() {
        let _outcome = workspace.apply(Command::Frame)?;
    }
    if args.orthographic {
        let _outcome = workspace.apply(Command::SetOrthographic(true))?;
    }
    let yaw = args.yaw.map(|degrees| Command::SetYaw(degrees.to_radians()));
    let pitch = args.pitch.map(|degrees| Command::SetPitch(degrees.to_radians()));
    let distance = args.distance.map(Command::SetDistance);
    let time = args.time.map(Moment::Seconds).into_iter().flat_map(|to| {
        let players = workspace.actors().iter().filter(|actor| actor.player().is_some());
        players.map(move |actor| Command::Seek { actor: actor.id(), to }).collect::<Vec<_>>()
    });
    let commands: Vec<Command> = time.chain(yaw).chain(pitch).chain(distance).collect();
    for command in commands {
        let _outcome = workspace.apply(command)?;
    }
    if let Some(name) = &args.skin {
        wear(workspace, name)?;
    }
    if args.weapon_view {
        let _outcome = workspace.apply(Command::SetWeaponView(true))?;
    }
    Ok(warnings)
}

/// Plays the sequence of this name, or those between commas.
fn play(workspace: &mut Workspace, names: &str) -> Result<(), Failure> {
    // A name may have a comma of its own.
    match workspace.apply(Command::Play(names.to_owned())) {
        Err(CommandError::NoSequence { .. }) if names.contains(',') => {
            let parts = workspace.body().filter(|actor| actor.player().is_some()).count();
            let given = names.split(',').count();
            if given > parts {
                return Err(Failure::Usage(format!(
                    "{} has {parts} {} with sequences of its own, {given} sequences were given",
                    workspace.figure().name(),
                    if parts == 1 { "part" } else { "parts" },
                )));
            }
            for name in names.split(',') {
                let _outcome = workspace.apply(Command::Play(name.trim().to_owned()))?;
            }
            Ok(())
        }
        played => Ok(played.map(drop)?),
    }
}

/// Takes up the weapon of this name, of this number, or in this file.
fn carry(workspace: &mut Workspace, name: &str) -> Result<Vec<String>, Failure> {
    if name.eq_ignore_ascii_case(NO_WEAPON) {
        let _outcome = workspace.apply(Command::SelectWeapon(None))?;
        return Ok(Vec::new());
    }
    let carried = workspace.apply(Command::SelectWeapon(Some(Choice::Named(name.to_owned()))));
    let outcome = match carried {
        Err(CommandError::NoWeapon { figure, known, .. }) => {
            let path = Path::new(name);
            if md2_assets::FileStamp::read(path).is_none() {
                return Err(nothing_called(name, "weapon", &figure, &known));
            }
            workspace.apply(Command::AddWeapon(Weapon::from_file(path)))?
        }
        carried => carried?,
    };
    Ok(md2_scene::text::warnings(outcome))
}

fn show_flash(workspace: &mut Workspace) -> Result<(), Failure> {
    let flashes: Vec<_> = workspace.flashes().map(Actor::id).collect();
    for actor in flashes {
        let _outcome = workspace.apply(Command::Show { actor, shown: true })?;
    }
    Ok(())
}

/// Puts on the skin of this name, of this number, or in this file.
fn wear(workspace: &mut Workspace, name: &str) -> Result<(), Failure> {
    match workspace.apply(Command::SelectFigureSkin(Choice::Named(name.to_owned()))) {
        Err(CommandError::NoSkin { document, known, .. }) => {
            let path = Path::new(name);
            if md2_assets::FileStamp::read(path).is_none() {
                return Err(nothing_called(name, "skin", &document, &known));
            }
            for command in workspace.skin_file_commands(path) {
                let _outcome = workspace.apply(command)?;
            }
            Ok(())
        }
        worn => Ok(worn.map(drop)?),
    }
}

/// A name that means nothing is wrong usage; a file that is there and cannot be read is another failure.
fn nothing_called(name: &str, what: &str, owner: &str, known: &[String]) -> Failure {
    let known = if known.is_empty() { String::from("none") } else { known.join(", ") };
    let text = format!("there is no {what} {name:?}: neither a file nor one of {owner}'s {what}s ({known})");
    Failure::Usage(text)
}

#[cfg(test)]
mod tests {
    use md2_scene::{Background, Brightness, Viewport};

    use super::*;
    use md2_browse::builtin;

    fn check(args: &SceneArgs) -> Result<Workspace, Failure> {
        let (mut workspace, _) = Workspace::new(builtin::figure().unwrap(), Viewport::whole([96, 64]));
        apply_args(&mut workspace, args).map(|_| workspace)
    }

    #[test]
    fn arguments_choose_what_is_seen() {
        let run = check(&SceneArgs {
            sequence: Some(String::from("run")),
            time: Some(0.35),
            skin: Some(String::from("moss")),
            weapon: Some(String::from("Weapon")),
            yaw: Some(90.0),
            no_floor: true,
            edged: true,
            background: Some(Background::Gray),
            brightness: Some(Brightness::new(2.0)),
            orthographic: true,
            ..SceneArgs::default()
        });
        let run = run.unwrap();
        assert_eq!(run.player().sequence().name, "run");
        assert!((run.player().position_in_keys() - 3.5).abs() < 1e-4);
        assert_eq!(run.actors()[0].current_skin().unwrap().label(), "moss.png");
        assert!(!run.camera().auto_orbit() && run.floor().is_none());
        assert_eq!(run.camera().yaw(), 90_f32.to_radians());
        assert!(run.camera().is_orthographic());
        let Look { faces, background, brightness, .. } = *run.look();
        assert_eq!((faces, background, brightness.factor()), (Faces::SolidWireframe, Background::Gray, 2.0));
        let grid = check(&SceneArgs { grid: true, wireframe: true, ..SceneArgs::default() }).unwrap();
        assert_eq!((grid.look().floor, grid.look().faces), (FloorKind::Grid, Faces::Wireframe));
        let poses: Vec<_> = run.drawn().map(|drawn| drawn.pose).collect();
        assert!(poses.len() == 2 && poses[0] == poses[1], "its weapon is in step: {poses:?}");
    }

    #[test]
    fn a_skin_may_be_a_file() {
        let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../assets/wanderer/moss.pcx");
        let workspace = check(&SceneArgs { skin: Some(path.to_owned()), ..SceneArgs::default() }).unwrap();
        assert_eq!(workspace.actors()[0].current_skin().unwrap().path(), Some(Path::new(path)));
    }

    #[test]
    fn a_weapon_may_be_a_file_or_none() {
        let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../assets/wanderer/weapon.md2");
        let carried = |weapon: &str| {
            let weapon = Some(weapon.to_owned());
            let workspace = check(&SceneArgs { weapon, ..SceneArgs::default() }).unwrap();
            workspace.weapon().map(|(index, weapon)| (index, weapon.name().to_owned()))
        };
        assert_eq!(carried(path), Some((1, String::from("weapon"))));
        assert_eq!(carried("0"), Some((0, String::from("weapon"))));
        assert_eq!(carried("None"), None);
    }

    #[test]
    fn what_is_not_there_is_said() {
        let sequence =
            |names: &str| check(&SceneArgs { sequence: Some(names.to_owned()), ..SceneArgs::default() });
        assert!(matches!(sequence("swim"), Err(Failure::Usage(text)) if text.contains("\"swim\"")));
        let expected = "wanderer has 1 part with sequences of its own, 2 sequences were given";
        assert!(matches!(sequence("run,stand"), Err(Failure::Usage(text)) if text == expected));
        let missing = check(&SceneArgs { skin: Some(String::from("no.png")), ..SceneArgs::default() });
        let Err(failure @ Failure::Usage(_)) = missing else { panic!("{missing:?}") };
        let expected = "there is no skin \"no.png\": neither a file nor one of wanderer's skins \
                        (wanderer.png, ember.png, moss.png)";
        assert_eq!(failure.to_string(), expected);
        let missing = check(&SceneArgs { weapon: Some(String::from("axe")), ..SceneArgs::default() });
        let Err(failure @ Failure::Usage(_)) = missing else { panic!("{missing:?}") };
        let expected = "there is no weapon \"axe\": neither a file nor one of wanderer's weapons (weapon)";
        assert_eq!(failure.to_string(), expected);
    }
}
