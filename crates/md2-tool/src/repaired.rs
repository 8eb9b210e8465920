//! Repaired copies of damaged models.

use std::fmt::Display;
use std::path::{Path, PathBuf};

use anyhow::Context as _;
use md2_load::{LoadError, LoadOptions, SalvagedFile};

use crate::output;

const MAX_NUMBER: u32 = 999;

#[derive(Debug)]
pub struct SavedCopy {
    pub path: PathBuf,
    /// The reason why the copy is not in the folder of the model; `None` if it is in that folder.
    pub elsewhere: Option<String>,
}

impl SavedCopy {
    pub fn message(&self) -> String {
        let name = self.path.file_name().unwrap_or_default().to_string_lossy();
        let folder = self.path.parent().filter(|folder| *folder != Path::new(""));
        let folder = folder.map_or_else(std::env::current_dir, |folder| Ok(folder.to_path_buf()));
        let folder = folder.map_or_else(
            |_| String::from("the current folder"),
            |folder| dunce::canonicalize(&folder).unwrap_or(folder).display().to_string(),
        );
        match &self.elsewhere {
            None => format!("Saved {name} in {folder}"),
            Some(reason) => format!("Saved {name} in {folder}: {reason}"),
        }
    }
}

/// Writes a repaired copy of a model to its folder. If the model is in an archive, or its folder is not writable, writes the copy to the
/// folder `instead`.
pub fn repair_copy(model: &Path, instead: &Path) -> anyhow::Result<SavedCopy> {
    let bytes = md2_assets::read_model(model)?;
    let repaired = repair(&bytes)?;
    anyhow::ensure!(!repaired.repairs.is_empty(), "nothing to repair");
    let own_folder = model.parent().unwrap_or(Path::new(""));
    let name = [model.file_stem(), model.extension()].map(|part| part.unwrap_or_default().to_string_lossy());
    let error = match create(own_folder, &name, &repaired.bytes) {
        Ok(path) => return Ok(SavedCopy { path, elsewhere: None }),
        Err(error) => error,
    };
    let is_folder = own_folder == Path::new("") || own_folder.is_dir();
    let reason = if is_folder {
        format!("the model's folder is not writable ({error:#})")
    } else {
        String::from("the model is in an archive")
    };
    let path = create(instead, &name, &repaired.bytes).with_context(|| reason.clone())?;
    Ok(SavedCopy { path, elsewhere: Some(reason) })
}

/// Returns the end of an error about a damaged model: the command that repairs it, or nothing if it cannot be repaired.
pub(crate) fn advice(bytes: &[u8]) -> String {
    match repair(bytes) {
        Ok(repaired) if !repaired.repairs.is_empty() => {
            format!("; repair it with `{} repair`", crate::failure::program_name())
        }
        _ => String::new(),
    }
}

/// Repairs a damaged model.
///
/// # Errors
/// If the file contains no usable records.
pub(crate) fn repair(file: &[u8]) -> Result<SalvagedFile<'_>, LoadError> {
    let salvaged = md2_load::salvage(file)?;
    salvaged.load(&LoadOptions::default())?;
    Ok(salvaged)
}

/// Creates a file whose name follows from the stem and the extension of the model.
fn create(folder: &Path, [stem, extension]: &[impl Display; 2], bytes: &[u8]) -> anyhow::Result<PathBuf> {
    for number in 1..=MAX_NUMBER {
        let suffix = if number == 1 { String::new() } else { format!("-{number}") };
        let path = folder.join(format!("{stem}-repaired{suffix}.{extension}"));
        if output::create(&path, bytes)? {
            return Ok(path);
        }
    }
    anyhow::bail!("the folder already contains {MAX_NUMBER} copies {stem}-repaired-….{extension}")
}

#[cfg(test)]
mod tests {
    use std::fs;

    use md2_testdata::TempFolder;

    use super::*;

    fn damaged() -> Vec<u8> {
        let mut file = md2_testdata::one_triangle().build();
        file.set_i32("num_skins", 661);
        file.into_bytes()
    }

    #[test]
    fn a_copy_is_saved_next_to_the_model_and_replaces_nothing() {
        let folder = TempFolder::new();
        folder.write("a.md2", &damaged());
        for name in ["a-repaired.md2", "a-repaired-2.md2"] {
            let saved = repair_copy(&folder.path("a.md2"), Path::new("/nowhere")).unwrap();
            assert_eq!((saved.path.clone(), saved.elsewhere.clone()), (folder.path(name), None));
            let message = saved.message();
            let here = dunce::canonicalize(&folder).unwrap().display().to_string();
            assert!(message.contains(name) && message.contains(&here), "{message}");
            let copy = fs::read(folder.path(name)).unwrap();
            assert!(repair(&copy).unwrap().repairs.is_empty(), "the copy needs no repair");
        }
        assert_eq!(fs::read(folder.path("a.md2")).unwrap(), damaged());
        assert_eq!(fs::read_dir(&folder).unwrap().count(), 3);
        let sound = repair_copy(&folder.path("a-repaired.md2"), Path::new("/nowhere")).unwrap_err();
        assert!(sound.to_string().contains("nothing to repair"));
    }

    #[test]
    fn a_model_in_an_archive_is_copied_to_the_other_folder() {
        let folder = TempFolder::new();
        let pack = folder.file("pak0.pak", &md2_testdata::archive::pak(&[(b"models/a.md2", &damaged())]));
        let instead = folder.path("instead");
        fs::create_dir(&instead).unwrap();
        let saved = repair_copy(&pack.join("models/a.md2"), &instead).unwrap();
        assert_eq!(saved.path, instead.join("a-repaired.md2"));
        assert!(saved.message().contains("the model is in an archive"), "{}", saved.message());
        let neither = repair_copy(&pack.join("models/a.md2"), Path::new("/nowhere")).unwrap_err();
        assert!(format!("{neither:#}").starts_with("the model is in an archive: "), "{neither:#}");
    }
}
