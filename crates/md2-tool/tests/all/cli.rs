//! Tests the log of the program.

use crate::common::{TempFolder, md2, stderr};

#[test]
fn requested_log_lines_name_their_module() {
    let folder = TempFolder::new();
    let mut file = md2_testdata::one_triangle().build();
    let path = folder.file("a.md2", file.set_i32("version", 9).bytes());
    let output = md2().env("RUST_LOG", "warn").arg("info").arg(path).output().unwrap();
    assert!(stderr(&output).contains("WARN md2_tool::"), "{}", stderr(&output));
}
