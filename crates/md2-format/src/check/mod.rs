//! All faults and oddities of a file.

mod frames;
mod geometry;
mod gl;
mod header;
mod names;
mod sections;
mod skins;

pub use crate::code::Code;
pub use crate::engine::{Engine, Engines};
pub use md2_common::report::{CheckOptions, Severity};

use alloc::vec::Vec;

use md2_common::FileKind;
use md2_common::report;

use crate::lenient::Lenient;
use crate::location::Location;
use crate::raw::{Header, HeaderField, IDENT};
use crate::section::Section;
use crate::text_damage::text_damage;
use crate::view::Md2;

/// All findings of [`check`], in the order in which they were found.
pub type Report = report::Report<Code>;

/// A single finding.
pub type Finding = report::Finding<Code>;

/// A number of findings that are counted but not listed.
pub type Omitted = report::OmittedFindings<Code>;

type Findings = report::Findings<Code>;

/// Reports all faults and oddities of a file.
///
/// Unlike [`Md2::parse`](crate::Md2::parse), this function does not stop at the first fault, and it also checks the
/// limits of engines. The report contains an error exactly if `parse` rejects the file. The report lists the first
/// eight findings of each code and counts the others. [`check_with`] can list more.
///
/// ```
/// # let mut file = md2_testdata::one_triangle().build();
/// # file.set_u8("frame[1].vertex[2].normal", 200).set_i32("skinheight", 512).set_i32("gl[10]", 7);
/// # let file = file.into_bytes();
/// let report = md2_format::check(&file);
/// assert_eq!(report.to_string(), "\
/// MD2-W104 warning: header, skinheight: 512, expected at most 480 (byte 0xc) [vanilla, yquake2]
/// MD2-W161 warning: frame 1 (\"stand02\"), vertex 2: normal index 200, expected below 162 (byte 0x103) [vanilla, yquake2]
/// MD2-W183 warning: glcmds, word 10: count 7, but only 0 words follow (byte 0x12c) [vanilla, yquake2]
/// ");
/// ```
pub fn check(file: &[u8]) -> Report {
    check_with(file, &CheckOptions::default())
}

/// Returns the limits of header fields: for each limit the field, the engines that enforce the limit, and the greatest
/// allowed value. The set of engines is empty for a limit that is only documented and that no engine enforces.
pub fn limits() -> Vec<(HeaderField, Engines, usize)> {
    header::limits().collect()
}

/// Reports all faults and oddities like [`check`], with the given options.
pub fn check_with(file: &[u8], options: &CheckOptions) -> Report {
    let mut findings = Findings::new(options.max_per_code);
    let other_ident = file.first_chunk::<4>().filter(|ident| **ident != IDENT);
    if let Some(ident) = other_ident {
        match FileKind::detect(file) {
            Some(kind) => {
                findings.add(Code::NotMd2, Location::File, 0, format_args!("{kind}"), "an MD2 file")
            }
            None => findings.add(
                Code::NotMd2,
                Location::File,
                0,
                format_args!("starts with \"{}\"", ident.escape_ascii()),
                "\"IDP2\"",
            ),
        }
    } else if let Some(parts) = Lenient::new(file) {
        header::check(&parts, &mut findings);
        sections::check(&parts, &mut findings);
        let announced_st = parts.extent(Section::St).count;
        let parts = sections::without_foreign_records(parts);
        skins::check(&parts, &mut findings);
        geometry::check(&parts, announced_st, &mut findings);
        frames::check(&parts, &mut findings);
        names::check(&parts, &mut findings);
        gl::check(&parts, &mut findings);
        check_damage(file, &mut findings);
    } else {
        let found = format_args!("{} bytes", file.len());
        let expected = format_args!("at least {}", Header::BYTES);
        findings.add(Code::HeaderTruncated, Location::File, file.len(), found, expected);
    }
    findings.into_report()
}

fn check_damage(file: &[u8], findings: &mut Findings) {
    if let Some(conversion) = text_damage(file) {
        findings.add(conversion.code(), Location::File, 0, format_args!("{conversion}"), "");
    } else if let Ok(md2) = Md2::parse(file) {
        let displaced = md2.wrong_length().filter(|sign| sign.code == Code::Displaced);
        displaced.into_iter().chain(md2.zeroed_frame()).for_each(|sign| findings.add_fault(sign));
    }
}
