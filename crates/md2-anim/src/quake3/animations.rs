//! The animations of a Quake III player, in the order of the rows of `animation.cfg`.

/// The maximum number of rows that are read from an `animation.cfg`. Further rows are ignored.
pub const MAX_ROWS: usize = 31;
/// The minimum number of rows of an `animation.cfg` that the game accepts.
pub(crate) const MIN_ROWS: usize = 25;

/// The animations that a viewer shows first: standing legs and a standing torso.
pub const START_SEQUENCES: [&str; 2] = ["LEGS_IDLE", "TORSO_STAND"];

/// The models of a player (legs, torso or both) that play an animation.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum BodyPart {
    /// Both legs and torso: deaths.
    Both,
    /// The torso, `upper.md3`.
    Torso,
    /// The legs, `lower.md3`.
    Legs,
}

/// An animation of a player.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub struct Animation {
    /// Name in the game's source and in the comments of `animation.cfg` files.
    pub name: &'static str,
    /// Unique name in plain words.
    pub readable: &'static str,
    /// The models that play the animation.
    pub part: BodyPart,
    /// The name of the animation that follows; `None` if this animation repeats or holds its last frame.
    pub next: Option<&'static str>,
    /// Index of the animation's row in `animation.cfg`.
    pub row: usize,
    /// Whether the animation plays its row backward: walking backward uses the row for walking forward.
    pub is_reversed: bool,
}

impl Animation {
    /// Finds an animation by its name, ignoring case.
    pub fn find(name: &str) -> Option<&'static Self> {
        ANIMATIONS.iter().find(|animation| animation.name.eq_ignore_ascii_case(name))
    }
}

type Next = Option<&'static str>;

const fn both(row: usize, name: &'static str, readable: &'static str, next: Next) -> Animation {
    Animation { name, readable, part: BodyPart::Both, next, row, is_reversed: false }
}

const fn torso(row: usize, name: &'static str, readable: &'static str, next: Next) -> Animation {
    Animation { name, readable, part: BodyPart::Torso, next, row, is_reversed: false }
}

const fn legs(row: usize, name: &'static str, readable: &'static str, next: Next) -> Animation {
    Animation { name, readable, part: BodyPart::Legs, next, row, is_reversed: false }
}

const fn reversed(row: usize, name: &'static str, readable: &'static str) -> Animation {
    Animation { is_reversed: true, ..legs(row, name, readable, None) }
}

/// The rows of `animation.cfg` in order, then rows 13 and 14 played backward. Rows 25 to 30 are for Team Arena.
pub static ANIMATIONS: [Animation; MAX_ROWS + 2] = [
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
    legs(16, "LEGS_BACK", "Run back", None),
    legs(17, "LEGS_SWIM", "Swim", None),
    legs(18, "LEGS_JUMP", "Jump", Some("LEGS_LAND")),
    legs(19, "LEGS_LAND", "Land", Some("LEGS_IDLE")),
    legs(20, "LEGS_JUMPB", "Jump back", Some("LEGS_LANDB")),
    legs(21, "LEGS_LANDB", "Land back", Some("LEGS_IDLE")),
    legs(22, "LEGS_IDLE", "Idle", None),
    legs(23, "LEGS_IDLECR", "Crouch idle", None),
    legs(24, "LEGS_TURN", "Turn", None),
    torso(25, "TORSO_GETFLAG", "Get flag", Some("TORSO_STAND")),
    torso(26, "TORSO_GUARDBASE", "Guard base", Some("TORSO_STAND")),
    torso(27, "TORSO_PATROL", "Patrol", Some("TORSO_STAND")),
    torso(28, "TORSO_FOLLOWME", "Follow me", Some("TORSO_STAND")),
    torso(29, "TORSO_AFFIRMATIVE", "Affirmative", Some("TORSO_STAND")),
    torso(30, "TORSO_NEGATIVE", "Negative", Some("TORSO_STAND")),
    reversed(13, "LEGS_BACKCR", "Crouch back"),
    reversed(14, "LEGS_BACKWALK", "Walk back"),
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_start_with_the_body_part_and_readable_names_are_unique() {
        for (i, animation) in ANIMATIONS.into_iter().enumerate() {
            assert_eq!((animation.row == i, animation.is_reversed), (i < MAX_ROWS, i >= MAX_ROWS), "{i}");
            let prefix = match animation.part {
                BodyPart::Both => "BOTH_",
                BodyPart::Torso => "TORSO_",
                BodyPart::Legs => "LEGS_",
            };
            assert!(animation.name.starts_with(prefix), "{}", animation.name);
            let same = |other: &&Animation| other.readable.eq_ignore_ascii_case(animation.readable);
            assert_eq!(ANIMATIONS.iter().filter(same).count(), 1, "{}", animation.readable);
            assert!(
                animation.next.is_none_or(|name| Animation::find(name).is_some()),
                "{:?}",
                animation.next
            );
        }
        assert!(START_SEQUENCES.iter().all(|name| Animation::find(name).is_some()));
        assert_eq!(Animation::find("torso_negative"), Some(&ANIMATIONS[MAX_ROWS - 1]));
    }
}
