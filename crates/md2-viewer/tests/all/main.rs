//! All tests of md2-viewer from outside, in one program: each file is a module.

mod animate;
mod cli;
mod common;
mod crowd;
mod looks;
mod output;
mod terminal;
