//! Tests that damaged files are repaired when opened, and never replace an undamaged model.

use std::error::Error as _;

use md2_scene::{Command, Outcome, Viewport, Weapon, Workspace, open, reopen};
use md2_testdata::{TempFolder, one_triangle, with_frames};

const WANDERER: &[u8] = include_bytes!("../../../../assets/wanderer/tris.md2");

/// The offset of the only CR LF in the file of the wanderer, the project's own player model.
fn carriage_return() -> usize {
    WANDERER.windows(2).position(|pair| pair == b"\r\n").expect("a CR LF to lose")
}

fn without_carriage_return() -> Vec<u8> {
    let mut shorter = WANDERER.to_vec();
    shorter.remove(carriage_return());
    shorter
}

/// The file of the wanderer without a CR LF, because its CR is replaced by another byte, and without 70 bytes of its last frame.
fn cut_in_last_frame() -> Vec<u8> {
    let (mut late, last_frame) = (WANDERER.to_vec(), 9648 + 213 * 1476);
    late[carriage_return()] = 12;
    late.drain(last_frame + 400..last_frame + 470);
    late
}

fn view() -> Viewport {
    Viewport::whole([64, 64])
}

fn warnings_of(outcome: Outcome) -> Vec<String> {
    outcome.warnings.iter().map(ToString::to_string).collect()
}

fn damaged() -> [(Vec<u8>, &'static str); 2] {
    let mut version = one_triangle().build();
    version.set_i32("version", 7);
    let whole = with_frames(["run1", "run2", "run3"]).build();
    let cut = whole.bytes()[..whole.offset_of("frame[2].scale[0]")].to_vec();
    let version_text = "m.md2 is damaged: MD2: header, version: version 7, expected 8 (byte 0x4). Shown with 1 repair: \
                        header, version: read 7 as 8. The file is unchanged";
    [(version.into_bytes(), version_text), (cut, "kept 2 of 3, the rest is beyond the end of the file")]
}

#[test]
fn damaged_files_are_repaired_with_a_warning() {
    let folder = TempFolder::with_files(&[]);
    let path = folder.path("m.md2");
    for (bytes, expected) in damaged() {
        folder.write("m.md2", &bytes);
        let figure = open(&path).unwrap();
        let document = figure.parts()[0].document.clone();
        assert_eq!(document.mesh().frame_count(), 2, "{expected}");
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
fn a_file_converted_as_text_is_restored() {
    let folder = TempFolder::new();
    let figure = |bytes: &[u8]| open(&folder.file("m.md2", bytes)).unwrap();
    let sound = figure(WANDERER);
    assert!(sound.parts()[0].document.repairs().is_none());
    let line_ends = WANDERER.iter().filter(|&&byte| byte == b'\n').count();
    let converted =
        WANDERER.iter().flat_map(|&byte| [b'\r', byte].into_iter().skip(usize::from(byte != b'\n')));
    for (bytes, expected) in [
        (converted.collect(), format!("converted {line_ends} CR LF back to LF")),
        (
            without_carriage_return(),
            String::from(
                "CR LF in the file was probably converted to LF as if it were text (byte 0x40). Shown with 1 repair: file: CR LF had \
                 been converted to LF; restored 1 lost CR. The file is unchanged",
            ),
        ),
    ] {
        let figure = figure(&bytes);
        let document = &figure.parts()[0].document;
        assert_eq!(document.mesh().packed_bytes(), sound.parts()[0].document.mesh().packed_bytes());
        let text = document.repairs().unwrap().to_string();
        assert!(text.contains(&expected), "{text}");
    }
}

#[test]
fn lost_bytes_cost_only_the_frames_that_they_touch() {
    let folder = TempFolder::with_files(&[]);
    let repairs = |bytes: &[u8]| {
        folder.write("m.md2", bytes);
        let figure = open(&folder.path("m.md2")).unwrap();
        figure.parts()[0].document.repairs().unwrap().to_string()
    };
    let mut file = cut_in_last_frame();
    let text = repairs(&file);
    assert!(
        text.contains("frames: dropped 1 with missing or extra bytes, the first is number 213"),
        "{text}"
    );
    // With a second loss in frame 175, no frame from there to the last one is certain.
    file.remove(carriage_return());
    let text = repairs(&file);
    assert!(
        text.contains("frames: dropped 39 with missing or extra bytes, the first is number 175"),
        "{text}"
    );
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
    let [(bytes, _), _] = damaged();
    folder.write("m.md2", &bytes);
    let repaired = open(&path).unwrap().parts()[0].document.clone();
    assert!(reopen(&repaired).unwrap().is_err());
    folder.write("m.md2", whole.bytes());
    assert!(reopen(&repaired).unwrap().unwrap().repairs().is_none(), "until the file is undamaged");
}

#[test]
fn a_file_converted_as_text_does_not_replace_a_model() {
    let folder = TempFolder::with_files(&[]);
    let path = folder.path("m.md2");
    folder.write("m.md2", WANDERER);
    let document = open(&path).unwrap().parts()[0].document.clone();
    let conversion = "CR LF in the file was probably converted to LF as if it were text";
    for (changed, reason) in [
        (without_carriage_return(), conversion),
        (cut_in_last_frame(), "the file is 70 bytes shorter than its header states; CR LF"),
    ] {
        folder.write("m.md2", &changed);
        let opened = open(&path).unwrap().parts()[0].document.clone();
        for shown in [&document, &opened] {
            let error = reopen(shown).unwrap().unwrap_err();
            let texts = [Some(error.to_string()), error.source().map(ToString::to_string)];
            assert!(texts.iter().flatten().any(|text| text.contains(reason)), "{texts:?}");
        }
    }
    folder.write("m.md2", WANDERER);
    let again = reopen(&document).unwrap().unwrap();
    assert_eq!(again.mesh().packed_bytes(), document.mesh().packed_bytes());
    assert!(again.repairs().is_none() && again.notes() == document.notes());
}
