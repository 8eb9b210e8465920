//! glTF 2.0 files: structs for their JSON, and the container of `.glb` files.

#![forbid(unsafe_code)]

pub mod glb;
pub mod schema;

/// Compiles the example of the README.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
