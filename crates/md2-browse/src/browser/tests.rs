//! The browser on real folders, without a window.

use std::fs;
use std::sync::Arc;

use super::*;
use crate::opener::OpenResult;
use crate::thumbnails::Origin;

/// Polls until no task is at work any more.
fn settle(browser: &mut Browser) {
    for _ in 0..2000 {
        browser.poll();
        if !browser.is_busy() {
            return;
        }
        std::thread::sleep(Duration::from_millis(5));
    }
    panic!("it never ends");
}

fn file(path: &str) -> ThumbnailSubject {
    ThumbnailSubject::File(PathBuf::from(path))
}

fn folder() -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    let model = md2_testdata::one_triangle().build();
    for name in ["players/female/tris.md2", "players/male/tris.md2", "b.md2"] {
        let path = folder.path().join(name);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, model.bytes()).unwrap();
    }
    let pak = md2_testdata::archive::pak(&[(b"m/c.md2", model.bytes())]);
    fs::write(folder.path().join("pak0.pak"), &pak).unwrap();
    fs::write(folder.path().join("pak1.pak"), &pak[..20]).unwrap();
    folder
}

fn whole(path: &Path) -> Vec<Root> {
    vec![Root { path: path.to_owned(), kind: EntryKind::Folder, is_recursive: true }]
}

/// A browser that has listed all of a folder.
fn list_whole(folder: &Path) -> Browser {
    let mut browser = Browser::default();
    browser.show(whole(folder));
    settle(&mut browser);
    browser
}

#[test]
fn a_folder_is_listed_with_its_archives_and_neighbors_follow_each_other() {
    let folder = folder();
    let mut browser = list_whole(folder.path());
    let names = |browser: &Browser| {
        let tree = browser.tree();
        tree.figures("").into_iter().map(|node| tree.name(node).to_owned()).collect::<Vec<_>>()
    };
    assert_eq!(names(&browser), ["female", "male", "c.md2", "b.md2"]);
    let broken = browser.tree().find(&folder.path().join("pak1.pak")).unwrap();
    assert!(browser.tree().reason(broken).unwrap().contains("broken directory"));

    let step = |browser: &Browser, forward| {
        let path = browser.neighbor("", forward).unwrap();
        path.strip_prefix(folder.path()).unwrap().to_str().unwrap().replace('\\', "/")
    };
    assert_eq!((step(&browser, true), step(&browser, false)), ("players/female".into(), "b.md2".into()));
    browser.opened(Some(&folder.path().join("players/male/tris.md2")));
    assert_eq!(step(&browser, true), "pak0.pak/m/c.md2");
    assert_eq!(step(&browser, false), "players/female");
    browser.opened(Some(&folder.path().join("b.md2")));
    assert_eq!(step(&browser, true), "players/female", "around the end");
    assert_eq!(browser.neighbor("male/", false).unwrap(), folder.path().join("players/male"));
    let broken: anyhow::Result<()> = Err(anyhow::anyhow!("cannot be read"));
    browser.note_opened(&[folder.path().join("players/../players/female")], OpenOrigin::Tree, &broken, &[]);
    assert_eq!(step(&browser, true), "players/male", "goes on behind what cannot be opened");
}

/// The files of the one entry that is found are listed below it.
#[test]
fn a_search_without_a_neighbor_tells_what_it_finds() {
    let folder = folder();
    let mut browser = list_whole(folder.path());
    for (open, filter, expected) in [
        ("players/female/tris.md2", "fem", "Only files of female match \"fem\""),
        ("b.md2", "b.md", "Only b.md2 matches \"b.md\""),
        ("b.md2", "nothing", "No model matches \"nothing\""),
    ] {
        browser.opened(Some(&folder.path().join(open)));
        assert_eq!(browser.neighbor(filter, true), None);
        assert_eq!(browser.no_neighbor_message(filter), expected);
    }
    assert!(browser.tree().rows("fem").len() > 3, "its file is listed, too");
}

