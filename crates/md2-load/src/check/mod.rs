//! Check reports for files of all formats.

mod lengths;
mod pieces;

use md2_common::report::{self, CheckOptions, Severity};
use md2_common::{FileKind, readable};

use crate::format::{Format, names};

pub(crate) use pieces::originals;
use pieces::{Md2Pieces, Md3Pieces, MdlPieces};
pub use pieces::{ModelPiece, repair_pieces};

/// The result of [`check()`].
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Report {
    /// The format of the file; `None` if it is unknown.
    pub format: Option<Format>,
    /// The first findings with each code, in the order of the records in the file.
    pub findings: Vec<Finding>,
    /// The numbers of further findings, one item for each code with too many findings to list.
    pub omitted: Vec<OmittedFindings>,
}

/// One problem or oddity that a check found.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Finding {
    /// The code, such as `MD2-W104`.
    pub code: &'static str,
    /// The severity, which depends only on the code.
    pub severity: Severity,
    /// An explanation of findings with this code, in one or two sentences.
    pub explanation: &'static str,
    /// The position in the model, such as `frame 17 ("run3"), vertex 3`.
    pub place: String,
    /// The offset in the file in bytes.
    pub offset: usize,
    /// The length in bytes of the value at this offset that the finding is about; 0 if the finding is about a position or a whole record.
    pub length: usize,
    /// The value that was found.
    pub found: String,
    /// The allowed or expected value. Empty if the place and the value found make it obvious.
    pub expected: String,
    /// The engines that reject the file, draw it differently from other engines, or read memory out of bounds. The name `format` means
    /// that no program can use the file.
    pub engines: Vec<String>,
    /// The frame, triangle or vertex to which the finding applies, in the model that [`load_salvaged`](crate::load_salvaged) returns.
    /// `None` if the finding applies to something else, or if the repair dropped the record.
    pub piece: Option<ModelPiece>,
    /// A remaining record next to the finding's record, if the repair dropped that record; otherwise `None`.
    pub neighbor: Option<ModelPiece>,
}

/// Findings with one code that are counted but not listed.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct OmittedFindings {
    /// The code, such as `MD2-W104`.
    pub code: &'static str,
    /// The severity, which depends only on the code.
    pub severity: Severity,
    /// An explanation of findings with this code, in one or two sentences.
    pub explanation: &'static str,
    /// The engines that findings with this code usually concern.
    pub engines: Vec<String>,
    /// Number of findings that are not listed.
    pub count: usize,
}

impl Report {
    /// Adds a finding for each missing image. `names` are the image names that `md2_assets::find_missing_images` returns, and `file` is
    /// the content of the model file.
    pub fn add_missing_images(&mut self, file: &[u8], names: &[Vec<u8>], options: &CheckOptions) {
        let code = self.format.and_then(|format| format.features().missing_image_code);
        let Some(code) = code else { return };
        let (severity, engines) = (Severity::Warning, Vec::new());
        let explanation = "The model uses an image that is neither at the stored path in the game's folder nor next to the model.";
        let position = |name: &[u8]| file.windows(name.len().max(1)).position(|bytes| bytes == name);
        self.findings.extend(names.iter().take(options.max_per_code).map(|name| Finding {
            code,
            severity,
            explanation,
            place: String::from("skin"),
            offset: position(name).unwrap_or(0),
            length: position(name).map_or(0, |_| name.len()),
            found: format!("\"{}\"", readable(name)),
            expected: String::from("an image file"),
            engines: engines.clone(),
            piece: None,
            neighbor: None,
        }));
        let count = names.len().saturating_sub(options.max_per_code);
        if count > 0 {
            self.omitted.push(OmittedFindings { code, severity, explanation, engines, count });
        }
    }

    /// The highest severity of all findings, including findings that are only counted; `None` without findings.
    #[must_use]
    pub fn worst(&self) -> Option<Severity> {
        let listed = self.findings.iter().map(|finding| finding.severity);
        listed.chain(self.omitted.iter().map(|omitted| omitted.severity)).max()
    }
}

