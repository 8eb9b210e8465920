//! Losses of an export: data of a model that the output format cannot store, or that was not selected.

use md2_anim::Sequence;
use md2_anim::game::GameRules;
use md2_export::{Loss, LossKind, SkinSet, SlotSkin};
use md2_load::HeaderValue;
use md2_scene::{Document, Skin, SlotImages};

use crate::report::count;
use md2_scene::text::list;

/// The rate at which Quake and Quake II show frames, in frames per second.
const GAME_FPS: f32 = 10.0;

pub(super) fn tags(document: &Document) -> Option<Loss> {
    let tags = document.mesh().tags();
    let names = || list(tags.iter().map(|tag| tag.name.as_str()));
    let text = || format!("tags are not exported; glTF keeps them: {}", names());
    (!tags.is_empty()).then(|| Loss::new(LossKind::Tags, tags.len(), text()))
}

pub(super) fn other_skins(skins: &[SkinSet]) -> Option<Loss> {
    let others = skins.get(1..).filter(|others| !others.is_empty())?;
    let names = list(others.iter().map(|skin| skin.name.as_str()));
    let text = format!("only the first skin is exported; --skin selects another skin: {names}");
    Some(Loss::new(LossKind::Skins, others.len(), text))
}

/// Removes skins without any image, and returns their loss. If no skin has an image, all remain.
pub(super) fn skins_without_image(skins: &mut Vec<SkinSet>) -> Option<Loss> {
    let has_image = |skin: &SkinSet| skin.slots.iter().any(|slot| matches!(slot, SlotSkin::Texture(_)));
    let lost: Vec<&str> =
        skins.iter().filter(|skin| !has_image(skin)).map(|skin| skin.name.as_str()).collect();
    if lost.is_empty() || lost.len() == skins.len() {
        return None;
    }
    let text = format!("skins whose image was not found are not exported: {}", list(lost.iter().copied()));
    let loss = Loss::new(LossKind::Skins, lost.len(), text);
    skins.retain(has_image);
    Some(loss)
}

pub(super) fn all_skins(document: &Document) -> Option<Loss> {
    let mut skins: Vec<&str> = Vec::new();
    for skin in document.skins().iter().filter(|skin| !skin.is_guess) {
        if !skins.iter().any(|other| is_same_skin(other, skin.label())) {
            skins.push(skin.label());
        }
    }
    let skins = skins.len();
    let text = || format!("{} not exported; glTF and OBJ keep skins", count_are(skins, "skin"));
    (skins > 0).then(|| Loss::new(LossKind::Skins, skins, text()))
}

pub(super) fn is_same_skin(a: &str, b: &str) -> bool {
    fn stem(name: &str) -> &str {
        name.rsplit_once('.').map_or(name, |(stem, _)| stem)
    }
    stem(a).eq_ignore_ascii_case(stem(b))
}

pub(super) fn skin_images(document: &Document, skin: &Skin) -> Option<Loss> {
    let images = |slot| match skin.slot(slot) {
        SlotImages::Timed { paints, .. } => paints.len().saturating_sub(1),
        _ => 0,
    };
    let lost: usize = (0..document.mesh().skin_slot_count()).map(images).sum();
    let text = || format!("only the first image of the animated skin {} is exported", skin.label());
    (lost > 0).then(|| Loss::new(LossKind::SkinImages, lost, text()))
}

pub(super) fn other_frames(frames: usize) -> Option<Loss> {
    let lost = frames.checked_sub(1).filter(|lost| *lost > 0)?;
    let text = format!("only frame 0 of {frames} is exported; --sequence or --frames selects other frames");
    Some(Loss::new(LossKind::Frames, lost, text))
}

fn header_field<'a>(document: &'a Document, name: &str) -> Option<&'a HeaderValue> {
    document.header.iter().find(|field| field.name == name).map(|field| &field.value)
}

pub(super) fn header_flags(document: &Document) -> i32 {
    if let Some(HeaderValue::Int(flags)) = header_field(document, "flags") { *flags } else { 0 }
}

/// Returns the losses of an MDL's header fields that other formats do not store: effects, random start times and the position of the
/// eyes.
pub(super) fn mdl_header(document: &Document) -> Vec<Loss> {
    if document.format().rules() != GameRules::Quake {
        return Vec::new();
    }
    let mut losses = Vec::new();
    let flags = header_flags(document).cast_unsigned();
    if flags != 0 {
        let number = usize::try_from(flags.count_ones()).unwrap_or(1);
        let text = format!("the effects in the header are not exported: flags {flags:#x}");
        losses.push(Loss::new(LossKind::Effects, number, text));
    }
    if document.facts.random_start {
        let text = "the random start time of each entity is not exported";
        losses.push(Loss::new(LossKind::Timing, 1, text));
    }
    if let Some(HeaderValue::Floats(eye)) = header_field(document, "eyeposition")
        && eye.iter().any(|c| *c != 0.0)
    {
        losses.push(Loss::new(LossKind::EyePosition, 1, "the position of the eyes is not exported"));
    }
    losses
}

/// Returns the loss of the times of sequences, for formats whose games show ten frames a second. `is_kept` returns whether another
/// exported file contains the times of a sequence.
pub(super) fn timing(document: &Document, is_kept: impl Fn(&Sequence) -> bool) -> Option<Loss> {
    let sequences = &document.range_sets()[0].sequences;
    let is_timed = |sequence: &&Sequence| {
        let has_times = sequence.times.is_some() || sequence.fps != GAME_FPS;
        sequence.frame_count() > 1 && has_times && !is_kept(sequence)
    };
    let names: Vec<&str> = sequences.iter().filter(is_timed).map(|sequence| sequence.name.as_str()).collect();
    let text = || {
        format!(
            "the times of {} are not exported; the game shows {GAME_FPS} frames per second: {}",
            count(names.len(), "sequence"),
            list(names.iter().copied())
        )
    };
    (!names.is_empty()).then(|| Loss::new(LossKind::Timing, names.len(), text()))
}

pub(super) fn skin_names(document: &Document) -> Option<Loss> {
    let names = &document.named_skins;
    let text = || format!("skin paths are not exported: {}", list(names.iter().map(String::as_str)));
    (!names.is_empty()).then(|| Loss::new(LossKind::SkinPaths, names.len(), text()))
}

fn count_are(number: usize, noun: &str) -> String {
    format!("{} {}", count(number, noun), if number == 1 { "is" } else { "are" })
}
