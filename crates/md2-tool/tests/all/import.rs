//! Tests the written files, the report and the errors of `import`.

use std::fs;
use std::path::Path;
use std::process::Output;

use crate::common::{TempFolder, code, content, json, md2, stderr};
use md2_export::gltf::glb;
use md2_testdata::{names, native};

fn obj(height: f32) -> String {
    let mut text = String::from("v 0 0 0\nv 16 0 0\nv 16 16 0\nv 0 16 0\n");
    text.push_str(&format!("v 8 8 {height}\nvt 0 0\nvt 1 0\nvt 1 1\n"));
    text + "f 4/1 3/2 2/3 1/3\nf 1/1 2/2 5/3\nf 2/1 3/2 5/3\nf 3/1 4/2 5/3\nf 4/1 1/2 5/3\n"
}

fn frames(folder: &TempFolder) {
    for (name, height) in [("run_1", 8.0), ("run_2", 13.7), ("run_10", 21.3), ("die_1", 2.0)] {
        folder.file(&format!("{name}.obj"), obj(height).as_bytes());
    }
}

fn triangle_glb() -> Vec<u8> {
    let json = r#"{"asset":{"version":"2.0"},"scene":0,"scenes":[{"nodes":[0]}],"nodes":[{"mesh":0}],
        "meshes":[{"primitives":[{"attributes":{"POSITION":0}}]}],
        "animations":[{"name":"hop","channels":[{"sampler":0,"target":{"node":0,"path":"translation"}}],
            "samplers":[{"input":1,"output":2}]}],
        "accessors":[{"bufferView":0,"componentType":5126,"count":3,"type":"VEC3"},
            {"bufferView":0,"byteOffset":36,"componentType":5126,"count":2,"type":"SCALAR"},
            {"bufferView":0,"byteOffset":44,"componentType":5126,"count":2,"type":"VEC3"}],
        "bufferViews":[{"buffer":0,"byteLength":68}],"buffers":[{"byteLength":68}]}"#;
    let corners = [0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 1.0, 0.0];
    let keys = [0.0, 0.3, 0.0, 0.0, 0.0, 0.0, 1.0, 0.0];
    let bin: Vec<u8> = corners.iter().chain(&keys).flat_map(|number: &f32| number.to_le_bytes()).collect();
    glb::write(json.as_bytes(), &bin).unwrap()
}

fn import(folder: &TempFolder, arguments: &[&str]) -> Output {
    md2().arg("import").args(arguments).current_dir(folder).output().unwrap()
}

#[test]
fn obj_files_become_a_model_with_a_skin() {
    let folder = TempFolder::new();
    frames(&folder);
    let arguments = ["run_10.obj", "run_2.obj", "run_1.obj", "die_1.obj", "-o", "tris.md2", "--feet", "-24"];
    let output = import(&folder, &arguments);
    let text = stderr(&output);
    assert_eq!(code(&output), 0, "{text}");
    assert!(output.stdout.is_empty());
    for line in [
        "skin       tris.png, 4 x 4; the model refers to \"tris.pcx\" with 4 x 4 texels",
        "model      tris.md2: 5 vertices, 6 triangles, 3 skin coordinates, 4 frames, ",
        "sequence   run: 3 frames, 0 to 2",
        "sequence   die: 1 frame, 3 to 3",
        "error      position error from rounding: ",
    ] {
        assert!(text.lines().any(|found| found.starts_with(line)), "{line}\nin\n{text}");
    }
    assert!(text.contains("(z from -24.0 to -2.7)"), "{text}");
    assert!(!text.contains("warning"), "{text}");
    // `info` reads the model and finds the skin.
    let info = md2().args(["info", "tris.md2"]).current_dir(&folder).output().unwrap();
    let report = String::from_utf8_lossy(&info.stdout);
    assert!(code(&info) == 0 && report.contains("tris.png") && report.contains("run"), "{report}");
    let check = ["check", "--fail-on", "warning", "tris.md2"];
    assert_eq!(code(&md2().args(check).current_dir(&folder).output().unwrap()), 0);

    // The argument can be a folder of OBJ files.
    let output = import(&folder, &[".", "-o", "again.md2"]);
    assert_eq!(code(&output), 0, "{}", stderr(&output));
    let output = import(&folder, &["run_1.obj", "tris.md2", "-o", "b.md2"]);
    assert_eq!(code(&output), 2, "{}", stderr(&output));
}

