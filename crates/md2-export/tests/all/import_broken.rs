//! Errors for broken glTF files name the place.

use crate::invariants::build::{Builder, attributes, tetrahedron, tube};
use md2_export::gltf::schema::{ComponentType, Interpolation, Node};
use md2_export::import::{ImportErrorKind, ImportOptions, NoFiles, import_gltf};

fn check(file: &Builder, expected: &str) {
    let error = import_gltf(&file.glb(), &NoFiles, &ImportOptions::default()).unwrap_err();
    assert_eq!(error.to_string(), expected);
}

/// Asserts that the import of a changed file fails with this error. Each change starts from a new sound file.
macro_rules! refused {
    ($sound:ident, $file:ident: $($change:expr => $expected:expr;)*) => {
        $(
            let mut $file = $sound();
            $change;
            check(&$file, $expected);
        )*
    };
}

#[test]
fn offsets_counts_and_strides_are_checked_against_the_bytes() {
    refused! { tetrahedron, file:
        file.gltf.accessors[0].count = 5
            => "accessors[0]: 5 elements of 12 bytes with a stride of 12 at byte 0, expected a range in the 48 bytes of bufferViews[0]";
        file.gltf.accessors[0].byte_offset = u64::MAX - 40
            => "accessors[0]: 4 elements of 12 bytes with a stride of 12 at byte 18446744073709551575, expected a range in the 48 bytes of bufferViews[0]";
        file.gltf.accessors[1].count = 1 << 62
            => "accessors[1].count: found 4611686018427387924 numbers read so far, the limit is 67108864";
        file.gltf.buffer_views[0].byte_stride = Some(8)
            => "bufferViews[0].byteStride: 8, expected at least the 12 bytes of an element";
        file.gltf.buffer_views[0].byte_stride = Some(u64::MAX)
            => "accessors[0]: 4 elements of 12 bytes with a stride of 18446744073709551615 at byte 0, expected a range in the 48 bytes of bufferViews[0]";
        file.gltf.buffer_views[0].byte_length = 1 << 40
            => "bufferViews[0]: 1099511627776 bytes at byte 0, expected a range in the 104 bytes of its buffer";
        file.gltf.buffer_views[0].buffer = 1 => "bufferViews[0].buffer: 1, expected below 1";
        file.gltf.accessors[0].buffer_view = Some(9)
            => "bufferViews[9]: no such view, expected an index below 3";
        {
            file.gltf.accessors[0].buffer_view = None;
            file.gltf.accessors[0].count = 1 << 20 | 1;
        } => "nodes[0].mesh: found 1048577 vertices so far, the limit is 1048576";
    }
}

#[test]
fn sparse_indices_must_increase_and_exist() {
    let sparse = |indices: [u8; 2], expected: &str| {
        let mut file = tetrahedron();
        file.gltf.accessors[0].sparse = Some(file.sparse(&indices, &[0; 24]));
        check(&file, expected);
    };
    sparse([2, 1], "accessors[0].sparse.indices, element 1: 1, expected 3 to 3");
    sparse([1, 1], "accessors[0].sparse.indices, element 1: 1, expected 2 to 3");
    sparse([1, 4], "accessors[0].sparse.indices, element 1: 4, expected 2 to 3");
}

#[test]
fn types_and_indices_are_checked() {
    refused! { tetrahedron, file:
        file.gltf.meshes[0].primitives[0].attributes.insert("POSITION".into(), 2)
            => "accessors[2].type: VEC2, expected VEC3";
        file.gltf.meshes[0].primitives[0].indices = Some(0) => "accessors[0].type: VEC3, expected SCALAR";
        file.gltf.accessors[1].component_type = ComponentType::I16
            => "accessors[1].componentType: 5122, expected 5121, 5123 or 5125: unsigned integers";
        file.bin[52] = 4 => "accessors[1], element 2: 4, expected a vertex, below 4";
        file.gltf.accessors[1].count = 11
            => "meshes[0].primitives[0]: 11 indices, expected three for each triangle";
        file.gltf.meshes[0].primitives[0].attributes.insert("NORMAL".into(), 7)
            => "meshes[0].primitives[0].attributes.NORMAL: 7, expected an accessor, below 3";
        file.gltf.accessors[2].count = 3
            => "meshes[0].primitives[0].attributes.TEXCOORD_0: 3 elements, expected 4 as of POSITION";
        file.gltf.meshes[0].primitives[0].mode = Some(7)
            => "meshes[0].primitives[0].mode: 7, expected 0 to 6";
        file.gltf.nodes[0].mesh = Some(1) => "nodes[0].mesh: 1, expected below 1";
        file.gltf.nodes[0].skin = Some(0) => "nodes[0].skin: 0, expected below 0";
        file.gltf.meshes[0].primitives[0].material = Some(0)
            => "material of a primitive: 0, expected a material, below 0";
    }
}

