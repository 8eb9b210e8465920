//! Selection of clips and meshes, and players with weapons.

use crate::invariants::build::{Builder, CORNERS, SIDES, attributes, tetrahedron};
use crate::invariants::import_gltf;
use md2_export::LossKind;
use md2_export::gltf::schema::{AccessorKind, ComponentType, Interpolation, Node, Primitive};
use md2_export::import::{ClipTable, ImportOptions, ImportedModel, NoFiles};
use md2_format::Md2;

const IDENTITY: [f32; 16] = [1.0, 0.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 0.0, 1.0];

fn named(name: &str, children: Vec<usize>) -> Node {
    Node { name: Some(name.into()), children, ..Node::default() }
}

fn shape(file: &mut Builder) -> Primitive {
    let (positions, indices) = (file.vectors(&CORNERS), file.indices(&SIDES));
    let uvs = file.floats(&[0.1, 0.1, 0.9, 0.1, 0.1, 0.9, 0.9, 0.9], AccessorKind::Vec2);
    let attributes = attributes([("POSITION", positions), ("TEXCOORD_0", uvs)]);
    Primitive { attributes, indices: Some(indices), ..Primitive::default() }
}

/// Adds a mesh that the joints move, one for each vertex.
fn skinned(file: &mut Builder, shape: &Primitive, joints: [u8; 4]) -> usize {
    let joints: Vec<u8> = joints.iter().flat_map(|&joint| [joint, 0, 0, 0]).collect();
    let joints = file.array(&joints, ComponentType::U8, AccessorKind::Vec4);
    let weights = file.floats(&[1.0, 0.0, 0.0, 0.0].repeat(4), AccessorKind::Vec4);
    let mut primitive = shape.clone();
    primitive.attributes.extend(attributes([("JOINTS_0", joints), ("WEIGHTS_0", weights)]));
    file.mesh(primitive)
}

/// Builds a character like those of common packs: a body that follows the bone of its hand, a rigid helmet on the head, and weapons below
/// a node of the hand. `clips` are the animations, in which the hand moves sideways by their number in meters.
fn character(weapons: &[&str], clips: &[&str]) -> Builder {
    let mut file = Builder::new();
    let rigid = shape(&mut file);
    let body = skinned(&mut file, &rigid, [0; 4]);
    let rigid = file.mesh(rigid);
    let held: Vec<usize> =
        weapons.iter().map(|name| file.node(Node { mesh: Some(rigid), ..named(name, Vec::new()) })).collect();
    let slot = file.node(named("handslot.r", held));
    let helmet = file.node(Node { mesh: Some(rigid), ..named("Helmet", Vec::new()) });
    let head = file.node(named("head", vec![helmet]));
    let hand = file.node(named("arm.r", vec![slot]));
    let skin = file.skin(&[hand], &[IDENTITY]);
    let body = file.node(Node { mesh: Some(body), skin: Some(skin), ..named("Body", Vec::new()) });
    file.scene(&[hand, head, body]);
    for (clip, far) in clips.iter().zip(1_u8..) {
        let moves = [0.0, 0.0, 0.0, f32::from(far), 0.0, 0.0];
        file.curve(clip, (hand, "translation"), Interpolation::Linear, &[0.0, 0.5], &moves);
    }
    file
}

fn import(file: &Builder, options: &ImportOptions) -> ImportedModel {
    import_gltf(&file.glb(), &NoFiles, options).unwrap_or_else(|error| panic!("{error}"))
}

/// Returns the smallest Y (left) coordinate of each frame, in Quake units.
fn least_y(md2: &[u8]) -> Vec<f32> {
    let md2 = Md2::parse(md2).unwrap();
    let least = |frame: md2_format::Frame<'_>| {
        (0..md2.vertex_count()).map(|vertex| frame.position(vertex)[1]).fold(f32::INFINITY, f32::min)
    };
    md2.frames().map(least).collect()
}

#[test]
fn a_character_pack_becomes_a_player_with_weapons() {
    let clips = ["Idle", "Running_A", "1H_Melee_Attack_Chop", "Death_A", "Sit_Chair_Down"];
    let file = character(&["1H_Sword", "2H Sword", "2H_Sword"], &clips);
    let options = ImportOptions {
        player: true,
        default_skin_name: Some(String::from("players/knight/tris.pcx")),
        ..ImportOptions::default()
    };
    let player = import(&file, &options);
    let names: Vec<_> = player.weapons.iter().map(|one| (&*one.file_stem, &*one.source)).collect();
    assert_eq!(names, [("weapon", "1H_Sword"), ("w_2h_sword", "2H Sword"), ("w_2h_sword_2", "2H_Sword")]);
    // The body and the helmet, without the weapons.
    assert_eq!((player.report.triangles, player.report.frames), (8, 198));
    assert_eq!(player.report.sequences[1].source, "Running_A");
    assert!((player.report.least[2] + 24.0).abs() < 1e-3, "the feet of a player");
    let [animations] =
        player.report.losses.iter().filter(|one| one.kind == LossKind::Animations).collect::<Vec<_>>()[..]
    else {
        panic!("{:?}", player.report.losses)
    };
    assert!(animations.count == 1 && animations.text.contains("\"Sit_Chair_Down\""), "{animations}");
    for weapon in &player.weapons {
        let path = format!("players/knight/{}.pcx", weapon.file_stem);
        assert_eq!((weapon.model.report.frames, &weapon.model.report.skin_name), (198, &path));
        assert_eq!(weapon.model.report.least[2], player.report.least[2], "moved up by the same height");
        let found = least_y(&weapon.model.bytes);
        // In the run, whose six frames are 40 to 45, the hand moves by two meters of 32 units. glTF's X is Quake's Y.
        for (step, frame) in (40..46).enumerate() {
            let expected = 64.0 * step as f32 / 5.0;
            assert!(
                (found[frame] - expected).abs() < 0.3,
                "frame {frame}: {}, expected {expected}",
                found[frame]
            );
        }
    }
}

