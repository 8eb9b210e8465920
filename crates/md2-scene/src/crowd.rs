//! Crowds: many figures on a field, each playing its own sequence from its own start time.

mod field;

use std::f32::consts::TAU;
use std::sync::Arc;
use std::time::Duration;

use md2_anim::{Sequence, crowd_sequences};
use md2_mesh::{Bounds, Pose};

use crate::actor::{Actor, ActorId};
use crate::document::Document;
use crate::figure::Figure;
use field::Field;

/// The largest angle by which a figure in a crowd turns away from the front, in radians to either side.
const MAX_TURN: f32 = 0.11 * TAU;
/// The lowest and the highest speed of a figure in a crowd. Speeds differ so that figures with the same sequence do not move
/// in step.
const SPEEDS: [f32; 2] = [0.9, 1.1];
pub(crate) const MAX_SKINS: usize = 4;

#[derive(Clone, Debug)]
pub struct CrowdPlan {
    pub(crate) documents: Vec<Arc<Document>>,
    pub(crate) count: usize,
}

#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum CrowdError {
    #[error("a crowd needs at least one model")]
    NoFigure,
    #[error("a crowd needs 1 to {} members, found {count}", CrowdPlan::MAX_COUNT)]
    Count { count: usize },
    #[error("{figure} has {parts} models; a crowd needs figures with a single model")]
    Parts { figure: String, parts: usize },
}

impl CrowdPlan {
    pub const MAX_COUNT: usize = 100_000;

    /// Plans a crowd of `count` members without weapons. Divides the members equally among all `figures`, and
    /// the members of each figure equally among at most four of its skins.
    pub fn new(figures: &[Figure], count: usize) -> Result<Self, CrowdError> {
        if figures.is_empty() {
            return Err(CrowdError::NoFigure);
        }
        if !(1..=Self::MAX_COUNT).contains(&count) {
            return Err(CrowdError::Count { count });
        }
        let only_part = |figure: &Figure| match figure.parts() {
            [part] => Ok(Arc::clone(&part.document)),
            parts => Err(CrowdError::Parts { figure: figure.name().to_owned(), parts: parts.len() }),
        };
        let documents = figures.iter().map(only_part).collect::<Result<_, _>>()?;
        Ok(Self { documents, count })
    }
}

/// Many figures on a field. An actor defines model and skin, and is drawn once for each member of its [group](CrowdGroup).
///
/// The actors' models and the count define everything about a crowd, so the same plan gives the same picture.
#[derive(Clone, Debug)]
pub struct Crowd {
    count: usize,
    pub groups: Vec<CrowdGroup>,
    pub bounds: Bounds,
}

#[derive(Clone, Debug)]
pub struct CrowdGroup {
    actor: ActorId,
    document: Arc<Document>,
    playing: md2_anim::Crowd,
    /// One for each member. Copies of the group share them.
    pub placements: Arc<[Placement]>,
}

/// The place of a member on the field.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Placement {
    pub position: [f32; 3],
    /// A unit quaternion: x, y, z and w.
    pub rotation: [f32; 4],
    pub scale: f32,
}

impl Crowd {
    pub(crate) fn new(actors: &[Actor], count: usize) -> Self {
        let models: Vec<&Document> = actors.iter().map(|actor| &**actor.document()).collect();
        let field = Field::new(&models, count);
        let group = |actor: &Actor| CrowdGroup {
            actor: actor.id,
            document: Arc::clone(actor.document()),
            playing: md2_anim::Crowd::default(),
            placements: Arc::default(),
        };
        let mut placements = vec![Vec::with_capacity(count / actors.len() + 1); actors.len()];
        let mut groups: Vec<CrowdGroup> = actors.iter().map(group).collect();
        let sequences: Vec<&[Sequence]> =
            models.iter().map(|model| &*model.range_sets()[0].sequences).collect();
        let choices: Vec<Vec<usize>> = sequences.iter().map(|list| crowd_sequences(list)).collect();
        for mut member in field.members() {
            let (group, choices) = (&mut groups[member.kind], &choices[member.kind]);
            placements[member.kind].push(member.placement(MAX_TURN));
            let (phase, [slow, fast]) = (member.random.fraction(), SPEEDS);
            let speed = slow + (fast - slow) * member.random.fraction();
            let chosen = choices.get(member.random.below(choices.len().max(1))).copied().unwrap_or(0);
            group.playing.push(&sequences[member.kind][chosen], phase, speed);
        }
        for (group, placements) in groups.iter_mut().zip(placements) {
            group.placements = placements.into();
        }
        Self { count, groups, bounds: field.bounds() }
    }

    pub fn count(&self) -> usize {
        self.count
    }

    pub fn group(&self, actor: ActorId) -> Option<&CrowdGroup> {
        self.groups.iter().find(|group| group.actor == actor)
    }

    pub(crate) fn matches(&self, actors: &[Actor]) -> bool {
        let same = |(group, actor): (&CrowdGroup, &Actor)| {
            group.actor == actor.id && Arc::ptr_eq(&group.document, actor.document())
        };
        self.groups.len() == actors.len() && self.groups.iter().zip(actors).all(same)
    }

    pub(crate) fn advance(&mut self, time: Duration) {
        self.groups.iter_mut().for_each(|group| group.playing.advance(time));
    }

    pub(crate) fn set_speed(&mut self, speed: f32) {
        self.groups.iter_mut().for_each(|group| group.playing.set_speed(speed));
    }

    pub(crate) fn step(&mut self, forward: bool) {
        let keys = if forward { 1 } else { -1 };
        self.groups.iter_mut().for_each(|group| group.playing.step(keys));
    }
}

impl CrowdGroup {
    pub fn actor(&self) -> ActorId {
        self.actor
    }

    pub fn poses(&self) -> impl ExactSizeIterator<Item = Pose> + '_ {
        let frame_count = self.document.mesh().frame_count();
        self.playing.poses().map(move |pose| pose.clamped_to(frame_count))
    }
}
