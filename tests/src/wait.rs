//! Waiting for what happens in another process.

use std::time::{Duration, Instant};

/// Tries `attempt` until it gives a value; `None` if it has not within `limit`.
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
