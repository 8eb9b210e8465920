//! What is known of the models so far, on the disk, so that a run that is killed goes on where it was.
//!
//! A line for each model, in the order of the models, behind one that tells what the run was asked for. Each is written at once; at
//! the end of a run stands a line that says so. Fields are parted by tabs, which JSON has none of. The picture goes along, so that
//! lists and pages are made from journals alone.

use std::fs::{self, File, OpenOptions};
use std::io::{self, BufRead as _, BufReader, Read as _, Seek as _, SeekFrom, Write as _};
use std::path::{Path, PathBuf};

use super::shard::Shard;
use crate::output::Overwrite;
use crate::text;

/// Changes with what a line holds.
const VERSION: &str = "md2-viewer catalog 1";
/// The first field of the last line.
const END: &str = "end";
/// The longest line that is one of ours: a picture, and what is told beside.
const MAX_LINE_BYTES: u64 = 256 << 20;

/// A model that was looked at.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Record {
    /// Stands for the version of its file.
    pub(super) key: u64,
    pub(super) has_failed: bool,
    /// Of its bytes, in hexadecimal.
    pub(super) sha256: Option<String>,
    /// What it is called, as JSON.
    pub(super) label: String,
    /// What is told of it, as a JSON object.
    pub(super) entry: String,
    /// A JPEG in base 64; empty if there is none.
    pub(super) picture: String,
}

impl Record {
    /// Why it could not be looked at.
    pub(super) fn error(&self) -> Option<String> {
        let entry: serde_json::Value = serde_json::from_str(&self.entry).ok().filter(|_| self.has_failed)?;
        Some(entry["error"].as_str()?.to_owned())
    }

    fn to_line(&self) -> String {
        let Self { key, has_failed, sha256, label, entry, picture } = self;
        let sha256 = sha256.as_deref().unwrap_or_default();
        let state = if *has_failed { "failed" } else { "ok" };
        format!("{key:016x}\t{state}\t{sha256}\t{label}\t{entry}\t{picture}\n")
    }

    fn parse(line: &str) -> Option<Self> {
        let fields: Vec<&str> = line.split('\t').collect();
        let [key, state, sha256, label, entry, picture] = *fields else { return None };
        let is_object = entry.starts_with('{') && entry.ends_with('}');
        (is_object && matches!(state, "ok" | "failed")).then_some(Self {
            key: u64::from_str_radix(key, 16).ok()?,
            has_failed: state == "failed",
            sha256: (!sha256.is_empty()).then(|| sha256.to_owned()),
            label: label.to_owned(),
            entry: entry.to_owned(),
            picture: picture.to_owned(),
        })
    }
}

/// What a run was asked for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Asked {
    /// The side of the pictures in pixels.
    pub(super) size: u32,
    pub(super) shard: Shard,
    /// What was named: files, folders and archives.
    pub(super) files: Vec<String>,
}

impl Asked {
    /// The first line of a journal.
    fn to_line(&self) -> io::Result<String> {
        let Self { size, shard, files } = self;
        let asked = serde_json::to_string(&(size, shard.to_string(), files))?;
        Ok(format!("{VERSION}\t{}\n", text::escaped_json(&asked)))
    }

    /// `None` of what is no first line of this version's.
    fn parse(line: &str) -> Option<Self> {
        let asked = line.strip_prefix(VERSION)?.strip_prefix('\t')?;
        let (size, shard, files): (u32, String, Vec<String>) = serde_json::from_str(asked).ok()?;
        Some(Self { size, shard: shard.parse().ok()?, files })
    }

    /// Whether both are parts of one question.
    pub(super) fn is_part_of_one(&self, other: &Self) -> bool {
        self.size == other.size && self.shard.count == other.shard.count && self.files == other.files
    }
}

/// Where the journal of a run lies in the folder of a catalog.
pub(super) fn path_of(folder: &Path, shard: Shard) -> PathBuf {
    folder.join(format!("shard-{}-of-{}.journal", shard.number, shard.count))
}

/// The journal of a run, open to go on.
#[derive(Debug)]
pub(super) struct Journal {
    file: File,
}

/// A journal that is read from its start.
#[derive(Debug)]
pub(super) struct Reader {
    /// What its run was asked for.
    pub(super) asked: Asked,
    lines: Lines,
    /// Whether the run came to its end.
    is_complete: bool,
}

