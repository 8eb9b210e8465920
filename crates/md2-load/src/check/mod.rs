//! Everything there is to say about a file, whatever its format.

mod pieces;

use md2_common::FileKind;
use md2_common::report::{self, CheckOptions, Severity};

use crate::loaded::Format;

pub(crate) use pieces::originals;
use pieces::{Md2Pieces, Md3Pieces, MdlPieces};
pub use pieces::{ModelPiece, repair_pieces};

/// Everything that [`check()`] found.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Report {
    /// The format; `None` where the file is none of those that are known.
    pub format: Option<Format>,
    /// What was found, the first of each code, in the order of the file's parts.
    pub findings: Vec<Finding>,
    /// How many more there are.
    pub omitted: Vec<OmittedFindings>,
}

/// One thing that was found.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Finding {
    /// Its kind, as in `MD2-W104`.
    pub code: &'static str,
    /// How grave it is.
    pub severity: Severity,
    /// What findings of this kind mean, in a sentence or two.
    pub explanation: &'static str,
    /// The place in the model, as in `frame 17 ("run3"), vertex 3`.
    pub place: String,
    /// The place in the file, in bytes from its start.
    pub offset: usize,
    /// What is there.
    pub found: String,
    /// What is allowed or expected instead; empty where that goes without saying.
    pub expected: String,
    /// Who refuses the file, draws it differently, or reads memory it should not: names of engines, and `format` where no
    /// program can do anything sensible.
    pub engines: Vec<String>,
    /// The piece that it is about of the model that [`load_salvaged`](crate::load_salvaged) makes of the file, if it is about one
    /// and that is there.
    pub piece: Option<ModelPiece>,
    /// What is left next to it, where that piece was left away.
    pub neighbor: Option<ModelPiece>,
}

/// Findings that are only counted.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct OmittedFindings {
    /// Their code.
    pub code: &'static str,
    /// How grave they are.
    pub severity: Severity,
    /// What they mean.
    pub explanation: &'static str,
    /// Whom such findings usually concern.
    pub engines: Vec<String>,
    /// Their number.
    pub count: usize,
}

impl Report {
    /// The gravest of the findings, listed or not.
    #[must_use]
    pub fn worst(&self) -> Option<Severity> {
        let listed = self.findings.iter().map(|finding| finding.severity);
        listed.chain(self.omitted.iter().map(|omitted| omitted.severity)).max()
    }
}

/// Reports everything unusual about a file of any of the formats, from what no program can read to what is merely odd. Of what
/// is no model it reports just that.
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
/// assert_eq!(finding.piece, None, "it is about the header");
/// ```
#[must_use]
pub fn check(file: &[u8], options: &CheckOptions) -> Report {
    match FileKind::detect(file) {
        Some(FileKind::Mdl) => {
            let report = mdl_format::check_with(file, options);
            let model = if report.findings.is_empty() { None } else { MdlPieces::new(file) };
            report_of(Some(Format::Mdl), report, |location| model.as_ref()?.piece(location))
        }
        Some(FileKind::Md3) => {
            let report = md3_format::check_with(file, options);
            let model = if report.findings.is_empty() { None } else { Md3Pieces::new(file) };
            report_of(Some(Format::Md3), report, |location| model.as_ref()?.piece(location))
        }
        Some(FileKind::Md2) => {
            let report = md2_format::check_with(file, options);
            let model = if report.findings.is_empty() { None } else { Md2Pieces::new(file, &report) };
            let beside = |location| model.as_ref()?.beside(location, file);
            let besides: Vec<_> = report.findings.iter().map(|finding| beside(&finding.location)).collect();
            let mut report = report_of(Some(Format::Md2), report, |location| model.as_ref()?.piece(location));
            report.findings.iter_mut().zip(besides).for_each(|(finding, beside)| finding.neighbor = beside);
            report
        }
        // It says what the file is instead.
        _ => report_of(None, md2_format::check_with(file, options), |_| None),
    }
}

