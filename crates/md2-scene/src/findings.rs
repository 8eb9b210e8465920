//! The findings of a file check, for the command line and the window.

mod actors;
mod game_mod;
mod image_paths;
mod player_scripts;
mod stored_path;

use std::collections::BTreeSet;
use std::fmt::Write as _;
use std::path::Path;

use md2_assets::{FolderCache, ReadAs, SkinFile, find_missing_images, find_unread_image};
use md2_load::{CheckOptions, Finding, Format, Report, Severity};

use crate::text::message;
pub use game_mod::mod_findings;
pub use image_paths::CLASSIC_PCX;

/// The result of checking a file.
#[derive(Debug)]
pub struct CheckedFile {
    /// The name of the checked file.
    pub file: String,
    pub outcome: Result<Report, String>,
}

/// Checks a model, its images, and the scripts that name it.
pub fn check_file(
    folders: &FolderCache,
    path: Option<&Path>,
    bytes: &[u8],
    options: &CheckOptions,
) -> Report {
    let mut report = check_alone(folders, path, bytes, options);
    if let Some(path) = path {
        report.extend(game_mod::model_findings(folders, path, report.format), options);
    }
    report
}

/// Checks a model and its images.
pub fn check_alone(
    folders: &FolderCache,
    path: Option<&Path>,
    bytes: &[u8],
    options: &CheckOptions,
) -> Report {
    let mut report = md2_load::check(bytes, options);
    if let Some(path) = path {
        let missing = find_missing_images(folders, path, bytes);
        report.add_missing_images(bytes, &missing, |name| find_unread_image(folders, path, name), options);
        name_skin_lines(&mut report, folders, path);
    }
    report
}

/// Names the line of the `.skin` file in the findings about images that such a file names.
fn name_skin_lines(report: &mut Report, folders: &FolderCache, path: &Path) {
    let is_missing = |finding: &&mut Finding| finding.place == "skin" && finding.length == 0;
    if !report.findings.iter_mut().any(|finding| is_missing(&finding)) {
        return;
    }
    let part = path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
    // The levels of detail have the same skins.
    let part = part.strip_suffix("_1").or(part.strip_suffix("_2")).unwrap_or(&part);
    for file in md2_assets::list_files(path.parent().unwrap_or(path)).unwrap_or_default() {
        let name = file.file_name().unwrap_or_default().to_string_lossy();
        if !name.ends_with(".skin") || !name.strip_prefix(part).is_some_and(|rest| rest.starts_with('_')) {
            continue;
        }
        let text = folders.read(&file, ReadAs::SkinFile).unwrap_or_default();
        for row in SkinFile::new(&text).rows() {
            for finding in report.findings.iter_mut().filter(is_missing) {
                if finding.found.trim_matches('"').as_bytes().eq_ignore_ascii_case(row.shader) {
                    finding.place = format!("{name}, line {}", row.line);
                }
            }
        }
    }
}

/// The number of problems of each severity, in the order of [`SEVERITIES`]. All findings of a file with the same code are one problem, such as
/// the same fault in many frames.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Counts(pub [usize; 3]);

/// All severities, the most severe first.
pub const SEVERITIES: [Severity; 3] = [Severity::Error, Severity::Warning, Severity::Note];

impl Counts {
    /// Counts the problems of a report.
    pub fn from_report(report: &Report) -> Self {
        let listed = report.findings.iter().map(|finding| (finding.severity, finding.code));
        let all = listed.chain(report.omitted.iter().map(|more| (more.severity, more.code)));
        let mut counts = Self::default();
        for (severity, _) in all.collect::<BTreeSet<_>>() {
            counts.0[severity_index(severity)] += 1;
        }
        counts
    }

    /// Adds the counts of another file.
    pub fn add(&mut self, other: Self) {
        self.0.iter_mut().zip(other.0).for_each(|(count, more)| *count += more);
    }

    /// The number of all problems.
    pub fn total(self) -> usize {
        self.0.iter().sum()
    }

    pub fn worst(self) -> Option<Severity> {
        SEVERITIES.into_iter().find(|&severity| self.0[severity_index(severity)] > 0)
    }
}

pub const fn severity_index(severity: Severity) -> usize {
    match severity {
        Severity::Error => 0,
        Severity::Warning => 1,
        Severity::Note => 2,
    }
}

/// A filter for findings: it selects the findings that concern one game engine, or all findings.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct EngineFilter(Option<String>);

const FORMAT: &str = "format";
/// The engine of mods with a `MODELDEF`. It reads all formats, and only findings that concern all engines concern it.
const GZDOOM: &str = "GZDoom";

impl EngineFilter {
    pub fn for_formats(formats: impl IntoIterator<Item = Format>) -> Vec<Self> {
        let mut names: Vec<String> = formats.into_iter().flat_map(Format::engines).collect();
        names.push(String::from(GZDOOM));
        names.sort_by_key(|name| name.to_lowercase());
        // The findings for different formats spell some engine names in different case.
        names.dedup_by_key(|name| name.to_lowercase());
        std::iter::once(None).chain(names.into_iter().map(Some)).map(Self).collect()
    }

    pub fn name(&self) -> Option<&str> {
        self.0.as_deref()
    }

