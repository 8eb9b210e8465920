//! Notifications of the operating system about changes in folders.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use md2_assets::ReadAs;
use notify::event::{AccessKind, AccessMode};
use notify::{Event, EventKind, RecommendedWatcher, RecursiveMode, Watcher as _};

use crate::paths;

/// Types of network file systems, as named in `/proc/self/mounts`. The kernel does not report the changes that other machines make there.
const REMOTE: [&str; 10] =
    ["9p", "afs", "ceph", "cifs", "drvfs", "fuse.sshfs", "nfs", "nfs4", "smb3", "vboxsf"];

#[derive(Debug)]
pub(crate) struct FolderWatcher {
    watcher: Option<RecommendedWatcher>,
    folders: BTreeSet<PathBuf>,
}

impl FolderWatcher {
    /// Creates a watcher that calls `on_change` on a separate thread after each change in a watched folder, with the changed paths.
    pub(crate) fn new(on_change: impl Fn(&[PathBuf]) + Send + 'static) -> Self {
        let handler = move |event: notify::Result<Event>| {
            // An error, such as too many events, may hide a change.
            match event {
                Ok(event) if is_read(event.kind) => {}
                Ok(event) => on_change(&event.paths),
                Err(error) => on_change(&error.paths),
            }
        };
        Self { watcher: notify::recommended_watcher(handler).ok(), folders: BTreeSet::new() }
    }

    /// Replaces the watched folders. Folders that are already watched are registered again, since another folder may now have the
    /// same path. Returns whether the operating system reports all changes in all folders.
    pub(crate) fn watch(&mut self, folders: BTreeSet<PathBuf>) -> bool {
        let Some(watcher) = &mut self.watcher else { return false };
        // Only Linux has this file. Other systems report all changes on network disks.
        let mounts = md2_assets::read_file(Path::new("/proc/self/mounts"), ReadAs::Text);
        let mounts =
            String::from_utf8(mounts.map(|content| content.bytes).unwrap_or_default()).unwrap_or_default();
        let mut is_complete = true;
        for folder in &folders {
            is_complete &= watcher.watch(folder, RecursiveMode::NonRecursive).is_ok();
            is_complete &= file_system(&mounts, folder).is_none_or(|kind| !REMOTE.contains(&kind));
        }
        // Last, so that no change is missed in a folder that stays watched.
        for folder in self.folders.difference(&folders) {
            // This fails for folders that were removed.
            let _ = watcher.unwatch(folder);
        }
        self.folders = folders;
        is_complete
    }
}

/// Adds the folders to watch for changes of a path: the folder of a file or an archive, or the nearest existing folder of a missing path.
pub(super) fn add_folders(path: &Path, folders: &mut BTreeSet<PathBuf>) {
    let path = paths::absolute(path);
    let Some(existing) = path.ancestors().find(|above| above.exists()) else { return };
    // Both the link and its target may change, in different folders.
    for place in [Ok(existing.to_owned()), existing.canonicalize()].into_iter().flatten() {
        let folder = if place.is_dir() { Some(&*place) } else { place.parent() };
        folders.extend(folder.map(Path::to_owned));
    }
}

fn is_read(kind: EventKind) -> bool {
    matches!(kind, EventKind::Access(access) if access != AccessKind::Close(AccessMode::Write))
}

fn file_system<'a>(mounts: &'a str, folder: &Path) -> Option<&'a str> {
    let mounts = mounts.lines().filter_map(|line| {
        let mut words = line.split(' ').skip(1);
        let (point, kind) = (words.next()?.replace("\\040", " "), words.next()?);
        folder.starts_with(&point).then_some((point.len(), kind))
    });
    // The longest mount point contains the folder; the last one of equal length covers the others.
    mounts.max_by_key(|(length, _)| *length).map(|(_, kind)| kind)
}

#[cfg(test)]
mod tests {
    use md2_testdata::TempFolder;

    use super::*;

    #[test]
    fn finds_the_innermost_file_system() {
        let mounts =
            "/dev/sda1 / ext4 rw 0 0\nhost:/games /home/a\\040b nfs4 rw 0 0\n/dev/sdb1 /home xfs rw 0 0\n";
        for (folder, kind) in [("/usr", "ext4"), ("/home/a b/q2", "nfs4"), ("/home/a", "xfs")] {
            assert_eq!(file_system(mounts, Path::new(folder)), Some(kind), "{folder}");
        }
        assert_eq!(file_system("", Path::new("/")), None);
    }

    #[test]
    fn adds_the_nearest_existing_folder() {
        let folder = TempFolder::from_list("models/a.md2 pak0.pak");
        let top = folder.canonicalize().unwrap();
        for (path, expected) in [
            ("models/a.md2", "models"),
            ("models", "models"),
            ("models/none.md2", "models"),
            ("pak0.pak/models/b.md2", ""),
            ("none/none.md2", ""),
        ] {
            let mut folders = BTreeSet::new();
            add_folders(&top.join(path), &mut folders);
            assert_eq!(folders, BTreeSet::from([top.join(expected)]), "{path}");
        }
    }

    #[cfg(unix)]
    #[test]
    fn adds_the_folders_of_a_link_and_its_target() {
        let folder = TempFolder::from_list("links/b files/a");
        let top = folder.canonicalize().unwrap();
        std::os::unix::fs::symlink(top.join("files/a"), top.join("links/a")).unwrap();
        let mut folders = BTreeSet::new();
        add_folders(&top.join("links/a"), &mut folders);
        assert_eq!(folders, BTreeSet::from([top.join("files"), top.join("links")]));
    }
}
