//! Tests the paths in reports of `info`, outputs that cannot be written, and the log of the program.

use std::fs;
use std::io::Read as _;
use std::path::Path;
use std::process::{Output, Stdio};

use crate::common::{TempFolder, code, json, md2, stderr, stdout, triangle};

fn info(arguments: &[&str], folder: &Path) -> Output {
    md2().arg("info").args(arguments).current_dir(folder).output().unwrap()
}

#[cfg(unix)]
#[test]
fn leaves_the_named_folder_only_with_follow_links() {
    let folder = TempFolder::new();
    folder.file("other/one.md2", &triangle());
    folder.file("named/readme.txt", b"");
    std::os::unix::fs::symlink("../other", folder.join("named/link")).unwrap();
    let output = info(&["--brief", "named"], &folder);
    assert_eq!((code(&output), &*stdout(&output)), (1, ""));
    let text = stderr(&output);
    assert!(text.contains("skipped: 1; --follow-links") && text.contains("there is no model in"), "{text}");
    let output = info(&["--brief", "--follow-links", "named"], &folder);
    assert_eq!((code(&output), &*stderr(&output)), (0, ""));
    assert!(stdout(&output).starts_with("named/link/one.md2: "), "{}", stdout(&output));
}

/// Programs such as `head` close the pipe before the output is complete.
#[test]
fn a_closed_pipe_ends_the_program_silently() {
    let folder = TempFolder::new();
    folder.file("a/one.md2", &triangle());
    let mut child = md2()
        .arg("info")
        .args(vec!["a/one.md2"; 400])
        .current_dir(&folder)
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let mut start = [0; 100];
    child.stdout.take().unwrap().read_exact(&mut start).unwrap();
    let output = child.wait_with_output().unwrap();
    assert_eq!((code(&output), stderr(&output).as_str()), (0, ""));
}

#[cfg(target_os = "linux")]
#[test]
fn a_full_disk_gives_one_message() {
    let folder = TempFolder::new();
    folder.file("a/one.md2", &triangle());
    let full = fs::OpenOptions::new().write(true).open("/dev/full").unwrap();
    let output = md2().args(["info", "a/one.md2"]).current_dir(&folder).stdout(full).output().unwrap();
    assert_eq!(code(&output), 1);
    assert!(stderr(&output).starts_with("md2: cannot write to standard output: "), "{}", stderr(&output));
    assert_eq!(stderr(&output).lines().count(), 1);
}

#[test]
fn shows_a_model_with_the_given_path() {
    let folder = TempFolder::new();
    folder.file("m/a.md2", &triangle());
    folder.file("m/a.png", include_bytes!("../../../../assets/wanderer/weapon.png"));
    let paths = |from: &str, path: &str| {
        let json =
            json(&md2().args(["info", "--json", path]).current_dir(folder.join(from)).output().unwrap());
        [&json["file"], &json["figure"]["parts"][0]["file"], &json["skins"][0]["path"]].map(|path| {
            let path = path.as_str().unwrap();
            let path = path
                .strip_prefix(folder.to_str().unwrap())
                .map_or(path.to_owned(), |rest| format!("WHOLE{rest}"));
            path.replace('\\', "/")
        })
    };
    let whole = folder.join("m/a.md2");
    for (path, shown) in [
        ("a.md2", "a.md2"),
        ("./a.md2", "a.md2"),
        (whole.to_str().unwrap(), "WHOLE/m/a.md2"),
        ("../m/a.md2", "../m/a.md2"),
    ] {
        assert_eq!(paths("m", path), [shown, shown, "a.png"], "{path}");
    }
    assert_eq!(paths("", "m/a.md2"), ["m/a.md2", "m/a.md2", "m/a.png"]);
    folder.file("other/x", b"");
    assert_eq!(paths("other", "../m/a.md2"), ["../m/a.md2", "../m/a.md2", "WHOLE/m/a.png"]);
}

#[test]
fn requested_log_lines_name_their_module() {
    let folder = TempFolder::new();
    let mut file = md2_testdata::one_triangle().build();
    let path = folder.file("a.md2", file.set_i32("version", 9).bytes());
    let output = md2().env("RUST_LOG", "warn").arg("info").arg(path).output().unwrap();
    assert!(stderr(&output).contains("WARN md2_tool::"), "{}", stderr(&output));
}
