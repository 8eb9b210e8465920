//! A window left to chance for a few seconds, and one in which everything is changed some times. `cargo xtask soak` does the same
//! for as long as one wants.
//!
//! A program of its own: windows of other tests would take the time that this one is given.

use std::time::Duration;

use md2_tests::{soak, temporary_folder, vulkan_is_missing};

#[test]
fn a_window_survives_chance() {
    if vulkan_is_missing() {
        return;
    }
    let folder = temporary_folder("soak").expect("a temporary folder");
    let soaked = soak::soak(&folder, Duration::from_secs(15), 1).unwrap_or_else(|error| panic!("{error}"));
    println!("{soaked}");
    std::fs::remove_dir_all(folder).expect("the folder is ours");
}

#[test]
fn changes_leave_nothing_in_a_window() {
    if vulkan_is_missing() {
        return;
    }
    let folder = temporary_folder("changes").expect("a temporary folder");
    let changed = soak::changes(&folder, 12).unwrap_or_else(|error| panic!("{error}"));
    println!("{changed}");
    std::fs::remove_dir_all(folder).expect("the folder is ours");
}
