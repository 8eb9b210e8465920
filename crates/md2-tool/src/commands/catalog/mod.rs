//! `md2 catalog`: writes a page and a list of all models in folders and archives.
//!
//! The command examines the models in parallel and appends a line for each model to a file ([`results`]). Then it sorts these lines and
//! writes the list and the page ([`publish`]). After an interruption, the same command reuses the lines and continues. The list of
//! another run can also be an input, so that the lists of several machines can be joined in one page.

mod entry;
mod page;
mod publish;
mod results;

use std::fs;
use std::hash::{DefaultHasher, Hash as _, Hasher as _};
use std::io;
use std::num::NonZero;
use std::path::{Path, PathBuf};
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
use results::Results;

#[derive(Debug, Args)]
pub struct CatalogArgs {
    /// Models, folders, archives (PAK, PK3), and `catalog.jsonl` files of other runs.
    #[arg(value_name = "FILE", required = true)]
    pub(crate) files: Vec<PathBuf>,

    #[command(flatten)]
    pub(crate) search: SearchArgs,

    /// The folder for `index.html` and `catalog.jsonl`. If a run is interrupted, start it again to continue.
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

const CONTINUE: &str = "run the same command again to continue";

pub(crate) const EXAMPLES: &str = "\
Examples:
  md2 catalog baseq2/ -o catalog
  md2 catalog models/ -o part1                    # one of several machines
  md2 catalog part*/catalog.jsonl -o catalog      # joins their lists
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
    let partial = folder.join(partial_name(args));
    let cannot_write = |error: io::Error| match output::write_failure(&partial, error) {
        Failure::File(error) => Failure::File(anyhow::anyhow!("{error:#}; {CONTINUE}")),
        other => other,
    };
    let mut results = Results::open(&partial).map_err(cannot_write)?;
    let (lists, models): (Vec<_>, Vec<_>) = args.files.iter().cloned().partition(|file| is_list(file));
    for list in &lists {
        interrupt.check().map_err(|_| paused(Failure::Interrupted))?;
        let added = results.add_list(list);
        added
            .map_err(|error| Failure::File(anyhow::Error::new(error).context(list.display().to_string())))?;
    }
    let results = examine_all(args, &models, results, &interrupt, &cannot_write)?;
    let totals = publish::publish(results, folder, args.overwrite, &interrupt).map_err(paused)?;
    drop(fs::remove_file(&partial));
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

/// Returns the name of the file that stores the catalog lines of an unfinished run. The name depends on the arguments, so that a run with
/// other arguments neither reuses nor overwrites these lines.
fn partial_name(args: &CatalogArgs) -> String {
    let mut hasher = DefaultHasher::new();
    (args.size, &args.files, args.search.follow_links).hash(&mut hasher);
    format!("catalog-{:016x}.part", hasher.finish())
}

fn is_list(file: &Path) -> bool {
    file.extension().is_some_and(|extension| extension.eq_ignore_ascii_case("jsonl"))
}

fn paused(failure: Failure) -> Failure {
    match failure {
        Failure::Interrupted => Failure::Stopped(String::from(CONTINUE)),
        other => other,
    }
}

fn examine_all(
    args: &CatalogArgs,
    files: &[PathBuf],
    results: Results,
    interrupt: &Progress,
    cannot_write: &(impl Fn(io::Error) -> Failure + Sync),
) -> Result<Results, Failure> {
    let results = Mutex::new(results);
    let locked = || results.lock().unwrap_or_else(PoisonError::into_inner);
    let style = ProgressStyle::with_template("{pos} models").map_err(|error| Failure::File(error.into()))?;
    let bar = ProgressBar::no_length().with_style(style);
    let threads = args.jobs.and_then(|jobs| NonZero::new(usize::try_from(jobs).ok()?));
    let inputs = inputs::gather(files, args.search);
    let examined: Result<(), Failure> =
        parallel::try_for_each(inputs, threads, Examiner::default, |examiner, input| {
            interrupt.check().map_err(|_| paused(Failure::Interrupted))?;
            let is_known = |file: &str, sha256: &str| locked().reuse(file, sha256);
            if let Some(line) = examiner.examine(input, args.size, is_known) {
                if let Some(error) = line.entry.error.clone() {
                    bar.suspend(|| Failure::File(anyhow::anyhow!(error)).print());
                }
                locked().add(&line).map_err(cannot_write)?;
            }
            bar.inc(1);
            Ok(())
        });
    bar.finish_and_clear();
    examined?;
    Ok(results.into_inner().unwrap_or_else(PoisonError::into_inner))
}
