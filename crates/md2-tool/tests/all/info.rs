//! Tests the reports of `info` about one and several models, as text and JSON.

use std::fs;
use std::io::Read as _;
use std::path::{Path, PathBuf};
use std::process::{Output, Stdio};

use crate::common::{TempFolder, code, json, json_lines, md2, stderr, stdout, triangle};
use md2_testdata::{md3, mdl, native};
use serde_json::Value;

fn info(arguments: &[&str], folder: &Path) -> Output {
    md2().arg("info").args(arguments).current_dir(folder).output().unwrap()
}

fn models(folder: &TempFolder) {
    folder.file("a/one.md2", &triangle());
    folder.file("a/b/lamp.mdl", mdl::frame_group().build().bytes());
    folder.file("a/b/head.md3", md3::player_head().build().bytes());
    folder.file("a/bad.md2", b"This is not a model, but a letter to the one who opens it.");
    folder.file("a/cut.md2", &triangle()[..60]);
}

#[cfg(unix)]
#[test]
fn leaves_the_named_folder_only_with_follow_links() {
    let folder = TempFolder::new();
    folder.file("other/one.md2", &triangle());
    folder.file("named/readme.txt", b"");
    std::os::unix::fs::symlink("../other", folder.join("named/link")).unwrap();
    let output = info(&["--brief", "named"], &folder);
    assert_eq!((code(&output), &*stdout(&output)), (1, ""));
    let text = stderr(&output);
    assert!(text.contains("skipped: 1; --follow-links") && text.contains("there is no model in"), "{text}");
    let output = info(&["--brief", "--follow-links", "named"], &folder);
    assert_eq!((code(&output), &*stderr(&output)), (0, ""));
    assert!(stdout(&output).starts_with("named/link/one.md2: "), "{}", stdout(&output));
}

#[test]
fn reports_several_models_and_continues_after_broken_ones() {
    let folder = TempFolder::new();
    models(&folder);
    let output = info(&["--brief", "a"], &folder);
    let text = stdout(&output);
    assert_eq!(code(&output), 1, "{}", stderr(&output));
    let one = native("a/one.md2");
    let found = text.lines().find_map(|line| line.strip_prefix(&*one));
    let expected =
        ": MD2, 3 vertices, 1 triangle, 2 frames, 1 sequence, 0 skins (1 missing), 31.9 x 31.9 x 39.9 units";
    assert_eq!(found, Some(expected), "{text}");
    assert_eq!((text.lines().count(), stderr(&output).lines().count()), (3, 2), "{text}{}", stderr(&output));
    assert!(
        stderr(&output).contains("bad.md2") && stderr(&output).contains("cut.md2"),
        "{}",
        stderr(&output)
    );

    let json = json_lines(&info(&["--json", "a"], &folder));
    let files: Vec<_> = json.iter().map(|report| report["file"].as_str().unwrap()).collect();
    assert_eq!(files.len(), 5);
    for file in ["a/one.md2", "a/b/lamp.mdl", "a/b/head.md3", "a/bad.md2", "a/cut.md2"] {
        let report = &json[files.iter().position(|found| *found == native(file)).unwrap()];
        let is_broken = ["a/bad.md2", "a/cut.md2"].contains(&file);
        assert_eq!(report["error"].is_string(), is_broken, "{report}");
        assert_eq!(report["header"].is_object(), !is_broken, "{report}");
    }
    let brief = json_lines(&info(&["--json", "--brief", "a/one.md2", "a/b/lamp.mdl"], &folder));
    assert_eq!((&brief[0]["triangles"], &brief[1]["format"]), (&1.into(), &"MDL".into()));
    let sound = info(&["a/one.md2", "a/b"], &folder);
    assert_eq!((code(&sound), stderr(&sound).as_str()), (0, ""));
}

