//! The integration tests of md2-load as one program, with a module for each subject.

mod anatomy;
mod commands;
mod finding_lengths;
mod from_md2;
mod from_md3;
mod from_mdl;
mod fuzz_smoke;
mod invariants;
mod inverted;
mod many_skins;
mod salvaged;
