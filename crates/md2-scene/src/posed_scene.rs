//! The scene posed on the CPU, for picking and marks.

use std::ops::Range;
use std::sync::Arc;

use glam::{Mat4, Vec3};
use md2_mesh::{Mesh, Pose, blend};

use crate::actor::ActorId;
use crate::compare::Comparison;
use crate::drawn::DrawnActor;
use crate::outfit::SlotContent;
use crate::workspace::Workspace;

#[derive(Debug, Default)]
pub struct PosedScene {
    actors: Vec<PosedActor>,
    positions: Vec<Vec3>,
    normals: Vec<Vec3>,
    own: Vec<[f32; 3]>,
    own_normals: Vec<[f32; 3]>,
    pub comparison: Comparison,
}

#[derive(Clone, Debug)]
pub(crate) struct PosedActor {
    pub(crate) actor: ActorId,
    pub(crate) mesh: Arc<Mesh>,
    pub(crate) pose: Pose,
    pub(crate) transform: Mat4,
    vertices: Range<usize>,
    hidden: u64,
}

impl PosedScene {
    pub fn measure(&mut self, workspace: &Workspace) {
        self.comparison.measure(workspace);
    }

    pub(crate) fn pose(&mut self, workspace: &Workspace, with_normals: bool) {
        self.actors.clear();
        self.positions.clear();
        self.normals.clear();
        if workspace.crowd().is_none() {
            workspace.drawn().for_each(|drawn| self.add(&drawn, with_normals));
        }
    }

    fn add(&mut self, drawn: &DrawnActor<'_>, with_normals: bool) {
        let mesh = drawn.mesh();
        let count = mesh.vertex_count();
        self.own.resize(count, [0.0; 3]);
        self.own_normals.resize(count, [0.0; 3]);
        match drawn.fade {
            Some(fade) => {
                blend::fade_frames(mesh, fade, drawn.pose, &mut self.own, &mut self.own_normals);
            }
            None if with_normals => {
                blend::blend_frames(mesh, drawn.pose, &mut self.own, &mut self.own_normals);
            }
            None => blend::blend_positions(mesh, drawn.pose, &mut self.own),
        }
        let transform = Mat4::from_cols_array_2d(&drawn.transform);
        let first = self.positions.len();
        self.positions.extend(self.own.iter().map(|&position| transform.transform_point3(position.into())));
        if with_normals {
            let turned =
                |&normal: &[f32; 3]| transform.transform_vector3(normal.into()).normalize_or(Vec3::Z);
            self.normals.extend(self.own_normals.iter().map(turned));
        }
        let is_hidden = |slot: usize| matches!(drawn.shown(slot), SlotContent::Hidden);
        let surfaces = mesh.surfaces().iter().take(64).enumerate();
        let hidden = surfaces
            .filter(|(_, surface)| is_hidden(surface.skin_slot))
            .fold(0, |hidden, (index, _)| hidden | 1 << index);
        self.actors.push(PosedActor {
            actor: drawn.actor,
            mesh: Arc::clone(mesh),
            pose: drawn.pose,
            transform,
            vertices: first..self.positions.len(),
            hidden,
        });
    }

    pub(crate) fn actors(&self) -> &[PosedActor] {
        &self.actors
    }

    pub(crate) fn actor(&self, actor: ActorId) -> Option<&PosedActor> {
        self.actors.iter().find(|posed| posed.actor == actor)
    }

    pub(crate) fn positions(&self, actor: &PosedActor) -> &[Vec3] {
        &self.positions[actor.vertices.clone()]
    }

    pub(crate) fn normals(&self, actor: &PosedActor) -> &[Vec3] {
        self.normals.get(actor.vertices.clone()).unwrap_or_default()
    }

    pub(crate) fn clear(&mut self) {
        self.actors.clear();
    }
}

impl PosedActor {
    pub(crate) fn triangles(&self) -> impl Iterator<Item = (u32, [usize; 3])> + '_ {
        let surfaces = self.mesh.surfaces().iter().enumerate();
        let seen = surfaces.filter(|(index, _)| *index >= 64 || self.hidden >> index & 1 == 0);
        seen.flat_map(|(_, surface)| {
            let first = u32::try_from(surface.indices.start / 3).unwrap_or(u32::MAX);
            let triangles = self.mesh.indices().triangles_of(surface);
            (first..).zip(triangles.map(|vertices| vertices.map(|vertex| vertex as usize)))
        })
    }

    /// The index in the mesh of a vertex that is given by its number in the file. If triangles do not use the vertex
    /// itself, the result is one of its copies.
    pub(crate) fn vertex_of(&self, in_file: u32) -> Option<usize> {
        let sources = self.mesh.source_vertices();
        let place = in_file as usize;
        if sources.get(place).is_some_and(|source| source.xyz == in_file) {
            return Some(place);
        }
        sources.iter().position(|source| source.xyz == in_file)
    }
}
