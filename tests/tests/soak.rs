//! A window left to chance for a few seconds. `cargo xtask soak` does the same for as long as one wants.

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
