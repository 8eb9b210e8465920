//! Marks drawn over the models: hover, selection, normals, boxes, tags and distances.

use glam::{Mat4, Vec3};
use md2_mesh::Bounds;

use crate::actor::ActorId;
use crate::compare::VertexDifference;
use crate::ghost::GhostModel;
use crate::posed_scene::{PosedActor, PosedScene};
use crate::selection::{CounterpartView, Piece, PointerTarget, Selection};
use crate::workspace::Workspace;

#[derive(Clone, Copy, Debug, PartialEq)]
pub struct MarkPoint {
    pub position: [f32; 3],
    pub color: [u8; 4],
}

pub trait MarkSink {
    fn triangle(&mut self, corners: [MarkPoint; 3]);
    fn line(&mut self, ends: [MarkPoint; 2]);
    fn point(&mut self, point: MarkPoint);
}

#[derive(Clone, Copy, Debug)]
struct Style {
    point: [u8; 4],
    edge: [u8; 4],
    face: [u8; 4],
}

const HOVERED: Style =
    Style { point: [0xff, 0xe0, 0x9a, 0xff], edge: [0xff, 0xe0, 0x9a, 0xb0], face: [0xff, 0xe0, 0x9a, 0x2c] };
const SELECTED: Style =
    Style { point: [0xff, 0xa6, 0x2b, 0xff], edge: [0xff, 0xa6, 0x2b, 0xff], face: [0xff, 0xa6, 0x2b, 0x48] };
const NORMAL: [u8; 4] = [0x7f, 0xd6, 0xd0, 0xd0];
const BOX: [u8; 4] = [0xf0, 0xd8, 0x60, 0xe0];
const WHOLE_BOX: [u8; 4] = [0xb0, 0xb8, 0xc4, 0x90];
const AXES: [[u8; 4]; 3] = [[0xff, 0x5a, 0x52, 0xff], [0x5f, 0xd0, 0x5f, 0xff], [0x58, 0x90, 0xff, 0xff]];

const NEAR: [u8; 3] = GhostModel::COMPARED;
const FAR: [u8; 3] = [0xff, 0x50, 0x48];

/// The length of drawn normals, as a fraction of the diagonal of the model's box. `AXIS_PART` is that of tag axes.
const NORMAL_PART: f32 = 0.025;
const AXIS_PART: f32 = 0.06;

impl Workspace {
    pub(crate) fn has_marks(&self) -> bool {
        let look = self.look();
        let is_drawn = look.normals || look.boxes || self.is_comparing();
        let is_drawn = is_drawn || self.hover().is_some() || self.selection().is_some();
        is_drawn && self.crowd().is_none()
    }

    /// Draws the marks that the look requests, the selection and, if `hover` is true, the triangle or vertex under the
    /// pointer. Allocates nothing once the buffers of `posed` have grown.
    pub fn mark(&self, posed: &mut PosedScene, hover: bool, sink: &mut impl MarkSink) {
        if !self.has_marks() {
            return;
        }
        posed.pose(self, self.look().normals);
        posed.measure(self);
        for actor in posed.actors() {
            let positions = posed.positions(actor);
            if self.look().boxes {
                boxes(actor, positions, sink);
                tags(self, actor, sink);
            }
            if self.look().normals {
                normals(actor, positions, posed.normals(actor), sink);
            }
        }
        if self.counterpart().is_none_or(|other| other.view == CounterpartView::Both) {
            distances(posed, sink);
        }
        let hovered = self.hover().filter(|_| hover).and_then(PointerTarget::selection);
        for (selection, style) in [(self.selection(), SELECTED), (hovered, HOVERED)] {
            let Some(Selection { actor, piece }) = selection else { continue };
            match piece {
                Piece::Triangle(triangle) => self.mark_triangle(posed, actor, triangle, style, sink),
                Piece::Vertex(vertex) => self.mark_vertex(posed, actor, vertex, style, sink),
                Piece::Surface(surface) => mark_surface(posed, actor, surface, style, sink),
                Piece::Frame(_) => {}
            }
        }
        posed.clear();
    }

