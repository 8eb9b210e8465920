//! Opens models in a thread of its own: the first one that can be shown of what was asked for.

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError};
use std::thread;
use std::time::{Duration, Instant};

use md2_assets::{Stamp, find_models, holds_models, is_folder, shelf_of};
use md2_scene::{Figure, OpenError};

use crate::place;
use crate::stdin::{STANDARD_INPUT, STANDARD_INPUT_NAME, read_standard_input};
use crate::tree::{Root, Sort};

/// What came of it.
#[derive(Debug)]
pub struct Opened {
    /// The first model that can be shown, and the path by which it is opened again; or why there is none.
    pub figure: anyhow::Result<(Figure, PathBuf)>,
    /// What of `asked` could not be opened before it, and why; where there is none, what could not after the first.
    pub passed_over: Vec<(PathBuf, String)>,
    /// What of the rest of `asked` is not there. Of what is, nothing is known yet.
    pub missing: Vec<(PathBuf, String)>,
    /// What the Files tab shows from now on; `None` leaves it as it is.
    pub roots: Option<Vec<Root>>,
    /// What was asked for.
    pub asked: Vec<PathBuf>,
    pub way: Way,
}

/// How one comes to what is opened.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Way {
    /// From elsewhere: the tree shows what lies around it from then on.
    Anew,
    /// By a choice in the tree, which stays as it is.
    Chosen,
    /// From one to the next in the tree, which stays as it is.
    Passing,
}

/// The target of the spans that `--timings` of the viewer reports.
pub const TIMINGS: &str = "md2::timings";
/// What could not be opened that is told of; the rest is only passed over.
const MAX_TOLD: usize = 5;

/// What is told of what could not be opened.
pub fn told(passed_over: &[(PathBuf, String)]) -> Vec<String> {
    passed_over.iter().take(MAX_TOLD).map(|(_, reason)| reason.clone()).collect()
}

/// Opens one thing at a time. What is asked for meanwhile waits, and takes the place of what has waited before it.
#[derive(Debug, Default)]
pub struct Opener {
    job: Option<Job>,
    next: Option<Wish>,
}

#[derive(Debug)]
struct Wish {
    asked: Vec<PathBuf>,
    way: Way,
    since: Instant,
}

#[derive(Debug)]
struct Job {
    wish: Wish,
    opened: Receiver<Opened>,
    /// Nobody wants it any more. The thread ends with the file that it is at.
    stop: Arc<AtomicBool>,
}

impl Job {
    fn start(wish: Wish) -> Self {
        let (sender, opened) = mpsc::channel();
        let stop = Arc::new(AtomicBool::new(false));
        let (paths, way, flag) = (wish.asked.clone(), wish.way, Arc::clone(&stop));
        let work = move || {
            // Where nobody listens any more, there is nothing left to do.
            let _ = sender.send(open(paths, way, &flag));
            md2_task::wake();
        };
        // Where no thread can be started, the job ends without a result, which is told.
        let _ = thread::Builder::new().name(String::from("opener")).spawn(work);
        Self { wish, opened, stop }
    }
}

impl Drop for Job {
    fn drop(&mut self) {
        self.stop.store(true, Ordering::Relaxed);
    }
}

impl Opener {
    /// Opens the first that can be shown of these files, folders and archives, instead of what is being opened.
    pub fn start(&mut self, asked: Vec<PathBuf>, way: Way) {
        if let Some(job) = &self.job {
            job.stop.store(true, Ordering::Relaxed);
        }
        self.want(asked, way);
    }

    /// Opens what stands in the tree after what is being opened from there, which is shown first: who goes quickly from one to the
    /// next sees some of them on the way.
    pub fn start_neighbor(&mut self, path: PathBuf) {
        if let Some(job) = self.job.as_ref().filter(|job| job.wish.way == Way::Anew) {
            job.stop.store(true, Ordering::Relaxed);
        }
        self.want(vec![path], Way::Passing);
    }

    fn want(&mut self, asked: Vec<PathBuf>, way: Way) {
        let wish = Wish { asked, way, since: Instant::now() };
        if self.job.is_some() {
            self.next = Some(wish);
        } else {
            self.next = None;
            self.job = Some(Job::start(wish));
        }
    }

    /// What is opened, as soon as it is.
    pub fn poll(&mut self) -> Option<Opened> {
        self.wait(Some(Duration::ZERO))
    }

    /// The same, after waiting for so long at most, or for as long as it takes. What waits is begun with the call after the one that
    /// gave what was before it.
    pub fn wait(&mut self, limit: Option<Duration>) -> Option<Opened> {
        loop {
            if self.job.is_none() {
                self.job = self.next.take().map(|wish| Job::start(wish));
            }
            let job = self.job.as_ref()?;
            let opened = match limit {
                Some(limit) => job.opened.recv_timeout(limit),
                None => job.opened.recv().map_err(|_| RecvTimeoutError::Disconnected),
            };
            if matches!(opened, Err(RecvTimeoutError::Timeout)) {
                return None;
            }
            let job = self.job.take()?;
            if job.stop.load(Ordering::Relaxed) {
                continue;
            }
            return Some(opened.unwrap_or_else(|_| Opened {
                figure: Err(anyhow::anyhow!("the work ended without a result")),
                passed_over: Vec::new(),
                missing: Vec::new(),
                roots: None,
                asked: job.wish.asked.clone(),
                way: job.wish.way,
            }));
        }
    }

    pub fn stop(&mut self) {
        (self.job, self.next) = (None, None);
    }

