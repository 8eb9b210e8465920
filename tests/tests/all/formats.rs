//! Tests that code right of `md2-load` asks a format what it can do (`Format::features`), instead of comparing it with one of the formats.

use std::fs;

use crate::tidy;

const CRATES: [&str; 7] =
    ["md2-kit", "md2-scene", "md2-stage", "md2-browse", "md2-tool", "md2-panels", "md2-viewer"];
/// The modules that write a format. Each asks whether a model already has this format.
const WRITERS: [&str; 3] = ["export/md2.rs", "export/mdl.rs", "export/md3.rs"];

#[test]
fn only_the_table_of_formats_names_them() {
    let names =
        ["Format", "FileKind"].map(|kind| ["Md2", "Mdl", "Md3"].map(|format| format!("{kind}::{format}")));
    for name in CRATES {
        for path in tidy::files(&format!("crates/{name}/src"), "rs") {
            let is_test =
                path.ends_with("tests.rs") || path.components().any(|part| part.as_os_str() == "tests");
            if is_test || WRITERS.iter().any(|writer| path.ends_with(writer)) {
                continue;
            }
            let text = fs::read_to_string(&path).expect("sources are text");
            // Tests are at the end of a file.
            let code = text.split("#[cfg(test)]").next().unwrap_or_default();
            // Longer names, such as `ImageFormat`, are about other formats.
            let is_named = |name: &&String| {
                code.match_indices(&**name).any(|(at, _)| !code[..at].ends_with(char::is_alphanumeric))
            };
            let named: Vec<_> = names.as_flattened().iter().filter(is_named).collect();
            assert!(named.is_empty(), "{}: {named:?}: use `Format::features`", path.display());
        }
    }
}