/// The lines of a file.
#[derive(Debug)]
struct Lines {
    file: BufReader<File>,
    /// Where the line that comes next begins.
    at: u64,
}

impl Journal {
    /// Opens the journal at `path` to go on with a run that was `asked` for, or begins it. The first tells what is there.
    ///
    /// # Errors
    /// If another run writes it, or if it is of a run that was asked for something else, or no journal at all, and may not be
    /// overwritten: it may hold the work of hours.
    pub(super) fn open(
        path: &Path,
        asked: &Asked,
        overwrite: Overwrite,
    ) -> io::Result<(Option<Reader>, Self)> {
        let first = asked.to_line()?;
        let mut file = OpenOptions::new().read(true).append(true).create(true).open(path)?;
        match file.try_lock() {
            Err(fs::TryLockError::WouldBlock) => return Err(io::Error::other("another run writes it now")),
            // Some file systems have no locks.
            Ok(()) | Err(fs::TryLockError::Error(_)) => {}
        }
        let mut lines = Lines::new(file.try_clone()?)?;
        let found = lines.next()?.and_then(|line| Asked::parse(&line));
        if found.as_ref() == Some(asked) {
            let found = Reader { asked: asked.clone(), lines, is_complete: false };
            return Ok((Some(found), Self { file }));
        }
        if !overwrite.force && !is_begun(&mut file, &first)? {
            let what =
                if found.is_some() { "the journal of a run with other arguments" } else { "no journal" };
            let text = format!("it is {what}; --force overwrites it");
            return Err(io::Error::new(io::ErrorKind::AlreadyExists, text));
        }
        file.set_len(0)?;
        file.write_all(first.as_bytes())?;
        Ok((None, Self { file }))
    }

    /// Forgets all from a place on.
    pub(super) fn cut(&mut self, at: u64) -> io::Result<()> {
        self.file.set_len(at)
    }

    pub(super) fn add(&mut self, record: &Record) -> io::Result<()> {
        self.file.write_all(record.to_line().as_bytes())
    }

    /// Says that the run is over.
    pub(super) fn end(&mut self, count: usize) -> io::Result<()> {
        self.file.write_all(format!("{END}\t{count}\n").as_bytes())?;
        self.file.sync_all()
    }
}

/// Whether a file is empty, or was left when its first line was half written.
fn is_begun(file: &mut File, first: &str) -> io::Result<bool> {
    file.seek(SeekFrom::Start(0))?;
    let mut start = Vec::new();
    file.take(first.len() as u64).read_to_end(&mut start)?;
    Ok(start.len() < first.len() && first.as_bytes().starts_with(&start))
}

impl Reader {
    /// Opens the journal of a run that is over or not.
    pub(super) fn open(path: &Path) -> io::Result<Self> {
        let mut lines = Lines::new(File::open(path)?)?;
        let wrong = || io::Error::new(io::ErrorKind::InvalidData, "it is no journal of this version's");
        let asked = lines.next()?.and_then(|line| Asked::parse(&line)).ok_or_else(wrong)?;
        Ok(Self { asked, lines, is_complete: false })
    }

    /// Where the record that comes next begins.
    pub(super) fn at(&self) -> u64 {
        self.lines.at
    }

    /// Whether the line that ends a run was read.
    pub(super) fn is_complete(&self) -> bool {
        self.is_complete
    }

    /// The next record; `None` where the run ended or was killed.
    pub(super) fn next(&mut self) -> io::Result<Option<Record>> {
        let before = self.lines.at;
        let Some(line) = self.lines.next()? else { return Ok(None) };
        let record = Record::parse(&line);
        if record.is_none() {
            self.lines.at = before;
            self.is_complete = line.split('\t').next() == Some(END);
        }
        Ok(record)
    }
}

impl Lines {
    fn new(mut file: File) -> io::Result<Self> {
        file.seek(SeekFrom::Start(0))?;
        Ok(Self { file: BufReader::with_capacity(1 << 16, file), at: 0 })
    }

    /// The next line, if it is whole.
    fn next(&mut self) -> io::Result<Option<String>> {
        let mut line = Vec::new();
        let mut most = (&mut self.file).take(MAX_LINE_BYTES);
        let length = most.read_until(b'\n', &mut line)?;
        if line.pop() != Some(b'\n') {
            return Ok(None);
        }
        self.at += length as u64;
        Ok(String::from_utf8(line).ok())
    }
}

