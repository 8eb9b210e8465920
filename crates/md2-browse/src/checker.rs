//! Files checked in the background: those of all models that are seen, when they are opened and when they are loaded again.

use std::borrow::Cow;
use std::collections::VecDeque;
use std::path::Path;
use std::sync::mpsc::{self, Receiver, TryRecvError};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use md2_load::{CheckOptions, ModelPiece};
use md2_scene::{Document, Workspace};

use crate::findings::{Checked, Counts};
use crate::uv::UvMap;

/// Findings of a code that are listed; the others are counted. More than anybody reads, and far from what fills a memory.
const MAX_PER_CODE: usize = 10_000;
/// How long a check may take before it is told that it runs.
const QUIET: Duration = Duration::from_millis(200);

/// A model that is seen, and what is known of its file.
#[derive(Clone, Debug)]
pub struct FileCheck {
    pub document: Arc<Document>,
    pub state: CheckState,
    /// Why the file as it is now was refused, while the model that was read before is still shown: the findings are those of
    /// the file.
    pub refusal: Option<String>,
    /// What the file of what is shown says of the skin, once that is known.
    pub map: Option<Arc<UvMap>>,
    /// The pieces of the model that its repairs are about, in their order; empty until that is known.
    pub repaired: Vec<Option<ModelPiece>>,
}

/// How far a check is.
#[derive(Clone, Debug)]
pub enum CheckState {
    Runs { since: Instant },
    Done { checked: Arc<Checked>, counts: Counts },
}

impl FileCheck {
    /// What was found, or why nothing could be.
    pub fn checked(&self) -> Option<&Arc<Checked>> {
        match &self.state {
            CheckState::Done { checked, .. } => Some(checked),
            CheckState::Runs { .. } => None,
        }
    }

    /// How much was found.
    pub fn counts(&self) -> Counts {
        match self.state {
            CheckState::Done { counts, .. } => counts,
            CheckState::Runs { .. } => Counts::default(),
        }
    }

    /// Takes what came of a check. Of a file that was refused only what is to be read: its pieces are none of the model's, and on
    /// the skin lies what is shown. Of what is shown, once its file was refused, all but that: the findings are still to come.
    fn take(&mut self, (mut checked, map, repaired): Found, is_refused: bool) {
        if is_refused {
            if let Ok(report) = &mut checked.outcome {
                report.findings.iter_mut().for_each(|finding| (finding.piece, finding.beside) = (None, None));
            }
        } else {
            (self.map, self.repaired) = (map.map(Arc::new), repaired);
        }
        if is_refused || self.refusal.is_none() {
            self.state = done(checked);
        }
    }

    /// Whether it runs for so long that one should know.
    pub fn is_slow(&self) -> bool {
        matches!(self.state, CheckState::Runs { since } if since.elapsed() >= QUIET)
    }
}

/// Checks the files of what is seen.
#[derive(Debug, Default)]
pub struct Checker {
    files: Vec<FileCheck>,
    /// Of these, what no thread has begun with.
    waiting: Waiting,
    job: Option<Receiver<(Wanted, Found)>>,
}

/// What the one thread takes its work from.
type Waiting = Arc<Mutex<VecDeque<Wanted>>>;

/// A model whose file is to be checked, and whether that is another one now, which was refused.
type Wanted = (Arc<Document>, bool);

impl Checker {
    /// The models that are seen, each once, in the order of the actors.
    pub fn files(&self) -> &[FileCheck] {
        &self.files
    }

    pub fn is_busy(&self) -> bool {
        self.job.is_some()
    }

