//! Conversion of marks (points, lines and triangles over the models) for the renderer, in lists that are reused for each picture.

use md2_render::{MarkVertex, Marks};
use md2_scene::{MarkPoint, MarkSink, PosedScene, Workspace};

#[derive(Debug, Default)]
pub(super) struct MarkLists {
    triangles: Vec<[MarkVertex; 3]>,
    lines: Vec<[MarkVertex; 2]>,
    points: Vec<MarkVertex>,
}

impl MarkLists {
    pub(super) fn gather(&mut self, workspace: &Workspace, posed: &mut PosedScene, hover: bool) {
        self.triangles.clear();
        self.lines.clear();
        self.points.clear();
        workspace.mark(posed, hover, self);
    }

    pub(super) fn marks(&self) -> Marks<'_> {
        let Self { triangles, lines, points } = self;
        Marks { triangles, lines, points, line_width: 1.5, ..Marks::default() }
    }
}

impl MarkSink for MarkLists {
    fn triangle(&mut self, corners: [MarkPoint; 3]) {
        self.triangles.push(corners.map(vertex));
    }

    fn line(&mut self, ends: [MarkPoint; 2]) {
        self.lines.push(ends.map(vertex));
    }

    fn point(&mut self, point: MarkPoint) {
        self.points.push(vertex(point));
    }
}

fn vertex(MarkPoint { position, color }: MarkPoint) -> MarkVertex {
    MarkVertex { position, color }
}
