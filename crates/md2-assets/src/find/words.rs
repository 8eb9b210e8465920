//! The words in names of models, folders and pictures.

use std::collections::{BTreeSet, HashMap};

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
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
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
        self.agrees_by(self.shared(other), other.0.len())
    }

    /// The same for one that has so many words, of which so many are shared.
    fn agrees_by(&self, shared: usize, count: usize) -> bool {
        shared > 0 && shared == self.0.len().min(count)
    }

    /// How many words both have.
    pub(super) fn shared(&self, other: &Self) -> usize {
        self.0.intersection(&other.0).count()
    }
}

/// The words of many names, by each word, so that looking for one name goes only through those that share a word with it.
#[derive(Debug, Default)]
pub(super) struct ManyWords {
    /// How many words each name has. Names of the same words are one.
    counts: Vec<usize>,
    by_word: HashMap<String, Vec<usize>>,
}

impl ManyWords {
    pub(super) fn new(all: impl Iterator<Item = Words>) -> Self {
        let mut many = Self::default();
        for Words(words) in all.collect::<BTreeSet<_>>() {
            let index = many.counts.len();
            many.counts.push(words.len());
            words.into_iter().for_each(|word| many.by_word.entry(word).or_default().push(index));
        }
        many
    }

    /// How many words each name shares that shares any, and how many it has.
    fn shared_by(&self, words: &Words) -> Vec<(usize, usize)> {
        let found = words.0.iter().filter_map(|word| self.by_word.get(word));
        let mut found: Vec<usize> = found.flatten().copied().collect();
        // As many runs as there are words: the indices of each are sorted already.
        found.sort();
        found.chunk_by(|a, b| a == b).map(|same| (same.len(), self.counts[same[0]])).collect()
    }

    /// Whether the words of one of the names [agree](Words::agree).
    pub(super) fn agree(&self, words: &Words) -> bool {
        self.shared_by(words).into_iter().any(|(shared, count)| words.agrees_by(shared, count))
    }

    /// How many words the name has that shares the most.
    pub(super) fn most_shared(&self, words: &Words) -> usize {
        self.shared_by(words).into_iter().map(|(shared, _)| shared).max().unwrap_or(0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn many_names_say_what_each_of_them_says() {
        let names =
            ["tank_boss", "tank", "wooden_chair", "tris", "ogre2", "boss", "tankskin", "iron_chair_leg"];
        let many = ManyWords::new(names.iter().map(|name| Words::of(name)));
        for name in ["tank", "chair", "wooden_table", "boss_tank_chair", "x", "leg_iron", "ogre", "tris"] {
            let words = Words::of(name);
            let all = || names.iter().map(|name| Words::of(name));
            assert_eq!(many.agree(&words), all().any(|other| other.agree(&words)), "{name}");
            let most = all().map(|other| other.shared(&words)).max();
            assert_eq!(Some(many.most_shared(&words)), most, "{name}");
        }
    }

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
