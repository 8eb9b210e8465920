//! Small files that are costly to import: each refers hundreds of times to the same file, bytes or mesh, or to a part of these.

use md2_export::gltf::schema::{
    BufferView, Image, Material, Node, PbrMetallicRoughness, Texture, TextureInfo,
};
use md2_testdata::fuzz::Seed;

use super::BROKEN;
use super::build::{Builder, tetrahedron};

const TIMES: u16 = 200;

/// The test files in which many elements refer to the same data. Importing them succeeds, because it reads the data
/// only once.
pub(crate) const ARE_ONE: [&str; 5] = [
    "images of one file",
    "images of one view",
    "broken images",
    "buffers of one file",
    "weights at many nodes",
];

/// Builds a file with `count` materials and a tetrahedron for each. For the number of a material, `of` returns its
/// image and its red factor.
pub(crate) fn with_materials(mut file: Builder, count: u16, of: impl Fn(u16) -> (usize, f32)) -> Builder {
    file.gltf.textures = (0..file.gltf.images.len())
        .map(|image| Texture { source: Some(image), ..Texture::default() })
        .collect();
    let primitive = file.gltf.meshes[0].primitives[0].clone();
    file.gltf.meshes[0].primitives.clear();
    for nth in 0..count {
        let (image, red) = of(nth);
        let pbr = PbrMetallicRoughness {
            base_color_texture: Some(TextureInfo { index: image, ..TextureInfo::default() }),
            base_color_factor: Some([red, 1.0, 1.0, 1.0]),
            ..PbrMetallicRoughness::default()
        };
        file.gltf.materials.push(Material { pbr_metallic_roughness: Some(pbr), ..Material::default() });
        let mut part = primitive.clone();
        part.material = Some(usize::from(nth));
        file.gltf.meshes[0].primitives.push(part);
    }
    file
}

pub(crate) fn of_uri(uri: &str) -> Image {
    Image { uri: Some(uri.to_owned()), ..Image::default() }
}

fn looks() -> Builder {
    let mut file = tetrahedron();
    file.gltf.images = vec![of_uri("data:image/png;base64,AQAA")];
    with_materials(file, TIMES, |nth| (0, f32::from(nth) / f32::from(TIMES)))
}

fn images() -> Builder {
    let mut file = tetrahedron();
    let spellings = ["a.png", "./a.png", "%61.png"].map(of_uri);
    file.gltf.images = (0..usize::from(TIMES)).map(|nth| spellings[nth % 3].clone()).collect();
    with_materials(file, TIMES, |nth| (nth.into(), 1.0))
}

/// Builds a file with many images from the same large buffer view, whose bytes are all `first`. Each image starts
/// `step` bytes after the previous image.
fn views(first: u8, step: u64) -> Builder {
    let mut file = tetrahedron();
    let whole = file.view(&[first; 1024]);
    let BufferView { byte_offset, .. } = file.gltf.buffer_views[whole];
    for nth in 0..u64::from(TIMES) {
        let byte_offset = byte_offset + step * nth;
        file.gltf.buffer_views.push(BufferView { byte_offset, byte_length: 512, ..BufferView::default() });
        let view = file.gltf.buffer_views.len() - 1;
        file.gltf.images.push(Image { buffer_view: Some(view), ..Image::default() });
    }
    with_materials(file, TIMES, |nth| (nth.into(), 1.0))
}

fn buffers(name: impl Fn(u16) -> String) -> Vec<u8> {
    let json = tetrahedron().json();
    let (before, after) = json.split_once("\"buffers\":[").expect("a list of buffers");
    let (_, after) = after.split_once(']').expect("the end of the list");
    let buffer = |nth| format!("{{\"byteLength\":104,\"uri\":\"{}\"}}", name(nth));
    let all: Vec<String> = (0..TIMES).map(buffer).collect();
    format!("{before}\"buffers\":[{}]{after}", all.join(",")).into_bytes()
}

/// Builds a file in which many nodes use a mesh that has weights for many missing morph targets.
fn weights() -> Builder {
    let mut file = tetrahedron();
    file.gltf.meshes[0].weights = vec![0.0; 30_000];
    for _ in 0..5 * TIMES {
        let node = file.node(Node { mesh: Some(0), ..Node::default() });
        file.gltf.scenes[0].nodes.push(node);
    }
    file
}

pub(crate) fn gltf() -> Vec<Seed> {
    vec![
        ("looks", looks().glb()),
        ("images of one file", images().glb()),
        ("images of one view", views(1, 0).glb()),
        ("images of many views", views(1, 1).glb()),
        ("broken images", views(BROKEN, 1).glb()),
        ("buffers of one file", buffers(|nth| ["a.bin", "./a.bin", "%61.bin"][usize::from(nth % 3)].into())),
        ("buffers of many files", buffers(|nth| format!("{nth}.bin"))),
        ("weights at many nodes", weights().glb()),
    ]
}