    /// Takes what was found, forgets what is not seen any more and begins with what is new. To be called again and again; it
    /// never waits. Returns whether there is something new to be seen.
    pub fn tend(&mut self, workspace: &Workspace) -> bool {
        let mut news = false;
        while let Some(job) = &self.job {
            match job.try_recv() {
                Ok(((document, is_refused), found)) => {
                    news = true;
                    if let Some(file) = self.files.iter_mut().find(|file| is_of(file, &document)) {
                        file.take(found, is_refused);
                    }
                }
                Err(TryRecvError::Empty) => break,
                Err(TryRecvError::Disconnected) => {
                    self.job = None;
                    news |= self.files.iter().any(|file| file.checked().is_none());
                    self.give_up("the check ended without a result");
                }
            }
        }
        news |= self.follow(workspace);
        if self.job.is_none() && !lock(&self.waiting).is_empty() {
            self.start();
        }
        news
    }

    /// Checks the file of a model again, which has changed and was refused: the model stays as it is.
    pub fn refused(&mut self, document: &Arc<Document>, reason: String) {
        let Some(file) = self.files.iter_mut().find(|file| is_of(file, document)) else { return };
        file.refusal = Some(reason);
        lock(&self.waiting).push_back((Arc::clone(document), true));
    }

    /// Makes the list that of what is seen. Returns whether anything is new in it.
    fn follow(&mut self, workspace: &Workspace) -> bool {
        let seen = workspace.actors().iter().map(md2_scene::Actor::document);
        let is_same = self.files.iter().map(|file| Arc::as_ptr(&file.document)).eq(distinct(seen.clone()));
        if is_same {
            return false;
        }
        let mut before = std::mem::take(&mut self.files);
        let mut waiting = lock(&self.waiting);
        let mut is_new = false;
        for document in seen {
            if self.files.iter().any(|file| is_of(file, document)) {
                continue;
            }
            let known = before.iter().position(|file| is_of(file, document));
            self.files.push(known.map_or_else(
                || {
                    is_new = true;
                    waiting.push_back((Arc::clone(document), false));
                    let state = CheckState::Runs { since: Instant::now() };
                    let document = Arc::clone(document);
                    FileCheck { document, state, refusal: None, map: None, repaired: Vec::new() }
                },
                |index| before.swap_remove(index),
            ));
        }
        waiting.retain(|(document, _)| self.files.iter().any(|file| is_of(file, document)));
        is_new
    }

    /// Checks what waits on a thread, which ends when nothing waits any more. There is one at a time, however quickly one model
    /// takes the place of another.
    fn start(&mut self) {
        let (sender, news) = mpsc::channel();
        let waiting = Arc::clone(&self.waiting);
        let work = move || {
            let next = || lock(&waiting).pop_front();
            while let Some((document, is_refused)) = next() {
                let found = check(&document, is_refused);
                if sender.send(((document, is_refused), found)).is_err() {
                    return;
                }
            }
        };
        match thread::Builder::new().name(String::from("checker")).spawn(work) {
            Ok(_) => self.job = Some(news),
            Err(error) => {
                lock(&self.waiting).clear();
                self.give_up(&format!("no thread can be started: {error}"));
            }
        }
    }

    /// Ends with a reason what is not checked and does not wait for it.
    fn give_up(&mut self, reason: &str) {
        let waiting = lock(&self.waiting);
        for file in self.files.iter_mut().filter(|file| file.checked().is_none()) {
            if !waiting.iter().any(|(document, _)| is_of(file, document)) {
                let checked = Checked { file: file.document.place(), outcome: Err(reason.to_owned()) };
                file.state = done(checked);
            }
        }
    }
}

impl Drop for Checker {
    fn drop(&mut self) {
        lock(&self.waiting).clear();
    }
}

fn lock(waiting: &Waiting) -> MutexGuard<'_, VecDeque<Wanted>> {
    waiting.lock().unwrap_or_else(PoisonError::into_inner)
}

/// What came of a file.
type Found = (Checked, Option<UvMap>, Vec<Option<ModelPiece>>);

fn done(checked: Checked) -> CheckState {
    let counts = checked.outcome.as_ref().map(Counts::of).unwrap_or_default();
    CheckState::Done { checked: Arc::new(checked), counts }
}

fn is_of(file: &FileCheck, document: &Arc<Document>) -> bool {
    Arc::ptr_eq(&file.document, document)
}

