//! The animations of a player by the places they have in the file.

/// Rows that a file may have; what follows them is not read.
pub const FILE_ROWS: usize = 31;
/// Rows that a file must have for the game to take the player.
pub const LEAST_ROWS: usize = 25;

/// What to show first: the sequences of legs and torso of a player who stands.
pub const START_SEQUENCES: [&str; 2] = ["LEGS_IDLE", "TORSO_STAND"];

/// Which models of a player an animation is for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum BodyPart {
    /// Legs and torso at the same moment: dying.
    Both,
    /// The torso, `upper.md3`.
    Torso,
    /// The legs, `lower.md3`.
    Legs,
}

impl BodyPart {
    /// Whether the legs have it.
    #[must_use]
    pub const fn has_lower(self) -> bool {
        matches!(self, Self::Both | Self::Legs)
    }

    /// Whether the torso has it.
    #[must_use]
    pub const fn has_upper(self) -> bool {
        matches!(self, Self::Both | Self::Torso)
    }
}

/// An animation of a player.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub struct Animation {
    /// Name as the game's sources have it, which is also what comments in the files call it.
    pub name: &'static str,
    /// Name for people. No two are alike, so that it needs no part of the body before it.
    pub readable: &'static str,
    /// The models it is for.
    pub part: BodyPart,
    /// What comes when it is over; `None` for what repeats or is held.
    pub then: Option<&'static str>,
    /// Place of its row in the file.
    pub row: usize,
    /// Whether the row is played from its end to its start: walking backwards has no row of its own.
    pub turned: bool,
}

impl Animation {
    /// The animation called `name`, in upper or lower case.
    #[must_use]
    pub fn find(name: &str) -> Option<&'static Self> {
        ANIMATIONS.iter().find(|animation| animation.name.eq_ignore_ascii_case(name))
    }

    /// What the other half of the body does meanwhile: the same where it has it, and a torso stands above moving legs. `None` for
    /// what a torso does above any legs.
    #[must_use]
    pub const fn partner(&self) -> Option<&'static str> {
        match self.part {
            BodyPart::Both => Some(self.name),
            BodyPart::Torso => None,
            BodyPart::Legs => Some("TORSO_STAND"),
        }
    }
}

type Then = Option<&'static str>;

const fn both(row: usize, name: &'static str, readable: &'static str, then: Then) -> Animation {
    Animation { name, readable, part: BodyPart::Both, then, row, turned: false }
}

const fn torso(row: usize, name: &'static str, readable: &'static str, then: Then) -> Animation {
    Animation { name, readable, part: BodyPart::Torso, then, row, turned: false }
}

const fn legs(row: usize, name: &'static str, readable: &'static str, then: Then) -> Animation {
    Animation { name, readable, part: BodyPart::Legs, then, row, turned: false }
}

const fn turned(row: usize, name: &'static str, readable: &'static str) -> Animation {
    Animation { turned: true, ..legs(row, name, readable, None) }
}

/// All animations. The first [`FILE_ROWS`] are the rows of a file, in this order; the last two are rows 13 and 14
/// run the other way.
///
/// Rows 25 to 30 are those of Team Arena.
pub const ANIMATIONS: [Animation; FILE_ROWS + 2] = [
    both(0, "BOTH_DEATH1", "Death 1", Some("BOTH_DEAD1")),
    both(1, "BOTH_DEAD1", "Dead 1", None),
    both(2, "BOTH_DEATH2", "Death 2", Some("BOTH_DEAD2")),
    both(3, "BOTH_DEAD2", "Dead 2", None),
    both(4, "BOTH_DEATH3", "Death 3", Some("BOTH_DEAD3")),
    both(5, "BOTH_DEAD3", "Dead 3", None),
    torso(6, "TORSO_GESTURE", "Gesture", Some("TORSO_STAND")),
    torso(7, "TORSO_ATTACK", "Attack", Some("TORSO_STAND")),
    torso(8, "TORSO_ATTACK2", "Attack 2", Some("TORSO_STAND2")),
    torso(9, "TORSO_DROP", "Drop weapon", Some("TORSO_RAISE")),
    torso(10, "TORSO_RAISE", "Raise weapon", Some("TORSO_STAND")),
    torso(11, "TORSO_STAND", "Stand", None),
    torso(12, "TORSO_STAND2", "Stand 2", None),
    legs(13, "LEGS_WALKCR", "Crouch walk", None),
    legs(14, "LEGS_WALK", "Walk", None),
    legs(15, "LEGS_RUN", "Run", None),
    legs(16, "LEGS_BACK", "Run backward", None),
    legs(17, "LEGS_SWIM", "Swim", None),
    legs(18, "LEGS_JUMP", "Jump", Some("LEGS_LAND")),
    legs(19, "LEGS_LAND", "Land", Some("LEGS_IDLE")),
    legs(20, "LEGS_JUMPB", "Jump backward", Some("LEGS_LANDB")),
    legs(21, "LEGS_LANDB", "Land backward", Some("LEGS_IDLE")),
    legs(22, "LEGS_IDLE", "Idle", None),
    legs(23, "LEGS_IDLECR", "Crouch idle", None),
    legs(24, "LEGS_TURN", "Turn", None),
    torso(25, "TORSO_GETFLAG", "Get flag", Some("TORSO_STAND")),
    torso(26, "TORSO_GUARDBASE", "Guard base", Some("TORSO_STAND")),
    torso(27, "TORSO_PATROL", "Patrol", Some("TORSO_STAND")),
    torso(28, "TORSO_FOLLOWME", "Follow me", Some("TORSO_STAND")),
    torso(29, "TORSO_AFFIRMATIVE", "Affirmative", Some("TORSO_STAND")),
    torso(30, "TORSO_NEGATIVE", "Negative", Some("TORSO_STAND")),
    turned(13, "LEGS_BACKCR", "Crouch walk backward"),
    turned(14, "LEGS_BACKWALK", "Walk backward"),
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_tell_the_part_and_readable_ones_need_not() {
        for (i, animation) in ANIMATIONS.into_iter().enumerate() {
            assert_eq!((animation.row == i, animation.turned), (i < FILE_ROWS, i >= FILE_ROWS), "{i}");
            let prefix = match animation.part {
                BodyPart::Both => "BOTH_",
                BodyPart::Torso => "TORSO_",
                BodyPart::Legs => "LEGS_",
            };
            assert!(animation.name.starts_with(prefix), "{}", animation.name);
            let same = |other: &&Animation| other.readable.eq_ignore_ascii_case(animation.readable);
            assert_eq!(ANIMATIONS.iter().filter(same).count(), 1, "{}", animation.readable);
            for name in [animation.then, animation.partner()].into_iter().flatten() {
                assert!(Animation::find(name).is_some(), "{name}");
            }
        }
        assert!(START_SEQUENCES.iter().all(|name| Animation::find(name).is_some()));
        assert_eq!(Animation::find("torso_negative"), Some(&ANIMATIONS[FILE_ROWS - 1]));
    }
}
