//! Actors: models in the scene, each with its motion and its skin.

use std::collections::BTreeMap;
use std::fmt;
use std::sync::Arc;

use md2_anim::CrossFade;
use md2_assets::ShapeMismatch;

use crate::alpha::AppliedAlpha;
use crate::document::Document;
use crate::error_chain::chain;
use crate::figure::MountPoint;
use crate::outfit::Outfit;
use crate::player::Player;
use crate::skin::{MAX_WASTED_PIXELS, Skin};
use crate::skin_image::SkinImageError;

/// The number of an actor in its workspace. Numbers are not reused.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct ActorId(pub(crate) u32);

impl fmt::Display for ActorId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "actor {}", self.0)
    }
}

#[derive(Clone, Debug)]
pub enum Motion {
    Own(Player),
    /// Shows the frame with the same number as the frame that another actor shows, as weapons made for a player do. A
    /// model with fewer frames shows its last frame.
    Follows(ActorId),
    Still(u32),
}

#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Mount {
    pub parent: ActorId,
    pub place: MountPoint,
}

#[derive(Clone, Debug)]
pub struct Actor {
    pub id: ActorId,
    role: String,
    document: Arc<Document>,
    pub motion: Motion,
    pub(crate) fading: Option<CrossFade>,
    pub(crate) mount: Option<Mount>,
    pub is_shown: bool,
    pub(crate) hidden_slots: Vec<usize>,
    added_skins: Vec<Skin>,
    applied: Option<AppliedSkin>,
    pending: Option<PendingSkin>,
    /// The error of each skin that cannot be shown, by the index of the skin. In an `Arc`, because every command copies
    /// the workspace.
    unreadable: Arc<BTreeMap<usize, String>>,
}

/// A request to decode the images of a skin for an actor. [`Command::SetOutfit`](crate::Command::SetOutfit) answers it.
///
/// Two requests are equal if the same actor with the same document (by address) requests equal skins.
#[derive(Clone, Debug)]
pub struct SkinRequest {
    pub actor: ActorId,
    pub document: Arc<Document>,
    pub skin: Skin,
}

impl PartialEq for SkinRequest {
    fn eq(&self, other: &Self) -> bool {
        self.actor == other.actor && Arc::ptr_eq(&self.document, &other.document) && self.skin == other.skin
    }
}

impl Eq for SkinRequest {}

#[derive(Clone, Debug)]
struct PendingSkin {
    index: usize,
    fallback: SkinFallback,
    /// The number of pixels decoded so far for skins that then could not be shown. Above a limit, the search for a skin stops.
    wasted_pixels: u64,
    /// The errors of the skins that were tried before this one. In an `Arc`, because the list may be long.
    failures: Arc<Vec<Arc<SkinImageError>>>,
}

#[derive(Clone, Copy, Debug)]
pub(crate) enum SkinFallback {
    None,
    NextCandidate,
    /// Tries the next (`true`) or previous (`false`) of the skins that all parts of the figure have.
    Step(bool),
}

#[derive(Debug, Default)]
pub(crate) struct SkinSearch {
    pub failures: Arc<Vec<Arc<SkinImageError>>>,
    pub(crate) not_tried: usize,
    /// The index of the skin at which stepping to the next (`true`) or the previous (`false`) skin failed.
    pub(crate) failed_step: Option<(usize, bool)>,
}

#[derive(Clone, Debug)]
struct AppliedSkin {
    skin: usize,
    outfit: Arc<Outfit>,
    alpha: Arc<AppliedAlpha>,
}

impl Actor {
    pub(crate) fn new(id: ActorId, role: &str, document: Arc<Document>, motion: Motion) -> Self {
        Self {
            id,
            role: role.to_owned(),
            document,
            motion,
            fading: None,
            mount: None,
            is_shown: true,
            hidden_slots: Vec::new(),
            added_skins: Vec::new(),
            applied: None,
            pending: None,
            unreadable: Arc::default(),
        }
    }

