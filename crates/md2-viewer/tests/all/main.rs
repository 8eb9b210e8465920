//! All tests of md2-viewer from outside, in one program: each file is a module.

mod animate;
mod archives;
mod catalog;
mod check;
mod cli;
mod common;
mod contact_sheet;
mod crowd;
mod damaged;
mod examples;
mod export;
mod import;
mod info;
mod looks;
mod output;
mod repair;
mod terminal;
mod thumbnail;
mod writes;
