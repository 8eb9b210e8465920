//! The sequences of Quake II: those of its players and of its view weapons.

use crate::sequence::vocabulary::Action;
use crate::tables::{Anchor, GameModel, GameSequence, PlayerSet, StandardSequence, looped, once, row};

/// The player set of Quake II. A carried weapon has no frames for the three deaths.
pub const PLAYER_SET: PlayerSet = PlayerSet {
    label: "standard",
    rows: &PLAYER,
    anchors: &[Anchor::new("player", 198), Anchor::new("carried weapon", 173)],
};

/// The standard player set, in frame order and without gaps. Source: the game's `m_player.h`.
pub static PLAYER: [StandardSequence; 20] = [
    row("stand", "Stand", [0, 39], 9.0, Action::Stand),
    row("run", "Run", [40, 45], 10.0, Action::Run),
    row("attack", "Attack", [46, 53], 10.0, Action::Attack),
    row("pain1", "Pain 1", [54, 57], 7.0, Action::Pain),
    row("pain2", "Pain 2", [58, 61], 7.0, Action::Pain),
    row("pain3", "Pain 3", [62, 65], 7.0, Action::Pain),
    row("jump", "Jump", [66, 71], 7.0, Action::Jump),
    row("flip", "Flip", [72, 83], 7.0, Action::Flip),
    row("salute", "Salute", [84, 94], 7.0, Action::Salute),
    // The tutorial calls these frames "Fall Back".
    row("taunt", "Taunt", [95, 111], 10.0, Action::Taunt),
    row("wave", "Wave", [112, 122], 7.0, Action::Wave),
    row("point", "Point", [123, 134], 6.0, Action::Point),
    row("crstnd", "Crouch stand", [135, 153], 10.0, Action::Stand).crouched(),
    row("crwalk", "Crouch walk", [154, 159], 7.0, Action::Walk).crouched(),
    row("crattak", "Crouch attack", [160, 168], 10.0, Action::Attack).crouched(),
    row("crpain", "Crouch pain", [169, 172], 7.0, Action::Pain).crouched(),
    row("crdeath", "Crouch death", [173, 177], 5.0, Action::Death).crouched(),
    row("death1", "Death 1", [178, 183], 7.0, Action::Death),
    row("death2", "Death 2", [184, 189], 7.0, Action::Death),
    row("death3", "Death 3", [190, 197], 7.0, Action::Death),
];

/// The ten weapons of Quake II whose view models have the same four sequences. Their frame names are only numbered, so their frame count
/// identifies them. Source: the game's `p_weapon.c`.
#[rustfmt::skip]
pub(crate) static VIEW_WEAPONS: [GameModel; 10] = [
    GameModel::new("blaster", &weapon([5, 4, 44, 3])),
    GameModel::new("shotgun", &weapon([8, 11, 18, 3])),
    GameModel::new("super shotgun", &weapon([7, 11, 40, 4])),
    GameModel::new("machinegun", &weapon([4, 2, 40, 4])),
    GameModel::new("chaingun", &weapon([5, 27, 30, 3])),
    GameModel::new("grenade launcher", &weapon([6, 11, 43, 5])),
    GameModel::new("rocket launcher", &weapon([5, 8, 38, 4])),
    GameModel::new("hyperblaster", &weapon([6, 15, 29, 4])),
    GameModel::new("railgun", &weapon([4, 15, 38, 5])),
    GameModel::new("BFG", &weapon([9, 24, 23, 3])),
];

const fn weapon([activate, fire, idle, deactivate]: [u32; 4]) -> [GameSequence; 4] {
    [once("activate", activate), once("fire", fire), looped("idle", idle), once("deactivate", deactivate)]
}

#[cfg(test)]
mod tests {
    use super::*;
    use alloc::vec::Vec;

    use crate::LoopMode;
    use crate::sequence::vocabulary::classify;

    #[test]
    fn table_covers_all_frames_and_states_the_meaning_of_each_name() {
        assert_eq!(PLAYER[0].first, 0);
        assert!(PLAYER.windows(2).all(|pair| pair[1].first == pair[0].last + 1));
        let ends = PLAYER_SET
            .anchors
            .iter()
            .map(|anchor| PLAYER.iter().position(|row| row.last + 1 == anchor.frames));
        assert_eq!(ends.collect::<Vec<_>>(), [Some(19), Some(15)]);
        for row in PLAYER {
            assert_eq!(classify(row.name), Some(row.meaning), "{}", row.name);
        }
        let held = PLAYER.iter().filter(|row| row.to_sequence(0).mode == LoopMode::Once).map(|row| row.name);
        assert_eq!(held.collect::<Vec<_>>(), ["jump", "crdeath", "death1", "death2", "death3"]);
    }
}