/// Reports everything unusual in a model file of any format, from errors to harmless oddities. If the file is not a model, the report
/// contains a single finding, which says so.
///
/// ```
/// # let mut file = md2_testdata::one_triangle().build();
/// # file.set_i32("skinheight", 512);
/// # let file = file.into_bytes();
/// use md2_load::{CheckOptions, check};
///
/// let report = check(&file, &CheckOptions::default());
/// let finding = &report.findings[0];
/// assert_eq!((finding.code, finding.place.as_str()), ("MD2-W104", "header, skinheight"));
/// assert_eq!(finding.engines, ["vanilla", "yquake2"]);
/// assert_eq!(finding.piece, None, "the finding is about the header");
/// ```
#[must_use]
pub fn check(file: &[u8], options: &CheckOptions) -> Report {
    match FileKind::detect(file) {
        // The MDL check reports a model of the Hexen II mission pack as one that is not an MDL.
        Some(FileKind::Mdl | FileKind::Hexen2) => {
            let report = mdl_format::check_with(file, options);
            let model = if report.findings.is_empty() { None } else { MdlPieces::new(file) };
            report_of(Some(Format::Mdl), report, lengths::mdl, |location| model.as_ref()?.piece(location))
        }
        Some(FileKind::Md3) => {
            let report = md3_format::check_with(file, options);
            let model = if report.findings.is_empty() { None } else { Md3Pieces::new(file) };
            report_of(Some(Format::Md3), report, lengths::md3, |location| model.as_ref()?.piece(location))
        }
        Some(FileKind::Md2) => {
            let report = md2_format::check_with(file, options);
            let model = if report.findings.is_empty() { None } else { Md2Pieces::new(file, &report) };
            let neighbor = |location| model.as_ref()?.neighbor(location, file);
            let neighbors: Vec<_> =
                report.findings.iter().map(|finding| neighbor(&finding.location)).collect();
            let piece = |location: &_| model.as_ref()?.piece(location);
            let mut report = report_of(Some(Format::Md2), report, lengths::md2, piece);
            report
                .findings
                .iter_mut()
                .zip(neighbors)
                .for_each(|(finding, neighbor)| finding.neighbor = neighbor);
            report
        }
        // The MD2 check reports unknown files, and states the format if it is known but not supported.
        _ => report_of(None, md2_format::check_with(file, options), |_| 0, |_| None),
    }
}

fn report_of<C: report::Code>(
    format: Option<Format>,
    report: report::Report<C>,
    length: impl Fn(&C::Location) -> usize,
    piece: impl Fn(&C::Location) -> Option<ModelPiece>,
) -> Report {
    let findings = report.findings.into_iter().map(|finding| Finding {
        code: finding.code.as_str(),
        severity: finding.code.severity(),
        explanation: finding.code.explanation(),
        piece: piece(&finding.location),
        neighbor: None,
        place: finding.location.to_string(),
        offset: finding.offset,
        length: length(&finding.location),
        found: finding.found,
        expected: finding.expected,
        engines: names(finding.engines),
    });
    let omitted = report.omitted.into_iter().map(|omitted| OmittedFindings {
        code: omitted.code.as_str(),
        severity: omitted.code.severity(),
        explanation: omitted.code.explanation(),
        engines: names(omitted.code.engines()),
        count: omitted.count,
    });
    Report { format, findings: findings.collect(), omitted: omitted.collect() }
}

#[cfg(test)]
mod tests {
    use md2_testdata::{md3, mdl, one_triangle};

    use super::*;

