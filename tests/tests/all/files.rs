//! Tests that files are opened in one module only.

use std::fs;

use crate::tidy;
use md2_tests::root;

/// The crates that read files from other programs.
const READERS: &str = "md2-common md2-format mdl-format md3-format md2-salvage md2-anim md2-mesh md2-load md2-steady \
    md2-assets md2-kit md2-gltf md2-picture md2-export md2-render md2-scene md2-browse md2-panels md2-stage md2-tool \
    md2-viewer";
/// The only module that opens files for reading.
const READ_MODULE: &str = "crates/md2-assets/src/read.rs";
const OPENS: &[&str] = &["fs::read(", "fs::read_to_string", "File::open", "OpenOptions", "File::options"];
/// The only module that lists folders.
const LIST_MODULE: &str = "crates/md2-assets/src/disk.rs";
/// The modules that open files for writing.
const WRITERS: &[&str] = &[
    "crates/md2-tool/src/output.rs",
    "crates/md2-tool/src/output/staged.rs",
    "crates/md2-tool/src/recovery.rs",
    "crates/md2-tool/src/commands/game_mod/mod.rs",
    "crates/md2-tool/src/commands/catalog/results.rs",
];

/// Whether `path` occurs in the code as a whole name, rather than at the end of a longer name such as `SettingsFile::open`.
fn names(code: &str, path: &str) -> bool {
    code.match_indices(path).any(|(start, _)| !code[..start].ends_with(char::is_alphanumeric))
}

#[test]
fn files_are_opened_in_one_module() {
    let mut seen = 0;
    for reader in READERS.split(' ') {
        for path in tidy::files(&format!("crates/{reader}/src"), "rs") {
            let text = fs::read_to_string(&path).expect("sources are text");
            // Tests are at the end of a file, or in a file `tests.rs`.
            let code = text.split("#[cfg(test)]").next().unwrap_or_default();
            let name = path.strip_prefix(root()).expect("a path below the root").display().to_string();
            let opens: Vec<_> = OPENS.iter().filter(|opens| names(code, opens)).collect();
            seen += usize::from(name == READ_MODULE && !opens.is_empty());
            let may = name == READ_MODULE || WRITERS.contains(&&*name) || path.ends_with("tests.rs");
            assert!(may || opens.is_empty(), "{name}: {opens:?} belongs into {READ_MODULE}");
            let lists = code.contains("read_dir");
            let may = WRITERS.contains(&&*name) || path.ends_with("tests.rs");
            assert!(may || lists == (name == LIST_MODULE), "{name}: read_dir belongs into {LIST_MODULE}");
        }
    }
    assert_eq!(seen, 1, "{READ_MODULE} opens no files");
}
