//! Texts from files as the interface shows them.

pub(crate) use md2_scene::text::{brief, lines, message, shown};
