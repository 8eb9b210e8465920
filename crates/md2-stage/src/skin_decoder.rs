//! Decoding of the skins that a session requests, in tasks.

use std::sync::Arc;
use std::time::{Duration, Instant};

use md2_scene::text::warnings;
use md2_scene::{Command, Outfit, SkinImageError, SkinRequest};
use md2_task::{LostResult, Task};

use crate::session::Session;

/// The maximum number of tasks at a time, including those whose result is no longer needed.
const MAX_TASKS: usize = 2;
/// The longest wait for the first skins of a model, so that the model does not appear without them.
const FIRST_WAIT: Duration = Duration::from_millis(150);

/// Decodes the skins that a session [requests](md2_scene::Workspace::skin_requests).
#[derive(Debug, Default)]
pub struct SkinDecoder {
    running: Vec<DecodeJob>,
}

#[derive(Debug)]
struct DecodeJob {
    request: SkinRequest,
    task: Task<Result<Outfit, SkinImageError>>,
}

impl SkinDecoder {
    /// Applies decoded skins, and starts tasks for new requests. It never waits. A finished task wakes the event
    /// loop, which calls this function again. Returns messages about skins that cannot be shown.
    pub fn poll(&mut self, session: &mut Session) -> Vec<String> {
        let mut warnings = Vec::new();
        let mut index = 0;
        while let Some(decoding) = self.running.get_mut(index) {
            match decoding.task.poll() {
                Some(result) => {
                    warnings.extend(set_outfit(session, self.running.remove(index).request, result))
                }
                None => index += 1,
            }
        }
        for request in session.workspace().skin_requests() {
            let is_running = self.running.iter().any(|decoding| decoding.request == request);
            if self.running.len() < MAX_TASKS && !is_running {
                let skin = request.skin.clone();
                self.running.push(DecodeJob { request, task: Task::start(move |_| skin.decode()) });
            }
        }
        warnings
    }

    /// Polls until all requests are answered, at most for a short time. Called before the first picture of a model.
    pub fn wait_for_first(&mut self, session: &mut Session) -> Vec<String> {
        self.wait(session, FIRST_WAIT)
    }

    fn wait(&mut self, session: &mut Session, limit: Duration) -> Vec<String> {
        let end = Instant::now() + limit;
        let mut warnings = self.poll(session);
        while let Some(index) = self.first_requested(session) {
            let left = end.saturating_duration_since(Instant::now());
            let Some(result) = self.running[index].task.wait(Some(left)) else { break };
            warnings.extend(set_outfit(session, self.running.remove(index).request, result));
            warnings.extend(self.poll(session));
        }
        warnings
    }

    /// The index of a task whose result is still needed.
    fn first_requested(&self, session: &Session) -> Option<usize> {
        let is_requested = |decoding: &DecodeJob| {
            session.workspace().skin_requests().any(|request| request == decoding.request)
        };
        self.running.iter().position(is_requested)
    }
}

/// Answers a request with a decoded skin, or with the reason why it cannot be shown or uploaded.
fn set_outfit(
    session: &mut Session,
    request: SkinRequest,
    result: Result<Result<Outfit, SkinImageError>, LostResult>,
) -> Vec<String> {
    let outfit = result.unwrap_or_else(|lost| Err(SkinImageError::Refused { reason: lost.to_string() }));
    let outfit = outfit.map(Arc::new).map_err(Arc::new);
    let applied = session.apply(Command::SetOutfit { request: request.clone(), outfit }).or_else(|error| {
        let reason = format!("{:#}", anyhow::Error::from(error));
        let outfit = Err(Arc::new(SkinImageError::Refused { reason }));
        session.apply(Command::SetOutfit { request, outfit })
    });
    applied.map(warnings).unwrap_or_default()
}

#[cfg(test)]
mod tests;
