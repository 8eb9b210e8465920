//! Tests of the book in `docs/book`: its programs run, its links lead to files, and its pictures are current.
//!
//! `cargo xtask book` draws the pictures again.

use std::env;
use std::ffi::{OsStr, OsString};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use md2_testdata::TempFolder;
use md2_tests::{Picture, drawing_folder, root, run_viewer};

use crate::{tidy, vertex_path};

const MODEL: &str = "assets/wanderer/tris.md2";
/// The largest size of a picture in bytes.
const MAX_PICTURE_BYTES: usize = 40_000;
/// The arguments for all pictures.
const DRAWN: &str = "--supersample 3 --no-floor --background #20242c";

/// A picture of the book: pictures of the viewer, in rows. In its chapter, a comment after the picture has the arguments for all parts, which
/// begin with the size of a part, and a line for each row with the arguments of each part.
struct Strip {
    name: String,
    all: String,
    rows: Vec<Vec<String>>,
}

fn strips() -> Vec<Strip> {
    let mut found = Vec::new();
    for (_, text) in chapters() {
        for picture in text.split("(pictures/").skip(1) {
            let Some((name, rest)) = picture.split_once(".png)\n<!-- ") else { continue };
            let mut lines = rest.split(" -->").next().unwrap_or_default().lines();
            let all = lines.next().expect("arguments for all parts").to_owned();
            let row =
                |line: &str| line.trim_matches('|').split('|').map(|part| part.trim().to_owned()).collect();
            found.push(Strip { name: name.to_owned(), all, rows: lines.map(row).collect() });
        }
    }
    found
}

/// The picture that no strip draws: the path of a vertex.
const PATH: &str = "tremble";

fn source() -> PathBuf {
    root().join("docs/book/src")
}

/// Returns the file name and the text of each chapter.
fn chapters() -> Vec<(String, String)> {
    let paths = tidy::files("docs/book/src", "md");
    let chapter = |path: PathBuf| {
        let name = path.file_name().expect("a file").to_string_lossy().into_owned();
        (name, fs::read_to_string(&path).expect("chapters are text"))
    };
    paths.into_iter().map(chapter).collect()
}

/// Returns the targets of all links and pictures in a text.
fn links(text: &str) -> Vec<&str> {
    let targets = text.split("](").skip(1).filter_map(|rest| rest.split(')').next());
    targets.filter(|target| !target.contains("://")).collect()
}

#[test]
fn links_lead_to_files_and_every_chapter_is_listed() {
    let chapters = chapters();
    for (name, text) in &chapters {
        for link in links(text) {
            assert!(source().join(link).exists(), "{name}: {link} does not exist");
        }
    }
    let summary = fs::read_to_string(source().join("SUMMARY.md")).expect("the book has a summary");
    for (name, _) in chapters.iter().filter(|(name, _)| name != "SUMMARY.md") {
        assert!(links(&summary).contains(&name.as_str()), "SUMMARY.md does not list {name}");
    }
}

#[test]
fn every_picture_is_drawn_by_a_command_and_used() {
    let texts: String = chapters().into_iter().map(|(_, text)| text).collect();
    let strips = strips();
    for path in tidy::files("docs/book/src/pictures", "") {
        let name = path.file_stem().expect("a file").to_string_lossy().into_owned();
        assert!(name == PATH || strips.iter().any(|strip| strip.name == name), "{name} has no command");
        assert!(texts.contains(&format!("(pictures/{name}.png)")), "no chapter shows {name}");
        let bytes = fs::read(&path).expect("pictures can be read").len();
        assert!(bytes <= MAX_PICTURE_BYTES, "{name} has {bytes} bytes, more than {MAX_PICTURE_BYTES}");
    }
}

