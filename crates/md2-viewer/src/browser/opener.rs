//! Opens models in a thread of its own: the first one that can be shown of what was asked for.

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError};
use std::thread;
use std::time::{Duration, Instant};

use md2_assets::{find_models, holds_models, is_folder, shelf_of};
use md2_scene::{Figure, OpenError};

use super::tree::{Root, Sort};
use crate::inputs::{self, STANDARD_INPUT};

/// What came of it.
#[derive(Debug)]
pub(crate) struct Opened {
    /// The first model that can be shown, and the path by which it is opened again; or why there is none.
    pub(crate) figure: anyhow::Result<(Figure, PathBuf)>,
    /// What of `asked` could not be opened before it, and why; where there is none, what could not after the first.
    pub(crate) passed_over: Vec<(PathBuf, String)>,
    /// What the Files tab shows from now on; `None` leaves it as it is.
    pub(crate) roots: Option<Vec<Root>>,
    /// What was asked for.
    pub(crate) asked: Vec<PathBuf>,
}

/// What could not be opened that is told of; the rest is only passed over.
const MAX_TOLD: usize = 5;

/// What is told of what could not be opened.
pub(crate) fn told(passed_over: &[(PathBuf, String)]) -> Vec<String> {
    passed_over.iter().take(MAX_TOLD).map(|(_, reason)| reason.clone()).collect()
}

/// Opens one thing at a time; what is asked for next takes the place of what is not opened yet.
#[derive(Debug, Default)]
pub(crate) struct Opener {
    job: Option<Job>,
}

#[derive(Debug)]
struct Job {
    asked: Vec<PathBuf>,
    opened: Receiver<Opened>,
    stop: Arc<AtomicBool>,
    since: Instant,
}

impl Drop for Job {
    fn drop(&mut self) {
        self.stop.store(true, Ordering::Relaxed);
    }
}

impl Opener {
    /// Opens the first that can be shown of these files, folders and archives. `keeps` leaves the tree as it is.
    pub(crate) fn start(&mut self, asked: Vec<PathBuf>, keeps: bool) {
        let (sender, opened) = mpsc::channel();
        let stop = Arc::new(AtomicBool::new(false));
        let (paths, flag) = (asked.clone(), Arc::clone(&stop));
        let work = move || {
            // Where nobody listens any more, there is nothing left to do.
            let _ = sender.send(open(paths, keeps, &flag));
        };
        // Where no thread can be started, the job ends without a result, which is told.
        let _ = thread::Builder::new().name(String::from("opener")).spawn(work);
        self.job = Some(Job { asked, opened, stop, since: Instant::now() });
    }

    /// What is opened, as soon as it is.
    pub(crate) fn poll(&mut self) -> Option<Opened> {
        self.wait(Some(Duration::ZERO))
    }

    /// The same, after waiting for so long at most, or for as long as it takes.
    pub(crate) fn wait(&mut self, limit: Option<Duration>) -> Option<Opened> {
        let job = self.job.as_ref()?;
        let opened = match limit {
            Some(limit) => job.opened.recv_timeout(limit),
            None => job.opened.recv().map_err(|_| RecvTimeoutError::Disconnected),
        };
        match opened {
            Err(RecvTimeoutError::Timeout) => None,
            opened => {
                let asked = self.job.take().map(|job| job.asked.clone()).unwrap_or_default();
                Some(opened.unwrap_or_else(|_| Opened {
                    figure: Err(anyhow::anyhow!("the work ended without a result")),
                    passed_over: Vec::new(),
                    roots: None,
                    asked,
                }))
            }
        }
    }

    pub(crate) fn stop(&mut self) {
        self.job = None;
    }

    /// What is being opened, and since when.
    pub(crate) fn busy(&self) -> Option<(&[PathBuf], Instant)> {
        self.job.as_ref().map(|job| (&*job.asked, job.since))
    }
}

fn open(asked: Vec<PathBuf>, keeps: bool, stop: &AtomicBool) -> Opened {
    let mut failures: Vec<(PathBuf, anyhow::Error)> = Vec::new();
    let mut found = None;
    for path in &asked {
        if stop.load(Ordering::Relaxed) {
            break;
        }
        match first_of(path, stop) {
            Ok(figure) => {
                found = Some(figure);
                break;
            }
            Err(error) => failures.push((path.clone(), error)),
        }
    }
    let roots = (!keeps).then(|| roots(&asked));
    let figure = found.ok_or(()).or_else(|()| {
        let first = (!failures.is_empty()).then(|| failures.remove(0).1);
        Err(first.unwrap_or_else(|| anyhow::anyhow!("nothing was opened")))
    });
    let told = |(path, error)| (path, format!("{error:#}"));
    Opened { figure, passed_over: failures.into_iter().map(told).collect(), roots, asked }
}

