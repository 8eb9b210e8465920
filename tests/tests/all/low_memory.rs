//! The viewer where memory is short: a picture, or a sentence and exit code 5.

#![cfg(target_os = "linux")]

use std::ffi::OsStr;
use std::fs;
use std::time::Duration;

use md2_tests::{Picture, drawing_folder, run_viewer_within};

/// How a run ended that was not a picture.
#[derive(Debug, Default)]
struct Ends {
    pictures: u32,
    refusals: u32,
    /// In the dynamic linker or inside of a driver, which nobody but they can prevent.
    deaths: u32,
}

#[test]
fn every_limit_of_memory_ends_in_a_picture_or_a_sentence() {
    let Some(folder) = drawing_folder() else { return };
    let file = folder.join("picture.png");
    let mut ends = Ends::default();
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
        // Neither a panic of ours, nor an allocation of ours that was taken for granted.
        assert!(!errors.contains("panicked") && !errors.contains("memory allocation of"), "{what}");
        match status.code() {
            Some(0) => {
                let picture = Picture::read(&file).expect("the picture is there");
                assert!(picture.color_count() > 100, "{what}");
                ends.pictures += 1;
            }
            Some(5) => {
                assert!(errors.starts_with("md2-viewer: ") && errors.lines().count() == 1, "{what}");
                assert!(errors.contains("memory"), "{what}");
                assert!(!file.exists(), "{what}");
                ends.refusals += 1;
            }
            // Killed by a signal; or the linker's own code.
            None | Some(127) => {
                eprintln!("died: {what}");
                ends.deaths += 1;
            }
            Some(_) => panic!("{what}"),
        }
        status.success()
    };
    for megabytes in (40..=760).step_by(40) {
        run(megabytes, "640x480");
    }
    // Where all but the picture has room, and where it has, too.
    assert!(!run(1000, "4096x4096"));
    assert!(run(4000, "640x480"));
    eprintln!("{ends:?}");
    assert!(ends.refusals >= 5 && ends.deaths <= 5, "{ends:?}");
}
