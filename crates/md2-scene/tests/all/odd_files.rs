//! Pipes, devices and folders in place of files: noted immediately, without blocking.
#![cfg(unix)]

use std::path::PathBuf;
use std::sync::mpsc;
use std::time::Duration;

use md2_scene::{Viewport, Workspace, open};
use md2_testdata::{TempFolder, md3, mdl};

/// A kind of file system entry that is not a file.
#[derive(Clone, Copy, Debug)]
enum Odd {
    Pipe,
    Zeros,
    Folder,
}

const ALL: [Odd; 3] = [Odd::Pipe, Odd::Zeros, Odd::Folder];

impl Odd {
    fn make(self, folder: &TempFolder, name: &str) {
        let path = folder.path(name);
        match self {
            Self::Pipe => {
                let made = std::process::Command::new("mkfifo").arg(&path).status();
                assert!(made.expect("mkfifo exists").success());
            }
            Self::Zeros => std::os::unix::fs::symlink("/dev/zero", &path).expect("the folder is writable"),
            Self::Folder => std::fs::create_dir(&path).expect("the folder is writable"),
        }
    }

    fn words(self) -> &'static str {
        match self {
            Self::Pipe => "it is a pipe, expected a file",
            Self::Zeros => "it is a device, expected a file",
            Self::Folder => "it is a folder, expected a file",
        }
    }
}

/// Opens a model with its skins, and returns all notes and warnings, or the error. Fails if that takes long.
#[track_caller]
fn open_notes(path: PathBuf) -> Result<Vec<String>, String> {
    let (sender, notes) = mpsc::channel();
    std::thread::spawn(move || {
        let result = open(&path).map_err(|error| error.to_string()).map(|figure| {
            let documents: Vec<_> = figure.parts().iter().map(|part| part.document.clone()).collect();
            let (_, outcome) = Workspace::new(figure, Viewport::whole([64, 64]));
            let notes = documents.iter().flat_map(|document| document.notes().to_vec());
            let missing = documents.iter().flat_map(|document| document.missing_skins.to_vec());
            notes.chain(missing).chain(outcome.warnings.iter().map(ToString::to_string)).collect()
        });
        sender.send(result)
    });
    notes.recv_timeout(Duration::from_secs(20)).expect("opening does not block")
}

/// Checks that such an entry called `name` causes a note with this text, and that the model opens.
#[track_caller]
fn check(model: &str, bytes: &[u8], name: &str, odd: Odd, expected: &str) {
    let folder = TempFolder::with_files(&[]);
    folder.write(model, bytes);
    odd.make(&folder, name);
    let notes = open_notes(folder.path(model)).expect("the model is undamaged");
    assert!(notes.iter().any(|note| note.contains(expected)), "{odd:?} {name}: {notes:?}");
    assert!(notes.iter().all(|note| note.chars().count() < 600), "{notes:?}");
}

#[test]
fn rejects_a_model_that_is_not_a_file() {
    for odd in [Odd::Pipe, Odd::Zeros] {
        let folder = TempFolder::with_files(&[]);
        odd.make(&folder, "tris.md2");
        let error = open_notes(folder.path("tris.md2")).expect_err("it is not a file");
        let what = odd.words().trim_start_matches("it ");
        assert!(error.ends_with(&format!("tris.md2\" {what}")), "{error}");
    }
}

#[test]
fn notes_companions_that_are_not_files() {
    let file = md2_testdata::one_triangle().build();
    for odd in ALL {
        for name in ["ground-speed.txt", "tris.anm", "animation.cfg"] {
            let expected = format!("{name}: {}", odd.words());
            check("tris.md2", file.bytes(), name, odd, &expected);
        }
    }
}

#[test]
fn notes_images_and_palettes_that_are_not_files() {
    let file = md2_testdata::one_triangle().build();
    for odd in [Odd::Pipe, Odd::Zeros] {
        let words = odd.words().trim_start_matches("it ");
        check("tris.md2", file.bytes(), "tris.png", odd, words);
        let model = mdl::fullbright().build();
        check("a.mdl", model.bytes(), "palette.lmp", odd, odd.words());
        check("b.mdl", model.bytes(), "b.mdl_0.tga", odd, words);
    }
}

#[test]
fn notes_a_players_scripts_that_are_not_files() {
    let file = md3::player_upper().build();
    for odd in [Odd::Pipe, Odd::Zeros] {
        let expected = format!("upper_default.skin: {}", odd.words());
        check("upper.md3", file.bytes(), "upper_default.skin", odd, &expected);
        let expected = format!("animation.cfg: {}", odd.words());
        check("upper.md3", file.bytes(), "animation.cfg", odd, &expected);
    }
}

#[test]
fn long_words_make_short_notes() {
    let file = md2_testdata::one_triangle().build();
    let word = "x".repeat(60_000);
    for (name, text) in
        [("ground-speed.txt", format!("{word}\n")), ("tris.anm", format!("walk {word} 1 2\n"))]
    {
        let folder = TempFolder::with_files(&[]);
        folder.write("tris.md2", file.bytes());
        folder.write(name, text.as_bytes());
        let notes = open_notes(folder.path("tris.md2")).expect("the model is undamaged");
        assert!(notes.iter().any(|note| note.starts_with(name)), "{} notes", notes.len());
        assert!(notes.iter().all(|note| note.chars().count() < 600), "{} notes", notes.len());
    }
}
