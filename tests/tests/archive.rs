//! A model in an archive opens in the window as a file does.
//!
//! A program of its own: windows of other tests would take the time that this one is given.

use std::ffi::OsStr;
use std::fs;
use std::time::Duration;

use md2_testdata::archive::{ZipFile, pak, zip};
use md2_tests::{Desktop, Key, Viewer, temporary_folder, vulkan_is_missing};

#[test]
fn the_window_opens_a_model_in_a_pak_and_in_a_pk3() {
    if vulkan_is_missing() {
        return;
    }
    let folder = temporary_folder("archive-window").expect("a temporary folder");
    let model = md2_testdata::block(false).build();
    let name = "models/block/tris.md2";
    let archives = [
        ("pak0.pak", pak(&[(name.as_bytes(), model.bytes())])),
        ("pak1.pk3", zip(&[ZipFile::deflated(name, model.bytes())])),
    ];
    let desktop = Desktop::start(1280, 800).expect("a virtual display");
    for (archive, bytes) in archives {
        let path = folder.join(archive);
        fs::write(&path, bytes).expect("the folder is ours");
        let viewer = Viewer::open(&desktop, &[path.join(name).as_os_str()]).expect("the viewer starts");
        let window = desktop.window_of(viewer.process_id()).expect("a window opens");
        desktop.wait_for_picture(window, 200).expect("the model is drawn");
        desktop.press(window, Key::Escape).expect("the key is pressed");
        let (status, errors) = viewer.end(Duration::from_secs(60)).expect("the viewer ends");
        assert!(status.success() && errors.is_empty(), "{archive}: {status}: {errors}");
    }
    // What is not in it is told before a window opens.
    let missing = folder.join("pak0.pak/models/none.md2");
    let output = md2_tests::run_viewer([OsStr::new("info"), missing.as_os_str()]).expect("the viewer runs");
    assert!(String::from_utf8_lossy(&output.stderr).contains("there is no file"), "{output:?}");
    fs::remove_dir_all(folder).expect("it is ours");
}
