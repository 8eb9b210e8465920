//! Copies of damaged models with the damage repaired, written in the background when they are asked for.

use std::io;
use std::path::{Path, PathBuf};
use std::thread::{self, JoinHandle};

use anyhow::Context as _;

use crate::output;

/// How many names are tried.
const MAX_NUMBER: u32 = 999;

/// Writes repaired copies, one after the other.
#[derive(Debug, Default)]
pub struct Copyist {
    jobs: Vec<JoinHandle<anyhow::Result<Saved>>>,
}

/// A copy that was written.
#[derive(Debug)]
pub struct Saved {
    pub path: PathBuf,
    /// Why it does not lie beside the model, if it does not.
    pub elsewhere: Option<String>,
}

impl Saved {
    /// For the user to read: the name, and the folder.
    pub fn message(&self) -> String {
        let name = self.path.file_name().unwrap_or_default().to_string_lossy();
        let folder = self.path.parent().filter(|folder| *folder != Path::new(""));
        let folder = folder.map_or_else(std::env::current_dir, |folder| Ok(folder.to_path_buf()));
        let folder = folder.map_or_else(
            |_| String::from("the current folder"),
            |folder| folder.canonicalize().unwrap_or(folder).display().to_string(),
        );
        match &self.elsewhere {
            None => format!("Saved {name} in {folder}"),
            Some(reason) => format!("Saved {name} in the current folder, {folder}: {reason}"),
        }
    }
}

impl Copyist {
    /// Whether something is being written.
    pub fn is_busy(&self) -> bool {
        !self.jobs.is_empty()
    }

    /// Begins to repair a file. Where no copy can lie beside it, it goes into the folder `instead`.
    ///
    /// # Errors
    /// If no thread can be started.
    pub fn start(&mut self, model: PathBuf, instead: PathBuf) -> io::Result<()> {
        let work = move || save(&model, &instead);
        self.jobs.push(thread::Builder::new().name(String::from("repair")).spawn(work)?);
        Ok(())
    }

    /// What was written, or could not be. It never waits.
    pub fn finished(&mut self) -> Vec<anyhow::Result<Saved>> {
        self.jobs.extract_if(.., |job| job.is_finished()).map(end).collect()
    }

    /// Waits for what is being written, which is short, and tells what became of it.
    pub fn close(&mut self) -> Vec<anyhow::Result<Saved>> {
        self.jobs.drain(..).map(end).collect()
    }
}

fn end(job: JoinHandle<anyhow::Result<Saved>>) -> anyhow::Result<Saved> {
    job.join().unwrap_or_else(|_| Err(anyhow::anyhow!("the work ended without a result")))
}

/// Writes a repaired copy beside a model, or else, as of one in an archive, into the folder `instead`.
///
/// # Errors
/// If nothing worth writing is left of it, or it cannot be written in either folder. Nothing is left behind then.
pub fn save(model: &Path, instead: &Path) -> anyhow::Result<Saved> {
    let bytes = md2_assets::read_model(model)?;
    let repaired = md2_load::repair(&bytes)?.context("nothing has to be repaired")?;
    let beside = model.parent().unwrap_or(Path::new(""));
    let stem = model.file_stem().unwrap_or_default().to_string_lossy();
    let error = match create(beside, &stem, &repaired.bytes) {
        Ok(path) => return Ok(Saved { path, elsewhere: None }),
        Err(error) => error,
    };
    let is_folder = beside == Path::new("") || beside.is_dir();
    let reason = if is_folder {
        format!("the model's folder takes no file ({error:#})")
    } else {
        String::from("the model lies in an archive")
    };
    let path = create(instead, &stem, &repaired.bytes).with_context(|| reason.clone())?;
    Ok(Saved { path, elsewhere: Some(reason) })
}

/// Writes a file under the first free name: `tris-repaired.md2`, `tris-repaired-2.md2`, …
fn create(folder: &Path, stem: &str, bytes: &[u8]) -> anyhow::Result<PathBuf> {
    for number in 1..=MAX_NUMBER {
        let name = if number == 1 { String::new() } else { format!("-{number}") };
        let path = folder.join(format!("{stem}-repaired{name}.md2"));
        if output::create(&path, bytes)? {
            return Ok(path);
        }
    }
    anyhow::bail!("there are {MAX_NUMBER} copies of that name already")
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;

    fn damaged() -> Vec<u8> {
        let mut file = md2_testdata::one_triangle().build();
        file.set_i32("num_skins", 661);
        file.into_bytes()
    }

    #[test]
    fn a_copy_lies_beside_the_model_and_never_over_anything() {
        let folder = tempfile::tempdir().unwrap();
        let at = |name: &str| folder.path().join(name);
        fs::write(at("a.md2"), damaged()).unwrap();
        for name in ["a-repaired.md2", "a-repaired-2.md2"] {
            let saved = save(&at("a.md2"), Path::new("/nowhere")).unwrap();
            assert_eq!((saved.path.clone(), saved.elsewhere.clone()), (at(name), None));
            let message = saved.message();
            let here = folder.path().canonicalize().unwrap().display().to_string();
            assert!(message.contains(name) && message.contains(&here), "{message}");
            assert_eq!(md2_load::repair(&fs::read(at(name)).unwrap()).unwrap(), None, "it is sound");
        }
        assert_eq!(fs::read(at("a.md2")).unwrap(), damaged());
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 3);
        let sound = save(&at("a-repaired.md2"), Path::new("/nowhere")).unwrap_err();
        assert!(sound.to_string().contains("nothing has to be repaired"));
    }

    #[test]
    fn what_lies_in_an_archive_is_copied_elsewhere_and_that_is_told() {
        let folder = tempfile::tempdir().unwrap();
        let pack = folder.path().join("pak0.pak");
        fs::write(&pack, md2_testdata::archive::pak(&[(b"models/a.md2", &damaged())])).unwrap();
        let instead = folder.path().join("instead");
        fs::create_dir(&instead).unwrap();
        let saved = save(&pack.join("models/a.md2"), &instead).unwrap();
        assert_eq!(saved.path, instead.join("a-repaired.md2"));
        assert!(saved.message().contains("the model lies in an archive"), "{}", saved.message());
        let neither = save(&pack.join("models/a.md2"), Path::new("/nowhere")).unwrap_err();
        assert!(format!("{neither:#}").starts_with("the model lies in an archive: "), "{neither:#}");
    }

    #[test]
    fn a_copyist_tells_what_became_of_it() {
        let folder = tempfile::tempdir().unwrap();
        let model = folder.path().join("a.md2");
        fs::write(&model, damaged()).unwrap();
        let mut copyist = Copyist::default();
        copyist.start(model.clone(), PathBuf::new()).unwrap();
        copyist.start(folder.path().join("none.md2"), PathBuf::new()).unwrap();
        let mut results = Vec::new();
        while copyist.is_busy() {
            results.extend(copyist.finished());
            thread::sleep(std::time::Duration::from_millis(1));
        }
        assert_eq!(results.iter().filter(|result| result.is_ok()).count(), 1, "{results:?}");
        copyist.start(model, PathBuf::new()).unwrap();
        let [Ok(saved)] = &*copyist.close() else { panic!("it is waited for") };
        assert!(saved.path.is_file() && !copyist.is_busy());
    }
}