#[test]
fn numbers_must_be_finite() {
    refused! { tetrahedron, file:
        file.bin[12..16].copy_from_slice(&f32::NAN.to_le_bytes())
            => "accessors[0], element 1: NaN, expected a finite number";
        // A finite number may overflow when scaled.
        file.bin[12..16].copy_from_slice(&f32::MAX.to_le_bytes())
            => "frame 0, vertex 1: position [0.0, inf, 0.0], expected finite numbers";
        {
            let places = [0.0, 0.0, 0.0, f32::INFINITY, 0.0, 0.0];
            file.curve("a", (0, "translation"), Interpolation::Linear, &[0.0, 1.0], &places);
        } => "accessors[4], element 1: inf, expected a finite number";
    }
}

#[test]
fn nodes_must_be_trees() {
    refused! { tetrahedron, file:
        {
            file.node(Node { children: vec![2], ..Node::default() });
            file.node(Node { children: vec![1], ..Node::default() });
        } => "nodes[1]: a cycle, expected a tree";
        file.gltf.nodes[0].children = vec![0] => "nodes[0]: a cycle, expected a tree";
        file.node(Node { children: vec![0, 0], ..Node::default() })
            => "nodes[1].children[1]: node 0, which is already a child of node 1, expected one parent for each node";
        file.gltf.nodes[0].children = vec![5] => "nodes[0].children[0]: 5, expected a node, below 1";
        file.gltf.scenes[0].nodes = vec![3] => "scenes[0].nodes[0]: 3, expected a node, below 1";
        file.gltf.scene = Some(3) => "scene: 3, expected a scene, below 1";
        file.gltf.scenes[0].nodes.clear() => "the scene: no mesh to import";
    }
}

#[test]
fn animations_are_checked_before_they_are_sampled() {
    let moved = |times: &[f32], values: usize, expected: &str| {
        refused! { tetrahedron, file:
            file.curve("a", (0, "translation"), Interpolation::Linear, times, &vec![0.5; values])
                => expected;
        }
    };
    moved(&[0.0, 0.5, 0.5], 9, "animations[0].samplers[0].input, key 2: 0.5 s, expected more than 0.5 s");
    moved(&[-1.0, 0.5], 6, "animations[0].samplers[0].input, key 0: -1 s, expected 0 s or more");
    moved(&[0.0, 0.5], 9, "animations[0].samplers[0].output: 9 numbers, expected 6 for 2 keys");
    moved(&[], 0, "animations[0].samplers[0].input: no keys, expected at least one");
    moved(
        &[0.0, 1e30],
        6,
        "animations[0] \"a\": found 18446744073709551615 frames so far, the limit is 16384",
    );
    refused! { tetrahedron, file:
        file.curve("a", (0, "translation"), Interpolation::CubicSpline, &[0.0, 1.0], &[0.0; 6])
            => "animations[0].samplers[0].output: 6 numbers, expected 18 for 2 keys";
        {
            file.curve("a", (0, "translation"), Interpolation::Linear, &[0.0], &[0.0; 3]);
            file.gltf.animations[0].channels[0].sampler = 1;
        } => "animations[0].channels[0].sampler: 1, expected a sampler, below 1";
        file.curve("a", (4, "translation"), Interpolation::Linear, &[0.0], &[0.0; 3])
            => "animations[0].channels[0].target.node: 4, expected a node, below 1";
    }
}

#[test]
fn bones_must_exist() {
    refused! { tube, file:
        file.gltf.skins[0].joints[1] = 8 => "skins[0].joints[1]: 8, expected a node, below 3";
        file.gltf.skins[0].joints.pop()
            => "meshes[0].primitives[0], vertex 52: joint 1, expected below the 1 of skins[0]";
        file.gltf.skins[0].joints.extend([0, 1])
            => "skins[0].inverseBindMatrices: 2, expected 4 as of joints";
        file.gltf.accessors[3].component_type = ComponentType::I8
            => "accessors[3].componentType: 5120, expected 5121, 5123 or 5125: unsigned integers";
        file.gltf.accessors[4].count = 100
            => "meshes[0].primitives[0].attributes.WEIGHTS_0: 100 elements, expected 143 as of POSITION";
    }
}

#[test]
fn targets_must_fit_their_mesh() {
    refused! { tetrahedron, file:
        {
            let short = file.vectors(&[[0.0; 3]; 3]);
            file.gltf.meshes[0].primitives[0].targets = vec![attributes([("POSITION", short)])];
        } => "meshes[0].primitives[0].targets[0].POSITION: 3 elements, expected 4 as of the primitive";
        {
            let mut other = file.gltf.meshes[0].primitives[0].clone();
            other.targets = vec![attributes([])];
            file.gltf.meshes[0].primitives.push(other);
        } => "meshes[0].primitives[1].targets: 1, expected 0 as in the first primitive";
    }
}

