//! All integration tests of md2-format, in one program. Each file is a module.

mod check;
mod findings;
mod fuzz_smoke;
mod glcmds;
mod invariants;
mod parse;
mod quantize;
mod skin;
mod stripify;
mod text_damage;
mod write;