    /// Whether the filter selects a finding about a file of the given format that concerns the engines `concerned`. If
    /// the filter's engine does not read this format, the filter selects all findings.
    pub fn includes(&self, format: Option<Format>, concerned: &[String]) -> bool {
        let Some(engine) = &self.0 else { return true };
        let reads = |format: Format| format.engines().iter().any(|known| known.eq_ignore_ascii_case(engine));
        concerned.is_empty()
            || engine != GZDOOM && !format.is_none_or(reads)
            || concerned.iter().any(|one| one.eq_ignore_ascii_case(engine) || one == FORMAT)
    }
}

/// Reads the name of an engine, in any case.
///
/// # Errors
/// A message that lists the valid names.
pub fn parse_engine(name: &str) -> Result<EngineFilter, String> {
    let known = EngineFilter::for_formats(Format::ALL);
    let text = |filter: &EngineFilter| filter.name().unwrap_or("all").to_lowercase();
    let named = known.iter().find(|filter| text(filter).eq_ignore_ascii_case(name));
    let names = || known.iter().map(text).collect::<Vec<_>>().join(", ");
    named.cloned().ok_or_else(|| format!("must be {}", names()))
}

pub fn retain_for_engine(report: &mut Report, engine: &EngineFilter) {
    let format = report.format;
    report.findings.retain(|finding| engine.includes(format, &finding.engines));
    report.omitted.retain(|omitted| engine.includes(format, &omitted.engines));
}

pub fn sentence(finding: &Finding) -> String {
    let expected =
        if finding.expected.is_empty() { String::new() } else { format!(", expected {}", finding.expected) };
    format!("{}: {}{expected}", finding.place, finding.found)
}

/// Returns the line of a finding about a script, counted from 1.
pub fn script_line(finding: &Finding) -> Option<u32> {
    finding.place.strip_prefix("line ")?.parse().ok()
}

pub fn located_sentence(finding: &Finding) -> String {
    let engines = match &*finding.engines {
        [] => String::new(),
        engines => format!(" [{}]", engines.join(", ")),
    };
    // A finding about a whole file has no position.
    let place = match (finding.offset, finding.length) {
        (0, 0) => String::new(),
        (offset, _) => format!(" (byte {offset:#x})"),
    };
    format!("{}{place}{engines}", sentence(finding))
}

/// The findings as text in the form of compiler messages, one line each. With `explain`, a second line explains each finding. The
/// text is empty if the file cannot be checked.
pub fn report_lines(CheckedFile { file, outcome }: &CheckedFile, explain: bool) -> String {
    let Ok(Report { findings, omitted, .. }) = outcome else { return String::new() };
    let file = message(file);
    let mut text = String::new();
    for finding in findings {
        // Writing to a string cannot fail.
        let (place, line) = match script_line(finding) {
            Some(line) => (format!(":{line}"), sentence(finding).replacen(&format!("line {line}: "), "", 1)),
            None => (String::new(), located_sentence(finding)),
        };
        let _ = writeln!(text, "{file}{place}: {} {}: {}", finding.severity, finding.code, message(&line));
        if explain {
            let _ = writeln!(text, "    {}", finding.explanation);
        }
    }
    for more in omitted {
        let _ = writeln!(text, "{file}: {} {}: {} more", more.severity, more.code, more.count);
    }
    if text.is_empty() {
        let _ = writeln!(text, "{file}: no findings");
    }
    text
}

#[cfg(test)]
mod tests {
    use md2_load::{CheckOptions, check};

    use super::*;

    fn codes(file: &[u8], name: &str) -> Vec<&'static str> {
        let mut report = check(file, &CheckOptions::default());
        retain_for_engine(&mut report, &parse_engine(name).unwrap());
        report.findings.iter().map(|finding| finding.code).collect()
    }

    #[test]
    fn the_same_fault_in_many_frames_is_one_problem() {
        let mut file = md2_testdata::one_triangle().build();
        for place in ["frame[0].vertex[2].normal", "frame[1].vertex[1].normal", "frame[1].vertex[0].normal"] {
            file.set_u8(place, 200);
        }
        let counts = |max_per_code| {
            let report = check(file.bytes(), &CheckOptions { max_per_code });
            (Counts::from_report(&report).0, report.findings.len())
        };
        let ([errors, warnings, notes], listed) = counts(100);
        assert!(
            (errors, warnings) == (0, 1) && listed >= 3 + notes,
            "{warnings} warnings, {listed} findings"
        );
        assert_eq!(counts(1).0, [errors, warnings, notes], "also if not all are listed");
    }

    #[test]
    fn retains_findings_of_the_engine_and_of_the_format() {
        let mut file = md2_testdata::one_triangle().build();
        file.set_i32("skinheight", 512).set_i32("num_frames", 900);
        let file = file.into_bytes();
        let all = codes(&file, "all");
        assert!(all.contains(&"MD2-W104"), "{all:?}");
        assert!(codes(&file, "Vanilla").contains(&"MD2-W104"));
        let q2pro = codes(&file, "q2pro");
        assert!(
            !q2pro.contains(&"MD2-W104") && q2pro.iter().any(|code| code.starts_with("MD2-E")),
            "{q2pro:?}"
        );
        assert_eq!(codes(&file, "darkplaces"), all, "DarkPlaces does not read MD2");
        assert!(codes(&file, "gzdoom").contains(&"MD2-E006"), "an error of the format");
        assert_eq!(codes(b"no model", "vanilla"), ["MD2-E001"], "an unknown format concerns all engines");
        assert!(parse_engine("doom").unwrap_err().starts_with("must be all, darkplaces, glquake, gzdoom, "));
    }
}
