//! The program from outside: exit codes, messages, and the files it writes.

use std::fs;
use std::path::{Path, PathBuf};

use crate::common::{Folder, code, lacks_vulkan, stderr, triangle, viewer};
use md2_testdata::{md3, mdl};

#[test]
fn broken_files_exit_with_1_and_say_why() {
    let folder = Folder::new("broken");
    let whole = triangle();
    let changed = |at: usize, to: &[u8]| {
        let mut bytes = whole.clone();
        bytes[at..at + to.len()].copy_from_slice(to);
        bytes
    };
    let check = |name: &str, bytes: &[u8], expected: &str| {
        let path = folder.file(name, bytes);
        for command in [vec!["info"], vec!["render", "-o", "never.png"], vec![]] {
            let output = viewer().args(&command).arg(&path).current_dir(&folder.0).output().unwrap();
            let text = stderr(&output);
            assert_eq!(code(&output), 1, "{name} by {command:?}: {text}");
            assert!(text.contains(name) && text.contains(expected), "{name} by {command:?}: {text}");
            assert_eq!(text.lines().count(), 1, "one line: {text}");
        }
    };
    check("empty.md2", b"", "an empty file");
    check("ident.md2", &changed(0, b"XYZ2"), "XYZ2");
    check("other.md2", &changed(0, b"IDP3"), "expected 15");
    check("cut.md2", &whole[..whole.len() / 3], "the file has");
    check("text.md2", b"This is not a model, but a letter to the one who opens it.", "a text");
    assert!(!folder.0.join("never.png").exists());
}

#[test]
fn a_model_cut_at_any_byte_is_refused_or_shown() {
    let folder = Folder::new("cut");
    let whole = triangle();
    // Each cut is a process; the library's own tests try every byte.
    for length in (0..whole.len()).step_by(23) {
        let path = folder.file("cut.md2", &whole[..length]);
        let output = viewer().arg("info").arg(&path).output().unwrap();
        assert!([0, 1].contains(&code(&output)), "cut at {length}: {}", stderr(&output));
    }
}

#[test]
fn missing_files_and_folders_exit_with_1() {
    let folder = Folder::new("missing");
    for (path, expected) in [(folder.0.join("no.md2"), "no.md2"), (folder.0.clone(), "there is no model in")]
    {
        let output = viewer().arg("info").arg(&path).output().unwrap();
        assert_eq!(code(&output), 1);
        assert!(stderr(&output).contains(expected), "{}", stderr(&output));
    }
}

#[test]
fn wrong_usage_exits_with_2() {
    let folder = Folder::new("usage");
    let model = folder.file("a.md2", &triangle());
    let check = |arguments: &[&str]| {
        let output = viewer().args(arguments).output().unwrap();
        assert_eq!(code(&output), 2, "{arguments:?}: {}", stderr(&output));
    };
    check(&["--frobnicate"]);
    check(&["render", "a.md2"]);
    check(&["render", "a.md2", "-o", "a.png", "--size", "big"]);

    let out = folder.0.join("a.png");
    let output =
        viewer().arg("render").arg(&model).arg("-o").arg(&out).args(["--sequence", "swim"]).output().unwrap();
    if !lacks_vulkan(&output) {
        assert_eq!(code(&output), 2);
        assert!(stderr(&output).contains("it has: stand"), "{}", stderr(&output));
    }
}

#[test]
fn a_misspelled_command_is_told_as_one() {
    let folder = Folder::new("misspelled");
    folder.file("chek", &triangle());
    folder.file("b.md2", &triangle());
    let check = |arguments: &[&str], expected: i32, begins: &str| {
        let output = viewer().args(arguments).current_dir(&folder.0).output().unwrap();
        let text = stderr(&output);
        assert_eq!(code(&output), expected, "{arguments:?}: {text}");
        assert!(text.starts_with(begins), "{arguments:?}: {text}");
    };
    let render = "md2-viewer: \"rendr\" is neither a command nor a file; did you mean the command render?\n";
    check(&["rendr"], 2, render);
    check(&["rendr", "b.md2"], 2, render);
    check(&["rendr", "b.md2", "-o", "b.png"], 2, render);
    let knight =
        "md2-viewer: \"knight\" is neither a command nor a file; `md2-viewer --help` lists the commands\n";
    check(&["knight", "b.md2"], 2, knight);
    check(&["knight"], 1, "md2-viewer: there is no file \"knight\"\n");
    // Files that are there, and options of commands, are told of as ever.
    check(&["chek", "-o", "b.png"], 2, "error: unexpected argument '-o'");
    check(&["no.md2"], 1, "md2-viewer: there is no file \"no.md2\"\n");
    check(&["render", "b.md2"], 2, "error: the following required arguments were not provided");
}

