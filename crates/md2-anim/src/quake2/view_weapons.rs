//! Quake II's view weapons. Their frame names are only numbered, so their frame count identifies them.

use crate::sequence::{LoopMode, Sequence};

pub(crate) struct ViewWeapon {
    pub(crate) name: &'static str,
    /// The last frame of each sequence: activating, firing, idling and deactivating.
    last: [u32; 4],
}

/// The ten weapons of Quake II whose models have these four sequences. Source: the game's `p_weapon.c`.
pub(crate) static VIEW_WEAPONS: [ViewWeapon; 10] = [
    ViewWeapon { name: "blaster", last: [4, 8, 52, 55] },
    ViewWeapon { name: "shotgun", last: [7, 18, 36, 39] },
    ViewWeapon { name: "super shotgun", last: [6, 17, 57, 61] },
    ViewWeapon { name: "machinegun", last: [3, 5, 45, 49] },
    ViewWeapon { name: "chaingun", last: [4, 31, 61, 64] },
    ViewWeapon { name: "grenade launcher", last: [5, 16, 59, 64] },
    ViewWeapon { name: "rocket launcher", last: [4, 12, 50, 54] },
    ViewWeapon { name: "hyperblaster", last: [5, 20, 49, 53] },
    ViewWeapon { name: "railgun", last: [3, 18, 56, 61] },
    ViewWeapon { name: "BFG", last: [8, 32, 55, 58] },
];

impl ViewWeapon {
    pub(crate) const fn frame_count(&self) -> u32 {
        self.last[3] + 1
    }

    pub(crate) fn sequences(&self) -> [Sequence; 4] {
        let [activate, fire, idle, deactivate] = self.last;
        let sequence = |name, first, last, mode| Sequence { mode, ..Sequence::new(name, first, last) };
        [
            sequence("activate", 0, activate, LoopMode::Once),
            sequence("fire", activate + 1, fire, LoopMode::Once),
            sequence("idle", fire + 1, idle, LoopMode::Loop),
            sequence("deactivate", idle + 1, deactivate, LoopMode::Once),
        ]
    }
}
