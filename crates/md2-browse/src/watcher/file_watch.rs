//! Detection of changes of a file. A change is reported after the file has stayed the same for a while.

use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use md2_assets::FileStamp;

/// The time for which a changed file must stay the same before it is read, as another program may still be writing it.
pub(super) const QUIET: Duration = Duration::from_millis(500);

/// A value that changes only after a new value has lasted for [`QUIET`].
#[derive(Debug)]
pub(super) struct SettledValue<T> {
    value: T,
    /// A new value that was observed, and the time at which it was first observed.
    candidate: Option<(T, Instant)>,
}

impl<T: Copy + PartialEq> SettledValue<T> {
    pub(super) fn new(value: T) -> Self {
        Self { value, candidate: None }
    }

    pub(super) fn is_settling(&self) -> bool {
        self.candidate.is_some()
    }

    /// Observes the current value. Accepts it if it is new and has stayed the same for [`QUIET`], and then returns true.
    pub(super) fn observe(&mut self, current: T, now: Instant) -> bool {
        if current == self.value {
            self.candidate = None;
            return false;
        }
        let since =
            self.candidate.filter(|(candidate, _)| *candidate == current).map_or(now, |(_, since)| since);
        let is_settled = now.saturating_duration_since(since) >= QUIET;
        if is_settled {
            (self.value, self.candidate) = (current, None);
        } else {
            self.candidate = Some((current, since));
        }
        is_settled
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Change {
    /// The file has a new version, or exists again.
    Newer,
    Lost,
}

#[derive(Debug)]
pub(super) struct FileWatch {
    path: PathBuf,
    shown: Option<FileStamp>,
    /// The stamp of the last reported version. Initially, the stamp of the version that the window shows.
    reported: SettledValue<Option<FileStamp>>,
}

impl FileWatch {
    pub(super) fn new(path: &Path, shown: Option<FileStamp>) -> Self {
        Self { path: path.to_owned(), shown, reported: SettledValue::new(shown) }
    }

    /// Sets the stamp of the version that the window shows. It is still the old stamp if a reported version could not
    /// be loaded.
    pub(super) fn set_shown(&mut self, shown: Option<FileStamp>) {
        if shown != self.shown {
            (self.shown, self.reported) = (shown, SettledValue::new(shown));
        }
    }

    pub(super) fn path(&self) -> &Path {
        &self.path
    }

    pub(super) fn check(&mut self, now: Instant) -> Option<Change> {
        let current = FileStamp::read(&self.path);
        let change = if current.is_some() { Change::Newer } else { Change::Lost };
        self.reported.observe(current, now).then_some(change)
    }

    pub(super) fn is_settling(&self) -> bool {
        self.reported.is_settling()
    }
}

#[cfg(test)]
mod tests {
    use std::fs;

    use md2_testdata::TempFolder;

    use super::*;

    fn check(watch: &mut FileWatch, start: Instant, n: u32) -> Option<Change> {
        watch.check(start + QUIET * n)
    }

    #[test]
    fn reports_a_lost_file_and_its_return() {
        let folder = TempFolder::new();
        let path = folder.file("skin.pcx", b"one");
        let start = Instant::now();
        let mut watch = FileWatch::new(&path, FileStamp::read(&path));
        fs::remove_file(&path).unwrap();
        assert_eq!(check(&mut watch, start, 1), None, "still settling");
        assert!(watch.is_settling());
        assert_eq!(watch.check(start + QUIET * 3 / 2), None, "not yet settled");
        assert_eq!([2, 3, 4].map(|n| check(&mut watch, start, n)), [Some(Change::Lost), None, None]);
        assert!(!watch.is_settling());
        fs::write(&path, b"one").unwrap();
        assert_eq!([5, 6, 7].map(|n| check(&mut watch, start, n)), [None, Some(Change::Newer), None]);
        // Editors remove a file and write it again.
        fs::remove_file(&path).unwrap();
        assert_eq!(check(&mut watch, start, 8), None);
        fs::write(&path, b"back again").unwrap();
        assert_eq!([9, 10, 11].map(|n| check(&mut watch, start, n)), [None, Some(Change::Newer), None]);
    }

    #[test]
    fn reports_a_version_written_after_reading() {
        let folder = TempFolder::new();
        let path = folder.file("a", b"one");
        let read = || md2_assets::read_file(&path, md2_assets::ReadAs::Text).unwrap().stamp;
        let first = read();
        fs::write(&path, b"three").unwrap();
        let start = Instant::now();
        let mut watch = FileWatch::new(&path, Some(first));
        assert_eq!(check(&mut watch, start, 1), None, "it may still be written");
        assert_eq!(check(&mut watch, start, 2), Some(Change::Newer));
        // The new version is broken, and the old one is still shown.
        watch.set_shown(Some(first));
        assert_eq!([3, 4].map(|n| check(&mut watch, start, n)), [None; 2], "reported once");
        // The file was read while the next version was written.
        let second = read();
        fs::write(&path, b"seventeen").unwrap();
        watch.set_shown(Some(second));
        assert_eq!(check(&mut watch, start, 5), None);
        assert_eq!(check(&mut watch, start, 6), Some(Change::Newer));
    }
}
