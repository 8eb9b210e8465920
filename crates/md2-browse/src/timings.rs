//! The name under which steps are timed.

/// The target of the tracing spans that `--timings` of the viewer reports.
pub const TIMINGS: &str = "md2::timings";
