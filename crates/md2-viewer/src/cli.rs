//! The command line.

use std::path::PathBuf;
use std::str::FromStr;

use clap::{Args, Parser};
use md2_scene::{Alpha, Background, Brightness, Lighting, Look};

use crate::commands::Command;
use crate::crowd::CrowdArgs;
use crate::failure::EXIT_CODES;

/// A viewer for the models of the three Quakes: MDL, MD2 and MD3.
///
/// Opens a window on a model, on a player of several models, or on the project's own walking figure.
#[derive(Debug, Parser)]
#[command(
    version,
    args_conflicts_with_subcommands = true,
    after_help = EXIT_CODES
)]
pub(crate) struct Cli {
    #[command(subcommand)]
    pub(crate) command: Option<Command>,

    /// What to show: models, folders and archives (PAK, PK3, ZIP), of which the first model that can be shown comes first;
    /// without any, the project's own figure.
    #[arg(value_name = "FILE")]
    pub(crate) files: Vec<PathBuf>,

    /// Tell what the start takes, part by part, and what pictures cost.
    #[arg(long)]
    pub(crate) timings: bool,

    #[command(flatten)]
    pub(crate) crowd: CrowdArgs,

    /// Neither read nor keep what windows keep for the next: size, panels, look.
    #[arg(long)]
    pub(crate) no_settings: bool,

    #[command(flatten)]
    pub(crate) scene: SceneArgs,
}

/// What is seen, and from where: the same for the window and for a picture.
#[derive(Clone, Debug, Args)]
pub(crate) struct SceneArgs {
    /// The sequence to show: its name as in the file or as in the window, or its number from 0. For a player of several
    /// parts, several of them with commas between: `LEGS_RUN,TORSO_ATTACK`, or short `run,attack`.
    #[arg(long, value_name = "NAME")]
    pub(crate) sequence: Option<String>,

    /// The moment in the sequences, in seconds from their start.
    #[arg(long, value_name = "SECONDS", value_parser = not_negative, allow_negative_numbers = true)]
    pub(crate) time: Option<f32>,

    /// The skin: an image file, or the name or number from 0 of one of the model's own.
    #[arg(long, value_name = "SKIN")]
    pub(crate) skin: Option<String>,

    /// The weapon to carry: the name or number from 0 of one of the player's, a model file, or `none`.
    #[arg(long, value_name = "WEAPON")]
    pub(crate) weapon: Option<String>,

    /// Show the weapon's muzzle flash.
    #[arg(long)]
    pub(crate) flash: bool,

    /// Play as the model's game does: Quake II shows ten whole keys a second, plays an attack once, and lets the dead lie.
    #[arg(long, conflicts_with = "crowd")]
    pub(crate) game: bool,

    /// Direction of the camera around the model in degrees: 0 is the front, 90 the model's left.
    #[arg(long, value_name = "DEGREES", value_parser = finite, allow_negative_numbers = true)]
    pub(crate) yaw: Option<f32>,

    /// Height of the camera above the horizon in degrees.
    #[arg(long, value_name = "DEGREES", value_parser = finite, allow_negative_numbers = true)]
    pub(crate) pitch: Option<f32>,

    /// Distance of the camera from the middle of the model in its units; by default it fits.
    #[arg(long, value_name = "UNITS", value_parser = positive, allow_negative_numbers = true)]
    pub(crate) distance: Option<f32>,

    /// Draw edges only.
    #[arg(long)]
    pub(crate) wireframe: bool,

    /// Draw edges over the faces.
    #[arg(long, conflicts_with = "wireframe")]
    pub(crate) edged: bool,

    /// Leave the floor away.
    #[arg(long)]
    pub(crate) no_floor: bool,

    /// Draw a grid in place of the floor: a line each 16 units for a model of a player's size, the axes in color.
    #[arg(long, conflicts_with = "no_floor")]
    pub(crate) grid: bool,

    /// What is behind everything: `studio`, `light`, `gray`, `black`, or a color as `#4060ff`.
    #[arg(long, value_name = "BACKGROUND")]
    pub(crate) background: Option<Background>,

    /// How bright the light is, a factor from 0.25 to 4.
    #[arg(long, value_name = "FACTOR", value_parser = brightness, allow_negative_numbers = true)]
    pub(crate) brightness: Option<Brightness>,

    /// See without perspective: what is far is as large as what is near.
    #[arg(long)]
    pub(crate) orthographic: bool,

    /// How models are lit: in a studio, as Quake II did it, or not at all.
    #[arg(long, value_name = "studio|game|none", value_parser = lighting)]
    pub(crate) light: Option<Lighting>,

    /// Show the skin as it is painted, without light: the same as `--light none`.
    #[arg(long, conflicts_with = "light")]
    pub(crate) no_light: bool,

