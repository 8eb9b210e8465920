//! Import of animated glTF.

use crate::common::{expect_positions, expect_sound};
use crate::invariants::build::{
    AROUND, Builder, CORNERS, ELBOW, RINGS, SIDES, attributes, tetrahedron, tube, tube_triangles,
    tube_vertex, tube_weight,
};
use crate::invariants::import_gltf;
use md2_common::RgbaImage;
use md2_export::LossKind;
use md2_export::gltf::schema::{AccessorKind, ComponentType, Interpolation, Node, Primitive};
use md2_export::import::{FramePacking, ImportOptions, ImportedModel, NoFiles, Sources};
use md2_format::Md2;

fn import(file: &Builder, options: &ImportOptions) -> ImportedModel {
    import_gltf(&file.glb(), &NoFiles, options).unwrap_or_else(|error| panic!("{error}"))
}

fn quake([x, y, z]: [f64; 3]) -> [f32; 3] {
    #[expect(clippy::cast_possible_truncation, reason = "small")]
    let turned = [z, x, y].map(|c| (c * 32.0) as f32);
    turned
}

fn turned([x, y, z]: [f64; 3], degrees: f64, height: f64) -> [f64; 3] {
    let (sin, cos) = degrees.to_radians().sin_cos();
    let y = y - height;
    [cos * x - sin * y, sin * x + cos * y + height, z]
}

/// Returns the position of a vertex of the tube model when its two bones are rotated by `lower` and `upper` degrees.
fn bent(vertex: u16, lower: f64, upper: f64) -> [f32; 3] {
    let (at, weight) = (tube_vertex(vertex).map(f64::from), f64::from(tube_weight(vertex)));
    let by_upper = turned(turned(at, upper, ELBOW.into()), lower, 0.0);
    let by_lower = turned(at, lower, 0.0);
    quake([0, 1, 2].map(|axis| (1.0 - weight) * by_lower[axis] + weight * by_upper[axis]))
}

#[test]
fn a_tube_with_two_bones_bends() {
    for packing in [FramePacking::Frame, FramePacking::Sequence, FramePacking::Model] {
        let imported = import(&tube(), &ImportOptions { packing: Some(packing), ..ImportOptions::default() });
        // The end of the loop equals its start and is dropped; the five steps of the fall have six poses.
        expect_sound(&imported, &[("bend", 10), ("death1", 6)]);
        // The vertices of the seam are merged.
        assert_eq!(imported.report.vertices, usize::from(RINGS * AROUND));
        let triangles = tube_triangles();
        expect_positions(&imported, |frame, triangle, corner| {
            let vertex = triangles[triangle][corner];
            let step = |frame: usize| f64::from(u32::try_from(frame).expect("few"));
            match frame {
                0..10 => bent(vertex, 0.0, 80.0 * (1.0 - (step(frame) / 5.0 - 1.0).abs())),
                _ => bent(vertex, -90.0 * step(frame - 10) / 5.0, 0.0),
            }
        });
    }
}

#[test]
fn normals_follow_the_bones_and_triangles_face_outwards() {
    let imported = import(&tube(), &ImportOptions::default());
    let md2 = Md2::parse(&imported.bytes).unwrap();
    for (number, frame) in md2.frames().enumerate() {
        for (triangle, source) in md2.triangles().iter().zip(tube_triangles()) {
            let [a, b, c] = triangle.xyz.map(|i| frame.position(i.into()));
            let [u, v] = [c, b].map(|corner| [0, 1, 2].map(|axis| corner[axis] - a[axis]));
            let facing = [u[1] * v[2] - u[2] * v[1], u[2] * v[0] - u[0] * v[2], u[0] * v[1] - u[1] * v[0]];
            let length = facing.iter().map(|c| c * c).sum::<f32>().sqrt();
            // Where both bones have weight, the inside of the elbow folds.
            let is_elbow = source.iter().any(|&vertex| (0.001..0.999).contains(&tube_weight(vertex)));
            for vertex in triangle.xyz {
                let normal = frame.vertices().record(vertex.into()).normal();
                let cosine = (0..3).map(|axis| normal[axis] * facing[axis]).sum::<f32>() / length;
                // Half of the 30 degrees between the sides, the 11 degrees of the table, and 6 degrees by which rounding
                // corners to quarter units rotates a side of two and a half units.
                assert!(cosine > if is_elbow { 0.3 } else { 0.85 }, "frame {number}: {cosine}");
            }
        }
    }
}

