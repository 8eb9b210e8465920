//! Tasks that check the files of the open models, when the models are opened and when they are reloaded.

use std::borrow::Cow;
use std::collections::VecDeque;
use std::path::Path;
use std::sync::Arc;
use std::time::Instant;

use md2_assets::FolderCache;
use md2_load::CheckOptions;
use md2_scene::findings::{CheckedFile, Counts, check_file};
use md2_scene::{Document, Workspace};
use md2_task::Task;

use super::browser::SLOW;
use super::uv::UvMap;

const MAX_PER_CODE: usize = 10_000;

#[derive(Clone, Debug)]
pub struct FileCheck {
    pub document: Arc<Document>,
    pub state: CheckState,
    /// The loader's error, if it rejected a changed version of the file. The window then still shows the old model, but
    /// the findings are about the changed file. Otherwise `None`.
    pub refusal: Option<String>,
    pub map: Option<Arc<UvMap>>,
}

#[derive(Clone, Debug)]
pub enum CheckState {
    Runs { since: Instant },
    Done { checked: Arc<CheckedFile>, counts: Counts },
}

impl FileCheck {
    /// The findings, or the reason why the file cannot be checked; `None` while the check runs.
    pub fn checked(&self) -> Option<&Arc<CheckedFile>> {
        match &self.state {
            CheckState::Done { checked, .. } => Some(checked),
            CheckState::Runs { .. } => None,
        }
    }

    pub fn counts(&self) -> Counts {
        match self.state {
            CheckState::Done { counts, .. } => counts,
            CheckState::Runs { .. } => Counts::default(),
        }
    }

    /// Stores the result of a check. `is_rejected` means that the loader rejected the checked file, so the window still
    /// shows the old model. Then the findings lose their links to frames, triangles and vertices, and a later result
    /// for the old model does not replace them.
    fn set_result(&mut self, (mut checked, map): CheckResult, is_rejected: bool) {
        if is_rejected {
            if let Ok(report) = &mut checked.outcome {
                report.findings.iter_mut().for_each(|finding| finding.piece = None);
            }
        } else {
            self.map = map.map(Arc::new);
        }
        if is_rejected || self.refusal.is_none() {
            self.state = done(checked);
        }
    }

    pub fn is_slow(&self) -> bool {
        self.slow_from().is_some_and(|from| from <= Instant::now())
    }

    pub fn slow_from(&self) -> Option<Instant> {
        match self.state {
            CheckState::Runs { since } => Some(since + SLOW),
            CheckState::Done { .. } => None,
        }
    }
}

/// Checks the files of the open models, one at a time.
#[derive(Debug, Default)]
pub struct Checker {
    files: Vec<FileCheck>,
    queue: VecDeque<CheckRequest>,
    task: Option<(CheckRequest, Task<CheckResult>)>,
}

#[derive(Clone, Debug)]
struct CheckRequest {
    document: Arc<Document>,
    /// Whether to check the changed file on disk, which the loader rejected.
    is_rejected: bool,
}

impl Checker {
    /// The open models without duplicates, in the order of the workspace's actors.
    pub fn files(&self) -> &[FileCheck] {
        &self.files
    }

    pub fn is_busy(&self) -> bool {
        self.task.is_some()
    }

    /// Takes the result of a check, removes closed models and starts to check new ones. This function never waits; the event loop
    /// calls it after each wake-up. Returns whether there is something new to show.
    pub fn poll(&mut self, workspace: &Workspace) -> bool {
        let mut is_new = self.take_finished();
        is_new |= self.update_files(workspace);
        if self.task.is_none()
            && let Some(request) = self.queue.pop_front()
        {
            let CheckRequest { document, is_rejected } = request.clone();
            self.task = Some((request, Task::start(move |_| check(&document, is_rejected))));
        }
        is_new
    }

    fn take_finished(&mut self) -> bool {
        let Some(result) = self.task.as_mut().and_then(|(_, task)| task.poll()) else { return false };
        let Some((CheckRequest { document, is_rejected }, _)) = self.task.take() else { return false };
        if let Some(file) = self.files.iter_mut().find(|file| Arc::ptr_eq(&file.document, &document)) {
            match result {
                Ok(result) => file.set_result(result, is_rejected),
                Err(lost) => {
                    file.state = done(CheckedFile { file: document.place(), outcome: Err(lost.to_string()) });
                }
            }
        }
        true
    }

    pub fn check_rejected(&mut self, document: &Arc<Document>, reason: String) {
        let Some(file) = self.files.iter_mut().find(|file| Arc::ptr_eq(&file.document, document)) else {
            return;
        };
        file.refusal = Some(reason);
        self.queue.push_back(CheckRequest { document: Arc::clone(document), is_rejected: true });
    }

