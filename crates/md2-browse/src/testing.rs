//! A function that tests call to wait for background tasks.

use std::thread;
use std::time::{Duration, Instant};

/// Calls `poll` repeatedly until it returns a value, for at most a minute.
pub(super) fn wait<T>(mut poll: impl FnMut() -> Option<T>) -> T {
    let start = Instant::now();
    loop {
        if let Some(value) = poll() {
            return value;
        }
        assert!(start.elapsed() < Duration::from_secs(60), "a background task took more than a minute");
        thread::sleep(Duration::from_millis(1));
    }
}
