//! Check reports for files of all formats.

mod companions;

use md2_common::readable;
use md2_common::report::{self, CheckOptions, Severity};

pub use companions::CompanionRule;

use crate::format::Format;

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
    /// The frame, triangle or vertex of the loaded model to which the finding applies. `None` if the finding applies to something else, or
    /// if the file is damaged, because the records of a repaired model may have other indices.
    pub piece: Option<ModelPiece>,
}

/// A frame, triangle or vertex of a loaded model. Indices are counted from 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
#[expect(missing_docs, reason = "the texts explain the fields")]
pub enum ModelPiece {
    /// Index of a frame. For an MDL, index of a pose.
    Frame(u32),
    /// Index of a triangle, counted through all surfaces.
    Triangle(u32),
    /// A vertex as stored in the file, before it is split at seams; in all frames if `frame` is `None`.
    Vertex { frame: Option<u32>, vertex: u32 },
}

impl ModelPiece {
    pub(crate) fn frame(index: usize) -> Option<Self> {
        u32::try_from(index).ok().map(Self::Frame)
    }

    pub(crate) fn triangle(index: usize) -> Option<Self> {
        u32::try_from(index).ok().map(Self::Triangle)
    }

    pub(crate) fn vertex(frame: usize, vertex: usize) -> Option<Self> {
        Some(Self::Vertex { frame: Some(u32::try_from(frame).ok()?), vertex: u32::try_from(vertex).ok()? })
    }
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
    /// Adds a finding for each missing image. `names` are the image names that `md2_assets::find_missing_images` returns, `file` is the
    /// content of the model file, and `unread` returns the name of a file that is the image in a format that is not read.
    pub fn add_missing_images(
        &mut self,
        file: &[u8],
        names: &[Vec<u8>],
        unread: impl Fn(&[u8]) -> Option<String>,
        options: &CheckOptions,
    ) {
        let code = self.format.and_then(|format| format.features().missing_image_code);
        let Some(code) = code else { return };
        let (severity, engines) = (Severity::Warning, Vec::new());
        let explanation = "The model uses an image that is neither at the stored path in the game's folder nor next to the model.";
        let findings = names.iter().map(|name| (name, position(file, name))).map(|(name, at)| Finding {
            code,
            severity,
            explanation,
            place: String::from("skin"),
            offset: at.unwrap_or(0),
            length: at.map_or(0, |_| name.len()),
            found: format!("\"{}\"", readable(name)),
            expected: match unread(name) {
                Some(file) => format!("an image in another format than {file}"),
                None => String::from("an image file"),
            },
            engines: engines.clone(),
            piece: None,
        });
        self.extend(findings, options);
    }

    /// The highest severity of all findings, including findings that are only counted; `None` without findings.
    pub fn worst(&self) -> Option<Severity> {
        let listed = self.findings.iter().map(|finding| finding.severity);
        listed.chain(self.omitted.iter().map(|omitted| omitted.severity)).max()
    }
}

/// Returns the byte offset of the first occurrence of a name in a file. Comparing the first byte alone makes this five times faster.
fn position(file: &[u8], name: &[u8]) -> Option<usize> {
    let (first, rest) = name.split_first()?;
    let starts = file.iter().enumerate().filter(|(_, byte)| *byte == first);
    starts.map(|(at, _)| at).find(|at| file[at + 1..].starts_with(rest))
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
pub fn check(file: &[u8], options: &CheckOptions) -> Report {
    match Format::detect(file) {
        Some(format) => (format.features().check)(file, options),
        // The MD2 check reports unknown files, and states the format if it is known but not supported.
        None => new_report(None, md2_format::check_with(file, options), |_| 0, |_| None),
    }
}

/// Creates a report from that of a format. `length` returns the length in bytes of the value that findings at a location are about; 0 if
/// they are not always about the same value. `piece` returns the frame, triangle or vertex at a location.
pub(crate) fn new_report<C: report::Code>(
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

fn names<E: report::Engine>(engines: report::Engines<E>) -> Vec<String> {
    engines.iter().map(|engine| engine.to_string()).collect()
}

pub(crate) fn engines<E: report::Engine>() -> Vec<String> {
    // The last variant is `format`.
    E::ALL.iter().take(E::ALL.len() - 1).map(ToString::to_string).collect()
}

/// A limit that engines have for a field of the header.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Limit {
    /// Name of the field, as in [`HeaderField::name`](crate::HeaderField::name).
    pub field: &'static str,
    /// The largest allowed value.
    pub most: usize,
    /// The engines, named as in [`Finding::engines`]; empty if only the format's definition has this limit.
    pub engines: Vec<String>,
}

pub(crate) fn limits<F, E: report::Engine>(
    limits: Vec<(F, report::Engines<E>, usize)>,
    name: impl Fn(F) -> &'static str,
) -> Vec<Limit> {
    let limits = limits.into_iter();
    limits.map(|(field, those, most)| Limit { field: name(field), most, engines: names(those) }).collect()
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

    #[test]
    fn findings_have_their_piece_of_the_loaded_model() {
        let check = |file: &[u8], code: &str, expected| {
            let report = super::check(file, &CheckOptions::default());
            let pieces = report.findings.iter().filter(|finding| finding.code == code);
            assert_eq!(pieces.map(|finding| finding.piece).collect::<Vec<_>>(), [expected], "{code}");
        };
        let mut file = one_triangle().build();
        file.set_u8("frame[1].vertex[2].normal", 200);
        check(file.bytes(), "MD2-W161", Some(ModelPiece::Vertex { frame: Some(1), vertex: 2 }));
        // Records of a damaged file may have other indices than those of the model that is shown.
        file.set_i32("version", 7);
        check(file.bytes(), "MD2-W161", None);
        let mut file = one_triangle().build();
        file.set_f32("gl[1]", 1.25);
        check(file.bytes(), "MD2-N183", Some(ModelPiece::Vertex { frame: None, vertex: 0 }));
        let spec = md2_testdata::Md2Spec { st: vec![[0, 0], [63, 0], [900, 28]], ..one_triangle() };
        check(spec.build().bytes(), "MD2-N141", Some(ModelPiece::Triangle(0)));
        check(mdl::frame_group().build().bytes(), "MDL-N122", Some(ModelPiece::Frame(1)));
        check(b"a letter", "MD2-E001", None);
    }
}
