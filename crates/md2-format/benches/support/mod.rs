//! What the benchmark compares and on what.

pub(crate) mod loaders;
pub(crate) mod models;