#[test]
fn the_image_of_obj_files_becomes_the_skin() {
    let folder = TempFolder::new();
    let assets = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../assets/wanderer/tris.md2");
    let export = ["-o", "run.obj", "--sequence", "run"];
    let objs = folder.join("objs");
    fs::create_dir(&objs).unwrap();
    let exported = md2().arg("export").arg(assets).args(export).current_dir(&objs).output().unwrap();
    assert_eq!(code(&exported), 0, "{}", stderr(&exported));
    let picture = names(&objs).into_iter().find(|name| name.ends_with(".png")).unwrap();
    let pixels = fs::read(objs.join(&picture)).unwrap();

    let output = import(&folder, &["objs", "-o", "x.md2"]);
    let text = stderr(&output);
    assert!(code(&output) == 0 && !text.contains("note"), "{text}");
    assert_eq!(fs::read(folder.join("x.png")).unwrap(), pixels);
    let side = |at: usize| u32::from_be_bytes(pixels[at..][..4].try_into().unwrap());
    let size = format!(
        "skin       x.png, {0} x {1}; the model refers to \"x.pcx\" with {0} x {1} texels\n",
        side(16),
        side(20)
    );
    assert!(side(16) > 4 && text.contains(&size), "{size} in {text}");
    // The image is an input, too.
    let over = format!("objs/{}", picture.replace(".png", ".md2"));
    let output = import(&folder, &["objs", "-o", &over, "--force"]);
    assert!(code(&output) == 2 && stderr(&output).contains("would overwrite"), "{}", stderr(&output));

    fs::remove_file(objs.join(picture)).unwrap();
    let output = import(&folder, &["objs", "-o", "y.md2"]);
    let text = stderr(&output);
    let note = "lost       the image cannot be read, so the skin has a single color: ";
    assert!(code(&output) == 0 && text.contains(note) && text.contains("y.png, 4 x 4"), "{text}");
}

#[test]
fn detects_a_gltf_by_its_content_and_reports_json() {
    let folder = TempFolder::new();
    folder.file("hop.bin", &triangle_glb());
    let arguments =
        ["hop.bin", "-o", "hop.md2", "--json", "--fps", "20", "--pcx", "--skin-name", "models/hop.pcx"];
    let output = import(&folder, &arguments);
    assert_eq!(code(&output), 0, "{}", stderr(&output));
    let json = json(&output);
    assert_eq!(json["sequences"][0]["name"], "hop");
    assert_eq!((&json["frames"], &json["skin"]), (&7.into(), &"hop.pcx".into()));
    assert_eq!(json["skin_name"], "models/hop.pcx");
    // The limit is half a quantization step. A step is 1/255 of the height of 64 units.
    assert!(json["position_error"]["largest"].as_f64().unwrap() <= 64.0 / 510.0 + 1e-5, "{json}");
    assert!(fs::read(folder.join("hop.pcx")).unwrap().starts_with(&[10, 5, 1, 8]));
    // No skin is written if the model goes to standard output.
    let output = md2()
        .args(["import", "-", "-o", "-"])
        .stdin(fs::File::open(folder.join("hop.bin")).unwrap())
        .current_dir(&folder)
        .output()
        .unwrap();
    assert!(code(&output) == 0 && output.stdout.starts_with(b"IDP2"), "{}", stderr(&output));
    assert_eq!(names(&folder), ["hop.bin", "hop.md2", "hop.pcx"]);
}

/// Returns a glTF with a body that an animation moves, and a weapon at its hand.
pub(crate) fn armed_glb() -> Vec<u8> {
    let glb = triangle_glb();
    let container = glb::read(&glb).unwrap();
    let nodes = r#""nodes":[0]}],"nodes":[{"mesh":0,"name":"Body","children":[1]},{"name":"hand.r","children":[2]},
        {"mesh":0,"name":"Axe"}]"#;
    let json = String::from_utf8(container.json.to_vec()).unwrap();
    let json =
        json.replace(r#""nodes":[0]}],"nodes":[{"mesh":0}]"#, nodes).replace("\"hop\"", "\"Running_A\"");
    glb::write(json.as_bytes(), container.bin.unwrap()).unwrap()
}

