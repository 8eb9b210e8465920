//! Targets of links, and identity of files.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

/// The maximum number of links to follow for a path. Linux has the same limit.
const MAX_LINKS: usize = 40;

/// Follows a chain of links and returns its end, which may be missing. Returns a path that is not a link unchanged.
pub fn end_of_links(path: &Path) -> io::Result<PathBuf> {
    let mut path = path.to_path_buf();
    for _ in 0..MAX_LINKS {
        if !path.symlink_metadata().is_ok_and(|metadata| metadata.is_symlink()) {
            return Ok(path);
        }
        let to = fs::read_link(&path)?;
        path = path.parent().unwrap_or(Path::new("")).join(to);
    }
    Err(io::Error::other("too many symbolic links"))
}

pub fn is_same_file(a: &Path, b: &Path) -> bool {
    #[cfg(unix)]
    {
        use std::os::unix::fs::MetadataExt as _;
        let identity = |path| fs::metadata(path).map(|file| (file.dev(), file.ino()));
        matches!((identity(a), identity(b)), (Ok(a), Ok(b)) if a == b)
    }
    // The number of the drive and the index of the file.
    #[cfg(windows)]
    {
        same_file::is_same_file(a, b).unwrap_or(false)
    }
    #[cfg(not(any(unix, windows)))]
    {
        matches!((a.canonicalize(), b.canonicalize()), (Ok(a), Ok(b)) if a == b)
    }
}
