//! Every real model beside the project loads and is drawn.

use std::ffi::OsStr;
use std::fs;

use md2_tests::{Picture, corpus_models, run_viewer, temporary_folder, vulkan_is_missing};

#[test]
fn every_model_is_drawn_with_its_skin() {
    if vulkan_is_missing() {
        return;
    }
    let folder = temporary_folder("corpus").expect("a temporary folder");
    for model in corpus_models() {
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

        let with = |extra: &str| {
            let bare = folder.join(format!("{extra}.png"));
            let arguments = arguments.iter().copied().take(5).chain([bare.as_os_str(), OsStr::new(extra)]);
            let output = run_viewer(arguments).expect("the viewer starts");
            assert!(output.status.success(), "{extra}: {}", String::from_utf8_lossy(&output.stderr));
            Picture::read(&bare).expect("a picture is written")
        };
        let unskinned = with("--no-skin");
        assert!(picture.difference(&unskinned, 16) > 0.01, "{}: its skin was not found", model.display());
    }
    fs::remove_dir_all(folder).expect("the folder is ours");
}
