//! Tests of the browser with real folders, without a window.

use std::fs;
use std::sync::Arc;

use md2_testdata::TempFolder;

use super::*;
use crate::opener::OpenResult;
use crate::testing::wait;
use crate::thumbnails::Origin;
use crate::tree::{ModelCondition, RowFilter};

fn settle(browser: &mut Browser) {
    wait(|| {
        browser.poll();
        (!browser.is_busy()).then_some(())
    });
}

fn file(path: impl Into<PathBuf>) -> ThumbnailSubject {
    ThumbnailSubject::File(path.into())
}

fn folder() -> TempFolder {
    let folder = TempFolder::new();
    let model = md2_testdata::one_triangle().build();
    for name in ["players/female/tris.md2", "players/male/tris.md2", "b.md2"] {
        folder.write(name, model.bytes());
    }
    let pak = md2_testdata::archive::pak(&[(b"m/c.md2", model.bytes())]);
    folder.write("pak0.pak", &pak);
    folder.write("pak1.pak", &pak[..20]);
    folder
}

fn whole(path: &Path) -> Vec<Root> {
    vec![Root { path: path.to_owned(), kind: EntryKind::Folder, is_recursive: true }]
}

fn failure(path: PathBuf) -> OpenResult {
    OpenResult::new(vec![path], OpenOrigin::Tree, Err(anyhow::anyhow!("no")))
}

fn list_whole(folder: &Path) -> Browser {
    let mut browser = Browser::default();
    browser.set_roots(whole(folder));
    settle(&mut browser);
    browser
}

fn names(browser: &Browser) -> Vec<String> {
    let tree = browser.tree();
    tree.figures(&RowFilter::default()).into_iter().map(|node| tree.name(node).to_owned()).collect()
}

#[test]
fn steps_through_the_models_of_folders_and_archives() {
    let folder = folder();
    let mut browser = list_whole(&folder);
    assert_eq!(names(&browser), ["female", "male", "c.md2", "b.md2"]);
    let broken = browser.tree().find(&folder.path("pak1.pak")).unwrap();
    assert!(browser.tree().reason(broken).unwrap().contains("broken directory"));

    let step = |browser: &Browser, forward| {
        folder.name_of(&browser.neighbor(&RowFilter::default(), forward).unwrap())
    };
    assert_eq!((step(&browser, true), step(&browser, false)), ("players/female".into(), "b.md2".into()));
    browser.set_current(Some(&folder.path("players/male/tris.md2")));
    assert_eq!(step(&browser, true), "pak0.pak/m/c.md2");
    assert_eq!(step(&browser, false), "players/female");
    browser.set_current(Some(&folder.path("b.md2")));
    assert_eq!(step(&browser, true), "players/female", "around the end");
    assert_eq!(
        browser.neighbor(&RowFilter::with_words("male/"), false).unwrap(),
        folder.path("players/male")
    );
    browser.note_opened(&failure(folder.path("players/../players/female")));
    assert_eq!(step(&browser, true), "players/male", "continues after a model that cannot be opened");
}

#[test]
fn opening_a_model_cancels_opening_for_comparison() {
    let folder = folder();
    let mut browser = Browser::default();
    browser.set_current(Some(&folder.path("b.md2")));
    browser.counterpart.start(vec![folder.path("players/male")], OpenOrigin::Tree);
    browser.set_current(Some(&folder.path("players/female")));
    settle(&mut browser);
    assert!(browser.counterpart.poll().is_none());
}

#[test]
fn a_failed_request_expands_nothing() {
    let folder = folder();
    let mut browser = list_whole(&folder);
    let shown = folder.path("players/male");
    browser.set_current(Some(&shown));
    let is_in_sight = |browser: &Browser| {
        let players = browser.tree().find(&folder.path("players")).unwrap();
        (browser.tree().is_open(players), browser.current())
    };
    let male = browser.tree().find(&shown);
    assert_eq!(is_in_sight(&browser), (true, male));
    let players = browser.tree().find(&folder.path("players")).unwrap();
    browser.set_open(players, false);
    browser.note_opened(&failure(folder.path("none.md2")));
    settle(&mut browser);
    assert_eq!(is_in_sight(&browser), (false, male));
    // The failed request replaced the tree.
    browser.set_roots(whole(&folder));
    assert_eq!(browser.current(), None, "not listed yet");
    settle(&mut browser);
    assert_eq!(is_in_sight(&browser), (true, browser.tree().find(&shown)));
}

