//! Waiting for another process.

use std::time::{Duration, Instant};

/// Repeats `attempt` until it returns a value. Returns `None` if there is no value after the duration `limit`.
pub fn wait_for<T>(limit: Duration, mut attempt: impl FnMut() -> Option<T>) -> Option<T> {
    let deadline = Instant::now() + limit;
    loop {
        if let Some(value) = attempt() {
            return Some(value);
        }
        if Instant::now() >= deadline {
            return None;
        }
        std::thread::sleep(Duration::from_millis(30));
    }
}
