//! Another frame of a model beside the pose that is seen.

use md2_mesh::{Mesh, Pose, blend};

use crate::{ActorId, Workspace};

/// A frame that the pose of an actor is compared with.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Reference {
    /// Whose.
    pub actor: ActorId,
    /// Which.
    pub frame: u32,
}

/// A vertex in the pose that is seen and in the frame that this is compared with, both in the model's own space.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub struct Compared {
    /// Its number in the file.
    pub vertex: u32,
    /// Where it is seen.
    pub here: [f32; 3],
    /// Where it is in the other frame.
    pub there: [f32; 3],
}

impl Compared {
    /// How far apart they are, in units.
    #[must_use]
    pub fn distance(&self) -> f32 {
        let squares = (0..3).map(|axis| (self.here[axis] - self.there[axis]).powi(2));
        squares.sum::<f32>().sqrt()
    }
}

impl Workspace {
    /// The frame that a pose is compared with.
    #[must_use]
    pub fn reference(&self) -> Option<Reference> {
        self.reference
    }

    /// The key of the first actor that is seen, or nearest: what a comparison can begin with.
    #[must_use]
    pub fn key_at_hand(&self) -> Reference {
        let Pose { frame_a, frame_b, blend } = self.pose_of(&self.actors()[0]);
        Reference { actor: self.lead(), frame: if blend < 0.5 { frame_a } else { frame_b } }
    }

    /// The vertices that triangles use, each once, in the pose that is seen and in the frame that it is compared with. None
    /// where nothing is compared. Allocates nothing.
    pub fn compared(&self) -> impl Iterator<Item = Compared> {
        let reference = self.reference;
        let drawn = self.drawn().filter(move |drawn| reference.is_some_and(|to| to.actor == drawn.actor));
        drawn.flat_map(move |drawn| {
            let mesh = drawn.mesh();
            let frame = reference.map_or(0, |to| to.frame as usize).min(mesh.frame_count() - 1);
            files_own(mesh).map(move |(place, vertex)| Compared {
                vertex,
                here: match drawn.fade {
                    Some(fade) => blend::fade_vertex(mesh, place, fade, drawn.pose).position,
                    None => blend::blend_vertex(mesh, place, drawn.pose).position,
                },
                there: mesh.position(frame, place),
            })
        })
    }
}

/// The vertices of a mesh that stand in the places of the file's, without copies at seams, with their numbers in the file.
fn files_own(mesh: &Mesh) -> impl Iterator<Item = (usize, u32)> + '_ {
    let vertices = mesh.source_vertices().iter().enumerate();
    let own = vertices.filter(|(place, source)| source.st.is_some() && source.xyz as usize == *place);
    own.map(|(place, source)| (place, source.xyz))
}
