//! The values of the operations on the command line.

use std::path::{Path, PathBuf};

use md2_edit::{Axis, Effects, SyncType};

use super::step::{SkinPlace, Split, Step, TriangleLimit};
use crate::args::{parse_finite, parse_not_negative, parse_positive};

/// The names of the effects, which other tools call flags.
const EFFECTS: [(&str, Effects); 10] = [
    ("none", Effects::from_bits(0)),
    ("rocket", Effects::ROCKET),
    ("grenade", Effects::GRENADE),
    ("gib", Effects::GIB),
    ("rotate", Effects::ROTATE),
    ("tracer", Effects::TRACER),
    ("zombie-gib", Effects::ZOMBIE_GIB),
    ("tracer2", Effects::TRACER2),
    ("tracer3", Effects::TRACER3),
    ("holey", Effects::HOLEY),
];

type Parsed = Result<Step, String>;

/// Splits `OLD=NEW` at the first `=`. Both sides must have text.
fn pair(text: &str, example: &str) -> Result<(String, String), String> {
    match text.split_once('=') {
        Some((left, right)) if !left.is_empty() && !right.is_empty() => {
            Ok((left.to_owned(), right.to_owned()))
        }
        _ => Err(format!("expected two values with = between them, such as {example}")),
    }
}

fn optional_pair(text: &str) -> (Option<&str>, &str) {
    text.split_once('=').map_or((None, text), |(left, right)| (Some(left), right))
}

fn vector(text: &str) -> Result<[f64; 3], String> {
    let numbers =
        text.split(',').map(|part| parse_finite::<f64>(part.trim())).collect::<Result<Vec<_>, _>>()?;
    <[f64; 3]>::try_from(numbers).map_err(|_| String::from("expected three numbers X,Y,Z, such as 0,0,-24"))
}

fn axis(letter: char) -> Result<Axis, String> {
    match letter.to_ascii_lowercase() {
        'x' => Ok(Axis::X),
        'y' => Ok(Axis::Y),
        'z' => Ok(Axis::Z),
        _ => Err(format!("unknown axis {letter:?}: expected x, y or z")),
    }
}

fn skin_number(text: &str) -> Result<usize, String> {
    text.parse().map_err(|_| format!("{text:?} is no skin number; skins are numbered from 0"))
}

pub(super) fn rename(text: &str) -> Parsed {
    let (old, new) = pair(text, "run=walk")?;
    Ok(Step::Rename { old, new })
}

pub(super) fn keep(text: &str) -> Parsed {
    Ok(Step::Keep(text.to_owned()))
}

pub(super) fn delete(text: &str) -> Parsed {
    Ok(Step::Delete(text.to_owned()))
}

pub(super) fn order(text: &str) -> Parsed {
    Ok(Step::Order(text.to_owned()))
}

pub(super) fn duplicate(text: &str) -> Parsed {
    Ok(match text.split_once('=') {
        Some((frames, name)) => Step::Duplicate { frames: frames.to_owned(), name: Some(name.to_owned()) },
        None => Step::Duplicate { frames: text.to_owned(), name: None },
    })
}

pub(super) fn reverse(text: &str) -> Parsed {
    Ok(Step::Reverse(text.to_owned()))
}

pub(super) fn resample(text: &str) -> Parsed {
    let (sequence, rate) = optional_pair(text);
    Ok(Step::Resample { sequence: sequence.map(str::to_owned), fps: parse_positive(rate)? })
}

pub(super) fn insert(text: &str) -> Parsed {
    let (at, file) = pair(text, "stand01=taunt.md2")?;
    Ok(Step::Insert { at: Some(at), file: PathBuf::from(file) })
}

pub(super) fn append(text: &str) -> Parsed {
    Ok(Step::Insert { at: None, file: PathBuf::from(text) })
}

pub(super) fn translate(text: &str) -> Parsed {
    vector(text).map(Step::Translate)
}

pub(super) fn scale(text: &str) -> Parsed {
    let factors = if text.contains(',') { vector(text)? } else { [parse_finite(text)?; 3] };
    match factors.iter().all(|factor| *factor > 0.0) {
        true => Ok(Step::Scale(factors)),
        false => Err(String::from("factors must be more than 0; --mirror mirrors the model")),
    }
}

pub(super) fn rotate(text: &str) -> Parsed {
    let (name, degrees) = pair(text, "z=90")?;
    let mut letters = name.chars();
    match (letters.next(), letters.next()) {
        (Some(letter), None) => Ok(Step::Rotate(axis(letter)?, parse_finite(&degrees)?)),
        _ => Err(String::from("expected an axis and degrees, such as z=90")),
    }
}

pub(super) fn mirror(text: &str) -> Parsed {
    match text.chars().collect::<Vec<_>>()[..] {
        [letter] => axis(letter).map(Step::Mirror),
        _ => Err(String::from("expected an axis: x, y or z")),
    }
}

pub(super) fn center(text: &str) -> Parsed {
    let axes = if text.is_empty() { Ok(Axis::ALL.to_vec()) } else { text.chars().map(axis).collect() };
    axes.map(Step::Center)
}

pub(super) fn floor(text: &str) -> Parsed {
    Ok(Step::Floor(if text.is_empty() { 0.0 } else { parse_finite(text)? }))
}

pub(super) fn weld(text: &str) -> Parsed {
    Ok(Step::Weld(if text.is_empty() { 0.0 } else { parse_not_negative(text)? }))
}

pub(super) fn merge(text: &str) -> Parsed {
    Ok(Step::Merge(PathBuf::from(text)))
}

