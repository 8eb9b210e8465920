//! `cargo xtask python` and `cargo xtask blender`: run `crates/md2-python/tasks.py`, which builds and tests what Python needs.

use std::process::{Command, Stdio};

use crate::failure::Failure;
use crate::{cargo, setup};

pub(crate) fn python(arguments: &[String]) -> Result<(), Failure> {
    run("python", arguments)
}

pub(crate) fn blender(arguments: &[String]) -> Result<(), Failure> {
    run("blender", arguments)
}

fn run(task: &str, arguments: &[String]) -> Result<(), Failure> {
    let Some(program) = setup::program("python3") else {
        return cargo::not_checked("the module for Python", "python3 is missing");
    };
    let mut python = Command::new(program);
    python.arg(cargo::root().join("crates/md2-python/tasks.py")).arg(cargo::target_dir()?.join("python"));
    cargo::run(python.arg(task).args(arguments).stdin(Stdio::null()))
}