    /// What was asked for last of what is not opened yet, and since when something is being opened.
    pub fn busy(&self) -> Option<(&[PathBuf], Instant)> {
        let under_way = self.job.as_ref().map(|job| &job.wish);
        let last = self.next.as_ref().or(under_way)?;
        Some((&last.asked, under_way.unwrap_or(last).since))
    }
}

fn open(asked: Vec<PathBuf>, way: Way, stop: &AtomicBool) -> Opened {
    let _reading = tracing::info_span!(target: TIMINGS, "part", name = "found, read and loaded").entered();
    let mut failures: Vec<(PathBuf, anyhow::Error)> = Vec::new();
    let mut found = None;
    let mut rest = asked.iter();
    for path in rest.by_ref() {
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
    let missing: Vec<(PathBuf, anyhow::Error)> = rest.filter_map(|path| absence(path)).collect();
    let roots = (way == Way::Anew).then(|| roots(&asked));
    let figure = found.ok_or_else(|| {
        let first = (!failures.is_empty()).then(|| failures.remove(0).1);
        first.unwrap_or_else(|| anyhow::anyhow!("nothing was opened"))
    });
    let told = |(path, error)| (path, format!("{error:#}"));
    let [passed_over, missing] =
        [failures, missing].map(|failures| failures.into_iter().map(told).collect::<Vec<_>>());
    Opened { figure, passed_over, missing, roots, asked, way }
}

/// Why something cannot be opened that is not even there.
fn absence(path: &Path) -> Option<(PathBuf, anyhow::Error)> {
    if path.as_os_str() == STANDARD_INPUT || holds_models(path) || Stamp::of(path).is_some() {
        return None;
    }
    md2_scene::open(path).err().map(|error| (path.to_owned(), error.into()))
}

/// The first model of what a path means that can be shown.
fn first_of(path: &Path, stop: &AtomicBool) -> anyhow::Result<(Figure, PathBuf)> {
    if path.as_os_str() == STANDARD_INPUT {
        return Ok((md2_scene::open_bytes(STANDARD_INPUT_NAME, &read_standard_input()?)?, path.to_owned()));
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
        let own = place::absolute(only);
        let shelf = shelf_of(&own);
        // A folder that is one figure among others stands among them.
        if !holds_models(only) || own != shelf && is_folder(only) {
            let exists = is_folder(&shelf) || holds_models(&shelf);
            let sort = if is_folder(&shelf) { Sort::Folder } else { Sort::Archive };
            return if exists { vec![Root { path: shelf, sort, is_whole: false }] } else { Vec::new() };
        }
    }
    let root = |path: &&PathBuf| Root { sort: sort(path), path: place::absolute(path), is_whole: true };
    given.iter().map(root).collect()
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;

    fn opened(asked: &[PathBuf]) -> Opened {
        let mut opener = Opener::default();
        opener.start(asked.to_vec(), Way::Anew);
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
        let after = opened(&[at("models/b.md2"), at("none.md2"), at("models/a.md2")]);
        assert!(after.figure.is_ok() && after.passed_over.is_empty());
        let [(path, reason)] = &after.missing[..] else { panic!("{:?}", after.missing) };
        assert!(*path == at("none.md2") && reason.contains("none.md2"), "{reason}");
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

    /// An opener whose work is done when the test says so.
    fn at_work(way: Way) -> (Opener, mpsc::Sender<Opened>) {
        let (sender, opened) = mpsc::channel();
        let wish = Wish { asked: vec![PathBuf::from("first")], way, since: Instant::now() };
        let job = Job { wish, opened, stop: Arc::default() };
        (Opener { job: Some(job), next: None }, sender)
    }

    fn failed(asked: &str) -> Opened {
        let figure = Err(anyhow::anyhow!("no"));
        Opened {
            figure,
            passed_over: Vec::new(),
            missing: Vec::new(),
            roots: None,
            asked: vec![PathBuf::from(asked)],
            way: Way::Passing,
        }
    }

    #[test]
    fn of_what_is_asked_for_meanwhile_only_the_last_is_opened() {
        let asked = |opened: Option<Opened>| opened.map(|opened| opened.asked);
        let paths = |name: &str| Some(vec![PathBuf::from(name)]);
        let (mut opener, work) = at_work(Way::Passing);
        for name in ["second", "third", "fourth"] {
            opener.start_neighbor(PathBuf::from(name));
            assert_eq!(opener.busy().unwrap().0, [PathBuf::from(name)]);
        }
        assert!(opener.poll().is_none(), "one at a time");
        work.send(failed("first")).unwrap();
        assert_eq!(asked(opener.poll()), paths("first"), "it is shown on the way");
        assert!(opener.job.is_none() && opener.busy().is_some());
        assert_eq!(asked(opener.wait(None)), paths("fourth"));
        assert!(opener.wait(None).is_none() && opener.busy().is_none());

        // What was chosen instead is all that is shown, and so is a neighbor in the tree that stays.
        for way in [Way::Passing, Way::Anew] {
            let (mut opener, work) = at_work(way);
            if way == Way::Passing {
                opener.start(vec![PathBuf::from("other")], Way::Anew);
            } else {
                opener.start_neighbor(PathBuf::from("other"));
            }
            work.send(failed("first")).unwrap();
            assert_eq!(asked(opener.wait(None)), paths("other"));
        }
        let (mut opener, _work) = at_work(Way::Passing);
        opener.start_neighbor(PathBuf::from("second"));
        opener.stop();
        assert!(opener.poll().is_none() && opener.busy().is_none());
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
