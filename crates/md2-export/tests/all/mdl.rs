//! Conversion to MDL. The expected values come from the description of the source models and from the rules of the format.

use std::sync::Arc;

use md2_common::RgbaImage;
use md2_export::import::{ImportOptions, ImportedModel, NoFiles, ObjFile, Sources, import_obj};
use md2_export::{
    ConvertError, ExportModel, FrameSelection, ImageData, MdlOptions, SkinAlphaMode, SkinSet, SkinTexture,
    SlotSkin, import_quake,
};
use md2_load::{LoadOptions, Palette, load};
use md2_testdata::{one_triangle, seamed_quad};
use mdl_format::{Effects, Mdl};

/// Decodes every image as one gray pixel. The conversion reads the skins of a model with one surface directly.
struct Gray;

impl Sources for Gray {
    fn file(&self, relative: &str) -> Result<Vec<u8>, String> {
        Err(relative.to_owned())
    }

    fn decode(&self, _: &[u8]) -> Result<RgbaImage, String> {
        Ok(filled([1, 1], [128; 3]))
    }
}

/// Converts an MD2 with the given skins.
fn convert(file: &[u8], skins: &[RgbaImage], options: &MdlOptions) -> Result<ImportedModel, ConvertError> {
    let model = load(file, &LoadOptions::default()).unwrap();
    let skin = |pixels: &RgbaImage| {
        let name = String::from("skin");
        let pixels = ImageData::Rgba(pixels.clone());
        let texture = SkinTexture { name: name.clone(), pixels, glow: None, alpha: SkinAlphaMode::Opaque };
        SkinSet { name, slots: vec![SlotSkin::Texture(Arc::new(texture))] }
    };
    let subject =
        ExportModel { skins: skins.iter().map(skin).collect(), ..ExportModel::new("model", &model) };
    let all = FrameSelection::default();
    import_quake(&subject, &all, &Gray, &ImportOptions::default())?.to_mdl(options)
}

fn filled(size: [u32; 2], [red, green, blue]: [u8; 3]) -> RgbaImage {
    RgbaImage::filled(size[0], size[1], [red, green, blue, 255])
}

#[test]
fn an_md2_keeps_its_shape_names_and_texels() {
    let file = one_triangle().build().into_bytes();
    let color = Palette::QUAKE.color(79);
    let converted = convert(&file, &[filled([64, 64], color)], &MdlOptions::default()).unwrap();
    let mdl = Mdl::parse(&converted.bytes).unwrap();

    assert_eq!(
        mdl.poses().iter().map(|pose| pose.name().to_string()).collect::<Vec<_>>(),
        ["stand01", "stand02"]
    );
    // The source's positions, from its description. Both frames share the steps 31.875 / 255 and 39.875 / 255.
    let expected = [
        [[0.0, 0.0, 0.0], [0.0, 31.875, 0.0], [31.875, 0.0, 0.0]],
        [[0.0, 0.0, 8.0], [0.0, 31.875, 8.0], [31.875, 0.0, 39.875]],
    ];
    let half = 39.875 / 255.0 / 2.0 + 1.0e-4;
    for triangle in mdl.triangles().iter() {
        for (pose, expected) in expected.iter().enumerate() {
            for (vertex, expected) in triangle.vertices().iter().zip(expected) {
                let found = mdl.position(pose, *vertex as usize);
                assert!((0..3).all(|axis| (found[axis] - expected[axis]).abs() <= half), "{found:?}");
            }
        }
        let texels = triangle.vertices().map(|vertex| mdl.st().record(vertex as usize));
        assert_eq!(texels.map(|st| [st.onseam, st.s, st.t]), [[0, 0, 0], [0, 63, 0], [0, 0, 63]]);
    }
    assert!(converted.report.error.largest <= f64::from(half), "{:?}", converted.report.error);
    assert_eq!((mdl.skin_width(), mdl.skin_height(), mdl.skins().len()), (64, 64, 1));
    assert_eq!(mdl.skins()[0].image(0).texels, [79; 64 * 64]);
    let farthest = (31.875_f32 * 31.875 + 39.875 * 39.875).sqrt();
    assert!((mdl.header().boundingradius - farthest).abs() < 0.01);
}