/// The first model of what a path means that can be shown.
fn first_of(path: &Path, stop: &AtomicBool) -> anyhow::Result<(Figure, PathBuf)> {
    if path.as_os_str() == STANDARD_INPUT {
        return Ok((inputs::standard().figure()?, path.to_owned()));
    }
    if !holds_models(path) {
        return Ok((md2_scene::open(path)?, path.to_owned()));
    }
    if is_folder(path) {
        match md2_scene::open(path) {
            Err(OpenError::NoModel { .. }) => {}
            opened => return Ok((opened?, path.to_owned())),
        }
    }
    let mut failure = None;
    for found in find_models(path) {
        if stop.load(Ordering::Relaxed) {
            break;
        }
        let opened =
            found.map_err(anyhow::Error::from).and_then(|found| Ok((md2_scene::open(&found)?, found)));
        match opened {
            Ok(opened) => return Ok(opened),
            Err(error) => {
                let _ = failure.get_or_insert(error);
            }
        }
    }
    Err(failure.unwrap_or_else(|| anyhow::anyhow!("there is no model in \"{}\"", path.display())))
}

/// What the tree begins with: what was given; around a single model, what lies beside it.
fn roots(asked: &[PathBuf]) -> Vec<Root> {
    let sort = |path: &Path| {
        if is_folder(path) {
            Sort::Folder
        } else if holds_models(path) {
            Sort::Archive
        } else {
            Sort::Model
        }
    };
    let given: Vec<&PathBuf> = asked.iter().filter(|path| path.as_os_str() != STANDARD_INPUT).collect();
    if let [only] = *given {
        let shelf = shelf_of(only);
        let own = std::path::absolute(only).unwrap_or_else(|_| only.clone());
        // A folder that is one figure among others stands among them.
        if !holds_models(only) || own != shelf && is_folder(only) {
            let exists = is_folder(&shelf) || holds_models(&shelf);
            let sort = if is_folder(&shelf) { Sort::Folder } else { Sort::Archive };
            return if exists { vec![Root { path: shelf, sort, is_whole: false }] } else { Vec::new() };
        }
    }
    let root = |path: &&PathBuf| {
        let absolute = std::path::absolute(path).unwrap_or_else(|_| (*path).clone());
        Root { sort: sort(path), path: absolute, is_whole: true }
    };
    given.iter().map(root).collect()
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;

    fn opened(asked: &[PathBuf]) -> Opened {
        let mut opener = Opener::default();
        opener.start(asked.to_vec(), false);
        opener.wait(None).unwrap()
    }

    #[test]
    fn the_first_that_can_be_shown_is() {
        let folder = tempfile::tempdir().unwrap();
        let at = |name: &str| folder.path().join(name);
        fs::create_dir_all(at("models/tank")).unwrap();
        fs::write(at("models/a.md2"), b"IDP2 and no more").unwrap();
        fs::write(at("models/b.md2"), md2_testdata::one_triangle().build().bytes()).unwrap();
        fs::write(at("models/tank/tris.md2"), md2_testdata::one_triangle().build().bytes()).unwrap();

        let found = opened(&[at("none.md2"), at("models")]);
        assert_eq!(found.figure.unwrap().1, at("models/b.md2"));
        let (path, reason) = &found.passed_over[0];
        assert!(*path == at("none.md2") && reason.contains("none.md2"), "{:?}", found.passed_over);
        let roots = found.roots.unwrap();
        assert_eq!(roots.iter().map(|root| root.sort).collect::<Vec<_>>(), [Sort::Model, Sort::Folder]);
        assert!(roots.iter().all(|root| root.is_whole));

        let single = opened(&[at("models/tank/tris.md2")]);
        let expected = Root { path: at("models/tank"), sort: Sort::Folder, is_whole: false };
        assert_eq!(single.roots.unwrap(), [expected]);

        let broken = opened(&[at("models/a.md2")]);
        assert!(format!("{:#}", broken.figure.unwrap_err()).contains("a.md2"));
        fs::create_dir(at("empty")).unwrap();
        let empty = opened(&[at("empty")]);
        assert!(empty.figure.unwrap_err().to_string().starts_with("there is no model in"));
        assert_eq!(empty.roots.unwrap().len(), 1);
    }

    #[test]
    fn an_archive_opens_as_its_first_model_and_a_broken_one_says_why() {
        let folder = tempfile::tempdir().unwrap();
        let at = |name: &str| folder.path().join(name);
        let model = md2_testdata::one_triangle().build();
        let pak = md2_testdata::archive::pak(&[(b"m/b.md2", model.bytes()), (b"m/a.md2", b"broken")]);
        fs::write(at("pak0.pak"), &pak).unwrap();
        fs::write(at("cut.pak"), &pak[..pak.len() - 9]).unwrap();
        let found = opened(&[at("pak0.pak")]);
        assert_eq!(found.figure.unwrap().1, at("pak0.pak/m/b.md2"));
        assert_eq!(found.roots.unwrap()[0].sort, Sort::Archive);
        let cut = opened(&[at("cut.pak")]);
        assert!(format!("{:#}", cut.figure.unwrap_err()).contains("directory is broken"));
    }
}
