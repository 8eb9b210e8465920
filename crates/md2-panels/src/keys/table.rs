//! The key table in the README.

use super::help_topics;

fn markdown() -> String {
    let mut table = String::from("| topic | key | action |\n| --- | --- | --- |\n");
    for topic in help_topics(false) {
        for (nth, (key, help)) in topic.rows.iter().enumerate() {
            let name = if nth == 0 { topic.name } else { "" };
            table.push_str(&format!("| {name} | {key} | {help} |\n"));
        }
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

    #[test]
    fn the_readme_lists_all_keys() {
        let text = fs::read_to_string(README).unwrap();
        let (before, rest) = text.split_once(BEGIN).expect("the table has a beginning");
        let (table, after) = rest.split_once(END).expect("the table has an end");
        let expected = markdown();
        if env::var_os("MD2_BLESS").is_some() {
            fs::write(README, format!("{before}{BEGIN}{expected}{END}{after}")).unwrap();
            return;
        }
        assert_eq!(table, expected, "MD2_BLESS=1 updates the table");
    }
}
