//! Recognizing the standard player set in a model's frame names.

use alloc::vec::Vec;

use crate::detect::{index, sequences};
use crate::names::FrameName;
use crate::standard::{CARRIED_WEAPON_FRAMES, PLAYER, PLAYER_FRAMES, player_sequences};
use crate::vocabulary::{Word, classify};
use crate::{Evidence, Split, runs};

/// The frames as a standard set, if they are one.
pub(crate) fn fit(names: &[FrameName], by_name: &Split) -> Option<Split> {
    let words: Vec<Option<Word>> = names.iter().map(|name| classify(&name.stem)).collect();
    let frame_count = index(names.len());
    let anchors = PLAYER.iter().filter(|row| row.first < frame_count);
    let of = index(anchors.clone().count());
    let matched = index(anchors.filter(|row| words[row.first as usize] == Some(row.word)).count());
    let _ = by_name;
    if of < 6 || matched * 4 < of * 3 {
        if frame_count == PLAYER_FRAMES || frame_count == CARRIED_WEAPON_FRAMES {
            return Some(Split {
                sequences: player_sequences(frame_count),
                evidence: Evidence::StandardCount { set: frame_count, matched, further: 0 },
            });
        }
        return None;
    }
    let further = frame_count.saturating_sub(PLAYER_FRAMES);
    let mut all = player_sequences(frame_count);
    if further > 0 {
        all.extend(sequences(runs::split(&names[PLAYER_FRAMES as usize..]), PLAYER_FRAMES));
    }
    Some(Split { sequences: all, evidence: Evidence::StandardNames { matched, of, inserted: 0, further } })
}
