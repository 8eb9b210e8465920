//! `md2 diff`: compares the content of two models, regardless of how their files store it.

mod compare;
mod distance;
mod text;

use std::path::PathBuf;

use clap::Args;
use md2_load::{LoadOptions, LoadedModel, NormalSource};
use serde::Serialize;

use crate::failure::Failure;
use crate::inputs::{self, Input};
use crate::report::{json_line, print_failure};
use crate::{args, output, repaired};
use compare::Difference;

pub(crate) const EXAMPLES: &str = "\
Examples:
  md2 diff old.md2 new.md2
  md2 diff --tolerance 0.2 --json old.md2 new.md2

Exit codes: 0 if the models are equal, 1 if they differ, 2 if one cannot be read (as with diff(1)).";

#[derive(Debug, Args)]
pub struct DiffArgs {
    /// The first model, or `-` for standard input.
    #[arg(value_name = "A")]
    pub(crate) a: PathBuf,

    /// The second model, or `-` for standard input.
    #[arg(value_name = "B")]
    pub(crate) b: PathBuf,

    /// Treat vertices as equal if they are at most this distance apart.
    #[arg(long, value_name = "UNITS", default_value_t = 0.0, value_parser = args::parse_not_negative)]
    pub(crate) tolerance: f32,

    /// Print JSON instead of text.
    #[arg(long)]
    pub(crate) json: bool,
}

/// The report of a comparison. Scripts rely on the names of the fields: see `docs/json/diff.schema.json`.
#[derive(Debug, Serialize)]
struct DiffReport {
    a: String,
    b: String,
    #[serde(flatten)]
    difference: Difference,
}

pub(crate) fn run(args: &DiffArgs) -> Result<(), Failure> {
    let [a, b] = [inputs::single_file(&args.a, "diff")?, inputs::single_file(&args.b, "diff")?];
    if a.path().is_none() && b.path().is_none() {
        return Err(Failure::Usage(String::from("standard input (-) was given twice")));
    }
    let load = |input: &Input| {
        load(input).map_err(with_exit_code_2).or_else(|failure| {
            print_failure(args.json, &input.label(), &failure)?;
            Err(failure)
        })
    };
    let ((a, bytes_a, model_a), (b, bytes_b, model_b)) = (load(&a)?, load(&b)?);
    let difference = compare::compare(&model_a, &model_b, args.tolerance, bytes_a == bytes_b);
    let is_equal = difference.equal;
    let report = DiffReport { a, b, difference };
    let text = if args.json { json_line(&report).map_err(with_exit_code_2)? } else { report.to_string() };
    output::print(&text).map_err(with_exit_code_2)?;
    if is_equal { Ok(()) } else { Err(Failure::AlreadyReported(1)) }
}

fn load(input: &Input) -> Result<(String, Vec<u8>, LoadedModel), Failure> {
    let bytes = input.read()?;
    let options = LoadOptions {
        // The normals of the file are used, since recomputed normals would hide differences.
        normals: NormalSource::FromFile,
        optimize_vertex_cache: false,
        ..LoadOptions::default()
    };
    let loaded = md2_load::load(&bytes, &options);
    let failed = |error| {
        let error = anyhow::Error::from(error).context(format!("cannot open {}", input.label()));
        Failure::File(anyhow::anyhow!("{error:#}{}", repaired::advice(&bytes)))
    };
    let loaded = loaded.map_err(failed)?;
    Ok((input.label(), bytes, loaded))
}

/// Changes the exit code of an unreadable file from 1 to 2, since 1 means that the models differ.
fn with_exit_code_2(failure: Failure) -> Failure {
    match failure {
        Failure::File(error) => Failure::Usage(format!("{error:#}")),
        other => other,
    }
}
