//! Tests of the window for a few seconds with random input, and with repeated changes. `cargo xtask soak` runs these tests for any
//! duration.
//!
//! These tests have their own process, since the windows of other tests would slow them down beyond their time limits.

use std::time::Duration;

use md2_tests::{drawing_folder, soak};

#[test]
fn a_window_survives_random_input() {
    let Some(folder) = drawing_folder() else { return };
    let report = soak::soak(&folder, Duration::from_secs(15), 1).unwrap_or_else(|error| panic!("{error}"));
    println!("{report}");
}

#[test]
fn repeated_changes_leak_nothing() {
    let Some(folder) = drawing_folder() else { return };
    let report = soak::changes(&folder, 12).unwrap_or_else(|error| panic!("{error}"));
    println!("{report}");
}