#[test]
fn reports_the_fields_of_the_header() {
    let folder = TempFolder::new();
    models(&folder);
    let header = |file: &str| json(&info(&["--json", file], &folder))["header"].clone();
    let md2 = header("a/one.md2");
    assert_eq!((&md2["num_xyz"], &md2["ofs_end"]), (&3.into(), &triangle().len().into()));
    assert_eq!(header("a/b/head.md3")["num_surfaces"], 1);
    let mdl = header("a/b/lamp.mdl");
    assert!(mdl["scale"].as_array().unwrap().len() == 3 && mdl["size"].is_number(), "{mdl}");
    let text = stdout(&info(&["a/one.md2"], &folder));
    assert!(text.contains("  header     version 8, "), "{text}");
}

#[test]
fn standard_input_can_be_one_of_several_models() {
    let folder = TempFolder::new();
    models(&folder);
    let input = fs::File::open(folder.join("a/one.md2")).unwrap();
    let mut command = md2();
    command.args(["info", "--json", "-", "a/one.md2"]).current_dir(&folder).stdin(input);
    let json = json_lines(&command.output().unwrap());
    assert_eq!(json[0]["file"], "standard input");
    assert_eq!(json[0]["header"], json[1]["header"]);
}

/// Programs such as `head` close the pipe before the output is complete.
#[test]
fn a_closed_pipe_ends_the_program_silently() {
    let folder = TempFolder::new();
    models(&folder);
    let mut child = md2()
        .arg("info")
        .args(vec!["a/one.md2"; 400])
        .current_dir(&folder)
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let mut start = [0; 100];
    child.stdout.take().unwrap().read_exact(&mut start).unwrap();
    let output = child.wait_with_output().unwrap();
    assert_eq!((code(&output), stderr(&output).as_str()), (0, ""));
}

#[cfg(target_os = "linux")]
#[test]
fn a_full_disk_gives_one_message() {
    let folder = TempFolder::new();
    models(&folder);
    let full = fs::OpenOptions::new().write(true).open("/dev/full").unwrap();
    let output = md2().args(["info", "a/one.md2"]).current_dir(&folder).stdout(full).output().unwrap();
    assert_eq!(code(&output), 1);
    assert!(stderr(&output).starts_with("md2: cannot write to standard output: "), "{}", stderr(&output));
    assert_eq!(stderr(&output).lines().count(), 1);
}

fn player(folder: &TempFolder) -> PathBuf {
    md3::write_player(folder, "models/players/test");
    folder.file("models/weapons2/gun/gun.md3", md3::player_weapon().build().bytes());
    folder.join("models/players/test")
}

#[test]
fn rates_come_from_the_requested_table() {
    let folder = TempFolder::new();
    folder.file(
        "m.md2",
        &md2_testdata::with_frames(["crdeath1", "crdeath2", "spin1", "spin2"]).build().into_bytes(),
    );
    let rates = |arguments: &[&str]| {
        let report = json(&info(&[&["--json", "m.md2"], arguments].concat(), &folder));
        let sequences = report["ranges"][0]["sequences"].as_array().unwrap().clone();
        sequences.iter().map(|sequence| sequence["fps"].as_f64().unwrap()).collect::<Vec<_>>()
    };
    assert_eq!(rates(&[]), [10.0, 10.0]);
    assert_eq!(rates(&["--rates", "tutorial"]), [5.0, 10.0], "the table has no sequence \"spin\"");
    let text = stderr(&info(&["m.md2", "--rates", "fast"], &folder));
    assert!(text.contains("must be game, tutorial"), "{text}");
}

fn info_of(path: &Path) -> Value {
    json(&md2().args(["info", "--json"]).arg(path).output().unwrap())
}

