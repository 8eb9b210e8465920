//! Crowds: many instances of one model, drawn together.
//!
//! The host writes a small record for each visible member. The vertex shader reads the vertices itself (vertex
//! pulling), from the same frame buffers as for models outside of crowds. On software devices the host also selects
//! the visible triangles; other devices draw all triangles of a member.

mod cull;
mod frustum;
mod gather;
mod member;

pub(crate) use gather::{CrowdContext, CrowdCounts, CrowdData, CrowdDraw, CrowdDraws, vertex_bits};
