//! The temporary file that stores the catalog lines of a run.
//!
//! The lines contain the pictures of all models, so they stay on the disk. The memory holds only a [`Row`] for each line.

use std::fs::File;
use std::io::{self, BufRead as _, BufReader, Seek as _, SeekFrom, Write as _};

use super::entry::{CatalogEntry, CatalogLine};

#[derive(Debug)]
pub(super) struct Spool {
    file: File,
    bytes: u64,
    rows: Vec<Row>,
}

/// The offset of a catalog line in the file, and the facts that are needed to sort the lines.
#[derive(Debug)]
pub(super) struct Row {
    pub(super) file: String,
    pub(super) sha256: Option<String>,
    pub(super) has_failed: bool,
    pub(super) is_damaged: bool,
    offset: u64,
}

#[derive(Debug)]
pub(super) struct FinishedSpool {
    pub(super) rows: Vec<Row>,
    reader: BufReader<File>,
}

impl Spool {
    /// Creates an empty file, which the system removes when it is closed.
    pub(super) fn new() -> io::Result<Self> {
        Ok(Self { file: tempfile::tempfile()?, bytes: 0, rows: Vec::new() })
    }

    pub(super) fn add(&mut self, line: &CatalogLine) -> io::Result<()> {
        let CatalogEntry { file, sha256, error, damage, .. } = &line.entry;
        let row = Row {
            file: file.clone(),
            sha256: sha256.clone(),
            has_failed: error.is_some(),
            is_damaged: damage.is_some(),
            offset: self.bytes,
        };
        let text = line.to_json() + "\n";
        self.file.write_all(text.as_bytes())?;
        self.bytes += text.len() as u64;
        self.rows.push(row);
        Ok(())
    }

    /// Sorts the rows by file name in natural order (`m9` before `m10`).
    pub(super) fn finish(mut self) -> FinishedSpool {
        self.rows.sort_by(|a, b| md2_assets::compare_paths(&a.file, &b.file));
        FinishedSpool { rows: self.rows, reader: BufReader::new(self.file) }
    }
}

impl FinishedSpool {
    pub(super) fn read(&mut self, row: usize) -> io::Result<CatalogLine> {
        self.reader.seek(SeekFrom::Start(self.rows[row].offset))?;
        let mut line = Vec::new();
        self.reader.read_until(b'\n', &mut line)?;
        Ok(serde_json::from_slice(&line)?)
    }
}
