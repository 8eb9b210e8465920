//! Normalization of paths.

use std::path::{Component, Path, PathBuf};

/// Makes a path absolute and resolves each `..`. The path need not exist. The disk is read only to resolve `..` after a symbolic link.
/// On Windows, removes the prefix `\\?\` if the path is valid without it.
pub fn absolute(path: &Path) -> PathBuf {
    let whole = std::path::absolute(dunce::simplified(path)).unwrap_or_else(|_| path.to_owned());
    let mut place = PathBuf::new();
    for component in whole.components() {
        match component {
            Component::ParentDir => {
                // The parent of the link's target, not of the link.
                if place.is_symlink()
                    && let Ok(real) = dunce::canonicalize(&place)
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

/// Returns the folder of the book: in the installed tree, or in the repository for a program in its build folder.
pub fn book() -> Option<PathBuf> {
    let program = std::env::current_exe().ok()?;
    let places = ["../../share/doc/md2-viewer/book", "../../../docs/book/src"];
    places.map(|place| absolute(&program.join(place))).into_iter().find(|place| place.is_dir())
}

/// Whether two absolute paths lead to the same file because of their text. The case of letters matters except on Windows.
pub(super) fn is_same(a: &Path, b: &Path) -> bool {
    is_same_text(a, b, cfg!(windows))
}

fn is_same_text(a: &Path, b: &Path, ignores_case: bool) -> bool {
    a == b || ignores_case && a.to_string_lossy().to_lowercase() == b.to_string_lossy().to_lowercase()
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

    #[test]
    fn the_case_of_letters_matters_except_on_windows() {
        let (a, b) = (Path::new(r"C:\Quake\Ä.md2"), Path::new(r"c:\quake\ä.MD2"));
        assert!(is_same_text(a, b, true) && !is_same_text(a, b, false) && is_same_text(a, a, false));
        assert!(!is_same_text(a, Path::new(r"C:\Quake\b.md2"), true));
    }

    #[cfg(windows)]
    #[test]
    fn shows_paths_without_the_prefix_for_long_names() {
        assert_eq!(absolute(Path::new(r"\\?\C:\q2\a.md2")), Path::new(r"C:\q2\a.md2"));
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
