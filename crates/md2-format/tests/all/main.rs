//! All integration tests of md2-format, in one program. Each file is a module.

mod any_damage;
mod check;
mod damage;
mod damaging;
mod findings;
mod fuzz_smoke;
mod glcmds;
mod invariants;
mod parse;
mod properties;
mod quantize;
mod salvage;
mod skin;
mod stripify;
mod text_damage;
mod write;
