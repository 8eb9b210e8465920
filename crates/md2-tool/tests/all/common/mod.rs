//! Running the program in tests.

pub(crate) mod gltf;
pub(crate) mod schema;

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use serde_json::Value;

pub(crate) use md2_testdata::TempFolder;
pub(crate) use md2_testdata::program::{code, stderr, stdout};

/// Returns a command that runs the program, without environment variables that change the log.
pub(crate) fn md2() -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_md2"));
    command.env_remove("RUST_LOG");
    command
}

pub(crate) fn triangle() -> Vec<u8> {
    md2_testdata::one_triangle().build().bytes().to_vec()
}

pub(crate) fn json(output: &Output) -> Value {
    serde_json::from_slice(&output.stdout)
        .unwrap_or_else(|error| panic!("{error}: {}{}", stdout(output), stderr(output)))
}

pub(crate) fn content(folder: &Path) -> Vec<(PathBuf, Vec<u8>)> {
    files(folder).into_iter().map(|path| (path.clone(), fs::read(path).unwrap())).collect()
}

pub(crate) fn files(folder: &Path) -> Vec<PathBuf> {
    let mut found = Vec::new();
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() { found.extend(files(&path)) } else { found.push(path) }
    }
    found.sort();
    found
}
