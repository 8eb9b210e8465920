//! Application of the scene arguments to a workspace.

use std::io::{self, Write as _};
use std::path::Path;

use md2_anim::game::TICK;
use md2_scene::text::Sink;
use md2_scene::{
    ActorId, Choice, Command, CommandError, Faces, FloorKind, Geometry, Lighting, Look, Mistake, Moment,
    Weapon, Workspace,
};

use crate::args::SceneArgs;
use crate::failure::Failure;
use crate::report::count;

const NO_WEAPON: &str = "none";

/// Applies the arguments to a workspace. Returns warnings about problems that are not errors.
pub fn apply_args(workspace: &mut Workspace, args: &SceneArgs) -> Result<Vec<String>, Failure> {
    let default = args.default_look.unwrap_or(*workspace.look());
    let look = Look {
        faces: match (args.wireframe, args.edged) {
            (true, _) => Faces::Wireframe,
            (false, true) => Faces::SolidWireframe,
            (false, false) => default.faces,
        },
        floor: match (args.no_floor, args.grid) {
            (true, _) => FloorKind::None,
            (false, true) => FloorKind::Grid,
            (false, false) => default.floor,
        },
        background: args.background.unwrap_or(default.background),
        brightness: args.brightness.unwrap_or(default.brightness),
        light: if args.no_light { Lighting::None } else { args.light.unwrap_or(default.light) },
        two_sided: default.two_sided && !args.one_sided,
        smooth: default.smooth && !args.nearest,
        steady: default.steady || args.steady,
        own_normals: default.own_normals || args.own_normals,
        alpha: args.alpha.unwrap_or(default.alpha),
        checker: args.missing_skin.unwrap_or(default.checker),
        geometry: args.geometry.unwrap_or_default(),
        blend: args.blend.unwrap_or_default(),
        mistake: args.mistake,
        ..default
    };
    let _outcome = workspace.apply(Command::SetLook(look))?;
    let mut warnings = Vec::new();
    if let Some(weapon) = &args.weapon {
        warnings = select_weapon(workspace, weapon)?;
    }
    if args.flash {
        show_flash(workspace)?;
    }
    if let Some(names) = &args.sequence {
        play_sequences(workspace, names)?;
    }
    if let Some(rates) = args.rates {
        for actor in players(workspace) {
            let _outcome = workspace.apply(Command::SetRates { actor, rates })?;
        }
    }
    if args.game {
        let _outcome = workspace.apply(Command::SetGame(true))?;
    }
    // These options change the size of the model. The camera must fit it again before the camera arguments are applied.
    if args.weapon.is_some() || args.flash || args.sequence.is_some() {
        let _outcome = workspace.apply(Command::Frame)?;
    }
    if args.orthographic {
        let _outcome = workspace.apply(Command::SetOrthographic(true))?;
    }
    let yaw = args.yaw.map(|degrees| Command::SetYaw(degrees.to_radians()));
    let pitch = args.pitch.map(|degrees| Command::SetPitch(degrees.to_radians()));
    let distance = args.distance.map(Command::SetDistance);
    if args.geometry.is_some_and(|geometry| geometry != Geometry::Triangles) {
        print(&describe_commands(workspace)?);
    }
    if let Some(mistake) = args.mistake {
        print(&format!("{}: {} {}", mistake.label(), mistake.cause(), mistake.cure()));
        show_best_moment(workspace, mistake, args)?;
    }
    let seek = |to| players(workspace).into_iter().map(move |actor| Command::Seek { actor, to });
    let is_late = args.mistake == Some(Mistake::PictureSpeed);
    let time = args.time.map(|time| if is_late { time_of_pictures(time) } else { time });
    let time = time.map(Moment::Seconds).into_iter().flat_map(seek);
    let commands: Vec<Command> = time.chain(yaw).chain(pitch).chain(distance).collect();
    for command in commands {
        let _outcome = workspace.apply(command)?;
    }
    if let Some(name) = &args.skin {
        select_skin(workspace, name)?;
    }
    if args.weapon_view {
        let _outcome = workspace.apply(Command::SetWeaponView(true))?;
    }
    Ok(warnings)
}

/// Shows the moment at which a still picture shows a mistake best, unless the arguments request another one.
fn show_best_moment(workspace: &mut Workspace, mistake: Mistake, args: &SceneArgs) -> Result<(), Failure> {
    if args.light.is_none() && !args.no_light && mistake.needs_lamp() {
        let _outcome =
            workspace.apply(Command::SetLook(Look { light: Lighting::Lamp, ..*workspace.look() }))?;
    }
    let player = workspace.player();
    let current = player.sequence_index();
    let candidates = player.sequences().iter().enumerate();
    let candidates = candidates.filter(|(index, _)| args.sequence.is_none() || *index == current);
    let best = mistake.best_moment(workspace.document().mesh(), candidates);
    let Some((sequence, position)) = best.filter(|_| args.time.is_none()) else { return Ok(()) };
    let actor = workspace.lead();
    for command in [
        Command::Play(sequence.to_string()),
        Command::Seek { actor, to: Moment::Key(position) },
        Command::Frame,
    ] {
        let _outcome = workspace.apply(command)?;
    }
    Ok(())
}

