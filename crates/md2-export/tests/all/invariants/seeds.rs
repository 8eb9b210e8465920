//! Seeds of the fuzzers: a small glTF for each kind of animation, and an OBJ.

use md2_export::gltf::schema::{
    AccessorKind, ComponentType, Interpolation, Material, Node, PbrMetallicRoughness, Primitive,
};
use md2_testdata::fuzz::Seed;

use super::build::{Builder, CORNERS, SIDES, attributes, tetrahedron};

fn bones() -> Builder {
    let mut file = tetrahedron();
    let joints = file.array(&[0, 1, 0, 0].repeat(4), ComponentType::U8, AccessorKind::Vec4);
    let weights = file.floats(&[0.25, 0.75, 0.0, 0.0].repeat(4), AccessorKind::Vec4);
    file.gltf.meshes[0].primitives[0]
        .attributes
        .extend(attributes([("JOINTS_0", joints), ("WEIGHTS_0", weights)]));
    let second = file.node(Node { translation: Some([0.0, 1.0, 0.0]), ..Node::default() });
    let first = file.node(Node { children: vec![second], ..Node::default() });
    let matrix = [1.0, 0.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0, -1.0, 0.0, 1.0];
    let skin = file.skin(&[first, second], &[matrix, matrix]);
    file.gltf.nodes[0].skin = Some(skin);
    file.gltf.scenes[0].nodes.push(first);
    let turns = [0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.6, 0.8];
    file.curve("run", (second, "rotation"), Interpolation::Linear, &[0.0, 0.4], &turns);
    file
}

fn targets() -> Builder {
    let mut file = tetrahedron();
    let (positions, normals) = (file.vectors(&CORNERS), file.vectors(&CORNERS));
    let primitive = &mut file.gltf.meshes[0].primitives[0];
    primitive.targets = vec![attributes([("POSITION", positions), ("NORMAL", normals)]); 2];
    primitive.attributes.insert("NORMAL".into(), 0);
    file.curve(
        "stand",
        (0, "weights"),
        Interpolation::Linear,
        &[0.0, 0.1, 0.3],
        &[0.0, 0.5, 1.0, 0.0, 0.0, 1.0],
    );
    file
}

fn nodes() -> Builder {
    let mut file = tetrahedron();
    let top = file.node(Node { children: vec![0], scale: Some([-2.0, 1.0, 1.0]), ..Node::default() });
    file.gltf.scenes[0].nodes = vec![top];
    let spline: Vec<f32> = (0..18_u8).map(f32::from).collect();
    file.curve("a", (top, "translation"), Interpolation::CubicSpline, &[0.0, 0.5], &spline);
    file.curve("b", (0, "scale"), Interpolation::Step, &[0.1, 0.2], &[1.0, 2.0, 3.0, 0.0, 1.0, 1.0]);
    file
}

fn arrays() -> Builder {
    let mut file = tetrahedron();
    let pbr = |r| PbrMetallicRoughness {
        base_color_factor: Some([r, 0.5, 0.5, 1.0]),
        ..PbrMetallicRoughness::default()
    };
    let material = |r| Material { pbr_metallic_roughness: Some(pbr(r)), ..Material::default() };
    file.gltf.materials = vec![material(0.0), material(1.0)];
    file.gltf.accessors[0].sparse = Some(file.sparse(&[1, 3], &[0x40; 24]));
    let strip: Vec<u8> = SIDES.as_flattened().iter().map(|index| index.to_le_bytes()[0]).collect();
    let strip = file.array(&strip, ComponentType::U8, AccessorKind::Scalar);
    let mut second = file.gltf.meshes[0].primitives[0].clone();
    (second.indices, second.mode, second.material) = (Some(strip), Some(Primitive::TRIANGLE_STRIP), Some(1));
    file.gltf.meshes[0].primitives[0].material = Some(0);
    file.gltf.meshes[0].primitives.push(second);
    file
}

fn text() -> Vec<u8> {
    let json = tetrahedron().json().replace("\"byteLength\":104}]", "\"byteLength\":104,\"uri\":\"a.bin\"}]");
    let tables = r#"{"materials":[{"pbrMetallicRoughness":{"baseColorTexture":{"index":0}}}],
        "textures":[{"source":0}],"images":[{"uri":"data:image/png;base64,AAAA"}],"#;
    json.replacen('{', tables, 1).replace("\"indices\":1", "\"indices\":1,\"material\":0").into_bytes()
}

pub(crate) fn gltf() -> Vec<Seed> {
    vec![
        ("plain", tetrahedron().glb()),
        ("bones", bones().glb()),
        ("targets", targets().glb()),
        ("nodes", nodes().glb()),
        ("arrays", arrays().glb()),
        ("text", text()),
    ]
}

pub(crate) fn obj() -> Vec<Seed> {
    let frame =
        "v 0 0 0\nv 8 0 0\nv 0 8 1e1\nv 0 0 -8\nvt 0 0\nvn 0 0 1\nf 1/1/1 2/1/1 3/1/1 4/1/1\nf -1 -2 -3\n";
    let textured = format!("mtllib a.mtl\nusemtl b\n{frame}newmtl b\nmap_Kd -s 1 1 1 -mm 0 1 c.png\n");
    vec![
        ("one", frame.into()),
        ("textured", textured.into_bytes()),
        ("two", format!("{frame}\0{}", frame.replace('8', "9")).into_bytes()),
    ]
}
