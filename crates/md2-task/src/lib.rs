//! Background work for programs with an event loop.
#![doc = include_str!("../README.md")]
#![forbid(unsafe_code)]
#![allow(missing_docs, reason = "a part of the two programs, not a library for others")]

mod pool;
mod progress;
mod task;

pub use pool::{MAX_THREADS, set_wake, wake};
pub use progress::{Cancellation, Progress, Steps};
pub use task::{LostResult, Task};

/// The target of the tracing spans whose times the viewer prints with the option `--timings`.
pub const TIMINGS: &str = "md2::timings";
