//! The open figure, and the figures with unsaved edits that are not open.

use std::mem;
use std::sync::Arc;

use crate::document::Document;
use crate::figure::Figure;
use crate::weapon::Weapon;

/// The open figure, and all other figures with unsaved edits, which are *pinned*.
///
/// No function drops an unsaved edit: a figure that is replaced becomes pinned if it has one, and stays pinned until it is open again or
/// saved.
#[derive(Clone, Debug)]
pub struct Models {
    open: Figure,
    pinned: Vec<Figure>,
}

impl Models {
    pub(crate) fn new(open: Figure) -> Self {
        Self { open, pinned: Vec::new() }
    }

    pub fn open(&self) -> &Figure {
        &self.open
    }

    pub fn pinned(&self) -> &[Figure] {
        &self.pinned
    }

    /// The figures with unsaved edits. The open figure is the first one.
    pub fn edited(&self) -> impl Iterator<Item = &Figure> {
        std::iter::once(&self.open).chain(&self.pinned).filter(|figure| figure.unsaved().next().is_some())
    }

    pub(crate) fn weapons_mut(&mut self) -> &mut Vec<Weapon> {
        &mut self.open.weapons
    }

    /// Opens another figure. If its files have unsaved edits, it gets their edited versions, unless it has other edits itself.
    pub(crate) fn replace(&mut self, figure: Figure) {
        let left = mem::replace(&mut self.open, figure);
        self.pin(left);
        for document in self.pinned.iter().flat_map(Figure::unsaved) {
            let is_older = |own: &Document| {
                document.has_edits_of(own) || !own.has_unsaved_edits() && own.is_same_file(document)
            };
            let parts = self.open.parts.iter_mut();
            let older = parts.filter(|part| is_older(&part.document));
            older.for_each(|part| part.document = Arc::clone(document));
        }
        let open = &self.open;
        let is_open =
            |document: &Arc<Document>| open.parts().iter().any(|part| part.document.has_edits_of(document));
        self.pinned.retain(|figure| !figure.unsaved().all(is_open));
    }

    /// Replaces a model of the open figure by another version of its file.
    pub(crate) fn renew(&mut self, older: &Arc<Document>, newer: &Arc<Document>) {
        let renewed = self.open.clone().renewed(older, newer);
        let left = mem::replace(&mut self.open, renewed);
        if !newer.has_edits_of(older) && !older.has_edits_of(newer) {
            self.pin(left);
        }
    }

    fn pin(&mut self, figure: Figure) {
        if figure.unsaved().next().is_some() {
            self.pinned.push(figure);
        }
    }

    /// Replaces the versions of a model after one of them was saved.
    pub(crate) fn set_saved(&mut self, newer: &mut impl FnMut(&Arc<Document>) -> Arc<Document>) {
        for figure in std::iter::once(&mut self.open).chain(&mut self.pinned) {
            figure.move_to_file(newer);
        }
        self.pinned.retain(|figure| figure.unsaved().next().is_some());
    }

    /// Returns this state of the history without its pinned figures: [`resumed`](Self::resumed) takes those of the present.
    pub(crate) fn into_past(self) -> Self {
        Self::new(self.open)
    }

    /// Returns the models after a step from `now` to this state of the history. If this state shows the same figure, the step undoes or
    /// repeats an edit.
    pub(crate) fn resumed(self, now: &Self, is_same_figure: bool) -> Self {
        if is_same_figure {
            let mut models = Self { pinned: now.pinned.clone(), ..self };
            // A step names one edit. A version with more edits remains.
            let is_far = |newer: &Arc<Document>| {
                let mut versions = models.open.parts().iter().map(|part| &part.document);
                versions.any(|own| own.is_version_of(newer) && own.edits().len() + 1 < newer.edits().len())
            };
            if now.open.unsaved().any(is_far) {
                models.pin(now.open.clone());
            }
            return models;
        }
        let mut models = now.clone();
        models.replace(self.open);
        models
    }
}