#[test]
fn marks_skipped_paths_and_remembers_opened_ones() {
    let folder = folder();
    folder.write("a.md2", b"IDP2");
    folder.write("c.md2", b"IDP2");
    let mut browser = list_whole(&folder);
    let mut open = |requested: &[PathBuf], origin| {
        browser.opener.start(requested.to_vec(), origin);
        let result = browser.opener.wait(None).unwrap();
        browser.note_opened(&result);
        let tree = browser.tree();
        let is_marked = |name| tree.reason(tree.find(&folder.path(name)).unwrap()).is_some();
        (["a.md2", "b.md2", "c.md2"].map(is_marked), browser.recent.paths().to_vec())
    };
    let [a, b, c] = ["a.md2", "b.md2", "c.md2"].map(|name| folder.path(name));
    let none = ([true, false, true], vec![]);
    assert_eq!(open(&[a.clone(), c.clone()], OpenOrigin::Tree), none);
    assert_eq!(open(std::slice::from_ref(&b), OpenOrigin::Neighbor), none, "neighbors are not added");
    assert_eq!(open(&[c, b.clone(), a], OpenOrigin::Tree), ([true, false, true], vec![b]));
    let mut browser = Browser::default();
    let path = PathBuf::from("-");
    let figure = Ok((md2_scene::builtin::figure().unwrap(), path.clone()));
    browser.note_opened(&OpenResult::new(vec![path], OpenOrigin::Elsewhere, figure));
    assert!(browser.recent.paths().is_empty(), "standard input cannot be opened again");
}

#[test]
fn lists_a_written_file() {
    let folder = folder();
    let mut browser = list_whole(&folder);
    browser.set_current(Some(&folder.path("b.md2")));
    let current = browser.current();
    for name in ["b-repaired.md2", "elsewhere/b.md2"] {
        browser.note_written(&folder.file(name, &fs::read(folder.path("b.md2")).unwrap()));
        settle(&mut browser);
    }
    assert!(browser.tree().find(&folder.path("b-repaired.md2")).is_some());
    assert!(browser.tree().find(&folder.path("elsewhere")).is_none(), "a new folder is not listed");
    assert!(current.is_some() && browser.current() == current);
}

#[test]
fn draws_visible_thumbnails_and_updates_changed_ones() {
    let folder = folder();
    folder.write("broken.md2", b"IDP2");
    let mut browser = Browser::default();
    browser.set_visible(vec![
        file(folder.path("b.md2")),
        file(folder.path("players/male")),
        file(folder.path("broken.md2")),
    ]);
    settle(&mut browser);
    let drawn = |browser: &Browser, name: &str| {
        browser.thumbnail(&file(folder.path(name))).map(|look| look.clone().map(|one| Arc::as_ptr(&one)))
    };
    let first = drawn(&browser, "b.md2").unwrap().unwrap();
    assert!(drawn(&browser, "players/male").unwrap().is_ok());
    assert!(drawn(&browser, "broken.md2").unwrap().unwrap_err().contains("broken.md2"));
    assert!(drawn(&browser, "players/female").is_none(), "out of sight");

    browser.set_visible(vec![file(folder.path("players/female"))]);
    settle(&mut browser);
    browser.set_visible(vec![file(folder.path("b.md2"))]);
    settle(&mut browser);
    assert_eq!(drawn(&browser, "b.md2").unwrap().unwrap(), first, "the file has not changed");
    browser.set_visible(Vec::new());
    fs::copy(concat!(env!("CARGO_MANIFEST_DIR"), "/../../assets/ball/ball.md2"), folder.path("b.md2"))
        .unwrap();
    browser.set_visible(vec![file(folder.path("b.md2"))]);
    settle(&mut browser);
    assert_ne!(drawn(&browser, "b.md2").unwrap().unwrap(), first);
}

#[test]
fn draws_a_skin_without_a_file_on_the_model() {
    let folder = TempFolder::new();
    let path = folder.file("a.mdl", md2_testdata::mdl::one_triangle().build().bytes());
    let mut browser = Browser::default();
    for figure in [md2_scene::open(&path).unwrap(), md2_scene::builtin::figure().unwrap()] {
        let skins: Vec<ThumbnailSubject> =
            figure.skins().map(|skin| ThumbnailSubject::skin(&figure, skin).unwrap()).collect();
        assert!(!skins.is_empty());
        browser.set_visible(skins.clone());
        settle(&mut browser);
        let ids = |browser: &Browser| -> Vec<*const md2_assets::RgbaImage> {
            skins.iter().map(|skin| Arc::as_ptr(browser.thumbnail(skin).unwrap().as_ref().unwrap())).collect()
        };
        let drawn = ids(&browser);
        browser.check_thumbnails();
        browser.set_visible(skins.clone());
        settle(&mut browser);
        assert_eq!(ids(&browser), drawn, "nothing has changed");
    }
    let once = md2_scene::open_bytes("standard input", &fs::read(&path).unwrap()).unwrap();
    assert_eq!(once.skins().find_map(|skin| ThumbnailSubject::skin(&once, skin)), None);
}

