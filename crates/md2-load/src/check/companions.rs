//! Findings about the files around a model: the scripts and images of a mod.

use md2_common::report::{CheckOptions, Severity};

use super::{Finding, OmittedFindings, Report};

/// The kinds of findings about the files of a mod.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum CompanionRule {
    /// An invalid part of a script.
    Script,
    /// A word of a script that no engine knows.
    Word,
    /// A file that a script names, or that a player needs, but that does not exist.
    Missing,
    /// A frame or surface that the model does not have.
    Index,
    /// A path that differs from the name of its file in upper and lower case.
    LetterCase,
    /// A path that differs only in case, in a script of an engine that ignores the case.
    ScriptLetterCase,
    /// Files or definitions of which engines use only one.
    Duplicate,
    /// A path that is too long.
    PathLength,
    /// A model that a script names without its extension.
    Extension,
    /// A class that no script of the mod defines.
    Class,
    /// A sprite of a definition that no actor uses.
    Sprite,
    /// A file that nothing uses.
    Unused,
    /// An image that cannot be read.
    Image,
    /// An entry of an archive that cannot be read.
    Entry,
}

impl CompanionRule {
    const fn row(self) -> (&'static str, Severity, &'static str) {
        use Severity::{Note, Warning};
        match self {
            Self::Script => (
                "MOD-W101",
                Warning,
                "The script has an invalid part, at which engines stop or which they skip.",
            ),
            Self::Missing => ("MOD-W102", Warning, "A file that the mod needs is not in the mod."),
            Self::Index => (
                "MOD-W103",
                Warning,
                "A script or the game names a frame, a surface or a tag that the model or its definition does not have.",
            ),
            Self::LetterCase => (
                "MOD-W104",
                Warning,
                "The path and the name of the file differ in case. On Linux, engines do not find such a file in a folder.",
            ),
            Self::Duplicate => {
                ("MOD-W105", Warning, "Engines use only one of the two; which one depends on the engine.")
            }
            Self::PathLength => (
                "MOD-W106",
                Warning,
                "Engines of Quake's family cut paths of more than 63 bytes off, or stop.",
            ),
            Self::Sprite => (
                "MOD-W108",
                Warning,
                "GZDoom stops with \"Unknown sprite\" at a definition whose sprite no state of an actor uses.",
            ),
            Self::ScriptLetterCase => (
                "MOD-N109",
                Note,
                "The path and the name of the file differ in case. GZDoom finds the file; other programs on Linux may not.",
            ),
            Self::Extension => {
                ("MOD-N111", Note, "GZDoom finds a model only by its name with the extension.")
            }
            Self::Word => {
                ("MOD-N114", Note, "Engines skip the word, so a misspelled property has no effect.")
            }
            Self::Entry => ("MOD-W113", Warning, "Engines ignore the entry, or read one of several."),
            Self::Class => (
                "MOD-N112",
                Note,
                "GZDoom stops at a definition for an unknown class, so the game itself must have the class.",
            ),
            Self::Image => {
                ("MOD-W110", Warning, "The image cannot be read. Engines show another one, or nothing.")
            }
            Self::Unused => ("MOD-N107", Note, "No model, script or player of the mod uses the file."),
        }
    }
}

impl Finding {
    /// Creates a finding about a file of a mod. `offset` is the position in the file that the report is about.
    pub fn of_companion(
        rule: CompanionRule,
        place: String,
        offset: usize,
        found: String,
        expected: &str,
    ) -> Self {
        let (code, severity, explanation) = rule.row();
        let expected = expected.to_owned();
        let (length, engines, piece) = (0, Vec::new(), None);
        Self { code, severity, explanation, place, offset, length, found, expected, engines, piece }
    }
}

impl Report {
    /// Adds findings. Beyond the allowed number for each code, they are only counted.
    pub fn extend(&mut self, findings: impl IntoIterator<Item = Finding>, options: &CheckOptions) {
        for finding in findings {
            let Finding { code, severity, explanation, .. } = finding;
            if self.findings.iter().filter(|known| known.code == code).count() < options.max_per_code {
                self.findings.push(finding);
            } else if let Some(omitted) = self.omitted.iter_mut().find(|omitted| omitted.code == code) {
                omitted.count += 1;
            } else {
                let engines = finding.engines;
                self.omitted.push(OmittedFindings { code, severity, explanation, engines, count: 1 });
            }
        }
    }
}
