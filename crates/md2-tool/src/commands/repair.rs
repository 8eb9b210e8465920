//! `md2 repair`: writes the readable part of a damaged model as a valid file.

use std::fmt::Write as _;
use std::path::PathBuf;

use clap::Args;
use md2_load::SalvagedFile;
use serde::Serialize;

use crate::failure::Failure;
use crate::inputs::{self, Input};
use crate::output::{self, Overwrite};
use crate::repaired;
use crate::report::{json_line, print_beside, print_failure};
use md2_scene::text::message;

pub(crate) const EXAMPLES: &str = "\
Examples:
  md2 repair broken.md2 -o repaired.md2
  md2 repair broken.md2 -o - | md2 check -";

#[derive(Debug, Args)]
pub struct RepairArgs {
    /// The damaged model, or `-` for standard input.
    #[arg(value_name = "FILE")]
    pub(crate) file: PathBuf,

    /// The file to write, or `-` for standard output. An undamaged model is copied.
    #[arg(short, long, value_name = "FILE")]
    pub(crate) output: PathBuf,

    #[command(flatten)]
    pub(crate) overwrite: Overwrite,

    /// Print JSON instead of text.
    #[arg(long)]
    pub(crate) json: bool,
}

/// The report of a repair. Scripts rely on the names of the fields: see `docs/json/repair.schema.json`.
#[derive(Debug, Serialize)]
struct RepairReport<'a> {
    file: String,
    output: String,
    output_bytes: usize,
    /// The damage; `None` if there was nothing to repair.
    damage: Option<String>,
    repairs: &'a [String],
    /// Whether the repair restored the original file completely. This is possible if a program treated the file as text and converted line
    /// breaks. The output is then identical to the file before the damage.
    restored: bool,
}

/// Writes the repaired file. Prints a report to standard output, or to standard error if the file itself is written to standard output.
pub(crate) fn run(args: &RepairArgs) -> Result<(), Failure> {
    let input = inputs::single_file(&args.file, "repair")?;
    repair(args, &input).or_else(|failure| {
        let has_json = args.json && !output::is_standard_output(&args.output);
        print_failure(has_json, &input.label(), &failure)?;
        Err(failure)
    })
}

fn repair(args: &RepairArgs, input: &Input) -> Result<(), Failure> {
    output::check(&args.output, args.overwrite, [args.file.as_path()])?;
    let bytes = input.read()?;
    let salvaged = repaired::repair(&bytes).map_err(|error| {
        Failure::File(anyhow::Error::from(error).context(format!("cannot repair {}", input.label())))
    })?;
    output::write(&args.output, &salvaged.bytes, args.overwrite)?;

    let report = RepairReport {
        file: input.label(),
        output: args.output.display().to_string(),
        output_bytes: salvaged.bytes.len(),
        damage: salvaged.verdict.reason().map(ToString::to_string),
        repairs: &salvaged.repairs,
        restored: salvaged.is_restored && !salvaged.repairs.is_empty(),
    };
    let text = if args.json { json_line(&report)? } else { format_report(&report, &salvaged) };
    print_beside(&args.output, &text)
}

fn format_report(report: &RepairReport<'_>, salvaged: &SalvagedFile<'_>) -> String {
    let (file, output) = (message(&report.file), message(&report.output));
    let Some(damage) = &report.damage else {
        return format!("{file}: nothing to repair; copied to {output}\n");
    };
    let mut text = format!("{file} is damaged: {}\n", message(damage));
    if report.repairs.is_empty() {
        let _ =
            writeln!(text, "{output}: {} bytes, a copy: the damage cannot be repaired", report.output_bytes);
        return text;
    }
    for repair in report.repairs {
        let _ = writeln!(text, "  {}", message(repair));
    }
    let lost = match (salvaged.is_restored, salvaged.keeps_all) {
        (true, _) => "identical to the file before the damage",
        (false, true) => "no known loss",
        (false, false) => "some data is lost",
    };
    let _ = writeln!(text, "{output}: {} bytes, {lost}", report.output_bytes);
    text
}
