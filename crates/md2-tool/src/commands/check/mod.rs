//! `md2 check`: reports errors, exceeded engine limits and unusual properties of model files, for people, scripts and build pipelines.

mod json;
mod sarif;
mod text;

use std::path::PathBuf;

use clap::{Args, ValueEnum};
use md2_assets::FolderCache;
use md2_load::{CheckOptions, Report, Severity};

use crate::failure::Failure;
use crate::failures::Failures;
use crate::inputs::{self, SearchArgs};
use crate::output;
use md2_scene::findings::{self, CheckedFile, EngineFilter, SEVERITIES, parse_engine};

const MAX_CACHED_NAMES: usize = 100_000;

pub(crate) const EXAMPLES: &str = "\
Examples:
  md2 check tris.md2
  md2 check --engine vanilla --fail-on warning models/
  md2 check --severity error baseq2/
  md2 check --format sarif models/ > check.sarif
  md2 check --mod models.pk3 --engine q2pro";

#[derive(Debug, Args)]
pub struct CheckArgs {
    /// The models to check: files, folders, archives (PAK, PK3), or `-` for standard input.
    #[arg(value_name = "FILE", required_unless_present = "game_mod")]
    pub(crate) files: Vec<PathBuf>,

    /// Check a whole mod, a folder or an archive: its models, and its skins, scripts and definitions against each other. Text lists the
    /// findings by severity. Notes about single models are not included: `check FILE` lists them.
    #[arg(long = "mod", value_name = "DIR|FILE.pk3", conflicts_with = "files")]
    pub(crate) game_mod: Option<PathBuf>,

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

    /// For each file, list at most this number of findings with the same code, and only count the others. The default is 8, and 1 for the
    /// models of a mod.
    #[arg(long, value_name = "COUNT")]
    pub(crate) limit: Option<usize>,

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
    let options = CheckOptions { max_per_code: args.limit.unwrap_or(8) };
    let in_mod = CheckOptions { max_per_code: args.limit.unwrap_or(1) };
    let mut output = CheckOutput::new(args, format);
    let mut folders = FolderCache::default();
    let mut of_mod =
        args.game_mod.as_ref().map(|root| findings::mod_findings(&folders, root)).unwrap_or_default();
    // A mod with definitions is for GZDoom.
    let is_for_doom = args.game_mod.as_ref().is_some_and(|root| !folders.definitions(root).blocks.is_empty());
    let engine = if is_for_doom && args.engine.name().is_none() {
        parse_engine("gzdoom")
    } else {
        Ok(args.engine.clone())
    };
    let engine = engine.map_err(Failure::Usage)?;
    let files: Vec<PathBuf> = args.files.iter().chain(&args.game_mod).cloned().collect();
    for input in inputs::gather(&files, args.search) {
        let file = input.as_ref().map_or_else(Failure::place, inputs::Input::label);
        // A full cache would ignore further names, so it is emptied in time.
        if folders.listed_count() > MAX_CACHED_NAMES {
            folders = FolderCache::default();
        }
        let report = input.and_then(|input| Ok((input.read()?, input))).map(|(bytes, input)| {
            let mut own = input.path().and_then(|path| of_mod.remove(path)).unwrap_or_default();
            let mut report = match &args.game_mod {
                // The findings about the scripts of a mod are listed once, for the scripts.
                Some(_) => findings::check_alone(&folders, input.path(), &bytes, &in_mod),
                None => findings::check_file(&folders, input.path(), &bytes, &options),
            };
            findings::retain_for_engine(&mut report, &engine);
            if args.game_mod.is_some() {
                // Unusual properties of single models do not concern the mod.
                report.findings.retain(|finding| finding.severity > Severity::Note);
                report.omitted.retain(|omitted| omitted.severity > Severity::Note);
            }
            own.retain(|finding| engine.includes(report.format, &finding.engines));
            report.extend(own, &options);
            report
        });
        if let Err(failure) = &report {
            output.failures.add(&file, failure)?;
        }
        output.add(CheckedFile { file, outcome: report.map_err(|failure| failure.to_string()) })?;
    }
    for (path, found) in of_mod {
        let mut report = Report::default();
        report.extend(found, &options);
        output.add(CheckedFile { file: inputs::label_of(&path), outcome: Ok(report) })?;
    }
    output.finish()
}

/// Prints checked files in a format, and counts their findings.
struct CheckOutput<'a> {
    args: &'a CheckArgs,
    format: Format,
    failures: Failures,
    fails: bool,
    totals: text::CheckTotals,
    /// A SARIF log is a single JSON document, which is printed at the end.
    sarif: sarif::SarifLog,
    /// The files of a mod, whose findings are printed by severity.
    of_mod: Vec<CheckedFile>,
}

impl<'a> CheckOutput<'a> {
    fn new(args: &'a CheckArgs, format: Format) -> Self {
        let (totals, sarif) = Default::default();
        let failures = Failures::new(format == Format::Json);
        Self { args, format, failures, fails: false, totals, sarif, of_mod: Vec::new() }
    }

    fn add(&mut self, mut checked: CheckedFile) -> Result<(), Failure> {
        let args = self.args;
        let worst = checked.outcome.as_ref().ok().and_then(Report::worst);
        self.fails |= worst >= Some(SEVERITIES[args.fail_on as usize]);
        self.totals.add(&checked);
        let lowest = SEVERITIES[args.severity as usize];
        if let Ok(report) = &mut checked.outcome {
            report.findings.retain(|finding| finding.severity >= lowest);
            report.omitted.retain(|omitted| omitted.severity >= lowest);
        }
        match self.format {
            Format::Text if args.severity != LowestSeverity::Note && worst < Some(lowest) => {}
            Format::Text if args.game_mod.is_some() => self.of_mod.push(checked),
            Format::Text => output::print(&findings::report_lines(&checked, args.explain))?,
            Format::Json => {
                let line = |report| json::line(&checked.file, report).and_then(|line| output::print(&line));
                checked.outcome.as_ref().map_or(Ok(()), line)?;
            }
            Format::Sarif => self.sarif.add(&checked),
        }
        Ok(())
    }

    fn finish(self) -> Result<(), Failure> {
        for severity in SEVERITIES {
            for CheckedFile { file, outcome } in &self.of_mod {
                let Ok(report) = outcome else { continue };
                let mut report = report.clone();
                report.findings.retain(|finding| finding.severity == severity);
                report.omitted.retain(|omitted| omitted.severity == severity);
                if report.worst().is_some() {
                    let checked = CheckedFile { file: file.clone(), outcome: Ok(report) };
                    output::print(&findings::report_lines(&checked, self.args.explain))?;
                }
            }
        }
        match self.format {
            Format::Text if self.totals.files > 1 || self.args.game_mod.is_some() => {
                output::print(&self.totals.to_string())?;
            }
            Format::Sarif => output::print(&self.sarif.into_text()?)?,
            _ => {}
        }
        self.failures.into_result()?;
        if self.fails { Err(Failure::AlreadyReported(1)) } else { Ok(()) }
    }
}
