//! The order of the images that may be skins.

use std::path::Path;
use std::rc::Rc;

use super::MatchReason;
use super::folder::ImageFile;
use super::image_names::is_special_skin;
use super::surroundings::{ModelSurroundings, SizeFit};

#[derive(Debug)]
pub(super) struct Candidate {
    pub(super) rank: SkinRank,
    pub(super) path: Rc<Path>,
    pub(super) reason: MatchReason,
}

impl Candidate {
    pub(super) fn new(image: &ImageFile, reason: MatchReason) -> Self {
        Self { rank: SkinRank::new(reason, &image.stem), path: Rc::clone(&image.path), reason }
    }
}

/// Sorts images, the most likely skin first. If `by_size` is set, an image with the size of the skin comes before images of other sizes
/// whose names match better.
pub(super) fn sort(candidates: &mut [Candidate], surroundings: &ModelSurroundings<'_>, by_size: bool) {
    let fit = |path: &Path| surroundings.size_fit(path);
    let is_equal = |one: &&Candidate| !one.rank.is_special() && fit(&one.path) == SizeFit::Equal;
    let equal: Vec<&Candidate> = candidates.iter().filter(|_| by_size).filter(is_equal).collect();
    let is_only = equal.iter().all(|one| one.path == equal[0].path);
    // Only a single guess can be better than a name.
    let is_better = is_only || equal.iter().any(|one| !one.reason.is_guess());
    let has_better = !equal.is_empty() && is_better;
    let is_outranked = |one: &Candidate| {
        let fit = fit(&one.path);
        // A larger image with the name of the model is a better version of its skin.
        let is_near = one.rank <= SkinRank::SimilarName && fit != SizeFit::Stretched;
        has_better && fit != SizeFit::Equal && !is_near
    };
    let has_outranked = candidates.iter().any(|one| is_outranked(one) && !one.reason.is_guess());
    // The sort is stable. If a file occurs several times, its best rank is used.
    candidates.sort_by_cached_key(|one| (is_outranked(one), one.rank, one.rank.size_fit(|| fit(&one.path))));
    if let Some(first) = candidates.first_mut().filter(|first| has_outranked && first.reason.is_guess()) {
        first.reason = MatchReason::SkinSize;
    }
}

/// The rank of an image in the search result, from the likeliest skin to the least likely. The first file for each skin
/// name has no rank, because it comes before all ranked images.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum SkinRank {
    ModelName,
    SimilarName,
    FurtherFile,
    FolderName,
    Icon,
    WordsAndSize,
    Above,
    Special,
    Elsewhere,
    SharedWords,
    Guess,
    GuessedSpecial,
}

impl SkinRank {
    pub(super) fn new(reason: MatchReason, stem: &str) -> Self {
        let is_special = is_special_skin(stem);
        match reason {
            MatchReason::Name { .. } | MatchReason::Defined => Self::FurtherFile,
            MatchReason::ModelName => Self::ModelName,
            MatchReason::Beside | MatchReason::SharedWords if is_special => Self::GuessedSpecial,
            MatchReason::SharedWords => Self::SharedWords,
            MatchReason::Elsewhere => Self::Elsewhere,
            MatchReason::Beside | MatchReason::SkinSize => Self::Guess,
            _ if is_special => Self::Special,
            MatchReason::SimilarName => Self::SimilarName,
            MatchReason::FolderName => Self::FolderName,
            MatchReason::Icon => Self::Icon,
            MatchReason::WordsAndSize => Self::WordsAndSize,
            MatchReason::Above => Self::Above,
        }
    }

    /// Returns the sort key of an image among images of the same rank; images with the skin size of the model come
    /// first. In some ranks, the size does not matter, and the key is always `Equal`.
    fn size_fit(self, fit: impl Fn() -> SizeFit) -> SizeFit {
        match self {
            Self::ModelName | Self::FurtherFile | Self::FolderName => SizeFit::Equal,
            Self::SimilarName if fit() != SizeFit::Stretched => SizeFit::Equal,
            _ => fit(),
        }
    }

    fn is_special(self) -> bool {
        matches!(self, Self::Special | Self::GuessedSpecial)
    }
}
