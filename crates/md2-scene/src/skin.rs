//! Skins: images for a model's skin slots.

use std::path::Path;

use md2_assets::MAX_PIXELS;

use crate::outfit::Outfit;
use crate::skin_image::{SkinImage, SkinImageError};
use crate::slot_images::{BySlot, SlotImages};

/// The maximum number of pixels that a search decodes for skins that cannot be shown. Above this number, the search stops.
pub(crate) const MAX_WASTED_PIXELS: u64 = MAX_PIXELS as u64;

/// A set of images for the skin slots of a model.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Skin {
    label: String,
    reason: String,
    is_guess: bool,
    slots: BySlot<SlotImages>,
}

impl Skin {
    /// Returns a skin with the same content for all slots.
    #[must_use]
    pub fn everywhere(label: impl Into<String>, reason: impl Into<String>, slot: SlotImages) -> Self {
        Self { label: label.into(), reason: reason.into(), is_guess: false, slots: BySlot::Same(slot) }
    }

    /// Returns a skin with one image for the whole model.
    #[must_use]
    pub fn whole(label: impl Into<String>, reason: impl Into<String>, image: SkinImage) -> Self {
        Self::everywhere(label, reason, SlotImages::Still(image.into()))
    }

    /// Returns a skin with a content for each slot. Slots past the end show the checkerboard placeholder.
    pub(crate) fn per_slot(
        label: impl Into<String>,
        reason: impl Into<String>,
        slots: Vec<SlotImages>,
    ) -> Self {
        Self { label: label.into(), reason: reason.into(), is_guess: false, slots: BySlot::Each(slots) }
    }

    /// Returns a skin of an image file for the whole model.
    #[must_use]
    pub fn file(path: &Path, reason: impl Into<String>) -> Self {
        let name = path.file_name().unwrap_or(path.as_os_str());
        Self::whole(name.to_string_lossy(), reason, SkinImage::File(path.to_owned()))
    }

    /// Returns a skin of an image file that the user chose.
    #[must_use]
    pub fn chosen(path: &Path) -> Self {
        Self::file(path, "selected by the user")
    }

    /// Returns a skin of an image built into the program.
    #[must_use]
    pub fn built_in(name: &str, bytes: &[u8]) -> Self {
        Self::whole(name, "built in", SkinImage::Encoded { name: name.to_owned(), bytes: bytes.into() })
    }

    /// Marks the skin as a guess, which is not applied unless the user selects it.
    #[must_use]
    pub fn guessed(self, is_guess: bool) -> Self {
        Self { is_guess, ..self }
    }

    /// Whether the skin is a guess: an image whose only relation to the model is that both are in the same
    /// folder. A guess is not applied unless the user selects it.
    #[must_use]
    pub fn is_guess(&self) -> bool {
        self.is_guess
    }

    /// The name in a list: the image's file name, or the name of a set of images.
    #[must_use]
    pub fn label(&self) -> &str {
        &self.label
    }

    /// The reason why the skin belongs to the model, in a few words.
    #[must_use]
    pub fn reason(&self) -> &str {
        &self.reason
    }

    /// The content of a slot.
    #[must_use]
    pub fn slot(&self, slot: usize) -> &SlotImages {
        self.slots.get(slot).unwrap_or(&SlotImages::Checker)
    }

    /// The contents of the slots, in the order of the slots; a single content if all slots have the same.
    #[must_use]
    pub fn slots(&self) -> &[SlotImages] {
        self.slots.as_slice()
    }

    /// The images, in the order of the slots.
    pub fn images(&self) -> impl Iterator<Item = &SkinImage> {
        self.slots().iter().flat_map(SlotImages::paints).map(|paint| &paint.image)
    }

    /// The first image file; `None` if all images are in memory.
    #[must_use]
    pub fn path(&self) -> Option<&Path> {
        self.images().find_map(SkinImage::path)
    }

    /// The location of the first image, for the user; empty if the skin has no images.
    #[must_use]
    pub fn place(&self) -> String {
        self.images().next().map_or_else(String::new, SkinImage::place)
    }

    /// Whether `name` is the label of the skin, in any letter case, with or without the file extension.
    #[must_use]
    pub fn is_called(&self, name: &str) -> bool {
        let stem = self.label.rsplit_once('.').map_or(self.label.as_str(), |(stem, _)| stem);
        self.label.eq_ignore_ascii_case(name) || stem.eq_ignore_ascii_case(name)
    }

    /// Whether `label` is the label of the skin, in any letter case. Parts of a figure share skins by label.
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

    /// Decodes all images of the skin. An image that several slots show is decoded once.
    ///
    /// # Errors
    /// If one of the images cannot be shown.
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