#[test]
fn errors_name_compression_and_unknown_extensions() {
    for (name, remedy) in [
        ("KHR_draco_mesh_compression", "re-export without compression"),
        ("EXT_meshopt_compression", "re-export without compression"),
        ("KHR_texture_basisu", "re-export with PNG or JPEG images"),
        ("KHR_materials_pbrSpecularGlossiness", "re-export without it"),
        ("ACME_teapots", "re-export without it"),
    ] {
        refused! { tetrahedron, file:
            {
                file.gltf.extensions_required =
                    vec!["KHR_materials_unlit".into(), "KHR_lights_punctual".into(), name.into()]
            } => &format!("extensionsRequired: \"{name}\": {remedy}");
        }
    }
}

#[test]
fn containers_and_texts_are_checked() {
    let check = |file: &[u8], expected: &str| {
        let error = import_gltf(file, &NoFiles, &ImportOptions::default()).unwrap_err();
        assert_eq!(error.to_string(), expected);
    };
    let expected = "expected glTF, or OBJ whose name ends in .obj";
    for (file, found) in [
        (&b""[..], "an empty file"),
        (b"IDP2\x08\0\0\0", "a Quake II model (MD2)"),
        (b"IDPO\x06\0\0\0", "a Quake model (MDL)"),
        (b"IDP3\x0f\0\0\0", "a Quake III Arena model (MD3)"),
        (b"v 0 0 0\n", "a text file"),
        (b"\x89PNG\r\n\x1a\n", "a file of an unknown kind"),
    ] {
        check(file, &format!("the file: {found}, {expected}"));
    }
    check(b" \n{", "the JSON, line 2, column 1: EOF while parsing an object");
    check(
        b"{\"asset\":{\"version\":\"2.0\"},\n\"nodes\":7}",
        "the JSON, line 2, column 9: invalid type: integer `7`, expected a sequence",
    );
    check(b"glTF\x01\0\0\0", "the file: found GLB version 1, expected 2 (byte 4)");
    let file = tetrahedron().glb();
    check(
        &file[..file.len() - 1],
        &format!("the file: found {} bytes, expected {} (byte 8)", file.len() - 1, file.len()),
    );
    for (more, expected) in [
        ("", "buffers[0]: no uri, expected a uri, or the binary chunk of a GLB"),
        (
            r#","uri":"../x.bin""#,
            "buffers[0].uri: \"../x.bin\", expected a file inside the folder of the imported one",
        ),
        (r#","uri":"x.bin""#, "buffers[0].uri: \"x.bin\": other files are not available"),
        (
            r#","uri":"data:;base64,AAAA""#,
            "buffers[0].byteLength: 4, expected at most the 3 bytes of the data",
        ),
    ] {
        let json = format!(r#"{{"asset":{{"version":"2.0"}},"buffers":[{{"byteLength":4{more}}}]}}"#);
        check(json.as_bytes(), expected);
    }
    let many = format!("{{\"asset\":{{\"version\":\"2.0\"}},\"nodes\":[{}{{}}]}}", "{},".repeat(1 << 20));
    let error = import_gltf(many.as_bytes(), &NoFiles, &ImportOptions::default()).unwrap_err();
    assert!(matches!(error.kind, ImportErrorKind::Limit { allowed: 0x10_0000, .. }), "{error}");
}

#[test]
fn options_are_checked() {
    let check = |change: fn(&mut ImportOptions), expected: &str| {
        let mut options = ImportOptions::default();
        change(&mut options);
        let error = import_gltf(&tetrahedron().glb(), &NoFiles, &options).unwrap_err();
        assert_eq!(error.to_string(), format!("the {expected}"));
    };
    check(|options| options.fps = 0.0, "options, fps: 0, expected more than 0 and at most 1000");
    check(|options| options.fps = f64::NAN, "options, fps: NaN, expected more than 0 and at most 1000");
    check(|options| options.scale = Some(-1.0), "options, scale: -1, expected a finite number above 0");
    check(|options| options.feet = Some(f64::INFINITY), "options, feet: inf, expected a finite number");
    check(|options| options.skin_size = Some([0, 4]), "options, skin size: 0, expected at least 1 x 1");
    let expected = "64 bytes, expected at most 63 bytes, none of them 0";
    let expected = format!("name of the skin: \"{}\", {expected}", "x".repeat(64));
    check(|options| options.skin_name = Some("x".repeat(64)), &expected);
}
