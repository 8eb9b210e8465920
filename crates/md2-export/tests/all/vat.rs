//! Vertex animation textures: the arithmetic of the shaders gives the poses of the CPU.

#![expect(clippy::cast_possible_truncation, reason = "shaders truncate texels, and vertex numbers are small")]

use crate::models::gltf_file::GltfFile;
use md2_export::ExportModel;
use md2_export::gltf::{GltfOptions, to_gltf};
use md2_export::vat::{self, VatError};
use md2_load::{LoadOptions, LoadedModel, load};
use md2_mesh::{Pose, blend};
use md2_testdata::{TriangleSpec, md3, seamed_quad, with_frames};
use serde_json::Value;

/// A decoded PNG: its width, and the numbers of each pixel from 0 to 1.
struct Texture {
    width: usize,
    pixels: Vec<[f32; 3]>,
}

impl Texture {
    fn decode(png: &[u8]) -> Self {
        let mut reader = png::Decoder::new(std::io::Cursor::new(png)).read_info().unwrap();
        let mut bytes = vec![0; reader.output_buffer_size().unwrap()];
        reader.next_frame(&mut bytes).unwrap();
        let numbers: Vec<f32> = match reader.info().bit_depth {
            png::BitDepth::Sixteen => bytes
                .as_chunks()
                .0
                .iter()
                .map(|word| f32::from(u16::from_be_bytes(*word)) / 65_535.0)
                .collect(),
            _ => bytes.iter().map(|byte| f32::from(*byte) / 255.0).collect(),
        };
        Self { width: reader.info().width as usize, pixels: numbers.as_chunks().0.to_vec() }
    }

    fn fetch(&self, [column, row]: [usize; 2]) -> [f32; 3] {
        self.pixels[row * self.width + column]
    }
}

/// The files of a model, read as the shaders read them.
struct Vat {
    json: Value,
    positions: Texture,
    bytes: Texture,
    normals: Texture,
    texels: Vec<[f32; 2]>,
}

impl Vat {
    fn new(model: &LoadedModel) -> Self {
        let files = vat::write(&ExportModel::new("model", model), "model", &GltfOptions::default()).unwrap();
        let json: Value = serde_json::from_slice(&files[0].1).unwrap();
        let file = |key: &str| {
            let name = json[key].as_str().unwrap();
            &files.iter().find(|(known, _)| known == name).unwrap_or_else(|| panic!("{name}")).1
        };
        let [positions, bytes, normals] =
            ["positions", "positions_bytes", "normals"].map(|key| Texture::decode(file(key)));
        let texels = second_uvs(file("mesh"));
        for end in [".gdshader", ".shader"] {
            let (_, text) = files.iter().find(|(name, _)| name.ends_with(end)).unwrap();
            assert!(!text.contains(&b'@'), "all values are filled in");
        }
        Self { json, positions, bytes, normals, texels }
    }

    fn number(&self, key: &str) -> usize {
        usize::try_from(self.json[key].as_u64().unwrap()).unwrap()
    }

    fn vector(&self, key: &str) -> [f32; 3] {
        [0, 1, 2].map(|axis| self.json[key][axis].as_f64().unwrap() as f32)
    }

    /// The function `texel_of` of the shaders.
    fn texel(&self, vertex: usize, frame: usize) -> [usize; 2] {
        let [x, y] = self.texels[vertex];
        let rows = self.number("rows_per_frame");
        [(x * self.number("width") as f32) as usize, frame * rows + (y * rows as f32) as usize]
    }

    fn position(&self, [column, row]: [usize; 2]) -> [f32; 3] {
        let share = self.positions.fetch([column, row]);
        let (high, low) =
            (self.bytes.fetch([column, row]), self.bytes.fetch([column, row + self.number("height")]));
        let (min, max) = (self.vector("min"), self.vector("max"));
        [0, 1, 2].map(|axis| {
            let from_bytes = (high[axis] * 256.0 + low[axis]) / 257.0;
            assert!((from_bytes - share[axis]).abs() < 1e-6, "both textures contain the same number");
            min[axis] + (max[axis] - min[axis]) * share[axis]
        })
    }