/// Each once, where it comes first.
fn distinct<'a>(
    documents: impl Iterator<Item = &'a Arc<Document>> + Clone,
) -> impl Iterator<Item = *const Document> {
    let mut met: Vec<*const Document> = Vec::new();
    documents.filter_map(move |document| {
        let pointer = Arc::as_ptr(document);
        let is_first = !met.contains(&pointer);
        met.push(pointer);
        is_first.then_some(pointer)
    })
}

/// All that is to be said of a document's file: of the version that was read, or of the one that lies there now and was refused.
fn check(document: &Arc<Document>, is_refused: bool) -> Found {
    let kept = || document.file().map(|bytes| Cow::Borrowed(&***bytes));
    let bytes = match document.path().filter(|_| is_refused) {
        Some(path) => read(path).map(Cow::Owned),
        None => kept().ok_or_else(|| String::from("its bytes were not kept")),
    };
    let map = if is_refused { None } else { UvMap::new(document) };
    let repaired = bytes.as_ref().ok().filter(|_| document.repairs().is_some());
    let repaired = repaired.map_or_else(Vec::new, |bytes| md2_load::repair_pieces(bytes));
    let options = CheckOptions { max_per_code: MAX_PER_CODE };
    let outcome = bytes.map(|bytes| md2_load::check(&bytes, &options));
    (Checked { file: document.place(), outcome }, map, repaired)
}

fn read(path: &Path) -> Result<Vec<u8>, String> {
    md2_assets::read_model(path).map_err(|error| format!("{:#}", anyhow::Error::from(error)))
}

#[cfg(test)]
mod tests {
    use std::fs;

    use md2_scene::{Command, Viewport};

    use super::*;
    use crate::builtin;

    fn finish(checker: &mut Checker, workspace: &Workspace) {
        checker.tend(workspace);
        let start = Instant::now();
        while checker.is_busy() {
            checker.tend(workspace);
            assert!(start.elapsed() < Duration::from_secs(60));
            thread::sleep(Duration::from_millis(1));
        }
    }

