//! Tests of the bytes of a record.

use std::ops::RangeInclusive;

use md2_common::layout::{List, Value};

/// The strictness of the tests of a list.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Strictness {
    /// Whether the names of frames are not empty.
    pub(crate) has_names: bool,
    /// Whether the vertices of most frames are inside their bounds.
    pub(crate) has_bounds: bool,
}

/// The plausible end times of a member of a group, in seconds.
const TIMES: RangeInclusive<f32> = 1.0e-3..=3600.0;

/// The greatest number of members of a group that is searched for, if the number in the group is wrong.
const MAX_MEMBERS: usize = 64;

/// The greatest plausible size of a quantization step. Maps have 8192 units.
const MAX_SCALE: f32 = 4096.0;

pub(crate) fn int(bytes: &[u8], at: usize) -> Option<i32> {
    bytes.get(at..)?.first_chunk().map(|bytes| i32::from_le_bytes(*bytes))
}

pub(crate) fn count(bytes: &[u8], at: usize) -> Option<usize> {
    usize::try_from(int(bytes, at)?).ok()
}

pub(crate) fn float(bytes: &[u8], at: usize) -> f32 {
    int(bytes, at).map_or(f32::NAN, |bits| f32::from_bits(bits.cast_unsigned()))
}

/// Returns the size in bytes and the number of members of the plausible group at the start of `bytes`.
pub(crate) fn group_size(list: &List, bytes: &[u8], test: Strictness) -> Option<(usize, usize)> {
    let head = list.group.filter(|_| int(bytes, 0) == Some(1))?.head;
    let stated = count(bytes, 4);
    let times = |count: usize| {
        let mut last = 0.0;
        (0..count).all(|member| {
            let time = float(bytes, head + 4 * member);
            time > std::mem::replace(&mut last, time) && TIMES.contains(&time)
        })
    };
    let member_bytes = list.record_bytes() - 4;
    let size = |members: usize| head + members * (4 + member_bytes);
    let fits = |&members: &usize| {
        (1..=bytes.len() / (4 + member_bytes)).contains(&members) && times(members) && {
            let poses = (0..members).filter(|member| {
                let at = head + 4 * members + member * member_bytes;
                bytes
                    .get(at..at + member_bytes)
                    .is_some_and(|pose| are_plausible(&list.values[1..], pose, test))
            });
            poses.count() >= members.div_ceil(2)
        }
    };
    // Groups whose bytes can have any values, such as skins, are recognized by the record after them.
    let is_followed = |members: &usize| {
        let next = bytes.get(size(*members)..).unwrap_or_default();
        next.is_empty() || matches!(int(next, 0), Some(0 | 1 | 32))
    };
    let others = || {
        (1..=MAX_MEMBERS)
            .filter(|&members| Some(members) != stated && fits(&members) && is_followed(&members))
    };
    let members = stated.filter(|members| fits(members) && is_followed(members)).or_else(|| {
        let mut others = others();
        others.next().filter(|_| others.next().is_none())
    });
    let members = members.or_else(|| stated.filter(fits))?;
    Some((size(members), members))
}

/// Returns the size of the plausible record at the start of `bytes`.
pub(crate) fn record_size(list: &List, bytes: &[u8], test: Strictness) -> Option<usize> {
    let single = || {
        let record = bytes.get(..list.record_bytes())?;
        are_plausible(&list.values, record, test).then_some(record.len())
    };
    single().or_else(|| group_size(list, bytes, test).map(|(size, _)| size))
}

/// Whether the values of a record are plausible.
pub(crate) fn are_plausible(values: &[Value], record: &[u8], test: Strictness) -> bool {
    let (mut at, mut bounds) = (0, None);
    values.iter().all(|value| {
        let bytes = record.get(at..at + value.bytes()).unwrap_or_default();
        at += value.bytes();
        match *value {
            Value::Any(_) => true,
            Value::OneOf(allowed) => int(bytes, 0).is_some_and(|found| allowed.contains(&found)),
            Value::Index { below, list, .. } => {
                let (index, none) = unsigned(bytes);
                index < below || none && bytes.len() == 2 && list.is_some()
            }
            Value::Texel { size, .. } => is_texel(bytes, size),
            Value::Scale => float(bytes, 0).abs() <= MAX_SCALE,
            Value::Float(most) => {
                let value = float(bytes, 0).abs();
                value == 0.0 || value <= most && value >= f32::MIN_POSITIVE
            }
            Value::Text(_) => is_text(bytes, test.has_names),
            Value::Bounds => {
                bounds = Some(bytes);
                !test.has_bounds || (0..3).all(|axis| bytes[axis] <= bytes[4 + axis])
            }
            Value::ByteVertices(_, normals) => {
                is_normal(bytes, normals)
                    && (!test.has_bounds || bounds.is_none_or(|bounds| is_inside(bytes, bounds)))
            }
            Value::ShortVertices(_) => true,
            Value::Commands(_, vertices) => are_commands(bytes, vertices),
        }
    })
}