#[test]
fn help_and_version_exit_with_0() {
    for arguments in [vec!["--help"], vec!["--version"], vec!["render", "--help"], vec!["info", "--help"]] {
        assert_eq!(code(&viewer().args(&arguments).output().unwrap()), 0, "{arguments:?}");
    }
}

#[test]
fn info_tells_what_is_in_the_file() {
    let folder = Folder::new("info");
    let model = folder.file("a.md2", &triangle());
    let text = viewer().arg("info").arg(&model).output().unwrap();
    assert_eq!(code(&text), 0, "{}", stderr(&text));
    let text = String::from_utf8(text.stdout).unwrap();
    assert!(text.contains("triangles  1\n") && text.contains("stand"), "{text}");
    assert_eq!(text.matches(", shown first\n").count(), 1, "{text}");

    let json = viewer().arg("info").arg("--json").arg(&model).output().unwrap();
    let json: serde_json::Value = serde_json::from_slice(&json.stdout).unwrap();
    assert_eq!(json["frames"], 2);
    assert_eq!(json["triangles"], 1);
    assert_eq!(json["ranges"][0]["sequences"][0]["name"], "stand");
    assert_eq!(json["opens_with"], "stand");
    assert_eq!(json["parts"].as_array().unwrap().len(), 1);
    assert_eq!(json["parts"][0]["triangles"], 1);
    assert_eq!(json["figure"]["parts"][0]["role"], "model");
    let keys = |value: &serde_json::Value| value.as_object().unwrap().keys().cloned().collect::<Vec<_>>();
    let player = info(&player(&folder));
    assert_eq!(keys(&player), keys(&json), "one shape for a file and for a folder");
    assert_eq!(keys(&player["parts"][2]), keys(&json["parts"][0]));
    assert_eq!(player["file"], player["parts"][0]["file"], "the model that leads");

    let figure = viewer().arg("info").output().unwrap();
    assert_eq!(code(&figure), 0, "{}", stderr(&figure));
    let figure = String::from_utf8(figure.stdout).unwrap();
    assert!(figure.starts_with("built in\n") && figure.contains("walk"), "{figure}");
}

/// A player with a weapon, as Quake III has them, without pictures.
fn player(folder: &Folder) -> PathBuf {
    for (name, file) in
        [("lower", md3::player_lower()), ("upper", md3::player_upper()), ("head", md3::player_head())]
    {
        folder.file(&format!("models/players/test/{name}.md3"), file.build().bytes());
    }
    // All rows are the same frames; the legs count on from the torso's.
    let row = |row: usize| if (13..=24).contains(&row) { "4 4 4 10\n" } else { "0 4 4 10\n" };
    let rows: String = (0..25).map(row).collect();
    folder.file("models/players/test/animation.cfg", rows.as_bytes());
    folder.file("models/weapons2/gun/gun.md3", md3::player_weapon().build().bytes());
    folder.0.join("models/players/test")
}

fn info(path: &Path) -> serde_json::Value {
    let output = viewer().arg("info").arg("--json").arg(path).output().unwrap();
    assert_eq!(code(&output), 0, "{}: {}", path.display(), stderr(&output));
    serde_json::from_slice(&output.stdout).unwrap()
}

#[test]
fn info_tells_of_a_player_and_of_its_parts() {
    let folder = Folder::new("info-player");
    let path = player(&folder);
    let whole = info(&path);
    let roles: Vec<_> =
        whole["figure"]["parts"].as_array().unwrap().iter().map(|part| &part["role"]).collect();
    assert_eq!(roles, ["legs", "torso", "head"]);
    assert_eq!(whole["figure"]["parts"][2]["tag"], "tag_head");
    assert_eq!(whole["weapons"][0], "gun");
    let sequences = |part: usize| whole["parts"][part]["ranges"][0]["sequences"].as_array().unwrap().len();
    assert_eq!((sequences(0), sequences(1)), (20, 13), "those of the legs, and those of the torso");

    let torso = info(&path.join("upper.md3"));
    assert_eq!(
        (&torso["format"], &torso["frames"], &torso["triangles"]),
        (&"MD3".into(), &4.into(), &1.into())
    );
    assert_eq!(torso["surfaces"][0]["name"], "u_torso");
    assert_eq!(torso["tags"][0], "tag_head");
    assert!(torso["skin_width"].is_null());
    assert_eq!(torso["figure"]["name"], "test");

    let text = viewer().arg("info").arg(&path).output().unwrap();
    let text = String::from_utf8(text.stdout).unwrap();
    for expected in ["figure: test", "LEGS_RUN", "TORSO_ATTACK", "weapons: gun", "(on tag_torso of the legs)"]
    {
        assert!(text.contains(expected), "{expected}: {text}");
    }
    assert!(!text.contains("skin size"), "{text}");
}

