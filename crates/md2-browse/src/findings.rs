//! What a check says of files, as the command line and the window tell it.

use std::fmt::Write as _;

use md2_load::{Finding, Format, Report, Severity, engines};

use md2_scene::text::message;

/// A file that was checked, or why it was not.
#[derive(Debug)]
pub struct Checked {
    /// What the file is called.
    pub file: String,
    pub outcome: Result<Report, String>,
}

/// How many findings there are of each severity, the gravest first, listed or not.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Counts(pub [usize; 3]);

/// The gravest first.
pub const SEVERITIES: [Severity; 3] = [Severity::Error, Severity::Warning, Severity::Note];

impl Counts {
    pub fn of(report: &Report) -> Self {
        let mut counts = Self::default();
        let listed = report.findings.iter().map(|finding| (finding.severity, 1));
        for (severity, count) in listed.chain(report.omitted.iter().map(|more| (more.severity, more.count))) {
            counts.0[index(severity)] += count;
        }
        counts
    }

    pub fn add(&mut self, other: Self) {
        self.0.iter_mut().zip(other.0).for_each(|(count, more)| *count += more);
    }

    pub fn total(self) -> usize {
        self.0.iter().sum()
    }

    /// The gravest severity of which there is any.
    pub fn worst(self) -> Option<Severity> {
        SEVERITIES.into_iter().find(|&severity| self.0[index(severity)] > 0)
    }
}

/// The place of a severity among [`SEVERITIES`].
pub const fn index(severity: Severity) -> usize {
    match severity {
        Severity::Error => 0,
        Severity::Warning => 1,
        Severity::Note => 2,
    }
}

/// The engine whose findings are kept; `None` for those of all.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Engine(Option<String>);

/// What a finding concerns that no program can do anything sensible with.
const FORMAT: &str = "format";

const FORMATS: [Format; 3] = [Format::Md2, Format::Mdl, Format::Md3];

impl Engine {
    /// Those that read any of some formats, by their names, and first that all are meant.
    pub fn of_formats(formats: impl IntoIterator<Item = Format>) -> Vec<Self> {
        let mut names: Vec<String> = formats.into_iter().flat_map(engines).collect();
        names.sort_by_key(|name| name.to_lowercase());
        names.dedup();
        std::iter::once(None).chain(names.into_iter().map(Some)).map(Self).collect()
    }

    /// What it is called; `None` for all of them.
    pub fn name(&self) -> Option<&str> {
        self.0.as_deref()
    }

    /// Whether it minds what concerns `concerned` in a file of this format: in one that it does not read, everything.
    pub fn minds(&self, format: Option<Format>, concerned: &[String]) -> bool {
        let Some(engine) = &self.0 else { return true };
        let reads = |format| engines(format).iter().any(|known| known.eq_ignore_ascii_case(engine));
        !format.is_none_or(reads)
            || concerned.iter().any(|one| one.eq_ignore_ascii_case(engine) || one == FORMAT)
    }
}

/// Reads the name of an engine, in any case.
///
/// # Errors
/// Lists the names.
pub fn engine(name: &str) -> Result<Engine, String> {
    if name.eq_ignore_ascii_case("all") {
        return Ok(Engine(None));
    }
    let known: Vec<String> = FORMATS.into_iter().flat_map(engines).map(|name| name.to_lowercase()).collect();
    let mut listed = known.clone();
    listed.sort();
    listed.dedup();
    match known.into_iter().find(|known| known.eq_ignore_ascii_case(name)) {
        Some(engine) => Ok(Engine(Some(engine))),
        None => Err(format!("must be all, {}", listed.join(", "))),
    }
}

/// Drops what does not concern the engine, if it reads the format.
pub fn keep(report: &mut Report, engine: &Engine) {
    let format = report.format;
    report.findings.retain(|finding| engine.minds(format, &finding.engines));
    report.omitted.retain(|omitted| engine.minds(format, &omitted.engines));
}

/// What is there and what is expected instead, in a sentence without its end.
pub fn sentence(finding: &Finding) -> String {
    let expected =
        if finding.expected.is_empty() { String::new() } else { format!(", expected {}", finding.expected) };
    format!("{}: {}{expected}", finding.place, finding.found)
}

/// The same with the byte and those whom it concerns.
pub fn located(finding: &Finding) -> String {
    let engines = match &*finding.engines {
        [] => String::new(),
        engines => format!(" [{}]", engines.join(", ")),
    };
    format!("{} (byte {:#x}){engines}", sentence(finding), finding.offset)
}

/// Findings for people, a line for each, as compilers write them, or that there are none. Nothing of a file that could not be
/// read.
pub fn lines(Checked { file, outcome }: &Checked, explain: bool) -> String {
    let Ok(Report { findings, omitted, .. }) = outcome else { return String::new() };
    let file = message(file);
    let mut text = String::new();
    for finding in findings {
        // A string takes everything.
        let line = located(finding);
        let _ = writeln!(text, "{file}: {} {}: {}", finding.severity, finding.code, message(&line));
        if explain {
            let _ = writeln!(text, "    {}", finding.explanation);
        }
    }
    for more in omitted {
        let _ = writeln!(text, "{file}: {} {}: {} more", more.severity, more.code, more.count);
    }
    if text.is_empty() {
        let _ = writeln!(text, "{file}: nothing found");
    }
    text
}

#[cfg(test)]
mod tests {
    use md2_load::{CheckOptions, check};

    use super::*;

    fn codes(file: &[u8], name: &str) -> Vec<&'static str> {
        let mut report = check(file, &CheckOptions::default());
        keep(&mut report, &engine(name).unwrap());
        report.findings.iter().map(|finding| finding.code).collect()
    }

    #[test]
    fn an_engine_sees_what_concerns_it_and_the_format() {
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
        assert_eq!(codes(&file, "darkplaces"), all, "it reads no MD2");
        assert_eq!(codes(b"no model", "vanilla"), ["MD2-E001"], "what is no model concerns everybody");
        assert!(engine("doom").unwrap_err().starts_with("must be all, darkplaces, "));
    }
}
