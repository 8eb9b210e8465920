//! The commands for the draws of a crowd.

use bytemuck::{Pod, Zeroable};

/// The layout of `VkDrawIndexedIndirectCommand`.
#[repr(C)]
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Pod, Zeroable)]
pub(super) struct Command {
    pub(super) index_count: u32,
    pub(super) instance_count: u32,
    pub(super) first_index: u32,
    pub(super) vertex_offset: i32,
    pub(super) first_instance: u32,
}

/// The commands of a draw, and a count. The struct `DrawRecord` of shaders/crowd_count.comp.glsl.
#[repr(C)]
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Pod, Zeroable)]
pub(crate) struct DrawRecord {
    /// Draws the listed triangles, by indices that combine a member and a vertex.
    pub(super) listed: Command,
    /// Draws all triangles of the last members, one instance for each.
    pub(super) whole: Command,
    /// The number of members that may be visible.
    pub(super) drawn: u32,
    pub(super) padding: u32,
}

const _: () = assert!(size_of::<DrawRecord>() == 48);

impl DrawRecord {
    pub(crate) const LISTED: u64 = 0;
    pub(crate) const WHOLE: u64 = size_of::<Command>() as u64;

    pub(super) fn triangles(&self) -> u64 {
        let of = |command: &Command| u64::from(command.index_count / 3) * u64::from(command.instance_count);
        of(&self.listed) + of(&self.whole)
    }
}
