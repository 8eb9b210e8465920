//! All tests of md2-mesh from outside, in one program: each file is a module.

mod blend;
mod fuzz_smoke;
mod invariants;
mod normals;
mod parts;
mod skin_alpha;
