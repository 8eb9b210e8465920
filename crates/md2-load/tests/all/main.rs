//! All tests of md2-load from outside, in one program: each file is a module.

mod anatomy;
mod common;
mod corpus;
mod from_md2;
mod from_md3;
mod from_mdl;
mod fuzz_smoke;
mod invariants;
mod inverted;
mod many_skins;
mod properties;
mod salvaged;
