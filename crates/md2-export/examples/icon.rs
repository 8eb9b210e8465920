//! Draws the application's icon, as a PNG and an SVG, from the project's player model:
//! `cargo run -p md2-export --example icon -- assets/desktop`.
//!
//! The rasterizer draws the PNG. The SVG contains a polygon for each visible triangle, in order from the farthest to the nearest.

use std::error::Error;
use std::fmt::Write as _;
use std::path::Path;
use std::process::exit;
use std::{env, fs};

use glam::Vec3;
use image::ImageEncoder as _;
use image::codecs::png::{CompressionType, FilterType, PngEncoder};
use md2_common::RgbaImage;
use md2_export::picture::{Backdrop, Cover, PosedModel, SlotStyle, View, downsample, draw};
use md2_load::{LoadOptions, load};
use md2_mesh::{Mesh, Pose, blend};

const SIDE: u32 = 256;
/// The radius of the rounded corners in pixels.
const RADIUS: f32 = 56.0;
/// The colors of the background at the top and at the bottom, in sRGB.
const TOP: [u8; 3] = [52, 78, 104];
const BOTTOM: [u8; 3] = [22, 33, 48];
/// The view of head, scarf and shoulders, from the front and a little to the side. The model is 54 units tall.
const VIEW: View = View { eye: [36.0, -21.0, 21.5], target: [0.5, 0.0, 18.6], fov_y: 0.62, near: 1.0 };
/// The frame to show: the first frame of the sequence "walk", which follows the 198 standard frames.
const FRAME: u32 = 198;

fn main() -> Result<(), Box<dyn Error>> {
    let Some(folder) = env::args().nth(1) else {
        eprintln!("usage: icon FOLDER");
        exit(2);
    };
    let assets = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../assets/wanderer");
    let loaded = load(&fs::read(assets.join("tris.md2"))?, &LoadOptions::default())?;
    let skin = image::open(assets.join("wanderer.png"))?.into_rgba8();
    let skin = RgbaImage::new(skin.width(), skin.height(), skin.into_raw())?;
    fs::write(Path::new(&folder).join("md2-viewer.png"), png(&raster(&loaded.mesh, &skin))?)?;
    fs::write(Path::new(&folder).join("md2-viewer.svg"), svg(&loaded.mesh, &skin)?)?;
    Ok(())
}

fn raster(mesh: &Mesh, skin: &RgbaImage) -> RgbaImage {
    const FACTOR: u32 = 4;
    let slots = [SlotStyle::Skin { color: skin, glow: None, cover: Cover::Solid }];
    let model = PosedModel { slots: &slots, ..PosedModel::new(mesh, Pose::still(FRAME)) };
    let backdrop = Backdrop::Gradient { top: TOP, bottom: BOTTOM };
    let mut image = draw(&[model], &VIEW, [SIDE * FACTOR; 2], backdrop);
    let (side, radius) = ((SIDE * FACTOR) as f32, RADIUS * FACTOR as f32);
    for (i, pixel) in (0_u32..).zip(image.rgba_mut().as_chunks_mut::<4>().0) {
        let at = [i % (SIDE * FACTOR), i / (SIDE * FACTOR)].map(|c| c as f32 + 0.5);
        // The distance beyond the centers of the corners' circles.
        let [x, y] = at.map(|c| (radius - c).max(c - (side - radius)).max(0.0));
        if x.hypot(y) > radius {
            *pixel = [0; 4];
        }
    }
    downsample(&image, FACTOR)
}

/// A triangle of the SVG: its corners in pixels, its distance from the eye, and its color.
type Face = ([[f32; 2]; 3], f32, [f32; 3]);

