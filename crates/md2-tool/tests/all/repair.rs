//! `repair` and `diff`: what is lost, what is written, and what a script learns of it.

use std::fs;
use std::path::Path;
use std::process::{Output, Stdio};

use crate::common::{TempFolder, code, md2, stderr, triangle};
use md2_testdata::{Md2Spec, md3, one_triangle, with_frames};
use serde_json::{Value, json};

fn run(arguments: &[&str], folder: &Path) -> Output {
    md2().args(arguments).current_dir(folder).stdin(Stdio::null()).output().unwrap()
}

fn text(output: &Output) -> String {
    String::from_utf8(output.stdout.clone()).unwrap()
}

fn json_of(output: &Output) -> Value {
    serde_json::from_slice(&output.stdout).unwrap_or_else(|error| panic!("{error}: {}", text(output)))
}

/// A file that announces more skins than it has.
fn announces_too_much() -> Vec<u8> {
    let mut file = one_triangle().build();
    file.set_i32("num_skins", 661);
    file.into_bytes()
}

#[test]
fn what_can_be_opened_is_written_and_the_changes_listed() {
    let folder = TempFolder::new();
    folder.file("broken.md2", &announces_too_much());
    let told = run(&["repair", "broken.md2", "-o", "fixed.md2"], &folder);
    assert_eq!(code(&told), 0, "{}", stderr(&told));
    let expected = format!("fixed.md2: {} bytes, nothing known to be lost\n", triangle().len());
    assert!(text(&told).starts_with("broken.md2 is damaged: MD2: header, "), "{}", text(&told));
    assert!(
        text(&told).ends_with(&format!("\n  header, num_skins: read 661 as 1\n{expected}")),
        "{}",
        text(&told)
    );
    assert_eq!(fs::read(folder.join("fixed.md2")).unwrap(), triangle());
    assert_eq!(fs::read(folder.join("broken.md2")).unwrap(), announces_too_much());

    let again = run(&["repair", "--json", "--force", "broken.md2", "-o", "fixed.md2"], &folder);
    let report = json_of(&again);
    assert_eq!(report["repairs"], json!(["header, num_skins: read 661 as 1"]));
    assert_eq!((&report["output_bytes"], &report["restored"]), (&json!(triangle().len()), &json!(false)));
    assert!(report["damage"].is_string(), "{report}");
}

/// Only where records are missing in what is written, something stays lost.
#[test]
fn what_is_lost_is_told_where_something_is() {
    let folder = TempFolder::new();
    let check = |bytes: &[u8], expected: &str| {
        folder.file("broken.md2", bytes);
        let told = run(&["repair", "--force", "broken.md2", "-o", "fixed.md2"], &folder);
        assert_eq!(code(&told), 0, "{}", stderr(&told));
        assert!(text(&told).ends_with(expected), "{expected}: {}", text(&told));
    };
    let mut version = one_triangle().build();
    version.set_i32("version", 7);
    check(version.bytes(), " bytes, nothing known to be lost\n");
    assert_eq!(fs::read(folder.join("fixed.md2")).unwrap(), triangle());
    let whole = with_frames(["run1", "run2", "run3"]).build();
    check(&whole.bytes()[..whole.offset_of("frame[2].name")], " bytes, what it lost stays lost\n");
    let mut normal = one_triangle().build();
    normal.set_u8("frame[1].vertex[2].normal", 200);
    // Strict reading takes it, so there has to be other damage.
    normal.set_i32("version", 7);
    check(normal.bytes(), " bytes, what it lost stays lost\n");
}

#[test]
fn of_a_sound_model_it_is_a_copy() {
    let folder = TempFolder::new();
    let head = md3::player_head().build().bytes().to_vec();
    for (name, bytes) in [("a.md2", triangle()), ("a.md3", head)] {
        folder.file(name, &bytes);
        let told = run(&["repair", name, "-o", "copy"], &folder);
        assert_eq!(
            (code(&told), text(&told)),
            (0, format!("{name}: nothing to repair; copy is a copy of it\n"))
        );
        assert_eq!(fs::read(folder.join("copy")).unwrap(), bytes);
        fs::remove_file(folder.join("copy")).unwrap();
    }
    let json = json_of(&run(&["repair", "--json", "a.md2", "-o", "copy"], &folder));
    assert_eq!(
        (&json["damage"], &json["repairs"], &json["restored"]),
        (&Value::Null, &json!([]), &json!(true))
    );
}

