//! Sessions on a renderer without a window.

use std::fs;
use std::time::Duration;

use md2_format::Md2;
use md2_render::{RenderError, RendererOptions};

use super::*;
use crate::document::Companions;

const SIZE: [u32; 2] = [96, 64];

/// The built-in figure, or `None` with a message where there is no Vulkan.
pub(crate) fn figure_in(size: [u32; 2]) -> Option<Session> {
    match Renderer::headless(&RendererOptions::default()) {
        Ok(renderer) => {
            let viewport = Viewport::whole(size);
            let document = builtin::figure().unwrap();
            Some(Session::new(renderer, document, &SceneArgs::default(), viewport).unwrap())
        }
        Err(error @ (RenderError::NoLoader { .. } | RenderError::NoDriver)) => {
            md2_testdata::skip_without_vulkan(error);
            None
        }
        Err(error) => panic!("{error}"),
    }
}

fn figure() -> Option<Session> {
    figure_in(SIZE)
}

fn triangle() -> Document {
    let file = md2_testdata::one_triangle().build();
    let md2 = Md2::parse(file.bytes()).unwrap();
    Document::new(String::from("triangle.md2"), &md2, Companions::default()).unwrap()
}

fn picture(session: &mut Session) -> Vec<u8> {
    session.picture(SIZE).unwrap().rgba
}

#[test]
fn time_and_switches_change_the_picture_and_nothing_else_does() {
    let Some(mut session) = figure() else { return };
    let first = picture(&mut session);
    assert!(picture(&mut session) == first, "the same moment");
    session.advance(Duration::from_millis(200));
    let later = picture(&mut session);
    assert!(later != first, "time has passed");
    session.view_mut().floor = false;
    let bare = picture(&mut session);
    assert!(bare != later, "the floor is gone");
    session.wear_next();
    assert!(picture(&mut session) != bare, "another skin");
    assert_eq!(session.take_warnings(), [""; 0]);
}

#[test]
fn another_model_leaves_nothing_of_the_old_one_on_the_gpu() {
    let Some(mut session) = figure() else { return };
    let before = session.stats();
    assert_eq!((before.models, before.textures), (1, 2), "the figure, its skin and the floor");
    for _ in 0..3 {
        session.open(triangle()).unwrap();
        session.open(builtin::figure().unwrap()).unwrap();
    }
    let after = session.stats();
    assert_eq!((after.models, after.textures), (1, 2));
    assert_eq!(after.frame_data_bytes, before.frame_data_bytes);
    session.open(triangle()).unwrap();
    assert_eq!(session.stats().textures, 1, "no skin, but the floor");
    assert_eq!(session.skin_size(), None);
}

#[test]
fn a_newer_version_is_seen_as_the_old_one_was() {
    let Some(mut session) = figure() else { return };
    session.start_sequence(1);
    session.frame();
    session.player_mut().set_speed(0.5);
    session.player_mut().seek(2.5);
    session.wear(2);
    session.orbit(Vec2::new(40.0, 10.0));
    let before = picture(&mut session);
    session.reload(builtin::figure().unwrap()).unwrap();
    assert_eq!(session.skin_index(), Some(2));
    assert_eq!(session.player().speed(), 0.5);
    assert!(picture(&mut session) == before);
}

#[test]
fn a_skin_that_is_none_leaves_the_old_one_on() {
    let Some(mut session) = figure() else { return };
    let before = picture(&mut session);
    let path = std::env::temp_dir().join(format!("md2-viewer-skin-{}.png", std::process::id()));
    fs::write(&path, b"no picture").unwrap();
    let skins = session.document().skins().len();
    assert!(session.add_skin(&path).is_err());
    assert_eq!(session.document().skins().len(), skins);
    assert!(picture(&mut session) == before);
    fs::remove_file(&path).unwrap();
}

#[test]
fn arguments_choose_what_is_seen() {
    let Some(session) = figure() else { return };
    let viewport = Viewport::whole(SIZE);
    let mut renderer = Some(session.renderer);
    let mut check = |args: SceneArgs| {
        let renderer =
            renderer.take().unwrap_or_else(|| Renderer::headless(&RendererOptions::default()).unwrap());
        Session::new(renderer, builtin::figure().unwrap(), &args, viewport)
    };
    let run = check(SceneArgs {
        sequence: Some(String::from("run")),
        time: Some(0.35),
        skin: Some(String::from("moss")),
        yaw: Some(90.0),
        ..SceneArgs::default()
    });
    let run = run.unwrap();
    assert_eq!(run.player().sequence().name, "run");
    assert!((run.player().position_in_keys() - 3.5).abs() < 1e-4);
    assert_eq!(run.document().skins()[run.skin_index().unwrap()].label(), "moss.png");
    assert!(!run.camera().auto_orbit());

    let unknown = check(SceneArgs { sequence: Some(String::from("swim")), ..SceneArgs::default() });
    assert!(matches!(unknown, Err(Failure::Usage(_))));
    let missing = check(SceneArgs { skin: Some(String::from("no.png")), ..SceneArgs::default() });
    assert!(matches!(missing, Err(Failure::File(_))));
}
