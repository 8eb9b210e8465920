//! What holds for the codes of every format's report.

use std::collections::BTreeSet;
use std::fmt::Display;

/// Expects codes to differ from each other, to tell their severities by a letter (`MD2-E007` an error), and to have a
/// sentence about each. Every item is a code, its severity as reports print it, and its explanation.
///
/// # Panics
/// Where one does not, or there is none.
pub fn assert_sound<S: Display>(codes: impl IntoIterator<Item = (&'static str, S, &'static str)>) {
    let mut seen = BTreeSet::new();
    for (code, severity, explanation) in codes {
        let severity = severity.to_string().to_uppercase();
        assert_eq!(code.chars().nth(4), severity.chars().next(), "{code} is of severity {severity}");
        assert!(explanation.ends_with('.'), "{code}: {explanation}");
        assert!(seen.insert(code), "{code} stands for two things");
    }
    assert!(!seen.is_empty(), "there are no codes");
}