    pub fn tag_labels(&self) -> Vec<(String, [f32; 2])> {
        let mut labels: Vec<(String, [f32; 2])> = Vec::new();
        if !self.look().boxes || self.crowd().is_some() {
            return labels;
        }
        let (viewport, view) = (self.viewport(), self.view());
        for actor in self.actors().iter().filter(|actor| actor.is_shown) {
            for (index, tag) in actor.document().mesh().tags().iter().enumerate() {
                let place = self.place_of_tag(actor, index);
                let Some(pixel) = place.and_then(|place| view.project(place.origin, viewport)) else {
                    continue;
                };
                let is_near = |other: &[f32; 2]| (0..2).all(|axis| (other[axis] - pixel[axis]).abs() < 2.0);
                match labels.iter_mut().find(|(_, other)| is_near(other)) {
                    Some((names, _)) if names.split(", ").any(|name| name == tag.name) => {}
                    Some((names, _)) => names.extend([", ", &tag.name]),
                    None => labels.push((tag.name.clone(), pixel)),
                }
            }
        }
        labels
    }

    fn mark_triangle(
        &self,
        posed: &PosedScene,
        actor: ActorId,
        triangle: u32,
        style: Style,
        sink: &mut impl MarkSink,
    ) {
        let study = self.actor(actor).and_then(|actor| actor.document().studied());
        let Some((study, actor)) = study.zip(posed.actor(actor)) else { return };
        let positions = posed.positions(actor);
        let Some(triangle) = study.anatomy.triangle(triangle) else { return };
        let corners =
            triangle.vertices().map(|vertex| actor.vertex_of(vertex).map(|vertex| positions[vertex]));
        let [Some(a), Some(b), Some(c)] = corners else { return };
        sink.triangle([a, b, c].map(|corner| mark(corner, style.face)));
        for (from, to) in [(a, b), (b, c), (c, a)] {
            sink.line([mark(from, style.edge), mark(to, style.edge)]);
        }
    }

    fn mark_vertex(
        &self,
        posed: &PosedScene,
        actor: ActorId,
        vertex: u32,
        style: Style,
        sink: &mut impl MarkSink,
    ) {
        let Some(actor) = posed.actor(actor) else { return };
        let positions = posed.positions(actor);
        let Some(place) = actor.vertex_of(vertex) else { return };
        let sources = actor.mesh.source_vertices();
        for (_, corners) in actor.triangles() {
            let [a, b, c] = corners;
            // The edges at the vertex are stronger than the opposite edge.
            for (from, to) in [(a, b), (b, c), (c, a)] {
                let is_there = corners.iter().any(|&corner| sources[corner].xyz == vertex);
                if is_there {
                    let [r, g, b, alpha] = style.edge;
                    let touches = sources[from].xyz == vertex || sources[to].xyz == vertex;
                    let edge = [r, g, b, if touches { alpha } else { alpha / 2 }];
                    sink.line([mark(positions[from], edge), mark(positions[to], edge)]);
                }
            }
        }
        let pose = actor.pose.clamped_to(actor.mesh.frame_count());
        let key = |frame: usize| actor.transform.transform_point3(actor.mesh.position(frame, place).into());
        let [from, to] = pose.frames().map(key);
        let ([r, g, b], [r2, g2, b2]) = (GhostModel::BEFORE, GhostModel::AFTER);
        let (before, after) = (mark(from, [r, g, b, 0xff]), mark(to, [r2, g2, b2, 0xff]));
        if from != to {
            sink.line([before, after]);
            sink.point(before);
            sink.point(after);
        }
        sink.point(mark(positions[place], style.point));
    }
}

fn mark_surface(posed: &PosedScene, actor: ActorId, surface: u32, style: Style, sink: &mut impl MarkSink) {
    let Some(actor) = posed.actor(actor) else { return };
    let positions = posed.positions(actor);
    let Some(surface) = actor.mesh.surfaces().get(surface as usize) else { return };
    for triangle in actor.mesh.indices().triangles_of(surface) {
        let corners = triangle.map(|vertex| positions[vertex as usize]);
        sink.triangle(corners.map(|corner| mark(corner, style.face)));
        for (from, to) in [(0, 1), (1, 2), (2, 0)] {
            sink.line([corners[from], corners[to]].map(|corner| mark(corner, style.face)));
        }
    }
}

