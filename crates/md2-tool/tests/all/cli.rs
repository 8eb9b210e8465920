//! Tests the exit codes and messages of the program.

use crate::common::{TempFolder, code, md2, stderr, stdout, triangle};

#[test]
fn damaged_files_exit_with_1_and_one_message() {
    let folder = TempFolder::new();
    let whole = triangle();
    let changed = |at: usize, to: &[u8]| {
        let mut bytes = whole.clone();
        bytes[at..at + to.len()].copy_from_slice(to);
        bytes
    };
    let check = |name: &str, bytes: &[u8], expected: &str| {
        let path = folder.file(name, bytes);
        let output = md2().arg("info").arg(&path).output().unwrap();
        let text = stderr(&output);
        assert_eq!(code(&output), 1, "{name}: {text}");
        assert!(
            text.starts_with("md2: ") && text.contains(name) && text.contains(expected),
            "{name}: {text}"
        );
        assert_eq!(text.lines().count(), 1, "{text}");
    };
    check("empty.md2", b"", "an empty file");
    check("ident.md2", &changed(0, b"XYZ2"), "XYZ2");
    check("other.md2", &changed(0, b"IDP3"), "expected 15");
    check("cut.md2", &whole[..whole.len() / 3], "the end of the file");
    check("text.md2", b"This is not a model, but a letter to the one who opens it.", "a text");
}

#[test]
fn help_and_version_exit_with_0() {
    for arguments in [vec!["--help"], vec!["--version"], vec!["info", "--help"], vec!["help", "export"]] {
        let output = md2().args(&arguments).output().unwrap();
        assert_eq!((code(&output), stderr(&output)), (0, String::new()), "{arguments:?}");
        assert!(!stdout(&output).contains("md2-viewer"), "{}", stdout(&output));
    }
}

#[test]
fn wrong_usage_exits_with_2() {
    for (arguments, expected) in [
        (&[][..], "Usage: md2 <COMMAND>"),
        (&["--frobnicate"], "error: unexpected argument '--frobnicate'"),
        (&["exprot", "a.md2"], "did you mean the command export?"),
        (&["tris.md2"], "error: unrecognized subcommand 'tris.md2'"),
        (&["render", "a.md2"], "error: unrecognized subcommand 'render'"),
        (&["export"], "error: the following required arguments were not provided"),
    ] {
        let output = md2().args(arguments).output().unwrap();
        let text = stderr(&output);
        assert_eq!(code(&output), 2, "{arguments:?}: {text}");
        assert!(text.contains(expected), "{arguments:?}: {text}");
    }
}
