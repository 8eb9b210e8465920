//! The input of exports: a model of any format with its sequences and skins.

use std::sync::Arc;

use md2_anim::Sequence;
use md2_common::RgbaImage;
use md2_load::{LoadedModel, ModelSkin, SkinSlot};
use md2_mesh::Mesh;

use crate::name::{escape_name, file_stem};

/// A model to export.
#[derive(Clone, Debug)]
#[expect(missing_docs, reason = "the names say what the fields are")]
pub struct ExportModel<'a> {
    pub name: String,
    pub mesh: &'a Mesh,
    /// The names of the frames as stored in the file. The list may contain fewer names than the mesh has frames.
    pub frame_names: &'a [Vec<u8>],
    pub sequences: &'a [Sequence],
    /// The skins of the model. The first skin is the one that is currently selected.
    pub skins: Vec<SkinSet>,
    /// The skin paths that the model's file lists.
    pub skin_names: Vec<String>,
    /// The shader names of an MD3, one for each surface; empty for other formats.
    pub shaders: Vec<String>,
    /// Width and height of the skin in texels, as stated in the model's file.
    pub skin_size: Option<[i32; 2]>,
}

impl<'a> ExportModel<'a> {
    /// Creates an export model with the embedded skins of a loaded model. The caller must add skins from other files.
    pub fn new(name: impl Into<String>, model: &'a LoadedModel) -> Self {
        let mut subject = Self {
            name: name.into(),
            mesh: &model.mesh,
            frame_names: &model.frame_names,
            sequences: model.detection.sequences(),
            skins: Vec::new(),
            skin_names: Vec::new(),
            shaders: shaders(&model.skins.slots),
            skin_size: model.facts.skin_size,
        };
        for (number, skin) in model.skins.alternatives.iter().enumerate() {
            match skin {
                ModelSkin::Named(name) => subject.skin_names.push(escape_name(name)),
                ModelSkin::Embedded(skin) => {
                    // A timed skin shows its first image.
                    let Some(painted) = skin.paint(0) else { continue };
                    let name = format!("skin {number}");
                    let alpha = if painted.has_holes { SkinAlphaMode::Holes } else { SkinAlphaMode::Opaque };
                    let pixels = ImageData::Rgba(painted.color);
                    let texture = SkinTexture { name: name.clone(), pixels, glow: painted.glow, alpha };
                    let slots = vec![SlotSkin::Texture(Arc::new(texture))];
                    subject.skins.push(SkinSet { name, slots });
                }
                _ => {}
            }
        }
        subject
    }

    /// Returns the names of a surface and its shader; `None` if the format has no surfaces.
    pub(crate) fn surface_names(&self, surface: usize) -> Option<[&str; 2]> {
        let shader = self.shaders.get(surface)?;
        Some([&self.mesh.surfaces().get(surface)?.name, shader])
    }

    /// Returns the path in the model's file that leads to a skin.
    pub(crate) fn skin_path(&self, skin: &str) -> Option<String> {
        let is_same = |path: &&String| file_stem(path).eq_ignore_ascii_case(file_stem(skin));
        self.skin_names.iter().find(is_same).cloned()
    }

    /// Returns the name of a frame as text, with `\xNN` for bytes that are not UTF-8. A frame without a name gives empty text.
    pub fn frame_name(&self, frame: usize) -> String {
        self.frame_names.get(frame).map_or_else(String::new, |name| escape_name(name))
    }
}

/// Returns the shader names for [`ExportModel::shaders`].
pub fn shaders(slots: &[SkinSlot]) -> Vec<String> {
    let is_named = |slot: &SkinSlot| !slot.surface.is_empty() || !slot.shader.is_empty();
    let slots = if slots.iter().any(is_named) { slots } else { &[] };
    slots.iter().map(|slot| escape_name(&slot.shader)).collect()
}

/// The skin of a model: an image for each skin slot. Each surface of the model refers to a slot by its number.
#[derive(Clone, Debug, PartialEq)]
pub struct SkinSet {
    /// The name of the image file, or of the `.skin` file that assigns images to surfaces.
    pub name: String,
    /// The skin of each slot. Slots past the end of the list have no image.
    pub slots: Vec<SlotSkin>,
}

impl SkinSet {
    /// Returns the skin of a slot; [`SlotSkin::Missing`] for a slot past the end of the list.
    pub fn slot(&self, slot: usize) -> &SlotSkin {
        self.slots.get(slot).unwrap_or(&SlotSkin::Missing)
    }
}

/// The skin of a slot.
#[derive(Clone, Debug, Default, PartialEq)]
#[non_exhaustive]
pub enum SlotSkin {
    /// The surfaces of the slot are hidden.
    Hidden,
    /// No image is available.
    #[default]
    Missing,
    /// An image. Several slots and sets may share it.
    Texture(Arc<SkinTexture>),
}

/// A skin image with its glow and alpha mode.
#[derive(Clone, Debug, PartialEq)]
pub struct SkinTexture {
    /// The name to show to the user.
    pub name: String,
    /// The colors of the skin, to which lighting is applied.
    pub pixels: ImageData,
    /// Light that is added to the lit colors, such as pixels that glow in the dark.
    pub glow: Option<RgbaImage>,
    /// The meaning of the alpha channel.
    pub alpha: SkinAlphaMode,
}

/// An image: a PNG or JPEG file that exports copy unchanged, or decoded pixels.
#[derive(Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum ImageData {
    /// The bytes of a PNG file.
    Png(Arc<[u8]>),
    /// The bytes of a JPEG file.
    Jpeg(Arc<[u8]>),
    /// Decoded pixels.
    Rgba(RgbaImage),
}

impl std::fmt::Debug for ImageData {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Png(bytes) => write!(f, "Png({} bytes)", bytes.len()),
            Self::Jpeg(bytes) => write!(f, "Jpeg({} bytes)", bytes.len()),
            Self::Rgba(image) => image.fmt(f),
        }
    }
}

/// The meaning of the alpha channel of a skin image.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum SkinAlphaMode {
    /// Alpha is ignored.
    #[default]
    Opaque,
    /// Pixels with an alpha below one half are transparent.
    Holes,
    /// Alpha is ignored, and the colors are added to the picture as light.
    Added,
}
