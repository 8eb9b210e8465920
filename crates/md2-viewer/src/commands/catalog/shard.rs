//! Which models of all a run looks at.

use std::fmt;
use std::str::FromStr;

/// One of several runs that share the models between them: every `count`-th is its own.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Shard {
    /// From 1.
    pub(super) number: usize,
    pub(super) count: usize,
}

impl Shard {
    /// The run that looks at all of them.
    pub(super) const WHOLE: Self = Self { number: 1, count: 1 };
    /// More machines than anybody has.
    const MAX_COUNT: usize = 4096;

    /// Whether the model of this place among all, from 0, is its own.
    pub(super) fn has(self, index: usize) -> bool {
        index % self.count == self.number - 1
    }
}

impl FromStr for Shard {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let numbers = text
            .split_once('/')
            .and_then(|(number, count)| Some((number.parse().ok()?, count.parse().ok()?)));
        match numbers {
            Some((number, count))
                if (1..=Self::MAX_COUNT).contains(&count) && (1..=count).contains(&number) =>
            {
                Ok(Self { number, count })
            }
            _ => Err(format!(
                "expected a number from 1 and how many there are, as in 2/8, at most {}",
                Self::MAX_COUNT
            )),
        }
    }
}

impl fmt::Display for Shard {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/{}", self.number, self.count)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shards_share_all_models_between_them() {
        let shards = ["1/3", "2/3", "3/3"].map(|text| text.parse::<Shard>().unwrap());
        for index in 0..10 {
            assert_eq!(shards.iter().filter(|shard| shard.has(index)).count(), 1);
        }
        assert!(shards[1].has(1) && shards[1].has(4) && Shard::WHOLE.has(7));
        assert_eq!(shards[2].to_string(), "3/3");
        for wrong in ["", "1", "0/2", "3/2", "1/0", "a/b", "1/9999", "-1/2"] {
            assert!(wrong.parse::<Shard>().is_err(), "{wrong}");
        }
    }
}
