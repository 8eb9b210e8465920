//! The fixed frame tables of the game: a player's twenty sequences.

use alloc::vec::Vec;

use crate::sequence::Sequence;
use crate::vocabulary::{Action, Word};

/// One sequence of the standard player set.
#[derive(Debug, Clone, Copy, PartialEq)]
#[non_exhaustive]
pub struct StandardSequence {
    /// Name as the game's own models have it.
    pub name: &'static str,
    /// Name for people.
    pub readable: &'static str,
    /// First frame.
    pub first: u32,
    /// Last frame, included.
    pub last: u32,
    /// Frames a second that a well-known tutorial gives it. The game itself plays everything at
    /// [`GAME_FPS`](crate::GAME_FPS).
    pub tutorial_fps: f32,
    pub(crate) word: Word,
}

impl StandardSequence {
    /// Number of frames.
    #[must_use]
    pub const fn frame_count(&self) -> u32 {
        self.last - self.first + 1
    }

    /// The sequence at the game's rate, `shift` frames further on.
    pub(crate) fn to_sequence(self, shift: u32) -> Sequence {
        Sequence::new(self.name, self.first + shift, self.last + shift)
    }
}

/// Frames of a standard player model.
pub const PLAYER_FRAMES: u32 = 198;
/// Frames of a weapon carried by players: they follow the body and need none of the three deaths.
pub(crate) const CARRIED_WEAPON_FRAMES: u32 = 173;

/// The standard player set, in frame order and without gaps. The ranges are those of the game's `m_player.h`.
pub const PLAYER: [StandardSequence; 20] = [
    row("stand", "Stand", 0, 39, 9.0, Action::Stand),
    row("run", "Run", 40, 45, 10.0, Action::Run),
    row("attack", "Attack", 46, 53, 10.0, Action::Attack),
    row("pain1", "Pain 1", 54, 57, 7.0, Action::Pain),
    row("pain2", "Pain 2", 58, 61, 7.0, Action::Pain),
    row("pain3", "Pain 3", 62, 65, 7.0, Action::Pain),
    row("jump", "Jump", 66, 71, 7.0, Action::Jump),
    row("flip", "Flip", 72, 83, 7.0, Action::Flip),
    row("salute", "Salute", 84, 94, 7.0, Action::Salute),
    // The tutorial calls these frames "Fall Back"; they show the taunt.
    row("taunt", "Taunt", 95, 111, 10.0, Action::Taunt),
    row("wave", "Wave", 112, 122, 7.0, Action::Wave),
    row("point", "Point", 123, 134, 6.0, Action::Point),
    crouched(row("crstnd", "Crouch stand", 135, 153, 10.0, Action::Stand)),
    crouched(row("crwalk", "Crouch walk", 154, 159, 7.0, Action::Walk)),
    crouched(row("crattak", "Crouch attack", 160, 168, 10.0, Action::Attack)),
    crouched(row("crpain", "Crouch pain", 169, 172, 7.0, Action::Pain)),
    crouched(row("crdeath", "Crouch death", 173, 177, 5.0, Action::Death)),
    row("death1", "Death 1", 178, 183, 7.0, Action::Death),
    row("death2", "Death 2", 184, 189, 7.0, Action::Death),
    row("death3", "Death 3", 190, 197, 7.0, Action::Death),
];

const fn row(
    name: &'static str,
    readable: &'static str,
    first: u32,
    last: u32,
    tutorial_fps: f32,
    action: Action,
) -> StandardSequence {
    StandardSequence { name, readable, first, last, tutorial_fps, word: Word { action, crouched: false } }
}

const fn crouched(mut row: StandardSequence) -> StandardSequence {
    row.word.crouched = true;
    row
}

/// The standard player set cut to a model of `frame_count` frames: sequences that begin past its end are left out, and
/// one that reaches past it ends with the model. Frames after the set belong to no sequence.
#[must_use]
pub fn player_sequences(frame_count: u32) -> Vec<Sequence> {
    PLAYER.iter().filter_map(|row| row.to_sequence(0).clipped_to(frame_count)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::LoopMode;
    use crate::vocabulary::classify;

    #[test]
    fn the_table_has_no_gaps_and_ends_where_the_set_does() {
        assert_eq!(PLAYER[0].first, 0);
        assert!(PLAYER.windows(2).all(|pair| pair[1].first == pair[0].last + 1));
        assert_eq!(PLAYER[19].last + 1, PLAYER_FRAMES);
        assert_eq!(PLAYER[15].last + 1, CARRIED_WEAPON_FRAMES);
    }

    #[test]
    fn every_name_says_what_its_row_says() {
        for row in PLAYER {
            assert_eq!(classify(row.name), Some(row.word), "{}", row.name);
        }
    }

    #[test]
    fn deaths_and_the_jump_hold() {
        let held: Vec<_> =
            PLAYER.iter().filter(|r| r.to_sequence(0).mode == LoopMode::Once).map(|r| r.name).collect();
        assert_eq!(held, ["jump", "crdeath", "death1", "death2", "death3"]);
    }
}
