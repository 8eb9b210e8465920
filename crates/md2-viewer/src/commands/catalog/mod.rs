//! `md2-viewer catalog`: a page and a list of all models in folders and archives.
//!
//! Each model is looked at once and written into a [`journal`], in parallel and in order ([`crew`]); list and page are made of
//! journals alone ([`join`]), so that a run that was killed, or many machines, give what one run gives.

mod crew;
mod entry;
mod join;
mod journal;
mod page;
mod shard;

use std::fs;
use std::hash::{DefaultHasher, Hash as _, Hasher as _};
use std::io::{self, IsTerminal as _, Write as _};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use clap::Args;
use md2_assets::{Folders, ReadError, Stamp};

use crate::failure::Failure;
use crate::inputs::{self, Input};
use crate::interrupt::Interrupt;
use crate::output::{self, Overwrite};
use crate::text;
use join::{LIST, PAGE};
use journal::{Asked, Journal, Record};
use shard::Shard;

/// Names of a folder that a thread remembers, before it looks anew.
const MAX_REMEMBERED: usize = 1 << 16;
/// How often the progress is told.
const TOLD_EVERY: Duration = Duration::from_millis(200);

#[derive(Debug, Args)]
pub(crate) struct CatalogArgs {
    /// Folders and archives (PAK, PK3) with models anywhere below them, and models.
    #[arg(value_name = "FILE", required_unless_present = "join")]
    pub(crate) files: Vec<PathBuf>,

    /// The folder to write into: `index.html`, `catalog.jsonl`, and journals while it works. A run that was killed goes on from
    /// these when it is started again.
    #[arg(short, long, value_name = "FOLDER")]
    pub(crate) output: PathBuf,

    #[command(flatten)]
    pub(crate) overwrite: Overwrite,

    /// The side of the pictures in pixels.
    #[arg(long, value_name = "PIXELS", default_value_t = 256, value_parser = clap::value_parser!(u32).range(16..=1024))]
    pub(crate) size: u32,

    /// How many models are looked at at a time; by default one for each processor.
    #[arg(long, value_name = "COUNT", value_parser = clap::value_parser!(u32).range(1..=512))]
    pub(crate) jobs: Option<u32>,

    /// Look only at every n-th model, beginning with the i-th, and write no more than the journal of that: for many machines, of
    /// which each does a part of the same files. `--join` makes the page.
    #[arg(long, value_name = "I/N", conflicts_with = "join")]
    pub(crate) shard: Option<Shard>,

    /// Make page and list of the journals of all shards in the folder.
    #[arg(long, conflicts_with = "files")]
    pub(crate) join: bool,
}

/// Shown below `--help`.
pub(crate) const EXAMPLES: &str = "\
Examples:
  md2-viewer catalog baseq2/ -o catalog
  md2-viewer catalog models.pk3 --shard 2/8 -o catalog   # one of eight machines
  md2-viewer catalog --join -o catalog                   # when all eight are done
  jq -r 'select(.error).file' catalog/catalog.jsonl";

/// Looks at all models, and goes on past those that cannot be read.
///
/// # Errors
/// If a model cannot be read, or a file not be written.
pub(crate) fn run(args: &CatalogArgs) -> Result<(), Failure> {
    let folder = &args.output;
    if args.files.iter().any(|file| file.as_os_str() == "-") {
        return Err(Failure::Usage(String::from(
            "a catalog is made of files, folders and archives, not of -",
        )));
    }
    let shard = args.shard.unwrap_or(Shard::WHOLE);
    let interrupt = Interrupt::watch()?;
    fs::create_dir_all(folder).map_err(|error| output::cannot_write(folder, error))?;
    if args.shard.is_none() {
        // To be told before the work, not behind it.
        for name in [LIST, PAGE] {
            output::check(&folder.join(name), args.overwrite, args.files.iter().map(PathBuf::as_path))?;
        }
    }
    let journals = if args.join {
        join::shards_in(folder)?
    } else {
        let journal = journal::path_of(folder, shard);
        let failed = look(args, shard, &journal, &interrupt)?;
        if args.shard.is_some() {
            return if failed > 0 { Err(Failure::Told(1)) } else { Ok(()) };
        }
        vec![journal]
    };
    let joined = join::join(&journals, folder, args.overwrite, &interrupt);
    let totals = joined.map_err(|failure| if args.join { failure } else { paused(failure) })?;
    if !args.join {
        // Its content is in the page. One that stays does no harm.
        drop(fs::remove_file(&journals[0]));
    }
    let page = folder.join(PAGE).display().to_string();
    output::print(&format!(
        "{page}: {} models, {} not readable, {} copies\n",
        totals.models, totals.failed, totals.copies
    ))?;
    if totals.failed > 0 { Err(Failure::Told(1)) } else { Ok(()) }
}

