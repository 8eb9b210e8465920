//! All tests of md2-steady from outside, in one program: each file is a module.

mod between;
mod common;
mod corpus;
mod memory;
mod motions;
mod properties;