#[test]
fn programs_of_the_chapters_run() {
    let folder = TempFolder::new();
    let rustc = env::var_os("RUSTC").unwrap_or_else(|| "rustc".into());
    let run = |program: &OsStr, arguments: &[&OsStr]| {
        let output = Command::new(program).args(arguments).current_dir(&*folder).output();
        let output = output.unwrap_or_else(|error| panic!("{}: {error}", program.display()));
        let text = String::from_utf8_lossy(&output.stderr) + String::from_utf8_lossy(&output.stdout);
        assert!(output.status.success(), "{} {arguments:?}: {text}", program.display());
    };
    let mut count = 0;
    for (name, text) in chapters() {
        let code = blocks(&text, "```rust\n");
        if code.is_empty() {
            continue;
        }
        let file = folder.file(&name.replace(".md", ".rs"), code.as_bytes());
        let model = root().join(MODEL);
        for (program, mode, arguments) in
            [("program", "--crate-type=bin", vec![model.as_os_str()]), ("tests", "--test", Vec::new())]
        {
            let program = folder.join(program);
            let compile = ["--edition", "2024", "--allow", "dead_code", mode, "-o"].map(OsStr::new);
            run(&rustc, &[&compile[..], &[program.as_os_str(), file.as_os_str()]].concat());
            run(program.as_os_str(), &arguments);
        }
        count += 1;
    }
    assert!(count >= 9, "{count} chapters have programs");
    check_picture(&folder);
    let read = |name| fs::read_to_string(source().join(name)).expect("the chapter exists");
    let chapters = ["md2-file.md", "sequences.md"].map(read);
    let [file, sequences] = chapters.each_ref().map(|text| blocks(text, "```rust\n"));
    let without_main =
        [file.replace("fn main(", "fn file_main("), sequences.replace("fn main(", "fn time_main(")];
    let code = without_main.concat() + &blocks(&chapters[1], "```rust,together\n");
    let (code, program) = (folder.file("together.rs", code.as_bytes()), folder.join("together"));
    let compile = ["--edition", "2024", "--allow", "dead_code", "-o"].map(OsStr::new);
    run(&rustc, &[&compile[..], &[program.as_os_str(), code.as_os_str()]].concat());
    fs::remove_file(folder.join("picture.pgm")).expect("the picture exists");
    run(program.as_os_str(), &[root().join(MODEL).as_os_str(), "run".as_ref(), "0.55".as_ref()]);
    check_picture(&folder);
}

#[test]
fn the_chapter_about_the_gpu_contains_the_whole_example() {
    let read = |path: &str| fs::read_to_string(root().join(path)).expect("the file exists");
    let without_empty_lines =
        |text: &str| text.lines().filter(|line| !line.is_empty()).collect::<Vec<_>>().join("\n");
    let chapter = read("docs/book/src/gpu.md");
    let example = read("crates/md2-render/examples/hundred_lines_gpu.rs");
    let (_documentation, program) = example.split_once("use std::").expect("the example has imports");
    let program = without_empty_lines(&format!("use std::{program}"));
    assert!(without_empty_lines(&blocks(&chapter, "```rust,gpu\n")) == program, "the example differs");
    // The second line of a shader is a comment about this project.
    let shader = |name| {
        let text = read(&format!("crates/md2-render/shaders/example.{name}.glsl"));
        text.lines().enumerate().filter(|(line, _)| *line != 1).map(|(_, line)| format!("{line}\n")).collect()
    };
    let shaders: [String; 2] = ["vert", "frag"].map(shader);
    assert_eq!(blocks(&chapter, "```glsl\n"), shaders.concat());
}

/// Returns the code of all blocks that begin with `start`.
fn blocks(text: &str, start: &str) -> String {
    text.split(start).skip(1).filter_map(|rest| rest.split("```").next()).collect()
}

fn check_picture(folder: &Path) {
    let picture = fs::read(folder.join("picture.pgm")).expect("a chapter draws a picture");
    let figure = picture.iter().filter(|shade| **shade >= 60).count();
    assert!((3000..20_000).contains(&figure), "the figure covers {figure} of 65536 pixels");
}

