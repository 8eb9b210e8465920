//! The tests of md2-edit. They are one program, since each program takes long to link.

mod frames;
mod geometry;
mod smoke;
mod triangles;
