//! Conversion of marks for the renderer, in lists that are reused for each picture.

use md2_render::{MarkVertex, Marks};
use md2_scene::{Comparison, MarkPoint, MarkSink, PosedScene, Workspace};

/// The marks of the current picture.
#[derive(Debug, Default)]
pub(super) struct PictureMarks {
    posed: PosedScene,
    lists: MarkLists,
}

#[derive(Debug, Default)]
struct MarkLists {
    triangles: Vec<[MarkVertex; 3]>,
    lines: Vec<[MarkVertex; 2]>,
    points: Vec<MarkVertex>,
}

impl PictureMarks {
    /// Gathers the marks of the workspace, including those at the pointer if `hover`.
    pub(super) fn gather(&mut self, workspace: &Workspace, hover: bool) {
        let Self { posed, lists } = self;
        lists.triangles.clear();
        lists.lines.clear();
        lists.points.clear();
        workspace.mark(posed, hover, lists);
    }

    /// Measures the comparison of the workspace, once for the panels and the marks.
    pub(super) fn measure(&mut self, workspace: &Workspace) {
        self.posed.measure(workspace);
    }

    /// The comparison that was measured last.
    pub(super) fn comparison(&self) -> &Comparison {
        self.posed.comparison()
    }

    pub(super) fn marks(&self) -> Marks<'_> {
        let MarkLists { triangles, lines, points } = &self.lists;
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
