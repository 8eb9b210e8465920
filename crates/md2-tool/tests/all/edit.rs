//! Tests of `edit`: the written files.

use std::fs;
use std::path::Path;
use std::process::{Output, Stdio};

use crate::common::{TempFolder, code, content, md2, stderr, stdout};
use md2_testdata::with_frames;

fn run(arguments: &[&str], folder: &Path) -> Output {
    md2().arg("edit").args(arguments).current_dir(folder).stdin(Stdio::null()).output().unwrap()
}

#[test]
fn replaces_the_input_only_by_name_and_force() {
    let folder = TempFolder::new();
    folder.file("a.md2", with_frames(["run1", "run2", "death1"]).build().bytes());
    let before = content(&folder);
    let rename = ["a.md2", "--rename", "run=walk", "-o"];
    for (output, force) in [
        ("a.md2", false),
        ("./b/../a.md2", true),
        ("hard.md2", true),
        // Only administrators can make these links on Windows.
        #[cfg(unix)]
        ("link.md2", true),
    ] {
        fs::hard_link(folder.join("a.md2"), folder.join("hard.md2")).unwrap();
        #[cfg(unix)]
        std::os::unix::fs::symlink("a.md2", folder.join("link.md2")).unwrap();
        fs::create_dir_all(folder.join("b")).unwrap();
        let arguments = [&rename[..], &[output], if force { &["--force"] } else { &[] }].concat();
        let refused = run(&arguments, &folder);
        assert_eq!(code(&refused), 2, "{output}: {}", stdout(&refused));
        fs::remove_file(folder.join("hard.md2")).unwrap();
        #[cfg(unix)]
        fs::remove_file(folder.join("link.md2")).unwrap();
        assert_eq!(content(&folder), before);
    }
    let replaced = run(&[&rename[..], &["a.md2", "--force"]].concat(), &folder);
    assert_eq!(code(&replaced), 0, "{}", stderr(&replaced));
    let expected = with_frames(["walk1", "walk2", "death1"]).build();
    assert_eq!(fs::read(folder.join("a.md2")).unwrap(), expected.bytes());
}
