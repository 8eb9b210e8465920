//! Lines, triangles and points in the scene, as plain data: normals, boxes, what is pointed at.

use bytemuck::{Pod, Zeroable};

/// What is drawn into the scene to point something out. It stands in the world as the models do, is not lit and casts
/// no shadow. What lies behind a model's face is drawn faintly, so that it is found; what lies on a face is before it.
///
/// Triangles are drawn first, then lines, then points, each in their order. What has a place that is no number is left
/// out.
#[derive(Clone, Copy, Debug)]
pub struct Marks<'a> {
    /// Faces, seen from both sides.
    pub triangles: &'a [[MarkVertex; 3]],
    /// Lines with round ends.
    pub lines: &'a [[MarkVertex; 2]],
    /// Discs that look to the eye.
    pub points: &'a [MarkVertex],
    /// How wide lines are, in pixels of the picture at any distance. Nothing above 0 draws none.
    pub line_width: f32,
    /// How wide points are, likewise.
    pub point_size: f32,
}

impl Marks<'_> {
    /// Whether there are none.
    pub(crate) const fn is_empty(&self) -> bool {
        self.triangles.is_empty() && self.lines.is_empty() && self.points.is_empty()
    }
}

impl Default for Marks<'_> {
    /// None; two pixels a line, seven a point.
    fn default() -> Self {
        Self { triangles: &[], lines: &[], points: &[], line_width: 2.0, point_size: 7.0 }
    }
}

/// A corner of a mark: 16 bytes.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Pod, Zeroable)]
pub struct MarkVertex {
    /// Where in the world.
    pub position: [f32; 3],
    /// sRGB with straight alpha.
    pub color: [u8; 4],
}

const _: () = assert!(size_of::<MarkVertex>() == 16);
