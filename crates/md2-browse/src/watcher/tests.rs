//! What is looked at, by hand and by the thread.

use std::fs;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use md2_scene::{Command, Viewport};
use md2_testdata::md3;

use super::*;

fn watched(workspace: &Workspace) -> Vec<Watched> {
    actors(workspace).map(Watched::of).chain(beside(workspace).map(Watched::beside)).collect()
}

/// Each part of a figure is loaded again by itself, and so is what comes later.
#[test]
fn every_file_of_a_figure_is_looked_at() {
    let folder = tempfile::tempdir().unwrap();
    let parts =
        [("lower", md3::player_lower()), ("upper", md3::player_upper()), ("head", md3::player_head())];
    for (name, file) in parts {
        fs::write(folder.path().join(format!("{name}.md3")), file.build().bytes()).unwrap();
    }
    let start = Instant::now();
    let (mut workspace, _) =
        Workspace::new(md2_scene::open(folder.path()).unwrap(), Viewport::whole([64, 64]));
    let torso = workspace.body().nth(1).unwrap().id();
    let mut looks = Looks::default();
    let look = |looks: &mut Looks, workspace: &Workspace, seconds: u64| {
        looks.look(&watched(workspace), start + Duration::from_secs(seconds))
    };
    assert!(look(&mut looks, &workspace, 0).is_empty());

    fs::write(folder.path().join("upper.md3"), md3::turning_tag().build().bytes()).unwrap();
    assert!(look(&mut looks, &workspace, 1).is_empty(), "it may still be written");
    let mut found = look(&mut looks, &workspace, 2);
    let Some(Found::Newer { seat, document, newer: Ok(newer) }) = found.pop() else { panic!("{found:?}") };
    assert!(seat == Seat::Actor(torso) && found.is_empty(), "{found:?}");
    assert!(Arc::ptr_eq(&document, workspace.actor(torso).unwrap().document()));
    let reload = Command::Reload { actor: torso, document: newer };
    assert!(workspace.apply(reload).unwrap().warnings.is_empty());
    assert!(look(&mut looks, &workspace, 3).is_empty());

    // Skins that could not be shown: what is written there loads the model again, once for all of them.
    let skins = ["a.pcx", "b.pcx"].map(|name| folder.path().join(name));
    let mut list = watched(&workspace);
    list.iter_mut().find(|watched| watched.seat == Seat::Actor(torso)).unwrap().unreadable = skins.to_vec();
    let at = |seconds| start + Duration::from_secs(seconds);
    assert!(looks.look(&list, at(4)).is_empty());
    skins.iter().for_each(|path| fs::write(path, "x").unwrap());
    assert!(looks.look(&list, at(5)).is_empty());
    let is_torso = |found: &Found| matches!(found, Found::Newer { seat, .. } if *seat == Seat::Actor(torso));
    let found = looks.look(&list, at(6));
    assert_eq!(found.iter().filter(|found| is_torso(found)).count(), 1, "{found:?}");

    assert!(workspace.apply(Command::Remove(torso)).is_ok());
    assert!(!look(&mut looks, &workspace, 7).iter().any(is_torso), "it and the head are gone");
}

/// What is compared with is looked at as what is open is.
#[test]
fn the_file_compared_with_is_looked_at() {
    let folder = tempfile::tempdir().unwrap();
    let at = |name: &str| folder.path().join(name);
    let model = md2_testdata::one_triangle().build();
    for name in ["a.md2", "b.md2"] {
        fs::write(at(name), model.bytes()).unwrap();
    }
    let (mut workspace, _) =
        Workspace::new(md2_scene::open(&at("a.md2")).unwrap(), Viewport::whole([64, 64]));
    let other = md2_scene::open(&at("b.md2")).unwrap();
    assert!(workspace.apply(Command::CompareWith(other)).unwrap().warnings.is_empty());
    let start = Instant::now();
    let mut looks = Looks::default();
    let mut look = |workspace: &Workspace, seconds: u64| {
        looks.look(&watched(workspace), start + Duration::from_secs(seconds))
    };
    assert!(look(&workspace, 0).is_empty());
    fs::write(at("b.md2"), md2_testdata::seamed_quad().build().bytes()).unwrap();
    assert!(look(&workspace, 1).is_empty(), "it may still be written");
    let mut found = look(&workspace, 2);
    let Some(Found::Newer { seat, document, newer: Ok(newer) }) = found.pop() else { panic!("{found:?}") };
    assert!(seat == Seat::Beside(workspace.lead()) && found.is_empty(), "{found:?}");
    let counterpart = workspace.counterpart().unwrap();
    assert!(Arc::ptr_eq(&document, counterpart.document(workspace.lead()).unwrap()));
    let figure = counterpart.figure().clone().renewed(&document, &newer);
    assert!(workspace.apply(Command::CompareWith(figure)).unwrap().warnings.is_empty());
    let counterpart = workspace.counterpart().unwrap();
    assert!(Arc::ptr_eq(&newer, counterpart.document(workspace.lead()).unwrap()));
    assert!(look(&workspace, 3).is_empty());
}

#[test]
fn a_script_beside_a_model_makes_another_one_and_a_picture_of_nobody_does_not() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("tris.md2");
    let model = md2_testdata::with_frames(["stand1", "stand2", "run1", "run2"]).build();
    fs::write(&path, model.bytes()).unwrap();
    let (workspace, _) = Workspace::new(md2_scene::open(&path).unwrap(), Viewport::whole([64, 64]));
    let start = Instant::now();
    let mut looks = Looks::default();
    let mut look =
        |milliseconds| looks.look(&watched(&workspace), start + Duration::from_millis(milliseconds));
    assert!(look(0).is_empty());
    fs::write(folder.path().join("tris.anm"), "all 0 3 9\n").unwrap();
    assert!(look(2500).is_empty(), "it may still be written");
    let found = look(3500);
    let [Found::Other { newer, .. }] = &*found else { panic!("{found:?}") };
    assert_ne!(newer.range_sets(), workspace.document().range_sets());
}

#[test]
fn a_changed_file_wakes_the_loop() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("a.md2");
    let write = |height| {
        let mut file = md2_testdata::one_triangle().build();
        file.set_i32("skinheight", height);
        fs::write(&path, file.bytes()).unwrap();
    };
    write(64);
    let (workspace, _) = Workspace::new(md2_scene::open(&path).unwrap(), Viewport::whole([64, 64]));
    let woken = Arc::new(AtomicUsize::new(0));
    let count = Arc::clone(&woken);
    md2_task::set_wake(move || {
        count.fetch_add(1, Ordering::SeqCst);
    });
    let mut watcher = Watcher::default();
    let built_in = md2_scene::open_bytes("m", md2_testdata::one_triangle().build().bytes()).unwrap();
    let (in_memory, _) = Workspace::new(built_in, Viewport::whole([64, 64]));
    assert!(watcher.tend(&in_memory).unwrap().is_empty() && watcher.thread.is_none(), "there is no file");
    assert!(watcher.tend(&workspace).unwrap().is_empty());
    fs::write(&path, b"IDP2 and no more").unwrap();
    let start = Instant::now();
    while woken.load(Ordering::SeqCst) == 0 {
        assert!(start.elapsed() < Duration::from_secs(60));
        thread::sleep(Duration::from_millis(5));
    }
    let found = watcher.tend(&workspace).unwrap();
    assert!(matches!(*found, [Found::Newer { newer: Err(_), .. }]), "{found:?}");
}
