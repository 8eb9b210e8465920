//! Picking: the triangle and the vertex under the pointer.

use glam::Vec3;
use md2_common::Projection;

use crate::actor::ActorId;
use crate::look::Geometry;
use crate::posed_scene::PosedScene;
use crate::selection::PointerTarget;
use crate::view::Ray;
use crate::workspace::Workspace;

const MAX_CANDIDATES: usize = 12;

#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Hit {
    pub actor: ActorId,
    /// The nearest triangle, by its number in the mesh; `None` if only a vertex is near.
    pub triangle: Option<u32>,
    pub vertex: Option<u32>,
    pub position: [f32; 3],
}

impl Hit {
    /// Returns the triangle and the vertex by their numbers in the file. The triangle is `None` until the file was
    /// [studied](crate::Document::studied).
    pub fn target(self, workspace: &Workspace) -> PointerTarget {
        let study = workspace.actor(self.actor).and_then(|actor| actor.document().studied());
        // The triangles of the commands have other numbers than those of the file.
        let study = study.filter(|_| workspace.look().geometry == Geometry::Triangles);
        let triangle = study.zip(self.triangle).and_then(|(study, number)| study.triangle_in_file(number));
        PointerTarget { actor: self.actor, triangle, vertex: self.vertex }
    }
}

#[derive(Debug, Default)]
pub struct Picker {
    posed: PosedScene,
    near: Vec<Candidate>,
}

#[derive(Clone, Copy, Debug)]
struct Candidate {
    pixels: f32,
    actor: usize,
    vertex: usize,
}

impl Picker {
    /// Picks at a pixel of the window, counted from its top left corner: the nearest triangle, and the nearest visible vertex
    /// within `radius` pixels.
    ///
    /// The time is proportional to the number of triangles; ten thousand take a fraction of a millisecond.
    pub fn pick(&mut self, workspace: &Workspace, pixel: [f32; 2], radius: f32) -> Option<Hit> {
        self.posed.pose(workspace, false);
        let Self { posed, near } = self;
        let view = workspace.view();
        let Ray { origin, direction } = view.ray(pixel, workspace.viewport());
        let (origin, direction) = (Vec3::from(origin), Vec3::from(direction));
        // Distance along the ray at which it passes the near plane.
        let forward = (Vec3::from(view.target) - Vec3::from(view.eye)).normalize_or(direction);
        let start = view.near / direction.dot(forward).max(1e-3);

        let mut nearest: Option<(f32, ActorId, u32)> = None;
        for actor in posed.actors() {
            let positions = posed.positions(actor);
            // The sign of the winding that is visible: 0 for both. A transform that mirrors reverses it.
            let winding =
                if workspace.look().two_sided { 0.0 } else { actor.transform.determinant().signum() };
            for (number, vertices) in actor.triangles() {
                let corners = vertices.map(|vertex| positions[vertex]);
                let end = nearest.map_or(f32::INFINITY, |(along, ..)| along);
                if let Some(along) = hit_distance(origin, direction, corners, winding)
                    && along >= start
                    && along < end
                {
                    nearest = Some((along, actor.actor, number));
                }
            }
        }

        let units_per_pixel = |depth: f32| view.half_height(depth) / (0.5 * workspace.viewport().size().y);
        near.clear();
        for (index, actor) in posed.actors().iter().enumerate() {
            let sources = actor.mesh.source_vertices();
            for (vertex, &position) in posed.positions(actor).iter().enumerate() {
                let (seen, along) = (position - origin, (position - origin).dot(direction));
                let off = (seen - direction * along).length();
                let pixels = off / units_per_pixel(along * direction.dot(forward));
                if along >= start && pixels <= radius && sources[vertex].st.is_some() {
                    near.push(Candidate { pixels, actor: index, vertex });
                }
            }
        }
        near.sort_unstable_by(|a, b| a.pixels.total_cmp(&b.pixels));
        let is_seen = |candidate: &&Candidate| {
            let actor = &posed.actors()[candidate.actor];
            let position = posed.positions(actor)[candidate.vertex];
            let toward = match view.projection {
                Projection::Perspective { .. } => Vec3::from(view.eye) - position,
                Projection::Orthographic { .. } => -forward,
            };
            let is_drawn = actor.triangles().any(|(_, vertices)| vertices.contains(&candidate.vertex));
            is_drawn && !is_hidden(posed, candidate, position, toward)
        };
        let vertex = near.iter().take(MAX_CANDIDATES).find(is_seen);
        let found = vertex.map(|candidate| {
            let actor = &posed.actors()[candidate.actor];
            let in_file = actor.mesh.source_vertices()[candidate.vertex].xyz;
            (actor.actor, in_file, posed.positions(actor)[candidate.vertex])
        });
        let hit = match (found, nearest) {
            (Some((actor, vertex, position)), nearest) => Some(Hit {
                actor,
                triangle: nearest.filter(|&(_, whose, _)| whose == actor).map(|(.., triangle)| triangle),
                vertex: Some(vertex),
                position: position.to_array(),
            }),
            (None, Some((along, actor, triangle))) => Some(Hit {
                actor,
                triangle: Some(triangle),
                vertex: None,
                position: (origin + direction * along).to_array(),
            }),
            (None, None) => None,
        };
        posed.clear();
        hit
    }
}

/// Returns the distance along a ray to a triangle of the given winding: 1 clockwise, -1 counterclockwise, 0 any.
fn hit_distance(origin: Vec3, direction: Vec3, [a, b, c]: [Vec3; 3], winding: f32) -> Option<f32> {
    let (ab, ac) = (b - a, c - a);
    let across = direction.cross(ac);
    let volume = ab.dot(across);
    // Clockwise corners have a right-handed normal that points away from the eye.
    if volume == 0.0 || volume * winding > 0.0 {
        return None;
    }
    let inverse = 1.0 / volume;
    let from = origin - a;
    let u = from.dot(across) * inverse;
    if !(0.0..=1.0).contains(&u) {
        return None;
    }
    let turned = from.cross(ab);
    let v = direction.dot(turned) * inverse;
    (v >= 0.0 && u + v <= 1.0).then(|| ac.dot(turned) * inverse)
}

fn is_hidden(posed: &PosedScene, candidate: &Candidate, position: Vec3, toward: Vec3) -> bool {
    // Triangles around a vertex touch it. Their neighbors at a seam are within rounding errors.
    let min_distance = 1e-4;
    posed.actors().iter().enumerate().any(|(index, actor)| {
        let positions = posed.positions(actor);
        actor.triangles().any(|(_, vertices)| {
            let corners = vertices.map(|vertex| positions[vertex]);
            let touches = index == candidate.actor && corners.contains(&position);
            !touches && hit_distance(position, toward, corners, 0.0).is_some_and(|along| along > min_distance)
        })
    })
}