/// A folder that is one figure, with more in folders below it, as where somebody works.
#[test]
fn what_lies_below_a_figure_is_seen_and_reached() {
    let folder = tempfile::tempdir().unwrap();
    let model = md2_testdata::one_triangle().build();
    for name in ["tris.md2", "a/x.md2", "b/y.md2", "b/z.md2"] {
        let path = folder.path().join(name);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, model.bytes()).unwrap();
    }
    let mut browser = list_whole(folder.path());
    let top = browser.tree().find(folder.path()).unwrap();
    assert_eq!((browser.tree().kind(top), browser.tree().is_open(top)), (EntryKind::Figure, true));
    assert_eq!(browser.tree().find(&folder.path().join("tris.md2")), Some(top));
    browser.opened(Some(folder.path()));
    let mut met = Vec::new();
    for _ in 0..4 {
        let path = browser.neighbor("", true).unwrap();
        browser.opened(Some(&path));
        met.push(path.strip_prefix(folder.path()).unwrap().to_str().unwrap().replace('\\', "/"));
    }
    assert_eq!(met, ["a/x.md2", "b/y.md2", "b/z.md2", ""]);
    let folders = ["a", "b"].map(|name| browser.tree().find(&folder.path().join(name)).unwrap());
    assert!(folders.iter().all(|node| browser.tree().is_open(*node)), "what is shown is in sight");
}

#[test]
fn what_is_shown_instead_is_not_compared_with_what_was_asked_for_before() {
    let folder = folder();
    let mut browser = Browser::default();
    browser.opened(Some(&folder.path().join("b.md2")));
    browser.counterpart.start(vec![folder.path().join("players/male")], OpenOrigin::Tree);
    browser.opened(Some(&folder.path().join("players/female")));
    settle(&mut browser);
    assert!(browser.counterpart.poll().is_none());
}

#[test]
fn what_cannot_be_opened_unfolds_nothing() {
    let folder = folder();
    let mut browser = list_whole(folder.path());
    let shown = folder.path().join("players/male");
    browser.opened(Some(&shown));
    let is_in_sight = |browser: &Browser| {
        let players = browser.tree().find(&folder.path().join("players")).unwrap();
        (browser.tree().is_open(players), browser.current())
    };
    let male = browser.tree().find(&shown);
    assert_eq!(is_in_sight(&browser), (true, male));
    let players = browser.tree().find(&folder.path().join("players")).unwrap();
    browser.set_open(players, false);
    let failed: anyhow::Result<()> = Err(anyhow::anyhow!("no"));
    browser.note_opened(&[folder.path().join("none.md2")], OpenOrigin::Tree, &failed, &[]);
    settle(&mut browser);
    assert_eq!(is_in_sight(&browser), (false, male));
    // Another tree came with what cannot be opened.
    browser.show(whole(folder.path()));
    assert_eq!(browser.current(), None, "it is not listed yet");
    settle(&mut browser);
    assert_eq!(is_in_sight(&browser), (true, browser.tree().find(&shown)));
}

#[test]
fn what_was_opened_last_is_what_could_be_and_the_rest_is_marked() {
    let folder = folder();
    let at = |name: &str| folder.path().join(name);
    fs::write(at("a.md2"), b"IDP2").unwrap();
    fs::write(at("c.md2"), b"IDP2").unwrap();
    let mut browser = list_whole(folder.path());
    let mut open = |requested: &[PathBuf], origin| {
        browser.opener.start(requested.to_vec(), origin);
        let OpenResult { figure, skipped, requested, origin, .. } = browser.opener.wait(None).unwrap();
        browser.note_opened(&requested, origin, &figure, &skipped);
        let tree = browser.tree();
        let is_marked = |name| tree.reason(tree.find(&at(name)).unwrap()).is_some();
        (["a.md2", "b.md2", "c.md2"].map(is_marked), browser.recent.paths().to_vec())
    };
    let [a, b, c] = ["a.md2", "b.md2", "c.md2"].map(at);
    let none = ([true, false, true], vec![]);
    assert_eq!(open(&[a.clone(), c.clone()], OpenOrigin::Tree), none);
    assert_eq!(
        open(std::slice::from_ref(&b), OpenOrigin::Neighbor),
        none,
        "who goes from one to the next asked for none of them"
    );
    assert_eq!(open(&[c, b.clone(), a], OpenOrigin::Tree), ([true, false, true], vec![b]));
    let mut browser = Browser::default();
    browser.note_opened(&[PathBuf::from("-")], OpenOrigin::Elsewhere, &Ok(()), &[]);
    assert!(browser.recent.paths().is_empty(), "it holds something else another time");
}

