//! Which sequence a model is first seen in.

use alloc::vec::Vec;
use core::cmp::Reverse;

use crate::sequence::Sequence;
use crate::vocabulary::{Life, life};

/// The sequence to show a model with before a person chooses one, as a place in the list; `None` if that is empty.
///
/// A model opens on life: standing or idle, else walking, else running, else any of these crouched. Next comes whatever
/// it does, then pain, and death only where there is nothing else. Names tell which is which, Egoboo's two letters
/// too. Of what is alive, something that moves comes before a single frame; of equals the first in the list.
///
/// It is the same for every source of ranges: names, scripts, the games' own tables.
///
/// ```
/// use md2_anim::{Sequence, opening_sequence};
///
/// let list = [Sequence::new("BOTH_DEATH1", 0, 29), Sequence::new("run", 30, 39), Sequence::new("idle", 40, 59)];
/// assert_eq!(opening_sequence(&list), Some(2));
/// assert_eq!(opening_sequence(&list[..2]), Some(1));
/// assert_eq!(opening_sequence(&list[..1]), Some(0), "there is nothing but death");
/// ```
#[must_use]
pub fn opening_sequence(sequences: &[Sequence]) -> Option<usize> {
    let shared = shared_label(sequences);
    (0..sequences.len()).max_by_key(|&i| {
        let sequence = &sequences[i];
        // `max_by_key` takes the last of equals.
        (Preference::of(&sequence.name[shared..], moves(sequence)), Reverse(i))
    })
}

/// The sequences that figures of a crowd may play over and over beside one another, as places in the list: all in which something
/// moves and nobody is hurt or dies, by their names. Where there are none, the one to [open with](opening_sequence).
///
/// ```
/// use md2_anim::{Sequence, crowd_sequences};
///
/// let list = [Sequence::new("death1", 0, 29), Sequence::new("run", 30, 39), Sequence::new("wave", 40, 59)];
/// assert_eq!(crowd_sequences(&list), [1, 2]);
/// assert_eq!(crowd_sequences(&list[..1]), [0], "there is nothing but death");
/// ```
#[must_use]
pub fn crowd_sequences(sequences: &[Sequence]) -> Vec<usize> {
    let shared = shared_label(sequences);
    let is_shown = |&i: &usize| {
        let sequence: &Sequence = &sequences[i];
        moves(sequence) && Preference::of(&sequence.name[shared..], true).group >= Group::Acting
    };
    let shown: Vec<usize> = (0..sequences.len()).filter(is_shown).collect();
    if shown.is_empty() { opening_sequence(sequences).into_iter().collect() } else { shown }
}

/// How much a sequence is preferred, the least first.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Preference {
    group: Group,
    moves: bool,
    life: Life,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Group {
    Dead,
    Hurt,
    Acting,
    Alive,
}

impl Preference {
    fn of(name: &str, moves: bool) -> Self {
        let life = life(name);
        let group = match life {
            Life::Dying => Group::Dead,
            Life::Hurt => Group::Hurt,
            Life::Acting => Group::Acting,
            Life::Crouching | Life::Running | Life::Walking | Life::Standing => Group::Alive,
        };
        Self { group, moves, life }
    }
}

/// Whether more than one picture is seen.
fn moves(sequence: &Sequence) -> bool {
    let passes = sequence.times.is_some() || sequence.fps > 0.0;
    sequence.frame_count() > 1 && passes
}

/// Bytes of what all names begin with, up to a separator: `deathguard_` of `deathguard_run` and `deathguard_stand` tells
/// nothing, though it begins with a word.
fn shared_label(sequences: &[Sequence]) -> usize {
    let [first, rest @ ..] = sequences else { return 0 };
    if rest.is_empty() {
        return 0;
    }
    let is_shared = |&end: &usize| {
        let label = first.name.get(..end);
        label.is_some() && rest.iter().all(|other| other.name.get(..end) == label)
    };
    let ends =
        first.name.char_indices().filter(|(_, c)| !c.is_alphanumeric()).map(|(at, c)| at + c.len_utf8());
    ends.take_while(is_shared).last().unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(names: &[&str], expected: &str, reason: &str) {
        let list: Vec<Sequence> =
            (0..).zip(names).map(|(i, name)| Sequence::new(*name, 10 * i, 10 * i + 9)).collect();
        assert_eq!(opening_sequence(&list).map(|i| names[i]), Some(expected), "{reason}");
    }

    #[test]
    fn life_comes_before_action_and_action_before_death() {
        let mut names = Vec::from(["death1", "pain", "attack", "crstand", "run", "walk", "stand"]);
        while let Some(last) = names.last().copied() {
            check(&names, last, "each is better than all before it");
            names.reverse();
            check(&names, last, "wherever it stands");
            names.reverse();
            names.pop();
        }
    }

    #[test]
    fn spellings_of_every_source() {
        let quake3 = ["BOTH_DEATH1", "BOTH_DEAD1", "TORSO_GESTURE", "LEGS_WALKCR", "LEGS_RUN", "LEGS_IDLE"];
        check(&quake3, "LEGS_IDLE", "Quake III");
        check(&["death1", "dead1", "panic0", "walk0", "cstand0", "stand0", "stand1"], "stand0", "UFO");
        check(&["dying", "pain", "punch|shoot", "forward|backward", "idle"], "idle", "Cube");
        check(&["KA", "UA", "HA", "WB", "DA"], "DA", "Egoboo: killed, attack, hit, walk, stand");
        check(&["attack", "death", "swim", "pain"], "swim", "Quake's fish");
        check(&["magatt", "fly", "hover"], "hover", "Quake's wizard");
        check(&["axrun", "rockrun", "axdeth", "stand", "axstnd"], "stand", "Quake's player");
        check(&["activate", "fire", "idle", "deactivate"], "idle", "a view weapon");
        check(&["rest", "shot"], "rest", "Quake's view weapon");
        check(&["ogre_die1", "ogre_hit", "ogre_bite"], "ogre_hit", "unknown words are actions");
        check(&["deathguard_die", "deathguard_bite", "deathguard_run"], "deathguard_run", "a shared word");
        check(&["run_to_death", "stand_killed", "spin"], "spin", "death counts wherever it is said");
        check(&["restart", "diet", "stand"], "stand", "words that only begin alike say nothing");
        check(&["sequence 1", "sequence 2"], "sequence 1", "nothing is known: the first");
    }

    #[test]
    fn what_moves_comes_before_a_single_frame_of_the_same_rank() {
        let still = |name: &str, at| Sequence::new(name, at, at);
        let list = [still("idle", 0), Sequence::new("attack", 1, 8), Sequence::new("run", 9, 15)];
        assert_eq!(opening_sequence(&list), Some(2), "both are alive, and the run moves");
        assert_eq!(opening_sequence(&list[..2]), Some(0), "to stand still is no action");
        let list = [still("stand", 0), Sequence::new("die", 1, 9), Sequence::new("stand", 10, 19)];
        assert_eq!(opening_sequence(&list), Some(2), "a later one of the same name moves");
        let held = Sequence { fps: 0.0, ..Sequence::new("stand", 0, 9) };
        assert_eq!(
            opening_sequence(&[held, Sequence::new("walk", 10, 19)]),
            Some(1),
            "a rate of 0 is a picture"
        );
        assert_eq!(opening_sequence(&[]), None);
    }
}
