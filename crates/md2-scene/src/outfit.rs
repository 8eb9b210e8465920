//! Decoded skins.

use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::time::Duration;

use md2_anim::KeyTimes;
use md2_assets::{Cover, FileStamp, ReflectionBlend, RgbaImage, StageColors};
use md2_mesh::SkinAlpha;

use crate::skin_image::{Layers, MAX_OUTFIT_BYTES, Reflection, SkinImage, SkinImageError};
use crate::slot_images::{BySlot, Paint, SlotImages};

#[derive(Clone, Debug)]
pub struct Outfit {
    images: Vec<Layers>,
    clear: Vec<SkinAlpha>,
    stamps: HashMap<PathBuf, FileStamp>,
    slots: BySlot<Slot>,
}

#[derive(Clone, Debug)]
struct Slot {
    contents: Vec<SlotContent>,
    /// The time at which the slot stops showing each content; `None` for a single content.
    times: Option<KeyTimes>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SlotContent {
    Hidden,
    Missing,
    Image { index: usize, cover: Cover },
}

impl Outfit {
    pub(crate) fn decode(slots: &BySlot<SlotImages>) -> Result<Self, SkinImageError> {
        let mut images = Images::default();
        let slots = slots.try_map(|slot| {
            let contents = match slot {
                SlotImages::Hidden => vec![SlotContent::Hidden],
                SlotImages::Missing => vec![SlotContent::Missing],
                SlotImages::Still(_) | SlotImages::Timed { .. } => {
                    let decoded = slot.paints().iter().map(|paint| images.decode(paint));
                    decoded.collect::<Result<_, SkinImageError>>()?
                }
            };
            let times = if let SlotImages::Timed { times, .. } = slot { Some(times.clone()) } else { None };
            Ok(Slot { contents, times })
        })?;
        let Images { decoded, clear, stamps, .. } = images;
        Ok(Self { images: decoded, clear, stamps, slots })
    }

    pub fn images(&self) -> &[Layers] {
        &self.images
    }

    pub(crate) fn clear(&self, index: usize) -> SkinAlpha {
        self.clear[index]
    }

    pub fn stamp_of(&self, path: &Path) -> Option<FileStamp> {
        self.stamps.get(path).copied()
    }

    pub fn files(&self) -> impl Iterator<Item = (&Path, FileStamp)> {
        self.stamps.iter().map(|(path, stamp)| (path.as_path(), *stamp))
    }

    pub fn shown(&self, slot: usize, time: Duration) -> SlotContent {
        let Some(Slot { contents, times }) = self.slots.get(slot) else { return SlotContent::Missing };
        let now = times.as_ref().map_or(0, |times| times.key_at(time) as usize);
        contents.get(now).or(contents.last()).copied().unwrap_or(SlotContent::Missing)
    }

    pub fn times(&self, slot: usize) -> Option<&KeyTimes> {
        self.slots.get(slot)?.times.as_ref()
    }

    pub(crate) fn all_shown(&self, slot: usize) -> &[SlotContent] {
        self.slots.get(slot).map_or(&[], |slot| &slot.contents)
    }

    pub fn changes(&self) -> bool {
        self.slots.as_slice().iter().any(|slot| slot.contents.len() > 1)
    }
}

type ImageSources<'a> =
    (&'a SkinImage, Option<&'a SkinImage>, Option<&'a (SkinImage, ReflectionBlend)>, StageColors);

#[derive(Debug, Default)]
struct Images<'a> {
    sources: HashMap<ImageSources<'a>, usize>,
    bytes: usize,
    decoded: Vec<Layers>,
    clear: Vec<SkinAlpha>,
    stamps: HashMap<PathBuf, FileStamp>,
}

impl<'a> Images<'a> {
    fn decode(&mut self, paint: &'a Paint) -> Result<SlotContent, SkinImageError> {
        let source = (&paint.image, paint.glow.as_ref(), paint.reflection.as_deref(), paint.colors);
        let index = match self.sources.get(&source) {
            Some(&index) => index,
            None => {
                let colors = paint.colors;
                let mut layers = self.read(&paint.image)?;
                multiply(&mut layers.color, colors.main);
                if let Some(glow) = &paint.glow {
                    layers.glow = Some(self.read(glow)?.color);
                }
                layers.glow.iter_mut().for_each(|glow| multiply(glow, colors.glow));
                // The renderer never lights an image that is added to the background.
                if colors.is_unlit && paint.cover != Cover::Added {
                    layers.glow = Some(layers.in_full_light());
                    multiply(&mut layers.color, [0; 3]);
                }
                if let Some((image, blend)) = paint.reflection.as_deref() {
                    let is_alone = *image == paint.image;
                    let mut image = self.read(image)?.color;
                    multiply(&mut image, colors.reflection);
                    let reflection = Reflection::new(image, &layers.color, *blend, paint.cover);
                    layers.reflection = Some(Reflection { is_alone, ..reflection });
                }
                let reflection = layers.reflection.iter().flat_map(|found| [&found.image, &found.mask]);
                self.bytes += [&layers.color]
                    .into_iter()
                    .chain(&layers.glow)
                    .chain(reflection)
                    .map(|image| image.rgba().len())
                    .sum::<usize>();
                if self.bytes > MAX_OUTFIT_BYTES {
                    return Err(SkinImageError::TooMuch);
                }
                self.clear.push(SkinAlpha::from_image(&layers.color));
                self.decoded.push(layers);
                self.sources.insert(source, self.decoded.len() - 1);
                self.decoded.len() - 1
            }
        };
        let cover = if self.decoded[index].has_holes { Cover::Cutout } else { paint.cover };
        Ok(SlotContent::Image { index, cover })
    }

