//! Restoration of files whose line ends were converted.
//!
//! If each LF became CR LF, removing every CR before an LF restores the file. If each CR LF became LF, restoration is
//! harder: some LFs had a CR before them, but it is unknown which LFs. The header's `ofs_end` gives the number of lost
//! CRs. Most records are plausible only at their original offset: normal indices are below 162, triangle indices are in
//! range, scales are neither tiny nor huge. The search reads the file in pieces of a few bytes. It tries all ways to
//! insert CRs, and discards the ways that give implausible records or the wrong number of CRs. If all remaining ways
//! give the same bytes for a piece, these bytes are certain. Records with uncertain bytes are dropped.

use alloc::collections::BTreeSet;
use alloc::vec::Vec;
use core::cell::Cell;

use md2_common::NORMAL_COUNT;

use super::records::rebuild_commands;
use super::repair::Repair;
use super::sense::NO_ST;
use super::{SalvagedModel, header, open, repair, sense};
use crate::grammar;
use crate::model::Layout;
use crate::raw::{Header, IDENT, St, VERSION};
use crate::section::{Extent, Section, extents_by_offset};

/// The largest number of CRs that can be restored. The number of bits in [`States`] limits it.
const MOST_LOST: usize = 63;

/// The largest number of LFs in a header for which restoration is tried. For each LF, the search tries both cases: with
/// and without a lost CR. Most headers have one or two LFs.
const MOST_IN_HEADER: usize = 6;

pub(super) fn undo_cr_lf(file: &[u8]) -> Vec<u8> {
    let next = file.iter().skip(1).map(Some).chain([None]);
    let kept = file.iter().zip(next).filter(|pair| *pair != (&b'\r', Some(&b'\n')));
    kept.map(|(&byte, _)| byte).collect()
}

/// Restores a header that lost CRs, and returns it with the number of these CRs; `None` if the header lost no CR, or
/// if several headers are possible.
pub(super) fn header_with_lost_returns(file: &[u8]) -> Option<(Header, usize)> {
    let head = file.get(..Header::BYTES)?;
    let feeds: Vec<usize> = (0..head.len()).filter(|&at| head.get(at) == Some(&b'\n')).collect();
    if feeds.is_empty() || feeds.len() > MOST_IN_HEADER || plausible_header(file).is_some() {
        return None;
    }
    let all = 1_u32.checked_shl(u32::try_from(feeds.len()).ok()?)?;
    let mut found = (1..all).filter_map(|chosen| {
        let is_chosen = |at: usize| {
            feeds.iter().position(|&feed| feed == at).is_some_and(|index| chosen >> index & 1 == 1)
        };
        let mut whole = Vec::with_capacity(2 * Header::BYTES);
        for (at, &byte) in head.iter().enumerate() {
            if is_chosen(at) {
                whole.push(b'\r');
            }
            whole.push(byte);
        }
        let (_, header) = grammar::any_header(&whole).ok()?;
        let lost = usize::try_from(header.ofs_end).ok()?.checked_sub(file.len())?;
        let in_header = usize::try_from(chosen.count_ones()).ok()?;
        (lost >= in_header && can_have_lost(file, lost) && is_plausible(&header))
            .then_some((header, in_header))
    });
    let only = found.next()?;
    found.next().is_none().then_some(only)
}

/// Returns the header as it is in the file, if the file may have had the length `ofs_end` before the conversion.
fn plausible_header(file: &[u8]) -> Option<Header> {
    let (_, header) = grammar::any_header(file).ok()?;
    let lost = usize::try_from(header.ofs_end).ok()?.checked_sub(file.len())?;
    (can_have_lost(file, lost) && is_plausible(&header)).then_some(header)
}

fn can_have_lost(file: &[u8], lost: usize) -> bool {
    (1..=file.iter().filter(|&&byte| byte == b'\n').count()).contains(&lost)
}

fn is_plausible(header: &Header) -> bool {
    let end = usize::try_from(header.ofs_end).unwrap_or(0);
    i32::to_le_bytes(header.ident) == IDENT && header.version == VERSION && header::is_consistent(header, end)
}

