//! The tracing target of the spans that measure how long the steps of the program take.

/// The target of the tracing spans whose times the viewer prints with the option `--timings`.
pub const TIMINGS: &str = "md2::timings";
