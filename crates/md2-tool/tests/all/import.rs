//! Tests names in the files of `import`. The [transcripts](crate::transcripts) test the report and the errors.

use crate::common::{TempFolder, md2};
use md2_export::gltf::glb;

pub(crate) fn obj(height: f32) -> String {
    let mut text = String::from("v 0 0 0\nv 16 0 0\nv 16 16 0\nv 0 16 0\n");
    text.push_str(&format!("v 8 8 {height}\nvt 0 0\nvt 1 0\nvt 1 1\n"));
    text + "f 4/1 3/2 2/3 1/3\nf 1/1 2/2 5/3\nf 2/1 3/2 5/3\nf 3/1 4/2 5/3\nf 4/1 1/2 5/3\n"
}

pub(crate) fn triangle_glb() -> Vec<u8> {
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
fn escapes_and_shortens_names_for_the_terminal() {
    let folder = TempFolder::new();
    let glb = triangle_glb();
    let container = glb::read(&glb).unwrap();
    let json = String::from_utf8(container.json.to_vec()).unwrap();
    let check = |name: &str, changed: &str| {
        folder.file("evil.glb", &glb::write(changed.as_bytes(), container.bin.unwrap()).unwrap());
        for more in [&[][..], &["--json"]] {
            let mut command = md2();
            command.args(["import", "evil.glb", "--force", "-o", "evil.md2"]).args(more);
            let output = command.current_dir(&folder).output().unwrap();
            for stream in [&output.stdout, &output.stderr] {
                let text = std::str::from_utf8(stream).unwrap();
                let acts = |c: char| (c.is_control() && c != '\n') || ('\u{202a}'..='\u{202e}').contains(&c);
                assert!(!text.contains(acts) && !text.contains("panicked"), "{name}: {text:?}");
                assert!(text.len() < 10_000 || more.len() == 1, "{name}: {} bytes", text.len());
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
