//! Noticing that an opened file was written again.

use std::fs;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant, SystemTime};

/// How often the file is looked at.
const INTERVAL: Duration = Duration::from_millis(500);

/// What tells one version of a file from the next.
type Stamp = (SystemTime, u64);

/// Watches one file by its time and size: cheap, and the same on every system.
#[derive(Debug)]
pub(crate) struct Watch {
    path: PathBuf,
    /// The version that was loaded.
    loaded: Option<Stamp>,
    /// A newer version seen at the last look. It is reported once it stays the same for one
    /// interval, so that a file is not read while it is being written.
    settling: Option<Stamp>,
    next_look: Instant,
}

impl Watch {
    /// Starts from the file as it is now.
    pub(crate) fn new(path: &Path, now: Instant) -> Self {
        Self { path: path.to_owned(), loaded: stamp(path), settling: None, next_look: now + INTERVAL }
    }

    pub(crate) fn path(&self) -> &Path {
        &self.path
    }

    /// When to call [`Self::changed`] again.
    pub(crate) fn next_look(&self) -> Instant {
        self.next_look
    }

    /// Whether there is a new version to load. A file that is gone for a moment is not one.
    pub(crate) fn changed(&mut self, now: Instant) -> bool {
        if now < self.next_look {
            return false;
        }
        self.next_look = now + INTERVAL;
        let current = stamp(&self.path);
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

fn stamp(path: &Path) -> Option<Stamp> {
    let metadata = fs::metadata(path).ok()?;
    Some((metadata.modified().ok()?, metadata.len()))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Reports once after the change has settled, and not again.
    #[test]
    fn reports_a_settled_change_once() {
        let path = std::env::temp_dir().join(format!("md2-viewer-watch-{}", std::process::id()));
        fs::write(&path, b"one").unwrap();
        let start = Instant::now();
        let mut watch = Watch::new(&path, start);
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
}
