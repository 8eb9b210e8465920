//! Progress and cancellation of long work.

use std::fmt;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, OnceLock};

/// The progress of a long operation. All clones share one state: the operation reports its steps, and other threads read the number of
/// steps or cancel the operation.
#[derive(Clone, Default)]
pub struct Progress(Arc<State>);

#[derive(Default)]
struct State {
    cancelled: Arc<AtomicBool>,
    done: AtomicU64,
    /// The total number of steps, and the noun for one step, such as `picture`.
    total: OnceLock<(u64, &'static str)>,
    observer: Option<Box<dyn Fn(Steps) + Send + Sync>>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Steps {
    pub done: u64,
    pub total: u64,
    /// The noun for one step, such as `picture`.
    pub unit: &'static str,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Cancellation;

impl Progress {
    /// Creates a progress that calls `observer` after each step. To cancel the operation, set the flag `cancelled`, for example in a signal
    /// handler.
    pub fn observed(cancelled: Arc<AtomicBool>, observer: impl Fn(Steps) + Send + Sync + 'static) -> Self {
        Self(Arc::new(State { cancelled, observer: Some(Box::new(observer)), ..State::default() }))
    }

    /// Sets the total number of steps and the noun for one step, such as `picture`. Only the first call has an effect.
    pub fn begin(&self, total: u64, unit: &'static str) {
        let _ = self.0.total.set((total, unit));
        self.observe();
    }

    pub fn step(&self) {
        self.0.done.fetch_add(1, Ordering::Relaxed);
        self.observe();
    }

    pub fn set_done(&self, done: u64) {
        self.0.done.store(done, Ordering::Relaxed);
        self.observe();
    }

    /// Returns the number of finished steps and the total number; `None` before [`begin`](Self::begin) is called.
    pub fn steps(&self) -> Option<Steps> {
        let &(total, unit) = self.0.total.get()?;
        Some(Steps { done: self.0.done.load(Ordering::Relaxed), total, unit })
    }

    /// Requests that the operation ends at its next call of [`check`](Self::check).
    pub fn cancel(&self) {
        self.0.cancelled.store(true, Ordering::Relaxed);
    }

    pub fn is_cancelled(&self) -> bool {
        self.0.cancelled.load(Ordering::Relaxed)
    }

    /// Returns an error if the operation was cancelled. Call this function between two steps to end the operation: `progress.check()?`.
    pub fn check(&self) -> Result<(), Cancellation> {
        if self.is_cancelled() { Err(Cancellation) } else { Ok(()) }
    }

    fn observe(&self) {
        if let (Some(observer), Some(steps)) = (&self.0.observer, self.steps()) {
            observer(steps);
        }
    }
}

impl fmt::Debug for Progress {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Progress").field("steps", &self.steps()).finish_non_exhaustive()
    }
}

impl Steps {
    pub fn fraction(self) -> f32 {
        (self.done as f32 / self.total.max(1) as f32).min(1.0)
    }
}

/// Formats the current step, counted from 1: `picture 3 of 12`.
impl fmt::Display for Steps {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { done, total, unit } = *self;
        write!(f, "{unit} {} of {total}", (done + 1).min(total))
    }
}