#[test]
fn what_cannot_be_opened_is_refused_and_nothing_written() {
    let folder = TempFolder::new();
    folder.file("cut.md2", &triangle()[..100]);
    folder.file("text.md2", b"This is not a model, but a letter to the one who opens it.");
    let mut head = md3::player_head().build().bytes().to_vec();
    head.truncate(200);
    folder.file("cut.md3", &head);
    for name in ["cut.md2", "text.md2", "cut.md3", "none.md2"] {
        let told = run(&["repair", name, "-o", "out"], &folder);
        assert_eq!(code(&told), 1, "{name}: {}", stderr(&told));
        assert_eq!(
            (stderr(&told).lines().count(), text(&told).as_str()),
            (1, ""),
            "{name}: {}",
            stderr(&told)
        );
        assert!(stderr(&told).contains(name) && !folder.join("out").exists(), "{}", stderr(&told));
    }
}

#[test]
fn a_repaired_file_goes_down_a_pipe_and_its_report_beside_it() {
    let folder = TempFolder::new();
    let path = folder.file("broken.md2", &announces_too_much());
    let told = md2()
        .args(["repair", "-", "-o", "-"])
        .stdin(fs::File::open(path).unwrap())
        .stdout(Stdio::piped())
        .output()
        .unwrap();
    assert_eq!(told.stdout, triangle());
    assert!(stderr(&told).starts_with("standard input is damaged: "), "{}", stderr(&told));
}

#[test]
fn a_damaged_model_is_not_compared_and_the_way_to_a_sound_one_is_told() {
    let folder = TempFolder::new();
    folder.file("sound.md2", &triangle());
    folder.file("broken.md2", &announces_too_much());
    folder.file("text.md2", b"This is not a model, but a letter to the one who opens it.");
    for (name, points) in [("broken.md2", true), ("text.md2", false)] {
        let told = run(&["diff", "sound.md2", name], &folder);
        assert_eq!((code(&told), stderr(&told).lines().count()), (2, 1), "{}", stderr(&told));
        assert_eq!(stderr(&told).contains("md2 repair"), points, "{}", stderr(&told));
    }
}

/// A model of which one thing is another, and what is said of it.
#[test]
fn each_way_to_differ_is_told() {
    let folder = TempFolder::new();
    folder.file("a.md2", &triangle());
    let check = |edit: fn(&mut md2_testdata::TaggedBytes), expected: &[&str], field: &str, value: Value| {
        let mut file = one_triangle().build();
        edit(&mut file);
        folder.file("b.md2", file.bytes());
        let told = run(&["diff", "a.md2", "b.md2"], &folder);
        assert_eq!((code(&told), stderr(&told).as_str()), (1, ""), "{}", text(&told));
        for line in expected {
            assert!(text(&told).lines().any(|told| told == *line), "{line:?}: {}", text(&told));
        }
        let json = json_of(&run(&["diff", "--json", "a.md2", "b.md2"], &folder));
        assert_eq!(
            (&json[field], &json["equal"], &json["same_bytes"]),
            (&value, &json!(false), &json!(false))
        );
    };
    check(
        |file| {
            file.set_i32("skinwidth", 128);
        },
        &["skin size  64 x 64 -> 128 x 64", "triangles  1 wear another part of the skin"],
        "structure",
        json!([{ "what": "skin size", "a": "64 x 64", "b": "128 x 64" }]),
    );
    check(
        |file| {
            file.set_u8("frame[1].vertex[2].normal", 5);
        },
        &["normals    1 of all frames differ", "distance   at most 0.0000 units, 0.0000 on average"],
        "normals",
        json!(1),
    );
    check(
        |file| {
            file.set_f32("frame[1].translate[2]", 7.0);
        },
        &[],
        "matched",
        json!("number"),
    );
    check(
        |file| {
            file.set_u16("tri[0].xyz[0]", 1).set_u16("tri[0].xyz[1]", 0);
        },
        &["triangles  1 only in the first, 1 only in the second"],
        "triangles",
        json!({ "only_a": 1, "only_b": 1 }),
    );
}