/// Tests the color at the center of a thumbnail, which is the color of the applied skin.
#[test]
fn draws_a_model_again_when_its_skin_changes() {
    let folder = TempFolder::new();
    let paint = |name: &str, color: [u8; 3]| {
        let image = image::RgbImage::from_pixel(8, 8, image::Rgb(color));
        image.save(folder.path(name)).unwrap();
    };
    let mut block = md2_testdata::block(false);
    block.skins = vec![b"red.png".to_vec(), b"green.png".to_vec()];
    folder.write("block.md2", block.build().bytes());
    paint("red.png", [200, 0, 0]);
    paint("green.png", [0, 200, 0]);
    let model = file(folder.path("block.md2"));
    let skin = |name: &str| ThumbnailSubject::Skin {
        figure: Some(Origin::File(folder.path("block.md2"))),
        image: Some(folder.path(name)),
        label: name.to_owned(),
    };
    let seen = [model, skin("red.png"), skin("green.png")];
    let mut browser = Browser::default();
    let mut before: Vec<Arc<md2_assets::RgbaImage>> = Vec::new();
    let mut drawn = || {
        browser.set_visible(Vec::new());
        browser.set_visible(seen.to_vec());
        settle(&mut browser);
        let images =
            seen.each_ref().map(|subject| Arc::clone(browser.thumbnail(subject).unwrap().as_ref().unwrap()));
        let mut colors = [[0; 3]; 3];
        for (at, image) in images.iter().enumerate() {
            if before.get(at).is_some_and(|before| Arc::ptr_eq(before, image)) {
                continue;
            }
            let middle = 4 * (image.height() / 2 * image.width() + image.width() / 2) as usize;
            let pixel = image.rgba()[middle..].first_chunk::<3>().unwrap();
            colors[at] = pixel.map(|part| u8::from(part > 60));
        }
        before = images.to_vec();
        colors
    };
    let (red, green, blue, same) = ([1, 0, 0], [0, 1, 0], [0, 0, 1], [0, 0, 0]);
    assert_eq!(drawn(), [red, red, green]);
    assert_eq!(drawn(), [same; 3], "nothing has changed");
    paint("red.png", [0, 0, 201]);
    assert_eq!(drawn(), [blue, blue, same]);
}

#[test]
fn notices_files_that_come_and_go() {
    let folder = folder();
    let mut browser = list_whole(&folder);
    let model = md2_testdata::one_triangle().build();
    wait(|| {
        browser.poll();
        browser.watch.is_ready().then_some(())
    });
    let mut wait_for = |expected: &[&str]| {
        wait(|| {
            browser.poll();
            (names(&browser) == expected).then_some(())
        });
    };
    fs::remove_file(folder.path("b.md2")).unwrap();
    wait_for(&["female", "male", "c.md2"]);
    folder.write("players/new/tris.md2", model.bytes());
    wait_for(&["female", "male", "new", "c.md2"]);
    let pak = md2_testdata::archive::pak(&[(b"m/d.md2", model.bytes())]);
    folder.write("pak0.pak", &pak);
    wait_for(&["female", "male", "new", "d.md2"]);
    fs::rename(folder.path("players/male"), folder.path("players/him")).unwrap();
    wait_for(&["female", "him", "new", "d.md2"]);
}

#[test]
fn a_survey_finds_damaged_models_and_models_without_skin() {
    let folder = TempFolder::new();
    let mut model = md2_testdata::one_triangle().build();
    folder.write("bare/a.md2", model.bytes());
    folder.write("dressed/a.md2", model.bytes());
    let image = md2_testdata::png::png([4; 2], &[], &md2_testdata::png::zeros(4 * 13));
    for name in ["dressed/a.png", "dressed/b.png"] {
        folder.write(name, &image);
    }
    model.set_i32("num_skins", 661);
    folder.write("dressed/b.md2", model.bytes());
    folder.write("broken.md2", b"IDP2");
    let mut browser = list_whole(&folder);
    let found = |browser: &Browser, condition| {
        let filter = RowFilter { condition: Some(condition), ..RowFilter::default() };
        let figures = browser.tree().figures(&filter).into_iter();
        figures.map(|id| folder.name_of(&browser.tree().path(id))).collect::<Vec<_>>()
    };
    assert!(found(&browser, ModelCondition::Damaged).is_empty(), "nothing is known yet");
    browser.start_survey();
    settle(&mut browser);
    assert_eq!(found(&browser, ModelCondition::Damaged), ["dressed/b.md2", "broken.md2"]);
    assert_eq!(found(&browser, ModelCondition::WithoutSkin), ["bare/a.md2"]);
    // A model that changes is opened again.
    wait(|| {
        browser.poll();
        browser.watch.is_ready().then_some(())
    });
    folder.write("dressed/a.md2", model.bytes());
    let expected = ["dressed/a.md2", "dressed/b.md2", "broken.md2"];
    wait(|| {
        browser.poll();
        (found(&browser, ModelCondition::Damaged) == expected).then_some(())
    });
}
