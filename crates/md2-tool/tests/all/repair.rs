//! Tests the reports, exit codes and written files of `repair` and `diff`.

use std::fs;
use std::path::Path;
use std::process::{Output, Stdio};

use crate::common::{TempFolder, code, json as json_value, md2, stderr, stdout, triangle};
use md2_testdata::{Md2Spec, TaggedBytes, md3, mdl, one_triangle, with_frames};
use serde_json::{Value, json};

fn run(arguments: &[&str], folder: &Path) -> Output {
    md2().args(arguments).current_dir(folder).stdin(Stdio::null()).output().unwrap()
}

fn with_too_large_skin_count() -> Vec<u8> {
    let mut file = one_triangle().build();
    file.set_i32("num_skins", 661);
    file.into_bytes()
}

#[test]
fn writes_the_readable_part_and_lists_the_changes() {
    let folder = TempFolder::new();
    folder.file("broken.md2", &with_too_large_skin_count());
    let output = run(&["repair", "broken.md2", "-o", "fixed.md2"], &folder);
    assert_eq!(code(&output), 0, "{}", stderr(&output));
    let expected = format!("fixed.md2: {} bytes, no known loss\n", triangle().len());
    assert!(stdout(&output).starts_with("broken.md2 is damaged: MD2: header, "), "{}", stdout(&output));
    assert!(
        stdout(&output).ends_with(&format!("\n  header, num_skins: read 661 as 1\n{expected}")),
        "{}",
        stdout(&output)
    );
    assert_eq!(fs::read(folder.join("fixed.md2")).unwrap(), triangle());
    assert_eq!(fs::read(folder.join("broken.md2")).unwrap(), with_too_large_skin_count());

    let again = run(&["repair", "--json", "--force", "broken.md2", "-o", "fixed.md2"], &folder);
    let report = json_value(&again);
    assert_eq!(report["repairs"], json!(["header, num_skins: read 661 as 1"]));
    assert_eq!((&report["output_bytes"], &report["restored"]), (&json!(triangle().len()), &json!(false)));
    assert!(report["damage"].is_string(), "{report}");
}

#[test]
fn reports_a_loss_only_if_records_are_missing() {
    let folder = TempFolder::new();
    let check = |bytes: &[u8], expected: &str| {
        folder.file("broken.md2", bytes);
        let output = run(&["repair", "--force", "broken.md2", "-o", "fixed.md2"], &folder);
        assert_eq!(code(&output), 0, "{}", stderr(&output));
        assert!(stdout(&output).ends_with(expected), "{expected}: {}", stdout(&output));
    };
    let mut version = one_triangle().build();
    version.set_i32("version", 7);
    check(version.bytes(), " bytes, no known loss\n");
    assert_eq!(fs::read(folder.join("fixed.md2")).unwrap(), triangle());
    let whole = with_frames(["run1", "run2", "run3"]).build();
    check(&whole.bytes()[..whole.offset_of("frame[2].name")], " bytes, some data is lost\n");
    let mut normal = one_triangle().build();
    normal.set_u8("frame[1].vertex[2].normal", 200);
    // The reader accepts an invalid normal, so the version is damaged as well.
    normal.set_i32("version", 7);
    check(normal.bytes(), " bytes, some data is lost\n");
}

#[test]
fn copies_an_undamaged_model() {
    let folder = TempFolder::new();
    let head = md3::player_head().build().bytes().to_vec();
    for (name, bytes) in [("a.md2", triangle()), ("a.md3", head)] {
        folder.file(name, &bytes);
        let output = run(&["repair", name, "-o", "copy"], &folder);
        assert_eq!(
            (code(&output), stdout(&output)),
            (0, format!("{name}: nothing to repair; copied to copy\n"))
        );
        assert_eq!(fs::read(folder.join("copy")).unwrap(), bytes);
        fs::remove_file(folder.join("copy")).unwrap();
    }
    let json = json_value(&run(&["repair", "--json", "a.md2", "-o", "copy"], &folder));
    assert_eq!(
        (&json["damage"], &json["repairs"], &json["restored"]),
        (&Value::Null, &json!([]), &json!(false))
    );
}