#[test]
fn a_file_that_was_written_is_listed_at_once() {
    let folder = folder();
    let at = |name: &str| folder.path().join(name);
    let mut browser = list_whole(folder.path());
    browser.opened(Some(&at("b.md2")));
    let current = browser.current();
    for name in ["b-repaired.md2", "elsewhere/b.md2"] {
        fs::create_dir_all(at(name).parent().unwrap()).unwrap();
        fs::copy(at("b.md2"), at(name)).unwrap();
        browser.written(&at(name));
        settle(&mut browser);
    }
    assert!(browser.tree().find(&at("b-repaired.md2")).is_some());
    assert!(
        browser.tree().find(&at("elsewhere")).is_none(),
        "the folder that was not there is not looked for"
    );
    assert!(current.is_some() && browser.current() == current);
}

#[test]
fn only_what_is_seen_is_drawn_and_drawn_again_when_it_changed() {
    let folder = folder();
    let at = |name: &str| folder.path().join(name);
    fs::write(at("broken.md2"), b"IDP2").unwrap();
    let mut browser = Browser::default();
    browser.set_visible(vec![
        ThumbnailSubject::File(at("b.md2")),
        ThumbnailSubject::File(at("players/male")),
        ThumbnailSubject::File(at("broken.md2")),
    ]);
    settle(&mut browser);
    let drawn = |browser: &Browser, name: &str| {
        browser
            .thumbnail(&ThumbnailSubject::File(at(name)))
            .map(|look| look.clone().map(|one| Arc::as_ptr(&one)))
    };
    let first = drawn(&browser, "b.md2").unwrap().unwrap();
    assert!(drawn(&browser, "players/male").unwrap().is_ok());
    assert!(drawn(&browser, "broken.md2").unwrap().unwrap_err().contains("broken.md2"));
    assert!(drawn(&browser, "players/female").is_none(), "out of sight");

    browser.set_visible(vec![ThumbnailSubject::File(at("players/female"))]);
    settle(&mut browser);
    browser.set_visible(vec![ThumbnailSubject::File(at("b.md2"))]);
    settle(&mut browser);
    assert_eq!(drawn(&browser, "b.md2").unwrap().unwrap(), first, "it is the same file");
    browser.set_visible(Vec::new());
    fs::copy(concat!(env!("CARGO_MANIFEST_DIR"), "/../../assets/ball/ball.md2"), at("b.md2")).unwrap();
    browser.set_visible(vec![ThumbnailSubject::File(at("b.md2"))]);
    settle(&mut browser);
    assert_ne!(drawn(&browser, "b.md2").unwrap().unwrap(), first);
}

#[test]
fn a_skin_is_seen_by_its_icon_where_it_has_one() {
    let folder = tempfile::tempdir().unwrap();
    let at = |name: &str| folder.path().join(name);
    let picture = |side: u32| md2_testdata::png::png([side; 2], &[], &md2_testdata::png::zeros(99));
    for (name, side) in
        [("grunt.png", 16), ("grunt_i.png", 8), ("plain.png", 16), ("legs.png", 16), ("ICON_red.png", 4)]
    {
        fs::write(at(name), picture(side)).unwrap();
    }
    let skin = |name: &str, label: &str| ThumbnailSubject::Skin {
        figure: None,
        picture: Some(at(name)),
        label: label.into(),
    };
    let skins = [skin("grunt.png", "grunt.png"), skin("plain.png", "plain.png"), skin("legs.png", "red")];
    let mut browser = Browser::default();
    browser.set_visible(skins.to_vec());
    settle(&mut browser);
    let sides = skins.map(|skin| {
        browser.thumbnail(&skin).unwrap().as_ref().map(|texture| texture.size()[0]).map_err(String::clone)
    });
    assert_eq!(sides, [Ok(8), Ok(16), Ok(4)]);
}

