//! All integration tests of mdl-format, in one program. Each file is a module.

mod check;
mod corpus;
mod fuzz_smoke;
mod hexen2;
mod invariants;
mod palette;
mod parse;
mod seam;
mod write;
