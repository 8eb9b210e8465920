//! The key table as documents have it.

use super::{Binding, MOUSE_HELP, TOPICS};

/// All keys and what the mouse does, in the form of Markdown.
fn markdown() -> String {
    let mut rows = Vec::new();
    for (topic, bindings) in TOPICS {
        let shown = bindings.iter().filter(|binding| !binding.key.is_empty());
        rows.extend(shown.map(|Binding { key, help, .. }| (*topic, *key, *help)));
    }
    rows.extend(MOUSE_HELP.iter().map(|(gesture, help)| ("Mouse", *gesture, *help)));
    let mut table = String::from("| about | key | does |\n| --- | --- | --- |\n");
    let mut before = "";
    for (topic, key, help) in rows {
        let about = if topic == before { "" } else { topic };
        before = topic;
        table.push_str(&format!("| {about} | {key} | {help} |\n"));
    }
    table
}

#[cfg(test)]
mod tests {
    use std::{env, fs};

    use super::*;

    const README: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../md2-viewer/README.md");
    const BEGIN: &str = "<!-- keys: made by `MD2_BLESS=1 cargo test -p md2-panels keys` -->\n";
    const END: &str = "<!-- end of keys -->\n";

    /// `MD2_BLESS=1 cargo test -p md2-panels keys` writes the table anew.
    #[test]
    fn the_readme_tells_the_keys_that_there_are() {
        let text = fs::read_to_string(README).unwrap();
        let (before, rest) = text.split_once(BEGIN).expect("the table has a beginning");
        let (table, after) = rest.split_once(END).expect("the table has an end");
        let expected = markdown();
        if env::var_os("MD2_BLESS").is_some() {
            fs::write(README, format!("{before}{BEGIN}{expected}{END}{after}")).unwrap();
            return;
        }
        assert_eq!(table, expected, "MD2_BLESS=1 writes the table anew");
    }

    #[test]
    fn no_cell_breaks_the_table() {
        for line in markdown().lines() {
            assert_eq!(line.matches('|').count(), 4, "{line}");
        }
    }
}
