//! Tests of `edit`: the order of operations, the written files, and the report.

use std::fs;
use std::path::Path;
use std::process::{Output, Stdio};

use crate::common::{TempFolder, code, content, json as json_value, md2, stderr, stdout};
use md2_testdata::{mdl, names, with_frames};
use serde_json::json;

fn run(arguments: &[&str], folder: &Path) -> Output {
    md2().arg("edit").args(arguments).current_dir(folder).stdin(Stdio::null()).output().unwrap()
}

fn folder() -> TempFolder {
    let folder = TempFolder::new();
    folder.file("a.md2", with_frames(["run1", "run2", "death1"]).build().bytes());
    folder
}

#[test]
fn levels_of_detail_have_half_the_triangles_or_say_so() {
    let Some(root) = md2_testdata::corpus::root() else { return };
    let folder = TempFolder::new();
    let model = root.join("md3/openarena/models/players/sarge/upper.md3");
    let model = model.to_str().unwrap();
    let output = run(&[model, "--lods", "2", "-o", "upper.md3"], &folder);
    assert_eq!(code(&output), 0, "{}", stderr(&output));
    // Number of frames, then of triangles in the single surface, read from the bytes.
    let counts = |name: &str| {
        let file = fs::read(folder.join(name)).unwrap();
        let int = |at: usize| i32::from_le_bytes(file[at..at + 4].try_into().unwrap());
        [int(76), int(usize::try_from(int(100)).unwrap() + 84)]
    };
    let [frames, all] = counts("upper.md3");
    // A collapse removes up to two triangles.
    let [near_frames, near] = counts("upper_1.md3");
    assert!(near_frames == frames && (all / 2 - 1..=all / 2).contains(&near), "{near}");
    let [far_frames, far] = counts("upper_2.md3");
    assert!(far_frames == frames && far < near);
    assert_eq!(far > all / 4, stderr(&output).contains("level 2 has"), "{}", stderr(&output));

    folder.write("a.md2", md2_testdata::one_triangle().build().bytes());
    let output = run(&["a.md2", "--lods", "1", "-o", "b.md2"], &folder);
    assert_eq!(code(&output), 2);
    assert!(
        stderr(&output).contains("only for MD3") && !folder.join("b.md2").exists(),
        "{}",
        stderr(&output)
    );
}

#[test]
fn applies_operations_in_the_given_order() {
    let folder = folder();
    let check = |operations: &[&str], expected: [f32; 3]| {
        let arguments = [&["a.md2", "--force", "-o", "b.md2"], operations].concat();
        let output = run(&arguments, &folder);
        assert_eq!(code(&output), 0, "{}", stderr(&output));
        let mut file = with_frames(["run1", "run2", "death1"]).build();
        for (frame, height) in expected.into_iter().enumerate() {
            file.set_f32(&format!("frame[{frame}].translate[2]"), height);
            for axis in 0..3 {
                file.set_f32(&format!("frame[{frame}].scale[{axis}]"), 0.25);
            }
        }
        assert_eq!(fs::read(folder.join("b.md2")).unwrap(), file.bytes(), "{operations:?}");
    };
    check(&["--scale", "2", "--translate", "0,0,-4"], [-4.0, -2.0, 0.0]);
    check(&["--translate", "0,0,-4", "--scale", "2"], [-8.0, -6.0, -4.0]);
    check(&["--translate=0,0,1", "--scale=2", "--translate", "0,0,1"], [3.0, 5.0, 7.0]);
    check(&["--floor", "--scale=2", "--floor=-24", "--floor"], [0.0, 2.0, 4.0]);
}

#[test]
fn a_renamed_sequence_of_a_player_keeps_its_name_in_the_list_with_a_note() {
    let folder = folder();
    // The frames of `m_player.h` in Quake II, which the game selects by number.
    let player = "stand 40 run 6 attack 8 pain1 4 pain2 4 pain3 4 jump 6 flip 12 salute 11 taunt 17 wave 11 point 12 crstnd 19 \
                  crwalk 6 crattak 9 crpain 4 crdeath 5 death1 6 death2 6 death3 8";
    let words: Vec<&str> = player.split_whitespace().collect();
    let frames = words
        .chunks(2)
        .flat_map(|row| (1..=row[1].parse::<u32>().unwrap()).map(|number| format!("{}{number:02}", row[0])));
    folder.file("player.md2", with_frames(frames).build().bytes());
    for (file, has_note) in [("player.md2", true), ("a.md2", false)] {
        let output = run(&[file, "--rename", "run=sprint", "-o", "b.md2", "--force"], &folder);
        assert_eq!(code(&output), 0, "{}", stderr(&output));
        assert_eq!(
            stdout(&output).contains("by number, so the sequences keep their names"),
            has_note,
            "{file}"
        );
        let info =
            json_value(&md2().args(["info", "--json", "b.md2"]).current_dir(&folder).output().unwrap());
        let listed = |name: &str| {
            let sequences = info["ranges"][0]["sequences"].as_array().unwrap();
            sequences.iter().any(|sequence| sequence["name"] == name)
        };
        assert_eq!((listed("run"), listed("sprint")), (has_note, !has_note), "{file}");
    }
}

