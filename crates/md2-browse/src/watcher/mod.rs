//! Looks at files in the background: those that what is seen was read from, and what lies beside them. What has changed is read
//! again there, too, so that a slow disk holds up no picture.

mod looks;
mod watch;

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, Sender};
use std::thread;
use std::time::Instant;

use md2_assets::Stamp;
use md2_scene::{Actor, ActorId, Document, OpenError, Skin, Workspace};

use looks::Looks;

/// Where a model stands whose files are looked at.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Seat {
    /// An actor shows it.
    Actor(ActorId),
    /// An actor is compared with it.
    Beside(ActorId),
}

/// What is looked at for a model.
#[derive(Clone, Debug)]
struct Watched {
    seat: Seat,
    document: Arc<Document>,
    /// What it wears, and which version of that is shown.
    worn: Option<(PathBuf, Option<Stamp>)>,
    /// Skins that could not be shown when they were last tried.
    unreadable: Vec<PathBuf>,
}

impl Watched {
    fn of(actor: &Actor) -> Self {
        Self {
            seat: Seat::Actor(actor.id()),
            document: Arc::clone(actor.document()),
            worn: worn(actor).map(|(path, stamp)| (path.to_owned(), stamp)),
            unreadable: unreadable(actor).map(Path::to_owned).collect(),
        }
    }

    /// Of what an actor is compared with, which wears nothing.
    fn beside((actor, document): (ActorId, &Arc<Document>)) -> Self {
        let (seat, document) = (Seat::Beside(actor), Arc::clone(document));
        Self { seat, document, worn: None, unreadable: Vec::new() }
    }

    /// Whether it is what is to be looked at for this actor now.
    fn is_of(&self, actor: &Actor) -> bool {
        self.seat == Seat::Actor(actor.id())
            && Arc::ptr_eq(&self.document, actor.document())
            && self.worn.as_ref().map(|(path, stamp)| (&**path, *stamp)) == worn(actor)
            && unreadable(actor).eq(self.unreadable.iter().map(PathBuf::as_path))
    }

    /// The same of what it is compared with.
    fn is_beside(&self, (actor, document): (ActorId, &Arc<Document>)) -> bool {
        self.seat == Seat::Beside(actor) && Arc::ptr_eq(&self.document, document)
    }
}

/// The actors whose models have a file.
fn actors(workspace: &Workspace) -> impl Iterator<Item = &Actor> {
    workspace.actors().iter().filter(|actor| actor.document().path().is_some())
}

/// What actors are compared with, where it has a file.
fn beside(workspace: &Workspace) -> impl Iterator<Item = (ActorId, &Arc<Document>)> {
    let beside = |actor: &Actor| Some((actor.id(), workspace.counterpart()?.document(actor.id())?));
    workspace.body().filter_map(beside).filter(|(_, document)| document.path().is_some())
}

fn worn(actor: &Actor) -> Option<(&Path, Option<Stamp>)> {
    let path = actor.worn_skin().and_then(Skin::path)?;
    Some((path, actor.outfit().and_then(|outfit| outfit.stamp_of(path))))
}

fn unreadable(actor: &Actor) -> impl Iterator<Item = &Path> {
    let marked = actor.skins().enumerate().filter(|(index, _)| actor.unreadable(*index).is_some());
    marked.filter_map(|(_, skin)| skin.path())
}

/// What was found.
#[derive(Debug)]
pub enum Found {
    /// There is a newer version of a model, or what would be one cannot be read.
    Newer {
        seat: Seat,
        /// What is shown.
        document: Arc<Document>,
        newer: Result<Arc<Document>, OpenError>,
    },
    /// With what lies beside it now, it is another model.
    Other { seat: Seat, document: Arc<Document>, newer: Arc<Document> },
    /// Something has changed beside a model, which is the same with it.
    Beside,
    /// There is a newer version of what is worn, or none any more.
    Skin(Seat),
}

/// Has the files of a workspace looked at.
#[derive(Default)]
pub struct Watcher {
    /// What the thread was told last.
    watched: Vec<Watched>,
    /// Whether the thread was started, which it is when there is a first file.
    is_started: bool,
    thread: Option<(Sender<Vec<Watched>>, Receiver<Found>)>,
}

impl Watcher {
    /// Has looked at what is seen now, from now on, and returns what was found of what was seen before. It never waits.
    ///
    /// # Errors
    /// Once, if there can be no thread that looks.
    pub fn tend(&mut self, workspace: &Workspace) -> std::io::Result<Vec<Found>> {
        let count = actors(workspace).count();
        let is_same = self.watched.len() == count + beside(workspace).count()
            && self.watched.iter().zip(actors(workspace)).all(|(watched, actor)| watched.is_of(actor))
            && self.watched[count..]
                .iter()
                .zip(beside(workspace))
                .all(|(watched, other)| watched.is_beside(other));
        if !is_same {
            self.watched =
                actors(workspace).map(Watched::of).chain(beside(workspace).map(Watched::beside)).collect();
            if !self.watched.is_empty() && !std::mem::replace(&mut self.is_started, true) {
                self.thread = Some(start()?);
            }
            if let Some((lists, _)) = &self.thread {
                // Where it has ended, nothing is looked at any more.
                let _ = lists.send(self.watched.clone());
            }
        }
        Ok(self.thread.iter().flat_map(|(_, found)| found.try_iter()).collect())
    }
}

impl std::fmt::Debug for Watcher {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Watcher").field("watched", &self.watched).finish_non_exhaustive()
    }
}

fn start() -> std::io::Result<(Sender<Vec<Watched>>, Receiver<Found>)> {
    let (lists, told) = mpsc::channel();
    let (sender, found) = mpsc::channel();
    thread::Builder::new().name(String::from("watcher")).spawn(move || work(&told, &sender))?;
    Ok((lists, found))
}

/// Looks until nobody tells what at any more.
fn work(told: &Receiver<Vec<Watched>>, news: &Sender<Found>) {
    let mut looks = Looks::default();
    let mut watched = Vec::new();
    loop {
        let next = match looks.next() {
            Some(at) => told.recv_timeout(at.saturating_duration_since(Instant::now())),
            None => told.recv().map_err(|_| RecvTimeoutError::Disconnected),
        };
        match next {
            Ok(list) => watched = told.try_iter().last().unwrap_or(list),
            Err(RecvTimeoutError::Timeout) => {}
            Err(RecvTimeoutError::Disconnected) => return,
        }
        let found = looks.look(&watched, Instant::now());
        if !found.is_empty() {
            if found.into_iter().any(|found| news.send(found).is_err()) {
                return;
            }
            md2_task::wake();
        }
    }
}

#[cfg(test)]
mod tests;
