//! All tests of mdl-format from outside, in one program: each file is a module.

mod check;
mod corpus;
mod fuzz_smoke;
mod invariants;
mod palette;
mod parse;
mod properties;
mod seam;
