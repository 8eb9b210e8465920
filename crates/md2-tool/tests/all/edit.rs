//! Tests of `edit`: the order of operations and the written files.

use std::fs;
use std::path::Path;
use std::process::{Output, Stdio};

use crate::common::{TempFolder, code, content, md2, stderr, stdout};
use md2_testdata::with_frames;

fn run(arguments: &[&str], folder: &Path) -> Output {
    md2().arg("edit").args(arguments).current_dir(folder).stdin(Stdio::null()).output().unwrap()
}

fn folder() -> TempFolder {
    let folder = TempFolder::new();
    folder.file("a.md2", with_frames(["run1", "run2", "death1"]).build().bytes());
    folder
}

#[test]
fn applies_operations_in_the_given_order() {
    let folder = folder();
    let check = |operations: &[&str], expected: [f32; 3]| {
        let arguments = [&["a.md2", "--force", "-o", "b.md2"], operations].concat();
        let output = run(&arguments, &folder);
        assert_eq!(code(&output), 0, "{}", stderr(&output));
        let mut file = with_frames(["run1", "run2", "death1"]).build();
        for (frame, height) in expected.into_iter().enumerate() {
            file.set_f32(&format!("frame[{frame}].translate[2]"), height);
            for axis in 0..3 {
                file.set_f32(&format!("frame[{frame}].scale[{axis}]"), 0.25);
            }
        }
        assert_eq!(fs::read(folder.join("b.md2")).unwrap(), file.bytes(), "{operations:?}");
    };
    check(&["--scale", "2", "--translate", "0,0,-4"], [-4.0, -2.0, 0.0]);
    check(&["--translate", "0,0,-4", "--scale", "2"], [-8.0, -6.0, -4.0]);
    check(&["--translate=0,0,1", "--scale=2", "--translate", "0,0,1"], [3.0, 5.0, 7.0]);
    check(&["--floor", "--scale=2", "--floor=-24", "--floor"], [0.0, 2.0, 4.0]);
}

#[test]
fn replaces_the_input_only_by_name_and_force() {
    let folder = folder();
    let before = content(&folder);
    let rename = ["a.md2", "--rename", "run=walk", "-o"];
    for (output, force) in [
        ("a.md2", false),
        ("./b/../a.md2", true),
        ("hard.md2", true),
        // Only administrators can make these links on Windows.
        #[cfg(unix)]
        ("link.md2", true),
    ] {
        fs::hard_link(folder.join("a.md2"), folder.join("hard.md2")).unwrap();
        #[cfg(unix)]
        std::os::unix::fs::symlink("a.md2", folder.join("link.md2")).unwrap();
        fs::create_dir_all(folder.join("b")).unwrap();
        let arguments = [&rename[..], &[output], if force { &["--force"] } else { &[] }].concat();
        let refused = run(&arguments, &folder);
        assert_eq!(code(&refused), 2, "{output}: {}", stdout(&refused));
        fs::remove_file(folder.join("hard.md2")).unwrap();
        #[cfg(unix)]
        fs::remove_file(folder.join("link.md2")).unwrap();
        assert_eq!(content(&folder), before);
    }
    let replaced = run(&[&rename[..], &["a.md2", "--force"]].concat(), &folder);
    assert_eq!(code(&replaced), 0, "{}", stderr(&replaced));
    let expected = with_frames(["walk1", "walk2", "death1"]).build();
    assert_eq!(fs::read(folder.join("a.md2")).unwrap(), expected.bytes());
}

/// DarkPlaces loads an MD3 with the name of an MDL, and `enhance --darkplaces` writes such files.
#[test]
fn an_md3_keeps_the_name_of_the_mdl_that_it_replaces() {
    let folder = TempFolder::new();
    folder.file("knight.mdl", md2_testdata::md3::one_triangle().build().bytes());
    let edit = |output: &str| {
        let args = ["edit", "knight.mdl", "--flags", "rotate", "--force", "-o", output];
        md2().args(args).current_dir(&folder).output().unwrap().status.code()
    };
    assert_eq!(edit("knight.mdl"), Some(0));
    let file = fs::read(folder.join("knight.mdl")).unwrap();
    // The flags follow the magic number, the version and the name; 8 stands for "rotate".
    assert_eq!((&file[..4], &file[72..76]), (&b"IDP3"[..], &[8, 0, 0, 0][..]));
    assert_eq!([edit("other.md2"), edit("other.md3")], [Some(2), Some(0)]);
}
