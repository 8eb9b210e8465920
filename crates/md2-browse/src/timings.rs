//! The target name of the `tracing` spans that measure how long parts of the program take.

/// The target of the tracing spans whose times the viewer prints with the option `--timings`.
pub const TIMINGS: &str = "md2::timings";
