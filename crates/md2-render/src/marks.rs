//! Marks in the scene, such as normals, boxes and highlighted points: lines, triangles and points.

use bytemuck::{Pod, Zeroable};

/// Lines, triangles and points that highlight something in the scene. They are in world space, are not lit, and
/// cast no shadow. Marks behind a model's face are drawn faintly; a mark on a face is drawn in front of the face.
///
/// Triangles are drawn first, then lines, then points, each in order. Marks with positions that are not finite
/// are skipped.
#[derive(Clone, Copy, Debug)]
pub struct Marks<'a> {
    /// Triangles, visible from both sides.
    pub triangles: &'a [[MarkVertex; 3]],
    /// Lines with round ends.
    pub lines: &'a [[MarkVertex; 2]],
    /// Discs that face the eye.
    pub points: &'a [MarkVertex],
    /// Width of lines in pixels, at any distance. With 0 or less, no lines are drawn.
    pub line_width: f32,
    /// Diameter of points in pixels, at any distance. With 0 or less, no points are drawn.
    pub point_size: f32,
}

impl Marks<'_> {
    pub(crate) const fn is_empty(&self) -> bool {
        self.triangles.is_empty() && self.lines.is_empty() && self.points.is_empty()
    }
}

impl Default for Marks<'_> {
    /// No marks; lines are two pixels wide, points seven.
    fn default() -> Self {
        Self { triangles: &[], lines: &[], points: &[], line_width: 2.0, point_size: 7.0 }
    }
}

/// A vertex of a mark: 16 bytes.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Pod, Zeroable)]
pub struct MarkVertex {
    /// The position in world space.
    pub position: [f32; 3],
    /// The color in sRGB with straight alpha.
    pub color: [u8; 4],
}

const _: () = assert!(size_of::<MarkVertex>() == 16);
