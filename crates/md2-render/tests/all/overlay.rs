//! Tests of the interface: its colors, clip rectangles and textures.

use crate::common::{BACKGROUND, SIZE, count, gpu, scene};
use md2_render::{
    Background, Filter, Overlay, OverlayMesh, OverlayTexture, OverlayVertex, Renderer, RgbaImage, Scene,
};

const WHITE: u64 = 7;

fn rectangle([left, top, right, bottom]: [f32; 4], color: [u8; 4]) -> [OverlayVertex; 4] {
    [[left, top, 0.0, 0.0], [right, top, 1.0, 0.0], [right, bottom, 1.0, 1.0], [left, bottom, 0.0, 1.0]]
        .map(|[x, y, u, v]| OverlayVertex { pos: [x, y], uv: [u, v], color })
}

const TRIANGLES: [u32; 6] = [0, 1, 2, 0, 2, 3];
const EVERYWHERE: [f32; 4] = [0.0, 0.0, 1e9, 1e9];

fn picture(gpu: &mut Renderer, scene: &Scene<'_>, overlay: &Overlay<'_>) -> RgbaImage {
    let mut image = RgbaImage::filled(1, 1, [0; 4]);
    gpu.render_image_into(scene, Some(overlay), SIZE, &mut image).expect("a picture");
    image
}

fn set_texture(gpu: &mut Renderer, id: u64, size: [u32; 2], rgba: &[u8], part: Option<[u32; 2]>) {
    let texture = OverlayTexture { size, pixels: rgba, part, filter: Filter::Nearest };
    gpu.set_overlay_texture(id, &texture).unwrap();
}

#[test]
fn colors_are_blended_like_in_egui() {
    let Some(mut gpu) = gpu() else { return };
    set_texture(&mut gpu, WHITE, [1, 1], &[255; 4], None);
    // The premultiplied color, the color behind it, and the result of egui's renderers, to one step.
    let cases: [([u8; 4], u8, [u8; 3]); 7] = [
        ([27, 27, 27, 255], 0, [27; 3]),
        ([60, 60, 60, 255], 255, [60; 3]),
        ([128, 128, 128, 128], 255, [255; 3]),
        ([0, 0, 0, 128], 255, [127; 3]),
        ([128, 0, 0, 128], 128, [192, 64, 64]),
        ([0, 0, 0, 0], 77, [77; 3]),
        // Additive: light that covers nothing.
        ([40, 20, 10, 0], 100, [140, 120, 110]),
    ];
    for (color, behind, expected) in cases {
        let vertices = rectangle([0.0, 0.0, 100.0, 100.0], color);
        let mesh = OverlayMesh { clip: EVERYWHERE, texture: WHITE, vertices: &vertices, indices: &TRIANGLES };
        let background = Background::plain([f32::from(behind) / 255.0; 3]);
        let overlay = Overlay { pixels_per_point: 1.0, meshes: &[mesh] };
        let image = picture(&mut gpu, &Scene { background, ..scene() }, &overlay);
        let [r, g, b, a] = image.pixel(50, 50);
        let off = [r, g, b].iter().zip(expected).map(|(a, b)| a.abs_diff(b)).max().unwrap();
        assert!(off <= 1 && a == 255, "{color:?} on {behind}: {:?}, not {expected:?}", [r, g, b, a]);
    }
}

#[test]
fn rectangles_clips_and_order_are_exact() {
    let Some(mut gpu) = gpu() else { return };
    set_texture(&mut gpu, WHITE, [1, 1], &[255; 4], None);
    let (red, green) = ([255, 0, 0, 255], [0, 255, 0, 255]);
    let first = rectangle([0.0, 0.0, 40.0, 40.0], red);
    let second = rectangle([10.0, 10.0, 50.0, 50.0], green);
    let mesh = |clip, vertices| OverlayMesh { clip, texture: WHITE, vertices, indices: &TRIANGLES };
    let empty = OverlayMesh { clip: EVERYWHERE, texture: WHITE, vertices: &[], indices: &[] };
    let unknown = OverlayMesh { texture: 99, ..mesh(EVERYWHERE, &first) };
    let meshes = [
        mesh([0.0, 0.0, 20.0, 40.0], &first[..]),
        empty,
        unknown,
        mesh([5.0, 5.0, 15.0, 1000.0], &second[..]),
    ];
    // Two pixels per point: 40 x 80 red pixels, and over them 10 x 80 green ones, half of them on red.
    let overlay = Overlay { pixels_per_point: 2.0, meshes: &meshes };
    let image = picture(&mut gpu, &scene(), &overlay);
    assert_eq!(count(&image, green), 10 * 80);
    assert_eq!(count(&image, red), 40 * 80 - 10 * 60);
    assert_eq!(count(&image, BACKGROUND), 100 * 100 - 40 * 80 - 10 * 20);
    assert_eq!(image.pixel(19, 19), red);
    assert_eq!(image.pixel(20, 20), green);
}

#[test]
fn textures_can_be_replaced_in_part_and_as_a_whole() {
    let Some(mut gpu) = gpu() else { return };
    let vertices = rectangle([0.0, 0.0, 100.0, 100.0], [255; 4]);
    let mesh = OverlayMesh { clip: EVERYWHERE, texture: 1, vertices: &vertices, indices: &TRIANGLES };
    let overlay = Overlay { pixels_per_point: 1.0, meshes: &[mesh] };
    let (red, green) = ([255, 0, 0, 255], [0, 255, 0, 255]);

    set_texture(&mut gpu, 1, [10, 10], &red.repeat(100), None);
    assert_eq!(count(&picture(&mut gpu, &scene(), &overlay), red), 100 * 100);
    set_texture(&mut gpu, 1, [2, 3], &green.repeat(6), Some([8, 7]));
    let image = picture(&mut gpu, &scene(), &overlay);
    assert_eq!(count(&image, green), 20 * 30);
    assert_eq!(count(&image, red), 100 * 100 - 20 * 30, "the rest is unchanged");
    assert_eq!(image.pixel(80, 70), green);
    set_texture(&mut gpu, 1, [1, 1], &green, None);
    assert_eq!(count(&picture(&mut gpu, &scene(), &overlay), green), 100 * 100);
    gpu.remove_overlay_texture(1);
    assert_eq!(count(&picture(&mut gpu, &scene(), &overlay), BACKGROUND), 100 * 100);

    let outside = std::panic::AssertUnwindSafe(|| {
        set_texture(&mut gpu, 1, [4, 4], &[0; 64], None);
        set_texture(&mut gpu, 1, [2, 2], &[0; 16], Some([3, 0]));
    });
    assert!(std::panic::catch_unwind(outside).is_err(), "rejects a part outside the texture");
}
