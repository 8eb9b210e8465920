//! Holes in skins, made by the alpha of their images.

use md2_mesh::{AlphaMeaning, Mesh, SkinAlpha, SkinAlphas};

use crate::outfit::{Outfit, SlotContent};
use md2_assets::Cover;

/// A rule for clear pixels of skins (their alpha is 0 or low): they are holes or opaque. A shader or the model
/// itself may override the rule.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Alpha {
    /// Clear pixels are holes, unless nearly all visible pixels are clear.
    #[default]
    Auto,
    On,
    Off,
}

impl Alpha {
    pub const ALL: [Self; 3] = [Self::Auto, Self::On, Self::Off];

    pub fn name(self) -> &'static str {
        match self {
            Self::Auto => "auto",
            Self::On => "on",
            Self::Off => "off",
        }
    }

    pub fn next(self) -> Self {
        Self::ALL[(self as usize + 1) % Self::ALL.len()]
    }
}

#[derive(Clone, Debug, Default)]
pub(crate) struct AppliedAlpha {
    /// For each skin slot, the images with clear pixels on the surfaces of the slot: the index of each image and its
    /// transparency on these surfaces, sorted by index.
    slots: Vec<Vec<(usize, SkinAlpha)>>,
    /// For each image, whether its clear pixels are drawn as holes under at least one rule of [`Alpha`].
    holed: Vec<bool>,
    /// Whether the alpha of at least one image is ignored, because hardly any part of the model would remain visible with
    /// it.
    is_ignored: bool,
}

impl AppliedAlpha {
    pub(crate) fn new(outfit: &Outfit, mesh: &Mesh) -> Self {
        let mut alphas = SkinAlphas::new(mesh);
        let mut holed = vec![false; outfit.images().len()];
        let mut is_ignored = false;
        let slot_alphas = |slot: usize| {
            let mut clear = Vec::new();
            for shown in outfit.all_shown(slot) {
                match *shown {
                    SlotContent::Image { index, cover: Cover::Cutout } => holed[index] = true,
                    SlotContent::Image { index, cover: Cover::Solid | Cover::ByAlpha }
                        if outfit.clear(index).clear_fraction() > 0.0 =>
                    {
                        clear.push(index);
                    }
                    _ => {}
                }
            }
            clear.sort_unstable();
            clear.dedup();
            let colors: Vec<_> = clear.iter().map(|&index| &outfit.images()[index].color).collect();
            let judged = if colors.is_empty() { Vec::new() } else { alphas.measure_slot(slot, &colors) };
            // If testing the pixels of a slot would take too long, the whole image decides.
            let judged = judged.into_iter().zip(clear);
            let judged = judged.map(|(alpha, index)| (index, alpha.unwrap_or(outfit.clear(index))));
            let visible: Vec<(usize, SkinAlpha)> =
                judged.filter(|(_, alpha)| alpha.clear_fraction() > 0.0).collect();
            for &(index, alpha) in &visible {
                holed[index] = true;
                let by_alpha = SlotContent::Image { index, cover: Cover::ByAlpha };
                is_ignored |=
                    alpha.meaning() == AlphaMeaning::Other && outfit.all_shown(slot).contains(&by_alpha);
            }
            visible
        };
        let slots = (0..mesh.skin_slot_count()).map(slot_alphas).collect();
        Self { slots, holed, is_ignored }
    }

    pub(crate) fn applied(&self, slot: usize, shown: SlotContent, alpha: Alpha) -> SlotContent {
        let SlotContent::Image { index, cover: cover @ (Cover::Solid | Cover::ByAlpha) } = shown else {
            return shown;
        };
        let images = self.slots.get(slot).map(Vec::as_slice).unwrap_or_default();
        let found = images.binary_search_by_key(&index, |(image, _)| *image);
        let has_holes = found.is_ok_and(|found| match alpha {
            Alpha::Auto => cover == Cover::ByAlpha && images[found].1.meaning() == AlphaMeaning::Holes,
            Alpha::On => true,
            Alpha::Off => false,
        });
        SlotContent::Image { index, cover: if has_holes { Cover::Cutout } else { Cover::Solid } }
    }

