//! All tests of md2-tool from outside, in one program: each file is a module.

mod archives;
mod catalog;
mod check;
mod cli;
mod common;
mod contact_sheet;
mod damaged;
mod examples;
mod export;
mod import;
mod info;
mod repair;
mod terminal;
mod thumbnail;
mod writes;
