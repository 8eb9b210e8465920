//! A test of the rules for the codes of findings.

use std::collections::BTreeSet;
use std::fmt::Display;

/// Asserts that codes are unique, that their letters match their severities (`MD2-E007` is an error), and that
/// explanations are sentences. Each item is a code, its severity as reports print it, and its explanation.
pub fn assert_valid<S: Display>(codes: impl IntoIterator<Item = (&'static str, S, &'static str)>) {
    let mut seen = BTreeSet::new();
    for (code, severity, explanation) in codes {
        let severity = severity.to_string().to_uppercase();
        assert_eq!(code.chars().nth(4), severity.chars().next(), "{code} has the severity {severity}");
        assert!(explanation.ends_with('.'), "{code}: {explanation}");
        assert!(seen.insert(code), "{code} occurs twice");
    }
    assert!(!seen.is_empty(), "there are no codes");
}
