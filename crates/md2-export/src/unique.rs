//! Making of unique names.

use std::collections::HashSet;

/// The names that are in use.
#[derive(Clone, Debug, Default)]
pub(crate) struct UniqueNames {
    taken: HashSet<String>,
}

impl UniqueNames {
    /// Returns `name` if it is not yet in use, else `name #n` with the smallest free `n` that is at least `number`.
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
    fn returns_each_name_once() {
        let mut names = UniqueNames::default();
        assert_eq!(names.take("run", 0), "run");
        assert_eq!(names.take("run", 17), "run #17");
        assert_eq!(names.take("run", 17), "run #18");
        assert_eq!(names.take("run #19", 0), "run #19");
        assert_eq!(names.take("run", 19), "run #20");
    }
}
