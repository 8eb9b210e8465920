//! The error type of the test harness.

/// An error of the harness itself.
pub type Failure = Box<dyn std::error::Error + Send + Sync>;
