//! Files are opened in one place, and what is no file holds up neither `info` nor `render` nor the window.

use std::fs;

use crate::tidy;
use md2_tests::root;

/// The libraries and the application that read what others have written.
const READERS: &str = "md2-common md2-format mdl-format md3-format md2-anim md2-mesh md2-load md2-steady \
    md2-assets md2-export md2-render md2-scene md2-browse md2-panels md2-stage md2-tool \
    md2-viewer";
/// The only place that opens files for reading.
const THE_PLACE: &str = "crates/md2-assets/src/read.rs";
/// What opens a file for reading. Writing a new file is another matter.
const OPENS: &[&str] = &["fs::read(", "fs::read_to_string", "File::open", "OpenOptions", "File::options"];
/// The only place that lists folders, each once for an opening.
const THE_LISTS_PLACE: &str = "crates/md2-assets/src/tree.rs";
/// What opens files to write them.
const WRITERS: &[&str] = &[
    "crates/md2-tool/src/output.rs",
    "crates/md2-tool/src/output/staged.rs",
    "crates/md2-tool/src/commands/catalog/results.rs",
];

#[test]
fn files_are_opened_in_one_place() {
    let mut seen = 0;
    for reader in READERS.split(' ') {
        for path in tidy::files(&format!("crates/{reader}/src"), "rs") {
            let text = fs::read_to_string(&path).expect("sources are text");
            // Tests come last in a file, or in one called so.
            let code = text.split("#[cfg(test)]").next().unwrap_or_default();
            let name = path.strip_prefix(root()).expect("it lies there").display().to_string();
            let opens: Vec<_> = OPENS.iter().filter(|opens| code.contains(*opens)).collect();
            seen += usize::from(name == THE_PLACE && !opens.is_empty());
            let may = name == THE_PLACE || WRITERS.contains(&&*name) || path.ends_with("tests.rs");
            assert!(may || opens.is_empty(), "{name}: {opens:?} belongs into {THE_PLACE}");
            let lists = code.contains("read_dir");
            let may = WRITERS.contains(&&*name) || path.ends_with("tests.rs");
            assert!(
                may || lists == (name == THE_LISTS_PLACE),
                "{name}: read_dir belongs into {THE_LISTS_PLACE}"
            );
        }
    }
    assert_eq!(seen, 1, "{THE_PLACE} opens files");
}

#[cfg(unix)]
mod odd {
    use std::ffi::OsStr;
    use std::path::Path;
    use std::process::Command;
    use std::sync::mpsc;

    use md2_testdata::TempFolder;
    use md2_tests::{Key, LIMIT, Session, drawing_desktop, run_viewer, vulkan_is_missing};

    const NAMES: [&str; 4] = ["tris.png", "tris.anm", "ground-speed.txt", "palette.lmp"];

    /// A folder with a model and pipes.
    fn folder() -> TempFolder {
        let folder = TempFolder::with_files(&[]);
        folder.write("tris.md2", md2_testdata::one_triangle().build().bytes());
        NAMES.iter().for_each(|name| pipe(&folder.path(name)));
        folder
    }

    fn pipe(path: &Path) {
        assert!(Command::new("mkfifo").arg(path).status().expect("mkfifo is there").success());
    }

    /// What a command writes and whether it succeeds. Fails where it does not end.
    #[track_caller]
    fn run(arguments: &[&OsStr]) -> (bool, String) {
        let arguments: Vec<_> = arguments.iter().map(|argument| (*argument).to_owned()).collect();
        let (sender, output) = mpsc::channel();
        std::thread::spawn(move || {
            sender.send(run_viewer(arguments.iter().map(|argument| argument.as_os_str())))
        });
        let output = output.recv_timeout(LIMIT).expect("the command ends").expect("the viewer runs");
        let text = [output.stdout, output.stderr].concat();
        (output.status.success(), String::from_utf8_lossy(&text).into_owned())
    }

    #[test]
    fn info_and_render_tell_of_pipes_and_end() {
        // Builds the viewer if need be, which takes longer than any limit below.
        run_viewer(["--version".as_ref()]).expect("the viewer runs");
        let folder = folder();
        let model = folder.path("tris.md2");
        let (success, text) = run(&["info".as_ref(), model.as_os_str()]);
        assert!(success && text.contains("ground-speed.txt: it is a pipe"), "{text}");
        assert!(text.contains("tris.anm: it is a pipe"), "{text}");
        let lone = folder.join("lone.md2");
        pipe(&lone);
        let (success, text) = run(&["info".as_ref(), lone.as_os_str()]);
        assert!(!success && text.contains("lone.md2\" is a pipe, expected a file"), "{text}");
        if !vulkan_is_missing() {
            let picture = folder.join("out.png");
            let (success, text) =
                run(&["render".as_ref(), model.as_os_str(), "-o".as_ref(), picture.as_ref()]);
            assert!(success && text.contains("tris.png\" is a pipe, expected a file"), "{text}");
        }
    }

    #[test]
    fn the_window_opens_beside_pipes() {
        let Some(desktop) = drawing_desktop(1280, 800) else { return };
        let folder = folder();
        let session = Session::open(&desktop, &[folder.path("tris.md2").as_os_str()]);
        // The first closes the message about the skin.
        session.press(Key::Escape);
        session.press(Key::Escape);
        let (status, errors) = session.end();
        assert!(status.success(), "{status}: {errors}");
    }
}
