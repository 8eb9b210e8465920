//! The games' own ways to play a sequence: which ones repeat, which are played once, and what comes after those.
//!
//! Quake II does not loop a pain or an attack. It plays the action once and goes back to standing or running, and a few
//! actions have ways of their own: a jump waits in the air, a death holds its last frame, throwing a grenade is waving backwards.

use core::time::Duration;

use crate::opening::opening_sequence;
use crate::quake3::Animation;
use crate::readable::find_sequence;
use crate::sequence::{GAME_FPS, LoopMode, Sequence};
use crate::vocabulary::{Action, Life, Word, classify, is_action_code, life};

/// The time from one key to the next in the game.
pub const TICK: Duration = Duration::from_millis(100);

/// How long a jump on level ground lasts, in all three games: a player leaves the ground at 270 units a second, and falls at
/// 800 more each second. That is 0.675 seconds, and is noticed at the next tick.
pub const AIR_TIME: Duration = Duration::from_millis(700);

/// The game by whose rules a model moves.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum GameRules {
    /// Quake: frames change every tenth of a second, those of a group when it says, and nothing lies between two.
    Quake,
    /// Quake II, as its server moves models: frames change every tenth of a second, whatever a file beside the model says.
    Quake2,
    /// Quake III: each sequence at its own rate, blended.
    Quake3,
}

