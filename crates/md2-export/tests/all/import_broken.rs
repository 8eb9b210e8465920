//! Checks that the errors for broken glTF files name the place in the file.

use crate::invariants::build::{Builder, attributes, tetrahedron, tube};
use crate::invariants::import_gltf;
use md2_export::ConvertError;
use md2_export::gltf::schema::{ComponentType, Interpolation, Node};
use md2_export::import::{ImportError, ImportErrorKind, ImportOptions, NoFiles};

fn check(file: &Builder, expected: &str) {
    let error = import_gltf(&file.glb(), &NoFiles, &ImportOptions::default()).unwrap_err();
    assert_eq!(error.to_string(), expected);
}

/// Asserts for each change of a valid file that the import fails with the given error. Each change starts from a new
/// valid file.
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
fn rejects_offsets_counts_and_strides_past_the_end() {
    refused! { tetrahedron, file:
        file.gltf.accessors[0].count = 5
            => "accessors[0]: found 5 elements of 12 bytes with a stride of 12 at byte 0, expected a range within the 48 bytes of bufferViews[0]";
        file.gltf.accessors[0].byte_offset = u64::MAX - 40
            => "accessors[0]: found 4 elements of 12 bytes with a stride of 12 at byte 18446744073709551575, expected a range within the 48 bytes of bufferViews[0]";
        file.gltf.accessors[1].count = 1 << 62
            => "accessors[1].count: found 4611686018427387924 numbers read so far, the limit is 67108864";
        file.gltf.buffer_views[0].byte_stride = Some(8)
            => "bufferViews[0].byteStride: found 8, expected at least 12, the size of an element in bytes";
        file.gltf.buffer_views[0].byte_stride = Some(u64::MAX)
            => "accessors[0]: found 4 elements of 12 bytes with a stride of 18446744073709551615 at byte 0, expected a range within the 48 bytes of bufferViews[0]";
        file.gltf.buffer_views[0].byte_length = 1 << 40
            => "bufferViews[0]: found 1099511627776 bytes at byte 0, expected a range within the 104 bytes of the buffer";
        file.gltf.buffer_views[0].buffer = 1 => "bufferViews[0].buffer: found 1, expected a buffer index below 1";
        file.gltf.accessors[0].buffer_view = Some(9)
            => "bufferViews[9]: found index 9, expected a buffer view index below 3";
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
    sparse(
        [2, 1],
        "accessors[0].sparse.indices, element 1: found 1, expected increasing indices, here 3 to 3",
    );
    sparse(
        [1, 1],
        "accessors[0].sparse.indices, element 1: found 1, expected increasing indices, here 2 to 3",
    );
    sparse(
        [1, 4],
        "accessors[0].sparse.indices, element 1: found 4, expected increasing indices, here 2 to 3",
    );
}

#[test]
fn rejects_wrong_types_and_indices() {
    refused! { tetrahedron, file:
        file.gltf.meshes[0].primitives[0].attributes.insert("POSITION".into(), 2)
            => "accessors[2].type: found VEC2, expected VEC3";
        file.gltf.meshes[0].primitives[0].indices = Some(0) => "accessors[0].type: found VEC3, expected SCALAR";
        file.gltf.accessors[1].component_type = ComponentType::I16
            => "accessors[1].componentType: found 5122, expected unsigned integers (5121, 5123 or 5125)";
        file.bin[52] = 4 => "accessors[1], element 2: found 4, expected a vertex index below 4";
        file.gltf.accessors[1].count = 11
            => "meshes[0].primitives[0]: found 11 indices, expected a multiple of 3";
        file.gltf.meshes[0].primitives[0].attributes.insert("NORMAL".into(), 7)
            => "meshes[0].primitives[0].attributes.NORMAL: found 7, expected an accessor index below 3";
        file.gltf.accessors[2].count = 3
            => "meshes[0].primitives[0].attributes.TEXCOORD_0: found 3 elements, expected 4, as in POSITION";
        file.gltf.meshes[0].primitives[0].mode = Some(7)
            => "meshes[0].primitives[0].mode: found 7, expected 0 to 6";
        file.gltf.nodes[0].mesh = Some(1) => "nodes[0].mesh: found 1, expected a mesh index below 1";
        file.gltf.nodes[0].skin = Some(0) => "nodes[0].skin: found 0, expected a skin index below 0";
        file.gltf.meshes[0].primitives[0].material = Some(0)
            => "material of a primitive: found 0, expected a material index below 0";
    }
}

#[test]
fn numbers_must_be_finite() {
    refused! { tetrahedron, file:
        file.bin[12..16].copy_from_slice(&f32::NAN.to_le_bytes())
            => "accessors[0], element 1: found NaN, expected a finite number";
        // A finite number may overflow when scaled.
        file.bin[12..16].copy_from_slice(&f32::MAX.to_le_bytes())
            => "frame 0, vertex 1: found position [0.0, inf, 0.0], expected finite numbers up to 1e17";
        // The model of such a file could not be loaded.
        file.bin[12..16].copy_from_slice(&1.0e18_f32.to_le_bytes())
            => "frame 0, vertex 1: found position [0.0, 3.2e19, 0.0], expected finite numbers up to 1e17";
        {
            let places = [0.0, 0.0, 0.0, f32::INFINITY, 0.0, 0.0];
            file.curve("a", (0, "translation"), Interpolation::Linear, &[0.0, 1.0], &places);
        } => "accessors[4], element 1: found inf, expected a finite number";
    }
}

#[test]
fn nodes_must_be_trees() {
    refused! { tetrahedron, file:
        {
            file.node(Node { children: vec![2], ..Node::default() });
            file.node(Node { children: vec![1], ..Node::default() });
        } => "nodes[1]: found a cycle, expected a tree";
        file.gltf.nodes[0].children = vec![0] => "nodes[0]: found a cycle, expected a tree";
        file.node(Node { children: vec![0, 0], ..Node::default() })
            => "nodes[1].children[1]: found node 0, which is already a child of node 1, expected one parent for each node";
        file.gltf.nodes[0].children = vec![5] => "nodes[0].children[0]: found 5, expected a node index below 1";
        file.gltf.scenes[0].nodes = vec![3] => "scenes[0].nodes[0]: found 3, expected a node index below 1";
        file.gltf.scene = Some(3) => "scene: found 3, expected a scene index below 1";
        file.gltf.scenes[0].nodes.clear() => "the scene: no mesh to import";
    }
}

#[test]
fn rejects_invalid_animations() {
    let moved = |times: &[f32], values: usize, expected: &str| {
        refused! { tetrahedron, file:
            file.curve("a", (0, "translation"), Interpolation::Linear, times, &vec![0.5; values])
                => expected;
        }
    };
    moved(
        &[0.0, 0.5, 0.5],
        9,
        "animations[0].samplers[0].input, keyframe 2: found 0.5 s, expected more than 0.5 s",
    );
    moved(&[-1.0, 0.5], 6, "animations[0].samplers[0].input, keyframe 0: found -1 s, expected 0 s or more");
    moved(
        &[0.0, 0.5],
        9,
        "animations[0].samplers[0].output: found 9 numbers, expected 6 numbers for 2 keyframes",
    );
    moved(&[], 0, "animations[0].samplers[0].input: found no keyframes, expected at least one");
    moved(
        &[0.0, 1e30],
        6,
        "animations[0] \"a\": found 18446744073709551615 frames so far, the limit is 16384",
    );
    refused! { tetrahedron, file:
        file.curve("a", (0, "translation"), Interpolation::CubicSpline, &[0.0, 1.0], &[0.0; 6])
            => "animations[0].samplers[0].output: found 6 numbers, expected 18 numbers for 2 keyframes";
        {
            file.curve("a", (0, "translation"), Interpolation::Linear, &[0.0], &[0.0; 3]);
            file.gltf.animations[0].channels[0].sampler = 1;
        } => "animations[0].channels[0].sampler: found 1, expected a sampler index below 1";
        file.curve("a", (4, "translation"), Interpolation::Linear, &[0.0], &[0.0; 3])
            => "animations[0].channels[0].target.node: found 4, expected a node index below 1";
    }
}

#[test]
fn bones_must_exist() {
    refused! { tube, file:
        file.gltf.skins[0].joints[1] = 8 => "skins[0].joints[1]: found 8, expected a node index below 3";
        file.gltf.skins[0].joints.pop()
            => "meshes[0].primitives[0], vertex 52: found 1, expected a joint index below 1, the number of joints of skins[0]";
        file.gltf.skins[0].joints.extend([0, 1])
            => "skins[0].inverseBindMatrices: found 2 matrices, expected 4, one for each joint";
        file.gltf.accessors[3].component_type = ComponentType::I8
            => "accessors[3].componentType: found 5120, expected unsigned integers (5121, 5123 or 5125)";
        file.gltf.accessors[4].count = 100
            => "meshes[0].primitives[0].attributes.WEIGHTS_0: found 100 elements, expected 143, as in POSITION";
    }
}

#[test]
fn targets_must_fit_their_mesh() {
    refused! { tetrahedron, file:
        {
            let short = file.vectors(&[[0.0; 3]; 3]);
            file.gltf.meshes[0].primitives[0].targets = vec![attributes([("POSITION", short)])];
        } => "meshes[0].primitives[0].targets[0].POSITION: found 3 elements, expected 4, as in the primitive";
        {
            let mut other = file.gltf.meshes[0].primitives[0].clone();
            other.targets = vec![attributes([])];
            file.gltf.meshes[0].primitives.push(other);
        } => "meshes[0].primitives[1].targets: found 1 morph targets, expected 0, as in the first primitive";
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
            } => &format!("extensionsRequired: unsupported \"{name}\": {remedy}");
        }
    }
}

