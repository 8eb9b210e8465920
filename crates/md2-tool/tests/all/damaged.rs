//! Tests that damaged files are reported as damaged and opened as far as possible.

use std::fs;

use crate::common::{TempFolder, code, json, md2, stderr, stdout};
use md2_testdata::{TaggedBytes, one_triangle};

/// Returns damaged files with their expected repairs.
fn damaged() -> Vec<(&'static str, Vec<u8>, &'static str)> {
    let edited = |edit: fn(&mut TaggedBytes) -> &mut TaggedBytes| {
        let mut file = one_triangle().build();
        edit(&mut file);
        file.into_bytes()
    };
    vec![
        ("version.md2", edited(|file| file.set_i32("version", 9)), "header, version: read 9 as 8"),
        (
            "counts.md2",
            edited(|file| file.set_i32("num_skins", i32::MAX)),
            "header, num_skins: read 2147483647 as 1",
        ),
        ("negative.md2", edited(|file| file.set_i32("num_frames", -1)), "header, num_frames: read -1 as 2"),
        (
            "corner.md2",
            edited(|file| file.set_u16("tri[0].st[0]", 65535)),
            "triangle 0: the first of 1 corners without a skin coordinate, set to (0, 0)",
        ),
    ]
}

/// A warning contains the path as given. It contains the module of the program only if `RUST_LOG` is set.
#[test]
fn a_warning_starts_with_the_path_as_given() {
    let folder = TempFolder::new();
    let (name, bytes, _) = damaged().remove(0);
    folder.file(&format!("deep/{name}"), &bytes);
    let given = format!("deep/{name}");
    for arguments in [&["info", given.as_str()][..], &["export", given.as_str(), "-o", "out.obj"]] {
        let mut command = md2();
        let output = command.args(arguments).current_dir(&folder).output().unwrap();
        let text = stderr(&output);
        assert_eq!(code(&output), 0, "{arguments:?}: {text}");
        assert!(text.contains(&format!("WARN {given} is damaged: ")), "{arguments:?}: {text}");
    }
    let mut command = md2();
    let asked = command.env("RUST_LOG", "warn").args(["info", &given]).current_dir(&folder).output().unwrap();
    assert!(stderr(&asked).contains("WARN md2_tool::"), "{}", stderr(&asked));
}

#[test]
fn info_reports_damage_and_each_repair() {
    let folder = TempFolder::new();
    for (name, bytes, repair) in damaged() {
        let path = folder.file(name, &bytes);
        let output = md2().arg("info").arg(&path).output().unwrap();
        let text = stderr(&output);
        assert_eq!(code(&output), 0, "{text}");
        assert!(text.contains(&format!("{name} is damaged: MD2: ")) && text.contains(repair), "{text}");
        assert_eq!(text.lines().count(), 1, "{text}");
        let text = stdout(&output);
        assert!(
            text.contains("  damaged    MD2: ") && text.contains(&format!("  repaired   {repair}\n")),
            "{text}"
        );

        let json = json(&md2().args(["info", "--json"]).arg(&path).output().unwrap());
        assert!(json["damage"].as_str().unwrap().starts_with("MD2: "), "{json}");
        assert_eq!(json["repairs"], serde_json::json!([repair]));
        assert_eq!(fs::read(&path).unwrap(), bytes, "nothing is written");
    }
    let sound = folder.file("sound.md2", one_triangle().build().bytes());
    let output = md2().args(["info", "--json"]).arg(&sound).output().unwrap();
    let json = json(&output);
    assert!(json["damage"].is_null() && json["repairs"] == serde_json::json!([]), "{json}");
    assert_eq!(stderr(&output), "");
}

/// The test model has a skin size of 64 x 64.
#[test]
fn info_notes_a_skin_with_another_aspect_ratio() {
    let folder = TempFolder::new();
    let path = folder.file("m.md2", one_triangle().build().bytes());
    image::RgbaImage::from_pixel(128, 32, image::Rgba([90, 120, 40, 255]))
        .save(folder.join("skin.png"))
        .unwrap();
    let expected = "skin.png: the image has 128 x 32 pixels, the model's skin 64 x 64: \
                    stretched 4.00 times in height";
    let text = stdout(&md2().arg("info").arg(&path).output().unwrap());
    assert!(text.contains(&format!("note: {expected}\n")), "{text}");
    let json = json(&md2().args(["info", "--json"]).arg(&path).output().unwrap());
    assert_eq!(json["notes"], serde_json::json!([expected]));
}
