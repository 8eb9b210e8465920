//! The integration tests of md2-assets as one program, with a module for each subject.

mod archives;
mod browse;
mod common;
mod decode;
mod find_skins;
mod fonts;
mod fuzz_smoke;
mod games;
mod invariants;
mod limits;
mod modeldef;
mod models;
mod overlay;
mod package;
mod rank_skins;
mod read;
mod surfaces;
mod surroundings;