#[test]
fn commands_of_the_chapters_draw_pictures() {
    let Some(folder) = drawing_folder() else { return };
    let texts: String = chapters().into_iter().map(|(_, text)| text).collect();
    let lines = blocks(&texts, "```sh\n");
    let lines = lines.lines().filter(|line| line.ends_with(".png"));
    let commands: Vec<&str> = lines.filter_map(|line| line.strip_prefix("md2-viewer ")).collect();
    assert!(commands.len() >= 6, "{commands:?}");
    for command in commands {
        let (command, picture) = command.rsplit_once(' ').expect("a command ends with its picture");
        let picture = folder.join(picture);
        run_command(&folder, &[command], &[picture.as_os_str()]);
        Picture::read(&picture).expect("the command writes a picture");
        fs::remove_file(&picture).expect("the picture exists");
    }
}

#[test]
fn pictures_are_current() {
    let Some(folder) = drawing_folder() else { return };
    for command in
        ["enhance assets/wanderer/tris.md2 -o made/", "convert assets/wanderer/tris.md2 -o made/wanderer.mdl"]
    {
        run_command(&folder, &[command, "--force"], &[]);
    }
    let path = vertex_path::draw(&root().join(MODEL), &folder.join("tris.md3"));
    let strips = strips().into_iter().map(|strip| (draw(&strip, &folder), strip.name));
    for (drawn, name) in strips.chain([(path, PATH.to_owned())]) {
        let path = source().join("pictures").join(format!("{name}.png"));
        if env::var_os("MD2_BLESS").is_some() {
            drawn.write(&path).expect("pictures can be written");
        }
        let committed = Picture::read(&path).expect("the picture exists");
        let different = committed.difference(&drawn, 24);
        // Drivers differ along outlines.
        assert!(
            different < 0.01,
            "{name}: {:.2} % of the pixels differ; `cargo xtask book` draws it again",
            different * 100.0
        );
    }
}

/// Runs the viewer with the words of a command, and `last`. A word such as `assets/ball/ball.md2` is a file of the repository, and one such
/// as `made/wanderer.mdl` a file in `folder`.
fn run_command(folder: &Path, command: &[&str], last: &[&OsStr]) {
    let words = command.iter().flat_map(|words| words.split_whitespace()).map(|word| match word {
        file if file.starts_with("assets/") => root().join(file).into_os_string(),
        file if file.starts_with("made/") => folder.join(&file["made/".len()..]).into_os_string(),
        word => word.into(),
    });
    let words: Vec<OsString> = words.collect();
    let words = words.iter().map(OsString::as_os_str);
    let output = run_viewer(words.chain(last.iter().copied())).expect("the viewer starts");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
}

/// Draws the parts of a strip, and joins them.
fn draw(strip: &Strip, folder: &Path) -> Picture {
    let part = folder.join("part.png");
    let picture = |arguments: &String| {
        let command = ["render --force --size", &strip.all, DRAWN, arguments];
        run_command(folder, &command, &["-o".as_ref(), part.as_os_str()]);
        Picture::read(&part).expect("a picture is written")
    };
    let rows: Vec<Vec<Picture>> =
        strip.rows.iter().map(|parts| parts.iter().map(picture).collect()).collect();
    let Picture { width, height, .. } = rows[0][0];
    let columns = u32::try_from(rows[0].len()).expect("a strip has few parts");
    let line = |row: &[Picture], y: u32| -> Vec<[u8; 3]> {
        let start = (y * width) as usize;
        row.iter().flat_map(|picture| picture.pixels[start..][..width as usize].to_vec()).collect()
    };
    let pixels: Vec<_> = rows.iter().flat_map(|row| (0..height).flat_map(move |y| line(row, y))).collect();
    Picture { width: columns * width, height: u32::try_from(rows.len()).expect("few rows") * height, pixels }
}
