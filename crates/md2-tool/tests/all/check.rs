//! Tests the exit codes of `check`, and its output formats for people, scripts and build pipelines.

use std::path::Path;
use std::process::Output;

use crate::common::{TempFolder, code, json, json_lines, md2, stderr, stdout, triangle};
use md2_testdata::{md3, one_triangle};

fn check(arguments: &[&str], folder: &Path) -> Output {
    md2().arg("check").args(arguments).current_dir(folder).output().unwrap()
}

fn models(folder: &TempFolder) {
    folder.file("m/sound.md2", &triangle());
    let mut odd_normal = one_triangle().build();
    odd_normal.set_u8("frame[1].vertex[2].normal", 200);
    folder.file("m/normal.md2", odd_normal.bytes());
    let mut odd = md3::player_head().build();
    odd.set_i32("flags", 8);
    folder.file("m/odd.md3", odd.bytes());
    folder.file("cut.md2", &triangle()[..200]);
    // Both models contain the name of this image.
    folder.file("m/skin.pcx", b"");
}

/// Missing images are reported for MD2 and MD3, because the game cannot draw the model correctly without them.
#[test]
fn reports_missing_skins() {
    let folder = TempFolder::new();
    folder.file("a/tris.md2", &triangle());
    folder.file("a/blade.md3", md3::one_triangle().build().bytes());
    folder.file("q/players/ann/tris.md2", &triangle());
    let output = check(&["a/tris.md2", "a/blade.md3", "--fail-on", "warning"], &folder);
    let expected = "\
a/tris.md2: warning MD2-W134: skin: \"models/test/skin.pcx\", expected an image file (byte 0x44)
a/blade.md3: warning MD3-W134: skin: \"models/test/blade.tga\", expected an image file (byte 0x234)
";
    let text = stdout(&output);
    let lines: Vec<&str> = text.lines().filter(|line| line.contains("W134")).collect();
    assert_eq!(lines, expected.lines().collect::<Vec<_>>());
    assert_eq!(code(&output), 1);
    let count = |limit| stdout(&check(&["q", "--limit", limit], &folder)).matches("W134").count();
    assert_eq!((count("8"), count("0")), (1, 1), "a finding, or the number of findings");
    // The game chooses the skins of players.
    for name in ["grunt.pcx", "grunt_i.pcx"] {
        folder.file(&format!("q/players/ann/{name}"), b"");
    }
    assert_eq!(count("8"), 0);
}

#[test]
fn the_highest_severity_decides_the_exit_code() {
    let folder = TempFolder::new();
    models(&folder);
    let run = |expected: i32, arguments: &[&str]| {
        let output = check(arguments, &folder);
        assert_eq!(code(&output), expected, "{arguments:?}: {}{}", stdout(&output), stderr(&output));
    };
    run(0, &["m/sound.md2", "--fail-on", "note"]);
    run(0, &["m/normal.md2"]);
    run(1, &["m/normal.md2", "--fail-on", "warning"]);
    run(0, &["m/normal.md2", "--fail-on", "warning", "--engine", "q2pro"]);
    run(1, &["m/normal.md2", "--fail-on", "warning", "--engine", "yquake2"]);
    run(1, &["m/odd.md3", "--fail-on", "note"]);
    run(0, &["m"]);
    run(1, &["m", "cut.md2"]);
    run(1, &["none.md2"]);
    run(1, &["--limit", "0", "--fail-on", "warning", "m/normal.md2"]);
    run(2, &[]);
    run(2, &["m/normal.md2", "--engine", "doom"]);
    run(2, &["m/normal.md2", "--json", "--format", "sarif"]);
}

#[test]
fn text_has_a_line_for_each_finding() {
    let folder = TempFolder::new();
    models(&folder);
    let output = check(&["m/normal.md2", "m/sound.md2", "none.md2"], &folder);
    let expected = "\
m/normal.md2: warning MD2-W161: frame 1 (\"stand02\"), vertex 2: normal index 200, expected below 162 (byte 0x103) [vanilla, yquake2]
m/sound.md2: no findings
3 files: 0 errors, 1 warning, 0 notes; 1 unreadable
";
    assert_eq!(stdout(&output), expected);
    assert_eq!(stderr(&output), "md2: there is no file \"none.md2\"\n");
    let output = check(&["m/normal.md2", "m/sound.md2", "m/odd.md3", "--severity", "warning"], &folder);
    let expected = expected.lines().next().unwrap();
    let notes = stdout(&check(&["m/odd.md3"], &folder)).matches(": note ").count();
    assert_eq!(stdout(&output), format!("{expected}\n3 files: 0 errors, 1 warning, {notes} notes\n"));
}

#[test]
fn json_has_an_object_for_each_file() {
    let folder = TempFolder::new();
    models(&folder);
    let output = check(&["--json", "m/normal.md2", "none.md2", "cut.md2"], &folder);
    let lines = json_lines(&output);
    let expected = serde_json::json!({
        "version": 1, "file": "m/normal.md2", "format": "MD2", "worst": "warning", "omitted": [],
        "findings": [{
            "code": "MD2-W161", "severity": "warning", "place": "frame 1 (\"stand02\"), vertex 2", "offset": 0x103, "length": 1,
            "found": "normal index 200", "expected": "below 162", "engines": ["vanilla", "yquake2"],
            "explanation": lines[0]["findings"][0]["explanation"],
        }],
    });
    assert_eq!(lines[0], expected);
    assert_eq!(
        lines[1],
        serde_json::json!({ "version": 1, "file": "none.md2", "error": "there is no file \"none.md2\"" })
    );
    assert_eq!((lines.len(), &lines[2]["worst"]), (3, &"error".into()));
}

/// Checks only the properties that SARIF viewers need, since the repository does not contain the schema.
#[test]
fn writes_sarif_and_github_annotations() {
    let folder = TempFolder::new();
    models(&folder);
    let output = check(&["--format", "sarif", "--limit", "1", "m", "none.md2", "cut.md2"], &folder);
    assert_eq!(code(&output), 1);
    let log = json(&output);
    assert_eq!(log["version"], "2.1.0");
    let run = &log["runs"][0];
    let driver = &run["tool"]["driver"];
    assert_eq!((&driver["name"], &driver["version"]), (&"md2".into(), &env!("CARGO_PKG_VERSION").into()));
    let rules: Vec<_> =
        run["tool"]["driver"]["rules"].as_array().unwrap().iter().map(|rule| &rule["id"]).collect();
    let results = run["results"].as_array().unwrap();
    assert!(!results.is_empty());
    for result in results {
        assert!(rules.contains(&&result["ruleId"]), "{result}");
        assert!(["error", "warning", "note"].contains(&result["level"].as_str().unwrap()), "{result}");
        let place = &result["locations"][0]["physicalLocation"];
        assert!(place["artifactLocation"]["uri"].is_string(), "{result}");
        if result["ruleId"] == "MD2-W161" && place["region"].is_object() {
            // The index of a normal is a byte.
            assert_eq!(place["region"], serde_json::json!({ "byteOffset": 0x103, "byteLength": 1 }));
        }
    }
    assert_eq!(run["invocations"][0]["executionSuccessful"], false);
    assert_eq!(run["invocations"][0]["toolExecutionNotifications"].as_array().unwrap().len(), 1);

    let output = check(&["--format", "github", "m/normal.md2"], &folder);
    let expected = "::warning file=m/normal.md2,title=MD2-W161::frame 1 (\"stand02\"), vertex 2: normal index 200, expected below 162 (byte 0x103) \
                    [vanilla, yquake2]\n";
    assert_eq!(stdout(&output), expected);
}
