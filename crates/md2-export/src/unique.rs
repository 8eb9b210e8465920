//! Names that no other has.

use std::collections::HashSet;

/// Names that were given away, so that no other gets them.
#[derive(Clone, Debug, Default)]
pub(crate) struct UniqueNames {
    taken: HashSet<String>,
}

impl UniqueNames {
    /// `name` if it is free, else with ` #` and a number behind it, the first free one from `number` on.
    pub(crate) fn take(&mut self, name: &str, number: usize) -> String {
        let mut unique = name.to_owned();
        let mut number = number;
        while !self.taken.insert(unique.clone()) {
            unique = format!("{name} #{number}");
            number += 1;
        }
        unique
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_given_once() {
        let mut names = UniqueNames::default();
        assert_eq!(names.take("run", 0), "run");
        assert_eq!(names.take("run", 17), "run #17");
        assert_eq!(names.take("run", 17), "run #18");
        assert_eq!(names.take("run #19", 0), "run #19");
        assert_eq!(names.take("run", 19), "run #20");
    }
}