#[test]
fn without_operations_the_file_is_the_same() {
    let folder = folder();
    let mut bytes = fs::read(folder.join("a.md2")).unwrap();
    bytes.extend(b"junk at the end");
    folder.file("a.md2", &bytes);
    let output = run(&["a.md2", "-o", "b.md2"], &folder);
    assert_eq!(stdout(&output), format!("b.md2: {} bytes, identical to the input\n", bytes.len()));
    assert_eq!(fs::read(folder.join("b.md2")).unwrap(), bytes);
    let output = run(&["a.md2", "-o", "-"], &folder);
    assert_eq!((code(&output), &output.stdout), (0, &bytes), "standard output");
}

#[test]
fn replaces_the_input_only_by_name_and_force() {
    let folder = folder();
    let before = content(&folder);
    let rename = ["a.md2", "--rename", "run=walk", "-o"];
    for (output, force) in [
        ("a.md2", false),
        ("./b/../a.md2", true),
        ("hard.md2", true),
        // Only administrators can make these links on Windows.
        #[cfg(unix)]
        ("link.md2", true),
    ] {
        fs::hard_link(folder.join("a.md2"), folder.join("hard.md2")).unwrap();
        #[cfg(unix)]
        std::os::unix::fs::symlink("a.md2", folder.join("link.md2")).unwrap();
        fs::create_dir_all(folder.join("b")).unwrap();
        let arguments = [&rename[..], &[output], if force { &["--force"] } else { &[] }].concat();
        let refused = run(&arguments, &folder);
        assert_eq!(code(&refused), 2, "{output}: {}", stdout(&refused));
        fs::remove_file(folder.join("hard.md2")).unwrap();
        #[cfg(unix)]
        fs::remove_file(folder.join("link.md2")).unwrap();
        assert_eq!(content(&folder), before);
    }
    let replaced = run(&[&rename[..], &["a.md2", "--force"]].concat(), &folder);
    assert_eq!(code(&replaced), 0, "{}", stderr(&replaced));
    let expected = with_frames(["walk1", "walk2", "death1"]).build();
    assert_eq!(fs::read(folder.join("a.md2")).unwrap(), expected.bytes());
}

#[test]
fn a_dry_run_reports_and_writes_nothing() {
    let folder = folder();
    let output =
        run(&["a.md2", "--rename", "run=jump", "--delete", "death1", "--dry-run", "--json"], &folder);
    assert_eq!(code(&output), 0, "{}", stderr(&output));
    let report = json_value(&output);
    let operations = json!([
        { "operation": "--rename run=jump", "result": "renamed 2 frames" },
        { "operation": "--delete death1", "result": "3 -> 2 frames" },
    ]);
    assert_eq!((&report["operations"], &report["dry_run"]), (&operations, &json!(true)));
    let bytes = with_frames(["a", "b"]).build().bytes().len();
    assert_eq!(report["outputs"], json!([{ "file": null, "bytes": bytes, "changed_bytes": null }]));
    assert_eq!(names(&folder), ["a.md2"]);
    // `run1\0` becomes `jump1`: the letters differ except for `u`, and the number moves.
    let output = run(&["a.md2", "--rename", "run=jump", "--dry-run"], &folder);
    assert!(
        stdout(&output).ends_with("a.md2 (not written): 312 bytes, 8 bytes changed\n"),
        "{}",
        stdout(&output)
    );
}

