//! Tasks that open the first valid model of the requested paths.

use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use md2_assets::{FileStamp, browsing_folder, find_models, is_container, is_folder};
use md2_scene::stdin::{STANDARD_INPUT, STANDARD_INPUT_NAME, read_standard_input};
use md2_scene::{Figure, OpenError};
use md2_task::{Progress, Task};

use super::paths;
use super::tree::{EntryKind, Root};

#[derive(Debug)]
pub struct OpenResult {
    /// The first valid model and its path. If no path is valid, the error of the first path.
    pub figure: anyhow::Result<(Figure, PathBuf)>,
    /// The requested paths before that of the model, with the reasons why they cannot be opened. If no path is valid,
    /// all requested paths except the first, whose error is in `figure`.
    pub skipped: Vec<(PathBuf, String)>,
    /// The requested paths after that of the model that do not exist, with the error messages. Existing paths are not opened.
    pub missing: Vec<(PathBuf, String)>,
    /// The new roots of the Files tab; `None` to leave the tab unchanged.
    pub roots: Option<Vec<Root>>,
    pub requested: Vec<PathBuf>,
    pub origin: OpenOrigin,
}

impl OpenResult {
    pub(crate) fn new(
        requested: Vec<PathBuf>,
        origin: OpenOrigin,
        figure: anyhow::Result<(Figure, PathBuf)>,
    ) -> Self {
        Self { figure, skipped: Vec::new(), missing: Vec::new(), roots: None, requested, origin }
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OpenOrigin {
    /// The command line, a dialog or another program. A new tree then shows the requested paths, or the folder around a single model.
    Elsewhere,
    Tree,
    Neighbor,
}

/// Processes requests to open files, one at a time. A request that arrives in the meantime replaces an earlier waiting request.
#[derive(Debug, Default)]
pub struct Opener {
    running: Option<(OpenRequest, Task<OpenResult>)>,
    next: Option<OpenRequest>,
}

#[derive(Clone, Debug)]
struct OpenRequest {
    requested: Vec<PathBuf>,
    origin: OpenOrigin,
    since: Instant,
}

impl OpenRequest {
    fn start(self) -> (Self, Task<OpenResult>) {
        let Self { requested, origin, .. } = self.clone();
        (self, Task::start(move |progress| open(requested, origin, progress)))
    }
}

impl Opener {
    /// Opens the first valid model in the requested files, folders and archives. Cancels the running request.
    pub fn start(&mut self, requested: Vec<PathBuf>, origin: OpenOrigin) {
        if let Some((_, task)) = &self.running {
            task.cancel();
        }
        self.add(requested, origin);
    }

    /// Opens the next or previous model of the tree. A running request from the tree finishes first, so that a user who steps
    /// quickly sees some of the models on the way.
    pub fn start_neighbor(&mut self, path: PathBuf) {
        if let Some((_, task)) =
            self.running.as_ref().filter(|(request, _)| request.origin == OpenOrigin::Elsewhere)
        {
            task.cancel();
        }
        self.add(vec![path], OpenOrigin::Neighbor);
    }

    fn add(&mut self, requested: Vec<PathBuf>, origin: OpenOrigin) {
        let request = OpenRequest { requested, origin, since: Instant::now() };
        if self.running.is_some() {
            self.next = Some(request);
        } else {
            self.next = None;
            self.running = Some(request.start());
        }
    }

    pub fn poll(&mut self) -> Option<OpenResult> {
        self.wait(Some(Duration::ZERO))
    }

    /// Waits for the result of the running request, at most for `limit`, or without a limit if `limit` is `None`. If another
    /// request waits, the next call starts it.
    pub fn wait(&mut self, limit: Option<Duration>) -> Option<OpenResult> {
        loop {
            if self.running.is_none() {
                self.running = self.next.take().map(OpenRequest::start);
            }
            let opened = self.running.as_mut()?.1.wait(limit)?;
            let (request, task) = self.running.take()?;
            if task.progress().is_cancelled() {
                continue;
            }
            return Some(opened.unwrap_or_else(|lost| {
                OpenResult::new(request.requested, request.origin, Err(lost.into()))
            }));
        }
    }

    pub fn stop(&mut self) {
        (self.running, self.next) = (None, None);
    }

    /// The paths of the newest unfinished request, and the time at which the user made the running request; `None` if all are finished.
    pub fn busy(&self) -> Option<(&[PathBuf], Instant)> {
        let running = self.running.as_ref().map(|(request, _)| request);
        let last = self.next.as_ref().or(running)?;
        Some((&last.requested, running.unwrap_or(last).since))
    }
}

fn open(requested: Vec<PathBuf>, origin: OpenOrigin, progress: &Progress) -> OpenResult {
    let _reading =
        tracing::info_span!(target: md2_task::TIMINGS, "part", name = "found, read and loaded").entered();
    let mut failures: Vec<(PathBuf, anyhow::Error)> = Vec::new();
    let mut found = None;
    let mut rest = requested.iter();
    for path in rest.by_ref() {
        if progress.is_cancelled() {
            break;
        }
        match open_first(path, progress) {
            Ok(figure) => {
                found = Some(figure);
                break;
            }
            Err(error) => failures.push((path.clone(), error)),
        }
    }
    let missing: Vec<(PathBuf, anyhow::Error)> = rest.filter_map(|path| missing_file(path)).collect();
    let roots = (origin == OpenOrigin::Elsewhere).then(|| roots(&requested));
    let figure = found.ok_or_else(|| {
        let first = (!failures.is_empty()).then(|| failures.remove(0).1);
        first.unwrap_or_else(|| anyhow::anyhow!("no file to open"))
    });
    let with_text = |(path, error)| (path, format!("{error:#}"));
    let [skipped, missing] =
        [failures, missing].map(|failures| failures.into_iter().map(with_text).collect::<Vec<_>>());
    OpenResult { figure, skipped, missing, roots, requested, origin }
}

fn missing_file(path: &Path) -> Option<(PathBuf, anyhow::Error)> {
    if path.as_os_str() == STANDARD_INPUT || is_container(path) || FileStamp::read(path).is_some() {
        return None;
    }
    md2_scene::open(path).err().map(|error| (path.to_owned(), error.into()))
}

fn open_first(path: &Path, progress: &Progress) -> anyhow::Result<(Figure, PathBuf)> {
    if path.as_os_str() == STANDARD_INPUT {
        return Ok((md2_scene::open_bytes(STANDARD_INPUT_NAME, &read_standard_input()?)?, path.to_owned()));
    }
    if !is_container(path) {
        return Ok((md2_scene::open(path)?, path.to_owned()));
    }
    if is_folder(path) {
        match md2_scene::open_own_model(path) {
            Err(OpenError::NoModel { .. }) => {}
            opened => return Ok((opened?, path.to_owned())),
        }
    }
    let mut failure = None;
    for found in find_models(path) {
        if progress.is_cancelled() {
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

/// Returns the roots of the tree: the requested paths, or the folder around a single model.
fn roots(requested: &[PathBuf]) -> Vec<Root> {
    let kind = |path: &Path| {
        if is_folder(path) {
            EntryKind::Folder
        } else if is_container(path) {
            EntryKind::Archive
        } else {
            EntryKind::Model
        }
    };
    let given: Vec<&PathBuf> = requested.iter().filter(|path| path.as_os_str() != STANDARD_INPUT).collect();
    if let [only] = *given {
        let own = paths::absolute(only);
        let shelf = browsing_folder(&own);
        // A folder that contains one player is an entry of the folder around it.
        if !is_container(only) || own != shelf && is_folder(only) {
            let exists = is_folder(&shelf) || is_container(&shelf);
            let kind = if is_folder(&shelf) { EntryKind::Folder } else { EntryKind::Archive };
            return if exists { vec![Root { path: shelf, kind, is_recursive: false }] } else { Vec::new() };
        }
    }
    let root = |path: &&PathBuf| Root { kind: kind(path), path: paths::absolute(path), is_recursive: true };
    given.iter().map(root).collect()
}

#[cfg(test)]
mod tests {
    use std::fs;
    use std::sync::mpsc;

    use md2_testdata::TempFolder;

    use super::*;

    fn opened(requested: &[PathBuf]) -> OpenResult {
        let mut opener = Opener::default();
        opener.start(requested.to_vec(), OpenOrigin::Elsewhere);
        opener.wait(None).unwrap()
    }

    #[test]
    fn opens_the_first_valid_model() {
        let folder = TempFolder::new();
        folder.write("models/a.md2", b"IDP2 and no more");
        folder.write("models/b.md2", md2_testdata::one_triangle().build().bytes());
        folder.write("models/tank/tris.md2", md2_testdata::one_triangle().build().bytes());

        let found = opened(&[folder.path("none.md2"), folder.path("models")]);
        assert_eq!(found.figure.unwrap().1, folder.path("models/b.md2"));
        let (path, reason) = &found.skipped[0];
        assert!(*path == folder.path("none.md2") && reason.contains("none.md2"), "{:?}", found.skipped);
        let after =
            opened(&[folder.path("models/b.md2"), folder.path("none.md2"), folder.path("models/a.md2")]);
        assert!(after.figure.is_ok() && after.skipped.is_empty());
        let [(path, reason)] = &after.missing[..] else { panic!("{:?}", after.missing) };
        assert!(*path == folder.path("none.md2") && reason.contains("none.md2"), "{reason}");
        let roots = found.roots.unwrap();
        assert_eq!(
            roots.iter().map(|root| root.kind).collect::<Vec<_>>(),
            [EntryKind::Model, EntryKind::Folder]
        );
        assert!(roots.iter().all(|root| root.is_recursive));

        let single = opened(&[folder.path("models/tank/tris.md2")]);
        let expected =
            Root { path: folder.path("models/tank"), kind: EntryKind::Folder, is_recursive: false };
        assert_eq!(single.roots.unwrap(), [expected]);

        let broken = opened(&[folder.path("models/a.md2")]);
        assert!(format!("{:#}", broken.figure.unwrap_err()).contains("a.md2"));
        fs::create_dir(folder.path("empty")).unwrap();
        let empty = opened(&[folder.path("empty")]);
        assert!(empty.figure.unwrap_err().to_string().starts_with("there is no model in"));
        assert_eq!(empty.roots.unwrap().len(), 1);
    }

    fn busy_opener(origin: OpenOrigin) -> (Opener, mpsc::Sender<OpenResult>) {
        let (sender, opened) = mpsc::channel();
        let request = OpenRequest { requested: vec![PathBuf::from("first")], origin, since: Instant::now() };
        let task = Task::start(move |_| opened.recv().unwrap_or_else(|_| failed("first")));
        (Opener { running: Some((request, task)), next: None }, sender)
    }

    fn failed(requested: &str) -> OpenResult {
        OpenResult::new(vec![PathBuf::from(requested)], OpenOrigin::Neighbor, Err(anyhow::anyhow!("no")))
    }

    #[test]
    fn only_the_last_waiting_request_is_opened() {
        let requested = |opened: Option<OpenResult>| opened.map(|opened| opened.requested);
        let paths = |name: &str| Some(vec![PathBuf::from(name)]);
        let (mut opener, work) = busy_opener(OpenOrigin::Neighbor);
        for name in ["second", "third", "fourth"] {
            opener.start_neighbor(PathBuf::from(name));
            assert_eq!(opener.busy().unwrap().0, [PathBuf::from(name)]);
        }
        assert!(opener.poll().is_none(), "one at a time");
        work.send(failed("first")).unwrap();
        assert_eq!(requested(opener.wait(None)), paths("first"), "the running request finishes");
        assert!(opener.running.is_none() && opener.busy().is_some());
        assert_eq!(requested(opener.wait(None)), paths("fourth"));
        assert!(opener.wait(None).is_none() && opener.busy().is_none());

        // Other requests cancel the running one.
        for origin in [OpenOrigin::Neighbor, OpenOrigin::Elsewhere] {
            let (mut opener, work) = busy_opener(origin);
            if origin == OpenOrigin::Neighbor {
                opener.start(vec![PathBuf::from("other")], OpenOrigin::Elsewhere);
            } else {
                opener.start_neighbor(PathBuf::from("other"));
            }
            work.send(failed("first")).unwrap();
            assert_eq!(requested(opener.wait(None)), paths("other"));
        }
        let (mut opener, _work) = busy_opener(OpenOrigin::Neighbor);
        opener.start_neighbor(PathBuf::from("second"));
        opener.stop();
        assert!(opener.poll().is_none() && opener.busy().is_none());
    }
}
