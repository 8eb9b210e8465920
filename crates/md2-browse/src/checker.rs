//! Checks the files of all models that are seen in tasks, when they are opened and when they are loaded again.

use std::borrow::Cow;
use std::collections::VecDeque;
use std::path::Path;
use std::sync::Arc;
use std::time::{Duration, Instant};

use md2_load::{CheckOptions, ModelPiece};
use md2_scene::{Document, Workspace};
use md2_task::Task;

use crate::findings::{CheckedFile, Counts};
use crate::uv::UvMap;

/// The maximum number of findings of a code that are listed; the others are counted.
const MAX_PER_CODE: usize = 10_000;
/// A check that takes longer than this is shown.
const PATIENCE: Duration = Duration::from_millis(200);

/// A model that is seen, and what is known of its file.
#[derive(Clone, Debug)]
pub struct FileCheck {
    /// The model.
    pub document: Arc<Document>,
    /// The progress of the check.
    pub state: CheckState,
    /// The reason why the file on disk was refused, while the model that was read before is still shown: the findings are those
    /// of the file.
    pub refusal: Option<String>,
    /// The triangles of the model on its skin, once they are known.
    pub map: Option<Arc<UvMap>>,
    /// The pieces of the model that its repairs are about, in their order; empty until that is known.
    pub repaired: Vec<Option<ModelPiece>>,
}

/// The progress of a check.
#[derive(Clone, Debug)]
pub enum CheckState {
    /// The check waits or runs.
    Runs {
        /// The time at which the model was first seen.
        since: Instant,
    },
    /// The check has ended.
    Done {
        /// The findings, or the reason why there are none.
        checked: Arc<CheckedFile>,
        /// The number of findings of each severity.
        counts: Counts,
    },
}

impl FileCheck {
    /// The findings, or the reason why the file cannot be checked; `None` while the check runs.
    #[must_use]
    pub fn checked(&self) -> Option<&Arc<CheckedFile>> {
        match &self.state {
            CheckState::Done { checked, .. } => Some(checked),
            CheckState::Runs { .. } => None,
        }
    }

    /// The number of findings of each severity.
    #[must_use]
    pub fn counts(&self) -> Counts {
        match self.state {
            CheckState::Done { counts, .. } => counts,
            CheckState::Runs { .. } => Counts::default(),
        }
    }

    /// Takes the result of a check. A refused file contributes only its findings, without pieces: these belong to another model
    /// than the one that is shown. Once a file was refused, the check of the model that is shown contributes everything else.
    fn take(&mut self, (mut checked, map, repaired): CheckResult, is_refused: bool) {
        if is_refused {
            if let Ok(report) = &mut checked.outcome {
                report
                    .findings
                    .iter_mut()
                    .for_each(|finding| (finding.piece, finding.neighbor) = (None, None));
            }
        } else {
            (self.map, self.repaired) = (map.map(Arc::new), repaired);
        }
        if is_refused || self.refusal.is_none() {
            self.state = done(checked);
        }
    }

    /// Whether the check takes so long that the window shows it.
    #[must_use]
    pub fn is_slow(&self) -> bool {
        self.slow_from().is_some_and(|from| from <= Instant::now())
    }

    /// The time from which the window shows that the check runs; `None` if it has ended.
    #[must_use]
    pub fn slow_from(&self) -> Option<Instant> {
        match self.state {
            CheckState::Runs { since } => Some(since + PATIENCE),
            CheckState::Done { .. } => None,
        }
    }
}

/// Checks the files of the models that are seen, one at a time.
#[derive(Debug, Default)]
pub struct Checker {
    files: Vec<FileCheck>,
    /// The requests that no task has begun with.
    waiting: VecDeque<CheckRequest>,
    task: Option<(CheckRequest, Task<CheckResult>)>,
}

/// A model whose file is to be checked.
#[derive(Clone, Debug)]
struct CheckRequest {
    document: Arc<Document>,
    /// Whether the file has changed since and was refused.
    is_refused: bool,
}

