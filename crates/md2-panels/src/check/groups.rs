//! Findings as the tab lists them: grouped by code, the most severe first.

use md2_load::{Report, Severity};

use md2_browse::findings::{CheckedFile, EngineFilter, severity_index};

/// The severities and the engine whose findings are shown.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct FindingFilter {
    pub(super) engine: EngineFilter,
    /// For each severity, the most severe first, whether it is hidden.
    pub(super) hidden: [bool; 3],
}

/// The findings of one code in a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Group {
    /// Index of the file.
    pub(super) file: usize,
    pub(super) code: &'static str,
    pub(super) severity: Severity,
    pub(super) explanation: &'static str,
    /// Their indices in the report.
    pub(super) findings: Vec<usize>,
    /// The number of further findings, which the report only counts.
    pub(super) more: usize,
}

impl Group {
    pub(super) fn count(&self) -> usize {
        self.findings.len() + self.more
    }
}

impl FindingFilter {
    /// The findings of a file that the filter leaves, in groups.
    pub(super) fn groups(&self, file: usize, report: &Report) -> Vec<Group> {
        let mut groups: Vec<Group> = Vec::new();
        let mut group_of = |code: &'static str, severity: Severity, explanation: &'static str| {
            let found = groups.iter().position(|group| group.code == code);
            found.unwrap_or_else(|| {
                groups.push(Group { file, code, severity, explanation, findings: Vec::new(), more: 0 });
                groups.len() - 1
            })
        };
        // Few codes, many findings: the group of the one before is most often that of the next.
        let mut placed: Vec<(usize, usize)> = Vec::with_capacity(report.findings.len());
        let mut last: Option<(&'static str, usize)> = None;
        for (number, finding) in report.findings.iter().enumerate() {
            if !self.shows(report, finding.severity, &finding.engines) {
                continue;
            }
            let at = match last {
                Some((code, at)) if code == finding.code => at,
                _ => group_of(finding.code, finding.severity, finding.explanation),
            };
            last = Some((finding.code, at));
            placed.push((at, number));
        }
        let mut counted: Vec<(usize, usize)> = Vec::new();
        for more in &report.omitted {
            if self.shows(report, more.severity, &more.engines) {
                counted.push((group_of(more.code, more.severity, more.explanation), more.count));
            }
        }
        for (at, number) in placed {
            groups[at].findings.push(number);
        }
        for (at, count) in counted {
            groups[at].more += count;
        }
        // Within a severity they stay in the order of the file.
        groups.sort_by_key(|group| severity_index(group.severity));
        groups
    }

    fn shows(&self, report: &Report, severity: Severity, engines: &[String]) -> bool {
        !self.hidden[severity_index(severity)] && self.engine.includes(report.format, engines)
    }

    /// The findings of a file that the filter leaves, as a file of its own.
    pub(super) fn keep(&self, checked: &CheckedFile) -> CheckedFile {
        let outcome = checked.outcome.as_ref().map_err(Clone::clone).map(|report| {
            let mut kept = report.clone();
            kept.findings.retain(|finding| self.shows(report, finding.severity, &finding.engines));
            kept.omitted.retain(|more| self.shows(report, more.severity, &more.engines));
            kept
        });
        CheckedFile { file: checked.file.clone(), outcome }
    }
}

#[cfg(test)]
mod tests {
    use md2_load::{CheckOptions, check};

    use super::*;

    fn report() -> Report {
        let mut file = md2_testdata::one_triangle().build();
        file.set_i32("skinheight", 512).set_u8("frame[1].vertex[2].normal", 200);
        file.set_u8("frame[0].vertex[2].normal", 200).set_u8("frame[0].vertex[1].normal", 201);
        check(file.bytes(), &CheckOptions { max_per_code: 2 })
    }

    #[test]
    fn findings_of_a_code_are_folded_and_the_gravest_come_first() {
        let report = report();
        let groups = FindingFilter::default().groups(3, &report);
        let normals = groups.iter().find(|group| group.code == "MD2-W161").unwrap();
        assert_eq!((normals.file, normals.findings.len(), normals.count()), (3, 2, 3));
        assert!(groups.is_sorted_by_key(|group| severity_index(group.severity)), "{groups:?}");
        let listed: usize = groups.iter().map(|group| group.findings.len()).sum();
        assert_eq!(listed, report.findings.len());
    }

    #[test]
    fn a_filter_leaves_what_concerns_the_engine_and_is_grave_enough() {
        let report = report();
        let codes = |filter: &FindingFilter| -> Vec<&str> {
            filter.groups(0, &report).iter().map(|group| group.code).collect()
        };
        let only_notes = FindingFilter { hidden: [true, true, false], ..FindingFilter::default() };
        assert!(codes(&only_notes).iter().all(|code| code.starts_with("MD2-N")));
        let q2pro = FindingFilter {
            engine: md2_browse::findings::parse_engine("q2pro").unwrap(),
            ..FindingFilter::default()
        };
        assert!(!codes(&q2pro).contains(&"MD2-W104"), "it takes taller skins");
        let checked = CheckedFile { file: String::from("a.md2"), outcome: Ok(report.clone()) };
        let kept = q2pro.keep(&checked).outcome.unwrap();
        let counts = |report: &Report| -> Vec<(&str, usize)> {
            q2pro.groups(0, report).iter().map(|group| (group.code, group.count())).collect()
        };
        assert_eq!(counts(&kept), counts(&report));
    }
}
