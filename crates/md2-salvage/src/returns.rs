//! Carriage returns that a program removed because it treated the file as text: each CR LF became LF.
//!
//! The header gives the number of missing bytes, and each LF may have lost one. The search reads the records in small pieces. For each
//! number of bytes restored so far, it keeps the way in which vertices move least from one frame to the next. A place is
//! proven if the vertices move much more, or records are implausible, with every other place, also if any other byte were missing there.

use std::ops::Range;

use md2_common::layout::{FileLayout, List, Value};

use crate::align::Place;
use crate::pose::difference;
use crate::record::{Strictness, are_plausible, short_position};
use crate::shifts::Walk;

/// The greatest number of bytes that are restored in a part.
const MAX_RETURNS: usize = 64;

/// The greatest number of bytes that are read in all ways together.
const MAX_WORK: usize = 1 << 24;

/// The cost of a normal outside the table, which some exporters write.
const NORMAL: f32 = 4096.0;

/// The greatest number of ways to read a piece.
const MAX_WAYS: usize = 256;

/// The number of bytes before and after a restored byte in which another byte may be missing instead.
const NEAR: usize = 1024;

/// The number of bytes between two places at which a byte may be missing that the vertices do not tell apart.
const CLOSE: usize = 4;

/// The greatest chance that a file was damaged in another way.
const MOST_CHANCE: f32 = 1e-3;

/// The least ratio between the distances that vertices move in another way and in a way that is proven.
const RATIO: f32 = 1.5;

/// Returns the file with its carriage returns, and whether all their places are proven. `None` if it lost none, or if no places
/// make its records plausible.
pub(crate) fn restore_returns(layout: &FileLayout, file: &[u8]) -> Option<(Vec<u8>, bool)> {
    if file.windows(2).any(|bytes| bytes == b"\r\n") {
        return None;
    }
    let parts = (layout.parts)(file)?;
    let (mut restored, mut is_proven) = (Vec::with_capacity(file.len()), true);
    let ends = parts.iter().skip(1).map(|next| next.start).chain([file.len()]);
    for (part, end) in parts.iter().zip(ends) {
        let lists: Vec<List> =
            part.lists.iter().filter(|list| list.record_bytes().min(list.stride) > 0).cloned().collect();
        let search = Search::new(file.get(..end)?, &lists)?;
        let way = search.run()?;
        is_proven &= way.is_proven;
        restored.extend((part.start..search.end).filter_map(|at| search.byte(&way.returns, at)));
    }
    let count = restored.len().saturating_sub(file.len());
    let feeds = file.iter().filter(|byte| **byte == b'\n').count();
    // The chance that all missing bytes were near an LF, if they were lost at random places.
    let chance = (feeds.saturating_mul(2 * CLOSE) as f32 / file.len().max(1) as f32).powf(count as f32);
    (count > 0).then_some((restored, is_proven && chance < MOST_CHANCE))
}

/// A few successive bytes of the original file.
#[derive(Clone, Copy)]
struct Piece {
    at: usize,
    bytes: usize,
    value: Value,
    /// The distance to the vertex from which this one has moved.
    moved_from: Option<usize>,
}

/// A way to read the file up to a piece.
#[derive(Clone, Default)]
struct Way {
    /// The distance that the vertices have moved.
    cost: f32,
    /// The offsets of restored bytes in the original file, each with the cost before it.
    returns: Vec<(usize, f32)>,
    is_proven: bool,
}

struct Search<'a> {
    /// The bytes up to the end of the part.
    file: &'a [u8],
    lists: &'a [List],
    places: Vec<Place>,
    /// The end of the part in the original file.
    end: usize,
    missing: usize,
}

impl<'a> Search<'a> {
    fn new(file: &'a [u8], lists: &'a [List]) -> Option<Self> {
        if lists.iter().any(|list| list.count > 0 && list.end() > file.len().saturating_add(MAX_RETURNS)) {
            return None;
        }
        let (Walk { places, .. }, _) = Walk::new(file, lists);
        let ends = places.iter().filter_map(|place| usize::try_from(place.end()).ok());
        let end = ends.max().unwrap_or(0).max(file.len());
        let missing = end.saturating_sub(file.len());
        (missing <= MAX_RETURNS && file.len().saturating_mul(missing) <= MAX_WORK).then_some(Self {
            file,
            lists,
            places,
            end,
            missing,
        })
    }

    /// Returns a byte of the original file.
    fn byte(&self, returns: &[(usize, f32)], at: usize) -> Option<u8> {
        let before = returns.partition_point(|&(offset, _)| offset < at);
        if returns.get(before).is_some_and(|&(offset, _)| offset == at) {
            return Some(b'\r');
        }
        self.file.get(at.checked_sub(before)?).copied()
    }

