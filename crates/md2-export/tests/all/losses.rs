//! Losses of imports, and the bounds of models with unused vertices.

use crate::invariants::build::{CORNERS, SIDES, attributes, tetrahedron};
use crate::invariants::import_gltf;
use md2_export::gltf::schema::{AccessorKind, Image, Interpolation, Material, Texture, TextureInfo};
use md2_export::gltf::{GltfOptions, glb, schema, write};
use md2_export::import::{ImportOptions, NoFiles};
use md2_export::{ExportModel, LossKind};
use md2_load::{LoadOptions, load};

/// Returns the kinds and counts of the losses, sorted by kind.
fn losses(file: &[u8]) -> Vec<(LossKind, usize)> {
    let imported = import_gltf(file, &NoFiles, &ImportOptions::default()).unwrap();
    imported.report.losses.iter().map(|loss| (loss.kind, loss.count)).collect()
}

#[test]
fn an_import_counts_what_an_md2_cannot_hold() {
    let mut file = tetrahedron();
    assert_eq!(losses(&file.glb()), [], "a plain model loses nothing");

    // Two of the four vertices are not white.
    let colors = [[1.0, 1.0, 1.0], [0.5, 1.0, 1.0], [1.0, 1.0, 1.0], [0.0, 0.0, 0.0]];
    let colors = file.vectors(&colors);
    file.gltf.meshes[0].primitives[0].attributes.insert(String::from("COLOR_0"), colors);
    // A triangle that uses a vertex twice.
    let flat = [SIDES[0], SIDES[1], SIDES[2], SIDES[3], [0, 1, 1]];
    file.gltf.meshes[0].primitives[0].indices = Some(file.indices(&flat));
    // Texture coordinates from 0 to 2: whole-image shifts cannot move them onto the image. All corners are affected.
    let uvs = file.floats(&[0.0, 0.0, 2.0, 0.0, 0.0, 2.0, 2.0, 2.0], AccessorKind::Vec2);
    file.gltf.meshes[0].primitives[0].attributes.insert(String::from("TEXCOORD_0"), uvs);
    // 21 keyframes in one second, of which an MD2 at ten frames per second has eleven.
    let times: Vec<f32> = (0..=20_u8).map(|key| f32::from(key) / 20.0).collect();
    let heights: Vec<f32> = times.iter().flat_map(|time| [0.0, *time, 0.0]).collect();
    file.curve("rise", (0, "translation"), Interpolation::Linear, &times, &heights);
    let expected = [
        (LossKind::Frames, 10),
        (LossKind::VertexColors, 2),
        (LossKind::RepeatedTextures, 15),
        (LossKind::Triangles, 1),
    ];
    assert_eq!(losses(&file.glb()), expected);
}

#[test]
fn an_import_counts_images_that_are_not_colors() {
    let mut file = tetrahedron();
    file.gltf.images =
        ["color", "normal", "rough"].map(|name| Image { name: Some(name.into()), ..Image::default() }).into();
    file.gltf.textures = (0..3).map(|image| Texture { source: Some(image), ..Texture::default() }).collect();
    let base_color_texture = Some(TextureInfo::default());
    let pbr_metallic_roughness =
        Some(schema::PbrMetallicRoughness { base_color_texture, ..Default::default() });
    file.gltf.materials = vec![Material { pbr_metallic_roughness, ..Material::default() }];
    // No primitive uses the material, so its color image is not read either.
    assert_eq!(losses(&file.glb()), [(LossKind::Images, 2)]);
}

#[test]
fn an_import_has_a_skin_for_each_variant_that_differs_from_the_default() {
    let mut file = tetrahedron();
    let red =
        schema::PbrMetallicRoughness { base_color_factor: Some([1.0, 0.0, 0.0, 1.0]), ..Default::default() };
    file.gltf.materials = vec![Material::default(); 2];
    file.gltf.materials[1].pbr_metallic_roughness = Some(red);
    file.gltf.extensions = serde_json::from_value(serde_json::json!({
        "KHR_materials_variants": { "variants": [{ "name": "green" }, { "name": "red" }, { "name": "unused" }] }
    }))
    .unwrap();
    let primitive = &mut file.gltf.meshes[0].primitives[0];
    primitive.material = Some(0);
    primitive.extensions = serde_json::from_value(serde_json::json!({
        "KHR_materials_variants": {
            "mappings": [{ "material": 0, "variants": [0] }, { "material": 1, "variants": [1] }]
        }
    }))
    .unwrap();
    let imported = import_gltf(&file.glb(), &NoFiles, &ImportOptions::default()).unwrap();
    let skins: Vec<_> = imported.other_skins.iter().flatten().collect();
    assert_eq!((skins.len(), &*skins[0].path, &imported.report.losses[..]), (1, "red.pcx", &[][..]));
    assert_eq!(skins[0].skin.pixels.pixel(0, 0), [255, 0, 0, 255]);
}

#[test]
fn unused_vertices_do_not_enlarge_an_import() {
    let plain = import_gltf(&tetrahedron().glb(), &NoFiles, &ImportOptions::default()).unwrap();
    let mut file = tetrahedron();
    let far: Vec<[f32; 3]> = CORNERS.into_iter().chain([[900.0, -900.0, 900.0]]).collect();
    let uvs = file.floats(&[0.1, 0.1, 0.9, 0.1, 0.1, 0.9, 0.9, 0.9, 0.0, 0.0], AccessorKind::Vec2);
    let positions = file.vectors(&far);
    file.gltf.meshes[0].primitives[0].attributes = attributes([("POSITION", positions), ("TEXCOORD_0", uvs)]);
    let imported = import_gltf(&file.glb(), &NoFiles, &ImportOptions::default()).unwrap();
    assert_eq!(imported.bytes, plain.bytes);
    assert_eq!(
        (imported.report.least, imported.report.greatest),
        (plain.report.least, plain.report.greatest)
    );
}

#[test]
fn unused_vertices_are_not_exported() {
    let mut spec = md2_testdata::one_triangle();
    let subject = |file: &[u8]| {
        let model = load(file, &LoadOptions::default()).unwrap();
        let glb =
            write(&ExportModel::new("model", &model), &GltfOptions::default()).unwrap().to_glb().unwrap();
        schema::Gltf::from_json(glb::read(&glb).unwrap().json).unwrap()
    };
    let plain = subject(spec.clone().build().bytes());
    // An unused vertex at the far end of the quantized range.
    spec.vertices += 1;
    spec.frames.iter_mut().for_each(|frame| frame.vertices.push([255, 255, 255, 0]));
    let unused = subject(spec.build().bytes());
    let positions = |gltf: &schema::Gltf| {
        let accessor = &gltf.accessors[gltf.meshes[0].primitives[0].attributes["POSITION"]];
        (accessor.count, accessor.min.clone(), accessor.max.clone())
    };
    assert_eq!(positions(&unused), positions(&plain));
}