#[test]
fn morph_targets_are_added_by_weight() {
    let mut file = tetrahedron();
    let [up, out] = [[0.0, 2.0, 0.0], [0.5, 0.0, 0.25]];
    let target = |delta| -> Vec<[f32; 3]> {
        CORNERS.iter().map(|c| if c[1] > 0.0 { delta } else { [0.0; 3] }).collect()
    };
    let targets = [file.vectors(&target(up)), file.vectors(&target(out))];
    file.gltf.meshes[0].primitives[0].targets = targets.map(|t| attributes([("POSITION", t)])).to_vec();
    file.gltf.meshes[0].weights = vec![0.0, 0.5];
    let weights = [0.0, 0.0, 1.0, 0.5, 0.25, 1.0];
    file.curve("wave", (0, "weights"), Interpolation::Linear, &[0.0, 0.2, 0.3], &weights);
    let imported = import(&file, &ImportOptions::default());
    expect_sound(&imported, &[("wave", 4)]);
    expect_positions(&imported, |frame, triangle, corner| {
        let at = CORNERS[usize::from(SIDES[triangle][corner])];
        let by: [f64; 2] = [[0.0, 0.0], [0.5, 0.25], [1.0, 0.5], [0.25, 1.0]][frame];
        let moved = |axis: usize| match at[1] > 0.0 {
            true => f64::from(at[axis]) + by[0] * f64::from(up[axis]) + by[1] * f64::from(out[axis]),
            false => f64::from(at[axis]),
        };
        quake([0, 1, 2].map(moved))
    });
}

#[test]
fn nodes_translate_rotate_and_scale_their_children() {
    let mut file = tetrahedron();
    let top = file.node(Node { children: vec![0], scale: Some([2.0, 2.0, 2.0]), ..Node::default() });
    file.gltf.scenes[0].nodes = vec![top];
    // Before the first key its value holds; a step holds until the next key.
    let moves = [0.0, 0.0, 0.0, 3.0, 0.0, 0.0];
    file.curve("go", (top, "translation"), Interpolation::Step, &[0.0, 0.2], &moves);
    let sizes = [1.0, 1.0, 1.0, 1.0, 3.0, 1.0];
    file.curve("go", (0, "scale"), Interpolation::Linear, &[0.1, 0.3], &sizes);
    let imported = import(&file, &ImportOptions::default());
    expect_sound(&imported, &[("go", 4)]);
    expect_positions(&imported, |frame, triangle, corner| {
        let [x, y, z] = CORNERS[usize::from(SIDES[triangle][corner])].map(f64::from);
        let (along, tall) = ([0.0, 0.0, 3.0, 3.0][frame], [1.0, 1.0, 2.0, 3.0][frame]);
        quake([2.0 * x + along, 2.0 * y * tall, 2.0 * z])
    });
}

#[test]
fn interpolates_cubic_splines() {
    let mut file = tetrahedron();
    // From 0 to 1 in one second, with slopes of 0 at the start and 6 per second at the end.
    let key = |before: f32, value: f32, behind: f32| [before, 0.0, 0.0, value, 0.0, 0.0, behind, 0.0, 0.0];
    let values = [key(9.0, 0.0, 0.0), key(6.0, 1.0, 9.0)];
    file.curve("go", (0, "translation"), Interpolation::CubicSpline, &[0.0, 1.0], values.as_flattened());
    let imported = import(&file, &ImportOptions { fps: 20.0, ..ImportOptions::default() });
    expect_sound(&imported, &[("go", 21)]);
    expect_positions(&imported, |frame, triangle, corner| {
        let [x, y, z] = CORNERS[usize::from(SIDES[triangle][corner])].map(f64::from);
        let t = f64::from(u32::try_from(frame).expect("few")) / 20.0;
        // The Hermite polynomials of the value and the tangent: 3t² - 2t³ and 6 (t³ - t²).
        quake([x + 3.0 * t * t - 2.0 * t.powi(3) + 6.0 * (t.powi(3) - t * t), y, z])
    });
}