#[test]
fn one_command_writes_a_player_with_its_weapons() {
    let folder = TempFolder::new();
    folder.file("pack.glb", &armed_glb());
    let out = folder.join("players/knight");
    fs::create_dir_all(&out).unwrap();
    let model = native("players/knight/tris.md2");
    let arguments = ["pack.glb", "-o", &model, "--player"];
    let output = import(&folder, &arguments);
    let text = stderr(&output);
    assert_eq!(code(&output), 0, "{text}");
    assert_eq!(names(&out), ["tris.md2", "tris.png", "weapon.md2", "weapon.png"]);
    assert!(text.contains("the model refers to \"players/knight/tris.pcx\""), "{text}");
    let weapon = native("players/knight/weapon.md2");
    assert!(text.contains(&format!("weapon     {weapon}: \"Axe\", 3 vertices, 1 triangles")), "{text}");
    let info = md2().args(["info", "players/knight/tris.md2"]).current_dir(&folder).output().unwrap();
    let report = String::from_utf8_lossy(&info.stdout);
    assert!(report.contains("weapons: weapon") && report.contains("20 of 20 names match"), "{report}");
    // An existing weapon is as safe as the model.
    fs::remove_file(out.join("tris.md2")).unwrap();
    fs::remove_file(out.join("tris.png")).unwrap();
    let output = import(&folder, &arguments);
    assert!(
        code(&output) == 1 && stderr(&output).contains("weapon.md2: the file exists"),
        "{}",
        stderr(&output)
    );
    assert_eq!(names(&out), ["weapon.md2", "weapon.png"]);

    folder.file("table.txt", b"attack = Running_*");
    let again = [&arguments[..], &["--force", "--json", "--clip-table", "table.txt"]].concat();
    let json = json(&import(&folder, &again));
    let attack = json["sequences"].as_array().unwrap().iter().find(|one| one["name"] == "attack").unwrap();
    assert_eq!(attack["source"], "Running_A");
    let axe = &json["weapons"][0];
    assert_eq!((&axe["source"], &axe["frames"]), (&"Axe".into(), &198.into()));
    assert_eq!(axe["output"], weapon);
    folder.file("table.txt", b"# mine\nfly = Running_*");
    let output = import(&folder, &again);
    assert!(
        stderr(&output).contains("\"table.txt\", line 2: found \"fly\", expected stand, run"),
        "{}",
        stderr(&output)
    );
}

#[test]
fn lists_a_gltf_and_selects_from_it() {
    let folder = TempFolder::new();
    folder.file("pack.glb", &armed_glb());
    let output = import(&folder, &["pack.glb", "--list"]);
    let text = String::from_utf8_lossy(&output.stdout);
    let expected = "mesh       Body: 3 vertices, 1 triangles
mesh       Axe: 3 vertices, 1 triangles, below \"hand.r\", a weapon
clip       Running_A: 0.30 s, 2 keyframes
";
    assert_eq!((code(&output), &*text), (0, expected), "{}", stderr(&output));
    let output = import(&folder, &["pack.glb", "-o", "a.md2", "--mesh", "axe", "--clip", "run*", "--json"]);
    assert_eq!(json(&output)["triangles"], 1, "{}", stderr(&output));
    let wrong = import(&folder, &["pack.glb", "-o", "b.md2", "--clip", "swim"]);
    let expected = "no clip matches \"swim\"; the file has: \"Running_A\"";
    assert!(code(&wrong) == 2 && stderr(&wrong).contains(expected), "{}", stderr(&wrong));
    let missing = import(&folder, &["pack.glb"]);
    assert!(code(&missing) == 2 && stderr(&missing).contains("--output"), "{}", stderr(&missing));
}

