//! Arguments that several commands share: scene options, picture sizes, frame ranges, and numbers. Parsers return their errors as
//! texts for the user.

use std::num::ParseFloatError;
use std::ops::RangeInclusive;
use std::str::FromStr;

use clap::Args;
use md2_anim::Rates;
use md2_picture::Direction;
use md2_scene::{Alpha, Background, Blend, Brightness, Geometry, Lighting, Look, Mistake};

/// The arguments for the scene and its camera, shared by the viewer window and `render`.
#[derive(Clone, Debug, Default, Args)]
pub struct SceneArgs {
    /// Sequence to play: its name, or its number from 0. For a player with several parts, one sequence for each part,
    /// separated by commas: `LEGS_RUN,TORSO_ATTACK`, or short `run,attack`.
    #[arg(long, value_name = "NAME")]
    pub sequence: Option<String>,

    /// Time in seconds from the start of the sequence.
    #[arg(long, value_name = "SECONDS", value_parser = parse_not_negative, allow_negative_numbers = true)]
    pub time: Option<f32>,

    /// Rates of sequences without rates of their own: `game`, ten frames per second, or `tutorial`, a table with slower gestures
    /// and deaths.
    #[arg(long, value_name = "game|tutorial", value_parser = parse_rates, conflicts_with_all = ["crowd", "game"])]
    pub rates: Option<Rates>,

    /// Skin: an image file, or the name or number (from 0) of one of the model's skins.
    #[arg(long, value_name = "SKIN")]
    pub skin: Option<String>,

    /// Weapon to carry: the name or number (from 0) of one of the player's weapons, a model file, or `none`.
    #[arg(long, value_name = "WEAPON")]
    pub weapon: Option<String>,

    /// Show the weapon's muzzle flash.
    #[arg(long)]
    pub flash: bool,

    /// Play as the model's game does. Quake II, for example, shows ten keyframes per second without interpolation, plays an
    /// attack once, and stays at the last frame of a death.
    #[arg(long, conflicts_with = "crowd")]
    pub game: bool,

    /// Camera direction around the model in degrees: 0 is the front, 90 the model's left.
    #[arg(long, value_name = "DEGREES", value_parser = parse_finite::<f32>, allow_negative_numbers = true)]
    pub yaw: Option<f32>,

    /// Camera angle above the horizon in degrees.
    #[arg(long, value_name = "DEGREES", value_parser = parse_finite::<f32>, allow_negative_numbers = true)]
    pub pitch: Option<f32>,

    /// Camera distance from the center of the model in units; by default the model fits the picture.
    #[arg(long, value_name = "UNITS", value_parser = parse_positive::<f32>, allow_negative_numbers = true)]
    pub distance: Option<f32>,

    /// Draw only edges.
    #[arg(long)]
    pub wireframe: bool,

    /// Draw faces with their edges.
    #[arg(long, conflicts_with = "wireframe")]
    pub edged: bool,

    /// Hide the floor.
    #[arg(long)]
    pub no_floor: bool,

    /// Draw a grid in place of the floor, with colored axes; lines are 16 units apart for a model of a player's size.
    #[arg(long, conflicts_with = "no_floor")]
    pub grid: bool,

    /// Background: `studio`, `light`, `gray`, `black`, or a color such as `#4060ff`.
    #[arg(long, value_name = "BACKGROUND")]
    pub background: Option<Background>,

    /// Brightness of the light: a factor from 0.25 to 4.
    #[arg(long, value_name = "FACTOR", value_parser = parse_brightness, allow_negative_numbers = true)]
    pub brightness: Option<Brightness>,

    /// Draw without perspective.
    #[arg(long)]
    pub orthographic: bool,

    /// Lighting: `studio`, `lamp` (the studio's lamp alone), `game` (as in Quake II) or `none`.
    #[arg(long, value_name = "studio|lamp|game|none", value_parser = |text: &str| parse_named(text, Lighting::ALL, Lighting::name))]
    pub light: Option<Lighting>,

    /// Show the skin without lighting; the same as `--light none`.
    #[arg(long, conflicts_with = "light")]
    pub no_light: bool,

    /// View from the model's origin along its X axis, as the games draw the weapon in the player's hand. The field of view is 90
    /// degrees in a 4:3 picture.
    #[arg(long, conflicts_with_all = ["yaw", "pitch", "distance", "orthographic", "crowd"])]
    pub weapon_view: bool,

    /// Hide back faces.
    #[arg(long)]
    pub one_sided: bool,

    /// Show skin pixels with sharp edges instead of smoothing them.
    #[arg(long)]
    pub nearest: bool,

    /// Draw transparent skin pixels of MD2 and MDL models as holes: `on`, `off`, or `auto` (the default), which draws no
    /// holes in a skin that is almost completely transparent.
    #[arg(long, value_name = "auto|on|off", value_parser = |text: &str| parse_named(text, Alpha::ALL, Alpha::name))]
    pub alpha: Option<Alpha>,

    /// Surface of models without a skin: `clay` (plain gray, the default) or `checker`.
    #[arg(long, value_name = "clay|checker", value_parser = |text: &str| parse_named(text, [false, true], |checker| if checker { "checker" } else { "clay" }))]
    pub missing_skin: Option<bool>,

    /// Use the normals of the file even if they point inwards.
    #[arg(long)]
    pub own_normals: bool,

    /// Remove the tremble that 8-bit coordinates cause in MD2 and MDL models. Positions move by less than the rounding error of
    /// the file.
    #[arg(long)]
    pub steady: bool,