impl Checker {
    /// The models that are seen, each once, in the order of the actors.
    #[must_use]
    pub fn files(&self) -> &[FileCheck] {
        &self.files
    }

    /// Whether a file is being checked.
    #[must_use]
    pub fn is_busy(&self) -> bool {
        self.task.is_some()
    }

    /// Takes the result of a check, forgets models that are not seen any more and begins with new ones. The event loop calls it
    /// each time it is woken; it never waits. Returns whether there is something new to show.
    pub fn poll(&mut self, workspace: &Workspace) -> bool {
        let mut is_new = self.take_finished();
        is_new |= self.follow(workspace);
        if self.task.is_none()
            && let Some(request) = self.waiting.pop_front()
        {
            let CheckRequest { document, is_refused } = request.clone();
            self.task = Some((request, Task::start(move |_| check(&document, is_refused))));
        }
        is_new
    }

    fn take_finished(&mut self) -> bool {
        let Some(result) = self.task.as_mut().and_then(|(_, task)| task.poll()) else { return false };
        let Some((CheckRequest { document, is_refused }, _)) = self.task.take() else { return false };
        if let Some(file) = self.files.iter_mut().find(|file| Arc::ptr_eq(&file.document, &document)) {
            match result {
                Ok(result) => file.take(result, is_refused),
                Err(lost) => {
                    file.state = done(CheckedFile { file: document.place(), outcome: Err(lost.to_string()) });
                }
            }
        }
        true
    }

    /// Checks the changed file of a model again, which the loader rejected. The model is unchanged.
    pub fn check_rejected(&mut self, document: &Arc<Document>, reason: String) {
        let Some(file) = self.files.iter_mut().find(|file| Arc::ptr_eq(&file.document, document)) else {
            return;
        };
        file.refusal = Some(reason);
        self.waiting.push_back(CheckRequest { document: Arc::clone(document), is_refused: true });
    }

    /// Makes the list that of the models that are seen. Returns whether it has a new one.
    fn follow(&mut self, workspace: &Workspace) -> bool {
        let mut seen: Vec<&Arc<Document>> = Vec::new();
        for document in workspace.actors().iter().map(md2_scene::Actor::document) {
            if !seen.iter().any(|other| Arc::ptr_eq(other, document)) {
                seen.push(document);
            }
        }
        if self
            .files
            .iter()
            .map(|file| Arc::as_ptr(&file.document))
            .eq(seen.iter().map(|seen| Arc::as_ptr(seen)))
        {
            return false;
        }
        let mut before = std::mem::take(&mut self.files);
        let mut is_new = false;
        for document in seen {
            let known = before.iter().position(|file| Arc::ptr_eq(&file.document, document));
            self.files.push(known.map_or_else(
                || {
                    is_new = true;
                    let document = Arc::clone(document);
                    self.waiting
                        .push_back(CheckRequest { document: Arc::clone(&document), is_refused: false });
                    let state = CheckState::Runs { since: Instant::now() };
                    FileCheck { document, state, refusal: None, map: None, repaired: Vec::new() }
                },
                |index| before.swap_remove(index),
            ));
        }
        self.waiting
            .retain(|request| self.files.iter().any(|file| Arc::ptr_eq(&file.document, &request.document)));
        is_new
    }
}

/// The findings, the map of the skin and the repaired pieces of a file.
type CheckResult = (CheckedFile, Option<UvMap>, Vec<Option<ModelPiece>>);

fn done(checked: CheckedFile) -> CheckState {
    let counts = checked.outcome.as_ref().map(Counts::from_report).unwrap_or_default();
    CheckState::Done { checked: Arc::new(checked), counts }
}

