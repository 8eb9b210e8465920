//! Operations on vertices and triangles.

use std::fmt::Write as _;
use std::path::PathBuf;

use md2_edit::{Axis, MergedModel, Transform};

use super::frames::read;
use super::operation::OptionValue::{None as Flag, Optional, Required};
use super::operation::{Parsed, Row, change};
use super::values::{axis, pair, vector};
use crate::args::{parse_finite, parse_not_negative, parse_positive};
use crate::report::count;

pub(super) const GEOMETRY: &[Row] = &[
    (
        "translate",
        Required("X,Y,Z"),
        "Move the model, in units (X forward, Y left, Z up): 0,0,-24",
        translate,
    ),
    (
        "scale",
        Required("FACTOR|X,Y,Z"),
        "Scale the model around its origin: 1.5, or 1,1,2 for each axis",
        scale,
    ),
    (
        "rotate",
        Required("AXIS=DEGREES"),
        "Turn the model around an axis, counterclockwise seen from its end: z=90 turns forward to left",
        rotate,
    ),
    ("mirror", Required("AXIS"), "Mirror the model along an axis; the winding changes with it: y", mirror),
    (
        "center",
        Optional("AXES"),
        "Move the center of the first frame to the origin, on all axes or on some: --center=xy",
        center,
    ),
    (
        "floor",
        Optional("HEIGHT"),
        "Put the lowest point of the first frame at a height, 0 by default: --floor=-24 for a player",
        floor,
    ),
    (
        "merge",
        Required("FILE"),
        "Add the triangles of another model with as many frames, such as a player's weapon.md2, or with a single frame",
        merge,
    ),
    (
        "weld",
        Optional("UNITS"),
        "Combine vertices at the same place in every frame, or at most UNITS apart: --weld=0.01",
        weld,
    ),
    ("clean", Flag, "Remove unused vertices and skin coordinates", clean),
    (
        "decimate",
        Required("TRIANGLES|PERCENT"),
        "Remove triangles until this number remains, with the least change of the shape in all frames: 500, or 50%",
        decimate,
    ),
    ("normals", Flag, "Compute all normals from the triangles, smooth across seams", normals),
    ("commands", Flag, "MD2: compute the OpenGL commands from the triangles", commands),
    (
        "fix-winding",
        Flag,
        "Turn the triangles of closed parts around that face inwards; open sheets stay as they are",
        fix_winding,
    ),
    ("flip", Flag, "Turn all triangles around", flip),
    ("fix-bounds", Flag, "MDL, MD3: compute the stored bounds and radii", fix_bounds),
];

fn transform(transform: Transform) -> Parsed {
    change(move |model, _| {
        Ok(match model.transform(&transform)? {
            0.0 => String::from("stored positions are exact"),
            error => format!("position error {error:.4} units at most"),
        })
    })
}

fn translate(text: &str) -> Parsed {
    transform(Transform::translation(vector(text)?))
}

fn scale(text: &str) -> Parsed {
    let factors = if text.contains(',') { vector(text)? } else { [parse_finite(text)?; 3] };
    match factors.iter().all(|factor| *factor > 0.0) {
        true => transform(Transform::scaling(factors)),
        false => Err(String::from("factors must be more than 0; --mirror mirrors the model")),
    }
}

fn rotate(text: &str) -> Parsed {
    let (name, degrees) = pair(text, "z=90")?;
    let mut letters = name.chars();
    match (letters.next(), letters.next()) {
        (Some(letter), None) => transform(Transform::rotation(axis(letter)?, parse_finite(&degrees)?)),
        _ => Err(String::from("expected an axis and degrees, such as z=90")),
    }
}

fn mirror(text: &str) -> Parsed {
    match text.chars().collect::<Vec<_>>()[..] {
        [letter] => transform(Transform::mirroring(axis(letter)?)),
        _ => Err(String::from("expected an axis: x, y or z")),
    }
}

