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

/// Returns the offset of a part of a file.
pub(crate) fn offset_in(file: &[u8], part: &[u8]) -> usize {
    part.as_ptr().addr().saturating_sub(file.as_ptr().addr())
}

/// Returns the size in bytes and the number of members of the plausible group at the start of `bytes`.
pub(crate) fn group_size(list: &List, bytes: &[u8], test: Strictness) -> Option<(usize, usize)> {
    let head = list.group.filter(|_| int(bytes, 0) == Some(1))?.head;
    let stated = count(bytes, 4);
    let times = |count: usize| {
        let mut last = 0.0;
        (0..count).all(|member| {
            let time = float(bytes, head.saturating_add(member.saturating_mul(4)));
            time > std::mem::replace(&mut last, time) && TIMES.contains(&time)
        })
    };
    // A member has a time instead of the type of a record.
    let (_, values) = list.values.split_first()?;
    let member_bytes = list.record_bytes();
    let most = bytes.len().checked_div(member_bytes)?;
    let size = |members: usize| head.saturating_add(members.saturating_mul(member_bytes));
    let fits = |&members: &usize| {
        (1..=most).contains(&members) && times(members) && {
            let poses = bytes.get(head.saturating_add(members.saturating_mul(4))..).unwrap_or_default();
            let poses = poses.chunks_exact(member_bytes.saturating_sub(4).max(1)).take(members);
            poses.filter(|pose| are_plausible(values, pose, test)).count() >= members.div_ceil(2)
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
        let bytes = take(record, &mut at, value);
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
                !test.has_bounds
                    || bytes.iter().zip(bytes.iter().skip(4)).take(3).all(|(min, max)| min <= max)
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

/// Returns the bytes of a value at an offset, and moves the offset behind it.
fn take<'a>(record: &'a [u8], at: &mut usize, value: &Value) -> &'a [u8] {
    let end = at.saturating_add(value.bytes());
    record.get(std::mem::replace(at, end)..end).unwrap_or_default()
}

pub(crate) fn unsigned(bytes: &[u8]) -> (usize, bool) {
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
    let Some((least, greatest)) = bounds.split_at_checked(4) else { return true };
    let is_outside = |vertex: &[u8; 4]| {
        let mut axes = vertex.iter().zip(least).zip(greatest).take(3);
        axes.any(|((at, least), greatest)| at < least || at > greatest)
    };
    let is_blank = vertices.len() > 2 && vertices.iter().all(|vertex| Some(vertex) == vertices.first());
    let most = vertices.len() / 8;
    vertices.iter().filter(|vertex| is_outside(vertex)).count() <= most && !(is_blank && least != greatest)
}

fn are_commands(bytes: &[u8], vertices: usize) -> bool {
    let mut rest = bytes;
    while let Some(length) = int(rest, 0) {
        rest = rest.get(4..).unwrap_or_default();
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
    let mut at = 0_usize;
    for value in &list.values {
        if let Value::Text(bytes) = *value {
            let name = record.get(at..at.checked_add(bytes)?)?.split(|&byte| byte == 0).next()?;
            let digits = name.iter().rev().take_while(|byte| byte.is_ascii_digit()).count();
            let (stem, number) = name.split_at_checked(name.len().checked_sub(digits)?)?;
            return Some((stem, std::str::from_utf8(number).ok()?.parse().ok()?));
        }
        at = at.checked_add(value.bytes())?;
    }
    None
}

/// Returns the positions of the vertices of a record that is not a group; empty if it has no vertices.
pub(crate) fn positions(list: &List, record: &[u8]) -> Vec<[f32; 3]> {
    let (mut at, mut floats) = (0, Vec::new());
    for value in &list.values {
        let bytes = take(record, &mut at, value);
        match value {
            Value::Scale | Value::Float(_) => floats.push(float(bytes, 0)),
            Value::ByteVertices(..) => {
                let [a, b, c, d, e, f] =
                    floats.first_chunk().copied().unwrap_or([1.0, 1.0, 1.0, 0.0, 0.0, 0.0]);
                let vertices = bytes.as_chunks().0.iter();
                let position = |&[x, y, z, _]: &[u8; 4]| {
                    [f32::from(x) * a + d, f32::from(y) * b + e, f32::from(z) * c + f]
                };
                return vertices.map(position).collect();
            }
            Value::ShortVertices(_) => {
                return bytes.as_chunks().0.iter().map(short_position).collect();
            }
            _ => {}
        }
    }
    Vec::new()
}

/// Returns the position of a vertex of three `i16` and two other bytes.
pub(crate) fn short_position(&[a, b, c, d, e, f, ..]: &[u8; 8]) -> [f32; 3] {
    [[a, b], [c, d], [e, f]].map(|bytes| f32::from(i16::from_le_bytes(bytes)))
}

/// Returns the number of members of a group that states another number.
pub(crate) fn other_members(list: &List, bytes: &[u8]) -> Option<usize> {
    list.group?;
    let test = Strictness { has_names: false, has_bounds: false };
    let (size, members) = group_size(list, bytes, test)?;
    (size == bytes.len() && count(bytes, 4) != Some(members)).then_some(members)
}
