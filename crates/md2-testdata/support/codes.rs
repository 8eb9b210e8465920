//! What holds for the codes of every format's report. The formats' tests include this file by its path: the crate it
//! lies in uses nothing of theirs.

use std::collections::BTreeSet;

use md2_common::report::{Code, Severity};

/// Expects every code to be another, to tell its severity by its letter, and to have a sentence about it.
pub(crate) fn are_sound<C: Code>() {
    for &code in C::ALL {
        let letter = match code.severity() {
            Severity::Error => 'E',
            Severity::Warning => 'W',
            Severity::Note => 'N',
        };
        assert_eq!(code.as_str().chars().nth(4), Some(letter));
        assert!(code.explanation().ends_with('.'));
    }
    assert_eq!(texts::<C>().len(), C::ALL.len());
}

/// Every code as text.
pub(crate) fn texts<C: Code>() -> BTreeSet<&'static str> {
    C::ALL.iter().map(|code| code.as_str()).collect()
}
