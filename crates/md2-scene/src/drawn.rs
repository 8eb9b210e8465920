//! What there is to draw at one moment.

use std::sync::Arc;
use std::time::Duration;

use md2_mesh::{Fade, Mesh, Pose};

use crate::actor::ActorId;
use crate::alpha::{Alpha, AppliedAlpha};
use crate::document::Document;
use crate::outfit::{Outfit, SlotContent};
use crate::workspace::Workspace;

/// One actor as it is seen.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub struct DrawnActor<'a> {
    /// Whose picture it is.
    pub actor: ActorId,
    /// What to draw.
    pub document: &'a Arc<Document>,
    /// Its mesh with restored keys if there is one, drawn or not.
    pub restored: Option<&'a Arc<Mesh>>,
    steady: bool,
    /// Whether the file's own normals are.
    own_normals: bool,
    /// In which pose; both frames are the document's.
    pub pose: Pose,
    /// The pose that it leaves, while one sequence goes over into another.
    pub fade: Option<Fade>,
    /// From its space to the world's, by columns. It turns and moves, and mirrors where a tag does.
    pub transform: [[f32; 4]; 4],
    /// What it wears; `None` is the checker.
    pub outfit: Option<&'a Arc<Outfit>>,
    applied_alpha: Option<&'a AppliedAlpha>,
    alpha: Alpha,
    /// How long its timed skins have played.
    pub time: Duration,
}

impl<'a> DrawnActor<'a> {
    /// The mesh to draw: the document's, or the restored one while the look is steady, or that with the file's own normals
    /// while the look asks for them.
    #[must_use]
    pub fn mesh(&self) -> &'a Arc<Mesh> {
        let own = self.document.own_normals().filter(|_| self.own_normals);
        own.or(self.restored.filter(|_| self.steady)).unwrap_or(self.document.mesh())
    }

    /// Whether one of its outfit's images makes holes somewhere, in this look or in another.
    #[must_use]
    pub fn may_have_holes(&self, image: usize) -> bool {
        self.applied_alpha.is_some_and(|applied| applied.may_have_holes(image))
    }

    /// What is seen on one of the model's skin slots.
    #[must_use]
    pub fn shown(&self, slot: usize) -> SlotContent {
        let shown = self.outfit.map_or(SlotContent::Checker, |outfit| outfit.shown(slot, self.time));
        self.applied_alpha.map_or(shown, |applied| applied.applied(slot, shown, self.alpha))
    }
}

impl Workspace {
    /// What there is to draw at this moment, in the order in which actors were added. Allocates nothing.
    pub fn drawn(&self) -> impl Iterator<Item = DrawnActor<'_>> {
        self.actors().iter().filter(|actor| actor.is_shown()).map(|actor| DrawnActor {
            actor: actor.id(),
            document: actor.document(),
            restored: self.restored(actor.document()),
            steady: self.look().steady,
            own_normals: self.look().own_normals,
            pose: self.pose_of(actor),
            fade: self.fade_of(actor),
            transform: self.place_of(actor).to_matrix(),
            outfit: actor.outfit(),
            applied_alpha: actor.applied_alpha(),
            alpha: self.look().alpha,
            time: self.clock(),
        })
    }
}