    /// Returns the best way to read the part, whose header is complete. `None` if another missing byte explains the file better.
    fn run(&self) -> Option<Way> {
        let mut ways = vec![Way { is_proven: true, ..Way::default() }];
        for pieces in self.pieces().filter(|_| self.missing > 0) {
            for piece in pieces? {
                ways = self.read(piece, ways)?;
            }
        }
        let mut way = ways.into_iter().find(|way| way.returns.len() == self.missing)?;
        let is_near = |piece: &Piece| way.returns.iter().any(|(at, _)| at.abs_diff(piece.at) <= NEAR);
        let pieces: Vec<Piece> = self.pieces().flatten().flatten().filter(is_near).collect();
        for number in 0..way.returns.len() {
            let ratio = self.least_ratio(&way, number, &pieces)?;
            if ratio < 1.0 / RATIO {
                return None;
            }
            way.is_proven &= ratio > RATIO;
        }
        Some(way)
    }

    /// Returns the pieces of each record.
    fn pieces(&self) -> impl Iterator<Item = Option<Vec<Piece>>> {
        let mut last_vertices = vec![None; self.lists.len()];
        self.places.iter().map(move |&place| {
            let number = usize::from(place.list);
            let mut pieces = Vec::new();
            push_record(&mut pieces, self.lists.get(number)?, place, last_vertices.get_mut(number)?)?;
            Some(pieces)
        })
    }

    /// Returns the least ratio between the distances that vertices move if an unknown byte is missing near a restored one, and if the
    /// restored one is. Only the pieces between both places are compared.
    fn least_ratio(&self, way: &Way, number: usize, pieces: &[Piece]) -> Option<f32> {
        let (own, _) = *way.returns.get(number)?;
        let after = pieces.partition_point(|piece| piece.at <= own);
        let before = pieces.get(..after)?.iter().rev().collect::<Vec<_>>();
        let after = pieces.get(after.checked_sub(1)?..)?.iter().collect();
        let mut least = f32::INFINITY;
        for (pieces, is_before) in [(before, true), (after, false)] {
            let (mut own_cost, mut other_cost, mut other) = (1.0, 1.0, way.returns.clone());
            // The cost of a piece if an unknown byte is missing at an offset.
            let mut cost_with = |at: usize, piece: Piece| {
                other.get_mut(number)?.0 = at;
                let is_ordered = other.is_sorted_by(|(a, _), (b, _)| a < b);
                self.cost(&other, piece, at).filter(|_| is_ordered)
            };
            for &piece in pieces.into_iter().take_while(|piece| piece.at.abs_diff(own) <= NEAR) {
                own_cost += self.cost(&way.returns, piece, usize::MAX)?;
                let end = piece.at.checked_add(piece.bytes)?;
                let costs = (piece.at..end)
                    .filter(|&at| at.abs_diff(own) >= CLOSE)
                    .filter_map(|at| cost_with(at, piece));
                least = costs.map(|cost| (other_cost + cost) / own_cost).fold(least, f32::min);
                let beyond = if is_before { piece.at.checked_sub(1)? } else { end };
                let Some(cost) = cost_with(beyond, piece) else { break };
                other_cost += cost;
            }
        }
        Some(least)
    }

    /// Extends all ways by a piece. Of those with the same number of restored bytes, only the one with the lowest cost remains.
    fn read(&self, piece: Piece, mut ways: Vec<Way>) -> Option<Vec<Way>> {
        let end = piece.at.checked_add(piece.bytes)?;
        for at in piece.at..end {
            let is_possible = |way: &&Way| {
                way.returns.len() < self.missing
                    && way.returns.last().is_none_or(|&(last, _)| last.saturating_add(1) < at)
                    && self.byte(&way.returns, at) == Some(b'\n')
            };
            let mut more: Vec<Way> = ways.iter().filter(is_possible).cloned().collect();
            more.iter_mut().for_each(|way| way.returns.push((at, way.cost)));
            ways.append(&mut more);
            if ways.len() > MAX_WAYS {
                return None;
            }
        }
        let state = |way: &Way| {
            (way.returns.len(), way.returns.last().is_some_and(|&(last, _)| last.saturating_add(1) == end))
        };
        let mut best: Vec<Way> = Vec::new();
        for mut way in ways {
            let Some(cost) = self.cost(&way.returns, piece, usize::MAX) else { continue };
            way.cost += cost;
            // Other values do not show where a byte is missing.
            way.is_proven &= matches!(
                piece.value,
                Value::ByteVertices(..) | Value::ShortVertices(_) | Value::Index { .. }
            ) || way.returns.last().is_none_or(|&(last, _)| last < piece.at);
            let Some(other) = best.iter_mut().find(|other| state(other) == state(&way)) else {
                best.push(way);
                continue;
            };
            if way.cost < other.cost {
                std::mem::swap(other, &mut way);
            }
            other.is_proven &= other.is_much_better(&way);
        }
        (!best.is_empty()).then_some(best)
    }