    /// The name of the figure's part that the actor shows, such as `legs`. Empty for actors that were added for the groups
    /// of a crowd.
    pub fn role(&self) -> &str {
        &self.role
    }

    /// Whether the surfaces that use a skin slot are shown.
    pub fn shows_slot(&self, slot: usize) -> bool {
        !self.hidden_slots.contains(&slot)
    }

    pub fn document(&self) -> &Arc<Document> {
        &self.document
    }

    pub fn mount(&self) -> Option<&Mount> {
        self.mount.as_ref()
    }

    pub fn player(&self) -> Option<&Player> {
        if let Motion::Own(player) = &self.motion { Some(player) } else { None }
    }

    pub(crate) fn player_mut(&mut self) -> Option<&mut Player> {
        if let Motion::Own(player) = &mut self.motion { Some(player) } else { None }
    }

    pub fn skins(&self) -> impl Iterator<Item = &Skin> {
        self.document.skins().iter().chain(&self.added_skins)
    }

    pub fn skin(&self, index: usize) -> Option<&Skin> {
        self.skins().nth(index)
    }

    pub(crate) fn skin_count(&self) -> usize {
        self.document.skins().len() + self.added_skins.len()
    }

    pub fn skin_index(&self) -> Option<usize> {
        self.applied.as_ref().map(|applied| applied.skin)
    }

    pub fn current_skin(&self) -> Option<&Skin> {
        self.skin(self.skin_index()?)
    }

    pub fn outfit(&self) -> Option<&Arc<Outfit>> {
        self.applied.as_ref().map(|applied| &applied.outfit)
    }

    pub(crate) fn applied_alpha(&self) -> Option<&AppliedAlpha> {
        self.applied.as_ref().map(|applied| &*applied.alpha)
    }

    pub fn has_alpha(&self) -> bool {
        self.applied_alpha().is_some_and(AppliedAlpha::has_clear_pixels)
    }

    pub fn skin_note(&self) -> Option<String> {
        let label = self.current_skin()?.label();
        if self.applied_alpha().is_some_and(AppliedAlpha::is_ignored) {
            return Some(format!(
                "{label} is transparent almost everywhere, so its alpha is ignored. Key A or --alpha on shows the holes."
            ));
        }
        Some(format!("{label}: {}", self.shape_mismatch()?))
    }

    /// The mismatch between the aspect ratio of the current skin's image and the skin size that the model states.
    /// `None` for the first skin, since the document's notes already mention its mismatch.
    fn shape_mismatch(&self) -> Option<ShapeMismatch> {
        let is_first = self.skin_index() == self.document.skins().iter().position(|skin| !skin.is_guess);
        let size = self.outfit().filter(|_| !is_first)?.images().first()?.color.size();
        let stated = self.document.facts.skin_size?.map(|side| u32::try_from(side).unwrap_or(0));
        ShapeMismatch::detect(stated, size)
    }

    pub(crate) fn add_skin(&mut self, skin: Skin) -> usize {
        let there = self.skins().position(|other| other.is_same_as(&skin));
        there.unwrap_or_else(|| {
            self.added_skins.push(skin);
            self.skin_count() - 1
        })
    }

    pub(crate) fn apply_skin(&mut self, skin: usize, outfit: Arc<Outfit>) {
        let alpha = AppliedAlpha::new(&outfit, self.document.mesh());
        self.applied = Some(AppliedSkin { skin, outfit, alpha: Arc::new(alpha) });
        self.pending = None;
        if self.unreadable.contains_key(&skin) {
            Arc::make_mut(&mut self.unreadable).remove(&skin);
        }
    }

    pub(crate) fn apply_or_request(
        &mut self,
        index: usize,
        outfit: Option<Arc<Outfit>>,
        fallback: SkinFallback,
    ) {
        match outfit {
            Some(outfit) => self.apply_skin(index, outfit),
            None => self.request_skin(index, fallback),
        }
    }

