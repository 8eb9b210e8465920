//! Waiting for tasks in tests.

use std::thread;
use std::time::{Duration, Instant};

/// Calls `poll` until it returns a value.
pub(super) fn wait<T>(mut poll: impl FnMut() -> Option<T>) -> T {
    let start = Instant::now();
    loop {
        if let Some(value) = poll() {
            return value;
        }
        assert!(start.elapsed() < Duration::from_secs(60), "a task does not end");
        thread::sleep(Duration::from_millis(1));
    }
}