    /// Triangles of an MD2: `triangles` (the triangle list), `commands` (the strips and fans of the OpenGL commands), or
    /// `colored-commands` (each strip and fan in its own color). Prints the number of commands and vertices.
    #[arg(long, value_name = "SOURCE", value_parser = |text: &str| parse_named(text, Geometry::ALL, Geometry::name), conflicts_with = "crowd")]
    pub geometry: Option<Geometry>,

    /// Way of vertices from one keyframe to the next: `linear` (straight lines, the default), or `spherical` (arcs around the
    /// vertical axis of the model).
    #[arg(long, value_name = "linear|spherical", value_parser = |text: &str| parse_named(text, Blend::ALL, Blend::name))]
    pub blend: Option<Blend>,

    /// Make a classic mistake on purpose, and explain its cause and cure: `flipped-t`, `unturned-z`, `no-translate`, `wrong-winding`,
    /// `first-normals`, `raw-normals`, `unwrapped-loop`, `frame-past-end`, `picture-speed`. Without --sequence or --time, a still picture
    /// shows the moment at which the mistake is largest.
    #[arg(long, value_name = "NAME", value_parser = |text: &str| parse_named(text, Mistake::ALL, Mistake::name), conflicts_with = "crowd")]
    pub mistake: Option<Mistake>,

    /// Anti-aliasing samples per pixel, up to the device's limit: 1 is fastest. Default: 4, or 1 for a window on a
    /// software device.
    #[arg(long, value_name = "COUNT", value_parser = parse_samples)]
    pub samples: Option<u32>,

    /// The view settings (faces, floor, background, light and others) that apply where no argument sets another value.
    #[arg(skip)]
    pub default_look: Option<Look>,

    /// Vulkan device: the first one whose name contains this text.
    #[arg(long, value_name = "NAME")]
    pub device: Option<String>,
}

pub(crate) fn parse_rates(text: &str) -> Result<Rates, String> {
    parse_named(text, Rates::ALL, Rates::name)
}

fn parse_named<T: Copy, const N: usize>(
    text: &str,
    all: [T; N],
    name: fn(T) -> &'static str,
) -> Result<T, String> {
    let named = all.into_iter().find(|value| name(*value) == text);
    named.ok_or_else(|| format!("must be {}", all.map(name).join(", ")))
}

fn parse_brightness(text: &str) -> Result<Brightness, String> {
    let ends = Brightness::MIN.factor()..=Brightness::MAX.factor();
    match parse_finite::<f32>(text)? {
        factor if ends.contains(&factor) => Ok(Brightness::new(factor)),
        _ => Err(format!("must be {} to {}", ends.start(), ends.end())),
    }
}

pub fn parse_not_negative(text: &str) -> Result<f32, String> {
    let number: f32 = parse_finite(text)?;
    if number >= 0.0 { Ok(number) } else { Err(String::from("must be at least 0")) }
}

/// Returns the camera direction for the value of the option `--yaw`, which is in degrees.
pub(crate) fn direction(yaw: Option<f32>) -> Direction {
    let default = Direction::default();
    Direction { yaw: yaw.map_or(default.yaw, f32::to_radians), ..default }
}

/// A number type that arguments can have: `f32` or `f64`.
pub trait Number: Copy + Into<f64> + FromStr<Err = ParseFloatError> {}

impl Number for f32 {}
impl Number for f64 {}

pub fn parse_finite<T: Number>(text: &str) -> Result<T, String> {
    match text.parse::<T>() {
        Ok(number) if number.into().is_finite() => Ok(number),
        Ok(_) => Err(String::from("must be a finite number")),
        Err(_) => Err(String::from("must be a number")),
    }
}

fn parse_samples(text: &str) -> Result<u32, String> {
    match text.parse() {
        Ok(count @ 1..=64) => Ok(count),
        _ => Err(String::from("must be 1 to 64")),
    }
}

pub fn parse_positive<T: Number>(text: &str) -> Result<T, String> {
    let number: T = parse_finite(text)?;
    if number.into() > 0.0 { Ok(number) } else { Err(String::from("must be more than 0")) }
}

/// Parses a range of frame numbers, which are counted from 0: `40..45`, `40..`, `..45` or `40`. The range includes its last
/// frame.
pub fn parse_frames(text: &str) -> Result<RangeInclusive<u32>, String> {
    let number = |text: &str, default: u32| if text.is_empty() { Some(default) } else { text.parse().ok() };
    let (first, last) = text.split_once("..").unwrap_or((text, text));
    let range = number(first, 0).zip(number(last, u32::MAX)).map(|(first, last)| first..=last);
    let range = range.filter(|range| !text.is_empty() && !range.is_empty());
    range.ok_or_else(|| String::from("expected the first and the last frame, such as 40..45"))
}

/// The width and height of a picture in pixels, written `1280x720`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PictureSize(pub [u32; 2]);

impl PictureSize {
    /// The largest width and height of a picture, in pixels, that every Vulkan device supports.
    const MAX_SIDE: u32 = 4096;
}

impl FromStr for PictureSize {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let sides = text
            .split_once(['x', 'X'])
            .and_then(|(width, height)| Some([width.parse().ok()?, height.parse().ok()?]))
            .ok_or_else(|| String::from("expected WIDTHxHEIGHT, such as 1280x720"))?;
        if sides.iter().all(|side| (1..=Self::MAX_SIDE).contains(side)) {
            Ok(Self(sides))
        } else {
            Err(format!("each side must be 1 to {} pixels", Self::MAX_SIDE))
        }
    }
}
