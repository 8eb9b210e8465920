//! Another frame of a model, or another model, beside the pose that is seen.

use std::sync::{Arc, Weak};

use md2_mesh::{Fade, Mesh, NearestPoints, Pose, blend};

use crate::actor::ActorId;
use crate::drawn::DrawnActor;
use crate::selection::Reference;
use crate::workspace::Workspace;

/// A vertex in the pose that is seen and in what this is compared with, both in the model's own space.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub struct VertexDifference {
    /// Whose vertex it is.
    pub actor: ActorId,
    /// Its number in the file.
    pub vertex: u32,
    /// The number of the other one in its own file: the same, unless the nearest was looked for.
    pub other: u32,
    /// Where it is seen.
    pub here: [f32; 3],
    /// Where the other one is.
    pub there: [f32; 3],
}

impl VertexDifference {
    /// How far apart they are, in units.
    #[must_use]
    pub fn distance(&self) -> f32 {
        let squares = (0..3).map(|axis| (self.here[axis] - self.there[axis]).powi(2));
        squares.sum::<f32>().sqrt()
    }
}

/// How it is known which vertex is compared with which.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Matching {
    /// Both have as many: by their numbers.
    #[default]
    Number,
    /// They have not: each vertex of both is compared with the nearest of the other.
    Nearest,
    /// As before, and they are so many that it waits until nothing plays.
    Later,
}

/// Vertices of all models together that are matched by nearness while one plays: some milliseconds.
const MAX_WHILE_PLAYING: usize = 6000;

/// The distances of what is seen to what it is compared with, at one moment. It is kept from moment to moment for its memory, and
/// so that nothing is computed twice.
#[derive(Debug, Default)]
pub struct Comparison {
    compared: Vec<VertexDifference>,
    matching: Matching,
    /// What was compared, and what is to be.
    keys: Vec<Key>,
    next_keys: Vec<Key>,
    here: Vec<Vertex>,
    there: Vec<Vertex>,
    nearest: NearestPoints,
}

/// A vertex by its number in the file, and where it is.
type Vertex = (u32, [f32; 3]);

/// All that the distances of an actor depend on.
#[derive(Debug)]
struct Key {
    actor: ActorId,
    meshes: [Weak<Mesh>; 2],
    poses: [Pose; 2],
    fades: [Option<Fade>; 2],
    plays: bool,
}

impl PartialEq for Key {
    fn eq(&self, other: &Self) -> bool {
        let Self { actor, meshes: [a, b], poses, fades, plays } = self;
        let same = |(mesh, other): (&Weak<Mesh>, &Weak<Mesh>)| Weak::ptr_eq(mesh, other);
        (actor, poses, fades, plays) == (&other.actor, &other.poses, &other.fades, &other.plays)
            && [a, b].into_iter().zip(&other.meshes).all(same)
    }
}

/// What is drawn of an actor, and what that is compared with.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Pair<'a> {
    pub(crate) drawn: DrawnActor<'a>,
    pub(crate) mesh: &'a Arc<Mesh>,
    pub(crate) pose: Pose,
    /// The pose that this leaves, while what is drawn leaves one.
    pub(crate) fade: Option<Fade>,
}

impl Pair<'_> {
    /// Whether they have as many vertices, so that each has another of its number.
    fn is_numbered(&self) -> bool {
        file_vertex_count(self.drawn.mesh()) == file_vertex_count(self.mesh)
    }

    /// Vertices of both that triangles use.
    fn vertices(&self) -> usize {
        file_vertices(self.drawn.mesh()).count() + file_vertices(self.mesh).count()
    }
}

impl Comparison {
    /// Nothing.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// The vertices that triangles use: each once in the pose that is seen and in the frame, or the model, that it is compared
    /// with. Where the [nearest](Matching::Nearest) is looked for, first each of what is seen, then each of the other. None where
    /// nothing is compared.
    #[must_use]
    pub fn compared(&self) -> &[VertexDifference] {
        &self.compared
    }

    /// How it is known which vertex is which.
    #[must_use]
    pub fn matching(&self) -> Matching {
        self.matching
    }

    /// Measures what the workspace shows and compares, unless that is measured already: returns whether it was not. After the
    /// first times it allocates nothing.
    pub fn measure(&mut self, workspace: &Workspace) -> bool {
        let plays = workspace.is_playing();
        self.next_keys.clear();
        self.next_keys.extend(workspace.pairs().map(|Pair { drawn, mesh, pose, fade }| Key {
            actor: drawn.actor,
            meshes: [drawn.mesh(), mesh].map(Arc::downgrade),
            poses: [drawn.pose, pose],
            fades: [drawn.fade, fade],
            plays,
        }));
        if self.next_keys == self.keys {
            return false;
        }
        std::mem::swap(&mut self.keys, &mut self.next_keys);
        self.compared.clear();
        self.matching = Matching::Number;
        let searched = workspace.pairs().filter(|pair| !pair.is_numbered());
        let waits = plays && searched.map(|pair| pair.vertices()).sum::<usize>() > MAX_WHILE_PLAYING;
        for pair in workspace.pairs() {
            self.add(&pair, waits);
        }
        true
    }

