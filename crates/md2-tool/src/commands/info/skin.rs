//! The report of a skin.

use std::fmt;
use std::path::Path;

use md2_anim::KeyTimes;
use md2_scene::{Cover, Document, Paint, Skin, SkinImage, SlotImages};
use serde::Serialize;

use super::shown_path;
use md2_scene::text::{message, shown};

#[derive(Debug, Serialize)]
pub(super) struct SkinReport {
    name: String,
    path: String,
    found_by: String,
    /// Whether the skin is a guess: only its folder or the words in its name suggest that it belongs to this model. Such a skin is shown
    /// only if the user selects it.
    is_guess: bool,
    slots: Vec<SlotReport>,
    /// The path of the first image file, for the text output. `None` if the model contains all images.
    #[serde(skip)]
    file: Option<String>,
}

#[derive(Debug, Serialize)]
struct SlotReport {
    surface: Option<String>,
    shows: &'static str,
    pictures: Vec<ImageReport>,
    ends: Option<Vec<f32>>,
}

#[derive(Debug, Serialize)]
struct ImageReport {
    path: String,
    glow: Option<String>,
    cover: &'static str,
    /// The reason why the image file cannot be shown, according to its header. `None` if the header is valid, or if the skin is a guess,
    /// whose file is not opened.
    unreadable: Option<String>,
}

impl SkinReport {
    pub(super) fn new(skin: &Skin, document: &Document) -> Self {
        let surfaces = document.mesh().surfaces();
        // The report contains the names of surfaces only if each surface has its own image.
        let for_each = skin.slots().len() == document.mesh().skin_slot_count();
        let name_of = |slot: usize| {
            let surface = surfaces.iter().find(|surface| surface.skin_slot == slot)?;
            (for_each && !surface.name.is_empty()).then(|| surface.name.clone())
        };
        // A surface without triangles is never visible.
        let is_bare = |slot: usize| {
            surfaces
                .iter()
                .filter(|surface| surface.skin_slot == slot)
                .all(|surface| surface.indices.is_empty())
        };
        Self {
            name: skin.label().to_owned(),
            path: skin.images().next().map_or_else(String::new, image_place),
            found_by: skin.reason().to_owned(),
            is_guess: skin.is_guess,
            file: skin.path().map(shown_path),
            slots: skin
                .slots()
                .iter()
                .enumerate()
                .map(|(index, slot)| SlotReport {
                    surface: name_of(index),
                    shows: match slot {
                        SlotImages::Hidden => "nothing",
                        _ if for_each && is_bare(index) => "nothing: the surface has no triangles",
                        SlotImages::Still(_) => "a picture",
                        SlotImages::Timed { .. } => "images in turn",
                        _ => "the checker",
                    },
                    pictures: slot.paints().iter().map(|paint| ImageReport::new(paint, skin)).collect(),
                    ends: match slot {
                        SlotImages::Timed { times, .. } => Some(key_ends(times)),
                        _ => None,
                    },
                })
                .collect(),
        }
    }

    fn guess_note(&self) -> &'static str {
        if self.is_guess { "; not applied unless selected" } else { "" }
    }
}

impl ImageReport {
    fn new(paint: &Paint, skin: &Skin) -> Self {
        Self {
            path: image_place(&paint.image),
            glow: paint.glow.as_ref().map(image_place),
            cover: match paint.cover {
                Cover::Cutout => "with holes",
                Cover::Added => "added as light",
                _ => "solid",
            },
            unreadable: paint.image.path().filter(|_| !skin.is_guess).and_then(unreadable_reason),
        }
    }
}

fn unreadable_reason(path: &Path) -> Option<String> {
    match md2_assets::image_size(path) {
        Ok(Some(_)) => None,
        Ok(None) => Some(String::from("not an image of a supported format")),
        Err(error) => Some(format!("{:#}", anyhow::Error::from(error))),
    }
}

fn image_place(image: &SkinImage) -> String {
    image.path().map_or_else(|| image.place(), shown_path)
}

pub(super) fn key_ends(times: &KeyTimes) -> Vec<f32> {
    (1..=times.key_count()).map(|key| times.start(key).as_secs_f32()).collect()
}

pub(super) fn format_ends(ends: &[f32]) -> String {
    let ends: Vec<_> = ends.iter().map(ToString::to_string).collect();
    format!("until {} s", ends.join(", "))
}

impl fmt::Display for SkinReport {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let [only @ SlotReport { surface: None, .. }] = self.slots.as_slice() {
            let name = self.file.as_ref().unwrap_or(&self.name);
            write!(f, "  {}  ({}{})", message(name), shown(&self.found_by), self.guess_note())?;
            return writeln!(f, "{}", image_notes(only));
        }
        writeln!(f, "  {}  ({}{})", shown(&self.name), shown(&self.found_by), self.guess_note())?;
        for slot in &self.slots {
            let surface = shown(slot.surface.as_deref().unwrap_or("-"));
            match slot.pictures.as_slice() {
                [] => writeln!(f, "    {surface}: {}", slot.shows)?,
                images => {
                    let first = images.first().map_or("", |image| image.path.as_str());
                    writeln!(f, "    {surface}: {}{}", message(first), image_notes(slot))?;
                }
            }
        }
        Ok(())
    }
}

fn image_notes(slot: &SlotReport) -> String {
    let mut text = String::new();
    if let Some(image) = slot.pictures.first() {
        if image.cover != "solid" {
            text = format!(", {}", image.cover);
        }
        if let Some(glow) = &image.glow {
            text = format!("{text}, glow {}", message(glow));
        }
        if let Some(why) = &image.unreadable {
            text = format!("{text}, cannot be shown: {}", message(why));
        }
    }
    if let Some(ends) = &slot.ends {
        text = format!("{text}, {} images, {}", slot.pictures.len(), format_ends(ends));
    }
    text
}
