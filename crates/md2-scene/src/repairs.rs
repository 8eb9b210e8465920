//! The repairs made to open a damaged file.

use std::fmt;

use md2_load::{HeaderField, HeaderValue, LoadError, LoadedModel};

const MAX_LISTED: usize = 6;

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Repairs {
    /// The damage in plain words.
    pub summary: String,
    pub refusal: String,
    pub done: Vec<String>,
}

impl Repairs {
    pub(crate) fn new(refusal: &LoadError, done: Vec<String>, model: &LoadedModel) -> Self {
        let shown = model.mesh.frame_count();
        let is_count = |field: &&HeaderField| field.name.replace('_', "") == "numframes";
        let stated = match model.header.iter().find(is_count).map(|field| &field.value) {
            Some(HeaderValue::Int(count)) => usize::try_from(*count).unwrap_or(shown),
            _ => shown,
        };
        let is_cut = done.iter().any(|repair| repair.contains("beyond the end of the file"));
        let damage = match (is_cut, refusal.is_text_conversion()) {
            (true, _) => "the file ends too early",
            (_, true) => "a program has changed the file as if it were text",
            _ => "the file contains wrong values",
        };
        let frames = if stated > shown {
            format!("{shown} of {stated} frames are shown")
        } else if done.iter().any(|repair| repair.contains("replaced by frame")) {
            String::from("lost frames are replaced by others")
        } else {
            String::from("all frames are shown")
        };
        Self { summary: format!("{damage}: {frames}"), refusal: refusal.to_string(), done }
    }
}

impl fmt::Display for Repairs {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { summary, refusal, done } = self;
        let (count, s) = (done.len(), if done.len() == 1 { "" } else { "s" });
        write!(f, "{summary}. {refusal}. Shown with {count} repair{s}")?;
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
            let [summary, refusal] = ["it is short", "bad"].map(String::from);
            assert_eq!(Repairs { summary, refusal, done }.to_string(), expected);
        };
        check(1, "it is short. bad. Shown with 1 repair: r1. The file is unchanged");
        check(2, "it is short. bad. Shown with 2 repairs: r1; r2. The file is unchanged");
        check(
            9,
            "it is short. bad. Shown with 9 repairs: r1; r2; r3; r4; r5; r6; and 3 more. The file is unchanged",
        );
    }
}
