//! The integration tests of md2-tool. They are one program, since each program takes long to link.

mod archives;
mod catalog;
mod check;
mod cli;
mod common;
mod contact_sheet;
mod convert;
mod damaged;
mod edit;
mod enhance;
mod examples;
mod export;
mod import;
mod info;
mod json;
mod repair;
mod terminal;
mod thumbnail;
mod writes;
