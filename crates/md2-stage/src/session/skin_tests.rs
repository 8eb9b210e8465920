//! Decoding of skins with a session on a renderer without a window.

use md2_scene::{Choice, Figure};
use md2_testdata::TempFolder;

use super::tests::headless;
use super::*;

const LIMIT: Duration = Duration::from_secs(60);
const PICTURE: &[u8] = include_bytes!("../../../../assets/wanderer/moss.png");

fn session(figure: Figure) -> Option<Session> {
    let (workspace, _) = Workspace::with_deferred_skins(figure, Viewport::whole([96, 64]));
    headless(workspace)
}

fn finish(session: &mut Session) -> Vec<String> {
    let start = Instant::now();
    let mut warnings = Vec::new();
    while session.workspace().skin_requests().next().is_some() {
        assert!(start.elapsed() < LIMIT, "still decoding");
        warnings.extend(session.wait_for_skins());
    }
    warnings
}

fn figure(pictures: &[&[u8]]) -> (TempFolder, Figure) {
    let folder = TempFolder::new();
    for (index, picture) in pictures.iter().enumerate() {
        folder.write(&format!("m{index}.png"), picture);
    }
    let model = folder.file("m.md2", md2_testdata::one_triangle().build().bytes());
    let figure = md2_scene::open(&model).unwrap();
    (folder, figure)
}

fn applied(session: &Session) -> Option<usize> {
    session.workspace().actors()[0].skin_index()
}

#[test]
fn decodes_only_requested_skins_and_marks_broken_ones() {
    let broken: &[u8] = b"\x89PNG\r\n\x1a\nand nothing more";
    let (folder, figure) = figure(&[broken, broken, PICTURE, broken]);
    let Some(mut session) = session(figure) else { return };
    assert_eq!(applied(&session), None, "opening decodes nothing");
    let warnings = finish(&mut session);
    assert_eq!((applied(&session), warnings.len()), (Some(2), 2), "{warnings:?}");
    let actor = &session.workspace().actors()[0];
    let marked: Vec<bool> = (0..4).map(|index| actor.skin_error(index).is_some()).collect();
    assert_eq!(marked, [true, true, false, false], "the last one was not requested");
    assert!(warnings[0].contains("m0.png"), "{warnings:?}");

    // A selected skin that cannot be shown leaves the applied skin.
    let (actor, skin) = (actor.id, Choice::Index(3));
    assert!(session.apply(Command::SelectSkin { actor, skin }).is_ok());
    assert_eq!(applied(&session), Some(2), "until the selected one is decoded");
    let warnings = finish(&mut session);
    assert_eq!((applied(&session), warnings.len()), (Some(2), 1));
    assert!(session.workspace().actors()[0].skin_error(3).is_some_and(|why| why.contains("m3.png")));
    // After the file was repaired, the skin is applied and no longer marked.
    folder.write("m3.png", PICTURE);
    assert!(session.apply(Command::SelectSkin { actor, skin: Choice::Index(3) }).is_ok());
    assert!(finish(&mut session).is_empty());
    assert_eq!(applied(&session), Some(3));
    assert_eq!(session.workspace().actors()[0].skin_error(3), None);
}

#[test]
fn does_not_apply_a_skin_that_is_no_longer_requested() {
    let (_folder, figure) = figure(&[PICTURE; 4]);
    let Some(mut session) = session(figure) else { return };
    finish(&mut session);
    let actor = session.workspace().lead();
    for skin in [1, 2, 3, 2] {
        assert!(session.apply(Command::SelectSkin { actor, skin: Choice::Index(skin) }).is_ok());
        assert!(session.decode_skins().is_empty());
    }
    // Next counts from the requested skin, not from the applied one.
    assert!(session.apply(Command::SelectSkin { actor, skin: Choice::Next }).is_ok());
    assert!(finish(&mut session).is_empty());
    assert_eq!(applied(&session), Some(3));
    // Opening another model ends the requests of the first.
    let (_other, next) = self::figure(&[PICTURE]);
    assert!(session.apply(Command::SelectSkin { actor, skin: Choice::Index(0) }).is_ok());
    session.decode_skins();
    assert!(session.apply(Command::Open(next)).is_ok());
    assert!(finish(&mut session).is_empty());
    assert_eq!(applied(&session), Some(0));
}
