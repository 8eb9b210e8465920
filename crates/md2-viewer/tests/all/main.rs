//! All integration tests of md2-viewer in one program.

mod animate;
mod cli;
mod common;
mod crowd;
mod looks;
mod output;
