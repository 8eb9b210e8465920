//! Background work for programs with an event loop.
//!
//! A [`Task`] runs a closure on a small pool of threads that the whole process shares. It reports its [`Progress`], is cancelled
//! when it is dropped, and wakes the event loop when it has finished, so that nothing has to poll while nothing happens.
//!
//! ```
//! use md2_task::{Lost, Task};
//!
//! let mut task = Task::start(|progress| {
//!     progress.begin(3, "row");
//!     let mut sum = 0;
//!     for row in 1..=3 {
//!         progress.check().ok()?;
//!         sum += row;
//!         progress.step();
//!     }
//!     Some(sum)
//! });
//! // An event loop calls `poll`, which never waits. `set_wake` says how the loop is woken.
//! assert_eq!(task.wait(None), Some(Ok(Some(6))));
//! ```
//!
//! A task that panics does not end the process: the caller receives [`Lost`].

#![forbid(unsafe_code)]

mod pool;
mod progress;
mod task;

pub use pool::{set_wake, wake};
pub use progress::{Cancelled, Progress, Steps};
pub use task::{Lost, Task};
