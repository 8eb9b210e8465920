//! Ctrl-C during long work, or a click where it was begun by one: it ends between two steps, so that what was begun is taken back.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use anyhow::Context as _;
use signal_hook::consts::{SIGINT, SIGTERM};

use crate::failure::Failure;

/// Whether the user, or who started the program, wants it to end.
#[derive(Clone, Debug)]
pub(crate) struct Interrupt(Arc<AtomicBool>);

impl Interrupt {
    /// Begins to watch. From now on the signals end nothing by themselves, but for the second.
    ///
    /// # Errors
    /// If the system does not allow it.
    pub(crate) fn watch() -> Result<Self, Failure> {
        let flag = Arc::new(AtomicBool::new(false));
        for signal in [SIGINT, SIGTERM] {
            // Who asks twice gets it at once.
            signal_hook::flag::register_conditional_shutdown(signal, 130, Arc::clone(&flag))
                .and_then(|_| signal_hook::flag::register(signal, Arc::clone(&flag)))
                .context("cannot watch for Ctrl-C")
                .map_err(Failure::File)?;
        }
        Ok(Self(flag))
    }

    /// One that no signal raises, for work that a window has begun.
    pub(crate) fn by_hand() -> Self {
        Self(Arc::default())
    }

    /// Ends the work at its next step.
    pub(crate) fn raise(&self) {
        self.0.store(true, Ordering::Relaxed);
    }

    /// To be called between steps.
    ///
    /// # Errors
    /// [`Failure::Interrupted`] once the signal has come.
    pub(crate) fn check(&self) -> Result<(), Failure> {
        if self.0.load(Ordering::Relaxed) { Err(Failure::Interrupted) } else { Ok(()) }
    }
}
