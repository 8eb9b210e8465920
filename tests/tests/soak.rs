//! A window left to chance for a few seconds, and one in which everything is changed some times. `cargo xtask soak` does the same
//! for as long as one wants.
//!
//! A program of its own: windows of other tests would take the time that this one is given.

use std::time::Duration;

use md2_tests::{drawing_folder, soak};

#[test]
fn a_window_survives_chance() {
    let Some(folder) = drawing_folder() else { return };
    let soaked = soak::soak(&folder, Duration::from_secs(15), 1).unwrap_or_else(|error| panic!("{error}"));
    println!("{soaked}");
}

#[test]
fn changes_leave_nothing_in_a_window() {
    let Some(folder) = drawing_folder() else { return };
    let changed = soak::changes(&folder, 12).unwrap_or_else(|error| panic!("{error}"));
    println!("{changed}");
}