/// Salvages a file that lost CRs before LFs. `None` if no frame or no triangle can be restored with certainty.
pub(super) fn restore(file: &[u8]) -> Option<SalvagedModel> {
    let (header, in_header) = match plausible_header(file) {
        Some(header) => (header, 0),
        None => header_with_lost_returns(file)?,
    };
    let lost = usize::try_from(header.ofs_end).ok()?.checked_sub(file.len())?;
    if lost > MOST_LOST {
        return None;
    }
    let SearchResult { bytes, doubtful } = search(file, header, lost, in_header)?.run()?;
    let mut salvaged =
        open(&bytes).ok().or_else(|| if doubtful.is_empty() { repair(&bytes) } else { None })?;
    salvaged.repairs.insert(0, Repair::LostCarriageReturns { restored: lost });
    if !doubtful.is_empty() {
        drop_doubtful(&mut salvaged, &header, &doubtful);
    }
    let is_lost = |announced: i32, kept: usize| announced != 0 && kept == 0;
    let model = &salvaged.model;
    let is_left =
        !is_lost(header.num_frames, model.frames.len()) && !is_lost(header.num_tris, model.triangles.len());
    is_left.then_some(salvaged)
}

/// Whether all records of a file that is shorter than `ofs_end` are plausible at their offsets, as in a file that was
/// only cut off. Also true if the header is implausible.
pub(super) fn makes_sense_where_it_is(file: &[u8]) -> bool {
    let Some(search) = plausible_header(file).and_then(|header| search(file, header, 0, 0)) else {
        return true;
    };
    let is_there = |piece: &&Piece| piece.start as usize + usize::from(piece.bytes) <= file.len();
    search.pieces.iter().take_while(is_there).all(|piece| {
        let mut makes_sense = false;
        search.ways(piece, State { lost: 0, is_between: false }, &mut |_, _| makes_sense = true);
        makes_sense
    })
}

/// Salvages the records before the first LF, because lost CRs have not shifted them.
pub(super) fn before_first_line_feed(file: &[u8]) -> Option<SalvagedModel> {
    let offset = file.iter().position(|&byte| byte == b'\n')?;
    let mut salvaged = repair(file.get(..offset)?)?;
    salvaged.repairs.insert(0, Repair::Shifted { offset });
    Some(salvaged)
}

fn search(file: &[u8], header: Header, lost: usize, in_header: usize) -> Option<Search<'_>> {
    /// The maximum number of times that the search reads a byte, on average. Most bytes, which are far from any LF, are read three times.
    const PER_BYTE: usize = 64;
    let budget = Cell::new(file.len().saturating_mul(PER_BYTE).saturating_add(1 << 16));
    Some(Search { file, header, lost, in_header, pieces: pieces(&header)?, budget })
}

/// A few successive bytes of the original file, and the kind of content that they must have.
#[derive(Clone, Copy)]
struct Piece {
    start: u32,
    bytes: u8,
    kind: PieceKind,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum PieceKind {
    Any,
    St,
    Positions,
    Coordinates,
    Scale,
    Translation,
    Name,
    Vertex,
}

const PIECE_BYTES: usize = 6;

fn pieces(header: &Header) -> Option<Vec<Piece>> {
    let end = usize::try_from(header.ofs_end).ok()?;
    let mut pieces = Vec::with_capacity(end / 4 + 16);
    let mut at = Header::BYTES;
    for (section, extent) in extents_by_offset(header) {
        at = push_any(&mut pieces, at, extent.start())?;
        for index in 0..extent.count {
            at = push_record(&mut pieces, section, at, extent.record_bytes)?;
            // In some files, the padding of the last frame is missing.
            at = push_any(&mut pieces, at, extent.record(index + 1).min(end))?;
        }
    }
    push_any(&mut pieces, at, end)?;
    Some(pieces)
}

/// Adds pieces for the bytes from `at` to `end`, which may have any value. Returns `end`; `None` if it is below `at`.
fn push_any(pieces: &mut Vec<Piece>, at: usize, end: usize) -> Option<usize> {
    (at <= end).then_some(())?;
    for start in (at..end).step_by(4) {
        push(pieces, start, (end - start).min(4), PieceKind::Any)?;
    }
    Some(end)
}

fn push(pieces: &mut Vec<Piece>, start: usize, bytes: usize, kind: PieceKind) -> Option<usize> {
    pieces.push(Piece { start: u32::try_from(start).ok()?, bytes: u8::try_from(bytes).ok()?, kind });
    Some(start + bytes)
}

fn push_record(pieces: &mut Vec<Piece>, section: Section, at: usize, bytes: usize) -> Option<usize> {
    let end = at + bytes;
    match section {
        Section::Skins | Section::GlCommands => push_any(pieces, at, end),
        Section::St => push(pieces, at, bytes, PieceKind::St),
        Section::Triangles => {
            let middle = push(pieces, at, bytes / 2, PieceKind::Positions)?;
            push(pieces, middle, bytes / 2, PieceKind::Coordinates)
        }
        Section::Frames => {
            let kinds = [PieceKind::Scale, PieceKind::Translation].into_iter().flat_map(|kind| [kind; 3]);
            let mut at = at;
            for kind in kinds.chain([PieceKind::Name]) {
                at = push(pieces, at, 4, kind)?;
            }
            at = push_any(pieces, at, at + 12)?;
            for start in (at..end).step_by(4) {
                push(pieces, start, 4, PieceKind::Vertex)?;
            }
            Some(end)
        }
    }
}

/// The set of states that the search may have at an offset in the file. Bit `2 n` is set if `n` CRs may have been
/// restored before this offset. Bit `2 n + 1` is set if the last of these CRs may be directly before this offset, so
/// that the next byte must be an LF.
type States = u128;

#[derive(Clone, Copy)]
struct State {
    lost: usize,
    /// Whether the last byte is a restored CR, so that the next byte must be an LF.
    is_between: bool,
}

impl State {
    const fn bit(self) -> States {
        1 << (2 * self.lost + self.is_between as usize)
    }

