//! A background task and its result.

use std::fmt;
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, TryRecvError};
use std::time::Duration;

use crate::pool;
use crate::progress::Progress;

/// Background work on a thread of the pool. Dropping the task discards the result and cancels the work, which then ends at its next call
/// of [`Progress::check`].
pub struct Task<T> {
    progress: Progress,
    result: Receiver<T>,
}

/// The error of a task without a result: the work panicked, or no thread could be started.
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
            // Wakes the event loop when it is dropped. It is declared first, so it is dropped last, even after a panic: when the loop
            // wakes, the result can be received.
            let _waker = WakeOnDrop;
            let sender = sender;
            // Sending fails only if the task was dropped. Then nobody needs the result.
            let _ = sender.send(work(&theirs));
        });
        Self { progress, result }
    }
}

impl<T> Task<T> {
    pub fn progress(&self) -> &Progress {
        &self.progress
    }

    /// Requests that the work ends at its next call of [`Progress::check`]. The caller can still receive the result.
    pub fn cancel(&self) {
        self.progress.cancel();
    }

    /// Returns the result if the work has finished, otherwise `None`; never waits. The result is returned once: later
    /// calls return [`LostResult`].
    pub fn poll(&mut self) -> Option<Result<T, LostResult>> {
        match self.result.try_recv() {
            Err(TryRecvError::Empty) => None,
            result => Some(result.map_err(|_| LostResult)),
        }
    }

    /// Waits for the result. If the work is still running after the duration `limit`, returns `None`. Without a limit,
    /// waits until the work ends.
    pub fn wait(&mut self, limit: Option<Duration>) -> Option<Result<T, LostResult>> {
        let Some(limit) = limit else { return Some(self.result.recv().map_err(|_| LostResult)) };
        match self.result.recv_timeout(limit) {
            Err(RecvTimeoutError::Timeout) => None,
            result => Some(result.map_err(|_| LostResult)),
        }
    }

    /// Polls the task in `slot`. If the task has finished, returns its result and sets `slot` to `None`.
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
