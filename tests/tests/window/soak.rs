//! A test of the window for a few seconds with random input. `cargo xtask soak` runs this test for any duration.

use std::time::Duration;

use md2_testdata::TempFolder;
use md2_tests::{drawing_desktop, soak};

#[test]
fn a_window_survives_random_input() {
    let Some(desktop) = drawing_desktop(1280, 800) else { return };
    let report = soak::soak(&desktop, &TempFolder::new(), Duration::from_secs(3), 1)
        .unwrap_or_else(|error| panic!("{error}"));
    println!("{report}");
}
