//! Sessions on a renderer without a window.

use std::sync::Arc;

use md2_render::RendererOptions;
use md2_scene::{Choice, Companions, Document, Look, Skin, Switch};

use super::*;
use crate::builtin;

const SIZE: [u32; 2] = [96, 64];

/// The built-in figure, or `None` with a message where there is no Vulkan.
fn figure() -> Option<Session> {
    match Renderer::headless(&RendererOptions::default()) {
        Ok(renderer) => {
            let (workspace, outcome) = Workspace::new(builtin::figure().unwrap(), Viewport::whole(SIZE));
            assert!(outcome.warnings.is_empty());
            Some(Session::new(renderer, workspace).unwrap())
        }
        Err(error @ (RenderError::NoLoader { .. } | RenderError::NoDriver)) => {
            md2_testdata::skip_without_vulkan(error);
            None
        }
        Err(error) => panic!("{error}"),
    }
}

fn triangle() -> Arc<Document> {
    let file = md2_testdata::one_triangle().build();
    Arc::new(Document::from_bytes("triangle.md2", file.bytes(), Companions::default()).unwrap())
}

fn apply(session: &mut Session, command: Command) {
    assert!(session.apply(command).unwrap().warnings.is_empty());
}

fn picture(session: &mut Session) -> Vec<u8> {
    session.picture(SIZE).unwrap().into_rgba()
}

#[test]
fn time_and_switches_change_the_picture_and_nothing_else_does() {
    let Some(mut session) = figure() else { return };
    let first = picture(&mut session);
    assert!(picture(&mut session) == first, "the same moment");
    session.advance(Duration::from_millis(200));
    let later = picture(&mut session);
    assert!(later != first, "time has passed");
    apply(&mut session, Command::Toggle(Switch::Floor));
    let bare = picture(&mut session);
    assert!(bare != later, "the floor is gone");
    let actor = session.workspace().lead();
    apply(&mut session, Command::Wear { actor, skin: Choice::Next });
    assert!(picture(&mut session) != bare, "another skin");
    apply(&mut session, Command::SetLook(Look::default()));
    apply(&mut session, Command::Wear { actor, skin: Choice::Previous });
    assert!(picture(&mut session) == later, "everything as it was");
}

#[test]
fn another_model_leaves_nothing_of_the_old_one_on_the_gpu() {
    let Some(mut session) = figure() else { return };
    let before = session.stage().stats();
    assert_eq!((before.models, before.textures), (1, 2), "the figure, its skin and the floor");
    for _ in 0..3 {
        apply(&mut session, Command::Open(triangle().into()));
        apply(&mut session, Command::Open(builtin::figure().unwrap()));
        let actor = session.workspace().lead();
        apply(&mut session, Command::Wear { actor, skin: Choice::Next });
    }
    let after = session.stage().stats();
    assert_eq!((after.models, after.textures), (1, 2));
    assert_eq!(after.frame_data_bytes, before.frame_data_bytes);
    apply(&mut session, Command::Open(triangle().into()));
    assert_eq!(session.stage().stats().textures, 1, "no skin, but the floor");
}

#[test]
fn what_is_shown_twice_is_on_the_gpu_once() {
    let Some(mut session) = figure() else { return };
    let document = Arc::clone(session.workspace().document());
    let add = Command::Add { document, cue: md2_scene::Cue::Still(150), mount: None };
    let before = picture(&mut session);
    let added = session.apply(add).unwrap().added.unwrap();
    assert_eq!(session.stage().stats().models, 1);
    assert!(picture(&mut session) != before, "a second one stands there");
    apply(&mut session, Command::Remove(added));
    assert!(picture(&mut session) == before);
    assert_eq!(session.stage().stats().textures, 2);
}

#[test]
fn a_newer_version_looks_as_the_old_one_did() {
    let Some(mut session) = figure() else { return };
    let actor = session.workspace().lead();
    apply(&mut session, Command::ChooseSequence { actor, sequence: Choice::Index(1) });
    apply(&mut session, Command::Wear { actor, skin: Choice::Index(2) });
    apply(&mut session, Command::Orbit([40.0, 10.0]));
    session.advance(Duration::from_millis(130));
    let before = picture(&mut session);
    let document = Arc::clone(&builtin::figure().unwrap().parts()[0].document);
    apply(&mut session, Command::Reload { actor, document });
    assert!(picture(&mut session) == before);
}

#[test]
fn a_skin_that_is_none_leaves_the_old_one_on() {
    let Some(mut session) = figure() else { return };
    let before = picture(&mut session);
    let actor = session.workspace().lead();
    let skin = Skin::built_in("none.png", b"no picture");
    assert!(session.apply(Command::AddSkin { actor, skin }).is_err());
    assert!(picture(&mut session) == before);
    assert_eq!(session.stage().stats().textures, 2);
}
