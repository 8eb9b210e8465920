//! The model that the figure is compared with, in the same pose.

use std::sync::Arc;

use md2_anim::Sequence;
use md2_mesh::Pose;

use super::Workspace;
use crate::actor::{Actor, ActorId, Motion};
use crate::document::Document;
use crate::figure::{Figure, Part};
use crate::outfit::Outfit;
use crate::player::Player;
use crate::selection::CounterpartView;
use crate::skin::Skin;

#[derive(Clone, Debug)]
pub struct Counterpart {
    figure: Figure,
    parts: Vec<CounterpartPart>,
    pub view: CounterpartView,
}

#[derive(Clone, Debug)]
struct CounterpartPart {
    actor: ActorId,
    document: Arc<Document>,
    outfit: Option<Arc<Outfit>>,
}

impl CounterpartPart {
    /// Decodes the skin with the name of the actor's skin, or else the first skin that is not a guess. A guess and a skin that the model
    /// names are different skins, even if their names are equal: one may have replaced the other.
    fn new(actor: &Actor, part: &Part) -> Self {
        let document = Arc::clone(&part.document);
        let shown = actor.skin_index().and_then(|index| actor.skin(index));
        let is_alike = |skin: &&Skin| {
            shown.is_some_and(|own| (own.label(), own.is_guess) == (skin.label(), skin.is_guess))
        };
        let alike = document.skins().iter().find(is_alike);
        let skin = alike.or_else(|| document.skins().iter().find(|skin| !skin.is_guess));
        let outfit = skin.and_then(|skin| skin.decode().ok()).map(Arc::new);
        Self { actor: actor.id, document, outfit }
    }
}

impl Counterpart {
    /// Pairs each part of `figure` with the actor of the same role. If no roles match, pairs the first part with the first actor.
    pub(crate) fn new<'a>(figure: Figure, body: impl Iterator<Item = &'a Actor>) -> Self {
        let mut body = body.peekable();
        let first = body.peek().copied().zip(figure.parts().first());
        let alike = body.filter_map(|actor| {
            let part = figure.parts().iter().find(|part| part.role == actor.role())?;
            Some((actor, part))
        });
        let pair = |(actor, part): (&Actor, &Part)| CounterpartPart::new(actor, part);
        let mut parts: Vec<_> = alike.map(pair).collect();
        if parts.is_empty() {
            parts.extend(first.map(pair));
        }
        Self { figure, parts, view: CounterpartView::Both }
    }

    pub fn figure(&self) -> &Figure {
        &self.figure
    }

    pub fn document(&self, actor: ActorId) -> Option<&Arc<Document>> {
        self.part(actor).map(|part| &part.document)
    }

    pub(crate) fn outfit(&self, actor: ActorId) -> Option<&Arc<Outfit>> {
        self.part(actor)?.outfit.as_ref()
    }

    fn part(&self, actor: ActorId) -> Option<&CounterpartPart> {
        self.parts.iter().find(|part| part.actor == actor)
    }
}

impl Workspace {
    pub fn counterpart(&self) -> Option<&Counterpart> {
        self.counterpart.as_ref()
    }

    /// The place of the line between both models of a comparison, as a fraction of the scene's width.
    pub fn split(&self) -> Option<f32> {
        match self.counterpart.as_ref()?.view {
            CounterpartView::Split(place) if self.crowd().is_none() => Some(place.clamp(0.0, 1.0)),
            _ => None,
        }
    }

    /// The model that is drawn in place of an actor's model.
    pub(crate) fn replacement(&self, actor: ActorId, is_right: bool) -> Option<&Arc<Document>> {
        let is_drawn = |other: &&Counterpart| is_right || other.view == CounterpartView::Other;
        let counterpart = self.counterpart().filter(is_drawn)?;
        counterpart.document(actor)
    }

    pub fn counterpart_sequence<'a>(&self, actor: &Actor, document: &'a Document) -> Option<&'a Sequence> {
        let player = self.played_by(actor)?;
        matching_sequence(player, player.sequence(), document)
    }

    pub(crate) fn counterpart_pose(&self, actor: &Actor, document: &Document, pose: Pose) -> Pose {
        let player = self.played_by(actor);
        let frame = |frame: u32| {
            let there = player.and_then(|player| {
                // During a cross-fade, the frame may be part of another sequence.
                let mut own = std::iter::once(player.sequence()).chain(player.sequences());
                let own = own.find(|own| own.contains(frame))?;
                let other = matching_sequence(player, own, document)?;
                let key = if own.backward { own.last.saturating_sub(frame) } else { frame - own.first };
                Some(other.frame_at(key))
            });
            there.unwrap_or(frame).min(document.last_frame())
        };
        Pose { frame_a: frame(pose.frame_a), frame_b: frame(pose.frame_b), blend: pose.blend }
    }

    pub(crate) fn counterpart_frames(
        &self,
        actor: &Actor,
        document: &Document,
        (first, last): (u32, u32),
    ) -> (u32, u32) {
        let (first, last) = self
            .counterpart_sequence(actor, document)
            .map_or((first, last), |other| (other.first, other.last));
        (first.min(document.last_frame()), last.min(document.last_frame()))
    }

    fn played_by<'a>(&'a self, actor: &'a Actor) -> Option<&'a Player> {
        match &actor.motion {
            Motion::Own(player) => Some(player),
            // The recursion ends, because an actor follows only earlier actors.
            Motion::Follows(leader) => self.actor(*leader).and_then(|leader| self.played_by(leader)),
            Motion::Still(_) => None,
        }
    }
}

/// The sequence of `document` with the same name as `own`, preferably from the list with the label of the player's current list.
fn matching_sequence<'a>(player: &Player, own: &Sequence, document: &'a Document) -> Option<&'a Sequence> {
    let sets = document.range_sets();
    let label = &player.range_set().label;
    let same = sets.iter().filter(|set| set.label == *label);
    let others = sets.iter().filter(|set| set.label != *label);
    same.chain(others).flat_map(|set| &set.sequences).find(|other| other.name.eq_ignore_ascii_case(&own.name))
}
