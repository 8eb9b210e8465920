//! Tests that files are opened in one module only, and that pipes block neither `info` nor `render` nor the window.

use std::fs;

use crate::tidy;
use md2_tests::root;

/// The crates that read files from other programs.
const READERS: &str = "md2-common md2-format mdl-format md3-format md2-anim md2-mesh md2-load md2-steady \
    md2-assets md2-kit md2-gltf md2-export md2-render md2-scene md2-browse md2-panels md2-stage md2-tool \
    md2-viewer";
/// The only module that opens files for reading.
const READ_MODULE: &str = "crates/md2-assets/src/read.rs";
const OPENS: &[&str] = &["fs::read(", "fs::read_to_string", "File::open", "OpenOptions", "File::options"];
/// The only module that lists folders.
const LIST_MODULE: &str = "crates/md2-assets/src/disk.rs";
/// The modules that open files for writing.
const WRITERS: &[&str] = &[
    "crates/md2-tool/src/output.rs",
    "crates/md2-tool/src/output/staged.rs",
    "crates/md2-tool/src/commands/catalog/results.rs",
];

/// Whether `path` occurs in the code as a whole name, rather than at the end of a longer name such as `SettingsFile::open`.
fn names(code: &str, path: &str) -> bool {
    code.match_indices(path).any(|(start, _)| !code[..start].ends_with(char::is_alphanumeric))
}

#[test]
fn files_are_opened_in_one_module() {
    let mut seen = 0;
    for reader in READERS.split(' ') {
        for path in tidy::files(&format!("crates/{reader}/src"), "rs") {
            let text = fs::read_to_string(&path).expect("sources are text");
            // Tests are at the end of a file, or in a file `tests.rs`.
            let code = text.split("#[cfg(test)]").next().unwrap_or_default();
            let name = path.strip_prefix(root()).expect("a path below the root").display().to_string();
            let opens: Vec<_> = OPENS.iter().filter(|opens| names(code, opens)).collect();
            seen += usize::from(name == READ_MODULE && !opens.is_empty());
            let may = name == READ_MODULE || WRITERS.contains(&&*name) || path.ends_with("tests.rs");
            assert!(may || opens.is_empty(), "{name}: {opens:?} belongs into {READ_MODULE}");
            let lists = code.contains("read_dir");
            let may = WRITERS.contains(&&*name) || path.ends_with("tests.rs");
            assert!(may || lists == (name == LIST_MODULE), "{name}: read_dir belongs into {LIST_MODULE}");
        }
    }
    assert_eq!(seen, 1, "{READ_MODULE} opens no files");
}

#[cfg(unix)]
mod pipes {
    use std::ffi::OsStr;
    use std::path::Path;
    use std::process::Command;
    use std::sync::mpsc;

    use md2_testdata::TempFolder;
    use md2_tests::{LIMIT, Session, drawing_desktop, run_viewer, vulkan_is_missing};

    const NAMES: [&str; 4] = ["tris.png", "tris.anm", "ground-speed.txt", "palette.lmp"];

    /// Creates a folder with a model, and with named pipes instead of its skin and scripts.
    fn folder() -> TempFolder {
        let folder = TempFolder::with_files(&[]);
        folder.write("tris.md2", md2_testdata::one_triangle().build().bytes());
        NAMES.iter().for_each(|name| pipe(&folder.path(name)));
        folder
    }

    fn pipe(path: &Path) {
        assert!(Command::new("mkfifo").arg(path).status().expect("mkfifo exists").success());
    }

    /// Runs a command. Returns whether it succeeded, and its output. Panics if the command does not end in time.
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
    fn info_and_render_report_pipes_and_end() {
        // Builds the viewer if needed, which takes longer than any limit below.
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
    fn the_window_opens_a_model_next_to_pipes() {
        let Some(desktop) = drawing_desktop(1280, 800) else { return };
        let folder = folder();
        let session = Session::open(&desktop, &[folder.path("tris.md2").as_os_str()]);
        session.close();
    }
}