#[test]
fn info_tells_paths_in_one_way_and_what_is_never_seen() {
    let folder = Folder::new("info-paths");
    folder.file("m/a.md2", &triangle());
    folder.file("m/a.png", include_bytes!("../../../../assets/wanderer/weapon.png"));
    let paths = |from: &str, path: &str| {
        let output =
            viewer().args(["info", "--json", path]).current_dir(folder.0.join(from)).output().unwrap();
        let json: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
        [&json["file"], &json["figure"]["parts"][0]["file"], &json["skins"][0]["path"]].map(|path| {
            let path = path.as_str().unwrap();
            path.strip_prefix(folder.0.to_str().unwrap())
                .map_or(path.to_owned(), |rest| format!("WHOLE{rest}"))
        })
    };
    let whole = folder.0.join("m/a.md2");
    for (from, path) in
        [("m", "a.md2"), ("m", "./a.md2"), ("m", whole.to_str().unwrap()), ("m", "../m/a.md2")]
    {
        assert_eq!(paths(from, path), ["a.md2", "a.md2", "a.png"], "{path} from {from}");
    }
    assert_eq!(paths("", "m/a.md2"), ["m/a.md2", "m/a.md2", "m/a.png"]);
    folder.file("other/x", b"");
    assert_eq!(paths("other", "../m/a.md2"), ["WHOLE/m/a.md2", "WHOLE/m/a.md2", "WHOLE/m/a.png"]);

    let mut spec = md3::player_head();
    let mut empty = spec.surfaces[0].clone();
    empty.name = b"h_empty".to_vec();
    empty.triangles.clear();
    spec.surfaces.push(empty);
    folder.file("q/head_default.skin", b"h_head,gone.tga\nh_empty,gone.tga\n");
    let head = folder.file("q/head.md3", spec.build().bytes());
    let json = info(&head);
    let shows: Vec<_> =
        json["skins"][0]["slots"].as_array().unwrap().iter().map(|slot| &slot["shows"]).collect();
    assert_eq!(shows, ["the checker", "nothing, as it has no triangles"]);
    let text = viewer().arg("info").arg(&head).output().unwrap();
    let text = String::from_utf8(text.stdout).unwrap();
    assert!(text.contains("    h_empty: nothing, as it has no triangles\n"), "{text}");
}

#[test]
fn info_tells_of_pictures_inside_a_model() {
    let folder = Folder::new("info-mdl");
    let model = info(&folder.file("torch.mdl", mdl::skin_group().build().bytes()));
    assert_eq!((&model["format"], &model["skin_width"]), (&"MDL".into(), &8.into()));
    assert_eq!(model["skins"][0]["path"], "inside the model");
    let ends: Vec<_> = model["skins"][1]["slots"][0]["ends"].as_array().unwrap().clone();
    assert_eq!(
        ends.iter().map(|end| end.as_f64().unwrap().mul_add(10.0, 0.5).floor()).collect::<Vec<_>>(),
        [2.0, 5.0, 10.0]
    );
    let group = info(&folder.file("flame.mdl", mdl::frame_group().build().bytes()));
    let sequences: Vec<_> = group["ranges"]
        .as_array()
        .unwrap()
        .iter()
        .flat_map(|set| set["sequences"].as_array().unwrap())
        .collect();
    assert!(sequences.iter().any(|sequence| sequence["ends"].is_array()), "{sequences:?}");
}

