//! One piece of background work and its result.

use std::fmt;
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, TryRecvError};
use std::time::Duration;

use crate::pool;
use crate::progress::Progress;

/// Work on a thread of the pool. Dropping it cancels the work, which ends at its next step; the result is then discarded.
pub struct Task<T> {
    progress: Progress,
    result: Receiver<T>,
}

/// The task panicked, or no thread could be started for it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the background task ended without a result")]
pub struct LostResult;

impl<T: Send + 'static> Task<T> {
    /// Starts the work as soon as a thread is free. The work should call [`Progress::check`] between its steps.
    #[must_use = "dropping a task cancels it"]
    pub fn start(work: impl FnOnce(&Progress) -> T + Send + 'static) -> Self {
        let progress = Progress::default();
        let (sender, result) = mpsc::channel();
        let theirs = progress.clone();
        pool::run(move || {
            // Dropped last, also after a panic, so that the loop wakes when the result can be received.
            let _waker = WakeOnDrop;
            let sender = sender;
            // Sending fails if the task was dropped.
            let _ = sender.send(work(&theirs));
        });
        Self { progress, result }
    }
}

impl<T> Task<T> {
    /// The progress that the work reports.
    #[must_use]
    pub fn progress(&self) -> &Progress {
        &self.progress
    }

    /// Requests that the work ends at its next step. Its result can still be received.
    pub fn cancel(&self) {
        self.progress.cancel();
    }

    /// Returns the result if the work has finished, without waiting. Returns [`LostResult`] if it was returned before.
    pub fn poll(&mut self) -> Option<Result<T, LostResult>> {
        match self.result.try_recv() {
            Err(TryRecvError::Empty) => None,
            result => Some(result.map_err(|_| LostResult)),
        }
    }

    /// Waits for the result for `limit` at most, or without a limit for `None`. Returns `None` if the work is still running after `limit`.
    pub fn wait(&mut self, limit: Option<Duration>) -> Option<Result<T, LostResult>> {
        let Some(limit) = limit else { return Some(self.result.recv().map_err(|_| LostResult)) };
        match self.result.recv_timeout(limit) {
            Err(RecvTimeoutError::Timeout) => None,
            result => Some(result.map_err(|_| LostResult)),
        }
    }

    /// Polls the task in a slot, and empties the slot if the task has finished.
    pub fn take_finished(slot: &mut Option<Self>) -> Option<Result<T, LostResult>> {
        let result = slot.as_mut()?.poll()?;
        *slot = None;
        Some(result)
    }
}

impl<T> Drop for Task<T> {
    fn drop(&mut self) {
        self.progress.cancel();
    }
}

impl<T> fmt::Debug for Task<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Task").field("progress", &self.progress).finish_non_exhaustive()
    }
}

struct WakeOnDrop;

impl Drop for WakeOnDrop {
    fn drop(&mut self) {
        pool::wake();
    }
}
