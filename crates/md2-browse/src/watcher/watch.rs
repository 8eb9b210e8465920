//! Noticing that an opened file was written again.

use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use md2_assets::Stamp;

/// How often the file is looked at.
const INTERVAL: Duration = Duration::from_millis(500);

/// How often it is looked what lies beside a model. That lists up to three folders and asks for the stamp of each script in them:
/// on a disk a fraction of a millisecond, over a network many times that.
const AROUND_INTERVAL: Duration = Duration::from_secs(2);

/// Watches one file by its stamp: cheap, and the same on every system.
#[derive(Debug)]
pub(super) struct Watch {
    path: PathBuf,
    /// The version that is shown, as it was taken from what was read.
    shown: Option<Stamp>,
    /// The version that was reported last, or else the one that is shown.
    loaded: Option<Stamp>,
    /// A newer version seen at the last look. It is reported once it stays the same for one
    /// interval, so that a file is not read while it is being written.
    settling: Option<Stamp>,
    /// For how many looks it has been gone.
    gone: u8,
    next_look: Instant,
}

impl Watch {
    /// Starts from the version that was read: what was written since is a change.
    pub(super) fn new(path: &Path, shown: Option<Stamp>, now: Instant) -> Self {
        let next_look = now + INTERVAL;
        Self { path: path.to_owned(), shown, loaded: shown, settling: None, gone: 0, next_look }
    }

    /// Tells which version is shown now. One that was reported and could not be loaded leaves that as it was.
    pub(super) fn shows(&mut self, shown: Option<Stamp>) {
        if shown != self.shown {
            (self.shown, self.loaded) = (shown, shown);
        }
    }

    pub(super) fn path(&self) -> &Path {
        &self.path
    }

    /// When to call [`Self::changed`] again.
    pub(super) fn next_look(&self) -> Instant {
        self.next_look
    }

    /// Whether there is a new version to load. A file that is gone for a moment is not one.
    pub(super) fn changed(&mut self, now: Instant) -> bool {
        if now < self.next_look {
            return false;
        }
        self.next_look = now + INTERVAL;
        let current = Stamp::of(&self.path);
        self.gone = if current.is_none() { self.gone.saturating_add(1) } else { 0 };
        if current.is_none() || current == self.loaded {
            self.settling = None;
            return false;
        }
        if current != self.settling {
            self.settling = current;
            return false;
        }
        self.loaded = self.settling.take();
        true
    }
}

impl Watch {
    /// Whether the file has just been found to be gone for good. What comes back is a new version.
    pub(super) fn is_lost(&mut self) -> bool {
        let is_lost = self.gone == 2;
        if is_lost {
            self.gone = 3;
            self.loaded = None;
        }
        is_lost
    }
}

/// Watches what a model is opened with: scripts, and which pictures there are.
#[derive(Debug)]
pub(super) struct Around {
    model: PathBuf,
    seen: Option<u64>,
    /// What was found at the last look, if it was something else.
    settling: Option<u64>,
    next_look: Instant,
}

impl Around {
    pub(super) fn new(model: &Path, now: Instant) -> Self {
        let seen = md2_assets::surroundings(model);
        Self { model: model.to_owned(), seen, settling: None, next_look: now + AROUND_INTERVAL }
    }

    pub(super) fn model(&self) -> &Path {
        &self.model
    }

    pub(super) fn next_look(&self) -> Instant {
        self.next_look
    }

    /// Whether something has changed, and stayed so for a short interval.
    pub(super) fn changed(&mut self, now: Instant) -> bool {
        if now < self.next_look {
            return false;
        }
        self.next_look = now + AROUND_INTERVAL;
        let current = md2_assets::surroundings(&self.model);
        if current == self.seen {
            self.settling = None;
            return false;
        }
        if current != self.settling {
            self.settling = current;
            self.next_look = now + INTERVAL;
            return false;
        }
        self.seen = self.settling.take();
        true
    }
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;

    /// Reports once after the change has settled, and not again.
    #[test]
    fn reports_a_settled_change_once() {
        let path = std::env::temp_dir().join(format!("md2-viewer-watch-{}", std::process::id()));
        fs::write(&path, b"one").unwrap();
        let start = Instant::now();
        let mut watch = Watch::new(&path, Stamp::of(&path), start);
        let look = |watch: &mut Watch, n: u32| watch.changed(start + INTERVAL * n);

        assert!(!look(&mut watch, 1), "nothing happened");
        fs::write(&path, b"three").unwrap();
        assert!(!watch.changed(start), "not before its time");
        assert!(!look(&mut watch, 2), "still settling");
        assert!(look(&mut watch, 3));
        assert!(!look(&mut watch, 4), "reported once");

        fs::remove_file(&path).unwrap();
        assert!(!look(&mut watch, 5), "gone");
        assert!(!look(&mut watch, 6), "still gone");
        fs::write(&path, b"back again").unwrap();
        assert!(!look(&mut watch, 7));
        assert!(look(&mut watch, 8), "a file saved by way of another is seen");
        fs::remove_file(&path).unwrap();
    }

    #[test]
    fn a_file_that_is_gone_is_told_once_and_its_return_is_a_change() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("skin.pcx");
        fs::write(&path, b"one").unwrap();
        let start = Instant::now();
        let mut watch = Watch::new(&path, Stamp::of(&path), start);
        let look = |watch: &mut Watch, n: u32| (watch.changed(start + INTERVAL * n), watch.is_lost());
        fs::remove_file(&path).unwrap();
        let told: Vec<_> = (1..5).map(|n| look(&mut watch, n)).collect();
        assert_eq!(told, [(false, false), (false, true), (false, false), (false, false)]);
        fs::write(&path, b"one").unwrap();
        assert_eq!([5, 6, 7].map(|n| look(&mut watch, n).0), [false, true, false]);
    }

    #[test]
    fn a_new_script_is_a_change_once_it_has_settled() {
        let folder = tempfile::tempdir().unwrap();
        let start = Instant::now();
        let mut around = Around::new(&folder.path().join("tris.md2"), start);
        fs::write(folder.path().join("tris.anm"), b"x").unwrap();
        let looks = [1, 4, 5, 6].map(|n| around.changed(start + INTERVAL * n));
        assert_eq!(looks, [false, false, true, false], "looked at seldom, and soon again once it changes");
    }

    /// What is written between reading and the first look is a change like any other.
    #[test]
    fn what_was_written_after_reading_is_seen() {
        let path = std::env::temp_dir().join(format!("md2-viewer-stamp-{}", std::process::id()));
        fs::write(&path, b"one").unwrap();
        let read = md2_assets::read_file(&path, md2_assets::ReadAs::Text).unwrap();
        fs::write(&path, b"three").unwrap();
        let start = Instant::now();
        let mut watch = Watch::new(&path, Some(read.stamp), start);
        let look = |watch: &mut Watch, n: u32| watch.changed(start + INTERVAL * n);
        assert!(!look(&mut watch, 1), "it may still be written");
        assert!(look(&mut watch, 2));
        // It was broken, and what is shown is what was.
        watch.shows(Some(read.stamp));
        assert!(!look(&mut watch, 3) && !look(&mut watch, 4), "reported once");
        // Then it was read by another way, while the next version was on its way.
        let read = md2_assets::read_file(&path, md2_assets::ReadAs::Text).unwrap();
        fs::write(&path, b"seventeen").unwrap();
        watch.shows(Some(read.stamp));
        assert!(!look(&mut watch, 5));
        assert!(look(&mut watch, 6));
        fs::remove_file(&path).unwrap();
    }
}
