//! Crowds: many instances of one model, drawn together. docs/crowds.md explains them.
//!
//! The host writes a small record for each member. The vertex shader reads the vertices itself (vertex pulling), from the
//! same frame buffers as for models outside of crowds. The device, or the host on software devices, finds the visible
//! triangles and lists them; each draw follows an indirect command.

mod context;
mod cull;
mod frustum;
mod gather;
mod host_list;
mod member;
mod plan;
mod record;

pub(crate) use context::CrowdContext;
pub(crate) use cull::SampleLattice;
pub(crate) use gather::{CrowdData, CrowdDraws, DeviceLists};
pub(crate) use plan::{CrowdBucket, CrowdDraw, ListPart, SHARED_BYTES, vertex_bits};
pub(crate) use record::DrawRecord;
