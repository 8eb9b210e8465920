//! Tests that the viewer, if it has little memory, either draws a picture or prints a message and exits with code 5.

#![cfg(target_os = "linux")]

use std::ffi::OsStr;
use std::fs;
use std::time::Duration;

use md2_tests::{Picture, drawing_folder, run_viewer_within};

/// The numbers of viewer processes that ended with a picture, with an error message, and with a crash.
#[derive(Debug, Default)]
struct Outcomes {
    pictures: u32,
    refusals: u32,
    /// Crashes in the dynamic linker or in a driver, which the viewer cannot prevent.
    crashes: u32,
}

#[test]
fn every_memory_limit_ends_in_a_picture_or_a_message() {
    let Some(folder) = drawing_folder() else { return };
    let file = folder.join("picture.png");
    let mut outcomes = Outcomes::default();
    let mut run = |megabytes: u64, size: &str| {
        let _ = fs::remove_file(&file);
        let arguments = ["render", "--size", size, "--output"].map(OsStr::new);
        let (status, errors) = run_viewer_within(
            megabytes * 1024,
            arguments.into_iter().chain([file.as_os_str()]),
            Duration::from_secs(100),
        )
        .expect("the viewer ends");
        let what = format!("{megabytes} MB for {size}: {status}, {errors}");
        // The viewer must not panic, and it must check its allocations.
        assert!(!errors.contains("panicked") && !errors.contains("memory allocation of"), "{what}");
        match status.code() {
            Some(0) => {
                let picture = Picture::read(&file).expect("the picture exists");
                assert!(picture.color_count() > 100, "{what}");
                outcomes.pictures += 1;
            }
            Some(5) => {
                assert!(errors.starts_with("md2-viewer: ") && errors.lines().count() == 1, "{what}");
                assert!(errors.contains("memory"), "{what}");
                assert!(!file.exists(), "{what}");
                outcomes.refusals += 1;
            }
            // A signal ended the process, or the dynamic linker failed with its exit code.
            None | Some(127) => {
                eprintln!("crashed: {what}");
                outcomes.crashes += 1;
            }
            Some(_) => panic!("{what}"),
        }
        status.success()
    };
    for megabytes in (40..=760).step_by(40) {
        run(megabytes, "640x480");
    }
    // The first limit suffices for everything except the picture. The second limit suffices for everything.
    assert!(!run(1000, "4096x4096"));
    assert!(run(4000, "640x480"));
    eprintln!("{outcomes:?}");
    assert!(outcomes.refusals >= 5 && outcomes.crashes <= 5, "{outcomes:?}");
}
