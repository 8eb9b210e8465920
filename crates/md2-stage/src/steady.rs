//! Keys restored for a look that is steady: at once for a picture, or in the background while the model runs.

use std::ops::ControlFlow;
use std::sync::mpsc::{self, Receiver, Sender, TryRecvError};
use std::sync::{Arc, Weak};
use std::thread;

use anyhow::Context as _;
use md2_mesh::Mesh;
use md2_scene::{Command, Document, Workspace};
use md2_steady::{Progress, RestoreOptions, Sequence, SteadyError, restore_watched};

use crate::session::{Session, SessionError};

/// Restores all that the workspace wants restored, and comes back when it is done.
///
/// # Errors
/// If something cannot be restored.
pub fn restore_all(workspace: &mut Workspace) -> anyhow::Result<()> {
    loop {
        let missing = workspace.to_restore().next().cloned();
        let Some(document) = missing else { return Ok(()) };
        let restored = restore(&document, |_| ControlFlow::Continue(()));
        let mesh = restored.with_context(|| failed(&document))?;
        let _outcome = workspace.apply(Command::SetRestored { document, mesh: Arc::new(mesh) })?;
    }
}

/// Tells what is drawn as it is, though the look is steady.
pub fn exceptions(workspace: &Workspace) -> Option<String> {
    let documents = workspace.drawn().map(|drawn| drawn.document);
    let names: Vec<&str> =
        documents.filter(|document| !document.has_8_bit_keys()).map(|document| document.name()).collect();
    let exceptions = workspace.look().steady && !names.is_empty();
    exceptions.then(|| format!("keys of 16 bits have no tremble to take out: {}", names.join(", ")))
}

/// A document's mesh with restored keys. Which of them follow each other is told by its likeliest sequences.
fn restore(document: &Document, watch: impl FnMut(Progress) -> ControlFlow<()>) -> Result<Mesh, SteadyError> {
    let options = RestoreOptions { sequences: sequences(document), ..RestoreOptions::default() };
    restore_watched(document.mesh(), &options, watch).map(|restored| restored.mesh)
}

fn sequences(document: &Document) -> Vec<Sequence> {
    let sequences = document.range_sets()[0].sequences.iter();
    let sequences =
        sequences.map(|sequence| Sequence { frames: sequence.frames(), loops: sequence.repeats_whole() });
    sequences.collect()
}

fn failed(document: &Document) -> String {
    format!("cannot steady {}", document.name())
}

/// Restores in the background what a running session wants restored, one model after the other.
#[derive(Debug, Default)]
pub struct Restorer {
    job: Option<Job>,
    /// What could not be restored. It is tried again when the switch has been off.
    given_up: Vec<Weak<Document>>,
}

/// A model that is being restored. Dropping this ends the thread, at the next news it has to tell.
#[derive(Debug)]
struct Job {
    document: Arc<Document>,
    news: Receiver<News>,
    /// How much of the work is done, 0 to 1.
    done: f32,
}

/// What the thread has to tell.
#[derive(Debug)]
enum News {
    Progress(Progress),
    End(Result<Mesh, SteadyError>),
}

/// Why a model stays as it is.
#[derive(Debug, thiserror::Error)]
enum RestorerError {
    #[error(transparent)]
    Steady(#[from] SteadyError),
    #[error(transparent)]
    Session(#[from] SessionError),
    #[error("no thread can be started")]
    Spawn(#[from] std::io::Error),
    #[error("the work ended without a result")]
    Lost,
}

impl Restorer {
    /// How much of the work at hand is done, 0 to 1; `None` where there is none.
    pub fn progress(&self) -> Option<f32> {
        self.job.as_ref().map(|job| job.done)
    }

    /// Hands over what is done, ends what is not wanted any more, and begins what is. To be called again and again;
    /// it never waits.
    ///
    /// # Errors
    /// If a model cannot be restored. It then stays as it is.
    pub fn tend(&mut self, session: &mut Session) -> anyhow::Result<()> {
        let workspace = session.workspace();
        if !workspace.look().steady {
            self.given_up.clear();
        }
        let is_wanted = |job: &Job| workspace.to_restore().any(|other| Arc::ptr_eq(other, &job.document));
        self.job = self.job.take().filter(is_wanted);
        if let Some(job) = &mut self.job {
            let Some(result) = job.result() else { return Ok(()) };
            let document = Arc::clone(&job.document);
            self.job = None;
            let handed_over = result.and_then(|mesh| hand_over(session, &document, mesh));
            handed_over.or_else(|error| self.give_up(&document, error))?;
        }
        if let Some(document) = session.workspace().to_restore().find(|document| !self.gave_up(document)) {
            match Job::start(document) {
                Ok(job) => self.job = Some(job),
                Err(error) => self.give_up(document, error.into())?,
            }
        }
        Ok(())
    }

    fn gave_up(&self, document: &Arc<Document>) -> bool {
        self.given_up.iter().any(|other| std::ptr::eq(other.as_ptr(), Arc::as_ptr(document)))
    }

    fn give_up(&mut self, document: &Arc<Document>, error: RestorerError) -> anyhow::Result<()> {
        self.given_up.push(Arc::downgrade(document));
        Err(anyhow::Error::new(error).context(failed(document)))
    }
}

fn hand_over(session: &mut Session, document: &Arc<Document>, mesh: Mesh) -> Result<(), RestorerError> {
    let document = Arc::clone(document);
    let _outcome = session.apply(Command::SetRestored { document, mesh: Arc::new(mesh) })?;
    Ok(())
}

impl Job {
    fn start(document: &Arc<Document>) -> Result<Self, std::io::Error> {
        let (sender, news) = mpsc::channel();
        let theirs = Arc::clone(document);
        thread::Builder::new().name(String::from("steady")).spawn(move || work(&theirs, &sender))?;
        Ok(Self { document: Arc::clone(document), news, done: 0.0 })
    }

    /// What came out; `None` while the work goes on.
    fn result(&mut self) -> Option<Result<Mesh, RestorerError>> {
        loop {
            match self.news.try_recv() {
                Ok(News::Progress(progress)) => self.done = part(progress),
                Ok(News::End(result)) => return Some(result.map_err(RestorerError::from)),
                Err(TryRecvError::Empty) => return None,
                Err(TryRecvError::Disconnected) => return Some(Err(RestorerError::Lost)),
            }
        }
    }
}

/// Restores a model on a thread of its own.
fn work(document: &Document, news: &Sender<News>) {
    let result = restore(document, |progress| tell(news, News::Progress(progress)));
    let _ = tell(news, News::End(result));
}

/// Where nobody listens any more, there is nothing left to do.
fn tell(listener: &Sender<News>, news: News) -> ControlFlow<()> {
    if listener.send(news).is_ok() { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
}

fn part(progress: Progress) -> f32 {
    progress.done as f32 / progress.total.max(1) as f32
}

#[cfg(test)]
mod tests;