/// Returns the time in the sequence that a program with the mistake [`Mistake::PictureSpeed`] shows after `time` in seconds, on a screen with
/// 60 pictures per second.
fn time_of_pictures(time: f32) -> f32 {
    const PICTURES_PER_SECOND: f32 = 60.0;
    (time * PICTURES_PER_SECOND).round() * TICK.as_secs_f32()
}

fn print(text: &str) {
    // Standard error may be closed.
    let _ = writeln!(Sink(io::stderr()), "{text}");
}

fn describe_commands(workspace: &Workspace) -> Result<String, Failure> {
    let document = workspace.document();
    match workspace.drawn_commands(document) {
        Some(counts) => Ok(format!(
            "{}: {} and {}, {} vertices, {} fewer than a triangle list without indices",
            document.name(),
            count(counts.strips, "strip"),
            count(counts.fans, "fan"),
            counts.vertices,
            counts.vertices_saved(),
        )),
        None if document.format().features().has_commands => {
            Err(Failure::Usage(format!("{} has no valid OpenGL commands; omit --geometry", document.name())))
        }
        None => Err(Failure::Usage(format!(
            "{} is an {}; only MD2 models have OpenGL commands; omit --geometry",
            document.name(),
            document.format(),
        ))),
    }
}

fn players(workspace: &Workspace) -> Vec<ActorId> {
    workspace.actors().iter().filter(|actor| actor.player().is_some()).map(|actor| actor.id).collect()
}

