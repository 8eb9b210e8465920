//! Tests of several crates together: rules of the workspace, and pictures of the program. Tests with windows are separate programs.

mod book;
mod corpus;
mod crates;
mod dependency_edges;
mod files;
mod formats;
mod module_order;
mod preview;
mod readmes;
mod security;
mod tidy;
mod vertex_path;
