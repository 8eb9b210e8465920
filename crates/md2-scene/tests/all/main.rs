//! All tests of md2-scene from outside, in one program: each file is a module.

mod crowd;
mod damaged;
mod mods;
mod open;
mod opening;