/// Plays the named sequence, or several sequences if `names` is a list separated by commas.
fn play_sequences(workspace: &mut Workspace, names: &str) -> Result<(), Failure> {
    // A sequence name may contain a comma, so the whole text is tried as a single name first.
    match workspace.apply(Command::Play(names.to_owned())) {
        Err(CommandError::NoSequence { .. }) if names.contains(',') => {
            let parts = workspace.body().filter(|actor| actor.player().is_some()).count();
            let given = names.split(',').count();
            if given > parts {
                return Err(Failure::Usage(format!(
                    "{given} sequences were given, but {} has {} with sequences",
                    workspace.figure().name(),
                    count(parts, "part"),
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

fn select_weapon(workspace: &mut Workspace, name: &str) -> Result<Vec<String>, Failure> {
    if name.eq_ignore_ascii_case(NO_WEAPON) {
        let _outcome = workspace.apply(Command::SelectWeapon(None))?;
        return Ok(Vec::new());
    }
    let carried = workspace.apply(Command::SelectWeapon(Some(Choice::Named(name.to_owned()))));
    let outcome = match carried {
        Err(CommandError::NoWeapon { figure, known, .. }) => {
            let path = Path::new(name);
            if md2_assets::FileStamp::read(path).is_none() {
                return Err(unknown_name(name, "weapon", &figure, &known.join(", ")));
            }
            workspace.apply(Command::AddWeapon(Weapon::from_file(path)))?
        }
        carried => carried?,
    };
    Ok(md2_scene::text::warnings(outcome))
}

fn show_flash(workspace: &mut Workspace) -> Result<(), Failure> {
    let flashes: Vec<_> = workspace.flashes().map(|actor| actor.id).collect();
    for actor in flashes {
        let _outcome = workspace.apply(Command::Show { actor, shown: true })?;
    }
    Ok(())
}

fn select_skin(workspace: &mut Workspace, name: &str) -> Result<(), Failure> {
    match workspace.apply(Command::SelectFigureSkin(Choice::Named(name.to_owned()))) {
        Err(CommandError::NoSkin { document, known, .. }) => {
            let path = Path::new(name);
            if md2_assets::FileStamp::read(path).is_none() {
                return Err(unknown_name(name, "skin", &document, &known.join(", ")));
            }
            for command in workspace.skin_file_commands(path) {
                let _outcome = workspace.apply(command)?;
            }
            Ok(())
        }
        applied => Ok(applied.map(drop)?),
    }
}

/// Returns the error for a name that is neither one of the `known` names nor an existing file. The message states that
/// `owner`, such as a model, has no `what`, such as a skin, with this name.
pub(crate) fn unknown_name(name: &str, what: &str, owner: &str, known: &str) -> Failure {
    let known = if known.is_empty() { "none" } else { known };
    let text = format!("{owner} has no {what} {name:?}, and there is no such file; it has: {known}");
    Failure::Usage(text)
}

#[cfg(test)]
mod tests {
    use clap::{Args as _, FromArgMatches as _};
    use md2_scene::{Alpha, Background, Viewport};

    use super::*;
    use md2_scene::builtin;

    /// Applies scene arguments, given as words of a command line, to the built-in model.
    fn check<'a>(words: impl IntoIterator<Item = &'a str>) -> Result<Workspace, Failure> {
        // Some of the arguments exclude a crowd.
        let command = clap::Command::new("scene").no_binary_name(true).arg(clap::Arg::new("crowd"));
        let found = SceneArgs::augment_args(command).get_matches_from(words);
        let (mut workspace, _) = Workspace::new(builtin::figure().unwrap(), Viewport::whole([96, 64]));
        apply_args(&mut workspace, &SceneArgs::from_arg_matches(&found).unwrap()).map(|_| workspace)
    }

    #[test]
    fn arguments_set_sequence_skin_camera_and_look() {
        let run = "--sequence run --time 0.35 --skin moss --weapon Weapon --yaw 90 --no-floor --edged \
                   --background gray --brightness 2 --orthographic --alpha off --steady";
        let run = check(run.split_whitespace()).unwrap();
        assert_eq!(run.player().sequence().name, "run");
        assert!((run.player().position_in_keys() - 3.5).abs() < 1e-4);
        assert_eq!(run.actors()[0].current_skin().unwrap().label(), "moss.png");
        assert!(!run.camera().auto_orbit && run.floor().is_none());
        assert_eq!(run.camera().yaw, 90_f32.to_radians());
        assert!(run.camera().orthographic);
        let Look { faces, background, brightness, .. } = *run.look();
        assert_eq!((faces, background, brightness.factor()), (Faces::SolidWireframe, Background::Gray, 2.0));
        assert!(run.look().alpha == Alpha::Off && run.look().steady);
        let slow = check("--sequence crdeath --rates tutorial --time 0.5".split_whitespace()).unwrap();
        assert!((slow.player().position_in_keys() - 2.5).abs() < 1e-4, "5 frames per second");
        let grid = check(["--grid", "--wireframe", "--game"]).unwrap();
        assert!(grid.player().is_in_game());
        assert_eq!((grid.look().floor, grid.look().faces), (FloorKind::Grid, Faces::Wireframe));
        let poses: Vec<_> = run.drawn().map(|drawn| drawn.pose).collect();
        assert!(
            poses.len() == 2 && poses[0] == poses[1],
            "the weapon has the same pose as the player: {poses:?}"
        );
    }

    #[test]
    fn a_mistake_shows_its_best_moment_unless_one_is_given() {
        let shown = |words: &str| {
            let workspace = check(words.split_whitespace()).unwrap();
            let player = workspace.player();
            (player.sequence().name.clone(), player.position_in_keys(), workspace.look().light)
        };
        let (name, position, light) = shown("--mistake unwrapped-loop");
        assert!(name == "point" && (position - 11.7).abs() < 1e-3, "{name} {position}");
        assert_eq!(light, Lighting::Studio);
        let (name, position, _) = shown("--mistake unwrapped-loop --sequence run");
        assert!(name == "run" && (position - 5.7).abs() < 1e-3, "{name} {position}");
        let (name, _, light) = shown("--mistake first-normals");
        assert!(name.contains("death") && light == Lighting::Lamp, "the figure lies: {name}");
        let (_, position, light) = shown("--mistake first-normals --sequence run --time 0.1");
        assert!((position - 1.0).abs() < 1e-3 && light == Lighting::Lamp);
        let (_, position, _) = shown("--mistake picture-speed --sequence run --time 0.05");
        assert!((position - 3.0).abs() < 1e-3, "three pictures: {position}");
    }

    #[test]
    fn a_skin_may_be_a_file() {
        let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../assets/wanderer/moss.pcx");
        let workspace = check(["--skin", path]).unwrap();
        assert_eq!(workspace.actors()[0].current_skin().unwrap().path(), Some(Path::new(path)));
    }

    #[test]
    fn a_weapon_may_be_a_file_or_none() {
        let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../assets/wanderer/weapon.md2");
        let carried = |weapon: &str| {
            let workspace = check(["--weapon", weapon]).unwrap();
            workspace.weapon().map(|(index, weapon)| (index, weapon.name().to_owned()))
        };
        assert_eq!(carried(path), Some((1, String::from("weapon"))));
        assert_eq!(carried("0"), Some((0, String::from("weapon"))));
        assert_eq!(carried("None"), None);
    }

    #[test]
    fn reports_an_unknown_sequence_skin_or_weapon() {
        let sequence = |names| check(["--sequence", names]);
        assert!(matches!(sequence("swim"), Err(Failure::Usage(text)) if text.contains("\"swim\"")));
        let expected = "2 sequences were given, but wanderer has 1 part with sequences";
        assert!(matches!(sequence("run,stand"), Err(Failure::Usage(text)) if text == expected));
        let missing = check(["--skin", "no.png"]);
        let Err(failure @ Failure::Usage(_)) = missing else { panic!("{missing:?}") };
        let expected = "wanderer has no skin \"no.png\", and there is no such file; it has: \
                        wanderer.png, ember.png, moss.png";
        assert_eq!(failure.to_string(), expected);
        let missing = check(["--weapon", "axe"]);
        let Err(failure @ Failure::Usage(_)) = missing else { panic!("{missing:?}") };
        let expected = "wanderer has no weapon \"axe\", and there is no such file; it has: weapon";
        assert_eq!(failure.to_string(), expected);
    }
}
