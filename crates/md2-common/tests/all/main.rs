//! The integration tests of md2-common as one program, with a module for each subject.

mod image;
mod kind;
mod name;
mod normals;
mod pose;
mod winding;