#[test]
fn rejects_invalid_containers_json_and_uris() {
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
        check(file, &format!("the file: found {found}, {expected}"));
    }
    check(b" \n{", "the JSON, line 2, column 1: EOF while parsing an object");
    check(
        b"{\"asset\":{\"version\":\"2.0\"},\n\"nodes\":7}",
        "the JSON, line 2, column 9: invalid type: integer `7`, expected a sequence",
    );
    check(b"glTF\x01\0\0\0", "the file: glTF 1.0: convert it to glTF 2.0, for example with gltf-pipeline");
    let file = tetrahedron().glb();
    check(
        &file[..file.len() - 1],
        &format!("the file: found {} bytes, expected {} (byte 8)", file.len() - 1, file.len()),
    );
    for (more, expected) in [
        ("", "buffers[0]: found no uri, expected a uri or the binary chunk of a GLB"),
        (
            r#","uri":"../x.bin""#,
            "buffers[0].uri: found \"../x.bin\", expected a file in the folder of the imported file",
        ),
        (r#","uri":"x.bin""#, "buffers[0].uri: \"x.bin\": other files are not available"),
        (
            r#","uri":"data:;base64,TW n""#,
            "buffers[0].uri: found an invalid character 2 of the data, expected A to Z, a to z, 0 to 9, + and /",
        ),
        (
            r#","uri":"data:;base64,_-__A""#,
            "buffers[0].uri: found incomplete base64 data, expected two characters or more for the last byte",
        ),
        (
            r#","uri":"data:;base64,AAAA""#,
            "buffers[0].byteLength: found 4, expected at most 3, the number of bytes of the data",
        ),
    ] {
        let json = format!(r#"{{"asset":{{"version":"2.0"}},"buffers":[{{"byteLength":4{more}}}]}}"#);
        check(json.as_bytes(), expected);
    }
    let many = format!("{{\"asset\":{{\"version\":\"2.0\"}},\"nodes\":[{}{{}}]}}", "{},".repeat(1 << 20));
    let error = import_gltf(many.as_bytes(), &NoFiles, &ImportOptions::default()).unwrap_err();
    let is_limit =
        |error: &ImportError| matches!(error.kind, ImportErrorKind::Limit { allowed: 0x10_0000, .. });
    assert!(matches!(&error, ConvertError::Import(error) if is_limit(error)), "{error}");
}

#[test]
fn rejects_invalid_options() {
    let check = |change: fn(&mut ImportOptions), expected: &str| {
        let mut options = ImportOptions::default();
        change(&mut options);
        let error = import_gltf(&tetrahedron().glb(), &NoFiles, &options).unwrap_err();
        assert_eq!(error.to_string(), expected);
    };
    check(|options| options.fps = 0.0, "option fps: found 0, expected more than 0 and at most 1000");
    check(|options| options.fps = f64::NAN, "option fps: found NaN, expected more than 0 and at most 1000");
    check(|options| options.scale = Some(-1.0), "option scale: found -1, expected a finite number above 0");
    check(|options| options.feet = Some(f64::INFINITY), "option feet: found inf, expected a finite number");
    check(
        |options| options.skin_size = Some([0, 4]),
        "option skin size: found 0, expected a width and a height of at least 1",
    );
    let expected = "(64 bytes), expected at most 63 bytes without NUL";
    let expected = format!("the skin path: found \"{}\" {expected}", "x".repeat(64));
    check(|options| options.skin_name = Some("x".repeat(64)), &expected);
}
