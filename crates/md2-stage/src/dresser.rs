//! Pictures decoded in the background while the window runs on: what actors want to wear, and nothing else.

use std::sync::Arc;
use std::sync::mpsc::{self, Receiver, TryRecvError};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use md2_scene::{ActorId, Command, Outfit, PictureError, Skin};

use crate::session::Session;
use md2_scene::text::warnings;

/// Threads that decode at once. One that nobody listens to any more may be at its last picture.
const MAX_THREADS: usize = 2;
/// How long the first look at a model waits for its pictures, so that it does not flash up without them.
const FIRST_LOOK: Duration = Duration::from_millis(150);

/// Decodes what a running session wants to wear.
#[derive(Debug, Default)]
pub struct Dresser {
    job: Option<Job>,
    threads: Vec<JoinHandle<()>>,
    waits: bool,
}

/// Skins that are being decoded, one after the other. Dropping this ends the thread, at the next picture it has to hand over.
#[derive(Debug)]
struct Job {
    wishes: Vec<(ActorId, u64)>,
    news: Receiver<News>,
}

/// What became of a wish.
type News = (ActorId, u64, Result<Outfit, PictureError>);

impl Dresser {
    /// Whether something is being decoded, or about to be.
    pub fn is_busy(&self) -> bool {
        self.job.is_some() || self.waits
    }

    /// Puts on what is decoded, drops what is not wanted any more, and begins what is. To be called again and again; it never
    /// waits. Returns what cannot be shown, for the user to read.
    pub fn tend(&mut self, session: &mut Session) -> Vec<String> {
        let mut warnings = Vec::new();
        while let Some(job) = &mut self.job {
            match job.news.try_recv() {
                Ok((actor, wish, outfit)) => {
                    job.wishes.retain(|other| *other != (actor, wish));
                    warnings.extend(hand_in(session, actor, wish, outfit));
                }
                Err(TryRecvError::Empty) => break,
                Err(TryRecvError::Disconnected) => {
                    let lost = std::mem::take(&mut job.wishes);
                    self.job = None;
                    warnings.extend(refuse(session, lost, "the work ended without a result"));
                }
            }
        }
        let actors = session.workspace().actors();
        let wanted = || actors.iter().filter_map(|actor| Some((actor.id(), actor.wanted()?)));
        let is_wanted = |(actor, wish): &(ActorId, u64)| {
            wanted().any(|(other, (number, _))| (other, number) == (*actor, *wish))
        };
        self.job = self.job.take().filter(|job| job.wishes.iter().any(is_wanted));
        self.threads.retain(|thread| !thread.is_finished());
        if self.job.is_none() && wanted().next().is_some() && self.threads.len() < MAX_THREADS {
            let wishes: Vec<(ActorId, u64, Skin)> =
                wanted().map(|(actor, (wish, skin))| (actor, wish, skin.clone())).collect();
            let listed = wishes.iter().map(|(actor, wish, _)| (*actor, *wish)).collect();
            match self.start(wishes) {
                Ok(news) => self.job = Some(Job { wishes: listed, news }),
                Err(error) => {
                    warnings.extend(refuse(session, listed, &format!("no thread can be started: {error}")));
                }
            }
        }
        self.waits = session.workspace().actors().iter().any(|actor| actor.wanted().is_some());
        warnings
    }

    /// The same until all is done, or the first look at a model has waited for long enough.
    pub fn tend_at_first(&mut self, session: &mut Session) -> Vec<String> {
        let start = Instant::now();
        let mut warnings = self.tend(session);
        while self.is_busy() && start.elapsed() < FIRST_LOOK {
            thread::sleep(Duration::from_millis(2));
            warnings.extend(self.tend(session));
        }
        warnings
    }

    fn start(&mut self, wishes: Vec<(ActorId, u64, Skin)>) -> std::io::Result<Receiver<News>> {
        let (sender, news) = mpsc::channel();
        let work = move || {
            for (actor, wish, skin) in wishes {
                // Where nobody listens any more, there is nothing left to do.
                if sender.send((actor, wish, skin.decode())).is_err() {
                    return;
                }
            }
        };
        self.threads.push(thread::Builder::new().name(String::from("dresser")).spawn(work)?);
        Ok(news)
    }
}

/// Puts on what is decoded; where the GPU cannot hold it, that is what is wrong with it.
fn hand_in(
    session: &mut Session,
    actor: ActorId,
    wish: u64,
    outfit: Result<Outfit, PictureError>,
) -> Vec<String> {
    let outfit = outfit.map(Arc::new).map_err(Arc::new);
    match session.apply(Command::Dress { actor, wish, outfit }) {
        Ok(outcome) => warnings(outcome),
        Err(error) => refuse(session, vec![(actor, wish)], &format!("{:#}", anyhow::Error::from(error))),
    }
}

/// Ends wishes that cannot be met.
fn refuse(session: &mut Session, wishes: Vec<(ActorId, u64)>, reason: &str) -> Vec<String> {
    let refused = wishes.into_iter().filter_map(|(actor, wish)| {
        let error = Arc::new(PictureError::Refused { reason: reason.to_owned() });
        // An actor that is gone wants nothing.
        session.apply(Command::Dress { actor, wish, outfit: Err(error) }).ok()
    });
    refused.flat_map(warnings).collect()
}

#[cfg(test)]
mod tests;
