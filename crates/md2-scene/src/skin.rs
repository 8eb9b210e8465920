//! Skins: what each of a model's skin slots can wear, and the same when its pictures are decoded.

use std::path::Path;

use md2_assets::RgbaImage;

use crate::{Picture, PictureError};

/// What one skin slot of a model wears.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum SlotPicture {
    /// Its surfaces are not drawn.
    Hidden,
    /// A checker that is plainly a placeholder.
    Checker,
    /// One picture.
    Still(Picture),
}

/// One way to dress a model.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Skin {
    label: String,
    reason: String,
    cover: Cover<SlotPicture>,
}

/// Something for each skin slot.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Cover<T> {
    /// The same for all slots, however many there are.
    Everywhere(T),
    /// One for each slot; further slots have none.
    PerSlot(Vec<T>),
}

impl<T> Cover<T> {
    fn get(&self, slot: usize) -> Option<&T> {
        match self {
            Self::Everywhere(one) => Some(one),
            Self::PerSlot(list) => list.get(slot),
        }
    }

    fn map<'a, U>(&'a self, mut change: impl FnMut(&'a T) -> U) -> Cover<U> {
        match self {
            Self::Everywhere(one) => Cover::Everywhere(change(one)),
            Self::PerSlot(list) => Cover::PerSlot(list.iter().map(change).collect()),
        }
    }

    fn as_slice(&self) -> &[T] {
        match self {
            Self::Everywhere(one) => std::slice::from_ref(one),
            Self::PerSlot(list) => list,
        }
    }
}

impl Skin {
    /// One picture for the whole model.
    #[must_use]
    pub fn whole(label: impl Into<String>, reason: impl Into<String>, picture: Picture) -> Self {
        let cover = Cover::Everywhere(SlotPicture::Still(picture));
        Self { label: label.into(), reason: reason.into(), cover }
    }

    /// Something for each skin slot, in their order; slots past the end show the checker.
    #[must_use]
    pub fn per_slot(label: impl Into<String>, reason: impl Into<String>, slots: Vec<SlotPicture>) -> Self {
        Self { label: label.into(), reason: reason.into(), cover: Cover::PerSlot(slots) }
    }

    /// An image file for the whole model.
    #[must_use]
    pub fn file(path: &Path, reason: impl Into<String>) -> Self {
        let name = path.file_name().unwrap_or(path.as_os_str());
        Self::whole(name.to_string_lossy(), reason, Picture::File(path.to_owned()))
    }

    /// An image file that the user names.
    #[must_use]
    pub fn chosen(path: &Path) -> Self {
        Self::file(path, "chosen by you")
    }

    /// An image that is built into the program.
    #[must_use]
    pub fn built_in(name: &str, bytes: &[u8]) -> Self {
        Self::whole(name, "built in", Picture::Encoded { name: name.to_owned(), bytes: bytes.into() })
    }

    /// What it is called in a list: the image's file name, or the name of a set of them.
    #[must_use]
    pub fn label(&self) -> &str {
        &self.label
    }

    /// Why it is thought to belong to the model, in a few words.
    #[must_use]
    pub fn reason(&self) -> &str {
        &self.reason
    }

    /// What a slot wears.
    #[must_use]
    pub fn slot(&self, slot: usize) -> &SlotPicture {
        self.cover.get(slot).unwrap_or(&SlotPicture::Checker)
    }

    /// Its pictures, in the order of the slots.
    pub fn pictures(&self) -> impl Iterator<Item = &Picture> {
        self.cover.as_slice().iter().filter_map(|slot| match slot {
            SlotPicture::Still(picture) => Some(picture),
            SlotPicture::Hidden | SlotPicture::Checker => None,
        })
    }

    /// The first file among its pictures; `None` if they are all in memory.
    #[must_use]
    pub fn path(&self) -> Option<&Path> {
        self.pictures().find_map(Picture::path)
    }

    /// Where it lies, for the user to read.
    #[must_use]
    pub fn place(&self) -> String {
        self.path().map_or_else(|| String::from("built in"), |path| path.display().to_string())
    }

    /// Whether it goes by this name, in any case, with or without its extension.
    #[must_use]
    pub fn is_called(&self, name: &str) -> bool {
        let stem = self.label.rsplit_once('.').map_or(self.label.as_str(), |(stem, _)| stem);
        self.label.eq_ignore_ascii_case(name) || stem.eq_ignore_ascii_case(name)
    }

    /// Whether both show the same.
    #[must_use]
    pub fn is_same_as(&self, other: &Self) -> bool {
        self.cover == other.cover
    }

    /// Reads all its pictures, each once.
    ///
    /// # Errors
    /// If one of them cannot be shown.
    pub fn decode(&self) -> Result<Outfit, PictureError> {
        let mut pictures: Vec<&Picture> = Vec::new();
        let mut number_of = |picture| {
            pictures.iter().position(|other| *other == picture).unwrap_or_else(|| {
                pictures.push(picture);
                pictures.len() - 1
            })
        };
        let cover = self.cover.map(|slot| match slot {
            SlotPicture::Hidden => Shown::Hidden,
            SlotPicture::Checker => Shown::Checker,
            SlotPicture::Still(picture) => Shown::Image(number_of(picture)),
        });
        let images = pictures.into_iter().map(Picture::decode).collect::<Result<_, _>>()?;
        Ok(Outfit { images, cover })
    }
}

/// A skin whose pictures are decoded: what an actor wears.
#[derive(Clone, Debug)]
pub struct Outfit {
    images: Vec<RgbaImage>,
    cover: Cover<Shown>,
}

/// What is seen on a skin slot.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Shown {
    /// Nothing: its surfaces are not drawn.
    Hidden,
    /// A checker that is plainly a placeholder.
    Checker,
    /// This one of [`Outfit::images`].
    Image(usize),
}

impl Outfit {
    /// Its pictures, each once.
    #[must_use]
    pub fn images(&self) -> &[RgbaImage] {
        &self.images
    }

    /// What is seen on a slot.
    #[must_use]
    pub fn shown(&self, slot: usize) -> Shown {
        self.cover.get(slot).copied().unwrap_or(Shown::Checker)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const FLOOR: &[u8] = include_bytes!("../../../assets/floor/floor.png");

    #[test]
    fn skins_go_by_their_names() {
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

    #[test]
    fn slots_share_what_is_the_same_picture() {
        let picture =
            |name: &str| SlotPicture::Still(Picture::Encoded { name: name.to_owned(), bytes: FLOOR.into() });
        let slots = vec![picture("a"), SlotPicture::Hidden, picture("b"), picture("a"), SlotPicture::Checker];
        let outfit = Skin::per_slot("red", "", slots).decode().unwrap();
        assert_eq!(outfit.images().len(), 2);
        let shown: Vec<_> = (0..6).map(|slot| outfit.shown(slot)).collect();
        let expected = [
            Shown::Image(0),
            Shown::Hidden,
            Shown::Image(1),
            Shown::Image(0),
            Shown::Checker,
            Shown::Checker,
        ];
        assert_eq!(shown, expected, "the last one past the end");
        let whole = Skin::built_in("floor.png", FLOOR).decode().unwrap();
        assert_eq!((whole.images().len(), whole.shown(7)), (1, Shown::Image(0)));
    }
}
