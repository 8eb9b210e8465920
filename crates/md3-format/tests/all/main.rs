//! All tests of md3-format from outside, in one program: each file is a module.

mod check;
mod fuzz_smoke;
mod invariants;
mod normals;
mod parse;
mod properties;
mod shader_script;
mod skin_file;
mod view;
