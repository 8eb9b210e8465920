//! Failures on demand: in tests, the calls that a picture depends on can be made to fail, as for want of memory.
//! Elsewhere none of this exists.

#[cfg(test)]
use std::sync::{Mutex, PoisonError};

use ash::vk;

/// A call that can be made to fail instead of being made.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Step {
    NewSwapchain,
    Acquire,
    EndRecording,
    Submit,
    Present,
}

/// The calls that are to fail.
#[derive(Default)]
pub(crate) struct Faults {
    #[cfg(test)]
    steps: Mutex<Vec<Step>>,
}

impl Faults {
    /// An error if this call is to fail. Then it is not made.
    #[cfg(not(test))]
    #[allow(clippy::unused_self, clippy::unnecessary_wraps, reason = "in tests it does what it says")]
    pub(super) const fn attempt(&self, _: Step) -> Result<(), vk::Result> {
        Ok(())
    }

    #[cfg(test)]
    pub(super) fn attempt(&self, step: Step) -> Result<(), vk::Result> {
        let mut steps = self.steps.lock().unwrap_or_else(PoisonError::into_inner);
        let Some(at) = steps.iter().position(|&fault| fault == step) else { return Ok(()) };
        steps.remove(at);
        Err(vk::Result::ERROR_OUT_OF_HOST_MEMORY)
    }

    /// Has the next calls of these kinds fail; any of them as often as it is named.
    #[cfg(test)]
    pub(crate) fn set(&self, steps: &[Step]) {
        steps.clone_into(&mut self.steps.lock().unwrap_or_else(PoisonError::into_inner));
    }

    /// Whether all calls that were to fail have.
    #[cfg(test)]
    pub(crate) fn are_spent(&self) -> bool {
        self.steps.lock().unwrap_or_else(PoisonError::into_inner).is_empty()
    }
}