#[test]
fn reports_a_file_and_the_built_in_figure() {
    let folder = TempFolder::new();
    let model = folder.file("a.md2", &triangle());
    let text = stdout(&info(&["a.md2"], &folder));
    assert!(text.contains("triangles  1\n") && text.contains("stand"), "{text}");
    assert_eq!(text.matches(", plays first\n").count(), 1, "{text}");

    let json = info_of(&model);
    assert_eq!(json["frames"], 2);
    assert_eq!(json["triangles"], 1);
    assert_eq!(json["ranges"][0]["sequences"][0]["name"], "stand");
    assert_eq!(json["opens_with"], "stand");
    assert_eq!(json["parts"].as_array().unwrap().len(), 1);
    assert_eq!(json["parts"][0]["triangles"], 1);
    assert_eq!(json["figure"]["parts"][0]["role"], "model");
    let figure = stdout(&info(&[], &folder));
    assert!(figure.starts_with("built in\n") && figure.contains("walk"), "{figure}");
}

#[test]
fn reports_a_player_and_its_parts() {
    let folder = TempFolder::new();
    let path = player(&folder);
    let whole = info_of(&path.join("lower.md3"));
    let roles: Vec<_> =
        whole["figure"]["parts"].as_array().unwrap().iter().map(|part| &part["role"]).collect();
    assert_eq!(roles, ["legs", "torso", "head"]);
    assert_eq!(whole["figure"]["parts"][2]["tag"], "tag_head");
    assert_eq!(whole["weapons"][0], "gun");
    let sequences = |part: usize| whole["parts"][part]["ranges"][0]["sequences"].as_array().unwrap().len();
    assert_eq!((sequences(0), sequences(1)), (20, 13), "sequences of the legs and of the torso");

    let torso = info_of(&path.join("upper.md3"));
    assert_eq!(
        (&torso["format"], &torso["frames"], &torso["triangles"]),
        (&"MD3".into(), &4.into(), &1.into())
    );
    assert_eq!(torso["surfaces"][0]["name"], "u_torso");
    assert_eq!(torso["tags"][0], "tag_head");
    assert!(torso["skin_width"].is_null());
    assert_eq!(torso["figure"]["name"], "test");

    let text = stdout(&md2().arg("info").arg(&path).output().unwrap());
    for expected in ["figure: test", "LEGS_RUN", "TORSO_ATTACK", "weapons: gun", "(on tag_torso of the legs)"]
    {
        assert!(text.contains(expected), "{expected}: {text}");
    }
    assert_eq!(text.matches("figure: test").count(), 1, "the player is described once: {text}");
    assert!(!text.contains("skin size"), "{text}");
}

#[test]
fn shows_a_model_with_the_given_path_and_marks_empty_surfaces() {
    let folder = TempFolder::new();
    folder.file("m/a.md2", &triangle());
    folder.file("m/a.png", include_bytes!("../../../../assets/wanderer/weapon.png"));
    let paths = |from: &str, path: &str| {
        let json =
            json(&md2().args(["info", "--json", path]).current_dir(folder.join(from)).output().unwrap());
        [&json["file"], &json["figure"]["parts"][0]["file"], &json["skins"][0]["path"]].map(|path| {
            let path = path.as_str().unwrap();
            let path = path
                .strip_prefix(folder.to_str().unwrap())
                .map_or(path.to_owned(), |rest| format!("WHOLE{rest}"));
            path.replace('\\', "/")
        })
    };
    let whole = folder.join("m/a.md2");
    for (path, shown) in [
        ("a.md2", "a.md2"),
        ("./a.md2", "a.md2"),
        (whole.to_str().unwrap(), "WHOLE/m/a.md2"),
        ("../m/a.md2", "../m/a.md2"),
    ] {
        assert_eq!(paths("m", path), [shown, shown, "a.png"], "{path}");
    }
    assert_eq!(paths("", "m/a.md2"), ["m/a.md2", "m/a.md2", "m/a.png"]);
    folder.file("other/x", b"");
    assert_eq!(paths("other", "../m/a.md2"), ["../m/a.md2", "../m/a.md2", "WHOLE/m/a.png"]);

    let mut spec = md3::player_head();
    let mut empty = spec.surfaces[0].clone();
    empty.name = b"h_empty".to_vec();
    empty.triangles.clear();
    spec.surfaces.push(empty);
    folder.file("q/head_default.skin", b"h_head,gone.tga\nh_empty,gone.tga\n");
    let head = folder.file("q/head.md3", spec.build().bytes());
    let json = info_of(&head);
    let shows: Vec<_> =
        json["skins"][0]["slots"].as_array().unwrap().iter().map(|slot| &slot["shows"]).collect();
    assert_eq!(shows, ["the checker", "nothing: the surface has no triangles"]);
    let text = stdout(&md2().arg("info").arg(&head).output().unwrap());
    assert!(text.contains("    h_empty: nothing: the surface has no triangles\n"), "{text}");
}

