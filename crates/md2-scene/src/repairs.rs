//! What was done to open a damaged file.

use std::fmt;

/// How many repairs a message lists.
const MAX_LISTED: usize = 6;

/// Why a file was refused as it is, and what was done to open what is left of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Repairs {
    /// What is wrong with the file, as its reader says it.
    pub refusal: String,
    /// The repairs in the order in which they were made, each a sentence without its end.
    pub done: Vec<String>,
}

/// In a line, with the first repairs.
impl fmt::Display for Repairs {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { refusal, done } = self;
        let (count, s) = (done.len(), if done.len() == 1 { "" } else { "s" });
        write!(f, "{refusal}. Shown with {count} repair{s}")?;
        for (index, repair) in done.iter().take(MAX_LISTED).enumerate() {
            write!(f, "{} {repair}", if index == 0 { ":" } else { ";" })?;
        }
        if count > MAX_LISTED {
            write!(f, "; and {} more", count - MAX_LISTED)?;
        }
        f.write_str(". The file stays as it is")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_message_lists_some_and_counts_the_rest() {
        let check = |count: usize, expected: &str| {
            let done = (1..=count).map(|number| format!("r{number}")).collect();
            assert_eq!(Repairs { refusal: String::from("bad"), done }.to_string(), expected);
        };
        check(1, "bad. Shown with 1 repair: r1. The file stays as it is");
        check(2, "bad. Shown with 2 repairs: r1; r2. The file stays as it is");
        check(9, "bad. Shown with 9 repairs: r1; r2; r3; r4; r5; r6; and 3 more. The file stays as it is");
    }
}
