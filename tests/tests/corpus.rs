//! Every real model beside the project loads and is drawn.

use std::ffi::OsStr;
use std::fs;

use md2_testdata::corpus;
use md2_tests::{Picture, run_viewer, temporary_folder, vulkan_is_missing};
use serde_json::Value;

#[test]
fn every_model_is_drawn_with_its_skin() {
    if vulkan_is_missing() {
        return;
    }
    let folder = temporary_folder("corpus").expect("a temporary folder");
    for model in corpus::paths("md2") {
        let out = folder.join("picture.png");
        let arguments: [&OsStr; 6] = [
            "render".as_ref(),
            model.as_os_str(),
            "--size".as_ref(),
            "320x240".as_ref(),
            "-o".as_ref(),
            out.as_os_str(),
        ];
        let output = run_viewer(arguments).expect("the viewer starts");
        let errors = String::from_utf8_lossy(&output.stderr);
        assert!(output.status.success(), "{}: {}: {errors}", model.display(), output.status);
        let picture = Picture::read(&out).expect("a picture is written");
        assert_eq!((picture.width, picture.height), (320, 240));
        assert!(picture.color_count() > 200, "{}: only {} colors", model.display(), picture.color_count());

        let described =
            run_viewer(["info".as_ref(), "--json".as_ref(), model.as_os_str()]).expect("the viewer starts");
        let facts: Value = serde_json::from_slice(&described.stdout).expect("info --json writes JSON");
        let skins = facts["skins"].as_array().expect("a list of skins");
        assert!(!skins.is_empty(), "{}: its skin was not found", model.display());
    }
    fs::remove_dir_all(folder).expect("the folder is ours");
}
