//! The weapon in the player's own hands: raised, idle, fired, put away.

use core::time::Duration;

use super::action::{Action, Clip};
use md2_common::Pose;

use crate::sequence::{LoopMode, Sequence};

/// The frames of a view weapon: four sequences one after the other, each told by its last frame.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub struct ViewWeapon {
    /// The weapon.
    pub name: &'static str,
    /// Last frame of raising it, which begins at frame 0.
    pub activate_last: u32,
    /// Last frame of firing it.
    pub fire_last: u32,
    /// Last frame of holding it.
    pub idle_last: u32,
    /// Last frame of putting it away, and of the model.
    pub deactivate_last: u32,
}

/// The game's ten weapons that have a model of this form. The frames are those of its weapon code, `p_weapon.c`.
pub const VIEW_WEAPONS: [ViewWeapon; 10] = [
    weapon("blaster", 4, 8, 52, 55),
    weapon("shotgun", 7, 18, 36, 39),
    weapon("super shotgun", 6, 17, 57, 61),
    weapon("machinegun", 3, 5, 45, 49),
    weapon("chaingun", 4, 31, 61, 64),
    weapon("grenade launcher", 5, 16, 59, 64),
    weapon("rocket launcher", 4, 12, 50, 54),
    weapon("hyperblaster", 5, 20, 49, 53),
    weapon("railgun", 3, 18, 56, 61),
    weapon("BFG", 8, 32, 55, 58),
];

const fn weapon(name: &'static str, activate: u32, fire: u32, idle: u32, deactivate: u32) -> ViewWeapon {
    ViewWeapon {
        name,
        activate_last: activate,
        fire_last: fire,
        idle_last: idle,
        deactivate_last: deactivate,
    }
}

impl ViewWeapon {
    /// Number of frames of the model.
    #[must_use]
    pub const fn frame_count(&self) -> u32 {
        self.deactivate_last + 1
    }

    /// Raising it.
    #[must_use]
    pub const fn activate(&self) -> Clip {
        Clip::new(0, self.activate_last)
    }

    /// Firing it.
    #[must_use]
    pub const fn fire(&self) -> Clip {
        Clip::new(self.activate_last + 1, self.fire_last)
    }

    /// Holding it.
    #[must_use]
    pub const fn idle(&self) -> Clip {
        Clip::new(self.fire_last + 1, self.idle_last)
    }

    /// Putting it away.
    #[must_use]
    pub const fn deactivate(&self) -> Clip {
        Clip::new(self.idle_last + 1, self.deactivate_last)
    }

    /// The four as sequences; only holding it loops.
    #[must_use]
    pub fn sequences(&self) -> [Sequence; 4] {
        let sequence =
            |name: &str, clip: Clip, mode| Sequence { mode, ..Sequence::new(name, clip.from(), clip.to()) };
        [
            sequence("activate", self.activate(), LoopMode::Once),
            sequence("fire", self.fire(), LoopMode::Once),
            sequence("idle", self.idle(), LoopMode::Loop),
            sequence("deactivate", self.deactivate(), LoopMode::Once),
        ]
    }
}

/// What a view weapon is doing.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum WeaponState {
    /// Being raised; cannot fire yet.
    Activating,
    /// Held, ready to fire.
    Ready,
    /// Firing; what is asked of it waits until it is ready.
    Firing,
    /// Being put away.
    Dropping,
    /// Out of sight: the next weapon's turn.
    Away,
}

/// A view weapon at work.
///
/// ```text
///   new ──> Activating ──> Ready <──> Firing
///                            │
///                            └──> Dropping ──> Away
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct WeaponView {
    weapon: ViewWeapon,
    doing: WeaponState,
    action: Action,
}

impl WeaponView {
    /// Begins to raise `weapon`.
    #[must_use]
    pub const fn new(weapon: ViewWeapon) -> Self {
        let action = Action::then(weapon.activate(), weapon.idle());
        Self { weapon, doing: WeaponState::Activating, action }
    }

    /// What it is doing at this moment.
    #[must_use]
    pub fn state(&self) -> WeaponState {
        match self.doing {
            doing if !self.action.is_lead_over() => doing,
            WeaponState::Dropping => WeaponState::Away,
            _ => WeaponState::Ready,
        }
    }

    /// Fires if it is ready; tells whether it does.
    pub fn fire(&mut self) -> bool {
        let action = Action::then(self.weapon.fire(), self.weapon.idle());
        self.begin(WeaponState::Firing, action)
    }

    /// Begins to put it away if it is ready; tells whether it does.
    pub fn put_away(&mut self) -> bool {
        self.begin(WeaponState::Dropping, Action::once(self.weapon.deactivate()))
    }

    /// Takes up `action` from the frame at hand.
    fn begin(&mut self, doing: WeaponState, action: Action) -> bool {
        let is_ready = self.state() == WeaponState::Ready;
        if is_ready {
            self.action = action.entered_from(self.action.pose().nearest());
            self.doing = doing;
        }
        is_ready
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
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::TICK;

    #[test]
    fn the_four_sequences_cover_the_model() {
        for weapon in VIEW_WEAPONS {
            let sequences = weapon.sequences();
            assert_eq!(
                (sequences[0].first, sequences[3].last + 1),
                (0, weapon.frame_count()),
                "{}",
                weapon.name
            );
            assert!(
                sequences
                    .windows(2)
                    .all(|pair| pair[0].last + 1 == pair[1].first && pair[0].first <= pair[0].last)
            );
        }
    }

    #[test]
    fn a_blaster_is_raised_fired_and_put_away() {
        let mut view = WeaponView::new(VIEW_WEAPONS[0]);
        assert_eq!(view.state(), WeaponState::Activating);
        assert!(!view.fire(), "not raised yet");
        view.advance(TICK * 4);
        assert_eq!((view.state(), view.pose().frame_a), (WeaponState::Ready, 4));
        view.advance(TICK * 3);
        assert_eq!(view.pose().frame_a, 11);

        assert!(view.fire());
        assert_eq!(
            (view.pose().frame_a, view.pose().frame_b),
            (11, 5),
            "blends into the first frame of firing"
        );
        view.advance(TICK * 3);
        assert_eq!((view.state(), view.pose().frame_a), (WeaponState::Firing, 7));
        assert!(!view.put_away());
        view.advance(TICK * 2);
        assert_eq!((view.state(), view.pose().frame_a), (WeaponState::Ready, 9));

        assert!(view.put_away());
        view.advance(Duration::MAX);
        assert_eq!((view.state(), view.pose()), (WeaponState::Away, Pose::still(55)));
        assert!(!view.fire() && !view.put_away());
    }
}
