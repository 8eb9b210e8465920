//! The actors to draw at the current time.

use std::sync::Arc;
use std::time::Duration;

use md2_mesh::{Fade, Mesh, Pose, Strips};

use crate::actor::ActorId;
use crate::alpha::{Alpha, AppliedAlpha};
use crate::document::Document;
use crate::inbetween::Inbetweens;
use crate::outfit::{Outfit, SlotContent};
use crate::workspace::Workspace;

#[derive(Clone, Copy, Debug)]
pub struct DrawnActor<'a> {
    pub actor: ActorId,
    pub document: &'a Arc<Document>,
    pub restored: Option<&'a Arc<Mesh>>,
    /// The mesh that the geometry, the blend and the mistake of the [look](crate::Look) require, if it differs.
    pub altered: Option<&'a Arc<Mesh>>,
    pub strips: Option<&'a Arc<Strips>>,
    inbetweens: Option<&'a Inbetweens>,
    steady: bool,
    own_normals: bool,
    pub pose: Pose,
    pub fade: Option<Fade>,
    pub transform: [[f32; 4]; 4],
    pub outfit: Option<&'a Arc<Outfit>>,
    applied_alpha: Option<&'a AppliedAlpha>,
    alpha: Alpha,
    hidden_slots: &'a [usize],
    pub time: Duration,
    /// Whether the actor is drawn right of the line of a split view.
    pub is_right: bool,
}

impl<'a> DrawnActor<'a> {
    /// The mesh to draw: made from OpenGL commands or altered for a lesson, with the file's own normals if the look requests them, with restored keyframes while the
    /// look is steady, or else the document's mesh.
    pub fn mesh(&self) -> &'a Arc<Mesh> {
        let own = self.document.own_normals.as_ref().filter(|_| self.own_normals);
        let read = own.or(self.restored.filter(|_| self.steady)).unwrap_or(self.document.mesh());
        self.altered.unwrap_or(read)
    }

    /// The pose of [`mesh`](Self::mesh) that shows a pose of the document. Both differ if the mesh has frames between the keyframes.
    pub fn mesh_pose(&self, pose: Pose) -> Pose {
        self.inbetweens.map_or(pose, |inbetweens| inbetweens.pose(pose))
    }

    pub fn may_have_holes(&self, image: usize) -> bool {
        self.applied_alpha.is_some_and(|applied| applied.may_have_holes(image))
    }

    pub fn shown(&self, slot: usize) -> SlotContent {
        if self.hidden_slots.contains(&slot) {
            return SlotContent::Hidden;
        }
        let shown = self.outfit.map_or(SlotContent::Missing, |outfit| outfit.shown(slot, self.time));
        self.applied_alpha.map_or(shown, |applied| applied.applied(slot, shown, self.alpha))
    }
}

impl Workspace {
    pub fn drawn(&self) -> impl Iterator<Item = DrawnActor<'_>> {
        self.drawn_side(false)
    }

    /// All actors to draw. In a split view, these are the actors of both sides.
    pub fn drawn_on_both_sides(&self) -> impl Iterator<Item = DrawnActor<'_>> {
        self.drawn().chain(self.split().into_iter().flat_map(|_| self.drawn_side(true)))
    }

    fn drawn_side(&self, is_right: bool) -> impl Iterator<Item = DrawnActor<'_>> {
        self.actors().iter().filter(|actor| actor.is_shown).map(move |actor| {
            let other = self.replacement(actor.id, is_right);
            let altered = self.altered(actor.document()).filter(|_| other.is_none());
            let colors = altered.and_then(|altered| altered.outfit.as_ref());
            let pose = self.pose_of(actor);
            // A copy that the program has made in memory has the skin of the open model.
            let file = self.counterpart().filter(|_| other.is_some_and(|other| other.path().is_some()));
            let outfit = match file {
                Some(file) => file.outfit(actor.id),
                None => colors.or(actor.outfit()),
            };
            DrawnActor {
                actor: actor.id,
                document: actor.document(),
                restored: self.restored(actor.document()),
                altered: other.map(|other| other.mesh()).or(altered.map(|altered| &altered.mesh)),
                strips: altered.and_then(|altered| altered.strips.as_ref()),
                inbetweens: altered.and_then(|altered| altered.inbetweens.as_deref()),
                steady: self.look().steady,
                own_normals: self.look().own_normals,
                pose: other.map_or(pose, |other| self.counterpart_pose(actor, other, pose)),
                fade: self.fade_of(actor).filter(|_| other.is_none()),
                transform: self.place_of(actor).to_matrix(),
                outfit,
                applied_alpha: actor.applied_alpha().filter(|_| colors.is_none() && file.is_none()),
                alpha: self.look().alpha,
                hidden_slots: &actor.hidden_slots,
                time: self.clock(),
                is_right,
            }
        })
    }
}
