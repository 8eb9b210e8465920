//! `md2 check`: everything that is wrong or odd about model files, for people, scripts and build pipelines.

mod github;
mod json;
mod sarif;
mod text;

use std::path::PathBuf;

use clap::{Args, ValueEnum};
use md2_load::{CheckOptions, Report, Severity};

use crate::failure::{Failure, Failures};
use crate::{inputs, output};
use md2_browse::findings::{self, CheckedFile, EngineFilter};

/// Shown below `--help`.
pub(crate) const EXAMPLES: &str = "\
Examples:
  md2 check tris.md2
  md2 check --engine vanilla --fail-on warning models/
  md2 check --format sarif models/ > check.sarif
  md2 check --format github --fail-on warning models/";

#[derive(Debug, Args)]
pub struct CheckArgs {
    /// The models to check: files, folders and archives (PAK, PK3) with models anywhere below them, or `-` for standard input.
    #[arg(value_name = "FILE", required = true)]
    pub(crate) files: Vec<PathBuf>,

    /// Leave away what does not concern this engine: `vanilla`, `yquake2` or `q2pro`, and those that the findings on MDL and
    /// MD3 name. What concerns the format itself stays, and so does all about formats that the engine does not read.
    #[arg(long, value_name = "ENGINE|all", default_value = "all", value_parser = findings::parse_engine)]
    pub(crate) engine: EngineFilter,

    /// The gravest findings that may be there: exit with 1 where there are findings at or above this severity.
    #[arg(long, value_name = "SEVERITY", value_enum, default_value_t = FailOn::Error)]
    pub(crate) fail_on: FailOn,

    /// How the findings are written: for people, as JSON lines, as SARIF 2.1.0, or as annotations of GitHub's workflows.
    #[arg(long, value_name = "FORMAT", value_enum, default_value_t = Format::Text)]
    pub(crate) format: Format,

    /// The same as `--format json`.
    #[arg(long, conflicts_with = "format")]
    pub(crate) json: bool,

    /// List at most this many findings of each code in a file, and count the others.
    #[arg(long, value_name = "COUNT", default_value_t = 8)]
    pub(crate) limit: usize,

    /// Say of each finding what its code means.
    #[arg(long)]
    pub(crate) explain: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Format {
    Text,
    Json,
    Sarif,
    Github,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum FailOn {
    /// What the format's reader refuses.
    Error,
    /// Also what some engine refuses or draws wrong.
    Warning,
    /// Also what is odd and harmless.
    Note,
}

impl FailOn {
    const fn severity(self) -> Severity {
        match self {
            Self::Error => Severity::Error,
            Self::Warning => Severity::Warning,
            Self::Note => Severity::Note,
        }
    }
}

/// Writes what is found to standard output, and goes on past what cannot be read.
///
/// # Errors
/// If there are findings at or above what the arguments allow, or a file cannot be read.
pub(crate) fn run(args: &CheckArgs) -> Result<(), Failure> {
    let format = if args.json { Format::Json } else { args.format };
    let options = CheckOptions { max_per_code: args.limit };
    let mut failures = Failures::default();
    let mut fails = false;
    let mut totals = text::CheckTotals::default();
    // SARIF is one document.
    let mut sarif = sarif::SarifLog::default();
    for input in inputs::gather(&args.files) {
        let file = input.as_ref().map_or_else(|_| String::new(), inputs::Input::label);
        let report = input.and_then(|input| input.read()).map(|bytes| {
            let mut report = md2_load::check(&bytes, &options);
            findings::retain_for_engine(&mut report, &args.engine);
            report
        });
        if let Err(failure) = &report {
            failures.add(failure);
        }
        let checked = CheckedFile { file, outcome: report.map_err(|failure| failure.to_string()) };
        let worst = checked.outcome.as_ref().ok().and_then(Report::worst);
        fails |= worst >= Some(args.fail_on.severity());
        match format {
            Format::Text => {
                totals.add(&checked);
                output::print(&findings::lines(&checked, args.explain))?;
            }
            Format::Json => output::print(&json::line(&checked)?)?,
            Format::Github => output::print(&github::lines(&checked))?,
            Format::Sarif => sarif.add(&checked),
        }
    }
    match format {
        Format::Text if totals.files() > 1 => output::print(&totals.to_string())?,
        Format::Sarif => output::print(&sarif.into_text()?)?,
        _ => {}
    }
    failures.into_result()?;
    if fails { Err(Failure::AlreadyReported(1)) } else { Ok(()) }
}
