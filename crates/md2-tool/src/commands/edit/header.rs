//! Operations on the header.

use md2_edit::{Effects, Model, SyncType};

use super::operation::OptionValue::Required;
use super::operation::{Parsed, Row, change};
use super::values::{pair, vector};
use crate::failure::Failure;

pub(super) const HEADER: &[Row] = &[
    (
        "flags",
        Required("FLAGS"),
        "MDL, MD3: set the effect flags: rocket,rotate, none, or a number such as 0x4000. Names: rocket, grenade, gib, rotate, tracer, \
         zombie-gib, tracer2, tracer3, holey",
        effects,
    ),
    ("sync", Required("together|random"), "MDL: set the synchronization of groups", sync),
    ("eye", Required("X,Y,Z"), "MDL: set the position of the eyes: 0,0,24", eye),
    (
        "rename-surface",
        Required("SURFACE=NAME"),
        "MD3: rename a surface, which is given by its name or its number: 1=belt",
        rename_surface,
    ),
    (
        "add-tag",
        Required("TAG=X,Y,Z"),
        "MD3: add a tag at this place in all frames: tag_flash=24,0,4",
        add_tag,
    ),
    (
        "move-tag",
        Required("TAG=X,Y,Z"),
        "MD3: move a tag in all frames, in units: tag_weapon=0,0,-2",
        move_tag,
    ),
    ("rename-tag", Required("TAG=NAME"), "MD3: rename a tag: tag_gun=tag_weapon", rename_tag),
];

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

fn effects(text: &str) -> Parsed {
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
    let effects = Effects::from_bits(bits);
    change(move |model, _| {
        model.set_effects(effects)?;
        Ok(format!("flags {:#x}: {effects}", effects.bits()))
    })
}

fn sync(text: &str) -> Parsed {
    let sync_type = match text {
        "together" => SyncType::Together,
        "random" => SyncType::Random,
        _ => return Err(String::from("expected together or random")),
    };
    change(move |model, _| {
        model.set_sync_type(sync_type)?;
        Ok(format!("synchronization {sync_type:?}").to_lowercase())
    })
}

fn floats(text: &str) -> Result<[f32; 3], String> {
    #[expect(clippy::cast_possible_truncation, reason = "models have 32-bit floats")]
    Ok(vector(text)?.map(|c| c as f32))
}

/// An operation on a name and another value.
fn change_name(
    text: &str,
    example: &str,
    apply: impl Fn(&mut Model, &str, &str) -> Result<(), Failure> + Send + Sync + 'static,
) -> Parsed {
    let (name, value) = pair(text, example)?;
    change(move |model, _| {
        apply(model, &name, &value)?;
        Ok(format!("changed {name}"))
    })
}

fn rename_surface(text: &str) -> Parsed {
    change_name(text, "1=belt", |model, name, new| Ok(model.rename_surface(name, new)?))
}

fn rename_tag(text: &str) -> Parsed {
    change_name(text, "tag_gun=tag_weapon", |model, name, new| Ok(model.rename_tag(name, new)?))
}

fn add_tag(text: &str) -> Parsed {
    change_name(text, "tag_flash=24,0,4", |model, name, place| {
        Ok(model.add_tag(name, floats(place).map_err(Failure::Usage)?)?)
    })
}

fn move_tag(text: &str) -> Parsed {
    change_name(text, "tag_weapon=0,0,-2", |model, name, offset| {
        Ok(model.move_tag(name, floats(offset).map_err(Failure::Usage)?)?)
    })
}

fn eye(text: &str) -> Parsed {
    let position = floats(text)?;
    change(move |model, _| {
        model.set_eye_position(position)?;
        Ok(format!("eyes at {position:?}"))
    })
}
