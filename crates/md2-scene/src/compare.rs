//! Comparison of the current pose with a frame or with another model.

use std::sync::{Arc, Weak};

use md2_mesh::{Fade, Mesh, NearestPoints, Pose, blend};

use crate::actor::ActorId;
use crate::drawn::DrawnActor;
use crate::selection::Reference;
use crate::workspace::Workspace;

#[derive(Clone, Copy, Debug, PartialEq)]
pub struct VertexDifference {
    pub actor: ActorId,
    pub vertex: u32,
    /// The number of the counterpart in its own file. It differs from `vertex` only if vertices are paired by distance.
    pub other: u32,
    pub position: [f32; 3],
    pub(crate) other_position: [f32; 3],
}

impl VertexDifference {
    pub fn distance(&self) -> f32 {
        let squares = (0..3).map(|axis| (self.position[axis] - self.other_position[axis]).powi(2));
        squares.sum::<f32>().sqrt()
    }
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Matching {
    #[default]
    Number,
    Nearest,
    /// By distance, but only once playback stops, because there are too many vertices to pair for every picture.
    Postponed,
}

/// The maximum total number of vertices that are paired by distance while a sequence plays. Pairing this number of vertices
/// takes some milliseconds.
const MAX_WHILE_PLAYING: usize = 6000;

/// The distances between the current poses and the poses that they are compared with. Reusing a value avoids
/// allocations and repeated work.
#[derive(Debug, Default)]
pub struct Comparison {
    /// The pairs of vertices. Vertices that no triangle uses are omitted. With [`Matching::Nearest`], the pairs for the
    /// vertices of the current pose come first, then the pairs for the counterpart's vertices. Empty without a comparison.
    pub compared: Vec<VertexDifference>,
    pub matching: Matching,
    keys: Vec<MeasurementKey>,
    next_keys: Vec<MeasurementKey>,
    here: Vec<Vertex>,
    there: Vec<Vertex>,
    nearest: NearestPoints,
}

type Vertex = (u32, [f32; 3]);

/// The inputs that determine an actor's distances. While they are equal, the distances need not be measured again.
#[derive(Debug)]
struct MeasurementKey {
    actor: ActorId,
    meshes: [Weak<Mesh>; 2],
    poses: [Pose; 2],
    fades: [Option<Fade>; 2],
    plays: bool,
}

impl PartialEq for MeasurementKey {
    fn eq(&self, other: &Self) -> bool {
        let Self { actor, meshes: [a, b], poses, fades, plays } = self;
        let same = |(mesh, other): (&Weak<Mesh>, &Weak<Mesh>)| Weak::ptr_eq(mesh, other);
        (actor, poses, fades, plays) == (&other.actor, &other.poses, &other.fades, &other.plays)
            && [a, b].into_iter().zip(&other.meshes).all(same)
    }
}

#[derive(Clone, Copy, Debug)]
pub(crate) struct Pair<'a> {
    pub(crate) drawn: DrawnActor<'a>,
    pub(crate) mesh: &'a Arc<Mesh>,
    pub(crate) pose: Pose,
    pub(crate) fade: Option<Fade>,
}

impl Pair<'_> {
    fn has_equal_counts(&self) -> bool {
        file_vertex_count(self.drawn.mesh()) == file_vertex_count(self.mesh)
    }

    fn vertices(&self) -> usize {
        file_vertices(self.drawn.mesh()).count() + file_vertices(self.mesh).count()
    }
}

impl Comparison {
    /// Measures all distances. Returns whether anything has changed since the last measurement. Allocates nothing once
    /// its buffers have grown.
    pub fn measure(&mut self, workspace: &Workspace) -> bool {
        let plays = workspace.is_playing();
        self.next_keys.clear();
        self.next_keys.extend(workspace.pairs().map(|Pair { drawn, mesh, pose, fade }| MeasurementKey {
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
        let searched = workspace.pairs().filter(|pair| !pair.has_equal_counts());
        let postpones = plays && searched.map(|pair| pair.vertices()).sum::<usize>() > MAX_WHILE_PLAYING;
        for pair in workspace.pairs() {
            self.add(&pair, postpones);
        }
        true
    }

    fn add(&mut self, pair: &Pair<'_>, postpones: bool) {
        let Self { compared, matching, here, there, nearest, .. } = self;
        let Pair { drawn, mesh, pose, fade } = pair;
        let (own, actor, has_equal_counts) = (drawn.mesh(), drawn.actor, pair.has_equal_counts());
        if !has_equal_counts && postpones {
            *matching = Matching::Postponed;
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
        if has_equal_counts {
            // Both lists are sorted by vertex number. Vertices that only one model uses are skipped.
            let mut others = there.iter().copied().peekable();
            compared.extend(here.iter().filter_map(|&(vertex, here)| {
                while others.next_if(|(other, _)| *other < vertex).is_some() {}
                let (other, there) = others.next_if(|(other, _)| *other == vertex)?;
                Some(VertexDifference { actor, vertex, other, position: here, other_position: there })
            }));
            return;
        }
        *matching = Matching::Nearest;
        nearest.rebuild(there.iter().map(|(_, position)| *position));
        compared.extend(here.iter().filter_map(|&(vertex, here)| {
            let (other, there) = there[nearest.nearest(here)?.0];
            Some(VertexDifference { actor, vertex, other, position: here, other_position: there })
        }));
        nearest.rebuild(here.iter().map(|(_, position)| *position));
        compared.extend(there.iter().filter_map(|&(other, there)| {
            let (vertex, here) = here[nearest.nearest(there)?.0];
            Some(VertexDifference { actor, vertex, other, position: here, other_position: there })
        }));
    }
}

impl Workspace {
    pub fn reference(&self) -> Option<Reference> {
        self.reference
    }

    pub fn is_comparing(&self) -> bool {
        self.reference.is_some() || self.counterpart.is_some()
    }

    pub fn nearest_keyframe(&self) -> Reference {
        Reference { actor: self.lead(), frame: self.pose_of(&self.actors()[0]).nearest() }
    }

    pub(crate) fn pairs(&self) -> impl Iterator<Item = Pair<'_>> {
        let is_replaced = self.replacement(self.lead(), false).is_some();
        let compares = self.is_comparing() && self.crowd().is_none() && !is_replaced;
        self.drawn().filter(move |_| compares).filter_map(|drawn| {
            if let Some(counterpart) = &self.counterpart {
                let document = counterpart.document(drawn.actor)?;
                let actor = self.actor(drawn.actor)?;
                let other_pose = |pose| self.counterpart_pose(actor, document, pose);
                let fade = drawn.fade.map(|Fade { from, weight }| Fade { from: other_pose(from), weight });
                return Some(Pair { drawn, mesh: document.mesh(), pose: other_pose(drawn.pose), fade });
            }
            let reference = self.reference.filter(|to| to.actor == drawn.actor)?;
            Some(Pair { drawn, mesh: drawn.mesh(), pose: Pose::still(reference.frame), fade: None })
        })
    }
}

fn file_vertices(mesh: &Mesh) -> impl Iterator<Item = (usize, u32)> + '_ {
    let vertices = mesh.source_vertices().iter().enumerate();
    let own = vertices.filter(|(place, source)| source.st.is_some() && source.xyz as usize == *place);
    own.map(|(place, source)| (place, source.xyz))
}

fn file_vertex_count(mesh: &Mesh) -> usize {
    let sources = mesh.source_vertices().iter().enumerate();
    sources.take_while(|(place, source)| source.xyz as usize == *place).count()
}