fn mark(position: Vec3, color: [u8; 4]) -> MarkPoint {
    MarkPoint { position: position.to_array(), color }
}

fn normals(actor: &PosedActor, positions: &[Vec3], normals: &[Vec3], sink: &mut impl MarkSink) {
    let length = actor.mesh.bounds().radius() * 2.0 * NORMAL_PART;
    for ((&position, &normal), source) in positions.iter().zip(normals).zip(actor.mesh.source_vertices()) {
        if source.st.is_some() {
            let [r, g, b, alpha] = NORMAL;
            sink.line([mark(position, [r, g, b, alpha / 3]), mark(position + normal * length, NORMAL)]);
        }
    }
}

fn boxes(actor: &PosedActor, positions: &[Vec3], sink: &mut impl MarkSink) {
    let back = actor.transform.inverse();
    let used = positions.iter().zip(actor.mesh.source_vertices()).filter(|(_, source)| source.st.is_some());
    let around = used.fold(None, |around: Option<(Vec3, Vec3)>, (&position, _)| {
        let position = back.transform_point3(position);
        Some(around.map_or((position, position), |(min, max)| (min.min(position), max.max(position))))
    });
    let whole = actor.mesh.bounds();
    draw_box(&actor.transform, whole.min.into(), whole.max.into(), WHOLE_BOX, sink);
    if let Some((min, max)) = around {
        draw_box(&actor.transform, min, max, BOX, sink);
    }
}

fn distances(posed: &PosedScene, sink: &mut impl MarkSink) {
    let compared = &posed.comparison.compared;
    let far = compared.iter().map(VertexDifference::distance).fold(0.0, f32::max);
    for differences in compared.chunk_by(|a, b| a.actor == b.actor) {
        let Some(actor) = differences.first().and_then(|first| posed.actor(first.actor)) else { continue };
        // Shorter distances, relative to the model, are not visible.
        let min_distance = actor.mesh.bounds().radius() * 1e-4;
        for compared in differences.iter().filter(|compared| compared.distance() > min_distance) {
            let part = compared.distance() / far;
            let color = [NEAR, FAR].map(|color| color.map(f32::from));
            #[allow(clippy::cast_possible_truncation, reason = "between two bytes")]
            let [r, g, b] = [0, 1, 2].map(|i| (color[0][i] * (1.0 - part) + color[1][i] * part) as u8);
            let [here, there] = [compared.position, compared.other_position]
                .map(|position| actor.transform.transform_point3(position.into()));
            sink.line([mark(there, [r, g, b, 0x60]), mark(here, [r, g, b, 0xff])]);
        }
    }
}

fn draw_box(transform: &Mat4, min: Vec3, max: Vec3, color: [u8; 4], sink: &mut impl MarkSink) {
    let corner = |i: usize| {
        let edge = |axis: usize| if i >> axis & 1 == 0 { min[axis] } else { max[axis] };
        mark(transform.transform_point3(Vec3::new(edge(0), edge(1), edge(2))), color)
    };
    for from in 0..8_usize {
        for axis in (0..3).filter(|axis| from >> axis & 1 == 0) {
            sink.line([corner(from), corner(from | 1 << axis)]);
        }
    }
}

fn tags(workspace: &Workspace, posed: &PosedActor, sink: &mut impl MarkSink) {
    let Some(actor) = workspace.actor(posed.actor) else { return };
    let Bounds { min, max } = posed.mesh.bounds();
    let length = (Vec3::from(max) - Vec3::from(min)).length().max(1.0) * AXIS_PART;
    for index in 0..posed.mesh.tags().len() {
        let Some(place) = workspace.place_of_tag(actor, index) else { continue };
        let origin = Vec3::from(place.origin);
        for (axis, color) in place.axes.into_iter().zip(AXES) {
            let end = origin + Vec3::from(axis) * length;
            sink.line([mark(origin, color), mark(end, color)]);
        }
        sink.point(mark(origin, [0xff; 4]));
    }
}
