//! Tests conversions between all formats, and the report of lost data.

use std::fs;
use std::process::Output;

use md2_testdata::mdl::{MdlSpec, frame_group, skin_group};
use md2_testdata::{md3, mdl, with_frames};
use md3_format::Md3;
use md3_format::raw::Tag;

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
        ("l.glb", "lg.md3", 5),
        ("l.obj", "lo.md3", 1),
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
    folder.write("legs.md2", with_frames(["run1", "run2", "jump1", "jump2"]).build().bytes());
    let text = converted(&folder, &["torch.mdl", "-o", "torch.md2"]);
    for expected in [
        "the effects in the header are not exported: flags 0x9",
        "the random start time of each entity is not exported",
        "the position of the eyes is not exported",
        "the times of 1 sequence are not exported; the game shows 10 frames per second: flame",
        "only the first image of the animated skin",
    ] {
        assert!(text.contains(expected), "{expected:?} is not in\n{text}");
    }
    let skins =
        md2_load::load(&fs::read(folder.path("torch.md2")).unwrap(), &Default::default()).unwrap().skins;
    assert_eq!(skins.alternatives.len(), 2, "each skin of the MDL has a path in the MD2");
    assert!(folder.path("torch.png").is_file() && folder.path("torch_skin2.png").is_file());
    let output = convert(&folder, &["torch.mdl", "-o", "torch.md2", "--force", "--json"]);
    let losses = json(&output)["losses"].as_array().unwrap().clone();
    let kinds: Vec<_> = losses.iter().map(|loss| loss["kind"].as_str().unwrap()).collect();
    for kind in ["effects", "timing", "eye-position", "skin-images"] {
        assert!(kinds.contains(&kind), "{kind} is not in {kinds:?}");
    }
    assert!(json(&output)["position_error"]["largest"].as_f64().is_some());
    let text = converted(&folder, &["legs.md2", "-o", "legs.md3"]);
    assert!(
        text.contains("an MD3 contains no sequences; --animation-cfg writes them to a file: run, jump"),
        "{text}"
    );
}

#[test]
fn skins_with_an_image_are_kept_and_others_are_named() {
    let folder = TempFolder::new();
    folder.write("p/lower.md3", md3::player_lower().build().bytes());
    let image = concat!(env!("CARGO_MANIFEST_DIR"), "/../../assets/wanderer/wanderer.png");
    for (skin, file) in [("default", "legs.png"), ("blue", "blue.png"), ("red", "gone.png")] {
        folder.write(&format!("p/lower_{skin}.skin"), format!("l_legs,p/{file}\n").as_bytes());
        if skin != "red" {
            folder.write(&format!("p/{file}"), &fs::read(image).unwrap());
        }
    }
    for output in ["legs.md2", "legs.mdl"] {
        let text = converted(&folder, &["p/lower.md3", "-o", output]);
        assert!(text.contains("skins whose image was not found are not exported: red"), "{output}: {text}");
        let model = md2_load::load(&fs::read(folder.path(output)).unwrap(), &Default::default()).unwrap();
        assert_eq!(model.skins.alternatives.len(), 2, "{output}");
    }
    assert!(folder.path("legs.png").is_file() && folder.path("legs_skin2.png").is_file());
}