    /// Returns the cost of a piece; `None` if it is implausible. The byte at the offset `unknown` may have any value.
    fn cost(&self, returns: &[(usize, f32)], piece: Piece, unknown: usize) -> Option<f32> {
        let bytes = |start: usize| {
            let mut bytes = [0; 8];
            for (byte, at) in bytes.iter_mut().take(piece.bytes).zip(start..) {
                *byte = self.byte(returns, at)?;
            }
            Some(bytes)
        };
        let mut found = bytes(piece.at)?;
        let before = piece.moved_from.and_then(|distance| bytes(piece.at.checked_sub(distance)?));
        if let Some(number) = unknown.checked_sub(piece.at)
            && let Some(byte) = found.get_mut(number)
        {
            *byte = before.map_or(Some(0), |before| before.get(number).copied())?;
        }
        let moved = |position: fn(&[u8; 8]) -> [f32; 3]| {
            before.map_or(0.0, |before| difference(&position(&before), &position(&found)))
        };
        match piece.value {
            Value::ByteVertices(_, normals) => {
                let moved = moved(|&[x, y, z, ..]| [x, y, z].map(f32::from));
                Some(moved + if found[3] >= normals { NORMAL } else { 0.0 })
            }
            Value::ShortVertices(_) => Some(moved(short_position)),
            value => {
                let test = Strictness { has_names: false, has_bounds: false };
                are_plausible(&[value], found.get(..piece.bytes)?, test).then_some(0.0)
            }
        }
    }
}

impl Way {
    /// Whether the vertices move much less than in another way, after the first place where both differ.
    fn is_much_better(&self, other: &Self) -> bool {
        let same = self.returns.iter().zip(&other.returns).take_while(|(a, b)| a == b).count();
        let next = |way: &Self| way.returns.get(same).map_or(f32::INFINITY, |&(_, cost)| cost);
        let start = next(self).min(next(other));
        other.cost - start + 1.0 > RATIO * (self.cost - start + 1.0)
    }
}

/// Adds a piece for each of the values in a range of bytes.
fn push(pieces: &mut Vec<Piece>, range: Range<usize>, value: Value, moved_from: Option<usize>) {
    let step = value.bytes().max(1);
    pieces.extend(range.clone().step_by(step).map(|at| {
        let bytes = step.min(range.end.saturating_sub(at));
        Piece { at, bytes, value, moved_from }
    }));
}

/// Adds the pieces of a record or group. `last` is the offset of the last vertices of the list.
fn push_record(pieces: &mut Vec<Piece>, list: &List, place: Place, last: &mut Option<usize>) -> Option<()> {
    let (mut at, end) = (usize::try_from(place.at).ok()?, usize::try_from(place.end()).ok()?);
    let (single, mut values) = (list.record_bytes(), list.values.as_slice());
    if end.checked_sub(at)? != single {
        let head = at.checked_add(list.group?.head)?;
        let members = end.checked_sub(head)?.checked_div(single)?;
        // A member has a time instead of the type of a record.
        values = values.get(1..)?;
        let first = head.checked_add(members.checked_mul(4)?)?;
        push(pieces, std::mem::replace(&mut at, first)..first, Value::Any(4), None);
    }
    while at < end {
        for &value in values {
            let next = at.checked_add(value.bytes())?;
            // The start of a name is tested, and values without small parts are not.
            let (part, tested) = match value {
                Value::ByteVertices(_, normals) => (Value::ByteVertices(1, normals), next),
                Value::ShortVertices(_) => (Value::ShortVertices(1), next),
                Value::Text(_) => (Value::Text(4), at.checked_add(4)?.min(next)),
                Value::Any(_) | Value::Bounds | Value::Commands(..) => (value, at),
                _ => (value, next),
            };
            let has_vertices = matches!(part, Value::ByteVertices(..) | Value::ShortVertices(_));
            // In the first frame, each vertex is near the vertex before it.
            let before = if has_vertices { last.replace(at) } else { None };
            let distance = before.map_or(part.bytes(), |before| at.saturating_sub(before));
            push(pieces, at..tested, part, has_vertices.then_some(distance));
            push(pieces, tested..next, Value::Any(4), None);
            at = next;
        }
    }
    Some(())
}
