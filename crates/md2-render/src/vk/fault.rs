//! Injected failures: tests can make the Vulkan calls of a picture fail. Outside of tests, this module does nothing.

#[cfg(test)]
use std::sync::{Mutex, PoisonError};

use ash::vk;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Step {
    NewSwapchain,
    Acquire,
    EndRecording,
    Submit,
    Present,
}

#[derive(Default)]
pub(crate) struct Faults {
    #[cfg(test)]
    steps: Mutex<Vec<Step>>,
}

impl Faults {
    #[cfg(not(test))]
    #[allow(clippy::unused_self, clippy::unnecessary_wraps, reason = "the version for tests differs")]
    pub(super) const fn attempt(&self, _: Step) -> Result<(), vk::Result> {
        Ok(())
    }

    #[cfg(test)]
    pub(super) fn attempt(&self, step: Step) -> Result<(), vk::Result> {
        let mut steps = self.steps.lock().unwrap_or_else(PoisonError::into_inner);
        let Some(index) = steps.iter().position(|&fault| fault == step) else { return Ok(()) };
        steps.remove(index);
        Err(vk::Result::ERROR_OUT_OF_HOST_MEMORY)
    }

    #[cfg(test)]
    pub(crate) fn set(&self, steps: &[Step]) {
        steps.clone_into(&mut self.steps.lock().unwrap_or_else(PoisonError::into_inner));
    }

    #[cfg(test)]
    pub(crate) fn are_spent(&self) -> bool {
        self.steps.lock().unwrap_or_else(PoisonError::into_inner).is_empty()
    }
}
