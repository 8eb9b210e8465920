//! The file with the graphics driver's compiled pipelines, with which the next window shows its pictures sooner.

use std::fs;
use std::path::PathBuf;

use md2_assets::ReadAs;

use crate::output::{self, Overwrite};

/// The file, and its content when it was read or written last.
#[derive(Debug, Default)]
pub struct PipelineCacheFile {
    path: Option<PathBuf>,
    content: Vec<u8>,
}

impl PipelineCacheFile {
    /// Reads the file. A file that is missing or too large counts as empty. The renderer checks the content.
    pub fn load(path: Option<PathBuf>) -> Self {
        let read = |path: &PathBuf| md2_assets::read_file(path, ReadAs::PipelineCache).ok();
        let content = path.as_ref().and_then(read).map(|file| file.bytes.to_vec()).unwrap_or_default();
        Self { path, content }
    }

    /// Returns the content for the renderer.
    pub fn content(&self) -> &[u8] {
        &self.content
    }

    /// Replaces the file if the content has changed. The old file remains if writing fails.
    ///
    /// # Errors
    /// The reason why the file cannot be written.
    pub fn save(&mut self, content: Vec<u8>) -> Result<(), String> {
        let Some(path) = self.path.as_ref().filter(|_| !content.is_empty() && content != self.content) else {
            return Ok(());
        };
        if let Some(folder) = path.parent() {
            fs::create_dir_all(folder).map_err(|error| format!("\"{}\": {error}", folder.display()))?;
        }
        output::write(path, &content, Overwrite { force: true }).map_err(|error| error.to_string())?;
        self.content = content;
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn is_written_only_after_a_change() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("cache/pipelines.bin");
        let mut file = PipelineCacheFile::load(Some(path.clone()));
        assert!(file.content().is_empty() && file.save(Vec::new()) == Ok(()) && !path.exists());
        assert_eq!(file.save(vec![1, 2, 3]), Ok(()));
        assert_eq!(PipelineCacheFile::load(Some(path.clone())).content(), [1, 2, 3]);
        fs::remove_file(&path).unwrap();
        assert!(file.save(vec![1, 2, 3]) == Ok(()) && !path.exists(), "the same content");
        assert_eq!(PipelineCacheFile::load(None).save(vec![1]), Ok(()));
    }
}
