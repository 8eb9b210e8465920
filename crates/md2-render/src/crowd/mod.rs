//! Crowds: many instances of one model, which one draw shows.
//!
//! The host writes a little for each member that is seen, and the vertex shader pulls its vertices from the same
//! frames that single models are drawn from. Where the processor draws, too, the host also lists the triangles that
//! can be seen; elsewhere whole members are drawn.

mod cull;
mod frustum;
mod gather;
mod member;

pub(crate) use gather::{CrowdContext, CrowdCounts, CrowdData, CrowdDraw, CrowdDraws, vertex_bits};