#[test]
fn splits_into_a_folder() {
    let folder = folder();
    let output = run(&["a.md2", "--split", "sequences", "-o", "parts"], &folder);
    assert_eq!(code(&output), 0, "{}", stderr(&output));
    let parts = TempFolder::new();
    parts.file("run.md2", with_frames(["run1", "run2"]).build().bytes());
    assert_eq!(names(&folder.join("parts")), ["death.md2", "run.md2"]);
    assert_eq!(fs::read(folder.join("parts/run.md2")).unwrap(), fs::read(parts.join("run.md2")).unwrap());
    let again = run(&["a.md2", "--split", "sequences", "-o", "parts"], &folder);
    assert_eq!(code(&again), 1, "the files exist");
    let surfaces = run(&["a.md2", "--split", "surfaces", "-o", "other"], &folder);
    assert!(stderr(&surfaces).contains("MD2 models have a single surface"), "{}", stderr(&surfaces));
}

#[test]
fn an_extracted_skin_goes_back_without_a_change() {
    let folder = TempFolder::new();
    let file = mdl::skin_group().build();
    folder.file("torch.mdl", file.bytes());
    let images = ["0=skin.png", "1.2=last.pcx"];
    let arguments: Vec<&str> = images.iter().flat_map(|image| ["--extract-skin", image]).collect();
    let output = run(&[&["torch.mdl"], &*arguments].concat(), &folder);
    assert_eq!(code(&output), 0, "{}", stderr(&output));
    assert_eq!(names(&folder), ["last.pcx", "skin.png", "torch.mdl"], "no model without -o");
    let arguments: Vec<&str> = images.iter().flat_map(|image| ["--replace-skin", image]).collect();
    let output = run(&[&["torch.mdl", "-o", "new.mdl"], &*arguments].concat(), &folder);
    assert_eq!(code(&output), 0, "{}", stderr(&output));
    assert_eq!(fs::read(folder.join("new.mdl")).unwrap(), file.bytes());
    // The image of one skin in another: the gray of index 3 is in the palette only once.
    let output = run(&["torch.mdl", "--replace-skin", "0=last.pcx", "-o", "gray.mdl"], &folder);
    let mut gray = mdl::skin_group().build();
    gray.set("skin[0].pixels", &[3; 64]);
    assert_eq!(stdout(&output).lines().next(), Some("--replace-skin 0=last.pcx: changed 63 texels"));
    assert_eq!(fs::read(folder.join("gray.mdl")).unwrap(), gray.bytes());
    folder.file("quad.mdl", mdl::seamed_quad().build().bytes());
    let output = run(&["quad.mdl", "--replace-skin", "0=skin.png", "-o", "b.mdl"], &folder);
    let expected =
        "skin.png has 8 x 8 pixels, but all skins of the model have 16 x 8 texels: resize the image";
    assert!(stderr(&output).contains(expected), "{}", stderr(&output));
    let over = run(&["torch.mdl", "--extract-skin", "0=torch.pcx", "-o", "torch.pcx", "--force"], &folder);
    assert_eq!(code(&over), 2, "two files with one name: {}", stdout(&over));
}

#[test]
fn errors_name_the_operation_and_write_nothing() {
    let folder = folder();
    folder.file("text.md2", b"no model");
    let check = |arguments: &[&str], expected_code: i32, expected: &str| {
        let default: &[&str] = if arguments.contains(&"-o") { &[] } else { &["-o", "b.md2"] };
        let output = run(&[arguments, default].concat(), &folder);
        assert_eq!(code(&output), expected_code, "{arguments:?}: {}", stderr(&output));
        assert!(stderr(&output).contains(expected), "{arguments:?}: {}", stderr(&output));
        assert_eq!(names(&folder), ["a.md2", "text.md2"]);
    };
    let known = "the model has frames 0 to 2, and the sequences run, death";
    check(&["a.md2", "--keep", "jump"], 2, &format!("--keep jump: no frame or sequence \"jump\"; {known}"));
    check(&["a.md2", "--fix-bounds"], 2, "--fix-bounds: MD2 models store no bounds");
    check(&["a.md2", "--append", "none.md2"], 1, "none.md2");
    check(&["a.md2", "--scale", "-1"], 2, "factors must be more than 0; --mirror mirrors the model");
    check(&["a.md2", "--decimate", "150%"], 2, "150%: expected at most 100%");
    check(&["a.md2", "--rotate", "w=90"], 2, "unknown axis 'w': expected x, y or z");
    check(&["a.md2", "--skin-path", "1=a.pcx"], 2, "no skin \"1\"; the model has skin 0");
    check(&["a.md2", "--skin-path", "0=C:\\a.pcx"], 2, "engines separate folders by /");
    check(&["a.md2", "--scale", "1e30"], 2, "coordinates would exceed 1e18 units");
    check(&["a.md2", "--floor", "-24"], 2, "write a negative value with =, such as --floor=-24");
    check(&["a.md2", "-o", "b.mdl"], 2, "writes the format of the input, MD2; `md2 convert` writes");
    check(&["a.md2", "-o", "b.png"], 2, "writes the format of the input, MD2; `md2 convert` writes");
    check(
        &["a.md2", "-o", "a.md2"],
        2,
        "a.md2 is the input: choose another output, or replace the input with --force",
    );
    check(&["a.md2", "--rename", "run=averyveryverylongname"], 2, "21 bytes, expected at most 12");
    check(&["a.md2", "--weld=1000"], 2, "weld distance 1000 would remove all triangles");
    check(&["text.md2"], 1, "cannot edit text.md2: a text file, expected an MDL, MD2 or MD3");
    check(&["none.md2"], 1, "none.md2");
}

