//! Conversion of documents to the models with decoded skins that the exporters accept.

use std::collections::{HashMap, HashSet};
use std::path::Path;
use std::sync::Arc;

use anyhow::Context as _;
use md2_assets::{Cover, ReadAs, read_file};
use md2_export::{
    ExportModel, ImageData, Loss, LossKind, SkinAlphaMode, SkinSet, SkinTexture, SlotSkin, shaders,
};
use md2_mesh::{AlphaMeaning, SkinAlpha, SkinAlphas};
use md2_scene::{Document, Paint, Skin, SkinImage, SlotImages};

use super::losses;
use crate::failure::Failure;
use crate::scene_setup::unknown_name;
use md2_scene::text::list;

pub(super) fn new<'a>(document: &'a Document, name: &str, skins: Vec<SkinSet>) -> ExportModel<'a> {
    ExportModel {
        name: name.to_owned(),
        mesh: document.mesh(),
        frame_names: &document.raw_frame_names,
        sequences: &document.range_sets()[0].sequences,
        skins,
        skin_names: document.named_skins.to_vec(),
        shaders: shaders(&document.skin_slots),
        skin_size: document.facts.skin_size,
    }
}

/// Decodes skins of a document. If `wanted` is the name, number or file of a skin, decodes only this skin. Otherwise, decodes all
/// skins of the model. Adds the skins that cannot be decoded to `losses`, and the images of animated skins other than the first.
pub(super) fn decode_skins(
    document: &Document,
    wanted: Option<&str>,
    losses: &mut Vec<Loss>,
) -> Result<Vec<SkinSet>, Failure> {
    let mut textures = SkinTextures { document, known: HashMap::new() };
    if let Some(wanted) = wanted {
        let skin = choose(document, wanted)?;
        losses.extend(losses::skin_images(document, &skin));
        return textures.set(&skin).map(|set| vec![set]).map_err(Failure::File);
    }
    let mut sets: Vec<SkinSet> = Vec::new();
    let mut numbers = HashSet::new();
    for skin in document.skins().iter().filter(|skin| !skin.is_guess) {
        if skin.number.is_some_and(|number| numbers.contains(&number)) {
            continue;
        }
        if sets.iter().any(|set| losses::is_same_skin(&set.name, skin.label())) {
            continue;
        }
        match textures.set(skin) {
            Ok(set) => {
                losses.extend(losses::skin_images(document, skin));
                sets.push(set);
                numbers.extend(skin.number);
            }
            Err(error) => {
                let text = format!("the skin {} is not exported: {error:#}", skin.label());
                losses.push(Loss::new(LossKind::Skins, 1, text));
            }
        }
    }
    Ok(sets)
}

fn choose(document: &Document, wanted: &str) -> Result<Skin, Failure> {
    let skins = document.skins();
    let by_number = || wanted.parse::<usize>().ok().and_then(|number| skins.get(number));
    if let Some(skin) = skins.iter().find(|skin| skin.is_called(wanted)).or_else(by_number) {
        return Ok(skin.clone());
    }
    let path = Path::new(wanted);
    if path.is_file() {
        return Ok(Skin::chosen(path));
    }
    Err(unknown_name(wanted, "skin", document.name(), &list(skins.iter().map(Skin::label))))
}

struct SkinTextures<'a> {
    document: &'a Document,
    known: HashMap<(SkinImage, Cover, usize), Arc<SkinTexture>>,
}

impl SkinTextures<'_> {
    fn set(&mut self, skin: &Skin) -> anyhow::Result<SkinSet> {
        let slots = 0..self.document.mesh().skin_slot_count();
        let slot_skin = |slot: usize| match skin.slot(slot) {
            SlotImages::Hidden => Ok(SlotSkin::Hidden),
            SlotImages::Still(paint) => self.texture(paint, slot).map(SlotSkin::Texture),
            SlotImages::Timed { paints, .. } => match paints.first() {
                Some(paint) => self.texture(paint, slot).map(SlotSkin::Texture),
                None => Ok(SlotSkin::Missing),
            },
            _ => Ok(SlotSkin::Missing),
        };
        let slots: anyhow::Result<Vec<SlotSkin>> = slots.map(slot_skin).collect();
        Ok(SkinSet { name: skin.label().to_owned(), slots: slots? })
    }

    fn texture(&mut self, paint: &Paint, slot: usize) -> anyhow::Result<Arc<SkinTexture>> {
        // With `ByAlpha`, the texels that the surfaces of the slot use decide whether the image has holes.
        let slot = if paint.cover == Cover::ByAlpha { slot } else { usize::MAX };
        let key = (paint.image.clone(), paint.cover, slot);
        if let Some(known) = self.known.get(&key) {
            return Ok(Arc::clone(known));
        }
        let layers = paint.image.decode()?;
        let alpha = match paint.cover {
            Cover::Cutout => SkinAlphaMode::Holes,
            Cover::Added => SkinAlphaMode::Added,
            _ if layers.has_holes => SkinAlphaMode::Holes,
            Cover::ByAlpha if self.has_holes(&layers.color, slot) => SkinAlphaMode::Holes,
            _ => SkinAlphaMode::Opaque,
        };
        let glow = paint.glow.as_ref().map(SkinImage::decode).transpose()?.map(|layers| layers.color);
        let name = match &paint.image {
            SkinImage::File(path) => path.file_name().unwrap_or_default().to_string_lossy().into_owned(),
            SkinImage::Encoded { name, .. } => name.clone(),
            SkinImage::Embedded { number: 0, .. } => String::from("skin"),
            SkinImage::Embedded { number, .. } => format!("skin, image {}", number + 1),
        };
        // PNG and JPEG files are copied without a new encoding.
        let file = if alpha == SkinAlphaMode::Added { None } else { file(&paint.image)? };
        let pixels = match file {
            Some(bytes) if bytes.starts_with(b"\x89PNG\r\n\x1a\n") => ImageData::Png(bytes),
            Some(bytes) if bytes.starts_with(b"\xff\xd8\xff") => ImageData::Jpeg(bytes),
            _ => ImageData::Rgba(layers.color),
        };
        let texture = Arc::new(SkinTexture { name, pixels, glow: glow.or(layers.glow), alpha });
        // Slots with the same pixels and the same alpha share one image.
        let same = self.known.iter().find(|((other, ..), known)| *other == paint.image && **known == texture);
        let texture = same.map_or(texture, |(_, known)| Arc::clone(known));
        self.known.insert(key, Arc::clone(&texture));
        Ok(texture)
    }

    /// Whether the transparent texels of an image are holes. The texels that the surfaces with this skin slot use decide, if there are any.
    fn has_holes(&self, image: &md2_assets::RgbaImage, slot: usize) -> bool {
        if SkinAlpha::from_image(image).clear_fraction() == 0.0 {
            return false;
        }
        let judged = SkinAlphas::new(self.document.mesh()).measure_slot(slot, &[image]);
        let alpha = judged.into_iter().flatten().next().unwrap_or_else(|| SkinAlpha::from_image(image));
        alpha.meaning() == AlphaMeaning::Holes
    }
}

fn file(image: &SkinImage) -> anyhow::Result<Option<Arc<[u8]>>> {
    Ok(match image {
        SkinImage::File(path) => {
            let content = read_file(path, ReadAs::Image).with_context(|| path.display().to_string())?;
            Some(content.bytes.into())
        }
        SkinImage::Encoded { bytes, .. } => Some(Arc::clone(bytes)),
        _ => None,
    })
}
