//! The groups of the list of findings. A group contains the findings with the same code; the most severe group is first.

use md2_load::{Report, Severity};

use md2_scene::findings::{CheckedFile, EngineFilter, severity_index};

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct FindingFilter {
    pub(super) engine: EngineFilter,
    /// Whether the findings of each severity are hidden, in the order of [`SEVERITIES`](md2_scene::findings::SEVERITIES).
    pub(super) hidden: [bool; 3],
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct FindingGroup {
    pub(super) file: usize,
    pub(super) code: &'static str,
    pub(super) severity: Severity,
    pub(super) explanation: &'static str,
    pub(super) findings: Vec<usize>,
    pub(super) more: usize,
}

impl FindingGroup {
    pub(super) fn count(&self) -> usize {
        self.findings.len() + self.more
    }
}

impl FindingFilter {
    pub(super) fn groups(&self, file: usize, report: &Report) -> Vec<FindingGroup> {
        let mut groups: Vec<FindingGroup> = Vec::new();
        // Most findings belong to the same group as the previous one.
        let mut last = 0;
        let mut add = |code, severity, explanation, engines: &[String], finding: Option<usize>, more| {
            if !self.accepts(report, severity, engines) {
                return;
            }
            if groups.get(last).is_none_or(|group| group.code != code) {
                last = groups.iter().position(|group| group.code == code).unwrap_or(groups.len());
            }
            if last == groups.len() {
                groups.push(FindingGroup {
                    file,
                    code,
                    severity,
                    explanation,
                    findings: Vec::new(),
                    more: 0,
                });
            }
            groups[last].findings.extend(finding);
            groups[last].more += more;
        };
        for (number, finding) in report.findings.iter().enumerate() {
            add(finding.code, finding.severity, finding.explanation, &finding.engines, Some(number), 0);
        }
        for omitted in &report.omitted {
            add(omitted.code, omitted.severity, omitted.explanation, &omitted.engines, None, omitted.count);
        }
        // The sort is stable: groups of the same severity stay in the order of the file.
        groups.sort_by_key(|group| severity_index(group.severity));
        groups
    }

    fn accepts(&self, report: &Report, severity: Severity, engines: &[String]) -> bool {
        !self.hidden[severity_index(severity)] && self.engine.includes(report.format, engines)
    }

    pub(super) fn apply(&self, checked: &CheckedFile) -> CheckedFile {
        let outcome = checked.outcome.as_ref().map_err(Clone::clone).map(|report| {
            let mut filtered = report.clone();
            filtered.findings.retain(|finding| self.accepts(report, finding.severity, &finding.engines));
            filtered.omitted.retain(|more| self.accepts(report, more.severity, &more.engines));
            filtered
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
    fn groups_findings_by_code_and_sorts_by_severity() {
        let report = report();
        let groups = FindingFilter::default().groups(3, &report);
        let normals = groups.iter().find(|group| group.code == "MD2-W161").unwrap();
        assert_eq!((normals.file, normals.findings.len(), normals.count()), (3, 2, 3));
        assert!(groups.is_sorted_by_key(|group| severity_index(group.severity)), "{groups:?}");
        let listed: usize = groups.iter().map(|group| group.findings.len()).sum();
        assert_eq!(listed, report.findings.len());
    }

    #[test]
    fn filters_by_severity_and_engine() {
        let report = report();
        let codes = |filter: &FindingFilter| -> Vec<&str> {
            filter.groups(0, &report).iter().map(|group| group.code).collect()
        };
        let only_notes = FindingFilter { hidden: [true, true, false], ..FindingFilter::default() };
        assert!(codes(&only_notes).iter().all(|code| code.starts_with("MD2-N")));
        let q2pro = FindingFilter {
            engine: md2_scene::findings::parse_engine("q2pro").unwrap(),
            ..FindingFilter::default()
        };
        assert!(!codes(&q2pro).contains(&"MD2-W104"), "Q2PRO allows taller skins");
        let checked = CheckedFile { file: String::from("a.md2"), outcome: Ok(report.clone()) };
        let filtered = q2pro.apply(&checked).outcome.unwrap();
        let counts = |report: &Report| -> Vec<(&str, usize)> {
            q2pro.groups(0, report).iter().map(|group| (group.code, group.count())).collect()
        };
        assert_eq!(counts(&filtered), counts(&report));
    }
}