#[test]
fn vertices_are_stored_once_for_each_texel() {
    // Four corners, two of which have two skin coordinates each.
    let file = seamed_quad().build().into_bytes();
    let converted = convert(&file, &[], &MdlOptions::default()).unwrap();
    let mdl = Mdl::parse(&converted.bytes).unwrap();
    assert_eq!((mdl.vertex_count(), mdl.triangles().len()), (6, 2));
    assert!(mdl.triangles().iter().all(|triangle| triangle.is_front()));
}

#[test]
fn skins_get_one_size_that_engines_accept() {
    let file = one_triangle().build().into_bytes();
    let options = MdlOptions { skin_height: Some(24), ..MdlOptions::default() };
    let colors = [[15, 15, 15], [123, 123, 123]];
    let skins = [filled([512, 512], colors[0]), filled([10, 6], colors[1])];
    let converted = convert(&file, &skins, &options).unwrap();
    let mdl = Mdl::parse(&converted.bytes).unwrap();
    // The skin size in the MD2 is 64 x 64; 24 is a multiple of 4.
    assert_eq!([mdl.skin_width(), mdl.skin_height()], [24, 24]);
    for (skin, color) in mdl.skins().iter().zip(colors) {
        assert!(skin.image(0).texels.iter().all(|&index| Palette::QUAKE.color(index) == color), "{color:?}");
    }
    assert!(mdl.st().iter().all(|st| st.s < 24 && st.t < 24));
    let note = &converted.report.notes[0];
    assert_eq!(note, "the skins were resized from 512 x 512 to 24 x 24 texels");
}

#[test]
fn holes_use_the_last_color_and_set_a_flag() {
    let file = one_triangle().build().into_bytes();
    let clear = RgbaImage::filled(64, 64, [200, 10, 10, 0]);
    let options = MdlOptions { holey: true, flags: 8, ..MdlOptions::default() };
    let converted = convert(&file, std::slice::from_ref(&clear), &options).unwrap();
    let mdl = Mdl::parse(&converted.bytes).unwrap();
    assert!(mdl.effects().contains(Effects::HOLEY) && mdl.effects().contains(Effects::ROTATE));
    assert!(mdl.skins()[0].image(0).texels.iter().all(|&index| index == 255));
    let opaque = convert(&file, &[clear], &MdlOptions::default()).unwrap();
    let mdl = Mdl::parse(&opaque.bytes).unwrap();
    assert!(mdl.skins()[0].image(0).texels.iter().all(|&index| index < 224));
}

/// Returns an OBJ of separate triangles, which have no vertex in common.
fn separate_triangles(count: usize) -> String {
    let triangle = |i: usize| {
        let (x, first) = (8 * i, 3 * i + 1);
        let (second, third) = (first + 1, first + 2);
        format!("v {x} 0 0\nv {x} 5 0\nv {x} 0 5\nf {first} {second} {third}\n")
    };
    (0..count).map(triangle).collect()
}

#[test]
fn limits_hold_exactly() {
    let limits = |triangles: usize| {
        let file = separate_triangles(triangles);
        let file = ObjFile { name: "run1.obj", content: file.as_bytes() };
        let model = import_obj(&[file], &NoFiles, &ImportOptions::default()).unwrap();
        model.to_mdl(&MdlOptions::default()).map(|converted| converted.report.vertices)
    };
    assert_eq!(limits(666), Ok(1998));
    let error = limits(667).unwrap_err();
    assert_eq!(error.to_string(), "the model has 2001 vertices, the limit of the original game is 2000");
    let error = limits(2049).unwrap_err();
    assert_eq!(error.to_string(), "the model has 2049 triangles, the limit of the original game is 2048");
}