#[test]
fn refuses_what_makes_no_sense_and_writes_nothing() {
    let folder = TempFolder::new();
    folder.write("a.mdl", mdl::one_triangle().build().bytes());
    folder.write("many.md2", with_frames((1..=300).map(|i| format!("run{i}"))).build().bytes());
    folder.write("a.obj", b"v 0 0 0\nv 8 0 0\nv 0 8 0\nf 1 2 3\n");
    folder.write("far.obj", b"v 0 0 0\nv 8 0 0\nv 0 513 0\nf 1 2 3\n");
    let vertices: String = (0..1000).map(|i| format!("v {i} {} 0\n", i % 2)).collect();
    let faces: String = (1..=998).map(|i| format!("f {i} {} {}\n", i + 1, i + 2)).collect();
    folder.write("strip.obj", (vertices + &faces).as_bytes());
    fs::create_dir(folder.path("models")).unwrap();
    for (arguments, expected) in [
        (&["a.mdl", "-o", "b.mdl"][..], "a is already an MDL; `md2 edit` changes it"),
        (
            &["many.md2", "-o", "b.mdl"],
            "300 frames, the limit of the original game is 256: select frames with --frames",
        ),
        (
            &["a.mdl", "-o", "b.md3", "--engine", "classic"],
            "this engine loads no MD3; choose ironwail, q2pro or quake3",
        ),
        (&["a.mdl", "-o", "b.md2", "--engine", "ironwail"], "--engine applies to mdl, md3, not to md2"),
        (&["a.obj", "-o", "b.mdl", "--animation-cfg"], "--animation-cfg applies to MD3 only"),
        (&["far.obj", "-o", "b.md3"], "coordinate 513.00, MD3 stores -512 to 511.98: use a smaller --scale"),
        (
            &["strip.obj", "-o", "b.md3", "--engine", "quake3", "--scale", "0.1"],
            "1000 vertices, the limit of Quake III is 999: simplify the model",
        ),
        (&["a.obj", "-o", "b.glb"], "glTF and OBJ can be converted to MD2, MDL and MD3, not to b.glb"),
        (&["a.mdl", "-o", "b.md2", "--dither"], "--dither applies to mdl, not to md2"),
        (&["a.obj", "-o", "b.md2", "--dither"], "--dither applies to MDL only"),
        (&["models", "-o", "b.md2"], "`md2 export` converts them"),
    ] {
        let output = convert(&folder, arguments);
        assert_ne!(code(&output), 0, "{arguments:?}");
        assert!(stderr(&output).contains(expected), "{arguments:?}: {}", stderr(&output));
    }
    assert_eq!(
        md2_testdata::names(&folder),
        ["a.mdl", "a.obj", "far.obj", "many.md2", "models", "strip.obj"]
    );
    converted(&folder, &["many.md2", "-o", "b.mdl", "--engine", "quakespasm"]);
    assert_eq!(counts(&folder, "b.mdl"), (300, 1));
}

#[test]
fn an_md3_gets_skin_files_and_its_sequences() {
    let folder = TempFolder::new();
    folder.write("tris.md2", with_frames(["stand1", "run1", "run2", "death1"]).build().bytes());
    folder.write("lamp.mdl", md2_testdata::mdl::fullbright().build().bytes());
    converted(&folder, &["lamp.mdl", "-o", "lamp.md3"]);
    assert_eq!(fs::read_to_string(folder.path("lamp.md3_0.skin")).unwrap(), "lamp,progs/lamp_0.png\n");
    converted(&folder, &["tris.md2", "-o", "tris.md3", "--animation-cfg"]);
    let rows = fs::read_to_string(folder.path("animation.cfg")).unwrap();
    assert_eq!(rows, "// first count loop fps\n0 1 1 10 // stand\n1 2 2 10 // run\n3 1 0 10 // death\n");
}

/// Returns the name, the shader and the sorted positions of the surfaces of an MD3. Positions are in 64ths of a unit.
fn surfaces(file: &[u8]) -> Vec<(String, String, Vec<[i16; 3]>)> {
    let named = |surface: &md3_format::Surface<'_>| {
        let mut positions: Vec<_> = surface.vertices(0).iter().map(|vertex| vertex.xyz).collect();
        positions.sort_unstable();
        (surface.name().to_string(), surface.shaders().record(0).name.to_string(), positions)
    };
    Md3::parse(file).unwrap().surfaces().iter().map(named).collect()
}

#[test]
fn each_material_of_an_import_becomes_a_surface() {
    let folder = TempFolder::new();
    // Two triangles with the corners (0, 0, 0), (1, 0, 0) and (0, 1, 0), in meters with Y up.
    let gltf = r#"{"asset":{"version":"2.0"},"scene":0,"scenes":[{"nodes":[0]}],"nodes":[{"mesh":0}],
"meshes":[{"primitives":[{"attributes":{"POSITION":0},"material":0},{"attributes":{"POSITION":0},"material":1}]}],
"materials":[{"name":"Red Paint","pbrMetallicRoughness":{"baseColorFactor":[1,0,0,1]}},
{"name":"tag_blue","pbrMetallicRoughness":{"baseColorFactor":[0,0,1,1]}}],
"accessors":[{"bufferView":0,"componentType":5126,"count":3,"type":"VEC3","min":[0,0,0],"max":[1,1,0]}],
"bufferViews":[{"buffer":0,"byteLength":36}],"buffers":[{"byteLength":36,
"uri":"data:application/octet-stream;base64,AAAAAAAAAAAAAAAAAACAPwAAAAAAAAAAAAAAAAAAgD8AAAAA"}]}"#;
    folder.write("box.gltf", gltf.as_bytes());
    fs::create_dir_all(folder.path("models/props")).unwrap();
    converted(&folder, &["box.gltf", "-o", "models/props/box.md3"]);
    // A meter has 32 units, X becomes Y, and Y becomes Z.
    let corners = [[0, 0, 0], [0, 0, 32 * 64], [0, 32 * 64, 0]];
    let surface =
        |name: &str, image: &str| (name.to_owned(), format!("models/props/{image}"), corners.to_vec());
    let file = fs::read(folder.path("models/props/box.md3")).unwrap();
    assert_eq!(surfaces(&file), [surface("Red_Paint", "box_0.png"), surface("tagblue", "box_1.png")]);
    let skin = fs::read_to_string(folder.path("models/props/box.md3_0.skin")).unwrap();
    assert_eq!(skin, "Red_Paint,models/props/box_0.png\ntagblue,models/props/box_1.png\n");
    let image = md2_assets::load_image(&folder.path("models/props/box_1.png")).unwrap();
    assert!(image.pixels().all(|pixel| pixel == [0, 0, 255, 255]));
}

