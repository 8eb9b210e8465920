//! The integration tests of md2-steady as one program, with a module for each subject.

mod common;
mod corpus;
mod memory;
mod motions;
mod properties;
