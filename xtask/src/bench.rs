//! `cargo xtask bench`: measures loading, posing and drawing a model, compares the times with a memory copy and with simple ways to
//! draw, and prints a table. It needs no display.
//!
//! The numbers come from two programs in release builds, `model_bench` of md2-load and `draw_bench` of md2-render. The command does not
//! fail if a time is long, since other programs on the machine would make such a limit unreliable.

use std::path::PathBuf;

use crate::cargo::{self, root};
use crate::failure::Failure;
use crate::files::named;

const OWN_FIGURE: &str = "assets/wanderer/tris.md2";
/// The default time for each measurement, in seconds.
const SECONDS: f64 = 1.0;
const CROWDS: [u32; 5] = [1, 100, 1_000, 10_000, 100_000];

pub(crate) fn bench(arguments: &[String]) -> Result<(), Failure> {
    let (file, seconds) = match arguments {
        [] => (root().join(OWN_FIGURE), SECONDS),
        [file] => (PathBuf::from(file), SECONDS),
        [file, seconds] => (PathBuf::from(file), positive(seconds)?),
        _ => return Err("expected at most two arguments: MODEL and SECONDS".into()),
    };
    let file = named(&file, file.canonicalize())?;
    let file = file.to_str().ok_or("the model's path is not UTF-8")?;
    let seconds = seconds.to_string();
    println!("{}\n{:<32} {:>14} {:>18}", file.escape_debug(), "", "", "copies of memory");
    print(&rows("md2-load", "model_bench", &[file, "model", &seconds])?);
    for count in CROWDS.map(|count| count.to_string()) {
        println!("\n{count} figures, 1280 x 720, 1 sample, no floor");
        match rows("md2-render", "draw_bench", &[file, &count, &seconds, "peers"]) {
            Ok(drawn) => print(&drawn),
            // If there is no Vulkan device, larger crowds would fail in the same way.
            Err(reason) => {
                println!("not measured: {reason}");
                break;
            }
        }
    }
    Ok(())
}

fn positive(text: &str) -> Result<f64, Failure> {
    let seconds = text.parse().ok().filter(|seconds: &f64| *seconds > 0.0 && seconds.is_finite());
    seconds.ok_or_else(|| format!("\"{}\" is not a positive number of seconds", text.escape_debug()))
}

fn rows(package: &str, example: &str, arguments: &[&str]) -> Result<String, Failure> {
    let mut command = cargo::cargo();
    command.args(["run", "--quiet", "--release", "--package", package, "--example", example, "--"]);
    let output = cargo::output(command.args(arguments))?;
    Ok(String::from_utf8_lossy(&output).into_owned())
}

fn print(rows: &str) {
    table(rows).iter().for_each(|line| println!("{line}"));
}

/// Returns the lines of a table for the rows of a benchmark, which consist of a part such as `A`, an operation, a case, a unit and a value,
/// separated by tabs. Times in nanoseconds are also relative to the copy of memory of the same part.
fn table(rows: &str) -> Vec<String> {
    let rows = || {
        rows.lines().filter_map(|line| match line.split('\t').collect::<Vec<_>>()[..] {
            [part, what, _, unit, value] => Some((part, what, unit, value.parse::<f64>().ok()?)),
            _ => None,
        })
    };
    let line = |(part, what, unit, value): (&str, &str, &str, f64)| {
        let what = what.trim_start_matches("ours-");
        let is_copy = |&(of, what, ..): &(&str, &str, &str, f64)| (of, what) == (part, "ours-memcpy");
        let copies = rows().find(is_copy).filter(|_| unit == "ns").map(|(.., copy)| value / copy);
        let copies = copies.map_or_else(String::new, |copies| format!(" {copies:>18.1}"));
        format!("{what:<20} {unit:<11} {value:>14.2}{copies}")
    };
    rows().map(line).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn relates_times_to_copies_of_memory() {
        let rows = "Compiling\nA\tours-memcpy\tm\tns\t100\nA\tours-load\tm\tns\t250\nC\tours\t1\tms\t1.5";
        let found: Vec<Vec<String>> =
            table(rows).iter().map(|line| line.split_whitespace().map(str::to_owned).collect()).collect();
        assert_eq!(found[1], ["load", "ns", "250.00", "2.5"]);
        assert_eq!(found[2], ["ours", "ms", "1.50"]);
    }
}
