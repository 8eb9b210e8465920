//! Selection of the sequence that a viewer shows first, and of the sequences for a crowd.

use alloc::vec::Vec;
use core::cmp::Reverse;

use crate::sequence::Sequence;
use crate::sequence::vocabulary::{Life, life};

/// Returns the index of the sequence to show before a user selects one. `None` if the list is empty.
///
/// The names decide, including Egoboo's two-letter codes. Four groups are tried in this order: standing, walking, running and crouching;
/// other actions; pain; death. Within a group, the first of these rules that applies decides: moving sequences before single frames;
/// standing before walking before running before crouching; earlier in the list before later.
pub fn opening_sequence(sequences: &[Sequence]) -> Option<usize> {
    let shared = shared_prefix_len(sequences);
    (0..sequences.len()).max_by_key(|&i| {
        let life = life(&sequences[i].name[shared..]);
        // Standing, walking, running and crouching form one group. Each other state is a group of its own.
        let group = life.min(Life::Crouching);
        // `max_by_key` returns the last of equal elements.
        (group, moves(&sequences[i]), life, Reverse(i))
    })
}

/// Returns the indices of the sequences to play in a crowd: all sequences that move, except pain and death. If there are none, returns
/// only the [opening sequence](opening_sequence).
///
/// ```
/// use md2_anim::{Sequence, crowd_sequences};
///
/// let list = [Sequence::new("death1", 0, 29), Sequence::new("run", 30, 39), Sequence::new("wave", 40, 59)];
/// assert_eq!(crowd_sequences(&list), [1, 2]);
/// assert_eq!(crowd_sequences(&list[..1]), [0], "only a death");
/// ```
pub fn crowd_sequences(sequences: &[Sequence]) -> Vec<usize> {
    let shared = shared_prefix_len(sequences);
    let is_suitable = |&i: &usize| moves(&sequences[i]) && life(&sequences[i].name[shared..]) >= Life::Acting;
    let suitable: Vec<usize> = (0..sequences.len()).filter(is_suitable).collect();
    if suitable.is_empty() { opening_sequence(sequences).into_iter().collect() } else { suitable }
}

fn moves(sequence: &Sequence) -> bool {
    let passes = sequence.times.is_some() || sequence.fps > 0.0;
    sequence.frame_count() > 1 && passes
}

/// Returns the length of the prefix that all names share, up to a separator. `deathguard_run` and `deathguard_stand` share `deathguard_`,
/// which must not count as the word "death".
fn shared_prefix_len(sequences: &[Sequence]) -> usize {
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
    fn prefers_standing_to_action_and_action_to_death() {
        let mut names = Vec::from(["death1", "pain", "attack", "crstand", "run", "walk", "stand"]);
        while let Some(last) = names.last().copied() {
            check(&names, last, "preferred to all earlier sequences");
            names.reverse();
            check(&names, last, "at any index");
            names.reverse();
            names.pop();
        }
    }

    #[test]
    fn knows_the_spellings_of_all_sources() {
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
        check(
            &["deathguard_die", "deathguard_bite", "deathguard_run"],
            "deathguard_run",
            "the shared prefix is ignored",
        );
        check(&["run_to_death", "stand_killed", "spin"], "spin", "death counts at any position in a name");
        check(&["restart", "diet", "stand"], "stand", "prefixes of longer words are ignored");
        check(&["sequence 1", "sequence 2"], "sequence 1", "unknown names: the first");
    }

    #[test]
    fn prefers_a_moving_sequence_to_a_single_frame_of_the_same_group() {
        let still = |name: &str, at| Sequence::new(name, at, at);
        let list = [still("idle", 0), Sequence::new("attack", 1, 8), Sequence::new("run", 9, 15)];
        assert_eq!(opening_sequence(&list), Some(2), "the run moves");
        assert_eq!(opening_sequence(&list[..2]), Some(0), "a still idle is preferred to an action");
        let list = [still("stand", 0), Sequence::new("die", 1, 9), Sequence::new("stand", 10, 19)];
        assert_eq!(opening_sequence(&list), Some(2), "the later one moves");
        let held = Sequence { fps: 0.0, ..Sequence::new("stand", 0, 9) };
        assert_eq!(
            opening_sequence(&[held, Sequence::new("walk", 10, 19)]),
            Some(1),
            "a sequence with rate 0 does not move"
        );
        assert_eq!(opening_sequence(&[]), None);
    }
}
