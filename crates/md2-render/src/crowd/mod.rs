//! Crowds: many instances of one model, which one draw shows.
//!
//! The host writes a little for each member that is seen, and the vertex shader pulls its vertices from the same
//! frames that single models are drawn from. Where the processor draws, too, the host also lists the triangles that
//! can be seen; elsewhere whole members are drawn.

mod cull;
mod gather;
mod member;
mod view;

use md2_mesh::Pose;

use crate::{ModelId, Skin};

pub(crate) use cull::HostShape;
pub(crate) use gather::{CrowdCounts, CrowdData, CrowdDraw, Drawable, Gathering, vertex_bits};

/// Many instances of one model, drawn together. Crowds of several models stand in one scene.
///
/// To draw a member costs a fraction of what a [`ModelInstance`](crate::ModelInstance) does. What is outside of the
/// picture is left out, and on software devices also every triangle that turns away or falls between samples. On a
/// floor each member has a soft shadow at its feet.
///
/// The first crowd that a software device draws tells glibc's allocator, that of the whole process, to keep up to 64 MiB of what
/// is freed in each of its arenas. That takes a quarter off the time of large crowds: the driver frees what it has drawn, and
/// allocates as much anew.
#[derive(Clone, Copy, Debug)]
pub struct Crowd<'a> {
    /// Which model.
    pub model: ModelId,
    /// What members may wear: each like [`ModelInstance::skins`](crate::ModelInstance::skins).
    pub outfits: &'a [&'a [Skin]],
    /// Its members, in the order in which they are drawn among those of the same outfit.
    pub members: &'a [CrowdMember],
}

/// One of a crowd.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct CrowdMember {
    /// Model space to world space, by columns. For correct light it turns, moves, mirrors and scales evenly.
    pub transform: [[f32; 4]; 4],
    /// What it does.
    pub pose: Pose,
    /// Which of the crowd's outfits it wears; beyond the last one, [`Skin::Checker`].
    pub outfit: u32,
}
