//! The integration tests of md2-tool. They are one program, since each program takes long to link.

mod catalog;
mod common;
mod contact_sheet;
mod convert;
mod edit_rounds;
mod enhance;
mod examples;
mod export;
mod import;
mod info;
mod json;
mod terminal;
mod transcripts;
mod writes;