    fn all(mut states: States) -> impl Iterator<Item = Self> {
        core::iter::from_fn(move || {
            let bit = (states != 0).then(|| states.trailing_zeros() as usize)?;
            states &= states - 1;
            Some(Self { lost: bit / 2, is_between: bit % 2 == 1 })
        })
    }
}

struct SearchResult {
    bytes: Vec<u8>,
    /// Offsets of the pieces (a few bytes each) that could not be restored with certainty.
    doubtful: Vec<usize>,
}

struct Search<'a> {
    file: &'a [u8],
    header: Header,
    lost: usize,
    in_header: usize,
    pieces: Vec<Piece>,
    /// The remaining number of bytes that the search may visit. The limit bounds the time for files that consist
    /// mostly of LFs.
    budget: Cell<usize>,
}

impl Search<'_> {
    fn run(&self) -> Option<SearchResult> {
        let start = State { lost: self.in_header, is_between: false };
        let mut reached = self.forward(start)?;
        let doubtful = self.backward(&mut reached);
        if self.budget.get() == 0 {
            return None;
        }
        let mut bytes = Vec::with_capacity(usize::try_from(self.header.ofs_end).ok()?);
        bytes.extend_from_slice(&self.header.to_bytes());
        let mut state = start;
        for (piece, after) in self.pieces.iter().zip(reached.iter().skip(1)) {
            let mut way = None;
            self.ways(piece, state, &mut |found, next| {
                if way.is_none() && after & next.bit() != 0 {
                    way = Some((found, next));
                }
            });
            let (found, next) = way?;
            bytes.extend_from_slice(found.get(..piece.bytes.into())?);
            state = next;
        }
        Some(SearchResult { bytes, doubtful })
    }

    /// Returns the states that the search can reach before each piece and at the end of the file; `None` if no choice
    /// of places for the CRs gives exactly the number of lost CRs.
    fn forward(&self, start: State) -> Option<Vec<States>> {
        let mut reached = Vec::with_capacity(self.pieces.len() + 1);
        let mut states = start.bit();
        reached.push(states);
        for piece in &self.pieces {
            let mut next = 0;
            for state in State::all(states) {
                self.ways(piece, state, &mut |_, state| next |= state.bit());
            }
            states = next;
            reached.push(states);
            if states == 0 {
                return None;
            }
        }
        let end = State { lost: self.lost, is_between: false }.bit();
        let last = reached.last_mut()?;
        *last &= end;
        (*last != 0).then_some(reached)
    }

    /// Removes the states from which the end cannot be reached, and returns the offsets of the pieces whose bytes are
    /// uncertain.
    fn backward(&self, reached: &mut [States]) -> Vec<usize> {
        let mut doubtful = Vec::new();
        let mut after = reached.last().copied().unwrap_or(0);
        for (piece, states) in self.pieces.iter().zip(reached.iter_mut()).rev() {
            let (mut before, mut first, mut agree) = (0, None, true);
            for state in State::all(*states) {
                self.ways(piece, state, &mut |found, next| {
                    if after & next.bit() != 0 {
                        before |= state.bit();
                        agree &= *first.get_or_insert(found) == found;
                    }
                });
            }
            if !agree {
                doubtful.push(piece.start as usize);
            }
            *states = before;
            after = before;
        }
        doubtful.reverse();
        doubtful
    }

    /// Tries all ways to insert CRs into a piece (a few successive bytes of the file). For each way that gives
    /// plausible bytes, calls `found` with these bytes and the next state.
    fn ways(&self, piece: &Piece, from: State, found: &mut impl FnMut([u8; PIECE_BYTES], State)) {
        self.way(piece, 0, [0; PIECE_BYTES], from, found);
    }

    fn way(
        &self,
        piece: &Piece,
        done: usize,
        mut bytes: [u8; PIECE_BYTES],
        state: State,
        found: &mut impl FnMut([u8; PIECE_BYTES], State),
    ) {
        if done == usize::from(piece.bytes) {
            if self.makes_sense(piece.kind, bytes) {
                found(bytes, state);
            }
            return;
        }
        let Some(budget) = self.budget.get().checked_sub(1) else { return };
        self.budget.set(budget);
        let at = (piece.start as usize + done).checked_sub(state.lost);
        let (Some(&byte), Some(slot)) = (at.and_then(|at| self.file.get(at)), bytes.get_mut(done)) else {
            return;
        };
        *slot = byte;
        self.way(piece, done + 1, bytes, State { is_between: false, ..state }, found);
        if byte == b'\n' && !state.is_between && state.lost < self.lost {
            if let Some(slot) = bytes.get_mut(done) {
                *slot = b'\r';
            }
            self.way(piece, done + 1, bytes, State { lost: state.lost + 1, is_between: true }, found);
        }
    }

    fn makes_sense(&self, kind: PieceKind, bytes: [u8; PIECE_BYTES]) -> bool {
        let [a, b, c, d, e, f] = bytes;
        let indices = [[a, b], [c, d], [e, f]].map(u16::from_le_bytes);
        let number = f32::from_le_bytes([a, b, c, d]);
        let is_near = |coordinate, size| sense::is_near(i16::from_le_bytes(coordinate), size);
        /// The greatest number by which normal indices in undamaged files exceed 161, the last index of the normal table.
        const BEYOND: usize = 2;
        match kind {
            PieceKind::Any => true,
            PieceKind::St => {
                is_near([a, b], self.header.skinwidth) && is_near([c, d], self.header.skinheight)
            }
            PieceKind::Positions => indices.iter().all(|&index| i32::from(index) < self.header.num_xyz),
            PieceKind::Coordinates => {
                indices.iter().all(|&index| i32::from(index) < self.header.num_st || index == NO_ST)
            }
            PieceKind::Scale => number == 0.0 || (1.0e-7..=1.0e4).contains(&number.abs()),
            PieceKind::Translation => number == 0.0 || (1.0e-30..=1.0e6).contains(&number.abs()),
            PieceKind::Name => matches!(a, b' '..=b'~' | b'\r' | b'\n' | 0),
            PieceKind::Vertex => usize::from(d) < NORMAL_COUNT + BEYOND,
        }
    }
}

