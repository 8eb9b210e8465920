//! `md2 check`: reports errors, exceeded engine limits and unusual properties of model files, for people, scripts and build pipelines.

mod json;
mod sarif;
mod text;

use std::path::PathBuf;

use clap::{Args, ValueEnum};
use md2_assets::FolderCache;
use md2_load::{CheckOptions, Report};

use crate::failure::Failure;
use crate::failures::Failures;
use crate::inputs::{self, SearchArgs};
use crate::output;
use md2_scene::findings::{self, CheckedFile, EngineFilter, SEVERITIES};

const MAX_CACHED_NAMES: usize = 100_000;

pub(crate) const EXAMPLES: &str = "\
Examples:
  md2 check tris.md2
  md2 check --engine vanilla --fail-on warning models/
  md2 check --severity error baseq2/
  md2 check --format sarif models/ > check.sarif";

#[derive(Debug, Args)]
pub struct CheckArgs {
    /// The models to check: files, folders, archives (PAK, PK3), or `-` for standard input.
    #[arg(value_name = "FILE", required = true)]
    pub(crate) files: Vec<PathBuf>,

    #[command(flatten)]
    pub(crate) search: SearchArgs,

    /// Show only findings that concern this engine, such as `vanilla`, `yquake2` or `q2pro`. An unknown name prints all engine names.
    /// Findings about the format itself are always shown, and so are all findings for formats that the engine does not read.
    #[arg(long, value_name = "ENGINE|all", default_value = "all", value_parser = findings::parse_engine)]
    pub(crate) engine: EngineFilter,

    /// Exit with code 1 if there is a finding of this or a higher severity.
    #[arg(long, value_name = "SEVERITY", value_enum, default_value_t = LowestSeverity::Error)]
    pub(crate) fail_on: LowestSeverity,

    /// Show only findings of this or a higher severity. Text then omits files without such findings, and its last line still counts all
    /// findings.
    #[arg(long, value_name = "SEVERITY", value_enum, default_value_t = LowestSeverity::Note)]
    pub(crate) severity: LowestSeverity,

    /// Output format: text, JSON Lines or SARIF 2.1.0.
    #[arg(long, value_name = "FORMAT", value_enum, default_value_t = Format::Text)]
    pub(crate) format: Format,

    /// Print JSON Lines; the same as `--format json`.
    #[arg(long, conflicts_with = "format")]
    pub(crate) json: bool,

    /// For each file, list at most this number of findings with the same code, and only count the others.
    #[arg(long, value_name = "COUNT", default_value_t = 8)]
    pub(crate) limit: usize,

    /// Explain the code of each finding.
    #[arg(long)]
    pub(crate) explain: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Format {
    Text,
    Json,
    Sarif,
}

/// The values of `--fail-on` and `--severity`: one for each severity, in the order of [`SEVERITIES`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum LowestSeverity {
    /// Errors: the reader of the format rejects the file.
    Error,
    /// Errors and warnings: an engine rejects the file or draws it wrong.
    Warning,
    /// All findings, including unusual but harmless properties.
    Note,
}

pub(crate) fn run(args: &CheckArgs) -> Result<(), Failure> {
    let format = if args.json { Format::Json } else { args.format };
    let options = CheckOptions { max_per_code: args.limit };
    let mut failures = Failures::new(format == Format::Json);
    let mut fails = false;
    let mut folders = FolderCache::default();
    let mut totals = text::CheckTotals::default();
    // A SARIF log is a single JSON document, which is printed at the end.
    let mut sarif = sarif::SarifLog::default();
    for input in inputs::gather(&args.files, args.search) {
        let file = input.as_ref().map_or_else(Failure::place, inputs::Input::label);
        // A full cache would ignore further names, so it is emptied in time.
        if folders.listed_count() > MAX_CACHED_NAMES {
            folders = FolderCache::default();
        }
        let report = input.and_then(|input| Ok((input.read()?, input))).map(|(bytes, input)| {
            let mut report = findings::check_file(&folders, input.path(), &bytes, &options);
            findings::retain_for_engine(&mut report, &args.engine);
            report
        });
        if let Err(failure) = &report {
            failures.add(&file, failure)?;
        }
        let mut checked = CheckedFile { file, outcome: report.map_err(|failure| failure.to_string()) };
        let worst = checked.outcome.as_ref().ok().and_then(Report::worst);
        fails |= worst >= Some(SEVERITIES[args.fail_on as usize]);
        totals.add(&checked);
        let lowest = SEVERITIES[args.severity as usize];
        if let Ok(report) = &mut checked.outcome {
            report.findings.retain(|finding| finding.severity >= lowest);
            report.omitted.retain(|omitted| omitted.severity >= lowest);
        }
        match format {
            Format::Text if args.severity != LowestSeverity::Note && worst < Some(lowest) => {}
            Format::Text => output::print(&findings::report_lines(&checked, args.explain))?,
            Format::Json => {
                let line = |report| json::line(&checked.file, report).and_then(|line| output::print(&line));
                checked.outcome.as_ref().map_or(Ok(()), line)?;
            }
            Format::Sarif => sarif.add(&checked),
        }
    }
    match format {
        Format::Text if totals.files > 1 => output::print(&totals.to_string())?,
        Format::Sarif => output::print(&sarif.into_text()?)?,
        _ => {}
    }
    failures.into_result()?;
    if fails { Err(Failure::AlreadyReported(1)) } else { Ok(()) }
}