    pub(crate) fn request_skin(&mut self, index: usize, fallback: SkinFallback) {
        self.pending = Some(PendingSkin { index, fallback, wasted_pixels: 0, failures: Arc::default() });
    }

    pub(crate) fn candidates(&self, first: usize) -> impl Iterator<Item = usize> {
        (0..).zip(self.skins()).skip(first).filter(|(_, skin)| !skin.is_guess).map(|(index, _)| index)
    }

    pub fn skin_request(&self) -> Option<SkinRequest> {
        let skin = self.skin(self.pending.as_ref()?.index)?.clone();
        Some(SkinRequest { actor: self.id, document: Arc::clone(&self.document), skin })
    }

    pub fn is_skin_pending(&self) -> bool {
        self.pending.is_some()
    }

    pub(crate) fn wanted_index(&self) -> Option<usize> {
        self.pending.as_ref().map(|pending| pending.index).or_else(|| self.skin_index())
    }

    /// The fallback of a pending skin request after the model was replaced by a newer version of its file. A search for
    /// the next or the previous skin ends with the old version.
    pub(crate) fn lasting_fallback(&self) -> SkinFallback {
        match self.pending {
            Some(PendingSkin { fallback: SkinFallback::NextCandidate, .. }) => SkinFallback::NextCandidate,
            _ => SkinFallback::None,
        }
    }

    pub fn skin_error(&self, index: usize) -> Option<&str> {
        self.unreadable.get(&index).map(String::as_str)
    }

    pub(crate) fn mark_unreadable(&mut self, skin: usize, error: &SkinImageError) {
        Arc::make_mut(&mut self.unreadable).insert(skin, chain(error));
    }

    /// Applies the answer to a skin request, or requests the next skin if the requested skin cannot be shown.
    /// The answer to an outdated request changes nothing.
    pub(crate) fn set_outfit(
        &mut self,
        request: &SkinRequest,
        outfit: Result<Arc<Outfit>, Arc<SkinImageError>>,
    ) -> SkinSearch {
        if self.skin_request().as_ref() != Some(request) {
            return SkinSearch::default();
        }
        let Some(mut pending) = self.pending.take() else { return SkinSearch::default() };
        let fallback = match outfit {
            Ok(outfit) => {
                self.apply_skin(pending.index, outfit);
                SkinFallback::None
            }
            Err(error) => {
                self.mark_unreadable(pending.index, &error);
                Arc::make_mut(&mut pending.failures).push(error);
                pending.fallback
            }
        };
        let mut search = SkinSearch::default();
        match fallback {
            SkinFallback::None => {}
            SkinFallback::Step(forward) => search.failed_step = Some((pending.index, forward)),
            SkinFallback::NextCandidate => {
                pending.wasted_pixels += request.skin.stated_pixels();
                let next = self.candidates(pending.index + 1).next();
                if pending.wasted_pixels > MAX_WASTED_PIXELS {
                    search.not_tried = self.candidates(pending.index + 1).count();
                } else if let Some(index) = next {
                    self.pending = Some(PendingSkin { index, ..pending });
                    return search;
                }
            }
        }
        SkinSearch { failures: pending.failures, ..search }
    }

    pub(crate) fn move_to_file(&mut self, newer: &mut impl FnMut(&Arc<Document>) -> Arc<Document>) {
        self.document = newer(&self.document);
    }

    pub(crate) fn become_version(&mut self, document: Arc<Document>) {
        self.added_skins.retain(|added| !document.skins().iter().any(|skin| skin.is_same_as(added)));
        if let Some(player) = self.player_mut() {
            *player = Player::from_document(&document).continuing(player);
        }
        self.document = document;
        self.fading = None;
        (self.applied, self.pending) = (None, None);
        self.unreadable = Arc::default();
    }
}