fn svg(mesh: &Mesh, skin: &RgbaImage) -> Result<String, Box<dyn Error>> {
    let mut faces = faces(mesh, skin);
    faces.sort_by(|a, b| b.1.total_cmp(&a.1));
    let hex = |[r, g, b]: [u8; 3]| format!("#{r:02x}{g:02x}{b:02x}");
    let mut text = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{SIDE}\" height=\"{SIDE}\" viewBox=\"0 0 {SIDE} {SIDE}\">\n\
         <defs><linearGradient id=\"back\" x2=\"0\" y2=\"1\"><stop stop-color=\"{}\"/><stop offset=\"1\" stop-color=\"{}\"/></linearGradient>\n\
         <clipPath id=\"edge\"><rect width=\"{SIDE}\" height=\"{SIDE}\" rx=\"{RADIUS}\"/></clipPath></defs>\n\
         <g clip-path=\"url(#edge)\" stroke-width=\".6\" stroke-linejoin=\"round\"><rect width=\"{SIDE}\" height=\"{SIDE}\" fill=\"url(#back)\"/>\n",
        hex(TOP),
        hex(BOTTOM),
    );
    for ([a, b, c], _, color) in faces {
        let color = hex(color.map(|c| whole(c.clamp(0.0, 1.0).powf(1.0 / 2.2) * 255.0).to_le_bytes()[0]));
        let [[ax, ay], [bx, by], [cx, cy]] = [a, b, c];
        // A stroke of the same color closes the gaps between adjacent triangles.
        writeln!(
            text,
            "<path d=\"M{ax:.1} {ay:.1}L{bx:.1} {by:.1}L{cx:.1} {cy:.1}z\" fill=\"{color}\" stroke=\"{color}\"/>"
        )?;
    }
    text.push_str("</g>\n</svg>\n");
    Ok(text)
}

fn faces(mesh: &Mesh, skin: &RgbaImage) -> Vec<Face> {
    let mut positions = vec![[0.0; 3]; mesh.vertex_count()];
    let mut normals = positions.clone();
    blend::blend_frames(mesh, Pose::still(FRAME), &mut positions, &mut normals);
    let eye = Vec3::from(VIEW.eye);
    let back = (eye - Vec3::from(VIEW.target)).normalize();
    let right = Vec3::Z.cross(back).normalize();
    let up = back.cross(right);
    let (half, scale) = (SIDE as f32 / 2.0, SIDE as f32 / 2.0 / (VIEW.fov_y / 2.0).tan());
    let light = |color: u8| (f32::from(color) / 255.0).powf(2.2);
    let face = |triangle: [u32; 3]| {
        let at = triangle.map(|vertex| Vec3::from(positions[vertex as usize]));
        let outward = (at[2] - at[0]).cross(at[1] - at[0]);
        if outward.dot(eye - at[0]) <= 0.0 {
            return None;
        }
        let seen = at.map(|point| [right, up, back].map(|axis| axis.dot(point - eye)));
        let flat = seen.map(|[x, y, z]| [half - x / z * scale, half + y / z * scale]);
        if flat.iter().all(|[_, y]| *y > SIDE as f32 + 2.0) {
            return None;
        }
        let mean =
            |value: &dyn Fn(usize) -> f32| triangle.iter().map(|&v| value(v as usize)).sum::<f32>() / 3.0;
        let texel = |c: usize, side: u32| whole(mean(&|v| mesh.uvs()[v][c]).clamp(0.0, 0.999) * side as f32);
        let [r, g, b, _] = skin.pixel(texel(0, skin.width()), texel(1, skin.height()));
        let normal = Vec3::from([0, 1, 2].map(|i| mean(&|v| normals[v][i]))).normalize();
        // The lamp and the sky of the viewer.
        let lamp = ((normal.dot(Vec3::new(0.344, 0.639, 0.688)) + 0.2) / 1.2).max(0.0) * 0.9;
        let bright = 0.38 + 0.1 * normal.z + lamp;
        let depth = seen.iter().map(|[_, _, z]| -z).sum::<f32>();
        Some((flat, depth, [r, g, b].map(|color| light(color) * bright)))
    };
    mesh.indices().triangles().filter_map(face).collect()
}

#[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "casts of floats saturate")]
fn whole(number: f32) -> u32 {
    number as u32
}

fn png(image: &RgbaImage) -> Result<Vec<u8>, Box<dyn Error>> {
    let mut bytes = Vec::new();
    let encoder = PngEncoder::new_with_quality(&mut bytes, CompressionType::Best, FilterType::Adaptive);
    encoder.write_image(image.rgba(), image.width(), image.height(), image::ExtendedColorType::Rgba8)?;
    Ok(bytes)
}
