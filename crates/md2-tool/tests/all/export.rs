//! Tests the formats, output files and selections of `export`. The [transcripts](crate::transcripts) test errors and losses.

use std::fs;
use std::path::{Path, PathBuf};

use crate::common::{TempFolder, code, files, gltf, md2, stderr, stdout, triangle};
use md2_testdata::names;

fn exported(folder: &Path, arguments: &[&str]) -> String {
    let output = md2().arg("export").args(arguments).current_dir(folder).output().unwrap();
    assert_eq!(code(&output), 0, "{arguments:?}: {}", stderr(&output));
    stdout(&output)
}

fn assets(name: &str) -> String {
    format!("{}/../../assets/{name}", env!("CARGO_MANIFEST_DIR"))
}

#[test]
fn the_khronos_validator_accepts_every_model() {
    let folder = TempFolder::new();
    let out = |name: &str| folder.join(name).display().to_string();
    let [model, weapon, ball] = ["wanderer/tris.md2", "wanderer/weapon.md2", "ball"].map(assets);
    for arguments in [
        &["-o", "built-in.glb"][..],
        &["-o", "shown.glb", "--unlit", "--pixelated", "--stepped", "--scale", "1"],
        &[&model, "-o", "beside.gltf"],
        &[&model, "-o", "embedded.gltf", "--embed", "--sequence", "run"],
        &[&weapon, &ball, "-o", "own", "--frames", "0..30"],
        &[&model, "--vat", "-o", "vat"],
    ] {
        exported(&folder, arguments);
    }
    let ends = ".gdshader .glb .shader .vat.json _normals.png _positions.png _positions_bytes.png";
    let expected: Vec<String> = ends.split(' ').map(|end| format!("tris{end}")).collect();
    assert_eq!(names(&folder.join("vat")), expected);
    let mut expected = 4 + 2 + 1;
    if let Some(corpus) = md2_testdata::corpus::root() {
        exported(&folder, &[&corpus.display().to_string(), "-o", &out("corpus/")]);
        expected += ["md2", "mdl", "md3"]
            .into_iter()
            .map(|kind| md2_testdata::corpus::paths(kind).len())
            .sum::<usize>();
        for player in ["sarge", "tony"] {
            let path = corpus.join("md3/openarena/models/players").join(player);
            exported(&folder, &[&path.display().to_string(), "-o", &out(&format!("{player}.glb"))]);
            expected += 1;
        }
    }
    let is_gltf = |path: &PathBuf| path.extension().is_some_and(|end| end == "glb" || end == "gltf");
    let written: Vec<PathBuf> = files(&folder).into_iter().filter(is_gltf).collect();
    assert_eq!(written.len(), expected, "{written:?}");
    let complaints = gltf::complaints(&written).unwrap_or_default();
    assert!(complaints.is_empty(), "{complaints:#?}");
    // The validator finds errors.
    let text = fs::read_to_string(out("embedded.gltf")).unwrap();
    let broken = text.replacen("\"byteStride\": 12", "\"byteStride\": 13", 1);
    let complaints = gltf::complaints(&[folder.file("broken.gltf", broken.as_bytes())]);
    assert!(complaints.is_none_or(|complaints| !complaints.is_empty()));
}

#[test]
fn source_code_contains_the_selected_frames_as_arrays() {
    let folder = TempFolder::new();
    folder.file("m.md2", &triangle());
    exported(&folder, &["m.md2", "-o", "m.rs"]);
    // The compiler checks the lengths of the arrays. Wine has none.
    if cfg!(unix) {
        let mut rustc = std::process::Command::new("rustc");
        rustc.args(["--crate-type", "lib", "--emit", "metadata", "m.rs"]).current_dir(&folder);
        assert!(rustc.status().expect("rustc is installed").success());
    }
    let text = fs::read_to_string(folder.join("m.rs")).unwrap();
    assert!(text.contains("pub static POSITIONS: [[[f32; 3]; 3]; 2]"), "{text}");
}

// Windows has no such limit, and no `ulimit`.
#[cfg(unix)]
#[test]
fn writes_more_files_than_can_be_open() {
    let folder = TempFolder::new();
    let mut limited = std::process::Command::new("sh");
    limited.args(["-c", "ulimit -n 48; exec \"$@\"", "sh", env!("CARGO_BIN_EXE_md2"), "export"]);
    limited.args([&assets("wanderer/tris.md2"), "-o", "a.obj", "--frames", "0..99"]);
    let output = limited.current_dir(&folder).output().unwrap();
    assert_eq!(code(&output), 0, "{}", stderr(&output));
    assert!(files(&folder).len() >= 100, "{:?}", files(&folder));
}

#[cfg(unix)]
#[test]
fn an_interruption_leaves_only_complete_files() {
    use std::io::{BufRead as _, BufReader};
    use std::process::{Command, Stdio};

    let folder = TempFolder::new();
    // The output for 2,500 files does not fit in a pipe, so the program waits for the reader and cannot finish early.
    const FILES: usize = 2500;
    for number in 0..FILES {
        folder.file(&format!("in/m{number}.md2"), &triangle());
    }
    // Each run lists the models and the number of files that it writes for each.
    for (arguments, per_model, message) in [
        (&["export", "in", "--to", "gltf", "-o", "out"][..], 2, "the files listed so far are complete"),
        (&["enhance", "in", "-o", "better"], 1, "of 2500 models are complete"),
    ] {
        let mut command = md2();
        command.current_dir(&folder).args(arguments);
        let mut child = command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
        let mut result = BufReader::new(child.stdout.take().unwrap()).lines();
        assert!(result.next().unwrap().unwrap().contains("m0."));
        // The shell's built-in `kill` is used, since minimal systems have no such program.
        let kill = Command::new("sh").args(["-c", &format!("kill -INT {}", child.id())]).status().unwrap();
        assert!(kill.success());
        let count = 1 + result.map_while(Result::ok).count();
        let output = child.wait_with_output().unwrap();
        assert_eq!(output.status.code(), Some(130), "{}", stderr(&output));
        assert!(stderr(&output).contains("interrupted; "), "{}", stderr(&output));
        assert!(stderr(&output).contains(message), "{}", stderr(&output));
        let written = files(&folder.join(arguments.last().unwrap()));
        assert!((1..FILES).contains(&count), "{count}");
        assert_eq!(written.len(), per_model * count, "the files of each listed model: {written:?}");
    }
}