    pub(crate) fn may_have_holes(&self, index: usize) -> bool {
        self.holed.get(index).is_some_and(|holed| *holed)
    }

    pub(crate) fn has_clear_pixels(&self) -> bool {
        self.alphas().next().is_some()
    }

    pub(crate) fn is_ignored(&self) -> bool {
        self.is_ignored
    }

    fn alphas(&self) -> impl Iterator<Item = SkinAlpha> {
        self.slots.iter().flatten().map(|(_, alpha)| *alpha)
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;
    use crate::{Command, Companions, Document, Look, Skin, Viewport, Workspace};

    fn tga([width, height]: [u8; 2], is_clear: impl Fn(u8, u8) -> bool) -> Vec<u8> {
        let mut bytes = vec![0, 0, 2, 0, 0, 0, 0, 0, 0, 0, 0, 0, width, 0, height, 0, 32, 0x28];
        let texels = (0..height).flat_map(|y| (0..width).map(move |x| (x, y)));
        bytes.extend(texels.flat_map(|(x, y)| [0, 0, 0, if is_clear(x, y) { 0 } else { 255 }]));
        bytes
    }

    fn workspace_with(file: &[u8], skins: Vec<Skin>) -> Workspace {
        let companions = Companions { skins, ..Companions::default() };
        let document = Document::from_bytes("a", file, companions).unwrap();
        Workspace::new(Arc::new(document), Viewport::whole([64, 64])).0
    }

    fn cover(workspace: &Workspace, slot: usize) -> Cover {
        match workspace.drawn().next().unwrap().shown(slot) {
            SlotContent::Image { cover, .. } => cover,
            shown => panic!("{shown:?}"),
        }
    }

    fn covers(workspace: &mut Workspace, slot: usize) -> [Cover; 3] {
        assert_eq!(Look::default().alpha, Alpha::Auto);
        Alpha::ALL.map(|alpha| {
            let _outcome = workspace.apply(Command::SetLook(Look { alpha, ..Look::default() })).unwrap();
            cover(workspace, slot)
        })
    }

    #[test]
    fn only_visible_pixels_decide_whether_a_skin_has_holes() {
        use Cover::{Cutout, Solid};
        // The skin has 64 x 32 texels. One triangle covers half of its left square, up to texel 31, and the other triangle
        // covers half of its right square.
        let file = md2_testdata::seamed_quad().build();
        let check = |what: &str, is_clear: &dyn Fn(u8, u8) -> bool, expected: [Cover; 3], is_noted: bool| {
            let skin = Skin::built_in("leaf.tga", &tga([64, 32], is_clear));
            let mut workspace = workspace_with(file.bytes(), vec![skin]);
            assert_eq!(covers(&mut workspace, 0), expected, "{what}");
            let actor = &workspace.actors()[0];
            assert_eq!(actor.has_alpha(), expected[1] == Cutout, "{what}");
            let drawn = workspace.drawn().next().unwrap();
            assert_eq!(drawn.may_have_holes(0), expected[1] == Cutout, "{what}");
            assert_eq!(actor.skin_note().is_some_and(|note| note.contains("leaf.tga")), is_noted, "{what}");
        };
        check("opaque", &|_, _| false, [Solid; 3], false);
        check("a few percent", &|x, _| x % 32 == 9, [Cutout, Cutout, Solid], false);
        check("half", &|x, _| x % 4 < 2, [Cutout, Cutout, Solid], false);
        // One unused texel is opaque, because decoders drop an alpha channel that is 0 everywhere.
        check("all of it", &|x, y| (x, y) != (20, 28), [Solid, Cutout, Solid], true);
        // The unused half of the left square, below its diagonal from lower left to upper right.
        check("only unused pixels", &|x, y| x < 31 && x + y > 34, [Solid; 3], false);
    }
}
