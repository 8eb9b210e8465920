//! Findings about the fields of the header.

use alloc::format;

use super::Findings;
use crate::code::Code;
use crate::engine::{Engines, NONE};
use crate::location::Location;
use crate::raw::HeaderField;
use crate::view::Md3;

/// The maximum numbers of frames, tags and surfaces according to `qfiles.h`, a file of id Software's source code.
pub(super) const LIMITS: [(HeaderField, i32); 3] =
    [(HeaderField::NumFrames, 1024), (HeaderField::NumTags, 16), (HeaderField::NumSurfaces, 32)];

pub(super) fn check(parts: &Md3<'_>, findings: &mut Findings) {
    let header = &parts.header;
    let mut add = |code, field: HeaderField, found: &str, expected: &str| {
        findings.add(code, Location::Header(field), field.offset(), format_args!("{found}"), expected);
    };
    if header.flags != 0 {
        add(Code::Flags, HeaderField::Flags, &format!("{:#x}", header.flags), "");
    }
    if header.num_frames == 0 {
        add(Code::NoFrames, HeaderField::NumFrames, "0", "1 or more");
    }
    if header.num_surfaces == 0 {
        add(Code::NoSurfaces, HeaderField::NumSurfaces, "no surfaces", "");
    }
    if header.num_skins != 0 {
        add(Code::Skins, HeaderField::NumSkins, &format!("{}", header.num_skins), "0");
    }
    if header.name.is_terminated() && header.name.has_leftovers() {
        add(
            Code::NameLeftovers,
            HeaderField::Name,
            &format!("{:?}", header.name),
            "only NULs after the name",
        );
    }
    for (field, limit) in LIMITS {
        let found = header.get(field).unwrap_or(0);
        let location = Location::Header(field);
        check_limits(found, &[(NONE, limit)], location, field.offset(), findings);
    }
}

/// Reports a count that exceeds at least one of the `limits`. Each limit has a set of engines that enforce it. No
/// engine enforces a limit that exists only in `qfiles.h`.
pub(super) fn check_limits(
    found: i32,
    limits: &[(Engines, i32)],
    location: Location,
    offset: usize,
    findings: &mut Findings,
) {
    let exceeded = || limits.iter().filter(|(_, limit)| found > *limit);
    if let Some(least) = exceeded().map(|(_, limit)| limit).min() {
        let engines = exceeded().fold(NONE, |all, (engines, _)| all.union(*engines));
        let expected = format_args!("at most {least}");
        findings.add_for(engines, Code::Limit, location, offset, format_args!("{found}"), expected);
    }
}
