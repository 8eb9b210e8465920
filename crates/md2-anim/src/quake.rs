//! The frame ranges of Quake's own models.
//!
//! Most replacements of these models only number their frames (`frame1` to `frame97`). The game plays frames by number, so the ranges are
//! valid for every model that replaces one of the game's models.

use crate::tables::{GameModel, looped, once};

/// Quake's player and monsters, with the frame ranges of their sequences. Source: the `$frame` lines in the game's QuakeC.
#[rustfmt::skip]
pub static MODELS: [GameModel; 16] = [
    GameModel::new("player", &[
        looped("axrun", 6), looped("rockrun", 6), looped("stand", 5), looped("axstnd", 12), once("axpain", 6), once("pain", 6),
        once("axdeth", 9), once("deatha", 11), once("deathb", 9), once("deathc", 15), once("deathd", 9), once("deathe", 9),
        looped("nailatt", 2), looped("light", 2), once("rockatt", 6), once("shotatt", 6),
        once("axatt", 6), once("axattb", 6), once("axattc", 6), once("axattd", 6),
    ]),
    GameModel::new("soldier", &[
        looped("stand", 8), once("death", 10), once("deathc", 11), once("load", 11), once("pain", 6), once("painb", 14),
        once("painc", 13), looped("run", 8), once("shoot", 9), looped("prowl_", 24),
    ]),
    GameModel::new("dog", &[
        once("attack", 8), once("death", 9), once("deathb", 9), once("pain", 6), once("painb", 16), looped("run", 12),
        once("leap", 9), looped("stand", 9), looped("walk", 8),
    ]),
    GameModel::new("ogre", &[
        looped("stand", 9), looped("walk", 16), looped("run", 8), once("swing", 14), once("smash", 14), once("shoot", 6),
        once("pain", 5), once("painb", 3), once("painc", 6), once("paind", 16), once("paine", 15), once("death", 14),
        once("bdeath", 10), once("pull", 11),
    ]),
    GameModel::new("knight", &[
        looped("stand", 9), looped("runb", 8), once("runattack", 11), once("pain", 3), once("painb", 11), once("attackb", 11),
        looped("walk", 14), once("kneel", 5), once("standing", 4), once("death", 10), once("deathb", 11),
    ]),
    GameModel::new("hknight", &[
        looped("stand", 9), looped("walk", 20), looped("run", 8), once("pain", 5), once("death", 12), once("deathb", 9),
        once("char_a", 16), once("magica", 14), once("magicb", 13), once("char_b", 6), once("slice", 10), once("smash", 11),
        once("w_attack", 22), once("magicc", 11),
    ]),
    GameModel::new("zombie", &[
        looped("stand", 15), looped("walk", 19), looped("run", 18), once("atta", 13), once("attb", 14), once("attc", 12),
        once("paina", 12), once("painb", 28), once("painc", 18), once("paind", 13), once("paine", 30), looped("cruc_", 6),
    ]),
    GameModel::new("demon", &[
        looped("stand", 13), looped("walk", 8), looped("run", 6), once("leap", 12), once("pain", 6), once("death", 9),
        once("attacka", 15),
    ]),
    GameModel::new("wizard", &[
        looped("hover", 15), looped("fly", 14), once("magatt", 13), once("pain", 4), once("death", 8),
    ]),
    GameModel::new("enforcer", &[
        looped("stand", 7), looped("walk", 16), looped("run", 8), once("attack", 10), once("death", 14), once("fdeath", 11),
        once("paina", 4), once("painb", 5), once("painc", 8), once("paind", 19),
    ]),
    GameModel::new("shambler", &[
        looped("stand", 17), looped("walk", 12), looped("run", 6), once("smash", 12), once("swingr", 9), once("swingl", 9),
        once("magic", 12), once("pain", 6), once("death", 11),
    ]),
    GameModel::new("shalrath", &[once("attack", 11), once("pain", 5), once("death", 7), looped("walk", 12)]),
    GameModel::new("tarbaby", &[
        looped("walk", 25), looped("run", 25), once("jump", 6), looped("fly", 4), once("exp", 1),
    ]),
    GameModel::new("fish", &[once("attack", 18), once("death", 21), looped("swim", 18), once("pain", 9)]),
    GameModel::new("boss", &[
        once("rise", 17), looped("walk", 31), once("death", 9), once("attack", 23), once("shocka", 10), once("shockb", 6),
        once("shockc", 10),
    ]),
    GameModel::new("oldone", &[looped("old", 46), once("shake", 21)]),
];

#[cfg(test)]
mod tests {
    use super::*;
    use alloc::vec::Vec;

    #[test]
    fn frame_counts_equal_those_of_the_game() {
        let counts: Vec<_> = MODELS.iter().map(GameModel::frame_count).collect();
        assert_eq!(counts, [143, 114, 86, 147, 97, 166, 198, 69, 54, 102, 94, 35, 61, 66, 106, 67]);
    }
}
