//! Tests conversions between all formats, and the report of lost data.

use std::fs;
use std::process::Output;

use md2_testdata::mdl::{MdlSpec, frame_group, skin_group};
use md2_testdata::{md3, mdl, with_frames};

use crate::common::{TempFolder, code, json, md2, stderr};

fn convert(folder: &TempFolder, arguments: &[&str]) -> Output {
    md2().arg("convert").args(arguments).current_dir(folder).output().unwrap()
}

#[track_caller]
fn converted(folder: &TempFolder, arguments: &[&str]) -> String {
    let output = convert(folder, arguments);
    assert_eq!(code(&output), 0, "{arguments:?}: {}", stderr(&output));
    stderr(&output)
}

/// Returns the number of frames and triangles of a model according to `info`.
fn counts(folder: &TempFolder, file: &str) -> (u64, u64) {
    let output = md2().args(["info", "--json", file]).current_dir(folder).output().unwrap();
    let info = json(&output);
    (info["frames"].as_u64().unwrap(), info["triangles"].as_u64().unwrap())
}

#[test]
fn every_direction_keeps_frames_and_triangles() {
    let folder = TempFolder::new();
    let names = ["stand1", "stand2", "run1", "run2", "run3"];
    folder.write("a.md2", with_frames(names).build().bytes());
    folder.write("a.mdl", mdl::with_frames(names).build().bytes());
    folder.write("a.md3", md3::one_triangle().build().bytes());
    for (from, to, frames) in [
        ("a.md2", "2.mdl", 5),
        ("a.mdl", "l.md2", 5),
        ("2.mdl", "2l.md2", 5),
        ("a.md2", "2.glb", 0),
        ("a.mdl", "l.glb", 0),
        ("2.glb", "2g.mdl", 5),
        ("l.glb", "lg.mdl", 5),
        ("l.glb", "lg.md2", 5),
        ("a.mdl", "l.obj", 0),
        ("a.mdl", "l.md3", 5),
        ("a.md2", "2.md3", 5),
        ("l.obj", "lo.mdl", 1),
        ("l.obj", "lo.md2", 1),
    ] {
        converted(&folder, &[from, "-o", to]);
        if frames > 0 {
            assert_eq!(counts(&folder, to), (frames, 1), "{to}");
        }
    }
    let (frames, _) = counts(&folder, "a.md3");
    for to in ["3.mdl", "3.md2"] {
        converted(&folder, &["a.md3", "-o", to]);
        assert_eq!(counts(&folder, to), (frames, 1), "{to}");
    }
}

#[test]
fn standard_error_and_json_list_the_losses_of_an_md2() {
    let folder = TempFolder::new();
    let spec = MdlSpec { skins: skin_group().skins, flags: 9, sync_type: 1, ..frame_group() };
    folder.write("torch.mdl", spec.build().bytes());
    let text = converted(&folder, &["torch.mdl", "-o", "torch.md2"]);
    for expected in [
        "the effects in the header are not exported: flags 0x9",
        "the random start time of each entity is not exported",
        "the position of the eyes is not exported",
        "the times of 1 sequence are not exported; the game shows 10 frames per second: flame",
        "only the first image of the animated skin",
        "only the first skin is exported",
    ] {
        assert!(text.contains(expected), "{expected:?} is not in\n{text}");
    }
    let output = convert(&folder, &["torch.mdl", "-o", "torch.md2", "--force", "--json"]);
    let losses = json(&output)["losses"].as_array().unwrap().clone();
    let kinds: Vec<_> = losses.iter().map(|loss| loss["kind"].as_str().unwrap()).collect();
    for kind in ["effects", "timing", "eye-position", "skin-images", "skins"] {
        assert!(kinds.contains(&kind), "{kind} is not in {kinds:?}");
    }
    assert!(json(&output)["position_error"]["largest"].as_f64().is_some());
}

#[test]
fn refuses_what_makes_no_sense_and_writes_nothing() {
    let folder = TempFolder::new();
    folder.write("a.mdl", mdl::one_triangle().build().bytes());
    folder.write("many.md2", with_frames((1..=300).map(|i| format!("run{i}"))).build().bytes());
    folder.write("a.obj", b"v 0 0 0\nv 8 0 0\nv 0 8 0\nf 1 2 3\n");
    fs::create_dir(folder.path("models")).unwrap();
    for (arguments, expected) in [
        (&["a.mdl", "-o", "b.mdl"][..], "a is already an MDL; `md2 edit` changes it"),
        (
            &["many.md2", "-o", "b.mdl"],
            "300 frames, the limit of the original game is 256: select frames with --frames",
        ),
        (&["a.obj", "-o", "b.glb"], "glTF and OBJ can be converted to MD2 and MDL, not to b.glb"),
        (&["a.mdl", "-o", "b.md2", "--dither"], "--dither applies to mdl, not to md2"),
        (&["a.obj", "-o", "b.md2", "--dither"], "--dither applies to MDL only"),
        (&["models", "-o", "b.md2"], "`md2 export` converts them"),
    ] {
        let output = convert(&folder, arguments);
        assert_ne!(code(&output), 0, "{arguments:?}");
        assert!(stderr(&output).contains(expected), "{arguments:?}: {}", stderr(&output));
    }
    assert_eq!(md2_testdata::names(&folder), ["a.mdl", "a.obj", "many.md2", "models"]);
    converted(&folder, &["many.md2", "-o", "b.mdl", "--engine", "quakespasm"]);
    assert_eq!(counts(&folder, "b.mdl"), (300, 1));
}
