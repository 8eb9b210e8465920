//! Tests of all commands that write files: an error gives one message, and no file is lost.

#![cfg(target_os = "linux")]

use std::fs;
use std::os::unix::fs::symlink;
use std::path::Path;
use std::process::{Command, Output};

use crate::common::{TempFolder, code, md2, stderr};
use md2_testdata::program::with_short_files;

/// A command that reads a file and writes another file.
struct Writer {
    name: &'static str,
    arguments: &'static [&'static str],
    /// The extensions of the input file and the output file.
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

    fn run(&self, input: &str, output: &str, more: &[&str], folder: &TempFolder) -> Output {
        self.command(input, output, folder).args(more).output().unwrap()
    }
}

/// Returns the names and contents of all files of a folder.
fn content(folder: &Path) -> Vec<(String, Vec<u8>)> {
    let entries = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    let file = |path: std::path::PathBuf| (path.display().to_string(), fs::read(&path).unwrap());
    let mut files: Vec<_> = entries.filter(|path| path.is_file()).map(file).collect();
    files.sort();
    files
}

/// Calls `check` for each writer, with an input and a folder that contains the input and an output.
fn for_each(check: impl Fn(&Writer, &str, &TempFolder)) {
    for writer in &WRITERS {
        let folder = TempFolder::new();
        let input = writer.input(&folder);
        let out = format!("probe.{}", writer.ends[1]);
        let probe = writer.run(&input, &out, &[], &folder);
        assert_eq!(code(&probe), 0, "{}: {}", writer.name, stderr(&probe));
        check(writer, &input, &folder);
    }
}

#[track_caller]
fn assert_one_message(output: &Output, expected: i32, about: &str) {
    let text = stderr(output);
    assert_eq!(code(output), expected, "{about}: {text}");
    // Warnings about the input have another prefix and are not counted.
    let messages = text.lines().filter(|line| line.starts_with("md2: ")).count();
    assert_eq!((messages, text.contains("panicked")), (1, false), "{about}: {text}");
}

#[test]
fn replaces_an_existing_file_only_with_force() {
    for_each(|writer, input, folder| {
        let out = format!("out.{}", writer.ends[1]);
        folder.file(&out, b"mine");
        let before = content(folder);
        let refused = writer.run(input, &out, &[], folder);
        assert_one_message(&refused, 1, writer.name);
        assert!(stderr(&refused).contains("--force"), "{}", stderr(&refused));
        assert!(content(folder) == before, "{}: something changed", writer.name);
        let forced = writer.run(input, &out, &["--force"], folder);
        assert_eq!(code(&forced), 0, "{}: {}", writer.name, stderr(&forced));
        assert!(fs::read(folder.join(&out)).unwrap() != b"mine", "{}", writer.name);
    });
}

#[test]
fn never_overwrites_an_input_under_any_name() {
    for_each(|writer, input, folder| {
        let [end, out_end] = writer.ends;
        // The outputs are links to the input. If both have the same extension, the input itself is an output, too.
        symlink(input, folder.join(format!("soft.{out_end}"))).unwrap();
        fs::hard_link(folder.join(input), folder.join(format!("hard.{out_end}"))).unwrap();
        let before = content(folder);
        let mut outputs = vec![format!("soft.{out_end}"), format!("hard.{out_end}")];
        if end == out_end {
            outputs.extend([input.to_owned(), format!("./{input}")]);
        }
        for out in outputs {
            let refused = writer.run(input, &out, &["--force"], folder);
            assert_one_message(&refused, 2, &format!("{} to {out}", writer.name));
            assert!(content(folder) == before, "{} to {out}: something changed", writer.name);
        }
    });
}

#[test]
fn a_full_disk_leaves_the_old_file() {
    for_each(|writer, input, folder| {
        let out = format!("out.{}", writer.ends[1]);
        folder.file(&out, b"mine");
        let before = content(folder);
        let mut command = writer.command(input, &out, folder);
        command.arg("--force");
        let output = with_short_files(&command, 0).output().unwrap();
        assert_one_message(&output, 1, writer.name);
        assert!(stderr(&output).contains("cannot write"), "{}", stderr(&output));
        assert!(content(folder) == before, "{}: something changed", writer.name);
    });
}

#[test]
fn a_folder_that_allows_no_new_files_gives_one_message() {
    for_each(|writer, input, folder| {
        let before = content(folder);
        // Nobody can create files in the first folder, and the second does not exist.
        for place in ["/proc/self", "none"] {
            let out = format!("{place}/out.{}", writer.ends[1]);
            let output = writer.run(input, &out, &[], folder);
            assert_one_message(&output, 1, &format!("{} to {out}", writer.name));
            assert!(stderr(&output).contains(place), "{}", stderr(&output));
        }
        assert!(content(folder) == before, "{}: something changed", writer.name);
    });
}

#[test]
fn an_unreadable_input_gives_one_message_and_no_file() {
    for_each(|writer, _, folder| {
        folder.file("folder/x", b"");
        folder.file(&format!("empty.{}", writer.ends[0]), b"");
        folder.file(&format!("text.{}", writer.ends[0]), b"a letter to the one who opens it");
        let out = format!("out.{}", writer.ends[1]);
        let before = content(folder);
        for name in ["none", "empty", "text"] {
            let input = format!("{name}.{}", writer.ends[0]);
            let output = writer.run(&input, &out, &[], folder);
            assert_one_message(&output, 1, &format!("{} of {input}", writer.name));
            assert!(stderr(&output).contains(&input), "{}: {}", writer.name, stderr(&output));
        }
        assert!(content(folder) == before, "{}: something changed", writer.name);
    });
}