    #[test]
    fn what_is_seen_is_checked_once_and_again_when_it_is_loaded_again() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a.md2");
        let mut file = md2_testdata::one_triangle().build();
        file.set_i32("skinheight", 512);
        fs::write(&path, file.bytes()).unwrap();
        let (mut workspace, _) = Workspace::new(md2_scene::open(&path).unwrap(), Viewport::whole([64, 64]));
        let mut checker = Checker::default();
        finish(&mut checker, &workspace);
        let codes = |checker: &Checker| -> Vec<&'static str> {
            let report = checker.files()[0].checked().unwrap().outcome.as_ref().unwrap();
            report.findings.iter().map(|finding| finding.code).collect()
        };
        assert!(codes(&checker).contains(&"MD2-W104"), "{:?}", codes(&checker));
        let before = Arc::clone(checker.files()[0].checked().unwrap());
        assert!(!checker.tend(&workspace) && !checker.is_busy(), "nothing is new");

        fs::write(&path, md2_testdata::one_triangle().build().bytes()).unwrap();
        let newer = md2_scene::reopen(workspace.document()).unwrap().unwrap();
        let reload = Command::Reload { actor: workspace.lead(), document: Arc::new(newer) };
        assert!(workspace.apply(reload).unwrap().warnings.is_empty());
        finish(&mut checker, &workspace);
        assert!(!codes(&checker).contains(&"MD2-W104"));
        assert!(!Arc::ptr_eq(&before, checker.files()[0].checked().unwrap()));
    }

    #[test]
    fn a_file_that_is_refused_is_checked_again_beside_the_old_model() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a.md2");
        fs::write(&path, md2_testdata::one_triangle().build().bytes()).unwrap();
        let (workspace, _) = Workspace::new(md2_scene::open(&path).unwrap(), Viewport::whole([64, 64]));
        let mut checker = Checker::default();
        finish(&mut checker, &workspace);
        let map = Arc::clone(checker.files()[0].map.as_ref().unwrap());
        let mut file = md2_testdata::one_triangle().build();
        file.set_u16("tri[0].xyz[1]", 999);
        fs::write(&path, file.bytes()).unwrap();
        assert!(md2_scene::reopen(workspace.document()).unwrap().is_err());
        checker.refused(workspace.document(), String::from("vertex 999"));
        finish(&mut checker, &workspace);
        let checked = &checker.files()[0];
        assert_eq!(checked.refusal.as_deref(), Some("vertex 999"));
        let report = checked.checked().unwrap().outcome.as_ref().unwrap();
        assert!(report.findings.iter().any(|finding| finding.severity == md2_load::Severity::Error));
        assert!(
            report.findings.iter().all(|finding| finding.piece.or(finding.beside).is_none()),
            "none of what is shown"
        );
        assert!(Arc::ptr_eq(checked.map.as_ref().unwrap(), &map), "on the skin lies what is shown");
    }

    /// What is known of the model that is shown is its own, also where that comes after its file was refused.
    #[test]
    fn a_file_may_be_refused_before_the_model_was_checked() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a.md2");
        fs::write(&path, md2_testdata::one_triangle().build().bytes()).unwrap();
        let (workspace, _) = Workspace::new(md2_scene::open(&path).unwrap(), Viewport::whole([64, 64]));
        let mut file = md2_testdata::one_triangle().build();
        file.set_u16("tri[0].xyz[1]", 999);
        fs::write(&path, file.bytes()).unwrap();
        let mut checker = Checker::default();
        checker.tend(&workspace);
        checker.refused(workspace.document(), String::from("vertex 999"));
        let of_model = check(workspace.document(), false);
        checker.files[0].take(of_model, false);
        assert!(checker.files()[0].map.is_some());
        assert!(checker.files()[0].checked().is_none(), "what is told is about the file that was refused");
        finish(&mut checker, &workspace);
        let report = checker.files()[0].checked().unwrap().outcome.as_ref().unwrap();
        assert!(report.findings.iter().any(|finding| finding.severity == md2_load::Severity::Error));
        assert!(checker.files()[0].map.is_some());
    }

    #[test]
    fn what_is_seen_no_more_is_not_checked_and_one_thread_is_enough() {
        let bytes = md2_testdata::one_triangle().build();
        let figure = || md2_scene::open_bytes("standard input", bytes.bytes()).unwrap();
        let (workspace, _) = Workspace::new(figure(), Viewport::whole([64, 64]));
        let mut checker = Checker::default();
        // A thread that is still at work for what was seen before.
        let (work, news) = mpsc::channel();
        checker.job = Some(news);
        assert!(checker.tend(&workspace));
        for _ in 0..9 {
            let (workspace, _) = Workspace::new(figure(), Viewport::whole([64, 64]));
            assert!(checker.tend(&workspace));
            assert_eq!((lock(&checker.waiting).len(), checker.files().len()), (1, 1));
            assert!(checker.files()[0].checked().is_none(), "nothing else is begun");
        }
        assert!(checker.tend(&workspace));
        drop(work);
        finish(&mut checker, &workspace);
        assert!(checker.files()[0].checked().unwrap().outcome.is_ok());
    }

    #[test]
    fn models_without_a_file_are_checked_as_they_were_read() {
        let bytes = md2_testdata::one_triangle().build();
        let in_memory = md2_scene::open_bytes("standard input", bytes.bytes()).unwrap();
        let mut checker = Checker::default();
        for figure in [builtin::figure().unwrap(), in_memory] {
            let (workspace, _) = Workspace::new(figure, Viewport::whole([64, 64]));
            finish(&mut checker, &workspace);
            assert_eq!(checker.files().len(), 1);
            assert!(checker.files()[0].checked().unwrap().outcome.is_ok());
            assert!(checker.files()[0].map.is_some() && workspace.document().is_studied());
        }
    }
}
