//! What is exported: a model, whatever its format was, with its sequences and the pictures it wears.

use std::sync::Arc;

use md2_anim::Sequence;
use md2_common::RgbaImage;
use md2_load::{LoadedModel, ModelSkin};
use md2_mesh::Mesh;

use crate::name::escape_name;

/// A model to be exported, with all that goes with it.
#[derive(Clone, Debug)]
pub struct ExportModel<'a> {
    /// What it is called.
    pub name: String,
    /// Its geometry.
    pub mesh: &'a Mesh,
    /// The name of each frame, as the file has it. Those of further frames are empty.
    pub frame_names: &'a [Vec<u8>],
    /// Which frames form which animation.
    pub sequences: &'a [Sequence],
    /// Ways to dress it, the one that is worn first.
    pub skins: Vec<SkinSet>,
    /// The paths of skins that the model's file names, for formats that name some.
    pub skin_names: Vec<String>,
    /// Width and height in texels that the model's file states for its skin.
    pub skin_size: Option<[i32; 2]>,
}

impl<'a> ExportModel<'a> {
    /// A model as it was loaded, in the skins that are inside its file. What lies beside it is the caller's to add.
    #[must_use]
    pub fn new(name: impl Into<String>, model: &'a LoadedModel) -> Self {
        let mut subject = Self {
            name: name.into(),
            mesh: &model.mesh,
            frame_names: &model.frame_names,
            sequences: model.detection.sequences(),
            skins: Vec::new(),
            skin_names: Vec::new(),
            skin_size: model.facts.skin_size,
        };
        for (number, skin) in model.skins.alternatives.iter().enumerate() {
            match skin {
                ModelSkin::Named(name) => subject.skin_names.push(escape_name(name)),
                ModelSkin::Embedded(skin) => {
                    // Of pictures that take turns the first is worn.
                    let Some(painted) = skin.paint(0) else { continue };
                    let name = format!("skin {number}");
                    let alpha = if painted.has_holes { SkinAlphaMode::Holes } else { SkinAlphaMode::Opaque };
                    let pixels = ImageData::Rgba(painted.color);
                    let picture = SkinTexture { name: name.clone(), pixels, glow: painted.glow, alpha };
                    subject.skins.push(SkinSet::whole(name, picture));
                }
                _ => {}
            }
        }
        subject
    }

    /// The name of a frame as text, with `\xNN` for bytes that are no UTF-8; empty if there is none.
    #[must_use]
    pub fn frame_name(&self, frame: usize) -> String {
        self.frame_names.get(frame).map_or_else(String::new, |name| escape_name(name))
    }
}

/// One way to dress a model.
#[derive(Clone, Debug, PartialEq)]
pub struct SkinSet {
    /// What it is called: the picture's file, or the name of a set of them.
    pub name: String,
    /// What each skin slot wears; slots past the end wear nothing.
    pub slots: Vec<SlotSkin>,
}

impl SkinSet {
    /// One picture on slot 0.
    #[must_use]
    pub(crate) fn whole(name: impl Into<String>, picture: SkinTexture) -> Self {
        Self { name: name.into(), slots: vec![SlotSkin::Texture(Arc::new(picture))] }
    }

    /// What a slot wears.
    #[must_use]
    pub fn slot(&self, slot: usize) -> &SlotSkin {
        self.slots.get(slot).unwrap_or(&SlotSkin::Missing)
    }
}

/// What a skin slot wears.
#[derive(Clone, Debug, Default, PartialEq)]
pub enum SlotSkin {
    /// Its surfaces are not seen.
    Hidden,
    /// There is no picture for it.
    #[default]
    Missing,
    /// A picture, which several slots and sets may share.
    Texture(Arc<SkinTexture>),
}

/// A picture as it is worn.
#[derive(Clone, Debug, PartialEq)]
pub struct SkinTexture {
    /// What it is called, for people.
    pub name: String,
    /// What light falls on.
    pub pixels: ImageData,
    /// What shines by itself, added to it.
    pub glow: Option<RgbaImage>,
    /// What its alpha means.
    pub alpha: SkinAlphaMode,
}

/// The pixels of a picture, in a file's bytes where those can go on as they are.
#[derive(Clone, PartialEq, Eq)]
pub enum ImageData {
    /// The bytes of a PNG file.
    Png(Arc<[u8]>),
    /// The bytes of a JPEG file.
    Jpeg(Arc<[u8]>),
    /// Decoded.
    Rgba(RgbaImage),
}

/// The kind and the size; the bytes would fill screens.
impl std::fmt::Debug for ImageData {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Png(bytes) => write!(f, "Png({} bytes)", bytes.len()),
            Self::Jpeg(bytes) => write!(f, "Jpeg({} bytes)", bytes.len()),
            Self::Rgba(image) => image.fmt(f),
        }
    }
}

/// What a picture's alpha means.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum SkinAlphaMode {
    /// Nothing.
    #[default]
    Opaque,
    /// Where it is below a half there is a hole.
    Holes,
    /// Nothing; the picture's light is added to what is behind it.
    Added,
}
