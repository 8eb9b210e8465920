//! The integration tests of md2-picture, one module per topic.

mod animation;
mod picture;