#[test]
fn warns_of_limits_that_only_the_result_exceeds() {
    let folder = folder();
    let resample =
        |rate: &str, output: &str| stderr(&run(&["a.md2", "--resample", rate, "-o", output], &folder));
    assert_eq!(resample("20", "b.md2"), "");
    let warning = resample("20000", "c.md2");
    assert!(warning.contains("MD2-W101") && warning.contains("at most 1024"), "{warning}");
    let known = run(&["c.md2", "--floor", "-o", "d.md2"], &folder);
    assert_eq!((code(&known), stderr(&known).as_str()), (0, ""), "the input has the same warning");
}

#[test]
fn refuses_results_above_the_limits_of_all_engines() {
    let folder = folder();
    let before = content(&folder);
    let skins = ["--add-skin", "a.pcx"].repeat(33);
    let arguments = [&["a.md2", "-o", "b.md2", "--resample", "20000"], &skins[..]].concat();
    let output = run(&arguments, &folder);
    let error = stderr(&output);
    assert_eq!(code(&output), 2);
    assert!(
        error.contains("num_skins: 34, expected at most 32") && error.contains("--remove-skin"),
        "{error}"
    );
    assert_eq!(content(&folder), before);

    let output = run(&[&arguments[..], &["--over-limits"]].concat(), &folder);
    let warnings = stderr(&output);
    assert_eq!(code(&output), 0, "{warnings}");
    assert!(warnings.contains("at most 32") && warnings.contains("at most 1024"), "{warnings}");
}

#[test]
fn a_changed_model_needs_an_output_even_if_another_file_is_written() {
    let folder = folder();
    let refused = run(&["a.md2", "--uv-template", "uv.svg", "--scale", "2"], &folder);
    assert_eq!(code(&refused), 2);
    assert!(
        stderr(&refused).contains("the operations change the model: -o names the file"),
        "{}",
        stderr(&refused)
    );
    assert_eq!(names(&folder), ["a.md2"]);
    assert_eq!(code(&run(&["a.md2", "--uv-template", "uv.svg"], &folder)), 0, "the model stays the same");
}

#[test]
fn diff_shows_changed_shaders() {
    let folder = TempFolder::new();
    folder.write("a.md3", md2_testdata::md3::player_lower().build().bytes());
    assert_eq!(code(&run(&["a.md3", "--skin-path", "0=models/new.tga", "-o", "b.md3"], &folder)), 0);
    let output = md2().args(["diff", "a.md3", "b.md3"]).current_dir(&*folder).output().unwrap();
    assert_eq!(code(&output), 1);
    assert!(stdout(&output).contains("models/new.tga"), "{}", stdout(&output));
}

#[test]
fn diff_shows_changes_of_the_header() {
    let folder = TempFolder::new();
    folder.write("a.mdl", md2_testdata::mdl::one_triangle().build().bytes());
    let run = |arguments: &[&str]| md2().args(arguments).current_dir(&*folder).output().unwrap();
    let edit = ["edit", "a.mdl", "--flags", "rotate", "--sync", "random", "--eye", "1,2,3", "-o", "b.mdl"];
    assert_eq!(code(&run(&edit)), 0);
    let output = run(&["diff", "a.mdl", "b.mdl"]);
    assert_eq!(code(&output), 1);
    let text = stdout(&output);
    for line in ["flags 0 -> 8", "synchronization 0 -> 1", "eye position 0 0 22 -> 1 2 3"] {
        let words = |text: &str| text.split_whitespace().collect::<Vec<_>>().join(" ");
        assert!(text.lines().any(|found| words(found) == line), "{line}: {text}");
    }
}
