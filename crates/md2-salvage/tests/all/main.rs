//! All integration tests of md2-salvage, in one program. Each file is a module.

mod losses;
mod mdl;
mod text;