#[test]
fn an_error_overwrites_nothing_and_leaves_no_file() {
    let folder = TempFolder::new();
    frames(&folder);
    let glb = triangle_glb();
    folder.file("hop.glb", &glb);
    folder.file("cut.glb", &glb[..glb.len() - 30]);
    folder.file("mine.png", b"mine");
    // The content, not the extension, determines the format.
    folder.file("odd.md2", &glb);
    folder.file("tris.md2", b"IDP2\x08\0\0\0");
    let before = content(&folder);
    let check = |arguments: &[&str], expected_code: i32, expected: &str| {
        let output = import(&folder, arguments);
        let text = stderr(&output);
        assert_eq!(code(&output), expected_code, "{arguments:?}: {text}");
        assert!(text.contains(expected) && text.lines().count() == 1, "{arguments:?}: {text}");
        assert!(content(&folder) == before, "{arguments:?}: something changed");
    };
    let named =
        "the output is an MD2, MDL or MD3, so its name must end in .md2, .mdl or .md3, or have no extension";
    let long = "x".repeat(64);
    for (arguments, code, expected) in [
        (&["odd.md2", "-o", "odd.md2", "--force"][..], 2, "would overwrite the input"),
        (&["hop.glb", "-o", "hop.glb", "--force"], 2, named),
        (&["hop.glb", "-o", "q.OBJ", "--force"], 2, named),
        (&["hop.glb", "-o", "q.md2.bak", "--force"], 2, named),
        (&["hop.glb", "-o", "out/"], 2, "out/ is a folder: choose a file name, such as out/tris.md2"),
        (
            &["hop.glb", "-o", "a.md2", "--skin", "nosuch.png"],
            1,
            "cannot use --skin: there is no file \"nosuch.png\"",
        ),
        (&["hop.glb", "--skin", "mine.png", "-o", "mine.md2", "--force"], 2, "would overwrite the input"),
        (&["hop.glb", "-o", "mine.md2"], 1, "mine.png: the file exists; --force overwrites it"),
        (&["cut.glb", "-o", "a.md2"], 1, "cannot import \"cut.glb\": the file: found "),
        (
            &["tris.md2", "-o", "q.md2"],
            1,
            "\"tris.md2\": the file: found a Quake II model (MD2), expected glTF, or OBJ",
        ),
        (&["run_1.obj", "mine.png", "-o", "a.md2"], 2, "several files must all be OBJ"),
        (&["hop.glb", "-o", "a.md2", "--palette", "mine.png"], 1, "expected a PCX of 256 colors"),
        (&["hop.glb", "-o", "a.md2", "--skin", "cut.glb"], 1, "cannot read \"cut.glb\""),
        (&["hop.glb", "-o", "a.md2", "--skin-name", &long], 1, "at most 63 bytes"),
    ] {
        check(arguments, code, expected);
    }
    // An image that the model refers to is an input, too.
    let container = glb::read(&glb).unwrap();
    let named = r#"{"materials":[{"pbrMetallicRoughness":{"baseColorTexture":{"index":0}}}],
        "textures":[{"source":0}],"images":[{"uri":"mine.png"}],"#;
    let json = String::from_utf8(container.json.to_vec()).unwrap().replacen('{', named, 1);
    let json = json.replace("\"POSITION\":0}", "\"POSITION\":0},\"material\":0");
    folder.file("hop.glb", &glb::write(json.as_bytes(), container.bin.unwrap()).unwrap());
    let output = import(&folder, &["hop.glb", "-o", "mine.md2", "--force"]);
    let text = stderr(&output);
    assert!(code(&output) == 2 && text.contains("mine.png would overwrite the input \"mine.png\""), "{text}");

    folder.file("hop.glb", &glb);
    assert!(content(&folder) == before, "something changed");
    let output = import(&folder, &["hop.glb", "-o", "mine.md2", "--force"]);
    assert_eq!(code(&output), 0, "{}", stderr(&output));
    assert!(fs::read(folder.join("mine.png")).unwrap().starts_with(b"\x89PNG"));
}

#[test]
fn escapes_and_shortens_names_for_the_terminal() {
    let folder = TempFolder::new();
    let glb = triangle_glb();
    let container = glb::read(&glb).unwrap();
    let json = String::from_utf8(container.json.to_vec()).unwrap();
    let check = |name: &str, changed: &str| {
        folder.file("evil.glb", &glb::write(changed.as_bytes(), container.bin.unwrap()).unwrap());
        for more in [&["-o", "evil.md2"][..], &["-o", "evil.md2", "--json"]] {
            let output = import(&folder, &[&["evil.glb", "--force"], more].concat());
            for stream in [&output.stdout, &output.stderr] {
                let text = std::str::from_utf8(stream).unwrap();
                let acts = |c: char| (c.is_control() && c != '\n') || ('\u{202a}'..='\u{202e}').contains(&c);
                assert!(!text.contains(acts) && !text.contains("panicked"), "{name}: {text:?}");
                assert!(text.len() < 10_000 || more.len() == 3, "{name}: {} bytes", text.len());
            }
        }
    };
    let evil = r"e\u001b]0;t\u0007\u009b31m\u007f\u202e\r\n";
    for name in [evil, &"long".repeat(17_500)] {
        check("animation", &json.replace("\"hop\"", &format!("\"{name}\"")));
        check("path", &json.replace("\"translation\"", &format!("\"{name}\"")));
        check("kind", &json.replace("\"SCALAR\"", &format!("\"{name}\"")));
        check(
            "uri",
            &json.replace("\"byteLength\":68}]", &format!("\"byteLength\":68,\"uri\":\"{name}\"}}]")),
        );
        check("required", &json.replacen('{', &format!("{{\"extensionsRequired\":[\"{name}\"],"), 1));
    }
}
