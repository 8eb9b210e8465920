//! The error type of the test harness.

/// An error of the test harness, such as a program that does not start.
pub type Failure = Box<dyn std::error::Error + Send + Sync>;
