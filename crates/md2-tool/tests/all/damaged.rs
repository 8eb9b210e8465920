//! Tests that damaged files are reported as damaged and opened as far as possible.

use std::fs;

use crate::common::{TempFolder, code, json, md2, stderr, stdout};
use md2_testdata::{md3, native, one_triangle};

const REPAIR: &str = "header, version: read 9 as 8";

fn damaged() -> Vec<u8> {
    let mut file = one_triangle().build();
    file.set_i32("version", 9);
    file.into_bytes()
}

#[test]
fn a_warning_starts_with_the_path_as_given() {
    let folder = TempFolder::new();
    let given = "deep/a.md2";
    folder.file(given, &damaged());
    for arguments in [&["info", given][..], &["export", given, "-o", "out.obj"]] {
        let mut command = md2();
        let output = command.args(arguments).current_dir(&folder).output().unwrap();
        let text = stderr(&output);
        assert_eq!(code(&output), 0, "{arguments:?}: {text}");
        assert!(text.contains(&format!("WARN {given} is damaged: ")), "{arguments:?}: {text}");
    }
    let mut command = md2();
    let asked = command.env("RUST_LOG", "warn").args(["info", given]).current_dir(&folder).output().unwrap();
    assert!(stderr(&asked).contains("WARN md2_tool::"), "{}", stderr(&asked));
}

#[test]
fn a_damaged_part_of_a_player_is_reported_once() {
    let folder = TempFolder::new();
    md3::write_player(&folder, "bob");
    let mut upper = md3::player_upper().build();
    upper.set_i32("version", 9);
    folder.file("bob/upper.md3", upper.bytes());
    for arguments in [&["info", "bob"][..], &["info", "--brief", "bob"]] {
        let output = md2().args(arguments).current_dir(&folder).output().unwrap();
        // Each of the three models opens the whole player.
        assert_eq!((code(&output), stdout(&output).matches(&native("bob/")).count() >= 3), (0, true));
        let text = stderr(&output);
        let warning = format!("{} is damaged", native("bob/upper.md3"));
        assert_eq!(text.matches(&warning).count(), 1, "{arguments:?}: {text}");
    }
}

#[test]
fn edit_says_that_the_result_is_still_damaged() {
    let folder = TempFolder::new();
    // The coordinates of the second frame are about 10^22 times as large as those of the first, so the frame does not fit the model.
    let mut file = one_triangle().build();
    file.set_f32("frame[1].scale[0]", 1e21);
    folder.file("a.md2", file.bytes());
    let edit = |step: [&str; 2], output: &str| {
        let mut command = md2();
        command.args(["edit", "a.md2", "-o", output]).args(step);
        let result = command.current_dir(&folder).output().unwrap();
        assert_eq!(code(&result), 0, "{}", stderr(&result));
        stderr(&result)
    };
    let text = edit(["--rename", "0=stand1"], "renamed.md2");
    assert!(text.contains("the edited model is still damaged: MD2: frame 1"), "{text}");
    assert!(text.contains(". Repair it with `md2 repair`"), "{text}");
    for arguments in [&["repair", "renamed.md2", "-o", "repaired.md2"][..], &["info", "repaired.md2"]] {
        let mut command = md2();
        let result = command.args(arguments).current_dir(&folder).output().unwrap();
        assert_eq!(code(&result), 0, "{arguments:?}: {}", stderr(&result));
    }
    assert_eq!(edit(["--delete", "1"], "shorter.md2"), "", "the rest of the model is not damaged");
}

#[test]
fn info_reports_damage_and_repairs() {
    let folder = TempFolder::new();
    let path = folder.file("a.md2", &damaged());
    let output = md2().arg("info").arg(&path).output().unwrap();
    let text = stderr(&output);
    assert_eq!((code(&output), text.lines().count()), (0, 1), "{text}");
    assert!(text.contains("a.md2 is damaged: MD2: ") && text.contains(REPAIR), "{text}");
    let text = stdout(&output);
    assert!(text.contains("  damaged    MD2: "), "{text}");
    assert!(text.contains(&format!("  repaired   {REPAIR}\n")), "{text}");
    let report = json(&md2().args(["info", "--json"]).arg(&path).output().unwrap());
    assert!(report["damage"].as_str().unwrap().starts_with("MD2: "), "{report}");
    assert_eq!(report["repairs"], serde_json::json!([REPAIR]));
    assert_eq!(fs::read(&path).unwrap(), damaged(), "nothing is written");

    let sound = folder.file("sound.md2", one_triangle().build().bytes());
    let output = md2().args(["info", "--json"]).arg(&sound).output().unwrap();
    let report = json(&output);
    assert!(report["damage"].is_null() && report["repairs"] == serde_json::json!([]), "{report}");
    assert_eq!(stderr(&output), "");
}
