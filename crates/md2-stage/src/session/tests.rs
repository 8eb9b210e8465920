//! Sessions on a renderer without a window.

use std::sync::Arc;

use md2_render::RendererOptions;
use md2_scene::{
    Choice, Companions, CounterpartView, Document, Figure, FloorKind, Look, LookSwitch, MountPoint, Part,
    PartMotion, Skin, builtin,
};
use md2_testdata::{md3, mdl};

use super::*;

const SIZE: [u32; 2] = [96, 64];

fn figure() -> Option<Session> {
    session(builtin::figure().unwrap())
}

pub(crate) fn headless(workspace: Workspace) -> Option<Session> {
    match Renderer::headless(&RendererOptions::default()) {
        Ok(renderer) => Some(Session::new(renderer, workspace).unwrap()),
        Err(error) => {
            md2_testdata::skip_without_vulkan(error);
            None
        }
    }
}

fn session(figure: Figure) -> Option<Session> {
    let (workspace, outcome) = Workspace::new(figure, Viewport::whole(SIZE));
    assert!(outcome.warnings.is_empty());
    headless(workspace)
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
fn a_split_view_shows_a_model_on_each_side() {
    let Some(mut session) = figure() else { return };
    let _ = session.apply(Command::SetAutoOrbit(false)).unwrap();
    apply(&mut session, Command::SetLook(Look { floor: FloorKind::None, ..Look::default() }));
    let other = md2_scene::open_bytes("other.md2", md2_testdata::one_triangle().build().bytes()).unwrap();
    apply(&mut session, Command::CompareWith(other));
    let mut view = |view| {
        apply(&mut session, Command::ViewCounterpart(view));
        picture(&mut session)
    };
    let (open, other) = (view(CounterpartView::Open), view(CounterpartView::Other));
    assert!(open != other);
    for (place, column) in [(0.5, 48), (0.25, 24)] {
        let split = view(CounterpartView::Split(place));
        let all = (0..SIZE[1] as usize).flat_map(|y| (0..SIZE[0] as usize).map(move |x| (x, y)));
        // With several samples per pixel, llvmpipe also draws in the column before a scissor.
        for (x, y) in all.filter(|(x, _)| x + 1 != column) {
            let side = if x < column { &open } else { &other };
            let pixel = 4 * (y * SIZE[0] as usize + x);
            assert_eq!(split[pixel..pixel + 4], side[pixel..pixel + 4], "{place}: {x}, {y}");
        }
    }
}

#[test]
fn every_setting_of_the_look_changes_the_picture() {
    use md2_scene::{Background, Brightness, Faces, Lighting};
    let Some(mut session) = figure() else { return };
    let _ = session.apply(Command::SetAutoOrbit(false)).unwrap();
    let mut seen = vec![picture(&mut session)];
    let commands = [
        Command::SetLook(Look { faces: Faces::SolidWireframe, ..Look::default() }),
        Command::SetLook(Look { faces: Faces::Wireframe, ..Look::default() }),
        Command::SetLook(Look { floor: FloorKind::Grid, ..Look::default() }),
        Command::SetLook(Look { floor: FloorKind::None, ..Look::default() }),
        Command::SetLook(Look { light: Lighting::Game, ..Look::default() }),
        Command::SetBackground(Background::Light),
        Command::SetBackground(Background::Plain([10, 20, 30])),
        Command::SetBrightness(Brightness::MAX),
        Command::SetBrightness(Brightness::MIN),
        Command::SetOrthographic(true),
    ];
    for command in commands {
        let text = format!("{command:?}");
        apply(&mut session, command);
        let now = picture(&mut session);
        assert!(!seen.contains(&now), "{text}");
        seen.push(now);
    }
    let look = *session.workspace().look();
    apply(&mut session, Command::SetLook(Look { light: Lighting::None, ..look }));
    let unlit = picture(&mut session);
    apply(&mut session, Command::SetBrightness(Brightness::MAX));
    assert!(picture(&mut session) == unlit, "brightness does not apply without light");
}

#[test]
fn a_model_without_a_skin_is_clay_or_a_checker() {
    let Some(mut session) = session(Figure::from(triangle())) else { return };
    let _ = session.apply(Command::SetAutoOrbit(false)).unwrap();
    let magenta = |picture: &[u8]| {
        let is_magenta = |pixel: &&[u8; 4]| pixel[0] > pixel[1] + 40 && pixel[2] > pixel[1] + 40;
        picture.as_chunks().0.iter().filter(is_magenta).count()
    };
    assert_eq!(magenta(&picture(&mut session)), 0);
    apply(&mut session, Command::Toggle(LookSwitch::Checker));
    assert!(magenta(&picture(&mut session)) > 50);
}

#[test]
fn opening_a_model_frees_the_old_one() {
    let Some(mut session) = figure() else { return };
    let before = session.stage().stats();
    assert_eq!((before.models, before.textures), (1, 2), "the figure, its skin and the floor");
    for _ in 0..3 {
        apply(&mut session, Command::Open(triangle().into()));
        apply(&mut session, Command::Open(builtin::figure().unwrap()));
        let actor = session.workspace().lead();
        apply(&mut session, Command::SelectSkin { actor, skin: Choice::Next });
    }
    let after = session.stage().stats();
    assert_eq!((after.models, after.textures), (1, 2));
    assert_eq!(after.frame_data_bytes, before.frame_data_bytes);
    apply(&mut session, Command::Open(triangle().into()));
    assert_eq!(session.stage().stats().textures, 1, "no skin, but the floor");
}

#[test]
fn uploads_a_model_once_for_two_actors() {
    let Some(mut session) = figure() else { return };
    let document = Arc::clone(session.workspace().document());
    let second = Part::mounted("", Arc::clone(&document), PartMotion::Still(150), 0, MountPoint::Origin);
    let two = Figure::new("two", vec![Part::first("", document), second]);
    let before = picture(&mut session);
    apply(&mut session, Command::Open(two));
    assert_eq!(session.stage().stats().models, 1);
    assert!(picture(&mut session) != before, "there is a second one");
    apply(&mut session, Command::Open(builtin::figure().unwrap()));
    assert!(picture(&mut session) == before);
    assert_eq!(session.stage().stats().textures, 2);
}

#[test]
fn reloading_a_model_uploads_its_skin_again_if_it_needs_holes() {
    // A TGA skin of 64 x 64: black in the upper half, black and transparent red stripes in the lower half.
    let mut skin = vec![0, 0, 2, 0, 0, 0, 0, 0, 0, 0, 0, 0, 64, 0, 64, 0, 32, 0x28];
    let texels = (0..64 * 64).map(|at| at >= 64 * 32 && at % 8 < 4);
    skin.extend(texels.flat_map(|is_clear| if is_clear { [0, 0, 255, 0] } else { [0, 0, 0, 255] }));
    let wearing = |st: [[i16; 2]; 3]| {
        let spec = md2_testdata::Md2Spec { st: st.to_vec(), ..md2_testdata::one_triangle() };
        document("m.md2", spec.build().bytes(), vec![Skin::built_in("stripes.tga", &skin)])
    };
    let (above, below) = (wearing([[0, 0], [63, 0], [0, 28]]), wearing([[0, 36], [63, 36], [0, 63]]));
    let Some(mut expected) = session(Figure::from(Arc::clone(&below))) else { return };
    let Some(mut session) = session(Figure::from(Arc::clone(&above))) else { return };
    let (workspace, _) = Workspace::with_deferred_skins(above, Viewport::whole(SIZE));
    session.workspace = workspace;
    let actor = session.workspace().lead();
    let request = session.workspace().actors()[0].skin_request().unwrap();
    let outfit = Ok(Arc::new(request.skin.decode().unwrap()));
    apply(&mut session, Command::SetOutfit { request, outfit });
    apply(&mut session, Command::Reload { actor, document: below });
    assert!(session.workspace().actors()[0].is_skin_pending(), "the skin is not decoded yet");
    assert!(picture(&mut session) == picture(&mut expected));
    let stats = session.stage().stats();
    assert_eq!((stats.models, stats.textures), (1, 2), "the model, its skin and the floor");
}

fn document(name: &str, bytes: &[u8], skins: Vec<Skin>) -> Arc<Document> {
    let companions = Companions { skins, ..Companions::default() };
    Arc::new(Document::from_bytes(name, bytes, companions).unwrap())
}

fn player() -> Figure {
    let skin = || vec![Skin::built_in("skin.png", include_bytes!("../../../../assets/wanderer/moss.png"))];
    let legs = document("lower.md3", md3::player_lower().build().bytes(), skin());
    let torso = document("upper.md3", md3::player_upper().build().bytes(), skin());
    let torso = Part::mounted("torso", torso, PartMotion::Plays, 0, MountPoint::tag("tag_torso"));
    Figure::new("player", vec![Part::first("legs", legs), torso])
}

#[test]
fn playing_uploads_nothing() {
    let torch = document("torch.mdl", mdl::skin_group().build().bytes(), Vec::new());
    let Some(mut session) = figure() else { return };
    for figure in [builtin::figure().unwrap(), torch.into(), player()] {
        let name = figure.name().to_owned();
        apply(&mut session, Command::Open(figure));
        apply(&mut session, Command::SetAutoOrbit(false));
        apply(&mut session, Command::SelectFigureSkin(Choice::Previous));
        let mut pictures = vec![picture(&mut session)];
        let before = session.stage().stats();
        for _ in 0..7 {
            session.advance(Duration::from_millis(160));
            pictures.push(picture(&mut session));
        }
        let after = session.stage().stats();
        assert_eq!(after.vertex_bytes_uploaded, before.vertex_bytes_uploaded, "{name}");
        assert_eq!(after.texture_bytes_uploaded, before.texture_bytes_uploaded, "{name}");
        assert_eq!((after.models, after.textures), (before.models, before.textures), "{name}");
        assert!(pictures.iter().any(|picture| *picture != pictures[0]), "{name} moves");
    }
}

#[test]
fn switching_restored_motion_uploads_nothing() {
    let Some(mut session) = figure() else { return };
    apply(&mut session, Command::SetAutoOrbit(false));
    session.advance(Duration::from_millis(250));
    let before = picture(&mut session);
    let alone = session.stage().stats();
    let mut steady = session.workspace().clone();
    let _ = steady.apply(Command::Toggle(LookSwitch::Steady)).unwrap();
    crate::restorer::restore_all(&mut steady).unwrap();
    let document = Arc::clone(steady.document());
    let mesh = Arc::clone(steady.restored(&document).unwrap());
    apply(&mut session, Command::SetRestored { document: Arc::clone(&document), mesh });
    assert!(picture(&mut session) == before, "the switch is off");

    let both = session.stage().stats();
    assert_eq!((alone.models, both.models), (1, 2));
    // Restored vertices have eight bytes, the others four.
    assert_eq!(both.frame_data_bytes, 3 * alone.frame_data_bytes);
    apply(&mut session, Command::Toggle(LookSwitch::Steady));
    let after = picture(&mut session);
    assert!(after != before, "keyframes have moved within their cells");
    for expected in [&before, &after, &before, &after] {
        apply(&mut session, Command::Toggle(LookSwitch::Steady));
        assert!(picture(&mut session) == *expected);
    }
    let flipped = session.stage().stats();
    assert_eq!(flipped.vertex_bytes_uploaded, both.vertex_bytes_uploaded, "both meshes stay uploaded");
    assert_eq!((flipped.models, flipped.frame_data_bytes), (2, both.frame_data_bytes));

    apply(&mut session, Command::Open(triangle().into()));
    assert_eq!(session.stage().stats().models, 1, "the restored mesh is freed with its document");
}