#[test]
fn info_tells_which_skins_cannot_be_shown_and_which_must_be_chosen() {
    let folder = Folder::new("which");
    let model = folder.file("m.md2", &triangle());
    // A TGA of 20,000 pixels each way, of which there is the header alone.
    let huge = [0, 0, 2, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0x20, 0x4e, 0x20, 0x4e, 32, 0x28];
    folder.file("skin.tga", &huge);
    folder.file("other.tga", &[0, 0, 2, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 0, 1, 0, 32, 0x28, 9, 9, 9, 255]);
    let report = info(&model);
    let skin = |name: &str| {
        let skins = report["skins"].as_array().unwrap();
        skins.iter().find(|skin| skin["name"] == name).unwrap_or_else(|| panic!("{name}: {skins:?}"))
    };
    let why = |name: &str| skin(name)["slots"][0]["pictures"][0]["unreadable"].clone();
    assert_eq!(skin("skin.tga")["is_guess"], false);
    assert!(why("skin.tga").as_str().is_some_and(|why| why.contains("20000")), "{report:#}");
    assert_eq!(skin("other.tga")["is_guess"], true);
    assert!(why("other.tga").is_null(), "{report:#}");
    let output = viewer().arg("info").arg(&model).output().unwrap();
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    let line = |name: &str| text.lines().find(|line| line.contains(name)).unwrap_or_default();
    assert!(line("skin.tga").contains("not to be shown"), "{text}");
    assert!(line("other.tga").contains("worn if chosen"), "{text}");
    // Nothing is said of the shape of a picture that is never shown.
    assert!(!text.contains("stretched"), "{text}");
}

#[test]
fn render_draws_a_player_as_it_is_told() {
    let folder = Folder::new("render-player");
    let path = player(&folder);
    let out = folder.0.join("a.png");
    let draw = |arguments: &[&str]| {
        let mut command = viewer();
        command
            .args(["render", "--force", "--size", "160x120", "--yaw", "-40", "-o"])
            .arg(&out)
            .arg(&path)
            .args(arguments);
        let output = command.output().unwrap();
        (code(&output), stderr(&output), fs::read(&out).ok())
    };
    let (first_code, text, first) = draw(&[]);
    if first_code == 4 {
        md2_testdata::skip_without_vulkan(text);
        return;
    }
    assert_eq!(first_code, 0, "{text}");
    for arguments in [
        ["--weapon", "none"],
        ["--sequence", "LEGS_RUN,TORSO_ATTACK2"],
        ["--sequence", "both_death1"],
        ["--time", "0.15"],
    ] {
        let (code, text, picture) = draw(&arguments);
        assert_eq!(code, 0, "{arguments:?}: {text}");
        if arguments[0] != "--sequence" {
            assert!(picture != first, "{arguments:?} is seen");
        }
    }
    for (arguments, code, expected) in [
        (["--sequence", "LEGS_RUN,TORSO_FLY"], 2, "TORSO_FLY"),
        (["--sequence", "crouch walk,stand 2"], 0, ""),
        (["--skin", "purple"], 2, "purple"),
        (["--weapon", "axe"], 2, "(gun)"),
        (["--weapon", concat!(env!("CARGO_MANIFEST_DIR"), "/Cargo.toml")], 1, "Cargo.toml"),
    ] {
        let (found, text, _) = draw(&arguments);
        assert_eq!(found, code, "{arguments:?}: {text}");
        assert!(text.contains(expected), "{text}");
    }
}

#[test]
fn render_writes_a_picture_of_the_size_asked_for() {
    let folder = Folder::new("render");
    let out = folder.0.join("figure.png");
    let mut pictures = Vec::new();
    for time in ["0", "0.35", "0"] {
        let output = viewer()
            .args(["render", "--force", "--size", "320x200", "--time", time, "-o"])
            .arg(&out)
            .env("MD2_VALIDATION", "0")
            .output()
            .unwrap();
        if lacks_vulkan(&output) {
            return;
        }
        assert_eq!(code(&output), 0, "{}", stderr(&output));
        let picture = image::open(&out).unwrap().to_rgba8();
        assert_eq!(picture.dimensions(), (320, 200));
        assert!(picture.pixels().any(|pixel| pixel != picture.get_pixel(0, 0)), "something is seen");
        pictures.push(picture);
    }
    assert!(pictures[0] != pictures[1], "it moves");
    assert!(pictures[0] == pictures[2], "the same moment is the same picture");
}