fn unsigned(bytes: &[u8]) -> (usize, bool) {
    let none = bytes.iter().all(|&byte| byte == 0xff);
    (bytes.iter().rev().fold(0, |number, &byte| number << 8 | usize::from(byte)), none)
}

/// Whether a skin coordinate is at most eight skins away. Skins repeat beyond their edges.
fn is_texel(bytes: &[u8], size: i32) -> bool {
    let found = match *bytes {
        [a, b] => i32::from(i16::from_le_bytes([a, b])),
        _ => int(bytes, 0).unwrap_or(i32::MAX),
    };
    size <= 0 || found.unsigned_abs() <= size.unsigned_abs().saturating_mul(8)
}

fn is_text(bytes: &[u8], needs_text: bool) -> bool {
    let name = bytes.split(|&byte| byte == 0).next().unwrap_or_default();
    name.iter().all(|byte| matches!(byte, b' '..=b'~')) && !(needs_text && name.is_empty())
}

/// Whether at most a quarter of the normals are outside the table. Some exporters write such normals.
fn is_normal(vertices: &[u8], normals: u8) -> bool {
    let wrong = vertices.as_chunks::<4>().0.iter().filter(|vertex| vertex[3] >= normals).count();
    wrong <= (vertices.len() / 16).max(1)
}

fn is_inside(vertices: &[u8], bounds: &[u8]) -> bool {
    let vertices = vertices.as_chunks::<4>().0;
    let is_outside =
        |vertex: &[u8; 4]| (0..3).any(|axis| vertex[axis] < bounds[axis] || vertex[axis] > bounds[4 + axis]);
    let is_blank = vertices.len() > 2 && vertices.iter().all(|vertex| vertex == &vertices[0]);
    let most = vertices.len() / 8;
    vertices.iter().filter(|vertex| is_outside(vertex)).take(most + 1).count() <= most
        && !(is_blank && bounds[..4] != bounds[4..8])
}

fn are_commands(bytes: &[u8], vertices: usize) -> bool {
    let mut rest = bytes;
    while let Some(length) = int(rest, 0) {
        rest = &rest[4..];
        if length == 0 {
            return rest.is_empty();
        }
        let size = usize::try_from(length.unsigned_abs()).ok().and_then(|count| count.checked_mul(12));
        let Some((corners, after)) = size.and_then(|size| rest.split_at_checked(size)) else { return false };
        if length.unsigned_abs() < 3
            || corners
                .as_chunks::<12>()
                .0
                .iter()
                .any(|corner| count(corner, 8).is_none_or(|index| index >= vertices))
        {
            return false;
        }
        rest = after;
    }
    bytes.is_empty()
}

/// The stem and the number of a frame's name, such as `run` and `3`.
pub(crate) fn frame_name<'a>(list: &List, record: &'a [u8]) -> Option<(&'a [u8], usize)> {
    let mut at = 0;
    for value in &list.values {
        if let Value::Text(bytes) = *value {
            let name = record.get(at..at + bytes)?.split(|&byte| byte == 0).next()?;
            let digits = name.iter().rev().take_while(|byte| byte.is_ascii_digit()).count();
            let (stem, number) = name.split_at(name.len() - digits);
            return Some((stem, std::str::from_utf8(number).ok()?.parse().ok()?));
        }
        at += value.bytes();
    }
    None
}

/// Returns the positions of the vertices of a record that is not a group; empty if it has no vertices.
pub(crate) fn positions(list: &List, record: &[u8]) -> Vec<[f32; 3]> {
    let (mut at, mut floats) = (0, Vec::new());
    for value in &list.values {
        let bytes = record.get(at..at + value.bytes()).unwrap_or_default();
        at += value.bytes();
        match value {
            Value::Scale | Value::Float(_) => floats.push(float(bytes, 0)),
            Value::ByteVertices(..) => {
                let (scale, origin) = match *floats {
                    [a, b, c, d, e, f, ..] => ([a, b, c], [d, e, f]),
                    _ => ([1.0; 3], [0.0; 3]),
                };
                let vertices = bytes.as_chunks::<4>().0.iter();
                return vertices
                    .map(|v| [0, 1, 2].map(|axis| f32::from(v[axis]) * scale[axis] + origin[axis]))
                    .collect();
            }
            Value::ShortVertices(_) => {
                let vertices = bytes.as_chunks::<8>().0.iter();
                let axis =
                    |v: &[u8; 8], axis: usize| f32::from(i16::from_le_bytes([v[2 * axis], v[2 * axis + 1]]));
                return vertices.map(|v| [0, 1, 2].map(|i| axis(v, i))).collect();
            }
            _ => {}
        }
    }
    Vec::new()
}

/// Returns the number of members of a group that states another number.
pub(crate) fn other_members(list: &List, bytes: &[u8]) -> Option<usize> {
    list.group?;
    let test = Strictness { has_names: false, has_bounds: false };
    let (size, members) = group_size(list, bytes, test)?;
    (size == bytes.len() && count(bytes, 4) != Some(members)).then_some(members)
}
