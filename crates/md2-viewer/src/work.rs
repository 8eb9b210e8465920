//! Long work, watched: who may end it, and who sees how far it is.

use std::fmt;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, OnceLock};

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
    /// How many steps there are, and what each makes.
    of: OnceLock<(u64, &'static str)>,
}

/// How many steps are done, of how many.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Steps {
    pub(crate) done: u64,
    pub(crate) total: u64,
    /// What each makes: `picture`.
    pub(crate) what: &'static str,
}

impl Steps {
    /// How much is done, 0 to 1.
    pub(crate) fn part(self) -> f32 {
        (self.done as f32 / self.total.max(1) as f32).min(1.0)
    }
}

/// At which step it is, from 1.
impl fmt::Display for Steps {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { done, total, what } = *self;
        write!(f, "{what} {} of {total}", (done + 1).min(total))
    }
}

impl Counter {
    /// None where work has no steps, or has not begun.
    pub(crate) fn steps(&self) -> Option<Steps> {
        let &(total, what) = self.of.get()?;
        Some(Steps { done: self.done.load(Ordering::Relaxed), total, what })
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

    /// Tells how many steps there are, and what each makes. Work of one step says nothing.
    pub(crate) fn begin(&self, steps: u64, what: &'static str) {
        match &self.seen_by {
            SeenBy::Terminal(bar) => {
                bar.set_length(steps);
                bar.set_draw_target(indicatif::ProgressDrawTarget::stderr());
            }
            SeenBy::Thread(counter) => {
                counter.of.get_or_init(|| (steps, what));
            }
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