fn report_of<C: report::Code>(
    format: Option<Format>,
    report: report::Report<C>,
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

fn names<E: report::Engine>(engines: report::Engines<E>) -> Vec<String> {
    engines.iter().map(|engine| engine.to_string()).collect()
}

/// The engines that findings of a format may concern, by the names in [`Finding::engines`], without the format itself.
#[must_use]
pub fn engines(format: Format) -> Vec<String> {
    fn all<E: report::Engine>() -> Vec<String> {
        // The last is the format itself.
        E::ALL.iter().take(E::ALL.len() - 1).map(ToString::to_string).collect()
    }
    match format {
        Format::Md2 => all::<md2_format::check::Engine>(),
        Format::Mdl => all::<mdl_format::check::Engine>(),
        Format::Md3 => all::<md3_format::check::Engine>(),
    }
}

/// What engines allow a field of the header at most.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Limit {
    /// The field, as in [`HeaderField::name`](crate::HeaderField::name).
    pub field: &'static str,
    /// The greatest value.
    pub most: usize,
    /// Which engines, by the names in [`Finding::engines`]; none where only the game's own definitions say so.
    pub engines: Vec<String>,
}

/// The limits that a check knows for the counts in a format's header, in the order of the fields.
///
/// ```
/// use md2_load::{Format, limits};
///
/// let vertices = limits(Format::Md2).into_iter().find(|limit| limit.field == "num_xyz").expect("it has one");
/// assert_eq!((vertices.most, vertices.engines.len()), (2048, 3));
/// ```
#[must_use]
pub fn limits(format: Format) -> Vec<Limit> {
    macro_rules! limits {
        ($format:ident) => {
            $format::check::limits()
                .into_iter()
                .map(|(field, those, most)| Limit { field: field.name(), most, engines: names(those) })
                .collect()
        };
    }
    match format {
        Format::Md2 => limits!(md2_format),
        Format::Mdl => limits!(mdl_format),
        Format::Md3 => limits!(md3_format),
    }
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
    fn what_is_counted_only_is_as_grave() {
        let mut file = one_triangle().build();
        file.set_u8("frame[1].vertex[2].normal", 200).set_u8("frame[0].vertex[2].normal", 200);
        let report = check(file.bytes(), &CheckOptions { max_per_code: 0 });
        assert!(report.findings.is_empty());
        assert_eq!((report.omitted[0].code, report.omitted[0].count), ("MD2-W161", 2));
        assert_eq!(report.worst(), Some(Severity::Warning));
        assert_eq!(engines(Format::Md2), ["vanilla", "yquake2", "Q2PRO"]);
    }

    fn pieces(file: &[u8], code: &str) -> Vec<Option<ModelPiece>> {
        found(file, code).iter().map(|finding| finding.piece).collect()
    }

    fn found(file: &[u8], code: &str) -> Vec<Finding> {
        let report = super::check(file, &CheckOptions::default());
        report.findings.into_iter().filter(|finding| finding.code == code).collect()
    }

    #[test]
    fn a_finding_knows_its_piece_in_what_is_loaded() {
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
    fn what_is_left_away_has_no_piece_and_the_rest_keeps_its_own() {
        let triangle = |xyz| md2_testdata::TriangleSpec { xyz, st: [0, 1, 2] };
        // The second refers to nothing; the third is flat, and is the second of those that are loaded.
        let spec = md2_testdata::Md2Spec {
            triangles: vec![triangle([0, 1, 2]), triangle([99, 1, 2]), triangle([0, 0, 2])],
            ..one_triangle()
        };
        let file = spec.build().into_bytes();
        let (model, repairs) = crate::load_salvaged(&file, &crate::LoadOptions::default()).unwrap();
        assert_eq!((model.facts.triangles, repairs.is_empty()), (2, false));
        assert_eq!(pieces(&file, "MD2-E021"), [None]);
        let besides =
            |code: &str| found(&file, code).iter().map(|finding| finding.neighbor).collect::<Vec<_>>();
        assert_eq!(besides("MD2-E021"), [Some(ModelPiece::Vertex { frame: None, vertex: 1 })]);
        assert_eq!(besides("MD2-N151"), [None], "it is there itself");
        assert_eq!(pieces(&file, "MD2-N151"), [Some(ModelPiece::Triangle(1))]);
        // Which it is cannot be told where not all that are left away are listed.
        let listed = super::check(&file, &CheckOptions { max_per_code: 0 });
        assert!(listed.findings.is_empty());
    }
}
