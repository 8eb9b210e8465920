//! Tests the help and the log of the program.

use crate::common::{TempFolder, code, md2, stderr, stdout};

#[test]
fn help_and_version_exit_with_0() {
    for arguments in [vec!["--help"], vec!["--version"], vec!["info", "--help"], vec!["help", "export"]] {
        let output = md2().args(&arguments).output().unwrap();
        assert_eq!((code(&output), stderr(&output)), (0, String::new()), "{arguments:?}");
        assert!(!stdout(&output).contains("md2-viewer"), "{}", stdout(&output));
    }
}

#[test]
fn requested_log_lines_name_their_module() {
    let folder = TempFolder::new();
    let mut file = md2_testdata::one_triangle().build();
    let path = folder.file("a.md2", file.set_i32("version", 9).bytes());
    let output = md2().env("RUST_LOG", "warn").arg("info").arg(path).output().unwrap();
    assert!(stderr(&output).contains("WARN md2_tool::"), "{}", stderr(&output));
}
