//! `md2 catalog`: writes a page and a list of all models in folders and archives.
//!
//! The command examines the models in parallel and appends a line for each model to a temporary file ([`spool`]). Then it sorts these lines
//! and writes the list and the page ([`publish`]).

mod entry;
mod page;
mod publish;
mod spool;

use std::io;
use std::num::NonZero;
use std::path::PathBuf;
use std::sync::{Mutex, PoisonError};

use clap::Args;
use indicatif::{ProgressBar, ProgressStyle};

use crate::failure::Failure;
use crate::inputs::{self, SearchArgs};
use crate::output::{self, Overwrite};
use crate::parallel;
use crate::report::count;
use entry::Examiner;
use md2_task::Progress;
use publish::{LIST, PAGE};
use spool::{FinishedSpool, Spool};

#[derive(Debug, Args)]
pub struct CatalogArgs {
    /// Models, folders and archives (PAK, PK3).
    #[arg(value_name = "FILE", required = true)]
    pub(crate) files: Vec<PathBuf>,

    #[command(flatten)]
    pub(crate) search: SearchArgs,

    /// The folder for `index.html` and `catalog.jsonl`.
    #[arg(short, long, value_name = "FOLDER")]
    pub(crate) output: PathBuf,

    #[command(flatten)]
    pub(crate) overwrite: Overwrite,

    /// Width and height of the pictures in pixels.
    #[arg(long, value_name = "PIXELS", default_value_t = 256, value_parser = clap::value_parser!(u32).range(16..=1024))]
    pub(crate) size: u32,

    /// Number of models to examine at the same time; by default one per processor.
    #[arg(long, value_name = "COUNT", value_parser = clap::value_parser!(u32).range(1..=512))]
    pub(crate) jobs: Option<u32>,
}

pub(crate) const EXAMPLES: &str = "\
Examples:
  md2 catalog baseq2/ -o catalog
  jq -r 'select(.error).file' catalog/catalog.jsonl";

pub(crate) fn run(args: &CatalogArgs) -> Result<(), Failure> {
    let folder = &args.output;
    if args.files.iter().any(|file| file.as_os_str() == md2_scene::stdin::STANDARD_INPUT) {
        let text = "catalog does not read standard input (-): pass files, folders or archives";
        return Err(Failure::Usage(String::from(text)));
    }
    let interrupt = crate::interrupt::watch_signals()?;
    output::create_folder(folder)?;
    // The outputs are checked before the work, which may take hours.
    for name in [LIST, PAGE] {
        output::check(&folder.join(name), args.overwrite, args.files.iter().map(PathBuf::as_path))?;
    }
    let spool = examine_all(args, &interrupt)?;
    let totals = publish::publish(spool, folder, args.overwrite, &interrupt)?;
    let page = folder.join(PAGE).display().to_string();
    output::print(&format!(
        "{page}: {}, {} damaged, {} unreadable, {} copies\n",
        count(totals.models, "model"),
        totals.damaged,
        totals.failed,
        totals.copies
    ))?;
    if totals.failed > 0 { Err(Failure::AlreadyReported(1)) } else { Ok(()) }
}

fn examine_all(args: &CatalogArgs, interrupt: &Progress) -> Result<FinishedSpool, Failure> {
    let cannot_store = |error: io::Error| {
        Failure::File(anyhow::Error::new(error).context("cannot store the entries in a temporary file"))
    };
    let spool = Mutex::new(Spool::new().map_err(cannot_store)?);
    let style = ProgressStyle::with_template("{pos} models").map_err(|error| Failure::File(error.into()))?;
    let bar = ProgressBar::no_length().with_style(style);
    let threads = args.jobs.and_then(|jobs| NonZero::new(usize::try_from(jobs).ok()?));
    let inputs = inputs::gather(&args.files, args.search);
    let examined: Result<(), Failure> =
        parallel::try_for_each(inputs, threads, Examiner::default, |examiner, input| {
            interrupt.check()?;
            let line = examiner.examine(input, args.size);
            if let Some(error) = line.entry.error.clone() {
                bar.suspend(|| Failure::File(anyhow::anyhow!(error)).print());
            }
            spool.lock().unwrap_or_else(PoisonError::into_inner).add(&line).map_err(cannot_store)?;
            bar.inc(1);
            Ok(())
        });
    bar.finish_and_clear();
    examined?;
    Ok(spool.into_inner().unwrap_or_else(PoisonError::into_inner).finish())
}
