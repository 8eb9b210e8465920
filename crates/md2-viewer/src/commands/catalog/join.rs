//! Journals become a list and a page.

use std::collections::HashMap;
use std::io;
use std::path::{Path, PathBuf};

use super::journal::{Reader, Record, found_in};
use super::page;
use super::shard::Shard;
use crate::failure::Failure;
use crate::interrupt::Interrupt;
use crate::output::{Files, Overwrite};

/// The list, an object a line.
pub(super) const LIST: &str = "catalog.jsonl";
/// The page.
pub(super) const PAGE: &str = "index.html";

/// What is in a catalog.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Totals {
    pub(super) models: usize,
    /// Those that could not be looked at.
    pub(super) failed: usize,
    /// Those whose bytes an earlier one has.
    pub(super) copies: usize,
}

/// Models of the same bytes.
struct Same {
    count: usize,
    /// What the first is called, as JSON.
    first: String,
}

/// The shards in a folder that make a catalog together.
///
/// # Errors
/// If some are missing, or there are some of several divisions.
pub(super) fn shards_in(folder: &Path) -> Result<Vec<PathBuf>, Failure> {
    let about = |text: String| Failure::File(anyhow::anyhow!("{}: {text}", folder.display()));
    let found = found_in(folder).map_err(|error| about(error.to_string()))?;
    let Some((Shard { count, .. }, _)) = found.first() else {
        return Err(about(String::from("there is no shard; --shard makes them")));
    };
    if found.iter().any(|(shard, _)| shard.count != *count) {
        return Err(about(String::from("there are shards of several divisions; leave those of one")));
    }
    let missing = (1..=*count).find(|number| !found.iter().any(|(shard, _)| shard.number == *number));
    match missing {
        Some(number) => Err(about(format!("shard {number}/{count} is missing"))),
        None => Ok(found.into_iter().map(|(_, path)| path).collect()),
    }
}

/// Writes list and page of the models in `journals`, which share them between them in this order.
///
/// # Errors
/// If a journal cannot be read, is not complete or was asked for something else than the others, or a file cannot be written.
pub(super) fn join(
    journals: &[PathBuf],
    folder: &Path,
    overwrite: Overwrite,
    interrupt: &Interrupt,
) -> Result<Totals, Failure> {
    let read = |error: io::Error| Failure::File(anyhow::Error::from(error));
    let mut totals = Totals::default();
    let mut same: HashMap<String, Same> = HashMap::new();
    each(journals, |record| {
        totals.models += 1;
        totals.failed += usize::from(record.has_failed);
        if let Some(sha256) = record.sha256 {
            let same = same.entry(sha256).or_insert_with(|| Same { count: 0, first: record.label });
            totals.copies += usize::from(same.count > 0);
            same.count += 1;
        }
        Ok(())
    })
    .map_err(read)?;
    let told = |record: &Record| {
        let entry = record.entry.strip_suffix('}').unwrap_or(&record.entry);
        match record.sha256.as_ref().and_then(|sha256| same.get(sha256)) {
            Some(Same { count, first }) if *count > 1 => {
                let first = if *first == record.label { "null" } else { first };
                format!("{entry},\"copies\":{},\"copy_of\":{first}}}", count - 1)
            }
            _ => format!("{entry},\"copies\":0,\"copy_of\":null}}"),
        }
    };
    let mut files = Files::new(overwrite);
    files.add_with(&folder.join(LIST), |out| each(journals, |record| writeln!(out, "{}", told(&record))))?;
    files.add_with(&folder.join(PAGE), |out| {
        let mut page = page::Page::begin(out)?;
        each(journals, |record| page.add(&told(&record), &record.picture))?;
        page.end()
    })?;
    interrupt.check()?;
    files.commit()?;
    Ok(totals)
}

/// Hands on all records in the order of the models.
fn each(journals: &[PathBuf], mut take: impl FnMut(Record) -> io::Result<()>) -> io::Result<()> {
    let about = |path: &Path, text: &str| io::Error::other(format!("{}: {text}", path.display()));
    let open = |path: &PathBuf| Reader::open(path).map_err(|error| about(path, &error.to_string()));
    let mut readers = journals.iter().map(open).collect::<io::Result<Vec<_>>>()?;
    let count = readers.len().max(1);
    for (number, (reader, path)) in (1..).zip(readers.iter().zip(journals)) {
        let shard = Shard { number, count };
        if reader.asked.shard != shard {
            return Err(about(
                path,
                &format!("it is the journal of shard {}, not {shard}", reader.asked.shard),
            ));
        }
        if !reader.asked.is_part_of_one(&readers[0].asked) {
            let text = format!(
                "its run was asked for other files or another --size than that of {}",
                journals[0].display()
            );
            return Err(about(path, &text));
        }
    }
    // In turn, until the first has no more; then none has.
    let mut ended = None;
    for turn in 0.. {
        let Some((reader, path)) = readers.get_mut(turn % count).zip(journals.get(turn % count)) else {
            break;
        };
        match reader.next()? {
            Some(_) if ended.is_some() => {
                return Err(about(path, "it is a shard of other models than the rest"));
            }
            Some(record) => take(record)?,
            None if !reader.is_complete() => {
                return Err(about(path, "it is not complete; run its shard again"));
            }
            None => ended = ended.or(Some(turn)),
        }
        if ended.is_some_and(|first| turn + 1 >= first + count) {
            break;
        }
    }
    Ok(())
}
