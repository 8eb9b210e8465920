//! The words in names of models, folders and pictures.

use std::collections::BTreeSet;

/// Shorter ones are numbers of a kind: `a`, `lo`.
const MIN_LETTERS: usize = 3;

/// Words that tell nothing about which model a picture is for.
const COMMON: &[&str] = &[
    "base", "black", "blue", "body", "brown", "color", "colour", "dark", "default", "diffuse", "final",
    "gold", "gray", "green", "grey", "high", "image", "light", "low", "map", "material", "mesh", "metal",
    "model", "models", "new", "old", "orange", "poly", "red", "silver", "skin", "skins", "stone", "test",
    "tex", "texture", "textures", "tris", "uvmap", "weapon", "white", "wood", "yellow",
];
/// What is added to a name without a sign between: `tankskin`.
const ENDINGS: &[&str] = &["skins", "skin", "textures", "texture", "tex"];

/// The words of a lower-case name by which it can be told from others.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Words(BTreeSet<String>);

impl Words {
    pub(super) fn of(name: &str) -> Self {
        let words = name.split(|c: char| !c.is_alphabetic());
        let bare = words.map(|word| {
            let without = ENDINGS.iter().find_map(|ending| word.strip_suffix(ending));
            without.filter(|word| word.chars().count() >= MIN_LETTERS).unwrap_or(word)
        });
        let telling = bare.filter(|word| word.chars().count() >= MIN_LETTERS && !COMMON.contains(word));
        Self(telling.map(str::to_owned).collect())
    }

    /// Whether all words of the one are words of the other: `tank` and `tank_boss`, but not `wooden_chair` and
    /// `wooden_table`. Nothing that tells nothing is within another.
    pub(super) fn agree(&self, other: &Self) -> bool {
        let (few, many) = if self.0.len() <= other.0.len() { (self, other) } else { (other, self) };
        !few.0.is_empty() && few.0.is_subset(&many.0)
    }

    /// How many words both have.
    pub(super) fn shared(&self, other: &Self) -> usize {
        self.0.intersection(&other.0).count()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_that_tell_something() {
        let check = |name: &str, expected: &[&str]| {
            assert_eq!(Words::of(name).0.iter().map(String::as_str).collect::<Vec<_>>(), expected, "{name}");
        };
        check("tank_boss2", &["boss", "tank"]);
        check("tankskin", &["tank"]);
        check("latex", &["latex"]);
        check("tris_red-01", &[]);
        check("w_gl", &[]);
    }

    #[test]
    fn names_agree_where_one_says_all_that_the_other_does() {
        let agree = |a: &str, b: &str| Words::of(a).agree(&Words::of(b)) && Words::of(b).agree(&Words::of(a));
        assert!(agree("tank_boss", "tank"));
        assert!(agree("ogre2", "ogre_new_skin"));
        assert!(!agree("ammo_shells", "ammo_rockets"), "what they share is the kind, not the thing");
        assert!(!agree("tris", "tris_red"), "nothing is told");
    }
}
