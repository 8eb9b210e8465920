//! All integration tests of md3-format, in one program. Each file is a module.

mod check;
mod fuzz_smoke;
mod invariants;
mod normals;
mod parse;
mod shader_script;
mod skin_file;
mod view;
mod write;
