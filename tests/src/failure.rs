//! The error of every function of the harness.

/// What went wrong in the harness itself, ready to be shown.
pub type Failure = Box<dyn std::error::Error + Send + Sync>;
