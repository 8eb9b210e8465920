//! Another model that what is seen is compared with, at the same moment.

use std::sync::Arc;

use crate::actor::{Actor, ActorId};
use crate::document::Document;
use crate::figure::{Figure, Part};

/// A figure whose parts stand where those of the figure that is seen do, each beside its like.
#[derive(Clone, Debug)]
pub struct Counterpart {
    figure: Figure,
    /// By the actor beside which it stands.
    parts: Vec<(ActorId, Arc<Document>)>,
}

impl Counterpart {
    /// Each part beside the actor of the same role; where they share none, the first beside the first.
    pub(crate) fn new<'a>(figure: Figure, body: impl Iterator<Item = &'a Actor>) -> Self {
        let mut body = body.peekable();
        let first = body.peek().map(|actor| actor.id()).zip(figure.parts().first());
        let beside = |(actor, part): (ActorId, &Part)| (actor, Arc::clone(&part.document));
        let alike = body.filter_map(|actor| {
            let part = figure.parts().iter().find(|part| part.role == actor.role())?;
            Some((actor.id(), part))
        });
        let mut parts: Vec<_> = alike.map(beside).collect();
        if parts.is_empty() {
            parts.extend(first.map(beside));
        }
        Self { figure, parts }
    }

    /// What it is as a whole.
    #[must_use]
    pub fn figure(&self) -> &Figure {
        &self.figure
    }

    /// The model that stands beside an actor.
    #[must_use]
    pub fn document(&self, actor: ActorId) -> Option<&Arc<Document>> {
        self.parts.iter().find(|(id, _)| *id == actor).map(|(_, document)| document)
    }
}
