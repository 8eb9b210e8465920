//! Arguments that several commands share: the scene, sizes of pictures, ranges of frames, numbers.

use std::str::FromStr;

use clap::Args;
use md2_scene::{Alpha, Background, Brightness, Lighting, Look};

/// The scene and its camera: the same arguments for the window and for a picture.
#[derive(Clone, Debug, Default, Args)]
pub struct SceneArgs {
    /// The sequence to show: its name as in the file or as in the window, or its number from 0. For a player of several
    /// parts, several of them with commas between: `LEGS_RUN,TORSO_ATTACK`, or short `run,attack`.
    #[arg(long, value_name = "NAME")]
    pub sequence: Option<String>,

    /// The moment in the sequences, in seconds from their start.
    #[arg(long, value_name = "SECONDS", value_parser = parse_not_negative, allow_negative_numbers = true)]
    pub time: Option<f32>,

    /// The skin: an image file, or the name or number from 0 of one of the model's own.
    #[arg(long, value_name = "SKIN")]
    pub skin: Option<String>,

    /// The weapon to carry: the name or number from 0 of one of the player's, a model file, or `none`.
    #[arg(long, value_name = "WEAPON")]
    pub weapon: Option<String>,

    /// Show the weapon's muzzle flash.
    #[arg(long)]
    pub flash: bool,

    /// Play as the model's game does: Quake II shows ten whole keys a second, plays an attack once, and lets the dead lie.
    #[arg(long, conflicts_with = "crowd")]
    pub game: bool,

    /// Direction of the camera around the model in degrees: 0 is the front, 90 the model's left.
    #[arg(long, value_name = "DEGREES", value_parser = parse_finite, allow_negative_numbers = true)]
    pub yaw: Option<f32>,

    /// Height of the camera above the horizon in degrees.
    #[arg(long, value_name = "DEGREES", value_parser = parse_finite, allow_negative_numbers = true)]
    pub pitch: Option<f32>,

    /// Distance of the camera from the middle of the model in its units; by default it fits.
    #[arg(long, value_name = "UNITS", value_parser = parse_positive, allow_negative_numbers = true)]
    pub distance: Option<f32>,

    /// Draw edges only.
    #[arg(long)]
    pub wireframe: bool,

    /// Draw edges over the faces.
    #[arg(long, conflicts_with = "wireframe")]
    pub edged: bool,

    /// Leave the floor away.
    #[arg(long)]
    pub no_floor: bool,

    /// Draw a grid in place of the floor: a line each 16 units for a model of a player's size, the axes in color.
    #[arg(long, conflicts_with = "no_floor")]
    pub grid: bool,

    /// What is behind everything: `studio`, `light`, `gray`, `black`, or a color as `#4060ff`.
    #[arg(long, value_name = "BACKGROUND")]
    pub background: Option<Background>,

    /// How bright the light is, a factor from 0.25 to 4.
    #[arg(long, value_name = "FACTOR", value_parser = parse_brightness, allow_negative_numbers = true)]
    pub brightness: Option<Brightness>,

    /// See without perspective: what is far is as large as what is near.
    #[arg(long)]
    pub orthographic: bool,

    /// How models are lit: in a studio, as Quake II did it, or not at all.
    #[arg(long, value_name = "studio|game|none", value_parser = parse_lighting)]
    pub light: Option<Lighting>,

    /// Show the skin as it is painted, without light: the same as `--light none`.
    #[arg(long, conflicts_with = "light")]
    pub no_light: bool,

    /// Look from the model's origin along its X axis, 90 degrees wide at 4:3, as the games draw the weapon in hand.
    #[arg(long, conflicts_with_all = ["yaw", "pitch", "distance", "orthographic", "crowd"])]
    pub weapon_view: bool,

    /// Leave away triangles that are seen from behind.
    #[arg(long)]
    pub one_sided: bool,

    /// Show the skin's pixels sharp instead of smooth.
    #[arg(long)]
    pub nearest: bool,

    /// Whether a skin of an MD2 or MDL has holes where it is clear: `auto`, the usual, where that makes sense.
    #[arg(long, value_name = "auto|on|off", value_parser = parse_alpha)]
    pub alpha: Option<Alpha>,

    /// Light a model by its file's own normals, also where these point into it.
    #[arg(long)]
    pub own_normals: bool,

    /// Take the tremble out of keys with 8 bits a coordinate, as MD2 and MDL have them, within what the file says.
    #[arg(long)]
    pub steady: bool,

    /// Samples a pixel, for smooth edges, as far as the device can: 1 is the fastest, and what a window has on software devices;
    /// the usual is 4.
    #[arg(long, value_name = "COUNT", value_parser = parse_samples)]
    pub samples: Option<u32>,

    /// The look where no argument sets it.
    #[arg(skip)]
    pub default_look: Option<Look>,

    /// Use the Vulkan device whose name contains this text.
    #[arg(long, value_name = "NAME")]
    pub device: Option<String>,
}

fn parse_alpha(text: &str) -> Result<Alpha, String> {
    let named = Alpha::ALL.into_iter().find(|alpha| alpha.name() == text);
    named.ok_or_else(|| format!("must be {}", Alpha::ALL.map(Alpha::name).join(", ")))
}

fn parse_lighting(text: &str) -> Result<Lighting, String> {
    let named = Lighting::ALL.into_iter().find(|light| light.name() == text);
    named.ok_or_else(|| format!("must be {}", Lighting::ALL.map(Lighting::name).join(", ")))
}

fn parse_brightness(text: &str) -> Result<Brightness, String> {
    let ends = Brightness::LEAST.factor()..=Brightness::MOST.factor();
    match parse_finite(text)? {
        factor if ends.contains(&factor) => Ok(Brightness::new(factor)),
        _ => Err(format!("must be {} to {}", ends.start(), ends.end())),
    }
}

/// Parses a finite number that is at least 0.
///
/// # Errors
/// The reason for the user.
pub fn parse_not_negative(text: &str) -> Result<f32, String> {
    let number = parse_finite(text)?;
    if number >= 0.0 { Ok(number) } else { Err(String::from("below 0")) }
}

/// Parses a finite number.
///
/// # Errors
/// The reason for the user.
pub fn parse_finite(text: &str) -> Result<f32, String> {
    match text.parse::<f32>() {
        Ok(number) if number.is_finite() => Ok(number),
        Ok(_) => Err(String::from("not a finite number")),
        Err(error) => Err(error.to_string()),
    }
}

fn parse_samples(text: &str) -> Result<u32, String> {
    match text.parse() {
        Ok(count @ 1..=64) => Ok(count),
        _ => Err(String::from("must be 1 to 64")),
    }
}

/// Parses a finite number above 0.
///
/// # Errors
/// The reason for the user.
pub fn parse_positive(text: &str) -> Result<f32, String> {
    let number = parse_finite(text)?;
    if number > 0.0 { Ok(number) } else { Err(String::from("must be more than 0")) }
}

/// Frames by their numbers from 0, the last included, written `40..45`, `40..`, `..45` or `40`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FrameRange {
    /// The first frame.
    pub first: u32,
    /// The last frame, which is included.
    pub last: u32,
}

/// Parses a [`FrameRange`].
///
/// # Errors
/// The reason for the user.
pub fn parse_frames(text: &str) -> Result<FrameRange, String> {
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
pub struct PictureSize(pub [u32; 2]);

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
    use super::*;

    #[test]
    fn ranges_of_frames_include_the_last() {
        let check = |text: &str, expected: Option<(u32, u32)>| {
            let found = parse_frames(text).ok().map(|range| (range.first, range.last));
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
}
