//! Tests that the window opens a model in an archive like a file.
//!
//! These tests have their own process, since the windows of other tests would slow them down beyond their time limits.

use std::ffi::OsStr;

use md2_testdata::TempFolder;
use md2_testdata::archive::{ZipFile, pak, zip};
use md2_tests::{Session, ViewerOptions, drawing_desktop};

#[test]
fn the_window_opens_a_model_in_a_pak_and_in_a_pk3() {
    let Some(desktop) = drawing_desktop(1280, 800) else { return };
    let folder = TempFolder::with_files(&[]);
    let model = md2_testdata::block(false).build();
    let name = "models/block/tris.md2";
    let archives = [
        ("pak0.pak", pak(&[(name.as_bytes(), model.bytes())])),
        ("pak1.pk3", zip(&[ZipFile::deflated(name, model.bytes())])),
    ];
    for (archive, bytes) in archives {
        folder.write(archive, &bytes);
        let path = folder.path(archive).join(name);
        let session = Session::start(&desktop, &[path.as_os_str()], &ViewerOptions::default());
        let errors = session.close();
        assert!(errors.is_empty(), "{archive}: {errors}");
    }
    // A missing entry is reported.
    let missing = folder.path("pak0.pak/models/none.md2");
    let output = md2_tests::run_viewer([OsStr::new("info"), missing.as_os_str()]).expect("the viewer runs");
    assert!(String::from_utf8_lossy(&output.stderr).contains("there is no file"), "{output:?}");
}