/// Returns the tags of all frames of an MD3: names, origins and axes.
fn tags(file: &[u8]) -> Vec<(String, Vec<f32>)> {
    let md3 = Md3::parse(file).unwrap();
    let numbers = |tag: Tag| tag.origin.into_iter().chain(tag.axes.as_flattened().iter().copied()).collect();
    let frames = (0..md3.frame_count()).flat_map(|frame| md3.tags(frame).iter());
    frames.map(|tag| (tag.name.to_string(), numbers(tag))).collect()
}

#[test]
fn a_part_of_a_player_keeps_its_sequences_and_tags_through_gltf() {
    let folder = TempFolder::new();
    md3::write_player(&folder, "a");
    // All ranges are in the four frames. The frame numbers of the legs continue after those of the torso.
    let row = |row: usize| {
        let first = if row < 13 { row % 3 } else { 4 + (row - 13) % 3 };
        format!("{first} {} {} {}\n", 1 + row % 2, row % 2, 10 + row)
    };
    folder.write("a/animation.cfg", (0..25).map(row).collect::<String>().as_bytes());
    for part in ["lower", "upper"] {
        let [source, gltf] = [format!("a/{part}.md3"), format!("{part}.glb")];
        let output = format!("{part}/{part}.md3");
        fs::create_dir(folder.path(part)).unwrap();
        converted(&folder, &[&source, "-o", &gltf]);
        let lost = converted(&folder, &[&gltf, "-o", &output, "--animation-cfg"]);
        assert!(!lost.contains("lost "), "{lost}");
        let sequences = |file: &str| {
            let output = md2().args(["info", "--json", file]).current_dir(&*folder).output().unwrap();
            json(&output)["ranges"].clone()
        };
        assert!(sequences(&source).to_string().contains("fps"), "{}", sequences(&source));
        assert_eq!(sequences(&output), sequences(&source));
        let [before, after] = [&source, &output].map(|file| tags(&fs::read(folder.path(file)).unwrap()));
        assert_eq!(before.len(), after.len());
        for ((name, numbers), (new_name, new)) in before.iter().zip(&after) {
            assert_eq!(name, new_name);
            assert!(numbers.iter().zip(new).all(|(a, b)| (a - b).abs() < 1e-4), "{numbers:?}, {new:?}");
        }
        // An MD2 holds neither.
        let lost = converted(&folder, &[&gltf, "-o", &format!("{part}.md2")]);
        assert!(
            lost.contains("only MD3 models have tags: \"tag_") && lost.contains("sequences: \"BOTH"),
            "{lost}"
        );
    }
}

#[test]
fn animated_tags_of_other_programs_are_sampled() {
    let folder = TempFolder::new();
    folder.write("a.md3", md3::turning_tag().build().bytes());
    converted(&folder, &["a.md3", "-o", "a.glb"]);
    let output = md2().args(["import", "a.glb", "-o", "b.md3", "--resample"]).current_dir(&*folder).output();
    assert_eq!(code(&output.unwrap()), 0);
    // Ten frames a second are the rate of the sequence. The fifth frame equals the first, so that the animation repeats.
    let found = tags(&fs::read(folder.path("b.md3")).unwrap());
    let origins: Vec<f32> = found.iter().map(|(_, numbers)| numbers[0]).collect();
    assert_eq!(origins, [0.0, 8.0, 16.0, 24.0, 32.0]);
    let forward: Vec<_> = found.iter().map(|(_, numbers)| [numbers[3].round(), numbers[4].round()]).collect();
    assert_eq!(forward, [[1.0, 0.0], [0.0, 1.0], [-1.0, 0.0], [0.0, -1.0], [1.0, 0.0]]);
}
