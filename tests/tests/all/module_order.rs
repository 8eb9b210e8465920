//! Modules of a library depend on each other in one direction, so that each can be read with what lies below it.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;

use md2_tests::root;

/// Libraries for which that holds.
const LIBRARIES: &[&str] =
    &["md2-common", "md2-format", "mdl-format", "md3-format", "md2-mesh", "md2-load", "md2-assets"];

/// For each module at the top of the library, those that it names.
type Graph = BTreeMap<String, BTreeSet<String>>;

#[test]
fn modules_depend_on_each_other_in_one_direction() {
    for library in LIBRARIES {
        let mut graph = graph(&root().join("crates").join(library).join("src"));
        assert!(graph.len() > 3, "{library}: only {graph:?}");
        // Whatever names nothing that is left is in order.
        while let Some(lowest) =
            graph.iter().find(|(_, named)| named.is_empty()).map(|(name, _)| name.clone())
        {
            graph.remove(&lowest);
            graph.values_mut().for_each(|named| {
                named.remove(&lowest);
            });
        }
        assert!(graph.is_empty(), "{library}: a circle is among {graph:#?}");
    }
}

/// The graph of the modules in the folder `src`.
fn graph(src: &Path) -> Graph {
    let mut texts = BTreeMap::new();
    for entry in fs::read_dir(src).expect("the library has sources").flatten() {
        let path = entry.path();
        let name = path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
        if name != "lib" {
            texts.entry(name).or_insert_with(String::new).push_str(&code(&path));
        }
    }
    let named = |(name, text): (&String, &String)| {
        let mut named: BTreeSet<_> = text.split("crate::").skip(1).map(first_word).collect();
        // A name of the root would hide the module it comes from.
        let strange = named.iter().find(|named| !texts.contains_key(*named));
        assert!(strange.is_none(), "{}: {name} names crate::{}", src.display(), strange.unwrap_or(name));
        named.remove(name);
        (name.clone(), named)
    };
    texts.iter().map(named).collect()
}

/// The code of a file, or of all files in a folder: without comments, tests, and macros for other crates.
fn code(path: &Path) -> String {
    if path.is_dir() {
        let files = fs::read_dir(path).into_iter().flatten().flatten();
        return files.map(|entry| code(&entry.path())).collect();
    }
    let text = fs::read_to_string(path).expect("sources are text");
    let text = text.split("#[cfg(test)]").next().unwrap_or_default();
    let lines =
        text.lines().filter(|line| !line.trim_start().starts_with("//") && !line.contains("$crate::"));
    lines.flat_map(|line| [line, "\n"]).collect()
}

fn first_word(text: &str) -> String {
    text.chars().take_while(|letter| letter.is_alphanumeric() || *letter == '_').collect()
}
