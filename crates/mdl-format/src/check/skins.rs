//! Findings about skins.

use md2_common::overwritten::zeroed_rows;

use super::{Findings, times};
use crate::code::Code;
use crate::location::Location;
use crate::palette::Palette;
use crate::parts::Parts;
use crate::skin::Skin;

pub(super) fn check(parts: &Parts<'_>, findings: &mut Findings) {
    for (index, skin) in parts.skins.iter().enumerate() {
        let (location, offset) = (Location::Skin(index), parts.skin_offset(skin));
        if !matches!(skin.kind, 0 | 1) {
            let found = format_args!("type {}", skin.kind);
            findings.add(Code::Type, location, offset, found, "0 or 1");
        }
        if skin.is_group() {
            check_group(parts, index, skin, offset, findings);
        }
        for (image, indices) in skin.images().enumerate() {
            let location =
                if skin.is_group() { Location::SkinImage { skin: index, image } } else { location };
            let offset = parts.offset_of(indices.texels);
            check_texels(location, indices.texels, offset, findings);
            let width = usize::try_from(indices.width).unwrap_or(usize::MAX);
            if let Some(zeros) = zeroed_rows(indices.texels, width) {
                let found = format_args!("{} texels are zero, unlike the rows above and below", zeros.len());
                findings.add(Code::SkinZeros, location, offset + zeros.start, found, "");
            }
        }
    }
}

fn check_group(parts: &Parts<'_>, index: usize, skin: &Skin<'_>, offset: usize, findings: &mut Findings) {
    let (location, count) = (Location::Skin(index), skin.image_count());
    let found = format_args!("a group of {count} image{}", if count == 1 { "" } else { "s" });
    findings.add(Code::SkinGroup, location, offset, found, "");
    match count {
        1 => findings.add(Code::GroupOfOne, location, offset, found, ""),
        2 | 4 => {}
        _ => findings.add(Code::SkinGroupPlaces, location, offset, found, "1, 2 or 4"),
    }
    times::check(
        parts,
        skin.intervals,
        location,
        |image| Location::SkinImage { skin: index, image },
        findings,
    );
}

fn check_texels(location: Location, texels: &[u8], offset: usize, findings: &mut Findings) {
    let last = texels.iter().filter(|&&index| index == Palette::HOLE).count();
    let bright = texels.iter().filter(|index| Palette::FULLBRIGHT.contains(index)).count() - last;
    if bright > 0 {
        let found = format_args!("{bright} of {} texels are fullbright", texels.len());
        findings.add(Code::Fullbright, location, offset, found, "");
    }
    if last > 0 {
        let found = format_args!("{last} of {} texels have index 255", texels.len());
        findings.add(Code::LastColor, location, offset, found, "");
    }
}
