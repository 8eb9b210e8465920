//! What the command line says of the scene, carried out.

use std::path::Path;

use md2_scene::{Choice, Command, CommandError, Look, Moment, Skin, Workspace};

use crate::cli::SceneArgs;
use crate::failure::Failure;

/// Brings a workspace to what the arguments ask for.
///
/// # Errors
/// If they name a sequence or a skin that is not there, or a skin that cannot be shown.
pub(crate) fn obey(workspace: &mut Workspace, args: &SceneArgs) -> Result<(), Failure> {
    let actor = workspace.lead();
    let look = Look {
        wireframe: args.wireframe,
        floor: !args.no_floor,
        light: !args.no_light,
        two_sided: !args.one_sided,
        smooth: !args.nearest,
    };
    let sequence = args.sequence.iter().flat_map(|name| {
        [Command::ChooseSequence { actor, sequence: Choice::Named(name.clone()) }, Command::Frame]
    });
    let time = args.time.map(|seconds| Command::Seek { actor, to: Moment::Seconds(seconds) });
    let yaw = args.yaw.map(|degrees| Command::SetYaw(degrees.to_radians()));
    let pitch = args.pitch.map(|degrees| Command::SetPitch(degrees.to_radians()));
    let distance = args.distance.map(Command::SetDistance);
    let commands = std::iter::once(Command::SetLook(look)).chain(sequence).chain(time);
    for command in commands.chain(yaw).chain(pitch).chain(distance) {
        carry_out(workspace, command)?;
    }
    args.skin.as_ref().map_or(Ok(()), |name| wear(workspace, name))
}

/// Puts on the skin of this name, of this number, or in this file.
fn wear(workspace: &mut Workspace, name: &str) -> Result<(), Failure> {
    let actor = workspace.lead();
    let worn = workspace.apply(Command::Wear { actor, skin: Choice::Named(name.to_owned()) });
    match worn {
        Err(CommandError::NoSkin { document, known, .. }) => {
            let path = Path::new(name);
            if path.is_file() {
                return carry_out(workspace, Command::AddSkin { actor, skin: Skin::chosen(path) });
            }
            let known = if known.is_empty() { String::from("none") } else { known.join(", ") };
            Err(Failure::File(anyhow::anyhow!(
                "there is no skin {name:?}: neither a file nor one of {document}'s skins ({known})"
            )))
        }
        worn => Ok(worn.map(drop)?),
    }
}

/// A command that adds nothing, and so has nothing to warn of.
fn carry_out(workspace: &mut Workspace, command: Command) -> Result<(), Failure> {
    Ok(workspace.apply(command).map(drop)?)
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use md2_scene::Viewport;

    use super::*;
    use crate::builtin;

    fn check(args: &SceneArgs) -> Result<Workspace, Failure> {
        let figure = Arc::new(builtin::figure().unwrap());
        let (mut workspace, _) = Workspace::new(figure, Viewport::whole([96, 64]));
        obey(&mut workspace, args).map(|()| workspace)
    }

    #[test]
    fn arguments_choose_what_is_seen() {
        let run = check(&SceneArgs {
            sequence: Some(String::from("run")),
            time: Some(0.35),
            skin: Some(String::from("moss")),
            yaw: Some(90.0),
            no_floor: true,
            ..SceneArgs::default()
        });
        let run = run.unwrap();
        assert_eq!(run.player().sequence().name, "run");
        assert!((run.player().position_in_keys() - 3.5).abs() < 1e-4);
        assert_eq!(run.actors()[0].worn_skin().unwrap().label(), "moss.png");
        assert!(!run.camera().auto_orbit() && run.floor().is_none());
        assert_eq!(run.camera().yaw(), 90_f32.to_radians());
    }

    #[test]
    fn a_skin_may_be_a_file() {
        let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../assets/wanderer/moss.pcx");
        let workspace = check(&SceneArgs { skin: Some(path.to_owned()), ..SceneArgs::default() }).unwrap();
        assert_eq!(workspace.actors()[0].worn_skin().unwrap().path(), Some(Path::new(path)));
    }

    #[test]
    fn what_is_not_there_is_said() {
        let unknown = check(&SceneArgs { sequence: Some(String::from("swim")), ..SceneArgs::default() });
        assert!(matches!(unknown, Err(Failure::Usage(_))));
        let missing = check(&SceneArgs { skin: Some(String::from("no.png")), ..SceneArgs::default() });
        let Err(failure @ Failure::File(_)) = missing else { panic!("{missing:?}") };
        let expected = "there is no skin \"no.png\": neither a file nor one of wanderer's skins \
                        (wanderer.png, ember.png, moss.png)";
        assert_eq!(failure.to_string(), expected);
    }
}
