//! Tests of file checks: at given times, and in tasks after notices of the system.

use std::fs;
use std::sync::atomic::AtomicUsize;

use md2_scene::Viewport;
use md2_testdata::TempFolder;

use super::*;
use crate::testing::wait;

fn open(path: &Path) -> Workspace {
    Workspace::new(md2_scene::open(path).unwrap(), Viewport::whole([64, 64])).0
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
