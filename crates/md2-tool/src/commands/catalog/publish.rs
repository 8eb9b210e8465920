//! Writing of the list and the HTML page of a catalog, after all models were examined.

use std::collections::HashMap;
use std::io;
use std::path::Path;

use super::entry::CatalogLine;
use super::page::Page;
use super::spool::FinishedSpool;
use crate::failure::Failure;
use crate::output::{Files, Overwrite};
use md2_task::Progress;

pub(super) const LIST: &str = "catalog.jsonl";
pub(super) const PAGE: &str = "index.html";

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct CatalogTotals {
    pub(super) models: usize,
    pub(super) failed: usize,
    pub(super) damaged: usize,
    pub(super) copies: usize,
}

pub(super) fn publish(
    mut spool: FinishedSpool,
    folder: &Path,
    overwrite: Overwrite,
    interrupt: &Progress,
) -> Result<CatalogTotals, Failure> {
    // By content hash: the first file with this content, and the number of files with this content.
    let mut contents: HashMap<String, (String, usize)> = HashMap::new();
    let mut totals = CatalogTotals { models: spool.rows.len(), ..CatalogTotals::default() };
    for row in &spool.rows {
        totals.failed += usize::from(row.has_failed);
        totals.damaged += usize::from(row.is_damaged);
        if let Some(sha256) = &row.sha256 {
            let (_, count) = contents.entry(sha256.clone()).or_insert_with(|| (row.file.clone(), 0));
            totals.copies += usize::from(*count > 0);
            *count += 1;
        }
    }
    let mut each_line = |write: &mut dyn FnMut(CatalogLine) -> io::Result<()>| {
        (0..totals.models).try_for_each(|row| {
            let mut line = spool.read(row)?;
            let entry = &mut line.entry;
            let content = entry.sha256.as_ref().and_then(|sha256| contents.get(sha256));
            entry.copies = content.map_or(0, |(_, count)| count - 1);
            entry.copy_of = content.map(|(first, _)| first.clone()).filter(|first| *first != entry.file);
            write(line)
        })
    };
    let mut files = Files::new(overwrite);
    files.add_with(&folder.join(LIST), |out| each_line(&mut |line| writeln!(out, "{}", line.to_json())))?;
    files.add_with(&folder.join(PAGE), |out| {
        let mut page = Page::begin(out)?;
        each_line(&mut |line| page.add(&line))?;
        page.end()
    })?;
    interrupt.check()?;
    files.commit()?;
    Ok(totals)
}
