//! Tests of file checks: at given times, and in tasks after notices of the system.

use std::fs;
use std::sync::atomic::AtomicUsize;

use md2_scene::{Command, Viewport};
use md2_testdata::{TempFolder, md3};

use super::*;
use crate::testing::wait;

fn open(path: &Path) -> Workspace {
    Workspace::new(md2_scene::open(path).unwrap(), Viewport::whole([64, 64])).0
}

#[test]
fn watches_every_file_of_a_player() {
    let folder = TempFolder::new();
    let parts =
        [("lower", md3::player_lower()), ("upper", md3::player_upper()), ("head", md3::player_head())];
    for (name, file) in parts {
        folder.write(&format!("{name}.md3"), file.build().bytes());
    }
    let start = Instant::now();
    let mut workspace = open(&folder);
    let torso = workspace.body().nth(1).unwrap().id;
    let mut watches = ModelWatches::default();
    let check = |watches: &mut ModelWatches, workspace: &Workspace, seconds: u64| {
        watches.check(&watched_models(workspace), start + Duration::from_secs(seconds))
    };
    assert!(check(&mut watches, &workspace, 0).is_empty());

    folder.write("upper.md3", md3::turning_tag().build().bytes());
    assert!(check(&mut watches, &workspace, 1).is_empty(), "it may still be written");
    let mut found = check(&mut watches, &workspace, 2);
    let Some(FileChange::Model { role, document, newer: Ok(newer) }) = found.pop() else {
        panic!("{found:?}")
    };
    assert!(role == ModelRole::Shown(torso) && found.is_empty(), "{found:?}");
    assert!(Arc::ptr_eq(&document, workspace.actor(torso).unwrap().document()));
    let reload = Command::Reload { actor: torso, document: newer };
    assert!(workspace.apply(reload).unwrap().warnings.is_empty());
    assert!(check(&mut watches, &workspace, 3).is_empty());

    // Changes of skins that could not be shown reload the model, once for all of them.
    let skins = ["a.pcx", "b.pcx"].map(|name| folder.path(name));
    let mut list = watched_models(&workspace);
    list.iter_mut().find(|watched| watched.role == ModelRole::Shown(torso)).unwrap().unreadable =
        skins.to_vec();
    let at = |seconds| start + Duration::from_secs(seconds);
    assert!(watches.check(&list, at(4)).is_empty());
    skins.iter().for_each(|path| fs::write(path, "x").unwrap());
    assert!(watches.check(&list, at(5)).is_empty());
    let is_torso = |found: &FileChange| matches!(found, FileChange::Model { role, .. } if *role == ModelRole::Shown(torso));
    let found = watches.check(&list, at(6));
    assert_eq!(found.iter().filter(|found| is_torso(found)).count(), 1, "{found:?}");

    let head = md2_scene::open_bytes("head.md3", md3::player_head().build().bytes()).unwrap();
    assert!(workspace.apply(Command::Open(head)).is_ok());
    assert!(!check(&mut watches, &workspace, 7).iter().any(is_torso), "the player is closed");
}

#[test]
fn watches_the_file_of_a_compared_model() {
    let folder = TempFolder::new();
    let model = md2_testdata::one_triangle().build();
    for name in ["a.md2", "b.md2"] {
        folder.write(name, model.bytes());
    }
    let mut workspace = open(&folder.path("a.md2"));
    let other = md2_scene::open(&folder.path("b.md2")).unwrap();
    assert!(workspace.apply(Command::CompareWith(other)).unwrap().warnings.is_empty());
    let start = Instant::now();
    let mut watches = ModelWatches::default();
    let mut check = |workspace: &Workspace, seconds: u64| {
        watches.check(&watched_models(workspace), start + Duration::from_secs(seconds))
    };
    assert!(check(&workspace, 0).is_empty());
    folder.write("b.md2", md2_testdata::seamed_quad().build().bytes());
    assert!(check(&workspace, 1).is_empty(), "it may still be written");
    let mut found = check(&workspace, 2);
    let Some(FileChange::Model { role, document, newer: Ok(newer) }) = found.pop() else {
        panic!("{found:?}")
    };
    assert!(role == ModelRole::Compared(workspace.lead()) && found.is_empty(), "{found:?}");
    let counterpart = workspace.counterpart().unwrap();
    assert!(Arc::ptr_eq(&document, counterpart.document(workspace.lead()).unwrap()));
    let figure = counterpart.figure().clone().renewed(&document, &newer);
    assert!(workspace.apply(Command::CompareWith(figure)).unwrap().warnings.is_empty());
    let counterpart = workspace.counterpart().unwrap();
    assert!(Arc::ptr_eq(&newer, counterpart.document(workspace.lead()).unwrap()));
    assert!(check(&workspace, 3).is_empty());
}

