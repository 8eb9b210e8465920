//! The rules by which the games play sequences: which sequences repeat, which play once, and which sequence comes next.
//!
//! Quake II does not loop a pain or an attack. The game plays the action once and returns to standing or running. A few actions differ: a
//! jump waits until the player lands, a death holds its last frame, and throwing a grenade plays the wave backward.

use core::time::Duration;

use crate::quake3::Animation;
use crate::ranges::opening::opening_sequence;
use crate::readable::find_sequence;
use crate::sequence::vocabulary::{Action, Life, NameMeaning, classify, is_action_code, life};
use crate::sequence::{GAME_FPS, LoopMode, Sequence};

/// Time from one frame to the next in Quake and Quake II.
pub const TICK: Duration = Duration::from_millis(100);

/// The duration of a jump on level ground in all three games. A player leaves the ground at 270 units per second, and gravity is 800
/// units per second squared. That gives 0.675 seconds, rounded up to the next tick.
pub const AIR_TIME: Duration = Duration::from_millis(700);

/// The game whose rules a playback follows.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum GameRules {
    /// Quake: a new frame every tenth of a second, or at the times of a frame group. Frames are not blended.
    Quake,
    /// Quake II: a new frame every tenth of a second. Rates in scripts are ignored.
    Quake2,
    /// Quake III: each sequence has its own rate, and frames are blended.
    Quake3,
}