/// The journals in a folder, by their shards.
pub(super) fn found_in(folder: &Path) -> io::Result<Vec<(Shard, PathBuf)>> {
    let mut found = Vec::new();
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        let shard = path.file_name().and_then(|name| name.to_str()).and_then(|name| {
            let numbers = name.strip_prefix("shard-")?.strip_suffix(".journal")?;
            numbers.replace("-of-", "/").parse().ok()
        });
        found.extend(shard.map(|shard| (shard, path)));
    }
    found.sort_by_key(|(shard, _): &(Shard, PathBuf)| (shard.count, shard.number));
    Ok(found)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn record(label: &str) -> Record {
        Record { key: 0xf00, label: format!("{label:?}"), entry: String::from("{}"), ..Record::default() }
    }

    fn asked(size: u32) -> Asked {
        Asked { size, shard: Shard::WHOLE, files: vec![String::from("a\tb\n")] }
    }

    fn open(path: &Path, size: u32) -> io::Result<(Option<Reader>, Journal)> {
        Journal::open(path, &asked(size), Overwrite { force: false })
    }

    #[test]
    fn a_journal_goes_on_behind_the_last_whole_line() {
        let folder = tempfile::tempdir().unwrap();
        let path = path_of(folder.path(), Shard::WHOLE);
        let (found, mut journal) = open(&path, 24).unwrap();
        assert!(found.is_none());
        journal.add(&record("one")).unwrap();
        journal.add(&record("two")).unwrap();
        drop(journal);
        // Killed in the middle of a line.
        let whole = fs::read(&path).unwrap();
        fs::write(&path, &whole[..whole.len() - 3]).unwrap();
        let (found, mut journal) = open(&path, 24).unwrap();
        let mut found = found.unwrap();
        assert_eq!(found.next().unwrap(), Some(record("one")));
        assert_eq!((found.next().unwrap(), found.is_complete()), (None, false));
        journal.cut(found.at()).unwrap();
        journal.add(&record("two")).unwrap();
        assert_eq!(fs::read(&path).unwrap(), whole);
        journal.end(2).unwrap();
        assert!(open(&path, 24).is_err(), "one run at a time");
        drop((found, journal));
        let mut found = Reader::open(&path).unwrap();
        let records: Vec<_> = std::iter::from_fn(|| found.next().unwrap()).collect();
        assert_eq!((records.len(), found.is_complete()), (2, true));
        assert_eq!(found.at(), whole.len() as u64);
        assert!(found.asked == asked(24) && found.asked.is_part_of_one(&asked(24)));
        assert!(!found.asked.is_part_of_one(&asked(32)));
        assert_eq!(found_in(folder.path()).unwrap(), [(Shard::WHOLE, path)]);
        fs::write(folder.path().join("shard-2-of-2.journal"), "something").unwrap();
        assert!(Reader::open(&folder.path().join("shard-2-of-2.journal")).is_err());
    }

    #[test]
    fn what_is_another_run_s_is_overwritten_only_by_force() {
        let folder = tempfile::tempdir().unwrap();
        let path = path_of(folder.path(), Shard::WHOLE);
        let (_, mut journal) = open(&path, 24).unwrap();
        journal.add(&record("one")).unwrap();
        drop(journal);
        let first = asked(24).to_line().unwrap();
        for (content, told) in [
            (fs::read(&path).unwrap(), "a run with other arguments"),
            (b"my notes".to_vec(), "it is no journal"),
        ] {
            fs::write(&path, &content).unwrap();
            let refused = open(&path, 32).unwrap_err().to_string();
            assert!(refused.contains(told) && refused.contains("--force"), "{refused}");
            assert_eq!(fs::read(&path).unwrap(), content);
        }
        // Killed before anything was known.
        for begun in ["", &first[..first.len() - 1]] {
            fs::write(&path, begun).unwrap();
            assert!(open(&path, 24).unwrap().0.is_none());
            assert_eq!(fs::read_to_string(&path).unwrap(), first);
        }
        let (found, _) = Journal::open(&path, &asked(32), Overwrite { force: true }).unwrap();
        assert!(found.is_none());
        assert_eq!(Reader::open(&path).unwrap().asked, asked(32));
    }
}