/// Checks the file of a document: the version that was read, or the version on disk that was refused.
fn check(document: &Arc<Document>, is_refused: bool) -> CheckResult {
    let stored = || document.file().map(|bytes| Cow::Borrowed(&***bytes));
    let bytes = match document.path().filter(|_| is_refused) {
        Some(path) => read(path).map(Cow::Owned),
        None => stored().ok_or_else(|| String::from("its bytes are not in memory")),
    };
    let map = if is_refused { None } else { UvMap::new(document) };
    let repaired = bytes.as_ref().ok().filter(|_| document.repairs().is_some());
    let repaired = repaired.map_or_else(Vec::new, |bytes| md2_load::repair_pieces(bytes));
    let options = CheckOptions { max_per_code: MAX_PER_CODE };
    let outcome = bytes.map(|bytes| md2_load::check(&bytes, &options));
    (CheckedFile { file: document.place(), outcome }, map, repaired)
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
        checker.poll(workspace);
        let start = Instant::now();
        while checker.is_busy() {
            checker.poll(workspace);
            assert!(start.elapsed() < Duration::from_secs(60));
            std::thread::sleep(Duration::from_millis(1));
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
        assert!(!checker.poll(&workspace) && !checker.is_busy(), "nothing is new");

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
        checker.check_rejected(workspace.document(), String::from("vertex 999"));
        finish(&mut checker, &workspace);
        let checked = &checker.files()[0];
        assert_eq!(checked.refusal.as_deref(), Some("vertex 999"));
        let report = checked.checked().unwrap().outcome.as_ref().unwrap();
        assert!(report.findings.iter().any(|finding| finding.severity == md2_load::Severity::Error));
        assert!(
            report.findings.iter().all(|finding| finding.piece.or(finding.neighbor).is_none()),
            "they belong to another model"
        );
        assert!(Arc::ptr_eq(checked.map.as_ref().unwrap(), &map), "on the skin lies what is shown");
    }

    /// The map of the skin is that of the model that is shown, even if its check ends after its file was refused.
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
        checker.poll(&workspace);
        checker.check_rejected(workspace.document(), String::from("vertex 999"));
        let of_model = check(workspace.document(), false);
        checker.files[0].take(of_model, false);
        assert!(checker.files()[0].map.is_some());
        assert!(checker.files()[0].checked().is_none(), "the findings are those of the refused file");
        finish(&mut checker, &workspace);
        let report = checker.files()[0].checked().unwrap().outcome.as_ref().unwrap();
        assert!(report.findings.iter().any(|finding| finding.severity == md2_load::Severity::Error));
        assert!(checker.files()[0].map.is_some());
    }

    #[test]
    fn a_model_that_is_seen_no_more_is_not_checked() {
        let bytes = md2_testdata::one_triangle().build();
        let figure = || md2_scene::open_bytes("standard input", bytes.bytes()).unwrap();
        let (workspace, _) = Workspace::new(figure(), Viewport::whole([64, 64]));
        let mut checker = Checker::default();
        // A check of a model that was seen before, which is still at work.
        let (end, gate) = std::sync::mpsc::channel::<()>();
        let request = CheckRequest { document: Arc::clone(workspace.document()), is_refused: false };
        let document = Arc::clone(workspace.document());
        let task = Task::start(move |_| {
            let _ = gate.recv();
            check(&document, false)
        });
        checker.task = Some((request, task));
        assert!(checker.poll(&workspace));
        for _ in 0..9 {
            let (workspace, _) = Workspace::new(figure(), Viewport::whole([64, 64]));
            assert!(checker.poll(&workspace));
            assert_eq!((checker.waiting.len(), checker.files().len()), (1, 1));
            assert!(checker.files()[0].checked().is_none(), "nothing else is begun");
        }
        assert!(checker.poll(&workspace));
        drop(end);
        finish(&mut checker, &workspace);
        assert!(checker.files()[0].checked().unwrap().outcome.is_ok());
    }

    #[test]
    fn a_check_that_ends_without_a_result_gives_the_reason() {
        let (workspace, _) = Workspace::new(builtin::figure().unwrap(), Viewport::whole([64, 64]));
        let mut checker = Checker::default();
        let request = CheckRequest { document: Arc::clone(workspace.document()), is_refused: false };
        checker.task = Some((request, Task::start(|_| panic!("as if it were broken"))));
        checker.follow(&workspace);
        checker.waiting.clear();
        finish(&mut checker, &workspace);
        assert!(checker.files()[0].checked().unwrap().outcome.is_err());
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
