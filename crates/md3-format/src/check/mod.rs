//! All faults and oddities of a file.

mod frames;
mod geometry;
mod header;
mod placement;
mod shaders;
mod surfaces;
mod tags;

pub use crate::code::Code;
pub use crate::engine::{Engine, Engines};
pub use md2_common::report::{CheckOptions, Severity};

use alloc::vec::Vec;

use md2_common::report;

use crate::location::Location;
use crate::raw::{HeaderField, Name};
use crate::view::Md3;
use crate::walk;

/// All findings of [`check()`]: first the errors, then the other findings in the order in which they were found.
pub type Report = report::Report<Code>;

/// A single finding.
pub type Finding = report::Finding<Code>;

/// A number of findings that are counted but not listed.
pub type Omitted = report::OmittedFindings<Code>;

type Findings = report::Findings<Code>;

/// Returns the limits for header fields, each with the engines that enforce it. The set of engines is empty for limits
/// that exist only in `qfiles.h`, a file of id Software's source code.
pub fn limits() -> Vec<(HeaderField, Engines, usize)> {
    header::LIMITS
        .iter()
        .map(|(field, most)| (*field, Engines::NONE, usize::try_from(*most).unwrap_or(0)))
        .collect()
}

/// Reports all faults and oddities of a file.
///
/// Unlike [`Md3::parse`](crate::Md3::parse), this function does not stop at the first fault, and it also checks the
/// limits of engines. The report contains an error exactly if `parse` rejects the file. The report lists the first
/// eight findings of each code and counts the others. [`check_with`] can list more.
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
pub fn check(file: &[u8]) -> Report {
    check_with(file, &CheckOptions::default())
}

/// Reports all faults and oddities like [`check()`], with the given options.
pub fn check_with(file: &[u8], options: &CheckOptions) -> Report {
    let mut findings = Findings::new(options.max_per_code);
    let mut has_known_places = true;
    let walked = walk::past_all_faults(file, &mut |fault| {
        has_known_places &= !affects_places(fault.code);
        findings.add_fault(fault);
    });
    if let Some(parts) = walked {
        header::check(&parts, &mut findings);
        if has_known_places {
            placement::check(&parts, &mut findings);
        }
        frames::check(&parts, &mut findings);
        tags::check(&parts, &mut findings);
        surfaces::check(&parts, &mut findings);
        shaders::check(&parts, &mut findings);
        geometry::check(&parts, &mut findings);
    }
    check_damage(file, &mut findings);
    findings.into_report()
}

fn check_damage(file: &[u8], findings: &mut Findings) {
    if let Some(damage) = Md3::parse(file).ok().and_then(|view| view.damage()) {
        findings.add_fault(damage);
    }
}

/// Whether a fault makes the offsets of lists unreliable. In such a file, gaps and overlaps are not reported, because
/// the fault causes them.
fn affects_places(fault: Code) -> bool {
    !matches!(fault, Code::Version | Code::VertexIndex | Code::StNotFinite | Code::TagNotFinite)
}

fn check_name<const N: usize>(
    name: &Name<N>,
    [empty, unterminated, leftovers]: [Code; 3],
    location: Location,
    offset: usize,
    findings: &mut Findings,
) {
    let mut add = |code, expected: &str| {
        findings.add(code, location, offset, format_args!("{name:?}"), expected);
    };
    if name.as_bytes().is_empty() {
        add(empty, "a name");
    }
    if !name.is_terminated() {
        add(unterminated, "a NUL at the end");
    } else if name.has_leftovers() {
        add(leftovers, "only NULs after the name");
    }
}