    fn add(&mut self, pair: &Pair<'_>, waits: bool) {
        let Self { compared, matching, here, there, nearest, .. } = self;
        let Pair { drawn, mesh, pose, fade } = pair;
        let (own, actor, is_numbered) = (drawn.mesh(), drawn.actor, pair.is_numbered());
        if !is_numbered && waits {
            *matching = Matching::Later;
            return;
        }
        let posed = |mesh: &Mesh, place: usize, pose: Pose, fade: Option<Fade>| match fade {
            Some(fade) => blend::fade_vertex(mesh, place, fade, pose).position,
            None => blend::blend_vertex(mesh, place, pose).position,
        };
        here.clear();
        here.extend(
            file_vertices(own).map(|(place, vertex)| (vertex, posed(own, place, drawn.pose, drawn.fade))),
        );
        there.clear();
        there.extend(file_vertices(mesh).map(|(place, vertex)| (vertex, posed(mesh, place, *pose, *fade))));
        if is_numbered {
            // Both are in the order of the file; a vertex that only one of them uses has no other.
            let mut others = there.iter().copied().peekable();
            compared.extend(here.iter().filter_map(|&(vertex, here)| {
                while others.next_if(|(other, _)| *other < vertex).is_some() {}
                let (other, there) = others.next_if(|(other, _)| *other == vertex)?;
                Some(VertexDifference { actor, vertex, other, here, there })
            }));
            return;
        }
        *matching = Matching::Nearest;
        nearest.sort(there.iter().map(|(_, at)| *at));
        compared.extend(here.iter().filter_map(|&(vertex, here)| {
            let (other, there) = there[nearest.nearest(here)?.0];
            Some(VertexDifference { actor, vertex, other, here, there })
        }));
        nearest.sort(here.iter().map(|(_, at)| *at));
        compared.extend(there.iter().filter_map(|&(other, there)| {
            let (vertex, here) = here[nearest.nearest(there)?.0];
            Some(VertexDifference { actor, vertex, other, here, there })
        }));
    }
}

impl Workspace {
    /// The frame that a pose is compared with.
    #[must_use]
    pub fn reference(&self) -> Option<Reference> {
        self.reference
    }

    /// Whether anything is compared: with a frame or with another model.
    #[must_use]
    pub fn is_comparing(&self) -> bool {
        self.reference.is_some() || self.counterpart.is_some()
    }

    /// The key of the first actor that is seen, or nearest: what a comparison can begin with.
    #[must_use]
    pub fn nearest_keyframe(&self) -> Reference {
        Reference { actor: self.lead(), frame: self.pose_of(&self.actors()[0]).nearest() }
    }

    /// What is drawn and compared, with what it is compared with. Allocates nothing.
    pub(crate) fn pairs(&self) -> impl Iterator<Item = Pair<'_>> {
        let compares = self.is_comparing() && self.crowd().is_none();
        self.drawn().filter(move |_| compares).filter_map(|drawn| {
            if let Some(counterpart) = &self.counterpart {
                let document = counterpart.document(drawn.actor)?;
                let actor = self.actor(drawn.actor)?;
                let like = |pose| self.counterpart_pose(actor, document, pose);
                let fade = drawn.fade.map(|Fade { from, weight }| Fade { from: like(from), weight });
                return Some(Pair { drawn, mesh: document.mesh(), pose: like(drawn.pose), fade });
            }
            let reference = self.reference.filter(|to| to.actor == drawn.actor)?;
            Some(Pair { drawn, mesh: drawn.mesh(), pose: Pose::still(reference.frame), fade: None })
        })
    }
}

/// The vertices of a mesh that stand in the places of the file's, without copies at seams, with their numbers in the file.
fn file_vertices(mesh: &Mesh) -> impl Iterator<Item = (usize, u32)> + '_ {
    let vertices = mesh.source_vertices().iter().enumerate();
    let own = vertices.filter(|(place, source)| source.st.is_some() && source.xyz as usize == *place);
    own.map(|(place, source)| (place, source.xyz))
}

/// How many vertices the file has: they come first in the mesh, those that no triangle uses included.
fn file_vertex_count(mesh: &Mesh) -> usize {
    let sources = mesh.source_vertices().iter().enumerate();
    sources.take_while(|(place, source)| source.xyz as usize == *place).count()
}
