//! `cargo xtask bench`: measures loading, posing and drawing a model, compares the times with a memory copy, and prints a table.
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
const CROWDS: [u32; 4] = [1, 10, 100, 1000];

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
    let model = rows("md2-load", "model_bench", &[file, "model", &seconds])?;
    let mut lines = loading(&model);
    lines.extend(posing(&model));
    print(file, &lines);
    println!("\ndraw, 1280 x 720, 1 sample, no floor");
    for count in CROWDS.map(|count| count.to_string()) {
        match rows("md2-render", "draw_bench", &[file, &count, &seconds]) {
            Ok(drawn) => {
                println!("{}", drawing(&count, &drawn));
                drawing_commands(&drawn).into_iter().for_each(|line| println!("{line}"));
            }
            // If there is no Vulkan device, larger crowds would fail in the same way.
            Err(reason) => {
                println!("  not measured: {reason}");
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

/// Returns the last number in the row of the benchmark's output with this part (such as "A"), name and unit.
fn value(rows: &str, part: &str, name: &str, unit: &str) -> Option<f64> {
    rows.lines().find_map(|line| match line.split('\t').collect::<Vec<_>>()[..] {
        [of, what, _, measure, value] if (of, what, measure) == (part, name, unit) => value.parse().ok(),
        _ => None,
    })
}

#[derive(Debug, PartialEq)]
struct Line {
    what: &'static str,
    nanoseconds: f64,
    rate: String,
    copies: f64,
}

fn loading(rows: &str) -> Vec<Line> {
    let whats = [
        ("copy of the file", "ours-memcpy"),
        ("parse, all checks", "ours-parse"),
        ("load, file order", "ours-load-file-order"),
        ("load, cache order", "ours-load"),
    ];
    let bytes = value(rows, "A", "ours-file", "bytes").unwrap_or(f64::NAN);
    lines(rows, "A", &whats, |ns| format!("{:.2} GB/s", bytes / ns))
}

fn posing(rows: &str) -> Vec<Line> {
    let whats = [
        ("copy of 24 bytes a vertex", "ours-memcpy"),
        ("pose, positions", "ours-positions"),
        ("pose, and normals", "ours-pose"),
        ("pose, columns of positions", "ours-positions-columns"),
        ("pose, and columns of normals", "ours-pose-columns"),
    ];
    let vertices = value(rows, "B", "ours-pose", "vertices").unwrap_or(f64::NAN);
    lines(rows, "B", &whats, |ns| format!("{:.0} M vertices/s", 1e3 * vertices / ns))
}

/// Returns the lines of a table, each with its time relative to the first line, which is a memory copy. `whats` has the text of each line
/// and the name of its row in the benchmark's output. `rate` formats the throughput for a time in nanoseconds.
fn lines(rows: &str, part: &str, whats: &[(&'static str, &str)], rate: impl Fn(f64) -> String) -> Vec<Line> {
    let copy = whats.first().and_then(|(_, name)| value(rows, part, name, "ns")).unwrap_or(f64::NAN);
    let line = |&(what, name): &(&'static str, &str)| {
        let nanoseconds = value(rows, part, name, "ns")?;
        Some(Line { what, nanoseconds, rate: rate(nanoseconds), copies: nanoseconds / copy })
    };
    whats.iter().filter_map(line).collect()
}

fn print(file: &str, lines: &[Line]) {
    println!("{}", file.escape_debug());
    println!("{:<30} {:>12} {:>18} {:>8}", "", "time", "rate", "copies");
    for Line { what, nanoseconds, rate, copies } in lines {
        println!("{what:<30} {:>12} {rate:>18} {copies:>8.1}", time(*nanoseconds));
    }
}

fn drawing(count: &str, rows: &str) -> String {
    let [wall, cpu] = ["ms", "cpu_ms"].map(|unit| value(rows, "C", "ours", unit).unwrap_or(f64::NAN));
    format!("{:<30} {wall:>9.2} ms {cpu:>11.2} ms of CPU", format!("{count} figures"))
}

/// Returns the lines that compare the OpenGL commands of a model with its triangle list; none if the model was not drawn by commands.
fn drawing_commands(rows: &str) -> Vec<String> {
    let of = |name| value(rows, "C", "ours-commands", name);
    let counts = ["strips", "fans", "vertices", "triangles", "list_vertices"].map(of);
    let times = [value(rows, "C", "ours", "ms"), of("ms")];
    let ([Some(strips), Some(fans), Some(sent), Some(triangles), Some(unique)], [Some(list), Some(commands)]) =
        (counts, times)
    else {
        return Vec::new();
    };
    let saved = 3.0 * triangles - sent;
    vec![
        format!(
            "  triangle list {list:>21.2} ms {:>7} draw call, {unique} vertices, {} indices",
            1,
            3.0 * triangles
        ),
        format!(
            "  {strips} strips, {fans} fans {commands:>17.2} ms {:>7} draw calls, {sent} vertices, {saved} saved",
            strips + fans
        ),
    ]
}

fn time(nanoseconds: f64) -> String {
    match nanoseconds {
        ns if ns < 1e3 => format!("{ns:.0} ns"),
        ns if ns < 1e6 => format!("{:.2} us", ns * 1e-3),
        ns => format!("{:.2} ms", ns * 1e-6),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reads_rows_and_ignores_other_lines() {
        let rows = "Compiling\nA\tours-load\tmodel\tns\tmany\na\tb\nA\tours-load\tmodel\tns\t1500";
        assert_eq!(value(rows, "A", "ours-load", "ns"), Some(1500.0));
        assert_eq!(value(rows, "A", "ours-load", "ms"), None);
    }

    #[test]
    fn lines_show_rates_and_copies() {
        let text = "A\tours-file\tm\tbytes\t1000\nA\tours-memcpy\tm\tns\t100\nA\tours-load\tm\tns\t250";
        let found = loading(text);
        let expected = [("copy of the file", "10.00 GB/s", 1.0), ("load, cache order", "4.00 GB/s", 2.5)];
        let found: Vec<_> = found.iter().map(|line| (line.what, line.rate.as_str(), line.copies)).collect();
        assert_eq!(found, expected);
        assert!(posing(text).is_empty());
    }

    #[test]
    fn compares_the_commands_of_a_model_with_its_list() {
        let row = |name: &str, value: &str| format!("C\tours-commands\t1\t{name}\t{value}\n");
        let counts = [
            ("strips", "3"),
            ("fans", "2"),
            ("vertices", "40"),
            ("triangles", "30"),
            ("list_vertices", "25"),
        ];
        let rows: String = counts.iter().map(|(name, value)| row(name, value)).collect();
        assert!(drawing_commands(&rows).is_empty(), "without times");
        let lines = drawing_commands(&(rows + &row("ms", "1.5") + "C\tours\t1\tms\t0.5")).join("; ");
        for part in
            ["0.50 ms", "25 vertices, 90 indices", "3 strips, 2 fans", "1.50 ms", "5 draw calls", "50 saved"]
        {
            assert!(lines.contains(part), "{part}: {lines}");
        }
    }

    #[test]
    fn formats_times_with_a_suitable_unit() {
        assert_eq!([73.4, 1_234.0, 56_789_000.0].map(time), ["73 ns", "1.23 us", "56.79 ms"]);
    }

    #[test]
    fn rejects_seconds_that_are_not_positive() {
        assert_eq!(positive("0.25"), Ok(0.25));
        assert!(["0", "-1", "inf", "soon"].iter().all(|text| positive(text).is_err()));
    }
}