    #[test]
    fn every_format_is_checked() {
        let check = |file: &[u8], format, code: &str| {
            let report = super::check(file, &CheckOptions::default());
            assert_eq!(report.format, format);
            assert!(report.findings.iter().any(|finding| finding.code == code), "{code}: {report:?}");
        };
        let mut md2 = one_triangle().build();
        md2.set_i32("skinheight", 512);
        check(md2.bytes(), Some(Format::Md2), "MD2-W104");
        check(mdl::frame_group().build().bytes(), Some(Format::Mdl), "MDL-N122");
        let mut md3 = md3::player_head().build();
        md3.set_i32("flags", 8);
        check(md3.bytes(), Some(Format::Md3), "MD3-N101");
        check(b"a letter to the one who opens it", None, "MD2-E001");
        check(b"", None, "MD2-E002");
    }

    #[test]
    fn omitted_findings_count_for_the_worst_severity() {
        let mut file = one_triangle().build();
        file.set_u8("frame[1].vertex[2].normal", 200).set_u8("frame[0].vertex[2].normal", 200);
        let report = check(file.bytes(), &CheckOptions { max_per_code: 0 });
        assert!(report.findings.is_empty());
        assert_eq!((report.omitted[0].code, report.omitted[0].count), ("MD2-W161", 2));
        assert_eq!(report.worst(), Some(Severity::Warning));
        assert_eq!(Format::Md2.engines(), ["vanilla", "yquake2", "Q2PRO"]);
    }

    fn pieces(file: &[u8], code: &str) -> Vec<Option<ModelPiece>> {
        found(file, code).iter().map(|finding| finding.piece).collect()
    }

    fn found(file: &[u8], code: &str) -> Vec<Finding> {
        let report = super::check(file, &CheckOptions::default());
        report.findings.into_iter().filter(|finding| finding.code == code).collect()
    }

    #[test]
    fn findings_have_their_piece_of_the_loaded_model() {
        let vertex = |frame, vertex| Some(ModelPiece::Vertex { frame, vertex });
        let mut file = one_triangle().build();
        file.set_u8("frame[1].vertex[2].normal", 200);
        assert_eq!(pieces(file.bytes(), "MD2-W161"), [vertex(Some(1), 2)]);
        let spec = md2_testdata::Md2Spec { st: vec![[0, 0], [63, 0], [900, 28]], ..one_triangle() };
        assert_eq!(pieces(spec.build().bytes(), "MD2-N141"), [Some(ModelPiece::Triangle(0))]);
        assert_eq!(pieces(mdl::frame_group().build().bytes(), "MDL-N122"), [Some(ModelPiece::Frame(1))]);
        assert_eq!(pieces(b"a letter", "MD2-E001"), [None]);
    }

    #[test]
    fn dropped_triangles_have_no_piece_and_others_are_renumbered() {
        let triangle = |xyz| md2_testdata::TriangleSpec { xyz, st: [0, 1, 2] };
        // The second triangle refers to a missing vertex. The third has no area, and is the second triangle that is loaded.
        let spec = md2_testdata::Md2Spec {
            triangles: vec![triangle([0, 1, 2]), triangle([99, 1, 2]), triangle([0, 0, 2])],
            ..one_triangle()
        };
        let file = spec.build().into_bytes();
        let (model, repairs) = crate::load_salvaged(&file, &crate::LoadOptions::default()).unwrap();
        assert_eq!((model.facts.triangles, repairs.is_empty()), (2, false));
        assert_eq!(pieces(&file, "MD2-E021"), [None]);
        let neighbors =
            |code: &str| found(&file, code).iter().map(|finding| finding.neighbor).collect::<Vec<_>>();
        assert_eq!(neighbors("MD2-E021"), [Some(ModelPiece::Vertex { frame: None, vertex: 1 })]);
        assert_eq!(neighbors("MD2-N151"), [None], "the triangle is not dropped");
        assert_eq!(pieces(&file, "MD2-N151"), [Some(ModelPiece::Triangle(1))]);
        // Without a list of all dropped triangles, the indices of the remaining triangles are unknown.
        let listed = super::check(&file, &CheckOptions { max_per_code: 0 });
        assert!(listed.findings.is_empty());
    }
}
