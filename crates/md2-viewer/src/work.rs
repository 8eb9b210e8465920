//! Long work, watched: who may end it, and who sees how far it is.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use indicatif::ProgressBar;

use crate::failure::Failure;
use crate::interrupt::Interrupt;

/// What work in steps is given: to be asked between two of them.
#[derive(Debug)]
pub(crate) struct Work {
    interrupt: Interrupt,
    seen_by: SeenBy,
}

#[derive(Debug)]
enum SeenBy {
    /// Who sits at the terminal. Hidden where standard error is none.
    Terminal(ProgressBar),
    /// Another thread.
    Thread(Arc<Counter>),
}

/// How far work is, for whoever waits for it on another thread.
#[derive(Debug, Default)]
pub(crate) struct Counter {
    done: AtomicU64,
    total: AtomicU64,
}

/// How many steps are done, and of how many; of none, where work has no steps or has not begun.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Steps {
    pub(crate) done: u64,
    pub(crate) total: u64,
}

impl Steps {
    /// How much is done, 0 to 1.
    pub(crate) fn part(self) -> f32 {
        if self.total == 0 { 0.0 } else { (self.done as f32 / self.total as f32).min(1.0) }
    }

    /// The step that is being done, from 1, if there are any.
    pub(crate) fn at(self) -> Option<u64> {
        (self.total > 0).then(|| (self.done + 1).min(self.total))
    }
}

impl Counter {
    pub(crate) fn steps(&self) -> Steps {
        let [done, total] = [&self.done, &self.total].map(|number| number.load(Ordering::Relaxed));
        Steps { done, total }
    }
}

impl Work {
    /// Work of a command: Ctrl-C ends it, and a terminal shows how far it is.
    ///
    /// # Errors
    /// If signals cannot be watched.
    pub(crate) fn at_terminal() -> Result<Self, Failure> {
        let bar = ProgressBar::hidden();
        Ok(Self { interrupt: Interrupt::watch()?, seen_by: SeenBy::Terminal(bar) })
    }

    /// Work on a thread of its own, which whoever has the interrupt may end.
    pub(crate) fn in_background(interrupt: Interrupt, counter: Arc<Counter>) -> Self {
        Self { interrupt, seen_by: SeenBy::Thread(counter) }
    }

    /// Tells how many steps there are.
    pub(crate) fn begin(&self, steps: u64) {
        match &self.seen_by {
            SeenBy::Terminal(bar) => {
                bar.set_length(steps);
                bar.set_draw_target(indicatif::ProgressDrawTarget::stderr());
            }
            SeenBy::Thread(counter) => counter.total.store(steps, Ordering::Relaxed),
        }
    }

    /// A step is done.
    pub(crate) fn step(&self) {
        match &self.seen_by {
            SeenBy::Terminal(bar) => bar.inc(1),
            SeenBy::Thread(counter) => {
                counter.done.fetch_add(1, Ordering::Relaxed);
            }
        }
    }

    /// To be asked between steps.
    ///
    /// # Errors
    /// [`Failure::Interrupted`] once somebody wants it to end.
    pub(crate) fn check(&self) -> Result<(), Failure> {
        self.interrupt.check()
    }

    pub(crate) fn interrupt(&self) -> &Interrupt {
        &self.interrupt
    }
}
