//! Words in the names of models, folders and images.

use std::collections::{BTreeSet, HashMap};

/// The minimum number of letters of a word that is compared. Shorter words, such as `a` or `lo`, mark variants of the same model.
const MIN_LETTERS: usize = 3;

/// Words that are too common to distinguish models.
const COMMON: &[&str] = &[
    "base", "black", "blue", "body", "brown", "color", "colour", "dark", "default", "diffuse", "final",
    "gold", "gray", "green", "grey", "high", "image", "light", "low", "map", "material", "mesh", "metal",
    "model", "models", "new", "old", "orange", "poly", "red", "silver", "skin", "skins", "stone", "test",
    "tex", "texture", "textures", "tris", "uvmap", "weapon", "white", "wood", "yellow",
];
/// Word endings that are removed before words are compared: `tankskin` becomes `tank`.
const ENDINGS: &[&str] = &["skins", "skin", "textures", "texture", "tex"];

#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Words(BTreeSet<String>);

impl Words {
    pub(super) fn from_name(name: &str) -> Self {
        let words = name.split(|c: char| !c.is_alphabetic());
        let bare = words.map(|word| {
            let without = ENDINGS.iter().find_map(|ending| word.strip_suffix(ending));
            without.filter(|word| word.chars().count() >= MIN_LETTERS).unwrap_or(word)
        });
        let distinctive = bare.filter(|word| word.chars().count() >= MIN_LETTERS && !COMMON.contains(word));
        Self(distinctive.map(str::to_owned).collect())
    }

    pub(super) fn is_distinctive(&self) -> bool {
        !self.0.is_empty()
    }

    /// Whether one of the two names contains all words of the other: `tank` and `tank_boss` match, `wooden_chair` and
    /// `wooden_table` do not. A name without distinctive words matches no name.
    pub(super) fn matches(&self, other: &Self) -> bool {
        self.matches_counts(self.shared(other), other.0.len())
    }

    /// Whether this set of words matches another set with `count` words. `shared` is the number of words that both sets contain.
    fn matches_counts(&self, shared: usize, count: usize) -> bool {
        shared > 0 && shared == self.0.len().min(count)
    }

    pub(super) fn shared(&self, other: &Self) -> usize {
        self.0.intersection(&other.0).count()
    }
}

/// An index of many names by their words. It finds the names that share a word without visiting all names.
#[derive(Debug, Default)]
pub(super) struct WordIndex {
    /// Number of words of each name. Names with the same words are merged.
    counts: Vec<usize>,
    by_word: HashMap<String, Vec<usize>>,
}

impl WordIndex {
    pub(super) fn new(all: impl Iterator<Item = Words>) -> Self {
        let mut many = Self::default();
        for Words(words) in all.collect::<BTreeSet<_>>() {
            let index = many.counts.len();
            many.counts.push(words.len());
            words.into_iter().for_each(|word| many.by_word.entry(word).or_default().push(index));
        }
        many
    }

    /// Returns the number of shared words and the number of all words of each name that has a word in common with
    /// `words`.
    fn shared_by(&self, words: &Words) -> Vec<(usize, usize)> {
        let found = words.0.iter().filter_map(|word| self.by_word.get(word));
        let mut found: Vec<usize> = found.flatten().copied().collect();
        // The list consists of one sorted run for each word.
        found.sort();
        found.chunk_by(|a, b| a == b).map(|same| (same.len(), self.counts[same[0]])).collect()
    }

    pub(super) fn matches(&self, words: &Words) -> bool {
        self.shared_by(words).into_iter().any(|(shared, count)| words.matches_counts(shared, count))
    }

    pub(super) fn most_shared(&self, words: &Words) -> usize {
        self.shared_by(words).into_iter().map(|(shared, _)| shared).max().unwrap_or(0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn index_equals_a_search_in_all_names() {
        let names =
            ["tank_boss", "tank", "wooden_chair", "tris", "ogre2", "boss", "tankskin", "iron_chair_leg"];
        let many = WordIndex::new(names.iter().map(|name| Words::from_name(name)));
        for name in ["tank", "chair", "wooden_table", "boss_tank_chair", "x", "leg_iron", "ogre", "tris"] {
            let words = Words::from_name(name);
            let all = || names.iter().map(|name| Words::from_name(name));
            assert_eq!(many.matches(&words), all().any(|other| other.matches(&words)), "{name}");
            let most = all().map(|other| other.shared(&words)).max();
            assert_eq!(Some(many.most_shared(&words)), most, "{name}");
        }
    }
}
