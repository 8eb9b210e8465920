//! The sequences of Quake II: those of its players and of its view weapons.

pub(crate) mod view_weapons;

use alloc::vec::Vec;

use crate::sequence::Sequence;
use crate::sequence::vocabulary::{Action, NameMeaning};

/// A sequence of the standard player set.
#[derive(Debug, Clone, Copy, PartialEq)]
#[non_exhaustive]
pub struct StandardSequence {
    /// Name in the game's own models.
    pub name: &'static str,
    /// Name in plain words, such as "Crouch walk".
    pub readable: &'static str,
    /// First frame.
    pub first: u32,
    /// Last frame, inclusive.
    pub last: u32,
    /// Frames per second in a well-known tutorial. The game itself plays all sequences at [`GAME_FPS`](crate::GAME_FPS).
    pub tutorial_fps: f32,
    pub(crate) meaning: NameMeaning,
}

impl StandardSequence {
    /// Number of frames.
    #[must_use]
    pub const fn frame_count(&self) -> u32 {
        self.last - self.first + 1
    }

    pub(crate) fn to_sequence(self, shift: u32) -> Sequence {
        Sequence::new(self.name, self.first + shift, self.last + shift)
    }
}

/// Number of frames of a standard player.
pub const PLAYER_FRAMES: u32 = 198;
/// Number of frames of a carried weapon, which has no frames for the three deaths.
pub(crate) const CARRIED_WEAPON_FRAMES: u32 = 173;

/// The standard player set, in frame order and without gaps. Source: the game's `m_player.h`.
pub static PLAYER: [StandardSequence; 20] = [
    row("stand", "Stand", 0, 39, 9.0, Action::Stand),
    row("run", "Run", 40, 45, 10.0, Action::Run),
    row("attack", "Attack", 46, 53, 10.0, Action::Attack),
    row("pain1", "Pain 1", 54, 57, 7.0, Action::Pain),
    row("pain2", "Pain 2", 58, 61, 7.0, Action::Pain),
    row("pain3", "Pain 3", 62, 65, 7.0, Action::Pain),
    row("jump", "Jump", 66, 71, 7.0, Action::Jump),
    row("flip", "Flip", 72, 83, 7.0, Action::Flip),
    row("salute", "Salute", 84, 94, 7.0, Action::Salute),
    // The tutorial calls these frames "Fall Back".
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
    StandardSequence {
        name,
        readable,
        first,
        last,
        tutorial_fps,
        meaning: NameMeaning { action, crouched: false },
    }
}

const fn crouched(mut row: StandardSequence) -> StandardSequence {
    row.meaning.crouched = true;
    row
}

/// Returns the sequences of the standard player set for a model with `frame_count` frames. Sequences that begin after the last frame are
/// omitted, and a sequence that ends after the last frame is cut. Frames after the set belong to no sequence.
#[must_use]
pub fn player_sequences(frame_count: u32) -> Vec<Sequence> {
    PLAYER.iter().filter_map(|row| row.to_sequence(0).clipped_to(frame_count)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::LoopMode;
    use crate::sequence::vocabulary::classify;

    #[test]
    fn table_covers_all_frames_without_gaps() {
        assert_eq!(PLAYER[0].first, 0);
        assert!(PLAYER.windows(2).all(|pair| pair[1].first == pair[0].last + 1));
        assert_eq!(PLAYER[19].last + 1, PLAYER_FRAMES);
        assert_eq!(PLAYER[15].last + 1, CARRIED_WEAPON_FRAMES);
    }

    #[test]
    fn classifies_each_name_as_its_row_states() {
        for row in PLAYER {
            assert_eq!(classify(row.name), Some(row.meaning), "{}", row.name);
        }
    }

    #[test]
    fn holds_deaths_and_the_jump() {
        let held: Vec<_> =
            PLAYER.iter().filter(|r| r.to_sequence(0).mode == LoopMode::Once).map(|r| r.name).collect();
        assert_eq!(held, ["jump", "crdeath", "death1", "death2", "death3"]);
    }
}
