//! A crowd: many figures on a field, each in its own sequence, at its own moment of it.

mod field;

use std::f32::consts::TAU;
use std::sync::Arc;
use std::time::Duration;

use md2_anim::crowd_sequences;
use md2_mesh::{Bounds, Pose};

use crate::actor::{Actor, ActorId};
use crate::document::Document;
use crate::figure::Figure;
use field::Field;

/// How far members turn away from the front, in radians to either side.
const MAX_TURN: f32 = 0.11 * TAU;
/// The slowest and the fastest of them, so that those of one sequence do not stay in step.
const SPEEDS: [f32; 2] = [0.9, 1.1];
/// How many skins of a model its members wear.
pub(crate) const MAX_SKINS: usize = 4;

/// Who a crowd is made of, and how many there are.
#[derive(Clone, Debug)]
pub struct CrowdPlan {
    pub(crate) documents: Vec<Arc<Document>>,
    pub(crate) count: usize,
}

/// Why figures cannot form a crowd.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
#[expect(missing_docs, reason = "the messages show what the fields are")]
pub enum CrowdError {
    /// There is nobody to form it.
    #[error("a crowd needs a figure")]
    NoFigure,
    /// Nobody, or more than are drawn at once.
    #[error("a crowd is of 1 to {} figures, not of {count}", CrowdPlan::MAX_COUNT)]
    Count { count: usize },
    /// A figure is of several models that hang on one another.
    #[error("{figure} is of {parts} parts; a crowd is of figures of one model each")]
    Parts { figure: String, parts: usize },
}

impl CrowdPlan {
    /// The most members: what can be told apart in a picture, ten times over.
    pub const MAX_COUNT: usize = 100_000;

    /// `count` of these figures, mixed, as many of each as can be, and of its first skins. Weapons stay at home.
    ///
    /// # Errors
    /// If there is no figure, if one is of several parts, or if the count is 0 or above [`MAX_COUNT`](Self::MAX_COUNT).
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

/// Many figures on a field. Which model a member is and what it wears is an actor's: the actor is drawn once for each
/// member of its [group](CrowdGroup).
///
/// Everything about a crowd follows from its actors' models and its count, so the same plan gives the same picture.
#[derive(Clone, Debug)]
pub struct Crowd {
    count: usize,
    groups: Vec<CrowdGroup>,
    bounds: Bounds,
}

/// The members that are one actor's model, in its skin.
#[derive(Clone, Debug)]
pub struct CrowdGroup {
    actor: ActorId,
    document: Arc<Document>,
    playing: md2_anim::Crowd,
    transforms: Vec<[[f32; 4]; 4]>,
}

impl Crowd {
    /// Spreads `count` members of these actors' models over a field.
    pub(crate) fn new(actors: &[Actor], count: usize) -> Self {
        let models: Vec<&Document> = actors.iter().map(|actor| &**actor.document()).collect();
        let field = Field::new(&models, count);
        let group = |actor: &Actor| CrowdGroup {
            actor: actor.id(),
            document: Arc::clone(actor.document()),
            playing: md2_anim::Crowd::default(),
            transforms: Vec::with_capacity(count / actors.len() + 1),
        };
        let mut groups: Vec<CrowdGroup> = actors.iter().map(group).collect();
        let choices: Vec<Vec<usize>> =
            groups.iter().map(|group| crowd_sequences(group.sequences())).collect();
        for mut member in field.members() {
            let (group, choices) = (&mut groups[member.kind], &choices[member.kind]);
            group.transforms.push(member.transform(MAX_TURN));
            let (phase, [slow, fast]) = (member.random.share(), SPEEDS);
            let speed = slow + (fast - slow) * member.random.share();
            let chosen = choices.get(member.random.below(choices.len().max(1))).copied().unwrap_or(0);
            let document = Arc::clone(&group.document);
            group.playing.push(&document.range_sets()[0].sequences[chosen], phase, speed);
        }
        Self { count, groups, bounds: field.bounds() }
    }

    /// Members of all groups.
    #[must_use]
    pub fn count(&self) -> usize {
        self.count
    }

    /// The members by actor, in the order of the actors.
    #[must_use]
    pub fn groups(&self) -> &[CrowdGroup] {
        &self.groups
    }

    /// The members that are an actor's model.
    #[must_use]
    pub fn group(&self, actor: ActorId) -> Option<&CrowdGroup> {
        self.groups.iter().find(|group| group.actor == actor)
    }

    /// The box around the field and those who stand on it.
    #[must_use]
    pub fn bounds(&self) -> Bounds {
        self.bounds
    }

    /// How high the highest is.
    pub(crate) fn tallest(&self) -> f32 {
        self.bounds.size()[2]
    }

    /// Whether it is still that of these actors' models.
    pub(crate) fn matches(&self, actors: &[Actor]) -> bool {
        let same = |(group, actor): (&CrowdGroup, &Actor)| {
            group.actor == actor.id() && Arc::ptr_eq(&group.document, actor.document())
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
    /// Whose model they are.
    #[must_use]
    pub fn actor(&self) -> ActorId {
        self.actor
    }

    /// From the model's space to the world's by columns, for each member. They turn, move and scale evenly.
    #[must_use]
    pub fn transforms(&self) -> &[[[f32; 4]; 4]] {
        &self.transforms
    }

    /// What each member shows at this moment; all frames are the model's. Allocates nothing.
    #[must_use]
    pub fn poses(&self) -> impl ExactSizeIterator<Item = Pose> + '_ {
        let frame_count = self.document.mesh().frame_count();
        self.playing.poses().map(move |pose| pose.clamped_to(frame_count))
    }

    fn sequences(&self) -> &[md2_anim::Sequence] {
        &self.document.range_sets()[0].sequences
    }
}
