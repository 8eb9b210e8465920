//! Skins: images for a model's skin slots.

use std::path::Path;

use md2_assets::MAX_PIXELS;

use crate::outfit::Outfit;
use crate::skin_image::{SkinImage, SkinImageError};
use crate::slot_images::{BySlot, SlotImages};

pub(crate) const MAX_WASTED_PIXELS: u64 = MAX_PIXELS as u64;

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Skin {
    label: String,
    reason: String,
    pub is_guess: bool,
    /// The number of a skin of an MDL in the game.
    pub number: Option<usize>,
    slots: BySlot<SlotImages>,
}

impl Skin {
    pub fn everywhere(label: impl Into<String>, reason: impl Into<String>, slot: SlotImages) -> Self {
        Self {
            label: label.into(),
            reason: reason.into(),
            is_guess: false,
            number: None,
            slots: BySlot::Same(slot),
        }
    }

    pub fn whole(label: impl Into<String>, reason: impl Into<String>, image: SkinImage) -> Self {
        Self::everywhere(label, reason, SlotImages::Still(image.into()))
    }

    pub(crate) fn per_slot(
        label: impl Into<String>,
        reason: impl Into<String>,
        slots: Vec<SlotImages>,
    ) -> Self {
        Self {
            label: label.into(),
            reason: reason.into(),
            is_guess: false,
            number: None,
            slots: BySlot::Each(slots),
        }
    }

    pub fn file(path: &Path, reason: impl Into<String>) -> Self {
        let name = path.file_name().unwrap_or(path.as_os_str());
        Self::whole(name.to_string_lossy(), reason, SkinImage::File(path.to_owned()))
    }

    pub fn chosen(path: &Path) -> Self {
        Self::file(path, "selected by the user")
    }

    pub fn built_in(name: &str, bytes: &[u8]) -> Self {
        Self::whole(name, "built in", SkinImage::Encoded { name: name.to_owned(), bytes: bytes.into() })
    }

    pub fn guessed(self, is_guess: bool) -> Self {
        Self { is_guess, ..self }
    }

    pub(crate) fn numbered(self, number: usize) -> Self {
        Self { number: Some(number), ..self }
    }

    pub fn label(&self) -> &str {
        &self.label
    }

    pub fn reason(&self) -> &str {
        &self.reason
    }

    pub fn slot(&self, slot: usize) -> &SlotImages {
        self.slots.get(slot).unwrap_or(&SlotImages::Missing)
    }

    pub fn slots(&self) -> &[SlotImages] {
        self.slots.as_slice()
    }

    pub fn images(&self) -> impl Iterator<Item = &SkinImage> {
        self.slots().iter().flat_map(SlotImages::paints).map(|paint| &paint.image)
    }

    pub fn path(&self) -> Option<&Path> {
        self.images().find_map(SkinImage::path)
    }

    pub fn place(&self) -> String {
        self.images().next().map_or_else(String::new, SkinImage::place)
    }

    pub fn is_called(&self, name: &str) -> bool {
        let stem = self.label.rsplit_once('.').map_or(self.label.as_str(), |(stem, _)| stem);
        self.label.eq_ignore_ascii_case(name) || stem.eq_ignore_ascii_case(name)
    }

    pub(crate) fn is_labeled(&self, label: &str) -> bool {
        self.label.eq_ignore_ascii_case(label)
    }

    pub(crate) fn is_same_as(&self, other: &Self) -> bool {
        self.slots == other.slots
    }

    /// The number of pixels in the skin's image files, as their headers state. If decoding fails, at most this number
    /// of pixels was decoded.
    pub(crate) fn stated_pixels(&self) -> u64 {
        let files = self.images().filter_map(SkinImage::path);
        let sizes = files.filter_map(|path| md2_assets::image_size(path).ok()?);
        let pixels = sizes.map(|[width, height]| u64::from(width) * u64::from(height));
        pixels.filter(|pixels| *pixels <= u64::from(MAX_PIXELS)).sum()
    }

    pub fn decode(&self) -> Result<Outfit, SkinImageError> {
        Outfit::decode(&self.slots)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn skins_are_found_with_and_without_extension() {
        let skin = Skin::file(Path::new("models/Red.PCX"), "");
        for name in ["Red.PCX", "red.pcx", "red"] {
            assert!(skin.is_called(name), "{name}");
        }
        assert!(!skin.is_called("re"));
    }

    #[test]
    fn a_broken_image_is_named() {
        let error = Skin::built_in("red.pcx", b"no image").decode().unwrap_err();
        assert_eq!(error.to_string(), "skin red.pcx");
    }
}
