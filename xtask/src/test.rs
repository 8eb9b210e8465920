//! `cargo xtask test`: every test of the workspace.

use std::io::{BufRead, BufReader};
use std::process::Stdio;

use crate::{Failure, cargo, setup};

/// Sets the machine up, runs every test, and closes with the number of tests run.
pub(crate) fn test(arguments: &[String]) -> Result<(), Failure> {
    setup::setup(setup::Purpose::Test)?;
    let mut command = cargo::cargo();
    // Software Vulkan was just set up, so a test that finds no device has found a defect.
    command
        .args(["test", "--workspace"])
        .args(arguments)
        .env("MD2_REQUIRE_VULKAN", "1")
        .stdout(Stdio::piped());
    let mut child = command.spawn().map_err(|error| format!("{}: {error}", cargo::describe(&command)))?;
    let mut total = Tally::default();
    if let Some(output) = child.stdout.take() {
        for line in BufReader::new(output).split(b'\n').map_while(Result::ok) {
            let line = String::from_utf8_lossy(&line);
            println!("{line}");
            total.add(&line);
        }
    }
    let status = child.wait().map_err(|error| format!("{}: {error}", cargo::describe(&command)))?;
    println!("{} passed, {} failed", total.passed, total.failed);
    if status.success() { Ok(()) } else { Err(format!("{}: {status}", cargo::describe(&command))) }
}

/// Test counts summed over the programs that cargo runs.
#[derive(Debug, Default, PartialEq, Eq)]
struct Tally {
    passed: u64,
    failed: u64,
}

impl Tally {
    /// Counts a closing line such as `test result: ok. 3 passed; 0 failed; 0 ignored; ...`; passes over others.
    fn add(&mut self, line: &str) {
        let Some(result) = line.strip_prefix("test result: ") else { return };
        let words: Vec<&str> = result.split([' ', ';']).collect();
        for pair in words.windows(2) {
            let Ok(count) = pair[0].parse::<u64>() else { continue };
            match pair[1] {
                "passed" => self.passed += count,
                "failed" => self.failed += count,
                _ => {}
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sums_closing_lines_and_nothing_else() {
        let mut total = Tally::default();
        total.add("running 5 passed tests");
        total.add(
            "test result: ok. 3 passed; 0 failed; 1 ignored; 0 measured; 0 filtered out; finished in 0.72s",
        );
        total.add("test result: FAILED. 2 passed; 4 failed; 0 ignored; 0 measured; 0 filtered out");
        assert_eq!(total, Tally { passed: 5, failed: 4 });
    }
}
