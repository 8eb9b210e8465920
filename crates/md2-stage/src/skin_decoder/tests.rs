//! The decoder with a session on a renderer without a window.

use std::fs;

use md2_scene::{Choice, Figure, Viewport, Workspace};

use super::*;
use crate::session::tests::headless;

const LIMIT: Duration = Duration::from_secs(60);
const PICTURE: &[u8] = include_bytes!("../../../../assets/wanderer/moss.png");

fn session(figure: Figure) -> Option<Session> {
    let (workspace, _) = Workspace::with_deferred_skins(figure, Viewport::whole([96, 64]));
    headless(workspace)
}

/// Waits until every request is answered, and returns the warnings.
fn finish(decoder: &mut SkinDecoder, session: &mut Session) -> Vec<String> {
    let start = Instant::now();
    let mut warnings = Vec::new();
    while session.workspace().skin_requests().next().is_some() {
        assert!(start.elapsed() < LIMIT, "still decoding");
        warnings.extend(decoder.wait(session, LIMIT));
    }
    warnings
}

/// A model with these pictures beside it, called `m0.png` and on.
fn figure(test: &str, pictures: &[&[u8]]) -> (std::path::PathBuf, Figure) {
    let folder = std::env::temp_dir().join(format!("md2-stage-skins-{test}-{}", std::process::id()));
    fs::create_dir_all(&folder).unwrap();
    fs::write(folder.join("m.md2"), md2_testdata::one_triangle().build().bytes()).unwrap();
    for (index, picture) in pictures.iter().enumerate() {
        fs::write(folder.join(format!("m{index}.png")), picture).unwrap();
    }
    let figure = md2_scene::open(&folder.join("m.md2")).unwrap();
    (folder, figure)
}

fn applied(session: &Session) -> Option<usize> {
    session.workspace().actors()[0].skin_index()
}

#[test]
fn only_the_requested_skins_are_decoded_and_broken_ones_are_marked() {
    let broken: &[u8] = b"\x89PNG\r\n\x1a\nand nothing more";
    let (folder, figure) = figure("first", &[broken, broken, PICTURE, broken]);
    let Some(mut session) = session(figure) else { return };
    let mut decoder = SkinDecoder::default();
    assert_eq!(applied(&session), None, "opening reads no picture");
    let warnings = finish(&mut decoder, &mut session);
    assert_eq!((applied(&session), warnings.len()), (Some(2), 2), "{warnings:?}");
    let actor = &session.workspace().actors()[0];
    let marked: Vec<bool> = (0..4).map(|index| actor.skin_error(index).is_some()).collect();
    assert_eq!(marked, [true, true, false, false], "the last one was not needed");
    assert!(warnings[0].contains("m0.png"), "{warnings:?}");

    // One that is chosen and cannot be shown leaves the applied skin.
    let (actor, skin) = (actor.id(), Choice::Index(3));
    assert!(session.apply(Command::SelectSkin { actor, skin }).is_ok());
    assert_eq!(applied(&session), Some(2), "until it is there");
    let warnings = finish(&mut decoder, &mut session);
    assert_eq!((applied(&session), warnings.len()), (Some(2), 1));
    assert!(session.workspace().actors()[0].skin_error(3).is_some_and(|why| why.contains("m3.png")));
    // Repaired, it is applied, and is no longer marked.
    fs::write(folder.join("m3.png"), PICTURE).unwrap();
    assert!(session.apply(Command::SelectSkin { actor, skin: Choice::Index(3) }).is_ok());
    assert!(finish(&mut decoder, &mut session).is_empty());
    assert_eq!(applied(&session), Some(3));
    assert_eq!(session.workspace().actors()[0].skin_error(3), None);
    fs::remove_dir_all(&folder).unwrap();
}

#[test]
fn a_skin_that_is_no_longer_requested_is_not_applied() {
    let (folder, figure) = figure("changed", &[PICTURE; 4]);
    let Some(mut session) = session(figure) else { return };
    let mut decoder = SkinDecoder::default();
    finish(&mut decoder, &mut session);
    let actor = session.workspace().lead();
    for skin in [1, 2, 3, 2] {
        assert!(session.apply(Command::SelectSkin { actor, skin: Choice::Index(skin) }).is_ok());
        assert!(decoder.poll(&mut session).is_empty());
        assert!(decoder.running.len() <= MAX_TASKS);
    }
    // The next one after the requested skin, not after the applied one.
    assert!(session.apply(Command::SelectSkin { actor, skin: Choice::Next }).is_ok());
    assert!(finish(&mut decoder, &mut session).is_empty());
    assert_eq!(applied(&session), Some(3));
    // Opening another model ends the requests of the first.
    let (other, next) = self::figure("opened", &[PICTURE]);
    assert!(session.apply(Command::SelectSkin { actor, skin: Choice::Index(0) }).is_ok());
    decoder.poll(&mut session);
    assert!(session.apply(Command::Open(next)).is_ok());
    assert!(finish(&mut decoder, &mut session).is_empty());
    assert_eq!(applied(&session), Some(0));
    fs::remove_dir_all(&folder).unwrap();
    fs::remove_dir_all(&other).unwrap();
}