#[test]
fn reports_a_new_script_of_a_model() {
    let folder = TempFolder::new();
    let model = md2_testdata::with_frames(["stand1", "stand2", "run1", "run2"]).build();
    let workspace = open(&folder.file("tris.md2", model.bytes()));
    let start = Instant::now();
    let mut watches = ModelWatches::default();
    let mut check = |milliseconds| {
        watches.check(&watched_models(&workspace), start + Duration::from_millis(milliseconds))
    };
    assert!(check(0).is_empty());
    folder.write("tris.anm", b"all 0 3 9\n");
    assert!(check(2500).is_empty(), "it may still be written");
    let found = check(3500);
    let [FileChange::Companions { newer, .. }] = &*found else { panic!("{found:?}") };
    assert_ne!(newer.range_sets(), workspace.document().range_sets());
}

#[test]
fn a_changed_file_wakes_the_event_loop() {
    let folder = TempFolder::new();
    let path = folder.file("a.md2", md2_testdata::one_triangle().build().bytes());
    let workspace = open(&path);
    let woken = Arc::new(AtomicUsize::new(0));
    let count = Arc::clone(&woken);
    md2_task::set_wake(move || {
        count.fetch_add(1, Ordering::SeqCst);
    });
    let mut seen = 0;
    let mut wait_for_wake = || {
        seen = wait(|| Some(woken.load(Ordering::SeqCst)).filter(|count| *count != seen));
    };
    let mut watcher = Watcher::default();
    let built_in = md2_scene::open_bytes("m", md2_testdata::one_triangle().build().bytes()).unwrap();
    let (in_memory, _) = Workspace::new(built_in, Viewport::whole([64, 64]));
    assert!(watcher.poll(&in_memory).is_empty() && watcher.task.is_none(), "there is no file");
    let (mut idle, mut found) = (false, watcher.poll(&workspace));
    while found.is_empty() {
        wait_for_wake();
        found = watcher.poll(&workspace);
        // After the first check only a notice of the system starts a task.
        if watcher.task.is_none() && !std::mem::replace(&mut idle, true) {
            // Many programs write a new file and rename it.
            folder.write("new", b"IDP2 and no more");
            fs::rename(folder.path("new"), &path).unwrap();
        }
    }
    assert!(idle, "the system reports changes here");
    assert!(matches!(*found, [FileChange::Model { newer: Err(_), .. }]), "{found:?}");
}

#[test]
fn watches_a_replaced_folder() {
    let folder = TempFolder::new();
    let model = md2_testdata::one_triangle().build();
    for name in ["old", "new"] {
        folder.write(&format!("{name}/a.md2"), model.bytes());
    }
    let workspace = open(&folder.path("old/a.md2"));
    let mut watcher = Watcher::default();
    let mut wait_for = |is_expected: &dyn Fn(&Watcher, &[FileChange]) -> bool| {
        wait(|| {
            let found = watcher.poll(&workspace);
            is_expected(&watcher, &found).then_some(())
        });
    };
    let is_idle = |watcher: &Watcher, _: &[FileChange]| watcher.task.is_none();
    wait_for(&is_idle);
    fs::rename(folder.path("old"), folder.path("older")).unwrap();
    fs::rename(folder.path("new"), folder.path("old")).unwrap();
    let is_newer =
        |_: &Watcher, found: &[FileChange]| matches!(found, [FileChange::Model { newer: Ok(_), .. }]);
    wait_for(&is_newer);
    wait_for(&is_idle);
    folder.write("old/a.md2", b"IDP2 and no more");
    wait_for(&|_, found| matches!(found, [FileChange::Model { newer: Err(_), .. }]));
}
