//! Everything there is to say about a file, at once.

mod arrangement;
mod code;
mod engine;
mod frames;
mod geometry;
mod header;
mod shaders;
mod surfaces;
mod tags;

pub use code::Code;
pub use engine::{Engine, Engines};
pub use md2_common::report::{CheckOptions, Severity};

use alloc::vec::Vec;

use md2_common::report;

use crate::error::{Expected, Fault, Found, ParseErrorKind};
use crate::location::{Location, SurfacePart};
use crate::options::ParseOptions;
use crate::raw::{HeaderField, Name};
use crate::walk;

/// Everything that [`check()`] found: what keeps the file from being read first, then the rest in the order of the
/// file's parts.
pub type Report = report::Report<Code>;

/// One thing that was found.
pub type Finding = report::Finding<Code>;

/// Findings that are only counted.
pub type Omitted = report::OmittedFindings<Code>;

type Findings = report::Findings<Code>;

/// What engines allow a field of the header at most, with the engines; without any where only `qfiles.h` does.
#[must_use]
pub fn limits() -> Vec<(HeaderField, Engines, usize)> {
    header::LIMITS
        .iter()
        .map(|(field, most)| (*field, Engines::NONE, usize::try_from(*most).unwrap_or(0)))
        .collect()
}

/// Reports everything unusual about a file, from what no program can read to what is merely odd.
///
/// Unlike [`Md3::parse`](crate::Md3::parse) this does not stop at the first problem, and it knows the limits of the
/// engines. The report has an error exactly if `parse` refuses the file. Of each kind of finding the first eight
/// are listed and the rest counted; [`check_with`] lists as many as wanted.
///
/// ```
/// # let mut file = md2_testdata::md3::one_triangle().build();
/// # file.set_f32("tag[1][0].axis[2][2]", -1.0).set_i32("flags", 8).set_i32("ofs_end", 0);
/// # let file = file.into_bytes();
/// let report = md3_format::check(&file);
/// assert_eq!(report.to_string(), "\
/// MD3-N101 note: header, flags: 0x8 (byte 0x48)
/// MD3-W112 warning: header, ofs_end: 0, expected at least 704 (byte 0x68) [quake3, ioquake3]
/// MD3-W172 warning: frame 1, tag 0 (\"tag_tip\"): left-handed axes (byte 0x198)
/// MD3-N131 note: surface 0 (\"blade\"), shader 0: \"models/test/blade.tga\" (byte 0x234)
/// ");
/// ```
#[must_use]
pub fn check(file: &[u8]) -> Report {
    check_with(file, &CheckOptions::default())
}

/// Like [`check()`], with options.
#[must_use]
pub fn check_with(file: &[u8], options: &CheckOptions) -> Report {
    let mut findings = Findings::new(options.max_per_code);
    let mut is_whole = true;
    let walked = walk::past_all_faults(file, &ParseOptions::FORMAT, &mut |fault| {
        is_whole &= !is_about_place(&fault.kind);
        add_fault(&fault, &mut findings);
    });
    if let Some(parts) = walked {
        header::check(&parts, &mut findings);
        if is_whole {
            arrangement::check(&parts, &mut findings);
        }
        frames::check(&parts, &mut findings);
        tags::check(&parts, &mut findings);
        surfaces::check(&parts, &mut findings);
        shaders::check(&parts, &mut findings);
        geometry::check(&parts, &mut findings);
    }
    findings.into_report()
}

fn add_fault(fault: &Fault, findings: &mut Findings) {
    let (found, expected) = (Found(&fault.kind), Expected(&fault.kind));
    findings.add(code(fault), fault.location, fault.offset, format_args!("{found}"), expected);
}

/// The code of a fault.
fn code(fault: &Fault) -> Code {
    match fault.kind {
        ParseErrorKind::NotMd3 { .. } => Code::NotMd3,
        ParseErrorKind::HeaderTruncated { .. } => Code::HeaderTruncated,
        ParseErrorKind::Version { .. } => Code::Version,
        ParseErrorKind::Negative { .. } if is_offset(&fault.location) => Code::NegativeOffset,
        // The format itself has no other limit, and a check sets none.
        ParseErrorKind::Negative { .. } | ParseErrorKind::Limit { .. } => Code::NegativeCount,
        ParseErrorKind::ListOutside { .. } => Code::ListOutside,
        ParseErrorKind::SurfaceOutside { .. } => Code::SurfaceOutside,
        ParseErrorKind::SurfaceEnd { .. } => Code::SurfaceEnd,
        ParseErrorKind::FrameCount { .. } => Code::FrameCount,
        ParseErrorKind::Claim { .. } => Code::Claim,
        ParseErrorKind::VertexIndex { .. } => Code::VertexIndex,
        ParseErrorKind::St { .. } => Code::StNotFinite,
        ParseErrorKind::TagOrigin { .. } | ParseErrorKind::TagAxis { .. } => Code::TagNotFinite,
    }
}

/// Whether a place is the field of an offset.
fn is_offset(location: &Location) -> bool {
    let name = match location {
        Location::Header(field) => field.name(),
        Location::Surface { part: SurfacePart::Header(field), .. } => field.name(),
        _ => "",
    };
    name.starts_with("ofs_")
}

/// Whether it is not certain after such a fault where everything lies; gaps and the like would be a consequence.
fn is_about_place(kind: &ParseErrorKind) -> bool {
    !matches!(
        kind,
        ParseErrorKind::Version { .. }
            | ParseErrorKind::VertexIndex { .. }
            | ParseErrorKind::St { .. }
            | ParseErrorKind::TagOrigin { .. }
            | ParseErrorKind::TagAxis { .. }
    )
}

/// Codes for what can be odd about a name.
struct NameCodes {
    empty: Code,
    unterminated: Code,
    leftovers: Code,
}

/// Reports what is odd about the bytes of a name.
fn check_name<const N: usize>(
    name: &Name<N>,
    codes: &NameCodes,
    location: Location,
    offset: usize,
    findings: &mut Findings,
) {
    let mut add = |code, expected: &str| {
        findings.add(code, location, offset, format_args!("{name:?}"), expected);
    };
    if name.as_bytes().is_empty() {
        add(codes.empty, "a name");
    }
    if !name.is_terminated() {
        add(codes.unterminated, "a NUL at the end");
    } else if name.has_leftovers() {
        add(codes.leftovers, "NULs behind the name");
    }
}