#[test]
fn triangles_of_a_mirrored_node_still_face_outwards() {
    let mut file = tetrahedron();
    file.gltf.nodes[0].scale = Some([-1.0, 1.0, 1.0]);
    let imported = import(&file, &ImportOptions::default());
    assert!(Md2::parse(&imported.bytes).unwrap().winding(0).enclosed < 0.0, "clockwise");
}

#[test]
fn integers_strides_and_sparse_arrays_are_read() {
    let plain = import(&tetrahedron(), &ImportOptions::default());
    let bytes: Vec<u8> = CORNERS.iter().flat_map(|c| c.map(|c| if c > 0.0 { 127 } else { 0 })).collect();
    let strided: Vec<u8> = bytes.chunks(3).flat_map(|c| [c[0], c[1], c[2], 99]).collect();

    let mut quantized = tetrahedron();
    let array = quantized.array(&strided, ComponentType::I8, AccessorKind::Vec3);
    let accessor = &mut quantized.gltf.accessors[array];
    (accessor.count, accessor.normalized) = (4, true);
    let view = accessor.buffer_view.unwrap();
    quantized.gltf.buffer_views[view].byte_stride = Some(4);
    // The gap after the last element may be missing.
    quantized.gltf.buffer_views[view].byte_length -= 1;
    quantized.gltf.meshes[0].primitives[0].attributes.insert("POSITION".into(), array);
    quantized.gltf.extensions_required = vec!["KHR_mesh_quantization".into()];
    assert_eq!(import(&quantized, &ImportOptions::default()).bytes, plain.bytes);

    let mut sparse = tetrahedron();
    let values: Vec<u8> = CORNERS[1..].iter().flatten().flat_map(|c: &f32| c.to_le_bytes()).collect();
    let replaced = sparse.sparse(&[1, 2, 3], &values);
    let positions = &mut sparse.gltf.accessors[0];
    (positions.buffer_view, positions.sparse) = (None, Some(replaced));
    assert_eq!(import(&sparse, &ImportOptions::default()).bytes, plain.bytes);
}

#[test]
fn reads_eight_joints_per_vertex() {
    let plain = import(&tube(), &ImportOptions::default());
    let mut file = tube();
    let count = RINGS * (AROUND + 1);
    // The weights of the second bone are in the second set, which has 16-bit numbers.
    let first: Vec<f32> = (0..count).flat_map(|v| [1.0 - tube_weight(v), 0.0, 0.0, 0.0]).collect();
    let joints: Vec<u8> = (0..count).flat_map(|_| [1, 0, 0, 0, 0, 0, 0, 0]).collect();
    let second: Vec<f32> = (0..count).flat_map(|v| [tube_weight(v), 0.0, 0.0, 0.0]).collect();
    let arrays = attributes([
        ("WEIGHTS_0", file.floats(&first, AccessorKind::Vec4)),
        ("JOINTS_1", file.array(&joints, ComponentType::U16, AccessorKind::Vec4)),
        ("WEIGHTS_1", file.floats(&second, AccessorKind::Vec4)),
    ]);
    file.gltf.meshes[0].primitives[0].attributes.extend(arrays);
    assert_eq!(import(&file, &ImportOptions::default()).bytes, plain.bytes);
    // Doubling all weights changes nothing.
    let mut doubled = tube();
    let weights: Vec<f32> =
        (0..count).flat_map(|v| [2.0 - 2.0 * tube_weight(v), 2.0 * tube_weight(v), 0.0, 0.0]).collect();
    let weights = doubled.floats(&weights, AccessorKind::Vec4);
    doubled.gltf.meshes[0].primitives[0].attributes.insert("WEIGHTS_0".into(), weights);
    assert_eq!(import(&doubled, &ImportOptions::default()).bytes, plain.bytes);
}