    /// Look from the model's origin along its X axis, 90 degrees wide at 4:3, as the games draw the weapon in hand.
    #[arg(long, conflicts_with_all = ["yaw", "pitch", "distance", "orthographic", "crowd"])]
    pub(crate) weapon_view: bool,

    /// Leave away triangles that are seen from behind.
    #[arg(long)]
    pub(crate) one_sided: bool,

    /// Show the skin's pixels sharp instead of smooth.
    #[arg(long)]
    pub(crate) nearest: bool,

    /// Whether a skin of an MD2 or MDL has holes where it is clear: `auto`, the usual, where that makes sense.
    #[arg(long, value_name = "auto|on|off", value_parser = alpha)]
    pub(crate) alpha: Option<Alpha>,

    /// Light a model by its file's own normals, also where these point into it.
    #[arg(long)]
    pub(crate) own_normals: bool,

    /// Take the tremble out of keys with 8 bits a coordinate, as MD2 and MDL have them, within what the file says.
    #[arg(long)]
    pub(crate) steady: bool,

    /// Samples a pixel, for smooth edges, as far as the device can: 1 is the fastest, and what a window has on software devices;
    /// the usual is 4.
    #[arg(long, value_name = "COUNT", value_parser = samples)]
    pub(crate) samples: Option<u32>,

    /// What the look is where nothing is said of it.
    #[arg(skip)]
    pub(crate) kept_look: Option<Look>,

    /// Use the Vulkan device whose name contains this text.
    #[arg(long, value_name = "NAME")]
    pub(crate) device: Option<String>,
}

#[cfg(test)]
impl Default for SceneArgs {
    fn default() -> Self {
        Cli::parse_from(["md2-viewer"]).scene
    }
}

fn alpha(text: &str) -> Result<Alpha, String> {
    let named = Alpha::ALL.into_iter().find(|alpha| alpha.name() == text);
    named.ok_or_else(|| format!("must be {}", Alpha::ALL.map(Alpha::name).join(", ")))
}

fn lighting(text: &str) -> Result<Lighting, String> {
    let named = Lighting::ALL.into_iter().find(|light| light.name() == text);
    named.ok_or_else(|| format!("must be {}", Lighting::ALL.map(Lighting::name).join(", ")))
}

fn brightness(text: &str) -> Result<Brightness, String> {
    let ends = Brightness::LEAST.factor()..=Brightness::MOST.factor();
    match finite(text)? {
        factor if ends.contains(&factor) => Ok(Brightness::new(factor)),
        _ => Err(format!("must be {} to {}", ends.start(), ends.end())),
    }
}

pub(crate) fn not_negative(text: &str) -> Result<f32, String> {
    let number = finite(text)?;
    if number >= 0.0 { Ok(number) } else { Err(String::from("below 0")) }
}

pub(crate) fn finite(text: &str) -> Result<f32, String> {
    match text.parse::<f32>() {
        Ok(number) if number.is_finite() => Ok(number),
        Ok(_) => Err(String::from("not a finite number")),
        Err(error) => Err(error.to_string()),
    }
}

fn samples(text: &str) -> Result<u32, String> {
    match text.parse() {
        Ok(count @ 1..=64) => Ok(count),
        _ => Err(String::from("must be 1 to 64")),
    }
}

pub(crate) fn positive(text: &str) -> Result<f32, String> {
    finite(text).and_then(
        |number| {
            if number > 0.0 { Ok(number) } else { Err(String::from("must be more than 0")) }
        },
    )
}

/// Frames by their numbers from 0, the last included, written `40..45`, `40..`, `..45` or `40`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct FrameRange {
    pub(crate) first: u32,
    pub(crate) last: u32,
}

pub(crate) fn frames(text: &str) -> Result<FrameRange, String> {
    let number = |text: &str| text.parse::<u32>().map_err(|error| format!("{text:?}: {error}"));
    let (first, last) = text.split_once("..").unwrap_or((text, text));
    let range = FrameRange {
        first: if first.is_empty() { 0 } else { number(first)? },
        last: if last.is_empty() { u32::MAX } else { number(last)? },
    };
    if text.is_empty() || range.last < range.first {
        return Err(String::from("must be the first frame and the last, as in 40..45"));
    }
    Ok(range)
}

/// Width and height of a picture, written `1280x720`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct PictureSize(pub(crate) [u32; 2]);

impl PictureSize {
    /// Every Vulkan device can draw this many pixels a side.
    const MAX_SIDE: u32 = 4096;
}