    fn update_files(&mut self, workspace: &Workspace) -> bool {
        let mut before = std::mem::take(&mut self.files);
        let mut is_new = false;
        for document in workspace.actors().iter().map(md2_scene::Actor::document) {
            if self.files.iter().any(|file| Arc::ptr_eq(&file.document, document)) {
                continue;
            }
            if let Some(known) = before.iter().position(|file| Arc::ptr_eq(&file.document, document)) {
                self.files.push(before.swap_remove(known));
                continue;
            }
            is_new = true;
            let document = Arc::clone(document);
            self.queue.push_back(CheckRequest { document: Arc::clone(&document), is_rejected: false });
            let state = CheckState::Runs { since: Instant::now() };
            self.files.push(FileCheck { document, state, refusal: None, map: None });
        }
        self.queue
            .retain(|request| self.files.iter().any(|file| Arc::ptr_eq(&file.document, &request.document)));
        is_new
    }
}

type CheckResult = (CheckedFile, Option<UvMap>);

fn done(checked: CheckedFile) -> CheckState {
    let counts = checked.outcome.as_ref().map(Counts::from_report).unwrap_or_default();
    CheckState::Done { checked: Arc::new(checked), counts }
}

fn check(document: &Arc<Document>, is_rejected: bool) -> CheckResult {
    let stored = || document.file().map(|bytes| Cow::Borrowed(&***bytes));
    let bytes = match document.path().filter(|_| is_rejected) {
        Some(path) => read(path).map(Cow::Owned),
        None => stored().ok_or_else(|| String::from("the bytes of the file are not in memory")),
    };
    let map = if is_rejected { None } else { UvMap::new(document) };
    let options = CheckOptions { max_per_code: MAX_PER_CODE };
    let folders = FolderCache::default();
    let outcome = bytes.map(|bytes| check_file(&folders, document.path(), &bytes, &options));
    (CheckedFile { file: document.place(), outcome }, map)
}

fn read(path: &Path) -> Result<Vec<u8>, String> {
    md2_assets::read_model(path).map_err(|error| format!("{:#}", anyhow::Error::from(error)))
}

#[cfg(test)]
mod tests {
    use std::fs;

    use md2_scene::{Command, Viewport};
    use md2_testdata::TempFolder;

    use super::*;
    use crate::testing::wait;
    use md2_scene::builtin;

    fn open_triangle(path: &Path) -> Workspace {
        fs::write(path, md2_testdata::one_triangle().build().bytes()).unwrap();
        Workspace::new(md2_scene::open(path).unwrap(), Viewport::whole([64, 64])).0
    }

    fn write_broken(path: &Path) {
        let mut file = md2_testdata::one_triangle().build();
        file.set_u16("tri[0].xyz[1]", 999);
        fs::write(path, file.bytes()).unwrap();
    }

    fn has_error(file: &FileCheck) -> bool {
        let report = file.checked().unwrap().outcome.as_ref().unwrap();
        report.findings.iter().any(|finding| finding.severity == md2_load::Severity::Error)
    }

    fn finish(checker: &mut Checker, workspace: &Workspace) {
        checker.poll(workspace);
        wait(|| {
            checker.poll(workspace);
            (!checker.is_busy()).then_some(())
        });
    }

    #[test]
    fn checks_a_model_once_and_after_reloading() {
        let folder = TempFolder::new();
        let path = folder.path("a.md2");
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
    fn checks_a_rejected_file_while_the_old_model_is_shown() {
        let folder = TempFolder::new();
        let path = folder.path("a.md2");
        let workspace = open_triangle(&path);
        let mut checker = Checker::default();
        finish(&mut checker, &workspace);
        let map = Arc::clone(checker.files()[0].map.as_ref().unwrap());
        write_broken(&path);
        assert!(md2_scene::reopen(workspace.document()).unwrap().is_err());
        checker.check_rejected(workspace.document(), String::from("vertex 999"));
        finish(&mut checker, &workspace);
        let checked = &checker.files()[0];
        assert_eq!(checked.refusal.as_deref(), Some("vertex 999"));
        assert!(has_error(checked));
        let report = checked.checked().unwrap().outcome.as_ref().unwrap();
        assert!(
            report.findings.iter().all(|finding| finding.piece.is_none()),
            "they belong to another model"
        );
        assert!(Arc::ptr_eq(checked.map.as_ref().unwrap(), &map), "the map of the model that is shown");
    }

    #[test]
    fn does_not_check_a_closed_model() {
        let bytes = md2_testdata::one_triangle().build();
        let figure = || md2_scene::open_bytes("standard input", bytes.bytes()).unwrap();
        let (workspace, _) = Workspace::new(figure(), Viewport::whole([64, 64]));
        let mut checker = Checker::default();
        // The running check of a closed model.
        let (end, gate) = std::sync::mpsc::channel::<()>();
        let request = CheckRequest { document: Arc::clone(workspace.document()), is_rejected: false };
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
            assert_eq!((checker.queue.len(), checker.files().len()), (1, 1));
            assert!(checker.files()[0].checked().is_none(), "one check at a time");
        }
        assert!(checker.poll(&workspace));
        drop(end);
        finish(&mut checker, &workspace);
        assert!(checker.files()[0].checked().unwrap().outcome.is_ok());
    }

    #[test]
    fn checks_models_without_a_path() {
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