#[test]
fn reads_triangle_strips_and_fans() {
    let check = |mode: u32, indices: &[u16], triangles: &[[u16; 3]]| {
        let mut file = tetrahedron();
        let bytes: Vec<u8> = indices.iter().flat_map(|index| index.to_le_bytes()).collect();
        let indices = file.array(&bytes, ComponentType::U16, AccessorKind::Scalar);
        let primitive = &mut file.gltf.meshes[0].primitives[0];
        (primitive.mode, primitive.indices) = (Some(mode), Some(indices));
        let imported = import(&file, &ImportOptions::default());
        assert_eq!(imported.report.triangles, triangles.len());
        expect_positions(&imported, |_, triangle, corner| {
            quake(CORNERS[usize::from(triangles[triangle][corner])].map(f64::from))
        });
    };
    check(Primitive::TRIANGLE_STRIP, &[0, 2, 1, 3, 0, 2], &[[0, 2, 1], [1, 2, 3], [1, 3, 0], [0, 3, 2]]);
    check(Primitive::TRIANGLE_FAN, &[0, 2, 1, 3, 2], &[[0, 2, 1], [0, 1, 3], [0, 3, 2]]);
}

/// An implementation of [`Sources`] with the external files of a glTF, by name. Decodes each image to a single color.
struct Beside(Vec<(&'static str, Vec<u8>)>);

impl Sources for Beside {
    fn file(&self, relative: &str) -> Result<Vec<u8>, String> {
        let found = self.0.iter().find(|(name, _)| *name == relative);
        found.map(|(_, content)| content.clone()).ok_or_else(|| String::from("no such file"))
    }

    fn decode(&self, file: &[u8]) -> Result<RgbaImage, String> {
        match file {
            [b'p', color] => Ok(RgbaImage::filled(16, 16, [*color, 0, 0, 255])),
            _ => Err(String::from("not an image")),
        }
    }
}

#[test]
fn reads_external_and_embedded_buffers_and_images() {
    let file = tetrahedron();
    let plain = import(&file, &ImportOptions::default());
    let json = |uri: &str, more: &str| {
        let length = format!("\"byteLength\":{}", file.bin.len());
        let text = file.json().replace(&format!("{length}}}]"), &format!("{length},\"uri\":\"{uri}\"}}]"));
        assert!(text.contains(uri), "{text}");
        text.replacen('{', &format!("{{{more}"), 1)
    };
    let beside = Beside(vec![("a b.bin", file.bin.clone()), ("skin.png", vec![b'p', 200])]);
    let imported = import_gltf(json("a%20b.bin", "").as_bytes(), &beside, &ImportOptions::default()).unwrap();
    assert_eq!(imported.bytes, plain.bytes);

    let material = r#""materials":[{"pbrMetallicRoughness":{"baseColorTexture":{"index":0}}}],
        "textures":[{"source":0}],"images":[{"uri":"skin.png"}],"#;
    let with_skin = json("a%20b.bin", material).replace("\"indices\":1", "\"indices\":1,\"material\":0");
    let imported = import_gltf(with_skin.as_bytes(), &beside, &ImportOptions::default()).unwrap();
    assert_eq!(imported.report.skin_size, [16, 16]);
    assert_eq!(imported.surfaces[0].skin.pixels.pixel(3, 3), [200, 0, 0, 255]);
    assert!(imported.report.losses.is_empty());

    // A missing image does not prevent the import of the model.
    let lost = with_skin.replace("skin.png", "lost.png");
    let imported = import_gltf(lost.as_bytes(), &beside, &ImportOptions::default()).unwrap();
    let [loss] = &imported.report.losses[..] else { panic!("{:?}", imported.report.losses) };
    assert_eq!((loss.kind, loss.count), (LossKind::Images, 1));
    assert!(loss.text.ends_with("images[0].uri: \"lost.png\": no such file"), "{loss}");
}
