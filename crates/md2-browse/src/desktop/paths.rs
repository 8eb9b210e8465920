//! Normalization of paths.

use std::path::{Component, Path, PathBuf};

/// Makes a path absolute and resolves each `..`. The path need not exist. The disk is read only to resolve `..` after a symbolic link.
#[must_use]
pub fn absolute(path: &Path) -> PathBuf {
    let whole = std::path::absolute(path).unwrap_or_else(|_| path.to_owned());
    let mut place = PathBuf::new();
    for component in whole.components() {
        match component {
            Component::ParentDir => {
                // The parent of the link's target, not of the link.
                if place.is_symlink()
                    && let Ok(real) = place.canonicalize()
                {
                    place = real;
                }
                place.pop();
            }
            other => place.push(other),
        }
    }
    place
}

#[cfg(test)]
mod tests {
    use md2_testdata::TempFolder;

    use super::*;

    #[test]
    fn removes_dots() {
        let folder = TempFolder::new();
        for path in ["a/../b/c.md2", "./b/./c.md2", "a/x/../../b/c.md2"] {
            assert_eq!(absolute(&folder.join(path)), folder.join("b/c.md2"), "{path}");
        }
        assert_eq!(absolute(Path::new("/../a")), Path::new("/a"));
        assert!(absolute(Path::new("a")).is_absolute());
    }

    #[cfg(unix)]
    #[test]
    fn resolves_dots_after_a_link_at_its_target() {
        let folder = TempFolder::new();
        let top = folder.canonicalize().unwrap();
        std::fs::create_dir_all(top.join("far/away")).unwrap();
        std::os::unix::fs::symlink(top.join("far/away"), top.join("link")).unwrap();
        assert_eq!(absolute(&top.join("link/../b")), top.join("far/b"));
        assert_eq!(absolute(&top.join("link/b")), top.join("link/b"), "other links are not resolved");
    }
}
