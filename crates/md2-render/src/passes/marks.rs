//! Marks: triangles, and lines and points that the shader expands to quads. Each mark is drawn twice: the part in
//! front of the models, and faintly the part behind them.

use std::sync::Arc;

use bytemuck::{Pod, Zeroable};

use super::kind::SceneKind;
use crate::layouts::Layouts;
use crate::marks::{MarkVertex, Marks};
use crate::spirv::spirv;
use crate::vk::{
    Blend, Buffer, DepthMode, Device, Error, Pass, Pipeline, PipelineDesc, Resource, Set, Use, check_limit,
};

#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Pod, Zeroable)]
struct MarksPush {
    first: u32,
    corners: u32,
    half_width: f32,
    strength: f32,
}

const _: () = assert!(size_of::<MarksPush>() == 16);

const BEHIND: f32 = 0.22;

/// The largest width of lines and points in pixels, which keeps the shader's sums finite.
const WIDEST: f32 = 4096.0;

const CORNER_BYTES: u64 = size_of::<MarkVertex>() as u64;

#[derive(Default)]
pub(crate) struct MarksData {
    corners: Option<Set>,
}

impl MarksData {
    pub(crate) fn write(
        &mut self,
        device: &Arc<Device>,
        layouts: &Layouts,
        marks: &Marks<'_>,
    ) -> Result<(), Error> {
        let Marks { triangles, lines, points, .. } = marks;
        let needed = (size_of_val(*triangles) + size_of_val(*lines) + size_of_val(*points)) as u64;
        if needed == 0 {
            return Ok(());
        }
        let limits = device.limits();
        check_limit("vertices of marks", needed / CORNER_BYTES, limits.storage_bytes / CORNER_BYTES)?;
        if self.corners.as_mut().is_none_or(|set| set.buffer(0).size() < needed) {
            let rounded = needed.next_power_of_two().max(1 << 14);
            let size = rounded.min(limits.storage_bytes).min(limits.buffer_bytes).max(needed);
            self.corners = None;
            let buffer = Buffer::new(device, "marks", size, Use::Storage)?;
            self.corners = Some(Set::new("marks", &layouts.marks, [Resource::Written(buffer)])?);
        }
        let buffer = self.corners.as_mut().expect("just made").buffer(0);
        let mut offset = 0;
        let pieces: [&[u8]; 3] =
            [bytemuck::cast_slice(triangles), bytemuck::cast_slice(lines), bytemuck::cast_slice(points)];
        for piece in pieces {
            buffer.write(offset, piece);
            offset += piece.len() as u64;
        }
        Ok(())
    }
}

pub(crate) struct MarksPass {
    /// The pipelines for triangles: one for the parts in front of models, one for the parts behind them.
    faces: [Pipeline; 2],
    strokes: [Pipeline; 2],
}

impl MarksPass {
    pub(crate) fn new(device: &Arc<Device>, layouts: &Layouts, kind: SceneKind) -> Result<Self, Error> {
        let fragment = kind.either(spirv!("marks.frag"), spirv!("marks_bytes.frag"));
        let desc = PipelineDesc {
            sets: &[&layouts.scene, &layouts.marks],
            push_bytes: 16,
            depth: DepthMode::Test,
            blend: Blend::Over,
            ..kind.solid("marks", spirv!("marks_face.vert"), fragment)
        };
        let strokes = PipelineDesc { name: "marks of lines", vertex: spirv!("marks_line.vert"), ..desc };
        let pipelines = |desc: PipelineDesc<'_>| -> Result<_, Error> {
            let behind = PipelineDesc { depth: DepthMode::TestBehind, ..desc };
            Ok([Pipeline::new(device, &desc)?, Pipeline::new(device, &behind)?])
        };
        Ok(Self { faces: pipelines(desc)?, strokes: pipelines(strokes)? })
    }

    pub(crate) fn record<'f>(
        &'f self,
        pass: &mut Pass<'_, 'f>,
        scene: &'f Set,
        data: &'f MarksData,
        marks: &Marks<'_>,
    ) {
        let Some(corners) = &data.corners else { return };
        let count = |number: usize| u32::try_from(number).expect("writing checked the number");
        let (triangles, lines, points) =
            (count(marks.triangles.len()), count(marks.lines.len()), count(marks.points.len()));
        // NaN is not above 0.
        let half = |width: f32| if width > 0.0 { width.min(WIDEST) * 0.5 } else { 0.0 };
        let kinds = [
            (&self.faces, triangles, 0, 3, WIDEST),
            (&self.strokes, lines, 3 * triangles, 2, half(marks.line_width)),
            (&self.strokes, points, 3 * triangles + 2 * lines, 1, half(marks.point_size)),
        ];
        for (place, strength) in [(1, BEHIND), (0, 1.0)] {
            for (pipelines, count, first, corners_each, half_width) in kinds {
                if count == 0 || half_width == 0.0 {
                    continue;
                }
                let mut bound = pass.bind(&pipelines[place]);
                bound.bind_set(0, scene);
                bound.bind_set(1, corners);
                bound.push(&MarksPush { first, corners: corners_each, half_width, strength });
                // The two triangles of a quad, or a single triangle.
                bound.draw(count * if corners_each == 3 { 3 } else { 6 }, 0..1);
            }
        }
    }
}
