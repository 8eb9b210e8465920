//! All faults and oddities of a file.

mod frames;
mod header;
mod shape;
mod skins;
mod times;
mod triangles;

pub use crate::code::Code;
pub use crate::engine::{Engine, Engines};
pub use md2_common::report::{CheckOptions, Severity};

use alloc::vec::Vec;

use md2_common::{Verdict, report};

use crate::location::Location;
use crate::parse;
use crate::parts::Parts;
use crate::raw::{Header, HeaderField};
use crate::verdict::verdict;

/// All findings of [`check`], in the order in which they were found.
pub type Report = report::Report<Code>;

/// A single finding.
pub type Finding = report::Finding<Code>;

/// A number of findings that are counted but not listed.
pub type Omitted = report::OmittedFindings<Code>;

type Findings = report::Findings<Code>;

/// Returns the engines' limits for header fields: the field, the engines that share the limit, and the largest allowed value.
pub fn limits() -> Vec<(HeaderField, Engines, usize)> {
    header::LIMITS.map(|(field, most, engines)| (field, engines, most)).to_vec()
}

/// Reports all faults and oddities of a file.
///
/// Unlike [`Mdl::parse`](crate::Mdl::parse), this function does not stop at the first fault, and it also checks the
/// limits of engines. The report contains an error exactly if `parse` rejects the file. The report lists the first
/// eight findings of each code and counts the others. [`check_with`] can list more. Records after a missing record are
/// not checked, because their offsets are unknown.
///
/// ```
/// # let mut file = md2_testdata::mdl::frame_group().build();
/// # file.set_u8("frame[1].pose[2].vertex[1].normal", 200).set_f32("frame[1].interval[0]", 0.0);
/// # let file = file.into_bytes();
/// let report = mdl_format::check(&file);
/// assert_eq!(report.to_string(), "\
/// MDL-N122 note: frame 1: a group of 3 poses (byte 0xf4)
/// MDL-W121 warning: frame 1, pose 0: ends at 0.0 s, expected above 0 (byte 0x104) [WinQuake]
/// MDL-W123 warning: frame 1, pose 1: lasts 0.3 s, the first member 0.0 s (byte 0x108) [GLQuake, QuakeSpasm, Ironwail, DarkPlaces]
/// MDL-W161 warning: frame 1, pose 2 (\"flame3\"), vertex 1: normal index 200, expected below 162 (byte 0x177) [WinQuake, GLQuake]
/// ");
/// ```
pub fn check(file: &[u8]) -> Report {
    check_with(file, &CheckOptions::default())
}

/// Reports all faults and oddities like [`check`], with the given options.
pub fn check_with(file: &[u8], options: &CheckOptions) -> Report {
    let mut findings = Findings::new(options.max_per_code);
    match parse::header(file) {
        Err(fault) => findings.add_fault(fault),
        Ok(header) => {
            parse::header_faults(&header).for_each(|fault| findings.add_fault(fault));
            check_parts(file, header, &mut findings);
            check_damage(file, &mut findings);
        }
    }
    findings.into_report()
}

fn check_parts(file: &[u8], header: Header, findings: &mut Findings) {
    let (parts, fault) = Parts::read(file, header);
    header::check(&parts, findings);
    skins::check(&parts, findings);
    parse::triangle_faults(&parts).for_each(|fault| findings.add_fault(fault));
    triangles::check(&parts, findings);
    shape::check(&parts, findings);
    frames::check(&parts, findings);
    match fault {
        // Faults of the header have been added already.
        Some(fault) if matches!(*fault.location, Location::Header(_)) => {}
        Some(fault) => findings.add_fault(fault),
        None => trailing(&parts, findings),
    }
}

fn check_damage(file: &[u8], findings: &mut Findings) {
    if let Verdict::Doubtful(damage) = verdict(file) {
        findings.add_fault(damage);
    }
}

fn trailing(parts: &Parts<'_>, findings: &mut Findings) {
    let (count, offset) = (parts.rest.len(), parts.offset_of(parts.rest));
    if parts.qmex().is_some() {
        findings.add(Code::Qmex, Location::Trailing, offset, format_args!("{count} bytes of qME"), "");
    } else if count > 0 {
        findings.add(Code::Trailing, Location::Trailing, offset, format_args!("{count} bytes"), "");
    }
}
