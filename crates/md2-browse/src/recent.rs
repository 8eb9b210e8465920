//! The most recently opened files.

use std::path::{Path, PathBuf};

use super::paths;

const MAX: usize = 12;

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct RecentFiles {
    paths: Vec<PathBuf>,
}

impl RecentFiles {
    /// Restores the [`paths`](Self::paths) of an earlier run. Omits relative paths, as they depend on the current folder.
    pub fn load(paths: impl IntoIterator<Item = PathBuf>) -> Self {
        let mut recent = Self::default();
        for path in paths.into_iter().filter(|path| path.is_absolute()) {
            if recent.paths.len() < MAX && !recent.paths.iter().any(|other| paths::is_same(other, &path)) {
                recent.paths.push(path);
            }
        }
        recent
    }

    pub fn paths(&self) -> &[PathBuf] {
        &self.paths
    }

    pub fn add(&mut self, path: &Path) {
        let path = paths::absolute(path);
        self.paths.retain(|other| !paths::is_same(other, &path));
        self.paths.insert(0, path);
        self.paths.truncate(MAX);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lists_each_path_once_and_the_last_one_first() {
        let mut recent = RecentFiles::default();
        for path in ["/a", "/b", "/a"] {
            recent.add(Path::new(path));
        }
        assert_eq!(recent.paths(), ["/a", "/b"].map(PathBuf::from));
        (0..40).for_each(|number| recent.add(&PathBuf::from(format!("/{number}"))));
        assert_eq!((recent.paths().len(), &*recent.paths()[0]), (MAX, Path::new("/39")));
        recent.add(Path::new("here"));
        assert!(recent.paths()[0].is_absolute());
        let loaded = RecentFiles::load(recent.paths().iter().cloned().chain(["x".into(), "/39".into()]));
        assert_eq!(loaded, recent);
    }
}