    /// The function `normal_at` of the shaders.
    fn normal(&self, texel: [usize; 2]) -> [f32; 3] {
        let [x, y, _] = self.normals.fetch(texel).map(|byte| byte * 2.0 - 1.0);
        let z = 1.0 - x.abs() - y.abs();
        let sign = |c: f32| if c < 0.0 { -1.0 } else { 1.0 };
        let [x, y] = if z < 0.0 { [(1.0 - y.abs()) * sign(x), (1.0 - x.abs()) * sign(y)] } else { [x, y] };
        let length = (x * x + y * y + z * z).sqrt();
        [x, y, z].map(|c| c / length)
    }
}

fn second_uvs(file: &[u8]) -> Vec<[f32; 2]> {
    let file = GltfFile::read(file);
    let accessors = file.gltf.meshes[0].primitives.iter().map(|primitive| primitive.attributes["TEXCOORD_1"]);
    accessors.flat_map(|accessor| file.floats::<2>(accessor)).collect()
}

/// Checks that all vertices of a pose halfway between the first and the last frame are at the place that the shaders compute.
fn check(model: &LoadedModel) {
    let vat = Vat::new(model);
    let mesh = &model.mesh;
    assert_eq!((vat.texels.len(), vat.number("frames")), (mesh.vertex_count(), mesh.frame_count()));
    let last = mesh.frame_count() - 1;
    let pose = Pose { frame_a: 0, frame_b: u32::try_from(last).unwrap(), blend: 0.5 };
    let size = [0, 1, 2].map(|axis| vat.vector("max")[axis] - vat.vector("min")[axis]);
    for vertex in 0..mesh.vertex_count() {
        let expected = to_gltf(blend::blend_vertex(mesh, vertex, pose).position.map(|c| c / 32.0));
        let [a, b] = [0, last].map(|frame| vat.texel(vertex, frame));
        for axis in 0..3 {
            let found = f32::midpoint(vat.position(a)[axis], vat.position(b)[axis]);
            assert!((found - expected[axis]).abs() <= size[axis] / 65_535.0 + 1e-6, "vertex {vertex}");
        }
        let direction = to_gltf(blend::blend_vertex(mesh, vertex, Pose::still(0)).normal);
        let cosine: f32 = vat.normal(a).iter().zip(direction).map(|(a, b)| a * b).sum();
        // Eight bits per number turn a direction by at most a degree.
        assert!(cosine > 0.9998, "vertex {vertex}: {cosine}");
    }
}

#[test]
fn the_shaders_compute_the_poses_of_the_cpu() {
    let load = |file: &[u8]| load(file, &LoadOptions::default()).unwrap();
    check(&load(seamed_quad().build().bytes()));
    check(&load(md2_testdata::one_triangle().build().bytes()));
    // The vertices of the second surface follow those of the first.
    check(&load(md3::two_surfaces().build().bytes()));
}

#[test]
fn vertices_above_the_largest_width_continue_in_the_next_row() {
    let mut spec = seamed_quad();
    // 4,998 vertices in a row along X. A step of the file is an eighth of a unit.
    spec.vertices = 4998;
    // Each triangle has three vertices of its own, since unused vertices are not written.
    let corners = |first: u16| TriangleSpec { xyz: [first, first + 1, first + 2], st: [0, 1, 2] };
    spec.triangles = (0..4998).step_by(3).map(corners).collect();
    for frame in &mut spec.frames {
        frame.vertices = (0..4998).map(|vertex| [(vertex % 251) as u8, (vertex / 251) as u8, 0, 5]).collect();
    }
    let model = load(spec.build().bytes(), &LoadOptions::default()).unwrap();
    let vat = Vat::new(&model);
    assert_eq!((vat.number("width"), vat.number("rows_per_frame"), vat.number("height")), (4096, 2, 2));
    check(&model);
}

#[test]
fn rejects_textures_that_no_gpu_supports() {
    let model = load(
        with_frames((0..8193).map(|frame| format!("run{frame}"))).build().bytes(),
        &LoadOptions::default(),
    );
    let subject = model.unwrap();
    let error = vat::write(&ExportModel::new("long", &subject), "long", &GltfOptions::default()).unwrap_err();
    assert!(matches!(error, VatError::TooHigh { frames: 8193, height: 16_386, .. }), "{error}");
}
