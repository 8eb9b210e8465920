//! Reports for an invented format.

use md2_common::report::{self, CheckOptions, Findings, Severity};

md2_common::engines! {
    enum Engine {
        Old "Old",
        New "New",
    }
}

type Engines = report::Engines<Engine>;

const NONE: Engines = Engines::NONE;
const NEW: Engines = Engines::from_index(Engine::New as u32);
const BOTH: Engines = Engines::from_index(Engine::Old as u32).union(NEW);

md2_common::codes! {
    enum Code {
        type Location = String;
        type Engine = Engine;
    }
    Error {
        Cut "XYZ-E001" BOTH "The file ends early."
    }
    Warning {
        Large "XYZ-W001" NEW "A count is above a limit."
    }
    Note {
        Odd "XYZ-N001" NONE "It is odd."
        Dull "XYZ-N002" NONE "It is dull."
    }
}

fn findings(max_per_code: usize, dull: usize) -> Findings<Code> {
    let mut findings = Findings::new(max_per_code);
    findings.add(Code::Large, "header".to_owned(), 16, format_args!("{}", 4097), "at most 4096");
    findings.add_for(BOTH, Code::Odd, "vertex 2".to_owned(), 255, format_args!("odd"), "");
    for place in 0..=dull {
        findings.add(Code::Dull, format!("place {place}"), place, format_args!("dull"), "");
    }
    findings
}

#[test]
fn defines_codes_from_a_table() {
    let all: Vec<_> = Code::ALL.iter().map(|code| code.as_str()).collect();
    assert_eq!(all, ["XYZ-E001", "XYZ-W001", "XYZ-N001", "XYZ-N002"]);
    assert_eq!(<Code as report::Code>::ALL, Code::ALL);
    assert_eq!((Code::Cut.severity(), Code::Odd.severity()), (Severity::Error, Severity::Note));
    assert_eq!(Code::Large.explanation(), "A count is above a limit.");
    assert_eq!((Code::Cut.engines(), Code::Large.engines(), Code::Dull.engines()), (BOTH, NEW, NONE));
    assert_eq!(format!("{:>10}", Code::Odd), "  XYZ-N001");
}

#[test]
fn combines_engines_in_sets() {
    assert!(BOTH.contains(Engine::Old) && BOTH.contains(Engine::New) && !BOTH.is_empty());
    assert!(!NEW.contains(Engine::Old) && NEW.contains(Engine::New));
    assert!(NONE.is_empty());
    assert_eq!(BOTH.iter().collect::<Vec<_>>(), [Engine::Old, Engine::New]);
    assert_eq!((BOTH.to_string(), NONE.to_string()), ("Old, New".to_owned(), String::new()));
}

#[test]
fn counts_findings_above_the_limit() {
    assert_eq!(CheckOptions::default(), CheckOptions { max_per_code: 8 });
    let report = findings(8, 92).into_report();
    assert_eq!((report.findings.len(), report.count(Code::Dull), report.count(Code::Cut)), (10, 93, 0));
    assert!(report.to_string().ends_with("XYZ-N002: 85 more\n"));

    let mut none_listed = findings(0, 0);
    none_listed.add(Code::Cut, "file".to_owned(), 0, format_args!("cut"), "");
    let report = none_listed.into_report();
    assert!(report.findings.is_empty() && report.has_errors() && !report.is_empty());
    assert_eq!(report.omitted.iter().map(|omitted| omitted.code).collect::<Vec<_>>(), Code::ALL);
}

#[test]
fn makes_an_empty_report_without_findings() {
    let report = Findings::<Code>::new(8).into_report();
    assert!(report.is_empty() && report.worst().is_none());
}
