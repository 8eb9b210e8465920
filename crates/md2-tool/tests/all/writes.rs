//! Tests of all commands that write files: an error gives one message, and no file is lost.

#![cfg(target_os = "linux")]

use std::fs;
use std::os::unix::fs::symlink;
use std::process::Command;

use crate::common::{TempFolder, code, content, md2, stderr};
use md2_testdata::program::with_short_files;

struct Writer {
    name: &'static str,
    arguments: &'static [&'static str],
    ends: [&'static str; 2],
}

const fn writer(name: &'static str, arguments: &'static [&'static str], ends: [&'static str; 2]) -> Writer {
    Writer { name, arguments, ends }
}

const WRITERS: [Writer; 7] = [
    writer("thumbnail", &["--size", "64"], ["md2", "png"]),
    writer("contact-sheet", &["--cell", "32"], ["md2", "png"]),
    writer("repair", &[], ["md2", "md2"]),
    writer("export", &[], ["md2", "glb"]),
    writer("export", &["--frames", "0..0"], ["md2", "obj"]),
    writer("export", &[], ["md2", "md2"]),
    writer("import", &["--up", "y"], ["obj", "md2"]),
];

const OBJ: &str = "v 0 0 0\nv 16 0 0\nv 0 16 0\nvt 0 0\nvt 1 0\nvt 1 1\nf 1/1 2/2 3/3\n";

impl Writer {
    fn input(&self, folder: &TempFolder) -> String {
        let name = format!("in.{}", self.ends[0]);
        let model = include_bytes!("../../../../assets/wanderer/weapon.md2");
        folder.file(&name, if self.ends[0] == "obj" { OBJ.as_bytes() } else { model });
        name
    }

    fn command(&self, input: &str, output: &str, folder: &TempFolder) -> Command {
        let mut command = md2();
        command.arg(self.name).args(self.arguments).args([input, "-o", output]).current_dir(folder);
        command
    }
}

fn for_each(check: impl Fn(&Writer, &str, &TempFolder)) {
    for writer in &WRITERS {
        let folder = TempFolder::new();
        let input = writer.input(&folder);
        let out = format!("probe.{}", writer.ends[1]);
        let probe = writer.command(&input, &out, &folder).output().unwrap();
        assert_eq!(code(&probe), 0, "{}: {}", writer.name, stderr(&probe));
        check(writer, &input, &folder);
    }
}

#[track_caller]
fn check_refused(command: &mut Command, expected_code: i32, expected: &str, folder: &TempFolder) {
    let before = content(folder);
    let output = command.output().unwrap();
    let text = stderr(&output);
    assert_eq!(code(&output), expected_code, "{command:?}: {text}");
    // Warnings about the input have another prefix and are not counted.
    let messages = text.lines().filter(|line| line.starts_with("md2: ")).count();
    assert_eq!((messages, text.contains("panicked")), (1, false), "{command:?}: {text}");
    assert!(text.contains(expected), "{command:?}: {text}");
    assert!(content(folder) == before, "{command:?}: something changed");
}

#[test]
fn never_overwrites_an_input_under_any_name() {
    for_each(|writer, input, folder| {
        let [end, out_end] = writer.ends;
        // The outputs are links to the input. If both have the same extension, the input itself is an output, too.
        let mut outputs = vec![format!("soft.{out_end}"), format!("hard.{out_end}")];
        symlink(input, folder.join(&outputs[0])).unwrap();
        fs::hard_link(folder.join(input), folder.join(&outputs[1])).unwrap();
        if end == out_end {
            outputs.extend([input.to_owned(), format!("./{input}")]);
        }
        for out in outputs {
            let mut command = writer.command(input, &out, folder);
            check_refused(command.arg("--force"), 2, "would overwrite the input", folder);
        }
    });
}

#[test]
fn a_full_disk_leaves_the_old_file() {
    for_each(|writer, input, folder| {
        let out = format!("out.{}", writer.ends[1]);
        folder.file(&out, b"mine");
        let mut command = writer.command(input, &out, folder);
        check_refused(&mut with_short_files(command.arg("--force"), 0), 1, "cannot write", folder);
    });
}

#[test]
fn an_unreadable_input_gives_one_message_and_no_file() {
    for_each(|writer, _, folder| {
        folder.file(&format!("empty.{}", writer.ends[0]), b"");
        folder.file(&format!("text.{}", writer.ends[0]), b"a letter to the one who opens it");
        let out = format!("out.{}", writer.ends[1]);
        for name in ["none", "empty", "text"] {
            let input = format!("{name}.{}", writer.ends[0]);
            check_refused(&mut writer.command(&input, &out, folder), 1, &input, folder);
        }
    });
}
