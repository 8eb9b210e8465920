//! Harness shared by the cross-crate tests.