#[test]
fn distances_are_in_units_and_by_sequence() {
    let folder = TempFolder::new();
    folder.file("a.md2", &triangle());
    let mut file = one_triangle().build();
    // All three vertices of the second frame, by two units.
    let old =
        f32::from_le_bytes(file.bytes()[file.offset_of("frame[1].translate[2]")..][..4].try_into().unwrap());
    file.set_f32("frame[1].translate[2]", old + 2.0);
    folder.file("b.md2", file.bytes());
    let json = json_of(&run(&["diff", "--json", "a.md2", "b.md2"], &folder));
    let expected = json!({ "largest": 2.0, "mean": 1.0 });
    assert_eq!(json["distance"], expected);
    assert_eq!(
        json["sequences"],
        json!([{ "name": "stand", "a": [0, 1], "b": [0, 1], "distance": expected }])
    );
    for (tolerance, expected) in [("1.9", 1), ("2.1", 0)] {
        let told = run(&["diff", "--tolerance", tolerance, "a.md2", "b.md2"], &folder);
        assert_eq!(code(&told), expected, "{}", text(&told));
    }
}

/// Sequences of one length are measured frame by frame; of others, and without a vertex in common, there is no number.
#[test]
fn where_nothing_is_measured_no_distance_is_told() {
    let folder = TempFolder::new();
    let compared = |a: &Md2Spec, b: &Md2Spec| {
        folder.file("a.md2", a.build().bytes());
        folder.file("b.md2", b.build().bytes());
        let told = run(&["diff", "a.md2", "b.md2"], &folder);
        assert_eq!((code(&told), stderr(&told).as_str()), (1, ""), "{}", text(&told));
        (text(&told), json_of(&run(&["diff", "--json", "a.md2", "b.md2"], &folder)))
    };
    let (told, json) = compared(&with_frames(["run1", "run2"]), &with_frames(["run1", "run2", "run3"]));
    assert!(told.contains("sequence   run  0..1 -> 0..2: nothing to compare\n"), "{told}");
    assert!(told.contains("distance   at most 0.0000 units, "), "two frames are in both: {told}");
    assert_eq!(json["sequences"], json!([{ "name": "run", "a": [0, 1], "b": [0, 2], "distance": null }]));
    assert_eq!(json["distance"], json!({ "largest": 0.0, "mean": 0.0 }));

    let mut bare = one_triangle();
    bare.triangles.clear();
    bare.gl_words.clear();
    let (told, json) = compared(&one_triangle(), &bare);
    assert!(told.contains("distance   nothing to compare\n"), "{told}");
    assert!(json["distance"].is_null(), "{json}");
}

#[test]
fn equal_models_and_trouble_have_codes_of_their_own() {
    let folder = TempFolder::new();
    folder.file("a.md2", &triangle());
    folder.file("b.md2", &triangle());
    let mut longer = triangle();
    longer.push(0);
    folder.file("longer.md2", &longer);
    let told = run(&["diff", "a.md2", "b.md2"], &folder);
    assert_eq!((code(&told), text(&told).as_str()), (0, "a.md2 and b.md2 are the same byte for byte\n"));
    let told = run(&["diff", "a.md2", "longer.md2"], &folder);
    assert_eq!(code(&told), 0);
    assert!(text(&told).ends_with("are equal as they are seen; their bytes differ\n"), "{}", text(&told));
    for arguments in [["diff", "a.md2", "none.md2"], ["diff", "a.md2", "."], ["diff", "-", "-"]] {
        let told = run(&arguments, &folder);
        assert_eq!((code(&told), stderr(&told).lines().count()), (2, 1), "{arguments:?}: {}", stderr(&told));
    }
}
