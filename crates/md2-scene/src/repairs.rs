//! The repairs made to open a damaged file.

use std::fmt;

const MAX_LISTED: usize = 6;

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Repairs {
    pub refusal: String,
    pub done: Vec<String>,
}

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
        f.write_str(". The file is unchanged")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_message_lists_the_first_and_counts_the_rest() {
        let check = |count: usize, expected: &str| {
            let done = (1..=count).map(|number| format!("r{number}")).collect();
            assert_eq!(Repairs { refusal: String::from("bad"), done }.to_string(), expected);
        };
        check(1, "bad. Shown with 1 repair: r1. The file is unchanged");
        check(2, "bad. Shown with 2 repairs: r1; r2. The file is unchanged");
        check(9, "bad. Shown with 9 repairs: r1; r2; r3; r4; r5; r6; and 3 more. The file is unchanged");
    }
}
