//! Tests that damaged files are repaired when opened, and never replace an undamaged model.

use md2_scene::{Command, Outcome, Viewport, Weapon, Workspace, open, reopen};
use md2_testdata::{TempFolder, one_triangle, with_frames};

const WANDERER: &[u8] = include_bytes!("../../../../assets/wanderer/tris.md2");

fn without_carriage_return() -> Vec<u8> {
    let at = WANDERER.windows(2).position(|pair| pair == b"\r\n").expect("a CR LF to lose");
    [&WANDERER[..at], &WANDERER[at + 1..]].concat()
}

fn view() -> Viewport {
    Viewport::whole([64, 64])
}

fn warnings_of(outcome: Outcome) -> Vec<String> {
    outcome.warnings.iter().map(ToString::to_string).collect()
}

fn damaged() -> [(Vec<u8>, &'static str, usize); 3] {
    let mut version = one_triangle().build();
    version.set_i32("version", 7);
    let whole = with_frames(["run1", "run2", "run3"]).build();
    let cut = whole.bytes()[..whole.offset_of("frame[2].scale[0]")].to_vec();
    let version_text = "m.md2 is damaged: the file contains wrong values: all frames are shown. MD2: header, version: version 7, expected 8 (byte 0x4). Shown with 1 repair: \
                        header, version: read 7 as 8 (byte 0x4). The file is unchanged";
    let text = "m.md2 is damaged: a program has changed the file as if it were text: lost frames are replaced by others. MD2: ";
    [
        (version.into_bytes(), version_text, 2),
        (cut, "m.md2 is damaged: the file ends too early: 2 of 3 frames are shown. MD2: ", 2),
        (without_carriage_return(), text, 214),
    ]
}

#[test]
fn damaged_files_are_repaired_with_a_warning() {
    let folder = TempFolder::with_files(&[]);
    let path = folder.path("m.md2");
    for (bytes, expected, frames) in damaged() {
        folder.write("m.md2", &bytes);
        let figure = open(&path).unwrap();
        let document = figure.parts()[0].document.clone();
        assert_eq!(document.mesh().frame_count(), frames, "{expected}");
        assert!(!document.repairs().unwrap().done.is_empty());
        let (mut workspace, outcome) = Workspace::new(figure.clone(), view());
        let warnings = warnings_of(outcome);
        assert!(warnings.len() == 1 && warnings[0].contains(expected), "{warnings:?}, expected {expected}");
        assert_eq!(
            warnings_of(workspace.apply(Command::Open(figure)).unwrap()),
            warnings,
            "each time it is opened"
        );
        assert_eq!(std::fs::read(&path).unwrap(), bytes, "the file is unchanged");

        folder.write("sound.md2", one_triangle().build().bytes());
        let (mut workspace, _) = Workspace::new(open(&folder.path("sound.md2")).unwrap(), view());
        let outcome = workspace.apply(Command::AddWeapon(Weapon::from_file(&path))).unwrap();
        assert_eq!(warnings_of(outcome), warnings, "a weapon too");
    }
    folder.write("m.md2", b"IDP2 and nothing else");
    assert!(open(&path).is_err(), "too little is left");
}

#[test]
fn a_damaged_file_does_not_replace_a_model() {
    let folder = TempFolder::with_files(&[]);
    let path = folder.path("m.md2");
    let whole = with_frames(["run1", "run2", "run3"]).build();
    folder.write("m.md2", whole.bytes());
    let document = open(&path).unwrap().parts()[0].document.clone();
    for (bytes, ..) in damaged() {
        folder.write("m.md2", &bytes);
        assert!(open(&path).is_ok(), "open repairs it");
        assert!(reopen(&document).unwrap().is_err(), "but does not replace the document");
    }
    // The same applies to a file that was damaged when it was first opened.
    let [(bytes, ..), ..] = damaged();
    folder.write("m.md2", &bytes);
    let repaired = open(&path).unwrap().parts()[0].document.clone();
    assert!(reopen(&repaired).unwrap().is_err());
    folder.write("m.md2", whole.bytes());
    assert!(reopen(&repaired).unwrap().unwrap().repairs().is_none(), "until the file is undamaged");
}
