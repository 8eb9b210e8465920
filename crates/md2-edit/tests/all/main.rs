//! The tests of md2-edit. They are one program, since each program takes long to link.

mod common;
mod decimate;
mod frames;
mod geometry;
mod merge;
mod skins;
mod smoke;
mod triangles;
