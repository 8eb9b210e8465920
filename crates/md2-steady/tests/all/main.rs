//! The integration tests of md2-steady, one module per subject.

mod between;
mod common;
mod corpus;
mod memory;
mod motions;
mod properties;
