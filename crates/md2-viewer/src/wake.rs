//! What wakes the window from other threads.

use std::sync::{Arc, Mutex, PoisonError};

/// Called by a thread that has something to hand in, so that nobody has to wait for the next look.
#[derive(Clone)]
pub(crate) struct Wake(Arc<Mutex<dyn Fn() + Send>>);

impl Wake {
    pub(crate) fn new(wake: impl Fn() + Send + 'static) -> Self {
        Self(Arc::new(Mutex::new(wake)))
    }

    pub(crate) fn call(&self) {
        let wake = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        wake();
    }
}

impl std::fmt::Debug for Wake {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Wake")
    }
}