impl FromStr for PictureSize {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let sides = text
            .split_once(['x', 'X'])
            .and_then(|(width, height)| Some([width.parse().ok()?, height.parse().ok()?]))
            .ok_or_else(|| String::from("expected WIDTHxHEIGHT, as in 1280x720"))?;
        if sides.iter().all(|side| (1..=Self::MAX_SIDE).contains(side)) {
            Ok(Self(sides))
        } else {
            Err(format!("each side must be 1 to {} pixels", Self::MAX_SIDE))
        }
    }
}

#[cfg(test)]
mod tests {
    use clap::CommandFactory as _;
    use clap::error::ErrorKind;

    use super::*;

    fn parse(line: &str) -> Result<Cli, clap::Error> {
        Cli::try_parse_from(std::iter::once("md2-viewer").chain(line.split_whitespace()))
    }

    #[test]
    fn the_definition_is_consistent() {
        Cli::command().debug_assert();
    }

    #[test]
    fn a_file_or_nothing_opens_the_window() {
        assert!(parse("").unwrap().files.is_empty());
        let cli = parse("tris.md2 --sequence run").unwrap();
        assert_eq!(cli.files, [PathBuf::from("tris.md2")]);
        assert_eq!(cli.scene.sequence.as_deref(), Some("run"));
        assert!(cli.command.is_none());
    }

    #[test]
    fn render_takes_everything_the_scene_has() {
        let cli = parse(
            "render a.md2 -o out.png --sequence run --time 0.35 --size 640x480 --yaw -30 \
             --pitch 10 --distance 90 --skin red --game --wireframe --no-floor --steady --alpha off",
        )
        .unwrap();
        let Some(Command::Render(args)) = cli.command else {
            panic!("not render");
        };
        assert_eq!(args.size, PictureSize([640, 480]));
        assert_eq!(args.scene.yaw, Some(-30.0));
        assert_eq!(args.scene.alpha, Some(Alpha::Off));
        assert!(
            args.scene.game
                && args.scene.wireframe
                && args.scene.no_floor
                && !args.scene.no_light
                && args.scene.steady
        );
    }

    #[test]
    fn ranges_of_frames_include_the_last() {
        let check = |text: &str, expected: Option<(u32, u32)>| {
            let found = frames(text).ok().map(|range| (range.first, range.last));
            assert_eq!(found, expected, "{text:?}");
        };
        check("40..45", Some((40, 45)));
        check("40..", Some((40, u32::MAX)));
        check("..46", Some((0, 46)));
        check("40", Some((40, 40)));
        for wrong in ["", "46..40", "a..b", "-1..3", "1...3", "1,3"] {
            check(wrong, None);
        }
    }

    #[test]
    fn a_crowd_takes_several_files() {
        let cli = parse("--crowd 1000 a.md2 b.mdl c.md2 --time 1").unwrap();
        assert_eq!(cli.crowd.crowd, Some(1000));
        assert_eq!(cli.files, ["a.md2", "b.mdl", "c.md2"].map(PathBuf::from));
        assert_eq!(parse("a.md2 models/ pak0.pak").unwrap().files.len(), 3);
        let cli = parse("render --crowd 5 -o out.png").unwrap();
        let Some(Command::Render(args)) = cli.command else { panic!("not render") };
        assert_eq!((args.crowd.crowd, args.file), (Some(5), None));
    }

    #[test]
    fn nonsense_is_a_usage_error() {
        let check = |line: &str, expected: ErrorKind| {
            assert_eq!(parse(line).unwrap_err().kind(), expected, "{line}");
        };
        check("render a.md2", ErrorKind::MissingRequiredArgument);
        check("render a.md2 b.md2 -o x.png", ErrorKind::MissingRequiredArgument);
        check("--crowd 0", ErrorKind::ValueValidation);
        check("--crowd 100001", ErrorKind::ValueValidation);
        check("--crowd many", ErrorKind::ValueValidation);
        check("--crowd 10 --sequence run", ErrorKind::ArgumentConflict);
        check("--crowd 10 --weapon none", ErrorKind::ArgumentConflict);
        check("render -o x.png --size 0x10", ErrorKind::ValueValidation);
        check("render -o x.png --size 10", ErrorKind::ValueValidation);
        check("render -o x.png --size 9999x10", ErrorKind::ValueValidation);
        check("render -o x.png --time nan", ErrorKind::ValueValidation);
        check("render -o x.png --time -1", ErrorKind::ValueValidation);
        check("render -o x.jpg", ErrorKind::ValueValidation);
        check("render -o x.png --distance -1", ErrorKind::ValueValidation);
        check("render -o x.png --alpha yes", ErrorKind::ValueValidation);
        check("render -o x.png --light sun", ErrorKind::ValueValidation);
        check("render -o x.png --light game --no-light", ErrorKind::ArgumentConflict);
        check("render -o x.png --weapon-view --yaw 3", ErrorKind::ArgumentConflict);
        check("render -o x.png --frobnicate", ErrorKind::UnknownArgument);
    }
}
