//! The file that stores the catalog lines of a run, so that the run can continue after an interruption.
//!
//! Each examined model is a line of JSON, in the format of the finished list. The next run reuses a line if the model still has the same
//! file name and content hash. The lines contain the pictures, so they stay on the disk. The memory holds only a [`Row`] for each line.

use std::collections::HashMap;
use std::fs::{File, OpenOptions, TryLockError};
use std::io::{self, BufRead, BufReader, Read as _, Seek as _, SeekFrom, Write as _};
use std::path::Path;

use super::entry::{CatalogEntry, CatalogLine};

/// The largest allowed length of a line in bytes. A line contains the picture of a model and the facts about it.
const MAX_LINE_BYTES: u64 = 256 << 20;

#[derive(Debug)]
pub(super) struct Results {
    file: File,
    bytes: u64,
    /// The rows of an earlier run that this run has not reused yet, by file name and content hash.
    earlier: HashMap<(String, String), Row>,
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
pub(super) struct FinishedResults {
    pub(super) rows: Vec<Row>,
    reader: BufReader<File>,
}

impl Results {
    pub(super) fn open(path: &Path) -> io::Result<Self> {
        let mut file = OpenOptions::new().read(true).append(true).create(true).open(path)?;
        // On file systems without locks, the run continues without a lock.
        if let Err(TryLockError::WouldBlock) = file.try_lock() {
            return Err(io::Error::other("another process is writing this file"));
        }
        let mut earlier = HashMap::new();
        let mut bytes = 0;
        let mut reader = BufReader::new(&mut file);
        while let Some(line) = read_line(&mut reader)?.filter(|line| line.ends_with(b"\n")) {
            // If a line cannot be parsed, its model is examined again.
            if let Ok(CatalogLine { entry, .. }) = serde_json::from_slice(&line)
                && let Some(sha256) = entry.sha256.clone()
            {
                earlier.insert((entry.file.clone(), sha256), Row::new(&entry, bytes));
            }
            bytes += line.len() as u64;
        }
        // If the run was killed, the last line may be incomplete and is removed.
        file.set_len(bytes)?;
        Ok(Self { file, bytes, earlier, rows: Vec::new() })
    }

    /// Adds a model to the catalog by reusing its line from an earlier run. Returns false if there is no such line.
    pub(super) fn reuse(&mut self, file: &str, sha256: &str) -> bool {
        let row = self.earlier.remove(&(file.to_owned(), sha256.to_owned()));
        let is_known = row.is_some();
        self.rows.extend(row);
        is_known
    }

    pub(super) fn add(&mut self, line: &CatalogLine) -> io::Result<()> {
        let row = Row::new(&line.entry, self.bytes);
        let text = line.to_json() + "\n";
        self.file.write_all(text.as_bytes())?;
        self.bytes += text.len() as u64;
        self.rows.push(row);
        Ok(())
    }

    pub(super) fn add_list(&mut self, path: &Path) -> io::Result<()> {
        let mut reader = BufReader::new(File::open(path)?);
        for number in 1.. {
            let Some(line) = read_line(&mut reader)? else { break };
            let line: CatalogLine = serde_json::from_slice(&line).map_err(|error| {
                io::Error::new(
                    io::ErrorKind::InvalidData,
                    format!("line {number} is not a line of a catalog: {error}"),
                )
            })?;
            let is_known =
                line.entry.sha256.as_ref().is_some_and(|sha256| self.reuse(&line.entry.file, sha256));
            if !is_known {
                self.add(&line)?;
            }
        }
        Ok(())
    }

    /// Ends the run, and sorts the rows by file name in natural order (`m9` before `m10`).
    pub(super) fn finish(mut self) -> FinishedResults {
        self.rows.sort_by(|a, b| md2_assets::compare_paths(&a.file, &b.file));
        FinishedResults { rows: self.rows, reader: BufReader::new(self.file) }
    }
}

impl Row {
    fn new(entry: &CatalogEntry, offset: u64) -> Self {
        let CatalogEntry { file, sha256, error, damage, .. } = entry;
        Self {
            file: file.clone(),
            sha256: sha256.clone(),
            has_failed: error.is_some(),
            is_damaged: damage.is_some(),
            offset,
        }
    }
}

impl FinishedResults {
    pub(super) fn read(&mut self, row: usize) -> io::Result<CatalogLine> {
        self.reader.seek(SeekFrom::Start(self.rows[row].offset))?;
        let line = read_line(&mut self.reader)?.unwrap_or_default();
        Ok(serde_json::from_slice(&line)?)
    }
}

/// Reads a line and its line break, which may be missing in the last line. Returns `None` at the end of the file.
fn read_line(reader: &mut impl BufRead) -> io::Result<Option<Vec<u8>>> {
    let mut line = Vec::new();
    reader.take(MAX_LINE_BYTES).read_until(b'\n', &mut line)?;
    Ok(Some(line).filter(|line| !line.is_empty()))
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;

    fn line(file: &str) -> CatalogLine {
        let mut line = CatalogLine::new(String::from(file));
        line.entry.sha256 = Some(String::from("f00"));
        line
    }

    fn files(results: Results) -> Vec<String> {
        let mut finished = results.finish();
        (0..finished.rows.len()).map(|row| finished.read(row).unwrap().entry.file).collect()
    }

    #[test]
    fn results_continue_after_the_last_whole_line() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("results");
        let mut results = Results::open(&path).unwrap();
        results.add(&line("m10")).unwrap();
        results.add(&line("m9")).unwrap();
        assert!(Results::open(&path).is_err(), "two runs write one file");
        drop(results);
        let whole = fs::read(&path).unwrap();
        fs::write(&path, &whole[..whole.len() - 3]).unwrap();
        let mut results = Results::open(&path).unwrap();
        assert!(results.reuse("m10", "f00") && !results.reuse("m9", "f00"));
        assert!(!results.reuse("m10", "f00"), "each line counts once");
        results.add(&line("m9")).unwrap();
        assert_eq!(fs::read(&path).unwrap(), whole);
        assert_eq!(files(results), ["m9", "m10"]);
    }

    #[test]
    fn adds_a_list_once() {
        let folder = tempfile::tempdir().unwrap();
        let [path, list] = ["results", "list.jsonl"].map(|name| folder.path().join(name));
        fs::write(&list, format!("{}\n{}\n", line("a").to_json(), line("b").to_json())).unwrap();
        for _ in 0..2 {
            let mut results = Results::open(&path).unwrap();
            results.add_list(&list).unwrap();
            assert_eq!((results.rows.len(), results.bytes), (2, fs::metadata(&list).unwrap().len()));
        }
    }
}
