//! Skins stored inside a model's file.

use std::sync::Arc;

use md2_load::{EmbeddedSkin, ModelSkin};

use crate::skin::Skin;
use crate::skin_image::SkinImage;
use crate::slot_images::{Paint, SlotImages};

/// Adds the skins inside a file to those found elsewhere. The number of a skin is the game's; those that the game does not show come last.
pub(crate) fn with_embedded(mut skins: Vec<Skin>, inside: Vec<ModelSkin>) -> Vec<Skin> {
    let numbers: Vec<_> = skins.iter().map(|skin| skin.number).collect();
    let is_replaced = |skin: &Skin| numbers.contains(&skin.number);
    let (replaced, others): (Vec<_>, Vec<_>) = embedded_skins(inside).partition(is_replaced);
    skins.extend(others);
    skins.sort_by_key(|skin| skin.number);
    skins.extend(replaced);
    skins
}

fn embedded_skins(skins: Vec<ModelSkin>) -> impl Iterator<Item = Skin> {
    (0..).zip(skins).filter_map(|(number, skin)| match skin {
        ModelSkin::Embedded(skin) => {
            let images = slot(&Arc::new(skin), |paint, _| paint);
            Some(Skin::everywhere(skin_name(number), "inside the model", images).numbered(number))
        }
        _ => None,
    })
}

pub(crate) fn skin_name(number: usize) -> String {
    format!("skin {}", number + 1)
}

pub(crate) fn slot(skin: &Arc<EmbeddedSkin>, change: impl Fn(Paint, usize) -> Paint) -> SlotImages {
    let paint = |number| change(SkinImage::Embedded { skin: Arc::clone(skin), number }.into(), number);
    match skin.times() {
        Some(times) => {
            SlotImages::Timed { paints: (0..skin.image_count()).map(paint).collect(), times: times.clone() }
        }
        None => SlotImages::Still(paint(0)),
    }
}
