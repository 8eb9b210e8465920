//! Values that have changed once they have stayed the same for a while.

use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use md2_assets::FileStamp;

/// The time for which a change must last, so that a file is not read while it is being written.
pub(super) const QUIET: Duration = Duration::from_millis(500);

/// A value that is observed again and again. It changes only once a new value has lasted for [`QUIET`].
#[derive(Debug)]
struct SettledValue<T> {
    value: T,
    /// Another value, and the time at which it was first observed.
    candidate: Option<(T, Instant)>,
}

impl<T: Copy + PartialEq> SettledValue<T> {
    fn new(value: T) -> Self {
        Self { value, candidate: None }
    }

    /// Observes the current value. Returns whether this settles a change.
    fn observe(&mut self, current: T, now: Instant) -> bool {
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

/// A change of a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Change {
    /// There is a new version.
    Newer,
    /// The file does not exist any more.
    Lost,
}

/// Compares one file with the version that is shown, by its stamp.
#[derive(Debug)]
pub(super) struct FileWatch {
    path: PathBuf,
    /// The version that is shown, as it was when the file was read.
    shown: Option<FileStamp>,
    /// The version that was reported last, or else the one that is shown.
    reported: SettledValue<Option<FileStamp>>,
}

impl FileWatch {
    /// Starts from the version that was read: a later version is a change.
    pub(super) fn new(path: &Path, shown: Option<FileStamp>) -> Self {
        Self { path: path.to_owned(), shown, reported: SettledValue::new(shown) }
    }

    /// Sets the version that is shown now. A version that was reported and could not be loaded leaves it the same.
    pub(super) fn set_shown(&mut self, shown: Option<FileStamp>) {
        if shown != self.shown {
            (self.shown, self.reported) = (shown, SettledValue::new(shown));
        }
    }

    pub(super) fn path(&self) -> &Path {
        &self.path
    }

    /// Looks at the file. Returns a change that has just settled.
    pub(super) fn look(&mut self, now: Instant) -> Option<Change> {
        let current = FileStamp::read(&self.path);
        let change = if current.is_some() { Change::Newer } else { Change::Lost };
        self.reported.observe(current, now).then_some(change)
    }

    pub(super) fn is_settling(&self) -> bool {
        self.reported.candidate.is_some()
    }
}

/// Watches the files that a model is opened with: scripts, and which pictures there are.
#[derive(Debug)]
pub(super) struct AroundWatch {
    model: PathBuf,
    version: SettledValue<Option<u64>>,
}

impl AroundWatch {
    pub(super) fn new(model: &Path) -> Self {
        Self { model: model.to_owned(), version: SettledValue::new(md2_assets::hash_surroundings(model)) }
    }

    pub(super) fn model(&self) -> &Path {
        &self.model
    }

    /// Looks at the folders. Returns whether a change has just settled.
    pub(super) fn look(&mut self, now: Instant) -> bool {
        self.version.observe(md2_assets::hash_surroundings(&self.model), now)
    }

    pub(super) fn is_settling(&self) -> bool {
        self.version.candidate.is_some()
    }
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;

    /// Looks `n` quiet periods after `start`.
    fn look(watch: &mut FileWatch, start: Instant, n: u32) -> Option<Change> {
        watch.look(start + QUIET * n)
    }

    #[test]
    fn a_settled_change_is_reported_once() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a");
        fs::write(&path, b"one").unwrap();
        let start = Instant::now();
        let mut watch = FileWatch::new(&path, FileStamp::read(&path));
        assert_eq!(look(&mut watch, start, 1), None, "nothing happened");
        fs::write(&path, b"three").unwrap();
        assert_eq!(look(&mut watch, start, 2), None, "still settling");
        assert!(watch.is_settling());
        assert_eq!(watch.look(start + QUIET * 5 / 2), None, "not before its time");
        assert_eq!(look(&mut watch, start, 3), Some(Change::Newer));
        assert_eq!(look(&mut watch, start, 4), None, "reported once");
        assert!(!watch.is_settling());
    }

    #[test]
    fn a_file_that_is_gone_is_reported_once_and_its_return_is_a_change() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("skin.pcx");
        fs::write(&path, b"one").unwrap();
        let start = Instant::now();
        let mut watch = FileWatch::new(&path, FileStamp::read(&path));
        fs::remove_file(&path).unwrap();
        let changes: Vec<_> = (1..5).map(|n| look(&mut watch, start, n)).collect();
        assert_eq!(changes, [None, Some(Change::Lost), None, None]);
        fs::write(&path, b"one").unwrap();
        assert_eq!([5, 6, 7].map(|n| look(&mut watch, start, n)), [None, Some(Change::Newer), None]);
        // Editors remove a file and write it again.
        fs::remove_file(&path).unwrap();
        assert_eq!(look(&mut watch, start, 8), None);
        fs::write(&path, b"back again").unwrap();
        assert_eq!([9, 10, 11].map(|n| look(&mut watch, start, n)), [None, Some(Change::Newer), None]);
    }

    #[test]
    fn a_new_script_is_a_change_once_it_has_settled() {
        let folder = tempfile::tempdir().unwrap();
        let start = Instant::now();
        let mut around = AroundWatch::new(&folder.path().join("tris.md2"));
        fs::write(folder.path().join("tris.anm"), b"x").unwrap();
        assert_eq!([1, 2, 3].map(|n| around.look(start + QUIET * n)), [false, true, false]);
    }

    /// A version that is written between reading and the first look is a change like any other.
    #[test]
    fn a_version_written_after_reading_is_reported() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a");
        let read = || md2_assets::read_file(&path, md2_assets::ReadAs::Text).unwrap().stamp;
        fs::write(&path, b"one").unwrap();
        let first = read();
        fs::write(&path, b"three").unwrap();
        let start = Instant::now();
        let mut watch = FileWatch::new(&path, Some(first));
        assert_eq!(look(&mut watch, start, 1), None, "it may still be written");
        assert_eq!(look(&mut watch, start, 2), Some(Change::Newer));
        // It was broken, and the old version is still shown.
        watch.set_shown(Some(first));
        assert_eq!([3, 4].map(|n| look(&mut watch, start, n)), [None; 2], "reported once");
        // It was read for another reason, while the next version was written.
        let second = read();
        fs::write(&path, b"seventeen").unwrap();
        watch.set_shown(Some(second));
        assert_eq!(look(&mut watch, start, 5), None);
        assert_eq!(look(&mut watch, start, 6), Some(Change::Newer));
    }
}