    fn read(&mut self, image: &SkinImage) -> Result<Layers, SkinImageError> {
        let (layers, stamp) = image.decode_stamped()?;
        if let (Some(path), Some(stamp)) = (image.path(), stamp) {
            self.stamps.insert(path.to_owned(), stamp);
        }
        Ok(layers)
    }
}

fn multiply(image: &mut RgbaImage, color: [u8; 3]) {
    if color == [u8::MAX; 3] {
        return;
    }
    for pixel in image.rgba_mut().as_chunks_mut::<4>().0 {
        for (part, factor) in pixel.iter_mut().zip(color) {
            *part = u8::try_from(u16::from(*part) * u16::from(factor) / 255).unwrap_or(u8::MAX);
        }
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use md2_load::{LoadOptions, ModelSkin};

    use super::*;
    use crate::Skin;

    const FLOOR: &[u8] = include_bytes!("../../../assets/floor/floor.png");
    const START: Duration = Duration::ZERO;

    fn image(name: &str) -> SkinImage {
        SkinImage::Encoded { name: name.to_owned(), bytes: FLOOR.into() }
    }

    fn solid(index: usize) -> SlotContent {
        SlotContent::Image { index, cover: Cover::ByAlpha }
    }

    #[test]
    fn slots_share_equal_images() {
        let still = |name| SlotImages::Still(image(name).into());
        let added = SlotImages::Still(Paint { cover: Cover::Added, ..image("a").into() });
        let slots = vec![still("a"), SlotImages::Hidden, still("b"), still("a"), SlotImages::Missing, added];
        let outfit = Skin::per_slot("red", "", slots).decode().unwrap();
        assert_eq!(outfit.images().len(), 2);
        let shown: Vec<_> = (0..7).map(|slot| outfit.shown(slot, START)).collect();
        let added = SlotContent::Image { index: 0, cover: Cover::Added };
        let expected = [
            solid(0),
            SlotContent::Hidden,
            solid(1),
            solid(0),
            SlotContent::Missing,
            added,
            SlotContent::Missing,
        ];
        assert_eq!(shown, expected, "the last slot is past the end");
        assert!(!outfit.changes());
        let whole = Skin::built_in("floor.png", FLOOR).decode().unwrap();
        assert_eq!((whole.images().len(), whole.shown(7, START)), (1, solid(0)));
    }

    #[test]
    fn the_colors_of_stages_multiply_images() {
        let colors = StageColors { main: [255, 128, 0], glow: [0; 3], ..StageColors::default() };
        let paint = Paint { glow: Some(image("glow")), colors, ..image("a").into() };
        let outfit = Skin::everywhere("", "", SlotImages::Still(paint)).decode().unwrap();
        let [red, green, _, alpha] = image("a").decode().unwrap().color.pixel(3, 3);
        let half = u8::try_from(u16::from(green) * 128 / 255).unwrap();
        let [layers] = outfit.images() else { panic!("one image with its glow") };
        assert_eq!(layers.color.pixel(3, 3), [red, half, 0, alpha]);
        assert_eq!(layers.glow.as_ref().map(|glow| glow.pixel(3, 3)), Some([0, 0, 0, alpha]));
    }

    #[test]
    fn an_image_without_lighting_is_drawn_as_glow() {
        // Expected: the renderer adds the glow to the lit color, and light does not change black.
        let colors = StageColors { main: [255, 0, 0], is_unlit: true, ..StageColors::default() };
        let paint = Paint { glow: Some(image("glow")), colors, cover: Cover::Solid, ..image("a").into() };
        let outfit = Skin::everywhere("", "", SlotImages::Still(paint)).decode().unwrap();
        let [Layers { color, glow: Some(glow), .. }] = outfit.images() else { panic!("an image with glow") };
        let [red, green, blue, alpha] = image("a").decode().unwrap().color.pixel(3, 3);
        assert_eq!(color.pixel(3, 3), [0, 0, 0, alpha]);
        assert_eq!(glow.pixel(3, 3), [red.saturating_add(red), green, blue, alpha]);
    }

    #[test]
    fn a_separate_glow_replaces_the_images_own() {
        let paint = Paint { glow: Some(image("glow")), ..image("a").into() };
        let outfit = Skin::everywhere("", "", SlotImages::Still(paint)).decode().unwrap();
        let [layers] = outfit.images() else { panic!("one image with its glow") };
        assert_eq!(layers.glow.as_ref(), Some(&layers.color));
    }

    #[test]
    fn rejects_timed_skins_larger_than_the_limit() {
        // 2048 x 2048 RGBA pixels take 16 MiB, and their glow as much again.
        let texels = vec![225; 2048 * 2048];
        let group = (1..=5).map(|end| (end as f32, texels.clone())).collect();
        let file = md2_testdata::mdl::MdlSpec {
            skin_size: [2048, 2048],
            skins: vec![md2_testdata::mdl::SkinSpec::Group(group)],
            ..md2_testdata::mdl::one_triangle()
        };
        let model = md2_load::load(file.build().bytes(), &LoadOptions::default()).unwrap();
        let ModelSkin::Embedded(skin) = &model.skins.alternatives[0] else { panic!("it is inside") };
        let skin = Arc::new(skin.clone());
        let decode = |count: usize| {
            let paints =
                (0..count).map(|number| SkinImage::Embedded { skin: Arc::clone(&skin), number }.into());
            let times = KeyTimes::from_ends((1..=count).map(|end| end as f32)).unwrap();
            Skin::everywhere("", "", SlotImages::Timed { paints: paints.collect(), times }).decode()
        };
        assert_eq!(decode(1).unwrap().images().len(), 1);
        let error = decode(5).unwrap_err().to_string();
        assert_eq!(error, "the skin's images need more than 128 MiB");
    }
}