/// What a game does with a sequence.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum SequenceBehavior {
    /// Plays it over and over: standing, running.
    Repeats,
    /// Plays it once and holds its last frame: death.
    Holds,
    /// Plays it once and goes back to what was played before: a pain, an attack, a gesture.
    Returns,
    /// Plays it up to its second frame, waits there for the ground, plays the rest, and goes back.
    Jumps,
    /// Plays it once and goes on to the sequence of this name.
    LeadsTo(&'static str),
    /// Plays it once, waits at its end for the ground, and goes on to the sequence of this name.
    LandsIn(&'static str),
}

impl GameRules {
    /// Frames a second of every sequence whose frames have no times of their own; `None` where each has its own rate.
    #[must_use]
    pub const fn fps(self) -> Option<f32> {
        match self {
            Self::Quake | Self::Quake2 => Some(GAME_FPS),
            Self::Quake3 => None,
        }
    }

    /// Whether pictures between two frames are seen.
    #[must_use]
    pub const fn blends(self) -> bool {
        matches!(self, Self::Quake3)
    }

    /// What the game does with a sequence, by its name; where that says nothing, by its mode.
    ///
    /// ```
    /// use md2_anim::Sequence;
    /// use md2_anim::game::{SequenceBehavior, GameRules};
    ///
    /// let course = |name| GameRules::Quake2.behavior(&Sequence::new(name, 0, 5));
    /// assert_eq!(course("crwalk"), SequenceBehavior::Repeats);
    /// assert_eq!(course("pain2"), SequenceBehavior::Returns);
    /// assert_eq!((course("death1"), course("jump")), (SequenceBehavior::Holds, SequenceBehavior::Jumps));
    /// ```
    #[must_use]
    pub fn behavior(self, sequence: &Sequence) -> SequenceBehavior {
        // A group plays by itself for as long as it is shown.
        if self == Self::Quake && sequence.times.is_some() {
            return SequenceBehavior::Repeats;
        }
        if self == Self::Quake3
            && let Some(animation) = Animation::find(&sequence.name)
        {
            return course_of(animation);
        }
        self.course_by_words(sequence)
    }

    fn course_by_words(self, sequence: &Sequence) -> SequenceBehavior {
        let name = sequence.name.as_str();
        let jump = if self == Self::Quake2 { SequenceBehavior::Jumps } else { SequenceBehavior::Returns };
        match life(name) {
            Life::Dying => return SequenceBehavior::Holds,
            Life::Hurt => return SequenceBehavior::Returns,
            // The first game's table tells what is done once, such as standing up; scripts beside other models do not know.
            _ if self == Self::Quake && sequence.mode == LoopMode::Once => return SequenceBehavior::Returns,
            Life::Crouching | Life::Running | Life::Walking | Life::Standing => {
                return SequenceBehavior::Repeats;
            }
            Life::Acting => {}
        }
        if is_action_code(name) {
            return match name.as_bytes()[0] {
                b'J' => jump,
                // Miscellaneous: whatever the model's maker thought of.
                b'M' => SequenceBehavior::Repeats,
                _ => SequenceBehavior::Returns,
            };
        }
        match classify(name) {
            Some(Word { action: Action::Jump, .. }) => jump,
            Some(_) => SequenceBehavior::Returns,
            None if begins_with(name, "deactivate") => SequenceBehavior::Holds,
            None if ACTIONS.iter().any(|action| begins_with(name, action)) => SequenceBehavior::Returns,
            // What a script or a table plays once.
            None if sequence.mode == LoopMode::Once => SequenceBehavior::Returns,
            None => SequenceBehavior::Repeats,
        }
    }

    /// What comes when the sequence of number `over`, which is played once, is over; `before` is what was played before it.
    ///
    /// A pain leads back to what repeated before, if that is as upright as it: crouched pain leads to crouching. `None` if there
    /// is nothing that repeats: then the sequence itself comes again.
    ///
    /// ```
    /// use md2_anim::game::GameRules;
    /// use md2_anim::player_sequences;
    ///
    /// let player = player_sequences(198);
    /// let place = |name| player.iter().position(|sequence| sequence.name == name).unwrap();
    /// let after = |over, before| GameRules::Quake2.next_sequence(&player, place(over), place(before));
    /// assert_eq!(after("pain1", "run"), Some(place("run")));
    /// assert_eq!(after("crpain", "stand"), Some(place("crstnd")));
    /// ```
    #[must_use]
    pub fn next_sequence(self, sequences: &[Sequence], over: usize, before: usize) -> Option<usize> {
        let over = sequences.get(over)?;
        let repeats = |index: &usize| {
            sequences.get(*index).is_some_and(|sequence| self.behavior(sequence) == SequenceBehavior::Repeats)
        };
        if let SequenceBehavior::LeadsTo(name) | SequenceBehavior::LandsIn(name) = self.behavior(over) {
            let next = sequences.iter().position(|sequence| sequence.name.eq_ignore_ascii_case(name));
            // Who runs when he jumps runs on.
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

/// Returns the frame at which throwing a grenade begins: the eighth of the wave, which the game plays backwards from there. `None`
/// for another sequence.
///
/// A crouching player attacks instead, and the game has no reversed action for it.
#[must_use]
pub fn find_throw_start(sequence: &Sequence) -> Option<u32> {
    const RAISED: u32 = 7;
    let wave = find_sequence(core::slice::from_ref(sequence), "wave")?;
    Some(wave.first.saturating_add(RAISED).min(wave.last.max(wave.first)))
}

/// What legs land in, unless they run.
const LEGS_AT_REST: &str = "LEGS_IDLE";

/// Words for what is done once, besides those of a player: of view weapons and of monsters.
const ACTIONS: &[&str] = &[
    "activate", "raise", "lower", "reload", "shot", "gesture", "leap", "swing", "smash", "slice", "bite",
    "claw", "punch", "kick", "melee", "throw", "magatt", "spawn", "rise", "land", "dodge", "roll", "cast",
    "spell",
];

fn begins_with(name: &str, word: &str) -> bool {
    name.get(..word.len()).is_some_and(|head| head.eq_ignore_ascii_case(word))
}

fn course_of(animation: &Animation) -> SequenceBehavior {
    let jumps = animation.name.starts_with("LEGS_JUMP");
    match animation.then {
        Some(then) if jumps => SequenceBehavior::LandsIn(then),
        Some(then) => SequenceBehavior::LeadsTo(then),
        None if animation.name.starts_with("BOTH_DEAD") => SequenceBehavior::Holds,
        None => SequenceBehavior::Repeats,
    }
}

#[cfg(test)]
mod tests {
    use alloc::vec::Vec;

    use super::*;
    use crate::quake3::ANIMATIONS;
    use crate::{KeyTimes, PLAYER, player_sequences, quake};

    fn course(rules: GameRules, name: &str) -> SequenceBehavior {
        rules.behavior(&Sequence::new(name, 0, 9))
    }

    #[test]
    fn a_player_of_the_second_game() {
        let repeat: Vec<_> = PLAYER
            .iter()
            .filter(|row| course(GameRules::Quake2, row.name) == SequenceBehavior::Repeats)
            .map(|row| row.name)
            .collect();
        assert_eq!(repeat, ["stand", "run", "crstnd", "crwalk"]);
        for name in ["attack", "pain3", "flip", "salute", "taunt", "wave", "point", "crattak", "crpain"] {
            assert_eq!(course(GameRules::Quake2, name), SequenceBehavior::Returns, "{name}");
        }
        for name in ["crdeath", "death3", "KA"] {
            assert_eq!(course(GameRules::Quake2, name), SequenceBehavior::Holds, "{name}");
        }
        assert_eq!(course(GameRules::Quake2, "jump"), SequenceBehavior::Jumps);
        assert_eq!(course(GameRules::Quake2, "JA"), SequenceBehavior::Jumps, "Egoboo's");
        assert_eq!(
            (course(GameRules::Quake2, "WA"), course(GameRules::Quake2, "UB")),
            (SequenceBehavior::Repeats, SequenceBehavior::Returns)
        );
    }

    #[test]
    fn a_grenade_is_thrown_from_the_eighth_frame_of_the_wave() {
        assert_eq!(find_throw_start(&Sequence::new("wave", 112, 122)), Some(119));
        assert_eq!(find_throw_start(&Sequence::new("wave", 3, 5)), Some(5));
        assert_eq!(find_throw_start(&Sequence::new("point", 123, 134)), None);
    }

    #[test]
    fn view_weapons_come_to_rest() {
        let course = |name| course(GameRules::Quake2, name);
        assert_eq!([course("activate"), course("fire")], [SequenceBehavior::Returns; 2]);
        assert_eq!(
            (course("idle"), course("deactivate")),
            (SequenceBehavior::Repeats, SequenceBehavior::Holds)
        );
        let shot = Sequence::new("shot", 1, 5);
        assert_eq!(GameRules::Quake.behavior(&shot), SequenceBehavior::Returns);
    }

    #[test]
    fn models_of_the_first_game_do_once_what_its_table_says() {
        for model in quake::MODELS {
            for sequence in model.sequences() {
                let course = GameRules::Quake.behavior(&sequence);
                let repeats = course == SequenceBehavior::Repeats;
                assert_eq!(repeats, sequence.mode == LoopMode::Loop, "{} {}", model.stem, sequence.name);
                assert_eq!(
                    course == SequenceBehavior::Holds,
                    sequence.name.contains("death") || sequence.name == "axdeth"
                );
            }
        }
        let flame = Sequence::new("death", 0, 5).with_times(KeyTimes::from_ends_or_tenths(&[0.1, 0.2]));
        assert_eq!(GameRules::Quake.behavior(&flame), SequenceBehavior::Repeats, "a group plays by itself");
    }

    #[test]
    fn every_animation_of_the_third_game_ends_in_one_that_lasts() {
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
        assert_eq!(course(GameRules::Quake3, "LEGS_JUMP"), SequenceBehavior::LandsIn("LEGS_LAND"));
        assert_eq!(
            course(GameRules::Quake3, "jump"),
            SequenceBehavior::Returns,
            "of another game that has this format"
        );
    }

    #[test]
    fn what_comes_after() {
        let player = player_sequences(198);
        let place = |name: &str| player.iter().position(|sequence| sequence.name == name).unwrap();
        let after = |over, before| {
            &*player[GameRules::Quake2.next_sequence(&player, place(over), place(before)).unwrap()].name
        };
        assert_eq!(after("jump", "run"), "run");
        assert_eq!(after("attack", "crwalk"), "stand", "upright");
        assert_eq!(after("crattak", "crwalk"), "crwalk");
        assert_eq!(after("wave", "death1"), "stand", "nobody goes back to death");

        let alone = [Sequence::new("attack", 0, 9), Sequence::new("pain", 10, 12)];
        assert_eq!(GameRules::Quake2.next_sequence(&alone, 0, 1), None, "nothing repeats");
        assert_eq!(GameRules::Quake2.next_sequence(&alone, 9, 0), None, "there is no such sequence");
        let odd = [Sequence::new("LEGS_LAND", 0, 4), Sequence::new("LEGS_RUN", 5, 9)];
        assert_eq!(GameRules::Quake3.next_sequence(&odd, 0, 0), Some(1), "what it leads to is not there");
    }
}