/// Drops the records with uncertain bytes, and the triangles that refer to uncertain skin coordinates.
fn drop_doubtful(salvaged: &mut SalvagedModel, header: &Header, doubtful: &[usize]) {
    let SalvagedModel { model, repairs } = salvaged;
    let in_section = |section| -> BTreeSet<usize> {
        let extent = Extent::new(header, section);
        let end = extent.record(extent.count);
        let inside = doubtful.iter().filter(|&&at| (extent.start()..end).contains(&at));
        inside.map(|at| (at - extent.start()) / extent.stride).collect()
    };
    let mut list = |section, dropped: &BTreeSet<usize>| {
        if let Some(&first) = dropped.first() {
            repairs.push(Repair::Unproven { section, first, dropped: dropped.len() });
        }
    };
    let [skins, st, mut triangles, frames, words] = Section::ALL.map(in_section);
    let refers = |index: &u16| st.contains(&usize::from(*index));
    let unpainted = model.triangles.iter().enumerate().filter(|(_, triangle)| triangle.st.iter().any(refers));
    triangles.extend(unpainted.map(|(index, _)| index));
    list(Section::Skins, &skins);
    list(Section::St, &st);
    list(Section::Triangles, &triangles);
    list(Section::Frames, &frames);
    list(Section::GlCommands, &words);
    retain_others(&mut model.skins, &skins);
    retain_others(&mut model.triangles, &triangles);
    retain_others(&mut model.frames, &frames);
    // No triangle refers to these skin coordinates. They are set to 0 instead of being removed, so that the indices
    // of all other skin coordinates stay the same.
    for (_, unused) in model.st.iter_mut().enumerate().filter(|(index, _)| st.contains(index)) {
        *unused = St::default();
    }
    if !words.is_empty() {
        rebuild_commands(model);
        repairs.push(Repair::GlCommands { defect: None });
    }
    model.layout = Layout::default();
}

fn retain_others<T>(records: &mut Vec<T>, dropped: &BTreeSet<usize>) {
    let mut index = 0..;
    records.retain(|_| index.next().is_some_and(|index: usize| !dropped.contains(&index)));
}