/// What an interrupt means where the journal stays.
fn paused(failure: Failure) -> Failure {
    match failure {
        Failure::Interrupted => Failure::Stopped("started again it goes on where it was"),
        other => other,
    }
}

/// A model that is to be looked at.
struct Piece {
    label: String,
    /// Its path, or why there is nothing to look at.
    path: Result<PathBuf, String>,
    /// Stands for the version of the file.
    key: u64,
}

impl Piece {
    fn of(input: Result<Input, Failure>) -> Self {
        match input {
            Ok(input) => {
                let path = input.path().map(Path::to_path_buf).unwrap_or_default();
                let mut hasher = DefaultHasher::new();
                Stamp::of(&path).hash(&mut hasher);
                Self { label: input.label(), path: Ok(path), key: hasher.finish() }
            }
            Err(failure) => {
                let error = failure.to_string();
                let label = match &failure {
                    Failure::File(error) => {
                        error.downcast_ref::<ReadError>().map(|error| error.path().display().to_string())
                    }
                    _ => None,
                };
                Self { label: label.unwrap_or_else(|| error.clone()), path: Err(error), key: 0 }
            }
        }
    }

    fn label_as_json(&self) -> String {
        text::escaped_json(&serde_json::to_string(&self.label).unwrap_or_default())
    }
}

/// Fills the journal of a run; how many models could not be read.
fn look(args: &CatalogArgs, shard: Shard, path: &Path, interrupt: &Interrupt) -> Result<usize, Failure> {
    let failed_to_write = |error: io::Error| output::cannot_write(path, error);
    let files: Vec<String> = args.files.iter().map(|file| file.display().to_string()).collect();
    let asked = Asked { size: args.size, shard, files };
    let (found, mut journal) = Journal::open(path, &asked, args.overwrite).map_err(failed_to_write)?;
    let pieces = inputs::gather(&args.files).enumerate().filter(|(index, _)| shard.has(*index));
    let mut pieces = pieces.map(|(_, input)| Piece::of(input)).peekable();
    let mut progress = Progress::new();
    if let Some(mut found) = found {
        // What is known of files that are still the same, as far as they come in the same order.
        let mut at = found.at();
        while let Some(record) = found.next().map_err(failed_to_write)? {
            let is_same = |piece: &Piece| piece.key == record.key && piece.label_as_json() == record.label;
            if pieces.next_if(is_same).is_none() {
                break;
            }
            at = found.at();
            progress.add(&record);
        }
        journal.cut(at).map_err(failed_to_write)?;
    }
    let threads = std::thread::available_parallelism().map_or(1, usize::from);
    let threads = args.jobs.map_or(threads, |jobs| usize::try_from(jobs).unwrap_or(threads));
    let done = crew::in_order(
        threads,
        pieces,
        || worker(args.size),
        |(record, error)| {
            if let Some(error) = error {
                progress.clear();
                Failure::File(anyhow::anyhow!(error)).tell();
            }
            progress.add(&record);
            journal.add(&record).map_err(failed_to_write)?;
            interrupt.check().map_err(paused)
        },
    );
    progress.clear();
    done?;
    journal.end(progress.models).map_err(failed_to_write)?;
    Ok(progress.failed)
}

/// What a thread does with a model: its record, and the reason if it cannot be read.
fn worker(side: u32) -> impl FnMut(Piece) -> (Record, Option<String>) {
    // Models of one folder come one after the other, and it is listed once for them.
    let mut folder = (PathBuf::new(), Folders::default());
    move |piece| {
        let Piece { label, path, key } = piece;
        let record = match path {
            Err(error) => entry::failed(&label, key, error),
            Ok(path) => {
                let parent = path.parent().unwrap_or(Path::new(""));
                if folder.0 != parent || folder.1.listed() > MAX_REMEMBERED {
                    folder = (parent.to_path_buf(), Folders::default());
                }
                entry::look_at(&folder.1, &path, &label, key, side)
            }
        };
        let error = record.error();
        (record, error)
    }
}

/// How far the work is, on a terminal.
struct Progress {
    models: usize,
    failed: usize,
    is_shown: bool,
    told: Instant,
}

impl Progress {
    fn new() -> Self {
        Self { models: 0, failed: 0, is_shown: io::stderr().is_terminal(), told: Instant::now() }
    }

    fn add(&mut self, record: &Record) {
        self.models += 1;
        self.failed += usize::from(record.has_failed);
        if self.is_shown && self.told.elapsed() >= TOLD_EVERY {
            self.told = Instant::now();
            let _ = write!(io::stderr(), "\r{} models, {} not readable", self.models, self.failed);
        }
    }

    /// Makes room for a line.
    fn clear(&self) {
        if self.is_shown {
            let _ = write!(io::stderr(), "\r{:60}\r", "");
        }
    }
}