fn center(text: &str) -> Parsed {
    let axes = if text.is_empty() { Ok(Axis::ALL.to_vec()) } else { text.chars().map(axis).collect() };
    let axes: Vec<Axis> = axes?;
    change(move |model, _| {
        let [x, y, z] = model.center(&axes)?;
        Ok(format!("moved by {x:.4}, {y:.4}, {z:.4} units"))
    })
}

fn floor(text: &str) -> Parsed {
    let height = if text.is_empty() { 0.0 } else { parse_finite(text)? };
    change(move |model, _| Ok(format!("moved by {:.4} units", model.put_on_floor(height)?)))
}

fn merge(text: &str) -> Parsed {
    let file = PathBuf::from(text);
    change(move |model, files| {
        let other = read(&file, files)?;
        let before = model.triangle_count();
        let MergedModel { error, skin_place } = model.merge(&other)?;
        let mut text = format!("{before} -> {}", count(model.triangle_count(), "triangle"));
        if error > 0.0 {
            let _ = write!(text, ", position error {error:.4} units at most");
        }
        if let (Some([x, y]), Some([width, height])) = (skin_place, model.skin_size()) {
            let _ = write!(text, ", skin {width} x {height} texels with the added skin at {x}, {y}");
        }
        Ok(text)
    })
}

fn weld(text: &str) -> Parsed {
    let distance = if text.is_empty() { 0.0 } else { parse_not_negative(text)? };
    change(move |model, _| {
        let [vertices, triangles] = model.weld(distance)?;
        let vertices = plural(vertices, "vertex", "vertices");
        Ok(format!("removed {vertices} and {}", count(triangles, "triangle")))
    })
}

fn clean(_: &str) -> Parsed {
    change(|model, _| {
        let [vertices, st] = model.remove_unused();
        let vertices = plural(vertices, "unused vertex", "unused vertices");
        Ok(format!("removed {vertices} and {}", count(st, "unused skin coordinate")))
    })
}

fn decimate(text: &str) -> Parsed {
    let wrong = || format!("{text:?}: expected a number of triangles, such as 500, or a share, such as 50%");
    let percent = text.strip_suffix('%').map(parse_positive::<f32>).transpose().map_err(|_| wrong())?;
    if percent.is_some_and(|percent| percent > 100.0) {
        return Err(format!("{text}: expected at most 100%"));
    }
    let number = if percent.is_some() { 0 } else { text.parse().map_err(|_| wrong())? };
    change(move |model, _| {
        let before = model.triangle_count();
        #[expect(
            clippy::cast_possible_truncation,
            reason = "a share of a number of triangles, which is rounded"
        )]
        let share = |percent: f32| (before as f64 * f64::from(percent) / 100.0).round() as usize;
        model.decimate(percent.map_or(number, share))?;
        Ok(format!("{before} -> {}", count(model.triangle_count(), "triangle")))
    })
}

fn normals(_: &str) -> Parsed {
    change(|model, _| {
        model.recompute_normals()?;
        Ok(String::from("computed all normals"))
    })
}

fn commands(_: &str) -> Parsed {
    change(|model, _| {
        let [before, after] = model.rebuild_commands()?;
        Ok(format!("OpenGL commands {before} -> {after} words"))
    })
}

fn fix_winding(_: &str) -> Parsed {
    change(|model, _| {
        let found = model.fix_winding()?;
        let (turned, all) = (found.triangles.len(), model.triangle_count());
        Ok(match found.parts.len() {
            _ if turned == 0 => String::from("the triangles already face outwards"),
            0 => format!("turned {turned} of {} around", count(all, "triangle")),
            parts => format!("turned {turned} of {all} triangles around, in {}", count(parts, "closed part")),
        })
    })
}

fn flip(_: &str) -> Parsed {
    change(|model, _| {
        model.flip_winding();
        Ok(format!("turned {} around", count(model.triangle_count(), "triangle")))
    })
}

fn fix_bounds(_: &str) -> Parsed {
    change(|model, _| Ok(format!("corrected {}", plural(model.fix_bounds()?, "value", "values"))))
}

fn plural(number: usize, one: &str, many: &str) -> String {
    format!("{number} {}", if number == 1 { one } else { many })
}
