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
