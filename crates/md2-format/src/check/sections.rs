//! Where the sections lie, in the file and to each other.

use alloc::vec::Vec;

use super::{Code, Findings};
use crate::lenient::Lenient;
use crate::location::{Location, Section};
use crate::raw::{FrameHeader, Header, HeaderField, Skin, St, Triangle, Vertex, Word};

/// A section that has records, or the header, with its first byte and the first behind it.
struct Extent {
    section: Option<Section>,
    start: i64,
    end: i64,
}

pub(super) fn check(parts: &Lenient<'_>, findings: &mut Findings) {
    let length = i64::try_from(parts.file.len()).unwrap_or(i64::MAX);
    let mut extents = Vec::from([Extent { section: None, start: 0, end: Header::BYTES as i64 }]);
    let mut all_inside = true;
    for section in Section::ALL {
        let (count, start) = (
            i64::from(parts.header.get(section.count_field())),
            i64::from(parts.header.get(section.offset_field())),
        );
        let end = count.max(0).saturating_mul(record_bytes(section, parts)).saturating_add(start);
        let inside = (0..=length).contains(&start) && end <= length;
        if count > 0 && !inside {
            outside(section, start, end, parts, findings);
        } else if count < 0 && section == Section::GlCommands {
            let field = section.count_field();
            let location = Location::Header(field);
            findings.add(Code::GlOutside, location, field.offset(), format_args!("{count}"), "0 or more");
        } else if count == 0 && !inside {
            let field = section.offset_field();
            let expected = format_args!("0..={length}");
            findings.add(
                Code::EmptyOffset,
                Location::Header(field),
                field.offset(),
                format_args!("{start}"),
                expected,
            );
        }
        all_inside &= inside;
        if count > 0 {
            extents.push(Extent { section: Some(section), start, end });
        }
    }
    if !all_inside {
        // Whatever lies between and behind the sections is then a consequence.
        return;
    }
    check_end(&extents, parts, findings);
    check_padding(parts, findings);
    if extents.iter().zip(extents.iter().skip(1)).any(|(a, b)| a.start > b.start) {
        let order = || Section::ALL.map(|section| parts.header.get(section.offset_field()));
        let found = format_args!("sections at {:?}", order());
        findings.add(Code::Order, Location::File, HeaderField::OfsSkins.offset(), found, "ascending offsets");
    }
    extents.sort_by_key(|extent| extent.start);
    check_neighbors(&extents, length, findings);
}

/// Bytes from one record of a section to the next.
fn record_bytes(section: Section, parts: &Lenient<'_>) -> i64 {
    let bytes = match section {
        Section::Skins => size_of::<Skin>(),
        Section::St => size_of::<St>(),
        Section::Triangles => size_of::<Triangle>(),
        Section::GlCommands => size_of::<Word>(),
        Section::Frames => {
            let vertices = i64::from(parts.header.num_xyz).max(0) * size_of::<Vertex>() as i64;
            return i64::from(parts.header.framesize).max(vertices + size_of::<FrameHeader>() as i64);
        }
    };
    bytes as i64
}

fn outside(section: Section, start: i64, end: i64, parts: &Lenient<'_>, findings: &mut Findings) {
    let field = section.offset_field();
    let location = Location::Header(field);
    let code = match section {
        Section::GlCommands => Code::GlOutside,
        _ if start < 0 => Code::NegativeOffset,
        _ => Code::SectionOutside,
    };
    if start < 0 {
        findings.add(code, location, field.offset(), format_args!("{start}"), "0 or more");
    } else {
        let found = format_args!("the {section} would end at byte {end}");
        findings.add(code, location, field.offset(), found, format_args!("at most {}", parts.file.len()));
    }
}

fn check_end(extents: &[Extent], parts: &Lenient<'_>, findings: &mut Findings) {
    let field = HeaderField::OfsEnd;
    let announced = i64::from(parts.header.ofs_end);
    let sections_end = extents.iter().map(|extent| extent.end).max().unwrap_or(0);
    let mut add = |code, expected: alloc::string::String| {
        findings.add(code, Location::Header(field), field.offset(), format_args!("{announced}"), expected);
    };
    if announced < sections_end {
        add(Code::EndTooEarly, alloc::format!("at least {sections_end}"));
    }
    if usize::try_from(announced).is_ok_and(|end| end > parts.file.len()) {
        add(Code::EndOutside, alloc::format!("at most {}", parts.file.len()));
    }
}

fn check_padding(parts: &Lenient<'_>, findings: &mut Findings) {
    let (stride, needed) = (parts.frame_stride(), parts.frame_bytes());
    if stride > needed && parts.header.num_frames > 0 {
        let field = HeaderField::FrameSize;
        findings.add(
            Code::FramePadding,
            Location::Header(field),
            field.offset(),
            format_args!("{stride}"),
            needed,
        );
    }
}

/// Gaps and overlaps; `extents` are sorted and lie inside the file.
fn check_neighbors(extents: &[Extent], length: i64, findings: &mut Findings) {
    let location = |extent: &Extent| extent.section.map_or(Location::File, Location::Section);
    let offset = |byte: i64| usize::try_from(byte).unwrap_or(0);
    let mut end = 0;
    for extent in extents {
        if extent.start < end {
            let found = format_args!("starts at byte {} inside what comes before", extent.start);
            findings.add(Code::Overlap, location(extent), offset(extent.start), found, format_args!("{end}"));
        } else if extent.start > end {
            let found = format_args!("{} bytes of nothing before it", extent.start - end);
            findings.add(Code::Gap, location(extent), offset(end), found, "");
        }
        end = end.max(extent.end);
    }
    if end < length {
        findings.add(
            Code::Trailing,
            Location::File,
            offset(end),
            format_args!("{} bytes at the end", length - end),
            "",
        );
    }
}