/// The weapons of Quaternius' monsters are skinned meshes that only the bone of a finger moves. The hands of robots are rigid meshes below
/// the bone of a hand.
#[test]
fn a_mesh_that_only_a_finger_moves_is_a_weapon_and_a_hand_is_not() {
    let mut file = Builder::new();
    let rigid = shape(&mut file);
    let (body, club) = (skinned(&mut file, &rigid, [0, 0, 1, 1]), skinned(&mut file, &rigid, [1; 4]));
    let rigid = file.mesh(rigid);
    let glove = file.node(Node { mesh: Some(rigid), ..named("HandL", Vec::new()) });
    let hand = file.node(named("Hand.L", vec![glove]));
    let finger = file.node(named("Middle1.L", vec![hand]));
    let hips = file.node(named("Hips", vec![finger]));
    let skin = file.skin(&[hips, finger], &[IDENTITY; 2]);
    let meshes = [(body, "Body"), (club, "Club")];
    let [body, club] = meshes
        .map(|(mesh, name)| file.node(Node { mesh: Some(mesh), skin: Some(skin), ..named(name, vec![]) }));
    file.scene(&[hips, body, club]);
    let player = import(&file, &ImportOptions { player: true, ..ImportOptions::default() });
    let names: Vec<_> = player.weapons.iter().map(|one| &*one.source).collect();
    assert_eq!((names, player.report.triangles), (vec!["Club"], 8), "the body and the hand");
    // The corners are one meter apart, so the player is 32 units tall instead of 56.
    let notes = player.report.notes.join("; ");
    assert!(
        notes.contains("the player is 32 units tall, those of the game 56: use a scale of 56.0"),
        "{notes}"
    );
}

#[test]
fn the_user_selects_weapons_and_maps_clips() {
    let file = character(&["Axe", "Lamp"], &["Dance", "Hover"]);
    let table = ClipTable::default().with_text("stand = Hover\nrun = Hover").unwrap();
    let options = ImportOptions {
        player: true,
        clip_table: table,
        weapons: Some(vec![String::from("L*")]),
        ..ImportOptions::default()
    };
    let player = import(&file, &options);
    let names: Vec<_> = player.weapons.iter().map(|one| &*one.source).collect();
    assert_eq!((names, player.report.triangles), (vec!["Lamp"], 12), "the axe belongs to the body");
    let sources = |name| player.report.sequences.iter().find(|one| one.name == name).unwrap().source.clone();
    assert_eq!([sources("stand"), sources("run"), sources("taunt")], ["Hover", "Hover", "Dance"]);
    // Without a body, the meshes are no weapons.
    let only = ImportOptions { meshes: Some(vec![String::from("Lamp")]), weapons: None, ..options };
    assert_eq!(import(&file, &only).weapons.len(), 0);
}

#[test]
fn old_versions_and_optional_compression_are_named() {
    let check = |file: &[u8], expected: &str| {
        let error = import_gltf(file, &NoFiles, &ImportOptions::default()).unwrap_err();
        assert_eq!(error.to_string(), expected);
    };
    let old = "the file: glTF 1.0: convert it to glTF 2.0, for example with gltf-pipeline";
    check(br#"{"asset":{"version":"1.0"}}"#, old);
    // Lists are objects in glTF 1.0, and the version may be missing.
    check(br#"{"asset":{"version":"1.0"},"meshes":{"a":{"primitives":[]}},"nodes":{"b":{}}}"#, old);
    check(br#"{"meshes":{"a":{}},"accessors":{"x":{}}}"#, old);
    // A binary file of version 1: magic, version, length, length and format of the JSON.
    check(b"glTF\x01\0\0\0\x18\0\0\0\x02\0\0\0\0\0\0\0{} ", old);

    let mut file = tetrahedron();
    let json = |file: &Builder| {
        let compressed = r#""extensions":{"KHR_draco_mesh_compression":{"bufferView":0}},"attributes""#;
        let used = r#"{"extensionsUsed":["KHR_draco_mesh_compression"],"#;
        let json = file.json().replacen("\"attributes\"", compressed, 1).replacen('{', used, 1);
        md2_export::gltf::glb::write(json.as_bytes(), &file.bin).unwrap()
    };
    // Uncompressed data is used if it is there.
    let plain = import(&file, &ImportOptions::default());
    assert_eq!(import_gltf(&json(&file), &NoFiles, &ImportOptions::default()).unwrap().bytes, plain.bytes);
    file.gltf.accessors[0].buffer_view = None;
    check(
        &json(&file),
        "meshes[0].primitives[0]: optional Draco compression without uncompressed positions: re-export without compression",
    );
}
