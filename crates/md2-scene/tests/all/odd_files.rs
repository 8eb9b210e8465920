//! What lies beside a model and is no file: noted at once, and neither waited for nor read without end.
#![cfg(unix)]

use std::path::PathBuf;
use std::sync::mpsc;
use std::time::Duration;

use md2_scene::{Viewport, Workspace, open};
use md2_testdata::{TempFolder, md3, mdl};

/// What a name can lead to instead of a file.
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
                assert!(made.expect("mkfifo is there").success());
            }
            Self::Zeros => std::os::unix::fs::symlink("/dev/zero", &path).expect("the folder is ours"),
            Self::Folder => std::fs::create_dir(&path).expect("the folder is ours"),
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

/// All that is told of a model that is opened and dressed, or why it cannot be. Fails where that takes long.
#[track_caller]
fn told(path: PathBuf) -> Result<Vec<String>, String> {
    let (sender, told) = mpsc::channel();
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
    told.recv_timeout(Duration::from_secs(20)).expect("nobody is waited for")
}

/// Something odd called `name` beside a model is told in words like these, and the model is opened.
#[track_caller]
fn check(model: &str, bytes: &[u8], name: &str, odd: Odd, expected: &str) {
    let folder = TempFolder::with_files(&[]);
    folder.write(model, bytes);
    odd.make(&folder, name);
    let told = told(folder.path(model)).expect("the model is sound");
    assert!(told.iter().any(|note| note.contains(expected)), "{odd:?} {name}: {told:?}");
    assert!(told.iter().all(|note| note.chars().count() < 600), "{told:?}");
}

#[test]
fn a_model_that_is_no_file_is_refused() {
    for odd in [Odd::Pipe, Odd::Zeros] {
        let folder = TempFolder::with_files(&[]);
        odd.make(&folder, "tris.md2");
        let error = told(folder.path("tris.md2")).expect_err("it is no file");
        let what = odd.words().trim_start_matches("it ");
        assert!(error.ends_with(&format!("tris.md2\" {what}")), "{error}");
    }
}

#[test]
fn companions_that_are_no_files_are_noted() {
    let file = md2_testdata::one_triangle().build();
    for odd in ALL {
        for name in ["ground-speed.txt", "tris.anm", "animation.cfg"] {
            let expected = format!("{name}: {}", odd.words());
            check("tris.md2", file.bytes(), name, odd, &expected);
        }
    }
}

#[test]
fn pictures_and_palettes_that_are_no_files_are_noted() {
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
fn what_tells_a_players_pictures_and_is_no_file_is_noted() {
    let file = md3::player_upper().build();
    for odd in [Odd::Pipe, Odd::Zeros] {
        let expected = format!("upper_default.skin: {}", odd.words());
        check("upper.md3", file.bytes(), "upper_default.skin", odd, &expected);
        let expected = format!("animation.cfg: {}", odd.words());
        check("upper.md3", file.bytes(), "animation.cfg", odd, &expected);
    }
}

#[test]
fn a_word_of_any_length_makes_a_short_note() {
    let file = md2_testdata::one_triangle().build();
    let word = "x".repeat(60_000);
    for (name, text) in
        [("ground-speed.txt", format!("{word}\n")), ("tris.anm", format!("walk {word} 1 2\n"))]
    {
        let folder = TempFolder::with_files(&[]);
        folder.write("tris.md2", file.bytes());
        folder.write(name, text.as_bytes());
        let told = told(folder.path("tris.md2")).expect("the model is sound");
        assert!(told.iter().any(|note| note.starts_with(name)), "{} notes", told.len());
        assert!(told.iter().all(|note| note.chars().count() < 600), "{} notes", told.len());
    }
}
