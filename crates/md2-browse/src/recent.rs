//! The files that were opened last.

use std::path::{Path, PathBuf};

use crate::paths;

/// The maximum number of paths.
const MAX: usize = 12;

/// Files and folders that were opened, the last one first, each once.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct RecentFiles {
    paths: Vec<PathBuf>,
}

impl RecentFiles {
    /// Restores the paths of an earlier run, as [`paths`](Self::paths) returned them. Relative paths mean something else in another
    /// run and are dropped.
    pub fn load(paths: impl IntoIterator<Item = PathBuf>) -> Self {
        let mut kept: Vec<PathBuf> = Vec::new();
        for path in paths.into_iter().filter(|path| path.is_absolute()) {
            if kept.len() < MAX && !kept.contains(&path) {
                kept.push(path);
            }
        }
        Self { paths: kept }
    }

    /// The paths, the last one first, all absolute.
    #[must_use]
    pub fn paths(&self) -> &[PathBuf] {
        &self.paths
    }

    /// Adds a path, or moves it to the front.
    pub fn add(&mut self, path: &Path) {
        let path = paths::absolute(path);
        self.paths.retain(|other| *other != path);
        self.paths.insert(0, path);
        self.paths.truncate(MAX);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_last_comes_first_and_each_once() {
        let mut recent = RecentFiles::default();
        for path in ["/a", "/b", "/a"] {
            recent.add(Path::new(path));
        }
        assert_eq!(recent.paths(), ["/a", "/b"].map(PathBuf::from));
        (0..40).for_each(|number| recent.add(&PathBuf::from(format!("/{number}"))));
        assert_eq!((recent.paths().len(), &*recent.paths()[0]), (MAX, Path::new("/39")));
        recent.add(Path::new("here"));
        assert!(recent.paths()[0].is_absolute());
        let kept = RecentFiles::load(recent.paths().iter().cloned().chain(["x".into(), "/39".into()]));
        assert_eq!(kept, recent);
    }
}