#[test]
fn writes_the_model_to_standard_output_and_the_report_to_standard_error() {
    let folder = TempFolder::new();
    let path = folder.file("broken.md2", &with_too_large_skin_count());
    let output = md2()
        .args(["repair", "-", "-o", "-"])
        .stdin(fs::File::open(path).unwrap())
        .stdout(Stdio::piped())
        .output()
        .unwrap();
    assert_eq!(output.stdout, triangle());
    assert!(stderr(&output).starts_with("standard input is damaged: "), "{}", stderr(&output));
}

#[test]
fn diff_rejects_a_damaged_model_and_suggests_repair() {
    let folder = TempFolder::new();
    folder.file("sound.md2", &triangle());
    folder.file("broken.md2", &with_too_large_skin_count());
    folder.file("text.md2", b"This is not a model, but a letter to the one who opens it.");
    for (name, can_repair) in [("broken.md2", true), ("text.md2", false)] {
        let output = run(&["diff", "sound.md2", name], &folder);
        assert_eq!((code(&output), stderr(&output).lines().count()), (2, 1), "{}", stderr(&output));
        assert_eq!(stderr(&output).contains("md2 repair"), can_repair, "{}", stderr(&output));
    }
}

#[test]
fn diff_reports_each_kind_of_difference() {
    let folder = TempFolder::new();
    folder.file("a.md2", &triangle());
    let check =
        |edit: fn(&mut TaggedBytes) -> &mut TaggedBytes, expected: &[&str], field: &str, value: Value| {
            let mut file = one_triangle().build();
            edit(&mut file);
            folder.file("b.md2", file.bytes());
            let output = run(&["diff", "a.md2", "b.md2"], &folder);
            assert_eq!((code(&output), stderr(&output).as_str()), (1, ""), "{}", stdout(&output));
            for line in expected {
                assert!(stdout(&output).lines().any(|found| found == *line), "{line:?}: {}", stdout(&output));
            }
            let json = json_value(&run(&["diff", "--json", "a.md2", "b.md2"], &folder));
            assert_eq!(
                (&json[field], &json["equal"], &json["same_bytes"]),
                (&value, &json!(false), &json!(false))
            );
        };
    check(
        |file| file.set_i32("skinwidth", 128),
        &["skin size  64 x 64 -> 128 x 64", "triangles  1 with different skin coordinates"],
        "structure",
        json!([{ "what": "skin size", "a": [64, 64], "b": [128, 64] }]),
    );
    check(
        |file| file.set_u8("frame[1].vertex[2].normal", 5),
        &["normals    1 differ, over all frames", "distance   at most 0.0000 units, 0.0000 on average"],
        "normals",
        json!(1),
    );
    check(|file| file.set_f32("frame[1].translate[2]", 7.0), &[], "matched", json!("number"));
    check(
        |file| file.set_u16("tri[0].xyz[0]", 1).set_u16("tri[0].xyz[1]", 0),
        &["triangles  1 only in the first, 1 only in the second"],
        "triangles",
        json!({ "only_a": 1, "only_b": 1 }),
    );
}

#[test]
fn diff_reports_the_images_inside_an_mdl_that_differ() {
    let folder = TempFolder::new();
    folder.file("a.mdl", mdl::skin_group().build().bytes());
    let file = mdl::skin_group().build();
    let mut painted = file.bytes().to_vec();
    painted[file.offset_of("skin[1].pixels[1]") + 5] ^= 1;
    folder.file("b.mdl", &painted);
    let output = run(&["diff", "a.mdl", "b.mdl"], &folder);
    assert_eq!(code(&output), 1, "{}", stdout(&output));
    assert!(stdout(&output).contains("\nskin 1     different images\n"), "{}", stdout(&output));
    let json = json_value(&run(&["diff", "--json", "a.mdl", "b.mdl"], &folder));
    assert_eq!((&json["skin_images"], &json["equal"]), (&json!([1]), &json!(false)));
}

