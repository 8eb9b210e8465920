//! Running the program in tests.

pub(crate) mod gltf;

use std::process::Command;

pub(crate) use md2_testdata::TempFolder;
pub(crate) use md2_testdata::program::{code, stderr, stdout};

/// Returns a command that runs the program, without variables that change its log.
pub(crate) fn md2() -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_md2"));
    command.env_remove("RUST_LOG");
    command
}

pub(crate) fn triangle() -> Vec<u8> {
    md2_testdata::one_triangle().build().bytes().to_vec()
}

/// Returns the JSON on standard output of a successful run.
pub(crate) fn json(output: &std::process::Output) -> serde_json::Value {
    assert_eq!(code(output), 0, "{}", stderr(output));
    serde_json::from_slice(&output.stdout).unwrap()
}
