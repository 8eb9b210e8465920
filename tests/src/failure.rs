//! The error type of the test harness.

pub type Failure = Box<dyn std::error::Error + Send + Sync>;