#[test]
fn diff_measures_distances_in_units_for_each_sequence() {
    let folder = TempFolder::new();
    folder.file("a.md2", &triangle());
    let mut file = one_triangle().build();
    // Moves all three vertices of the second frame by two units.
    let old =
        f32::from_le_bytes(file.bytes()[file.offset_of("frame[1].translate[2]")..][..4].try_into().unwrap());
    file.set_f32("frame[1].translate[2]", old + 2.0);
    folder.file("b.md2", file.bytes());
    let json = json_value(&run(&["diff", "--json", "a.md2", "b.md2"], &folder));
    let expected = json!({ "largest": 2.0, "mean": 1.0 });
    assert_eq!(json["distance"], expected);
    assert_eq!(
        json["sequences"],
        json!([{ "name": "stand", "a": [0, 1], "b": [0, 1], "distance": expected }])
    );
    for (tolerance, expected) in [("1.9", 1), ("2.1", 0)] {
        let output = run(&["diff", "--tolerance", tolerance, "a.md2", "b.md2"], &folder);
        assert_eq!(code(&output), expected, "{}", stdout(&output));
    }
}

#[test]
fn diff_reports_no_distance_without_common_vertices_or_for_different_lengths() {
    let folder = TempFolder::new();
    let compared = |a: &Md2Spec, b: &Md2Spec| {
        folder.file("a.md2", a.build().bytes());
        folder.file("b.md2", b.build().bytes());
        let output = run(&["diff", "a.md2", "b.md2"], &folder);
        assert_eq!((code(&output), stderr(&output).as_str()), (1, ""), "{}", stdout(&output));
        (stdout(&output), json_value(&run(&["diff", "--json", "a.md2", "b.md2"], &folder)))
    };
    let (report, json) = compared(&with_frames(["run1", "run2"]), &with_frames(["run1", "run2", "run3"]));
    assert!(report.contains("sequence   run  0..1 -> 0..2: nothing to compare\n"), "{report}");
    assert!(report.contains("distance   at most 0.0000 units, "), "two common frames: {report}");
    assert_eq!(json["sequences"], json!([{ "name": "run", "a": [0, 1], "b": [0, 2], "distance": null }]));
    assert_eq!(json["distance"], json!({ "largest": 0.0, "mean": 0.0 }));

    let mut bare = one_triangle();
    bare.triangles.clear();
    bare.gl_words.clear();
    let (report, json) = compared(&one_triangle(), &bare);
    assert!(report.contains("distance   nothing to compare\n"), "{report}");
    assert!(json["distance"].is_null(), "{json}");
}

#[test]
fn diff_has_exit_codes_for_equal_models_and_for_errors() {
    let folder = TempFolder::new();
    folder.file("a.md2", &triangle());
    folder.file("b.md2", &triangle());
    let mut longer = triangle();
    longer.push(0);
    folder.file("longer.md2", &longer);
    let output = run(&["diff", "a.md2", "b.md2"], &folder);
    assert_eq!((code(&output), stdout(&output).as_str()), (0, "a.md2 and b.md2 are identical\n"));
    let output = run(&["diff", "a.md2", "longer.md2"], &folder);
    assert_eq!(code(&output), 0);
    assert!(stdout(&output).ends_with("are equal, but not byte for byte\n"), "{}", stdout(&output));
    for arguments in [["diff", "a.md2", "none.md2"], ["diff", "a.md2", "."], ["diff", "-", "-"]] {
        let output = run(&arguments, &folder);
        assert_eq!(
            (code(&output), stderr(&output).lines().count()),
            (2, 1),
            "{arguments:?}: {}",
            stderr(&output)
        );
    }
}
