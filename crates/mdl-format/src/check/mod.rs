//! Everything there is to say about a file, at once.

mod code;
mod engine;
mod frames;
mod header;
mod shape;
mod skins;
mod times;
mod triangles;

pub use code::Code;
pub use engine::{Engine, Engines};
pub use md2_common::report::{CheckOptions, Severity};

use alloc::vec::Vec;

use md2_common::report;

use crate::error::ParseError;
use crate::location::Location;
use crate::options::ParseOptions;
use crate::parse;
use crate::parts::{Halt, Parts};
use crate::raw::HeaderField;

/// Everything that [`check`] found, in the order of the file's sections.
pub type Report = report::Report<Code>;

/// One thing that was found.
pub type Finding = report::Finding<Code>;

/// Findings that are only counted.
pub type Omitted = report::OmittedFindings<Code>;

type Findings = report::Findings<Code>;

/// What engines allow a field of the header at most, with the engines; without any where only a document does.
#[must_use]
pub fn limits() -> Vec<(HeaderField, Engines, usize)> {
    header::limits().collect()
}

/// Reports everything unusual about a file, from what no program can read to what is merely odd.
///
/// Unlike [`Mdl::parse`](crate::Mdl::parse) this does not stop at the first problem, and it knows the limits of the
/// engines. The report has an error exactly if `parse` refuses the file. Of each kind of finding the first eight
/// are listed and the rest counted; [`check_with`] lists as many as wanted. Nothing can be told of what lies behind
/// a record that is not there, since only that would say where it is.
///
/// ```
/// # let mut file = md2_testdata::mdl::frame_group().build();
/// # file.set_u8("frame[1].pose[2].vertex[1].normal", 200).set_f32("frame[1].interval[0]", 0.0);
/// # let file = file.into_bytes();
/// let report = mdl_format::check(&file);
/// assert_eq!(report.to_string(), "\
/// MDL-N122 note: frame 1: a group of 3 poses (byte 0xf4)
/// MDL-W121 warning: frame 1, pose 0: ends at 0.0 s, expected above 0 (byte 0x104) [WinQuake]
/// MDL-W123 warning: frame 1, pose 1: lasts 0.3 s, the first 0.0 s (byte 0x108) [GLQuake, QuakeSpasm, Ironwail, DarkPlaces]
/// MDL-W161 warning: frame 1, pose 2 (\"flame3\"), vertex 1: normal index 200, expected below 162 (byte 0x177) [WinQuake, GLQuake]
/// ");
/// ```
#[must_use]
pub fn check(file: &[u8]) -> Report {
    check_with(file, &CheckOptions::default())
}

/// Like [`check`], with options.
#[must_use]
pub fn check_with(file: &[u8], options: &CheckOptions) -> Report {
    let mut findings = Findings::new(options.max_per_code);
    match parse::header(file) {
        Err(fault) => refuse(&fault, &mut findings),
        Ok(header) => {
            parse::header_faults(&header, &ParseOptions::FORMAT)
                .for_each(|fault| refuse(&fault, &mut findings));
            let (parts, halt) = Parts::read(file, header);
            header::check(&parts, &mut findings);
            skins::check(&parts, &mut findings);
            parse::triangle_faults(&parts).for_each(|fault| refuse(&fault, &mut findings));
            triangles::check(&parts, &mut findings);
            shape::check(&parts, &mut findings);
            frames::check(&parts, &mut findings);
            match halt {
                Some(Halt::Record(fault)) => refuse(&fault, &mut findings),
                Some(Halt::Header) => {}
                None => trailing(&parts, &mut findings),
            }
        }
    }
    findings.into_report()
}

/// Adds what parsing refuses.
fn refuse(fault: &ParseError, findings: &mut Findings) {
    let (found, expected) = fault.kind.sides();
    findings.add(Code::of(&fault.kind), fault.location, fault.offset, format_args!("{found}"), expected);
}

fn trailing(parts: &Parts<'_>, findings: &mut Findings) {
    let (count, offset) = (parts.rest.len(), parts.offset_of(parts.rest));
    if parts.qmex().is_some() {
        findings.add(Code::Qmex, Location::Trailing, offset, format_args!("{count} bytes of qME"), "");
    } else if count > 0 {
        findings.add(Code::Trailing, Location::Trailing, offset, format_args!("{count} bytes"), "");
    }
}