/// The behavior of a sequence in a game.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum SequenceBehavior {
    /// The sequence repeats: standing, running.
    Repeats,
    /// The sequence plays once and holds its last frame: death.
    Holds,
    /// The sequence plays once and returns to the previous sequence: a pain, an attack, a gesture.
    Returns,
    /// The sequence plays up to its second frame, waits there until the player lands, plays its other frames, and returns to the previous
    /// sequence.
    Jumps,
    /// The sequence plays once and continues with the sequence that has this name.
    LeadsTo(&'static str),
    /// The sequence plays once, waits at its end until the player lands, and continues with the sequence that has this name.
    LandsIn(&'static str),
}

impl GameRules {
    /// Frames per second of all sequences that have no key times; `None` if each sequence has its own rate.
    pub const fn fps(self) -> Option<f32> {
        match self {
            Self::Quake | Self::Quake2 => Some(GAME_FPS),
            Self::Quake3 => None,
        }
    }

    /// Whether the game blends frames.
    pub const fn blends(self) -> bool {
        matches!(self, Self::Quake3)
    }

    /// Returns the way in which the game plays a sequence, according to its name or, if the name is unknown, its loop mode.
    pub fn behavior(self, sequence: &Sequence) -> SequenceBehavior {
        // A frame group repeats as long as it is shown.
        if self == Self::Quake && sequence.times.is_some() {
            return SequenceBehavior::Repeats;
        }
        if self == Self::Quake3
            && let Some(animation) = Animation::find(&sequence.name)
        {
            return behavior_of(animation);
        }
        self.behavior_by_name(sequence)
    }

    fn behavior_by_name(self, sequence: &Sequence) -> SequenceBehavior {
        let name = sequence.name.as_str();
        let jump = if self == Self::Quake2 { SequenceBehavior::Jumps } else { SequenceBehavior::Returns };
        match life(name) {
            Life::Dying => return SequenceBehavior::Holds,
            Life::Hurt => return SequenceBehavior::Returns,
            // Quake's table states which sequences play once, such as standing up.
            _ if self == Self::Quake && sequence.mode == LoopMode::Once => return SequenceBehavior::Returns,
            Life::Crouching | Life::Running | Life::Walking | Life::Standing => {
                return SequenceBehavior::Repeats;
            }
            Life::Acting => {}
        }
        if is_action_code(name) {
            return match name.as_bytes()[0] {
                b'J' => jump,
                // Miscellaneous actions.
                b'M' => SequenceBehavior::Repeats,
                _ => SequenceBehavior::Returns,
            };
        }
        match classify(name) {
            Some(NameMeaning { action: Action::Jump, .. }) => jump,
            Some(_) => SequenceBehavior::Returns,
            None if begins_with(name, "deactivate") => SequenceBehavior::Holds,
            None if SINGLE_ACTIONS.iter().any(|action| begins_with(name, action)) => {
                SequenceBehavior::Returns
            }
            // A script or a table states that the sequence plays once.
            None if sequence.mode == LoopMode::Once => SequenceBehavior::Returns,
            None => SequenceBehavior::Repeats,
        }
    }

    /// Returns the index of the sequence that follows the sequence with index `over`, which has played once. `before` is the index of the
    /// sequence that played before `over`.
    ///
    /// After most actions, such as a pain, the sequence `before` continues if it repeats and is crouched exactly if
    /// `over` is crouched. `None` if no sequence repeats; the caller should then play `over` again.
    pub fn next_sequence(self, sequences: &[Sequence], over: usize, before: usize) -> Option<usize> {
        let over = sequences.get(over)?;
        let repeats = |index: &usize| {
            sequences.get(*index).is_some_and(|sequence| self.behavior(sequence) == SequenceBehavior::Repeats)
        };
        if let SequenceBehavior::LeadsTo(name) | SequenceBehavior::LandsIn(name) = self.behavior(over) {
            let next = sequences.iter().position(|sequence| sequence.name.eq_ignore_ascii_case(name));
            // A player who jumps while running continues to run.
            let runs = Some(before).filter(|before| name == LEGS_AT_REST && repeats(before));
            if let Some(next) = runs.or(next) {
                return Some(next);
            }
        }
        let crouches = |sequence: &Sequence| classify(&sequence.name).is_some_and(|word| word.crouched);
        let crouched = crouches(over);
        let as_upright = |index: &usize| repeats(index) && crouches(&sequences[*index]) == crouched;
        let opening = || opening_sequence(sequences).filter(repeats);
        let stands = |index: &usize| {
            classify(&sequences[*index].name).is_some_and(|word| word.action == Action::Stand)
        };
        let mut others = (0..sequences.len()).filter(as_upright);
        Some(before)
            .filter(as_upright)
            .or_else(|| opening().filter(as_upright))
            .or_else(|| others.find(stands))
            .or_else(|| Some(before).filter(repeats))
            .or_else(opening)
    }
}

/// Returns the index of the keyframe at which a grenade throw begins. To show a throw, the game plays the sequence `wave` backward from its
/// eighth frame. `None` if `sequence` is not a wave. A crouching player has no wave and shows an attack instead.
pub fn find_throw_start(sequence: &Sequence) -> Option<u32> {
    const RAISED: u32 = 7;
    let wave = find_sequence(core::slice::from_ref(sequence), "wave")?;
    Some(wave.last.saturating_sub(wave.first).min(RAISED))
}

const LEGS_AT_REST: &str = "LEGS_IDLE";

const SINGLE_ACTIONS: &[&str] = &[
    "activate", "raise", "lower", "reload", "shot", "gesture", "leap", "swing", "smash", "slice", "bite",
    "claw", "punch", "kick", "melee", "throw", "magatt", "spawn", "rise", "land", "dodge", "roll", "cast",
    "spell",
];

fn begins_with(name: &str, word: &str) -> bool {
    name.get(..word.len()).is_some_and(|head| head.eq_ignore_ascii_case(word))
}

fn behavior_of(animation: &Animation) -> SequenceBehavior {
    let jumps = animation.name.starts_with("LEGS_JUMP");
    match animation.next {
        Some(next) if jumps => SequenceBehavior::LandsIn(next),
        Some(next) => SequenceBehavior::LeadsTo(next),
        None if animation.name.starts_with("BOTH_DEAD") => SequenceBehavior::Holds,
        None => SequenceBehavior::Repeats,
    }
}

#[cfg(test)]
mod tests {
    use alloc::vec::Vec;

    use super::*;
    use crate::quake2::{PLAYER, PLAYER_SET};
    use crate::quake3::ANIMATIONS;
    use crate::{KeyTimes, quake};

    fn behavior(rules: GameRules, name: &str) -> SequenceBehavior {
        rules.behavior(&Sequence::new(name, 0, 9))
    }

    #[test]
    fn plays_a_quake_2_player() {
        let repeat: Vec<_> = PLAYER
            .iter()
            .filter(|row| behavior(GameRules::Quake2, row.name) == SequenceBehavior::Repeats)
            .map(|row| row.name)
            .collect();
        assert_eq!(repeat, ["stand", "run", "crstnd", "crwalk"]);
        for name in ["attack", "pain3", "flip", "salute", "taunt", "wave", "point", "crattak", "crpain"] {
            assert_eq!(behavior(GameRules::Quake2, name), SequenceBehavior::Returns, "{name}");
        }
        for name in ["crdeath", "death3", "KA"] {
            assert_eq!(behavior(GameRules::Quake2, name), SequenceBehavior::Holds, "{name}");
        }
        assert_eq!(behavior(GameRules::Quake2, "jump"), SequenceBehavior::Jumps);
        assert_eq!(behavior(GameRules::Quake2, "JA"), SequenceBehavior::Jumps, "a code of Egoboo");
        assert_eq!(
            (behavior(GameRules::Quake2, "WA"), behavior(GameRules::Quake2, "UB")),
            (SequenceBehavior::Repeats, SequenceBehavior::Returns)
        );
    }

    #[test]
    fn starts_a_grenade_throw_at_the_eighth_frame_of_the_wave() {
        assert_eq!(find_throw_start(&Sequence::new("wave", 112, 122)), Some(7));
        assert_eq!(find_throw_start(&Sequence::new("wave", 3, 5)), Some(2));
        assert_eq!(find_throw_start(&Sequence::new("point", 123, 134)), None);
    }

    #[test]
    fn plays_view_weapons() {
        let behavior = |name| behavior(GameRules::Quake2, name);
        assert_eq!([behavior("activate"), behavior("fire")], [SequenceBehavior::Returns; 2]);
        assert_eq!(
            (behavior("idle"), behavior("deactivate")),
            (SequenceBehavior::Repeats, SequenceBehavior::Holds)
        );
        let shot = Sequence::new("shot", 1, 5);
        assert_eq!(GameRules::Quake.behavior(&shot), SequenceBehavior::Returns);
    }

    #[test]
    fn plays_quake_models_as_their_table_states() {
        for model in quake::MODELS {
            for sequence in model.sequences() {
                let behavior = GameRules::Quake.behavior(&sequence);
                let repeats = behavior == SequenceBehavior::Repeats;
                assert_eq!(repeats, sequence.mode == LoopMode::Loop, "{} {}", model.name, sequence.name);
                assert_eq!(
                    behavior == SequenceBehavior::Holds,
                    sequence.name.contains("death") || sequence.name == "axdeth"
                );
            }
        }
        let flame = Sequence::new("death", 0, 5).with_times(KeyTimes::from_ends_or_tenths(&[0.1, 0.2]));
        assert_eq!(GameRules::Quake.behavior(&flame), SequenceBehavior::Repeats, "a frame group");
    }

    #[test]
    fn each_quake_3_animation_leads_to_one_that_repeats_or_holds() {
        let sequences: Vec<_> = ANIMATIONS.iter().map(|a| Sequence::new(a.name, 0, 9)).collect();
        let place = |name: &str| sequences.iter().position(|sequence| sequence.name == name).unwrap();
        let (idle, run) = (place("LEGS_IDLE"), place("LEGS_RUN"));
        for start in 0..sequences.len() {
            let (mut now, mut steps) = (start, 0);
            while !matches!(
                GameRules::Quake3.behavior(&sequences[now]),
                SequenceBehavior::Repeats | SequenceBehavior::Holds
            ) {
                now = GameRules::Quake3.next_sequence(&sequences, now, idle).unwrap();
                steps += 1;
                assert!(steps < 4, "{}", sequences[start].name);
            }
        }
        let after =
            |name| &*sequences[GameRules::Quake3.next_sequence(&sequences, place(name), run).unwrap()].name;
        assert_eq!(after("LEGS_JUMPB"), "LEGS_LANDB");
        assert_eq!((after("LEGS_LAND"), after("TORSO_ATTACK2")), ("LEGS_RUN", "TORSO_STAND2"));
        assert_eq!(after("BOTH_DEATH3"), "BOTH_DEAD3");
        assert_eq!(behavior(GameRules::Quake3, "LEGS_JUMP"), SequenceBehavior::LandsIn("LEGS_LAND"));
        assert_eq!(behavior(GameRules::Quake3, "jump"), SequenceBehavior::Returns, "a name of another game");
    }

    #[test]
    fn selects_the_next_sequence() {
        let player = PLAYER_SET.sequences(198);
        let place = |name: &str| player.iter().position(|sequence| sequence.name == name).unwrap();
        let after = |over, before| {
            &*player[GameRules::Quake2.next_sequence(&player, place(over), place(before)).unwrap()].name
        };
        assert_eq!(after("jump", "run"), "run");
        assert_eq!(after("attack", "crwalk"), "stand", "upright");
        assert_eq!((after("crattak", "crwalk"), after("crpain", "stand")), ("crwalk", "crstnd"));
        assert_eq!(after("wave", "death1"), "stand", "a death is never resumed");

        let alone = [Sequence::new("attack", 0, 9), Sequence::new("pain", 10, 12)];
        assert_eq!(GameRules::Quake2.next_sequence(&alone, 0, 1), None, "nothing repeats");
        assert_eq!(GameRules::Quake2.next_sequence(&alone, 9, 0), None, "there is no such sequence");
        let odd = [Sequence::new("LEGS_LAND", 0, 4), Sequence::new("LEGS_RUN", 5, 9)];
        assert_eq!(GameRules::Quake3.next_sequence(&odd, 0, 0), Some(1), "the next animation is missing");
    }
}