/// A skin that is built in, inside the model or missing has a picture, too.
#[test]
fn a_skin_that_is_no_file_is_seen_on_the_model() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("a.mdl");
    fs::write(&path, md2_testdata::mdl::one_triangle().build().bytes()).unwrap();
    let mut browser = Browser::default();
    for figure in [md2_scene::open(&path).unwrap(), crate::builtin::figure().unwrap()] {
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

/// The middle color of a small picture is that of the applied skin, also after the skin has changed.
#[test]
fn a_model_is_seen_in_its_skin_and_again_when_only_that_changes() {
    let folder = tempfile::tempdir().unwrap();
    let at = |name: &str| folder.path().join(name);
    let paint = |name: &str, color: [u8; 3]| {
        let image = image::RgbImage::from_pixel(8, 8, image::Rgb(color));
        image.save(at(name)).unwrap();
    };
    let mut block = md2_testdata::block(false);
    block.skins = vec![b"red.png".to_vec(), b"green.png".to_vec()];
    fs::write(at("block.md2"), block.build().bytes()).unwrap();
    paint("red.png", [200, 0, 0]);
    paint("green.png", [0, 200, 0]);
    let model = ThumbnailSubject::File(at("block.md2"));
    let skin = |name: &str| ThumbnailSubject::Skin {
        figure: Some(Origin::File(at("block.md2"))),
        picture: Some(at(name)),
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
fn what_cannot_be_drawn_is_drawn_once_it_can_be() {
    let folder = folder();
    let at = |name: &str| folder.path().join(name);
    image::RgbImage::new(8, 8).save(at("red.png")).unwrap();
    let whole = fs::read(at("b.md2")).unwrap();
    for name in ["b.md2", "players/male/tris.md2"] {
        fs::write(at(name), &whole[..whole.len() / 2]).unwrap();
    }
    let skin = ThumbnailSubject::Skin {
        figure: Some(Origin::File(at("b.md2"))),
        picture: Some(at("red.png")),
        label: String::from("red.png"),
    };
    let seen = [ThumbnailSubject::File(at("players/male")), skin];
    let mut browser = Browser::default();
    let mut sides = || {
        browser.set_visible(Vec::new());
        browser.set_visible(seen.to_vec());
        settle(&mut browser);
        seen.each_ref().map(|one| browser.thumbnail(one).unwrap().as_ref().ok().map(|look| look.size()[0]))
    };
    assert_eq!(sides(), [None, Some(8)], "the picture stands for the figure");
    for name in ["b.md2", "players/male/tris.md2"] {
        fs::write(at(name), &whole).unwrap();
    }
    assert_eq!(sides(), [Some(64); 2]);
}

#[test]
fn what_has_gone_out_of_sight_is_not_drawn() {
    let mut browser = Browser::default();
    browser.set_visible((0..100).map(|number| file(&format!("/nowhere/{number}.md2"))).collect());
    browser.set_visible(vec![ThumbnailSubject::File(PathBuf::from("/nowhere/seen.md2"))]);
    settle(&mut browser);
    assert!(browser.thumbnail(&file("/nowhere/seen.md2")).is_some_and(Result::is_err));
    assert!(browser.thumbnail(&file("/nowhere/1.md2")).is_none());
}

#[test]
fn hostile_archives_are_refused_at_once_with_their_reason() {
    let folder = tempfile::tempdir().unwrap();
    // A directory of a million files.
    let mut many = vec![0_u8; 12 + 64 * 1_000_000];
    many[..4].copy_from_slice(b"PACK");
    many[4..8].copy_from_slice(&12_u32.to_le_bytes());
    many[8..12].copy_from_slice(&64_000_000_u32.to_le_bytes());
    fs::write(folder.path().join("many.pak"), &many).unwrap();
    let mut browser = Browser::default();
    let start = Instant::now();
    browser.show(whole(folder.path()));
    settle(&mut browser);
    assert!(start.elapsed() < Duration::from_secs(1), "{:?}", start.elapsed());
    let tree = browser.tree();
    let reason = tree.reason(tree.find(&folder.path().join("many.pak")).unwrap()).unwrap();
    assert!(reason.contains("at most") || reason.contains("more than"), "{reason}");
}

#[test]
fn names_whose_task_has_ended_early_are_not_waited_for() {
    let offered =
        FolderNames { task: Some(Task::start(|_| panic!("as if it were broken"))), ..FolderNames::default() };
    let mut browser = Browser { offered, ..Browser::default() };
    assert!(browser.is_busy());
    settle(&mut browser);
}
