//! `cargo xtask test`: runs all tests of the workspace.

use std::collections::BTreeMap;
use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};
use std::process::Stdio;
use std::{env, fs, process};

use crate::failure::Failure;
use crate::files::named;
use crate::setup::Purpose;
use crate::{cargo, layer, setup};

/// The arguments of cargo for the tests that draw with Vulkan: those of the renderer, and those that compare drivers or open a window.
const DRAWING: [&[&str]; 2] = [&["-p", "md2-render"], &["-p", "md2-tests", "--test", "window"]];

pub(crate) fn test(arguments: &[String]) -> Result<(), Failure> {
    let (arguments, may_set_up) = setup::split_no_setup(arguments);
    let (arguments, driver) = split_driver(arguments)?;
    if may_set_up {
        setup::setup(Purpose::Test)?;
    }
    let skipped = SkipList::new();
    let mut total = Tally::default();
    let is_for_packages =
        arguments.iter().any(|argument| argument.starts_with("-p") || argument.starts_with("--package"));
    let results: Vec<_> = if is_for_packages {
        vec![run(&[], &arguments, driver.as_deref(), &skipped, &mut total)]
    } else if driver.is_some() {
        DRAWING.map(|tests| run(tests, &arguments, driver.as_deref(), &skipped, &mut total)).into()
    } else {
        vec![run(&["--workspace"], &arguments, None, &skipped, &mut total)]
    };
    let skipped = skipped.read();
    for (test, reason) in &skipped {
        println!("skipped {test}: {reason}");
    }
    println!("{}", total.sentence(skipped.len()));
    results.into_iter().collect()
}

/// Removes the option `--driver` from the arguments before `--`. Returns the other arguments and the file of the Vulkan driver.
fn split_driver(mut arguments: Vec<String>) -> Result<(Vec<String>, Option<PathBuf>), Failure> {
    let ours = arguments.iter().take_while(|argument| *argument != "--");
    let Some(place) = ours.clone().position(|argument| argument == "--driver") else {
        return Ok((arguments, None));
    };
    if place + 1 == ours.count() {
        return Err(String::from("--driver needs the JSON file of a Vulkan driver"));
    }
    let file = PathBuf::from(arguments.drain(place..place + 2).next_back().unwrap_or_default());
    Ok((arguments, Some(named(&file, file.canonicalize())?)))
}

/// Runs `cargo test` for these packages, prints its output, and adds its results to `total`.
fn run(
    packages: &[&str],
    arguments: &[String],
    driver: Option<&Path>,
    skipped: &SkipList,
    total: &mut Tally,
) -> Result<(), Failure> {
    let mut command = cargo::cargo();
    command.arg("test").args(packages).arg("--no-fail-fast").args(arguments);
    // Incremental compilation data needs a third of the build folder and saves little time here.
    if env::var_os("CARGO_INCREMENTAL").is_none() {
        command.env("CARGO_INCREMENTAL", "0");
    }
    if let Some(driver) = driver {
        // Loaders before version 1.3.207 read the second variable.
        command.env("VK_DRIVER_FILES", driver).env("VK_ICD_FILENAMES", driver);
        command.env("MD2_SECOND_DRIVER", driver);
    }
    // The setup has installed software Vulkan, so a test must fail if it finds no Vulkan device.
    command.env("MD2_REQUIRE_VULKAN", "1").env("MD2_SKIP_LIST", &skipped.path).envs(layer::workaround());
    let mut child = command
        .stdout(Stdio::piped())
        .spawn()
        .map_err(|error| format!("{}: {error}", cargo::describe(&command)))?;
    if let Some(output) = child.stdout.take() {
        for line in BufReader::new(output).split(b'\n').map_while(Result::ok) {
            let line = String::from_utf8_lossy(&line);
            println!("{line}");
            total.add(&line);
        }
    }
    let status = child.wait().map_err(|error| format!("{}: {error}", cargo::describe(&command)))?;
    if status.success() { Ok(()) } else { Err(format!("{}: {status}", cargo::describe(&command))) }
}

/// The file in which tests report that they were skipped.
struct SkipList {
    path: PathBuf,
}

impl SkipList {
    fn new() -> Self {
        Self { path: env::temp_dir().join(format!("md2-skipped-{}", process::id())) }
    }

    fn read(self) -> BTreeMap<String, String> {
        let list = fs::read_to_string(&self.path).unwrap_or_default();
        // The file exists only if a test was skipped.
        let _ = fs::remove_file(&self.path);
        let mut tests = BTreeMap::new();
        for (test, reason) in list.lines().filter_map(|line| line.split_once('\t')) {
            tests.entry(test.to_owned()).or_insert_with(|| reason.to_owned());
        }
        tests
    }
}

#[derive(Debug, Default)]
struct Tally {
    passed: u64,
    failed: u64,
    ignored: u64,
}

impl Tally {
    /// Adds the last line of a test program: `test result: ok. 3 passed; 0 failed; 0 ignored; ...`. Other lines are ignored. For a program
    /// that crashed, cargo prints an error and fails.
    fn add(&mut self, line: &str) {
        let Some(result) = line.strip_prefix("test result: ") else { return };
        let words: Vec<&str> = result.split([' ', ';']).collect();
        for pair in words.windows(2) {
            let Ok(count) = pair[0].parse::<u64>() else { continue };
            match pair[1] {
                "passed" => self.passed += count,
                "failed" => self.failed += count,
                "ignored" => self.ignored += count,
                _ => {}
            }
        }
    }

    /// Returns the summary of all tests as a sentence. Test programs count the `skipped` tests as passed.
    fn sentence(&self, skipped: usize) -> String {
        let Self { failed, ignored, .. } = *self;
        let skipped = skipped as u64;
        let mut sentence = format!("{} passed, {failed} failed", self.passed.saturating_sub(skipped));
        let rest = [(skipped, "skipped"), (ignored, "ignored")];
        for (count, what) in rest.into_iter().filter(|(count, _)| *count > 0) {
            sentence += &format!(", {count} {what}");
        }
        sentence
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sums_only_result_lines() {
        let mut total = Tally::default();
        for line in [
            "running 5 passed tests",
            "test result: ok. 3 passed; 0 failed; 0 ignored; 0 measured; 0 filtered out; finished in 0.72s",
            "test result: FAILED. 2 passed; 4 failed; 1 ignored; 0 measured; 0 filtered out; finished in 0.72s",
        ] {
            total.add(line);
        }
        assert_eq!(total.sentence(1), "4 passed, 4 failed, 1 skipped, 1 ignored");
    }

    #[test]
    fn the_driver_is_a_file_before_the_dashes() {
        let words = |words: &[&str]| words.iter().map(|word| (*word).to_owned()).collect::<Vec<_>>();
        let manifest =
            Path::new(env!("CARGO_MANIFEST_DIR")).join("Cargo.toml").canonicalize().expect("a file");
        let name = manifest.display().to_string();
        let found = split_driver(words(&["a", "--driver", &name, "--", "b"])).expect("the file exists");
        assert_eq!(found, (words(&["a", "--", "b"]), Some(manifest)));
        let others = words(&["a", "--", "--driver", "x"]);
        assert_eq!(split_driver(others.clone()), Ok((others, None)));
        assert!(split_driver(words(&["--driver"])).is_err_and(|error| error.contains("needs")));
        assert!(
            split_driver(words(&["--driver", "/none/icd.json"]))
                .is_err_and(|error| error.contains("icd.json"))
        );
    }
}
