//! Tests with named pipes instead of files, and with very long words in files. Opening must not block, and notes must
//! be short.
#![cfg(unix)]

use std::path::{Path, PathBuf};
use std::sync::mpsc;
use std::time::Duration;

use md2_scene::{Viewport, Workspace, open};
use md2_testdata::{TempFolder, md3, mdl};

fn make_pipe(path: &Path) {
    assert!(std::process::Command::new("mkfifo").arg(path).status().expect("mkfifo exists").success());
}

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

#[test]
fn rejects_a_model_that_is_a_pipe() {
    let folder = TempFolder::new();
    make_pipe(&folder.path("tris.md2"));
    let error = open_notes(folder.path("tris.md2")).expect_err("it is not a file");
    assert!(error.ends_with("tris.md2\" is a pipe, expected a file"), "{error}");
}

#[test]
fn notes_companions_that_are_pipes() {
    let md2 = md2_testdata::one_triangle().build();
    let mdl = mdl::fullbright().build();
    let torso = md3::player_upper().build();
    for (model, file, names) in [
        ("tris.md2", md2, &["ground-speed.txt", "tris.anm", "animation.cfg", "tris.png"][..]),
        ("a.mdl", mdl, &["palette.lmp", "a.mdl_0.tga"]),
        ("upper.md3", torso, &["upper_default.skin", "animation.cfg"]),
    ] {
        for name in names {
            let folder = TempFolder::new();
            folder.write(model, file.bytes());
            make_pipe(&folder.path(name));
            let notes = open_notes(folder.path(model)).expect("the model is undamaged");
            let is_expected =
                |note: &String| note.contains(name) && note.contains("is a pipe, expected a file");
            assert!(notes.iter().any(is_expected), "{model}, {name}: {notes:?}");
        }
    }
}

#[test]
fn long_words_make_short_notes() {
    let file = md2_testdata::one_triangle().build();
    let word = "x".repeat(60_000);
    for (name, text) in
        [("ground-speed.txt", format!("{word}\n")), ("tris.anm", format!("walk {word} 1 2\n"))]
    {
        let folder = TempFolder::new();
        folder.write("tris.md2", file.bytes());
        folder.write(name, text.as_bytes());
        let notes = open_notes(folder.path("tris.md2")).expect("the model is undamaged");
        assert!(notes.iter().any(|note| note.starts_with(name)), "{} notes", notes.len());
        assert!(notes.iter().all(|note| note.chars().count() < 600), "{} notes", notes.len());
    }
}
