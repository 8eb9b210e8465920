//! All tests of md2-common from outside, in one program: each file is a module.

mod kind;
mod name;
mod normals;
mod picture;
mod pose;
mod report;
mod winding;