#[test]
fn reports_images_inside_a_model() {
    let folder = TempFolder::new();
    let model = info_of(&folder.file("torch.mdl", mdl::skin_group().build().bytes()));
    assert_eq!((&model["format"], &model["skin_width"]), (&"MDL".into(), &8.into()));
    assert_eq!(model["skins"][0]["path"], "inside the model");
    let ends: Vec<_> = model["skins"][1]["slots"][0]["ends"].as_array().unwrap().clone();
    assert_eq!(
        ends.iter().map(|end| end.as_f64().unwrap().mul_add(10.0, 0.5).floor()).collect::<Vec<_>>(),
        [2.0, 5.0, 10.0]
    );
    let group = info_of(&folder.file("flame.mdl", mdl::frame_group().build().bytes()));
    let sequences: Vec<_> = group["ranges"]
        .as_array()
        .unwrap()
        .iter()
        .flat_map(|set| set["sequences"].as_array().unwrap())
        .collect();
    assert!(sequences.iter().any(|sequence| sequence["ends"].is_array()), "{sequences:?}");
}

#[test]
fn reports_skins_that_cannot_be_shown_and_guessed_ones() {
    let folder = TempFolder::new();
    let model = folder.file("m.md2", &triangle());
    // The header of a TGA with 20,000 x 20,000 pixels, which is too large.
    let huge = [0, 0, 2, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0x20, 0x4e, 0x20, 0x4e, 32, 0x28];
    folder.file("skin.tga", &huge);
    folder.file("other.tga", &[0, 0, 2, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 0, 1, 0, 32, 0x28, 9, 9, 9, 255]);
    let report = info_of(&model);
    let skin = |name: &str| {
        let skins = report["skins"].as_array().unwrap();
        skins.iter().find(|skin| skin["name"] == name).unwrap_or_else(|| panic!("{name}: {skins:?}"))
    };
    let why = |name: &str| skin(name)["slots"][0]["pictures"][0]["unreadable"].clone();
    assert_eq!(skin("skin.tga")["is_guess"], false);
    assert!(why("skin.tga").as_str().is_some_and(|why| why.contains("20000")), "{report:#}");
    assert_eq!(skin("other.tga")["is_guess"], true);
    assert!(why("other.tga").is_null(), "{report:#}");
    let text = stdout(&md2().arg("info").arg(&model).output().unwrap());
    let line = |name: &str| text.lines().find(|line| line.contains(name)).unwrap_or_default();
    assert!(line("skin.tga").contains("cannot be shown"), "{text}");
    assert!(line("other.tga").contains("not applied unless selected"), "{text}");
    // There is no note about the aspect ratio of an unreadable image.
    assert!(!text.contains("stretched"), "{text}");
    image::RgbImage::from_pixel(128, 32, image::Rgb([90, 120, 40])).save(folder.join("skin.png")).unwrap();
    let note = "skin.png: the image has 128 x 32 pixels, the model's skin 64 x 64: \
                stretched 4.00 times in height";
    assert_eq!(info_of(&model)["notes"], serde_json::json!([note]));
    let text = stdout(&md2().arg("info").arg(&model).output().unwrap());
    assert!(text.contains(&format!("note: {note}\n")), "{text}");
}