#[test]
fn render_steadies_what_has_8_bits() {
    let folder = Folder::new("steady");
    let out = folder.0.join("a.png");
    let draw = |arguments: &[&str], path: Option<&Path>| {
        let mut command = viewer();
        command
            .args(["render", "--force", "--size", "320x240", "--time", "0.25", "-o"])
            .arg(&out)
            .args(path)
            .args(arguments);
        let output = command.output().unwrap();
        (lacks_vulkan(&output), code(&output), stderr(&output), fs::read(&out).ok())
    };
    let (lacks, code, text, plain) = draw(&[], None);
    if lacks {
        return;
    }
    assert_eq!(code, 0, "{text}");
    let (_, code, text, steady) = draw(&["--steady"], None);
    assert_eq!((code, text.as_str()), (0, ""));
    assert!(steady.is_some() && steady != plain, "restored keys are seen");
    let (_, code, text, again) = draw(&["--steady"], None);
    assert_eq!((code, text.as_str()), (0, ""));
    assert!(again == steady, "the same keys every time");

    let path = player(&folder);
    let (_, code, text, plain) = draw(&[], Some(&path));
    assert_eq!(code, 0, "{text}");
    // It has no pictures, and each part says so.
    assert_eq!(text.lines().count(), 4, "{text}");
    assert!(text.contains("lower.md3: no picture for l_legs; a checker takes its place"), "{text}");
    let (_, code, text, steady) = draw(&["--steady"], Some(&path));
    assert_eq!(code, 0, "{text}");
    assert!(text.contains("16 bits") && text.contains("upper.md3"), "{text}");
    assert!(steady.is_some() && steady == plain, "keys of 16 bits are left alone");
}

#[test]
fn render_says_where_it_cannot_write() {
    let folder = Folder::new("unwritable");
    let output =
        viewer().args(["render", "--size", "8x8", "-o"]).arg(folder.0.join("no/a.png")).output().unwrap();
    if !lacks_vulkan(&output) {
        assert_eq!(code(&output), 1);
        assert!(stderr(&output).contains("cannot write"), "{}", stderr(&output));
    }
}

#[test]
fn a_skin_that_is_no_picture_exits_with_1_and_one_that_is_not_there_with_2() {
    let folder = Folder::new("skin");
    let skin = folder.file("skin.png", b"no picture");
    for (skin, expected) in [(skin.to_str().unwrap(), 1), ("nothing.png", 2)] {
        let output = viewer()
            .args(["render", "--size", "8x8", "--skin", skin, "-o"])
            .arg(folder.0.join("a.png"))
            .output()
            .unwrap();
        if lacks_vulkan(&output) {
            return;
        }
        assert_eq!(code(&output), expected, "{skin}: {}", stderr(&output));
        assert!(stderr(&output).contains(skin), "{}", stderr(&output));
    }
}

#[cfg(target_os = "linux")]
mod without {
    use super::*;

    #[test]
    fn a_display_exits_with_3_and_names_the_cure() {
        for (variable, value) in [("DISPLAY", ""), ("DISPLAY", ":4711"), ("WAYLAND_DISPLAY", "nowhere-0")] {
            let output = viewer().env(variable, value).output().unwrap();
            if lacks_vulkan(&output) {
                return;
            }
            let text = stderr(&output);
            assert_eq!(code(&output), 3, "{variable}={value}: {text}");
            assert!(text.contains("md2-viewer render"), "{text}");
            assert_eq!(text.lines().count(), 1, "one sentence: {text}");
        }
    }

    #[test]
    fn a_vulkan_driver_exits_with_4_and_names_the_cure() {
        let nothing = "/nonexistent.json";
        for arguments in [vec![], vec!["render", "-o", "never.png"]] {
            let output = viewer()
                .args(&arguments)
                .env("VK_DRIVER_FILES", nothing)
                .env("VK_ICD_FILENAMES", nothing)
                .output()
                .unwrap();
            let text = stderr(&output);
            assert_eq!(code(&output), 4, "{arguments:?}: {text}");
            assert!(text.contains("install"), "{text}");
            assert_eq!(text.lines().count(), 1, "one sentence: {text}");
        }
    }

    /// A loader that is no library stands for one that is not there.
    #[test]
    fn a_vulkan_loader_exits_with_4_and_names_the_cure() {
        let folder = Folder::new("loader");
        folder.file("libvulkan.so.1", b"");
        let output = viewer().env("LD_LIBRARY_PATH", &folder.0).output().unwrap();
        let text = stderr(&output);
        assert_eq!(code(&output), 4, "{text}");
        assert!(text.contains("loader") && text.contains("install"), "{text}");
        assert_eq!(text.lines().count(), 1, "one sentence: {text}");
    }
}
