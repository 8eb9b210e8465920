//! Decoding of the skins that a workspace requests, in tasks.

use std::time::Duration;

use md2_task::{LostResult, Task};

use crate::actor::SkinRequest;
use crate::outfit::Outfit;
use crate::skin_image::SkinImageError;
use crate::workspace::Workspace;

const MAX_TASKS: usize = 2;

#[derive(Debug, Default)]
pub struct SkinDecoder {
    running: Vec<DecodeJob>,
}

#[derive(Debug)]
struct DecodeJob {
    request: SkinRequest,
    task: Task<Result<Outfit, SkinImageError>>,
}

pub type DecodedSkin = (SkinRequest, Result<Outfit, SkinImageError>);

impl SkinDecoder {
    pub fn start(&mut self, workspace: &Workspace) {
        for request in workspace.skin_requests() {
            let is_running = self.running.iter().any(|decoding| decoding.request == request);
            if self.running.len() < MAX_TASKS && !is_running {
                let skin = request.skin.clone();
                self.running.push(DecodeJob { request, task: Task::start(move |_| skin.decode()) });
            }
        }
    }

    pub fn take_finished(&mut self) -> Option<DecodedSkin> {
        let poll = |(index, job): (usize, &mut DecodeJob)| Some((index, job.task.poll()?));
        let (index, result) = self.running.iter_mut().enumerate().find_map(poll)?;
        Some(self.remove(index, result))
    }

    /// Waits at most `limit` for a running task whose skin the workspace still requests. Returns `None` if there is no such task.
    pub fn wait(&mut self, workspace: &Workspace, limit: Duration) -> Option<DecodedSkin> {
        let is_requested = |job: &DecodeJob| workspace.skin_requests().any(|request| request == job.request);
        let index = self.running.iter().position(is_requested)?;
        let result = self.running[index].task.wait(Some(limit))?;
        Some(self.remove(index, result))
    }

    fn remove(
        &mut self,
        index: usize,
        result: Result<Result<Outfit, SkinImageError>, LostResult>,
    ) -> DecodedSkin {
        let refused = |lost: LostResult| Err(SkinImageError::Refused { reason: lost.to_string() });
        (self.running.remove(index).request, result.unwrap_or_else(refused))
    }
}