pub(super) fn clean(_: &str) -> Parsed {
    Ok(Step::Clean)
}

pub(super) fn normals(_: &str) -> Parsed {
    Ok(Step::Normals)
}

pub(super) fn commands(_: &str) -> Parsed {
    Ok(Step::Commands)
}

pub(super) fn fix_winding(_: &str) -> Parsed {
    Ok(Step::FixWinding)
}

pub(super) fn flip(_: &str) -> Parsed {
    Ok(Step::Flip)
}

pub(super) fn fix_bounds(_: &str) -> Parsed {
    Ok(Step::FixBounds)
}

pub(super) fn skin_path(text: &str) -> Parsed {
    let (skin, path) = pair(text, "0=players/hero/blue.pcx")?;
    Ok(Step::SkinPath { skin, path })
}

/// Parses the number of a skin, or of a skin and an image in its group: `1` or `1.2`.
fn skin_place(text: &str) -> Result<SkinPlace, String> {
    let (skin, image) = text.split_once('.').unwrap_or((text, "0"));
    Ok(SkinPlace { skin: skin_number(skin)?, image: skin_number(image)? })
}

pub(super) fn replace_skin(text: &str) -> Parsed {
    let (skin, file) = pair(text, "0=skin.png")?;
    Ok(Step::ReplaceSkin { skin: skin_place(&skin)?, file: PathBuf::from(file) })
}

pub(super) fn extract_skin(text: &str) -> Parsed {
    let (skin, file) = pair(text, "0=skin.png")?;
    let file = PathBuf::from(file);
    match image_format(&file) {
        Some("png" | "pcx") => Ok(Step::ExtractSkin { skin: skin_place(&skin)?, file }),
        _ => Err(String::from("the name of the image must end in .png or .pcx")),
    }
}

pub(super) fn group_skins(text: &str) -> Parsed {
    /// The time of an image in Quake's own skin groups.
    const SECONDS: f32 = 0.1;
    let (skins, seconds) =
        text.split_once('=').map_or((text, None), |(skins, seconds)| (skins, Some(seconds)));
    let skins = skins.split(',').map(|number| skin_number(number.trim())).collect::<Result<_, _>>()?;
    Ok(Step::GroupSkins { skins, seconds: seconds.map_or(Ok(SECONDS), parse_positive)? })
}

pub(super) fn uv_template(text: &str) -> Parsed {
    let (multiple, file) = optional_pair(text);
    let multiple = multiple.map_or(Ok(1), |number| {
        let parsed = number.parse::<u32>().ok().filter(|&number| number > 0);
        parsed.ok_or_else(|| format!("{number:?}: expected a multiple of the skin size, such as 4=uv.png"))
    })?;
    let file = PathBuf::from(file);
    match image_format(&file) {
        Some("png" | "svg") => Ok(Step::UvTemplate { multiple, file }),
        _ => Err(String::from("the name of the template must end in .png or .svg")),
    }
}

/// Returns the format that the extension of a file implies.
pub(super) fn image_format(file: &Path) -> Option<&'static str> {
    let extension = file.extension()?;
    ["png", "pcx", "svg"].into_iter().find(|format| extension.eq_ignore_ascii_case(format))
}

pub(super) fn add_skin(text: &str) -> Parsed {
    Ok(Step::AddSkin(text.to_owned()))
}

pub(super) fn remove_skin(text: &str) -> Parsed {
    skin_number(text).map(Step::RemoveSkin)
}

pub(super) fn decimate(text: &str) -> Parsed {
    let wrong = || format!("{text:?}: expected a number of triangles, such as 500, or a share, such as 50%");
    let limit = match text.strip_suffix('%') {
        Some(percent) => {
            let percent = parse_positive::<f32>(percent).map_err(|_| wrong())?;
            if percent > 100.0 {
                return Err(format!("{text}: expected at most 100%"));
            }
            TriangleLimit::Percent(percent)
        }
        None => TriangleLimit::Count(text.parse().map_err(|_| wrong())?),
    };
    Ok(Step::Decimate(limit))
}

pub(super) fn effects(text: &str) -> Parsed {
    let mut bits = 0;
    for name in text.split(',').map(str::trim) {
        let known = EFFECTS.iter().find(|(known, _)| known.eq_ignore_ascii_case(name));
        let number = || {
            name.strip_prefix("0x").map_or_else(|| name.parse().ok(), |hex| u32::from_str_radix(hex, 16).ok())
        };
        bits |= match known {
            Some((_, effect)) => effect.bits(),
            None => number().ok_or_else(|| {
                let names: Vec<&str> = EFFECTS.iter().map(|(name, _)| *name).collect();
                format!("unknown flag {name:?}: expected 0 to 0xffffffff, or {}", names.join(", "))
            })?,
        };
    }
    Ok(Step::Effects(Effects::from_bits(bits)))
}

pub(super) fn sync(text: &str) -> Parsed {
    match text {
        "together" => Ok(Step::Sync(SyncType::Together)),
        "random" => Ok(Step::Sync(SyncType::Random)),
        _ => Err(String::from("expected together or random")),
    }
}

pub(super) fn eye(text: &str) -> Parsed {
    #[expect(clippy::cast_possible_truncation, reason = "the header has 32-bit floats")]
    let single = vector(text)?.map(|c| c as f32);
    Ok(Step::Eye(single))
}

pub(super) fn split(text: &str) -> Result<Split, String> {
    match text {
        "sequences" => Ok(Split::Sequences),
        "surfaces" => Ok(Split::Surfaces),
        _ => Err(String::from("expected sequences or surfaces")),
    }
}
