//! Figures: models that belong together, and how they are mounted on each other.

use std::collections::HashSet;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use md2_anim::Rates;

use crate::document::Document;
use crate::skin::Skin;
use crate::weapon::Weapon;

#[derive(Clone, Debug)]
pub struct Figure {
    pub(crate) name: String,
    pub(crate) path: Option<PathBuf>,
    /// The canonical path of the file or folder; `None` for models in memory.
    pub(crate) real: Option<PathBuf>,
    pub(crate) parts: Vec<Part>,
    pub(crate) weapons: Vec<Weapon>,
    pub(crate) grip: Grip,
    pub(crate) first_weapon: Option<usize>,
    pub(crate) notes: Vec<String>,
}

#[derive(Clone, Debug)]
pub struct Part {
    pub role: String,
    pub document: Arc<Document>,
    pub motion: PartMotion,
    /// The index of the earlier part that this part is mounted on, and the point there; `None` if the part is
    /// placed in the world.
    pub mount: Option<(usize, MountPoint)>,
    pub is_shown: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PartMotion {
    Plays,
    InStep,
    Still(u32),
}

#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum MountPoint {
    /// The tag of this name, which moves with the frames; the origin if the model has no such tag.
    Tag(String),
    /// The model's origin, for a mounted model with the same coordinate system.
    Origin,
}

impl MountPoint {
    pub fn tag(name: &str) -> Self {
        Self::Tag(name.to_owned())
    }
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Grip {
    pub part: usize,
    pub place: MountPoint,
    pub motion: PartMotion,
}

const WEAPON_TAG: &str = "tag_weapon";

impl Part {
    pub fn first(role: &str, document: Arc<Document>) -> Self {
        let (role, motion) = (role.to_owned(), PartMotion::Plays);
        Self { role, document, motion, mount: None, is_shown: true }
    }

    pub fn mounted(
        role: &str,
        document: Arc<Document>,
        motion: PartMotion,
        parent: usize,
        place: MountPoint,
    ) -> Self {
        Self { role: role.to_owned(), document, motion, mount: Some((parent, place)), is_shown: true }
    }
}

impl Figure {
    /// Joins models that are mounted on each other.
    ///
    /// # Panics
    /// If there is no part, the first part does not play, or a part is mounted on a part that does not come before it.
    pub fn new(name: impl Into<String>, parts: Vec<Part>) -> Self {
        assert!(
            parts.first().is_some_and(|part| part.motion == PartMotion::Plays),
            "the first part of a figure must play sequences"
        );
        for (index, part) in parts.iter().enumerate() {
            assert!(
                part.mount.as_ref().is_none_or(|&(parent, _)| parent < index),
                "a part must come after the part on which it is mounted"
            );
        }
        let grip = Grip::from_parts(&parts);
        Self {
            name: name.into(),
            path: None,
            real: None,
            parts,
            weapons: Vec::new(),
            grip,
            first_weapon: None,
            notes: Vec::new(),
        }
    }

    pub fn with_rates(mut self, rates: Rates) -> Self {
        for part in &mut self.parts {
            Arc::make_mut(&mut part.document).set_rates(rates);
        }
        self
    }

    pub fn with_weapons(self, weapons: Vec<Weapon>, first: Option<usize>) -> Self {
        let first_weapon = first.filter(|&index| index < weapons.len());
        Self { weapons, first_weapon, ..self }
    }

    pub fn renewed(mut self, document: &Arc<Document>, newer: &Arc<Document>) -> Self {
        let parts = self.parts.iter_mut().filter(|part| Arc::ptr_eq(&part.document, document));
        parts.for_each(|part| part.document = Arc::clone(newer));
        self
    }

    /// The models with unsaved edits.
    pub fn unsaved(&self) -> impl Iterator<Item = &Arc<Document>> {
        self.parts.iter().map(|part| &part.document).filter(|document| document.has_unsaved_edits())
    }

    pub(crate) fn contains(&self, document: &Arc<Document>) -> bool {
        self.parts.iter().any(|part| Arc::ptr_eq(&part.document, document))
    }

    pub fn name(&self) -> &str {
        &self.name
    }

    pub fn stem(&self) -> &str {
        match self.name.rsplit_once('.') {
            Some((stem, _)) if self.parts.len() == 1 => stem,
            _ => &self.name,
        }
    }

    pub fn path(&self) -> Option<&Path> {
        self.path.as_deref()
    }

    /// Whether both figures were opened from the same file or folder, even by different paths. Models in memory
    /// are never the same.
    pub fn shares_place_with(&self, other: &Self) -> bool {
        let [own, other] = [self, other].map(|figure| figure.real.as_ref().or(figure.path.as_ref()));
        own.is_some() && own == other
    }

    pub fn parts(&self) -> &[Part] {
        &self.parts
    }

    /// The skins of the first part that all other parts also have, compared by name. Parts that have no skins at all do not count, and
    /// neither do models that a definition draws with the first one, which have skins of their own.
    pub fn skins(&self) -> impl Iterator<Item = &Skin> {
        let (first, others) = self.parts.split_at(1);
        let label = |skin: &Skin| skin.label().to_ascii_lowercase();
        let others = others
            .iter()
            .filter(|part| !part.mount.as_ref().is_some_and(|(_, at)| *at == MountPoint::Origin));
        let labels = others.map(|part| part.document.skins()).filter(|skins| !skins.is_empty());
        let labels: Vec<HashSet<String>> = labels.map(|skins| skins.iter().map(label).collect()).collect();
        let skins = first.iter().flat_map(|part| part.document.skins());
        skins.filter(move |skin| labels.iter().all(|others| others.contains(&label(skin))))
    }

    pub fn weapons(&self) -> &[Weapon] {
        &self.weapons
    }

    pub fn notes(&self) -> &[String] {
        &self.notes
    }
}

impl Grip {
    fn from_parts(parts: &[Part]) -> Self {
        let tagged = parts.iter().position(|part| part.document.mesh().tag(WEAPON_TAG).is_some());
        match tagged {
            Some(part) => Self { part, place: MountPoint::tag(WEAPON_TAG), motion: PartMotion::Still(0) },
            None => Self { part: 0, place: MountPoint::Origin, motion: PartMotion::InStep },
        }
    }
}

impl From<Arc<Document>> for Figure {
    fn from(document: Arc<Document>) -> Self {
        let path = document.path().map(Path::to_owned);
        Self { path, ..Self::new(document.name().to_owned(), vec![Part::first("model", document)]) }
    }
}

impl From<Document> for Figure {
    fn from(document: Document) -> Self {
        Arc::new(document).into()
    }
}
