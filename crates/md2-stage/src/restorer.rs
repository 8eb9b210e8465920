//! Restoration of the motion that 8-bit keyframes lost: immediately for a picture, or in a task while the model plays.

use std::ops::ControlFlow;
use std::sync::{Arc, Weak};

use anyhow::Context as _;
use md2_mesh::Mesh;
use md2_scene::{Command, Document, Workspace};
use md2_steady::{RestoreOptions, Sequence, SteadyError, restore_watched};
use md2_task::{LostResult, Progress, Steps, Task};

use crate::session::Session;

pub fn restore_all(workspace: &mut Workspace) -> anyhow::Result<()> {
    loop {
        let document = workspace.unrestored_documents().next().cloned();
        let Some(document) = document else { return Ok(()) };
        let mesh = restore(&document, &Progress::default()).with_context(|| failure_text(&document))?;
        let _outcome = workspace.apply(Command::SetRestored { document, mesh: Arc::new(mesh) })?;
    }
}

fn restore(document: &Document, progress: &Progress) -> Result<Mesh, SteadyError> {
    let options = RestoreOptions { sequences: sequences(document), ..RestoreOptions::default() };
    let watch = |steps: md2_steady::Progress| {
        progress.begin(steps.total as u64, "vertex");
        progress.set_done(steps.done as u64);
        if progress.is_cancelled() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    };
    restore_watched(document.mesh(), &options, watch).map(|restored| restored.mesh)
}

fn sequences(document: &Document) -> Vec<Sequence> {
    let sequences = document.range_sets()[0].sequences.iter();
    let sequences =
        sequences.map(|sequence| Sequence { frames: sequence.frames(), loops: sequence.repeats_whole() });
    sequences.collect()
}

fn failure_text(document: &Document) -> String {
    format!("cannot restore the motion of {}", document.name())
}

#[derive(Debug, Default)]
pub struct Restorer {
    running: Option<RestoreJob>,
    failed: Vec<Weak<Document>>,
}

#[derive(Debug)]
struct RestoreJob {
    document: Arc<Document>,
    task: Task<Result<Mesh, SteadyError>>,
}

impl Restorer {
    /// The finished share of the running task, 0 to 1; `None` if no task runs.
    pub fn progress(&self) -> Option<f32> {
        let running = self.running.as_ref()?;
        Some(running.task.progress().steps().map_or(0.0, Steps::fraction))
    }

    /// Applies a restored mesh, cancels a task whose result is no longer needed, and starts the next task. It
    /// never waits. A finished task wakes the event loop, which calls this function again.
    pub fn poll(&mut self, session: &mut Session) -> anyhow::Result<()> {
        let workspace = session.workspace();
        if !workspace.look().steady {
            self.failed.clear();
        }
        let is_needed = |running: &RestoreJob| {
            workspace.unrestored_documents().any(|other| Arc::ptr_eq(other, &running.document))
        };
        self.running = self.running.take().filter(is_needed);
        if let Some(running) = &mut self.running {
            let Some(result) = running.task.poll() else { return Ok(()) };
            let document = Arc::clone(&running.document);
            self.running = None;
            if let Err(error) = set_restored(session, &document, result) {
                self.failed.push(Arc::downgrade(&document));
                return Err(error.context(failure_text(&document)));
            }
        }
        if let Some(document) =
            session.workspace().unrestored_documents().find(|document| !self.has_failed(document))
        {
            let (document, theirs) = (Arc::clone(document), Arc::clone(document));
            let task = Task::start(move |progress| restore(&theirs, progress));
            self.running = Some(RestoreJob { document, task });
        }
        Ok(())
    }

    fn has_failed(&self, document: &Arc<Document>) -> bool {
        self.failed.iter().any(|other| std::ptr::eq(other.as_ptr(), Arc::as_ptr(document)))
    }
}

fn set_restored(
    session: &mut Session,
    document: &Arc<Document>,
    result: Result<Result<Mesh, SteadyError>, LostResult>,
) -> anyhow::Result<()> {
    let (document, mesh) = (Arc::clone(document), Arc::new(result??));
    let _outcome = session.apply(Command::SetRestored { document, mesh })?;
    Ok(())
}

#[cfg(test)]
mod tests;
