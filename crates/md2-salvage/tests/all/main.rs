//! All integration tests of md2-salvage, in one program. Each file is a module.

mod fuzz_smoke;
mod invariants;
mod losses;
mod md2;
mod md3;
mod mdl;
mod text;
