//! Actions of a player that are more than playing a sequence.

use core::time::Duration;

use md2_common::Pose;

use super::action::{Action, Clip};
use crate::readable::find_sequence;
use crate::sequence::Sequence;

/// A jump: it waits at its second frame until the player has landed, then plays the landing.
///
/// ```
/// use core::time::Duration;
/// use md2_anim::Sequence;
/// use md2_anim::game::{Clip, Jump};
///
/// let mut jump = Jump::new(Clip::of(&Sequence::new("jump", 66, 71)));
/// jump.advance(Duration::from_secs(3));
/// assert_eq!(jump.pose().frame_a, 67, "still in the air");
/// jump.land(Clip::of(&Sequence::new("stand", 0, 39)));
/// jump.advance(Duration::from_millis(400));
/// assert_eq!(jump.pose().frame_a, 71);
/// jump.advance(Duration::from_millis(100));
/// assert_eq!(jump.pose().frame_a, 0, "standing again");
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Jump {
    clip: Clip,
    action: Action,
    has_landed: bool,
}

impl Jump {
    /// Leaves the ground. A clip of a single frame holds it.
    #[must_use]
    pub fn new(clip: Clip) -> Self {
        Self { clip, action: Action::once(Clip::new(clip.from(), waiting_frame(clip))), has_landed: false }
    }

    /// Touches the ground: plays the rest of the jump from where it is, and then `rest`. Landing again changes nothing.
    pub fn land(&mut self, rest: Clip) {
        if self.has_landed {
            return;
        }
        self.has_landed = true;
        self.action = if self.action.is_lead_over() {
            Action::then(Clip::new(waiting_frame(self.clip), self.clip.to()), rest)
        } else {
            let mut action = Action::then(self.clip, rest);
            action.advance(self.action.elapsed());
            action
        };
    }

    /// Lets `time` pass.
    pub fn advance(&mut self, time: Duration) {
        self.action.advance(time);
    }

    /// The picture at this moment.
    #[must_use]
    pub fn pose(&self) -> Pose {
        self.action.pose()
    }

    /// Whether the player has touched the ground.
    #[must_use]
    pub const fn has_landed(&self) -> bool {
        self.has_landed
    }
}

/// The second frame of a jump, or its only one.
fn waiting_frame(clip: Clip) -> u32 {
    if clip.from() <= clip.to() { clip.to().min(clip.from().saturating_add(1)) } else { clip.from() - 1 }
}

/// Throwing a grenade: the wave, backwards from its eighth frame. `None` without a wave among `sequences`.
///
/// A crouching player attacks instead, and the game has no reversed action for it.
#[must_use]
pub fn grenade_throw(sequences: &[Sequence]) -> Option<Clip> {
    const RAISED: u32 = 7;
    let wave = find_sequence(sequences, "wave")?;
    Some(Clip::new(wave.first.saturating_add(RAISED).min(wave.last.max(wave.first)), wave.first))
}

/// Putting a weapon away: the third pain backwards, or the crouched one. `None` without it among `sequences`.
///
/// In the game it begins four ticks before the weapon is out of sight.
#[must_use]
pub fn weapon_lowering(sequences: &[Sequence], crouched: bool) -> Option<Clip> {
    let pain = find_sequence(sequences, if crouched { "crpain" } else { "pain3" })?;
    Some(Clip::of(pain).reversed())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::TICK;
    use crate::player_sequences;

    const STAND: Clip = Clip::new(0, 39);

    #[test]
    fn a_landing_before_the_second_frame_goes_straight_on() {
        let mut jump = Jump::new(Clip::new(66, 71));
        jump.advance(TICK / 2);
        let before = jump.pose();
        jump.land(STAND);
        assert_eq!(jump.pose(), before);
        jump.advance(TICK);
        assert_eq!(jump.pose(), Pose { frame_a: 67, frame_b: 68, blend: 0.5 });
    }

    #[test]
    fn landing_does_not_make_the_picture_jump() {
        let mut jump = Jump::new(Clip::new(66, 71));
        jump.advance(TICK * 9);
        assert_eq!(jump.pose(), Pose::still(67));
        jump.land(STAND);
        assert_eq!((jump.pose().frame_a, jump.pose().blend), (67, 0.0));
        assert!(jump.has_landed());
    }

    #[test]
    fn jumps_of_one_frame_hold_it() {
        for clip in [Clip::new(5, 5), Clip::new(u32::MAX, u32::MAX)] {
            let mut jump = Jump::new(clip);
            jump.advance(Duration::MAX);
            assert_eq!(jump.pose(), Pose::still(clip.from()));
        }
    }

    #[test]
    fn reversed_actions_are_those_of_the_game() {
        let player = player_sequences(198);
        assert_eq!(grenade_throw(&player), Some(Clip::new(119, 112)));
        assert_eq!(weapon_lowering(&player, false), Some(Clip::new(65, 62)));
        assert_eq!(weapon_lowering(&player, true), Some(Clip::new(172, 169)));
        assert_eq!(grenade_throw(&[]), None);
    }
}
