//! Tests of skin requests, and of changes before the requests are answered.

use std::sync::Arc;

use super::*;
use crate::Warning;

fn document(skins: &[&Skin]) -> Document {
    let skins = skins.iter().map(|skin| (*skin).clone()).collect();
    let file = md2_testdata::one_triangle().build();
    Document::from_bytes("m.md2", file.bytes(), Companions { skins, ..Companions::default() }).unwrap()
}

fn with_deferred_skins(document: impl Into<crate::Figure>) -> Workspace {
    Workspace::with_deferred_skins(document, Viewport::whole(WINDOW)).0
}

fn requested(workspace: &Workspace) -> Option<String> {
    workspace.actors()[0].skin_request().map(|request| request.skin.label().to_owned())
}

fn current(workspace: &Workspace) -> Option<&str> {
    workspace.actors()[0].current_skin().map(Skin::label)
}

fn answer(workspace: &mut Workspace) -> Vec<Warning> {
    let request = workspace.actors()[0].skin_request().unwrap();
    let outfit = request.skin.decode().map(Arc::new).map_err(Arc::new);
    apply(workspace, Command::SetOutfit { request, outfit }).warnings
}

fn select(workspace: &mut Workspace, index: usize) {
    let actor = workspace.lead();
    let _ = apply(workspace, Command::SelectSkin { actor, skin: Choice::Index(index) });
}

fn reload(workspace: &mut Workspace, document: Document) {
    let actor = workspace.lead();
    let outcome = apply(workspace, Command::Reload { actor, document: Arc::new(document) });
    assert!(outcome.warnings.is_empty());
}

#[test]
fn a_newer_version_keeps_current_and_requested_skin() {
    let [red, blue] = ["red.png", "blue.png"].map(|name| Skin::built_in(name, MOSS));
    let broken = Skin::built_in("broken.png", b"not an image");
    let mut workspace = with_deferred_skins(document(&[&red, &broken, &blue]));
    assert!(answer(&mut workspace).is_empty());
    select(&mut workspace, 1);
    let outfit = workspace.actors()[0].outfit().cloned().unwrap();
    // The order of the skins has changed, too.
    reload(&mut workspace, document(&[&blue, &red, &broken]));
    assert_eq!(
        (current(&workspace), requested(&workspace).unwrap().as_str()),
        (Some("red.png"), "broken.png")
    );
    assert!(Arc::ptr_eq(workspace.actors()[0].outfit().unwrap(), &outfit));
    assert_eq!(answer(&mut workspace).len(), 1);
    assert_eq!((current(&workspace), requested(&workspace)), (Some("red.png"), None));
    // If the requested skin no longer exists, the current skin is read again. If that no longer exists either, it is dropped.
    select(&mut workspace, 2);
    reload(&mut workspace, document(&[&blue, &red]));
    assert_eq!((current(&workspace), requested(&workspace).unwrap().as_str()), (Some("red.png"), "red.png"));
    select(&mut workspace, 0);
    reload(&mut workspace, document(&[&broken, &blue]));
    assert_eq!((current(&workspace), requested(&workspace).unwrap().as_str()), (None, "blue.png"));
}

#[test]
fn stepping_skips_broken_skins_and_reports_each_once() {
    let [red, blue] = ["red.png", "blue.png"].map(|name| Skin::built_in(name, MOSS));
    let broken = ["a.png", "b.png"].map(|name| Skin::built_in(name, b"not an image"));
    let skins = [&red, &broken[0], &broken[1], &blue];
    let turn = |workspace: &mut Workspace, choice| {
        let mut warnings = apply(workspace, Command::SelectFigureSkin(choice)).warnings.len();
        while requested(workspace).is_some() {
            warnings += answer(workspace).len();
        }
        (current(workspace).unwrap().to_owned(), warnings)
    };
    let at_once = shown(document(&skins));
    let mut later = with_deferred_skins(document(&skins));
    assert!(answer(&mut later).is_empty());
    for mut workspace in [at_once, later] {
        assert_eq!(turn(&mut workspace, Choice::Next), ("blue.png".into(), 2));
        assert!(
            (1..3).all(|index| workspace.actors()[0].skin_error(index).is_some()),
            "their errors are stored"
        );
        assert_eq!(turn(&mut workspace, Choice::Next), ("red.png".into(), 0));
        assert_eq!(turn(&mut workspace, Choice::Previous), ("blue.png".into(), 0));
        assert_eq!(turn(&mut workspace, Choice::Previous), ("red.png".into(), 0));
    }
}

#[test]
fn notes_a_skin_of_another_aspect_ratio() {
    // A black TGA for a model that states 64 x 64.
    let skin = |name: &str, [width, height]: [u8; 2]| {
        let mut bytes = vec![0, 0, 2, 0, 0, 0, 0, 0, 0, 0, 0, 0, width, 0, height, 0, 24, 0x20];
        bytes.resize(bytes.len() + 3 * usize::from(width) * usize::from(height), 0);
        Skin::built_in(name, &bytes)
    };
    let [wide, square, high] =
        [("wide.tga", [64, 32]), ("square.tga", [32, 32]), ("high.tga", [32, 64])].map(|(n, s)| skin(n, s));
    let mut workspace = shown(document(&[&wide, &square, &high]));
    let mut note_on = |index| {
        select(&mut workspace, index);
        workspace.actors()[0].skin_note()
    };
    assert_eq!(note_on(0), None, "the document reports it for the first skin");
    assert_eq!(note_on(1), None);
    let expected = "high.tga: the image has 32 x 64 pixels, the model's skin 64 x 64: \
                    stretched 2.00 times in width";
    assert_eq!(note_on(2).as_deref(), Some(expected));
}

#[test]
fn a_search_stops_after_too_many_wasted_pixels() {
    let folder = md2_testdata::TempFolder::with_files(&[]);
    // Four images reach the limit of wasted pixels; the fifth exceeds it.
    let image = md2_testdata::png::png([2048; 2], &[], &md2_testdata::png::zeros(9));
    let in_vain = (md2_assets::MAX_PIXELS >> 22) as usize + 1;
    let skins: Vec<Skin> = (0..in_vain + 3)
        .map(|index| {
            let name = format!("{index}.png");
            folder.write(&name, &image);
            Skin::file(&folder.path(&name), "").guessed(index == in_vain + 1)
        })
        .collect();
    let document = Arc::new(document(&skins.iter().collect::<Vec<_>>()));
    let (_, at_once) = Workspace::new(Arc::clone(&document), Viewport::whole(WINDOW));
    let mut workspace = with_deferred_skins(document);
    let mut warnings = Vec::new();
    for tried in 1..=in_vain {
        assert!(warnings.is_empty(), "{tried}");
        warnings = answer(&mut workspace);
    }
    assert_eq!((requested(&workspace), current(&workspace)), (None, None));
    let text = |warnings: &[Warning]| warnings.iter().map(ToString::to_string).collect::<Vec<_>>();
    assert_eq!(text(&warnings), text(&at_once.warnings), "as with immediate decoding");
    assert_eq!(warnings.len(), in_vain + 1);
    assert!(matches!(warnings.last(), Some(Warning::NotTried { count: 2 })), "{warnings:?}");
    let marked = (0..skins.len()).filter(|&index| workspace.actors()[0].skin_error(index).is_some());
    assert_eq!(marked.count(), in_vain);
}
