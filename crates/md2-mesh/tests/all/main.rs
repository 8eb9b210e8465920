//! The integration tests of md2-mesh, one module per subject.

mod blend;
mod fuzz_smoke;
mod invariants;
mod parts;
