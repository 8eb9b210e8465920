//! Poses and frames.

use core::ops::Range;

use crate::intervals::Intervals;
use crate::raw::{Bounds, PoseHeader, PoseName, Record, Records, Vertex};

/// A frame: a single pose, or a group of poses that the engine animates. The game refers to frames by number.
/// The poses of all frames are in one list, [`Mdl::poses`](crate::Mdl::poses).
#[derive(Clone, Debug, PartialEq)]
pub struct Frame<'a> {
    pub(crate) kind: i32,
    pub(crate) bounds: &'a [u8; size_of::<Bounds>()],
    pub(crate) intervals: Intervals<'a>,
    pub(crate) poses: Range<usize>,
}

impl<'a> Frame<'a> {
    /// Whether the frame is a group. A group may also have just one pose.
    pub const fn is_group(&self) -> bool {
        !self.intervals.is_empty()
    }

    /// The times at which the poses end; empty for a single frame.
    pub const fn intervals(&self) -> Intervals<'a> {
        self.intervals
    }

    /// Indices of the frame's poses in [`Mdl::poses`](crate::Mdl::poses). There is at least one pose.
    pub fn poses(&self) -> Range<usize> {
        self.poses.clone()
    }

    /// The bounds of all poses in quantized coordinates, from the file. They are wrong in many files.
    pub fn bounds(&self) -> Bounds {
        Bounds::read(self.bounds)
    }
}

/// One stored pose.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Pose<'a> {
    pub(crate) header: &'a [u8; size_of::<PoseHeader>()],
    pub(crate) vertices: Records<'a, Vertex>,
    pub(crate) frame: usize,
}

impl<'a> Pose<'a> {
    /// The pose's name.
    pub fn name(&self) -> PoseName {
        PoseHeader::read(self.header).name
    }

    /// The bounds of the vertices in quantized coordinates, from the file. They are wrong in many files.
    pub fn bounds(&self) -> Bounds {
        PoseHeader::read(self.header).bounds
    }

    /// The vertices, with quantized positions.
    pub const fn vertices(&self) -> Records<'a, Vertex> {
        self.vertices
    }

    /// Index of the frame that the pose belongs to.
    pub const fn frame(&self) -> usize {
        self.frame
    }
}
