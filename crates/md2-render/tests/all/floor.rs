//! Tests of the floor: its position, its motion, and shadows on it.

use crate::common::{
    self, BACKGROUND, NORMAL_X, NORMAL_Z, Square, add_plain_model, add_plain_texture, assert_alike,
    brightness, difference, gpu, gpu_with, image, instance_with, scene, squares,
};
use md2_mesh::{FrameTransform, Mesh, MeshParts, Packing};
use md2_render::{
    Background, Camera, Floor, Light, ModelInstance, Pose, Projection, Renderer, RendererOptions, RgbaImage,
    Scene, Shading, TextureId,
};

const SIZE: [u32; 2] = [200, 200];

fn scene_from_above<'a>() -> Scene<'a> {
    Scene {
        camera: Camera { eye: [93.2, 0.0, 97.5], target: [0.0, 0.0, -20.0], ..Camera::default() },
        light: Light::default(),
        floor: Some(Floor { fade: [200.0, 400.0], ..Floor::default() }),
        ..scene()
    }
}

fn four_colors(gpu: &mut Renderer) -> TextureId {
    let rgba = [[200, 40, 40, 255], [40, 200, 40, 255], [40, 40, 200, 255], [200, 200, 40, 255]];
    let row = |left: [u8; 4], right: [u8; 4]| [left.repeat(8), right.repeat(8)].concat();
    let rgba = [row(rgba[0], rgba[1]).repeat(8), row(rgba[2], rgba[3]).repeat(8)].concat();
    gpu.add_texture(&image([16, 16], &rgba)).unwrap()
}

#[test]
fn the_pattern_scrolls_and_repeats() {
    let Some(mut gpu) = gpu() else { return };
    let texture = Some(four_colors(&mut gpu));
    let mut picture = |scroll| {
        let floor = Floor { texture, tile: 40.0, scroll, ..Floor::default() };
        gpu.render_image(&Scene { floor: Some(floor), ..scene_from_above() }, SIZE).unwrap()
    };
    let still = picture([0.0; 2]);
    assert!(difference(&still, &picture([20.0, 0.0])) > 50);
    assert!(difference(&still, &picture([0.0, 20.0])) > 50);
    assert_alike(&picture([40.0, -80.0]), &still, "whole repetitions");
    assert_alike(&picture([-40_000.0, 0.0]), &still, "a long scroll");
}

#[test]
fn scrolling_backwards_is_walking_forwards() {
    let Some(mut gpu) = gpu() else { return };
    // A dark stripe across X, on a floor seen from the front: near is at the bottom.
    let mut row = [[230, 230, 230, 255]; 16];
    row[8] = [20, 20, 20, 255];
    let texture = Some(gpu.add_texture(&image([16, 16], &row.concat().repeat(16))).unwrap());
    let mut darkest_row = |x: f32| {
        let floor = Floor { texture, tile: 200.0, scroll: [x, 0.0], ..Floor::default() };
        let picture = Scene { floor: Some(floor), ..scene_from_above() };
        let image = gpu.render_image(&picture, SIZE).unwrap();
        (60..190).min_by_key(|&y| brightness(image.pixel(100, y))).unwrap()
    };
    // When the stripe moves along +X, towards the eye, it moves down the picture.
    assert!(darkest_row(-90.0) > darkest_row(-110.0));
}

#[test]
fn models_cast_shadows_away_from_the_lamp() {
    let Some(mut gpu) = gpu() else { return };
    // A wall across the line of sight, 24 high, on the floor.
    let wall = squares(&[Square { corner: [-12.0, -24.0], size: 24.0, normal: NORMAL_X }]);
    let models = [add_plain_model(&mut gpu, &wall, [128; 3])];
    let light = Light { direction: [-1.0, 0.0, 1.0], ..Light::default() };
    let mut picture = |shadow: f32, models: &[ModelInstance<'_>]| -> RgbaImage {
        let floor = Floor { shadow, fade: [200.0, 400.0], ..Floor::default() };
        let picture = Scene { light, floor: Some(floor), models, ..scene_from_above() };
        gpu.render_image(&picture, SIZE).unwrap()
    };
    let empty = picture(1.0, &[]);
    let unshaded = picture(0.0, &models);
    let shaded = picture(1.0, &models);
    // The lamp is behind the wall, so its shadow is in front of it, lower in the picture.
    let (mut in_front, mut elsewhere) = (0, 0);
    for y in 0..200 {
        for x in 0..200 {
            if brightness(unshaded.pixel(x, y)) > brightness(shaded.pixel(x, y)) + 20 {
                *if (70..=130).contains(&x) && y > 80 { &mut in_front } else { &mut elsewhere } += 1;
            }
        }
    }
    assert!(in_front > 300, "{in_front}");
    assert_eq!(elsewhere, 0);
    // Without a shadow nothing changes.
    assert_eq!(empty.pixel(10, 190), shaded.pixel(10, 190));
    assert_eq!(empty.pixel(190, 20), shaded.pixel(190, 20));
}

#[test]
fn the_floor_fades_and_is_invisible_from_below() {
    let Some(mut gpu) = gpu() else { return };
    let floor = Some(Floor { fade: [20.0, 40.0], ..Floor::default() });
    let image = gpu.render_image(&Scene { floor, ..scene_from_above() }, SIZE).unwrap();
    assert_ne!(image.pixel(100, 105), BACKGROUND);
    assert_eq!(image.pixel(2, 197), BACKGROUND);
    assert_eq!(image.pixel(100, 2), BACKGROUND);

    let camera = Camera { eye: [131.6, 0.0, -91.9], target: [0.0, 0.0, -20.0], ..Camera::default() };
    let below = gpu.render_image(&Scene { camera, ..scene_from_above() }, SIZE).unwrap();
    assert_eq!(common::count(&below, BACKGROUND), 200 * 200);
}

#[test]
fn a_grid_has_lines_at_quarters_of_its_tile_and_does_not_scroll() {
    let Some(mut gpu) = gpu() else { return };
    let models = [add_plain_model(&mut gpu, &horizontal_square(30.0, 20.0), [200; 3])];
    // From above, with +X up and one pixel per unit.
    let camera = Camera {
        eye: [0.0, 0.0, 100.0],
        target: [0.0; 3],
        up: [1.0, 0.0, 0.0],
        projection: Projection::Orthographic { height: 200.0 },
        ..Camera::default()
    };
    for (shading, is_dark) in [(Shading::Smooth, true), (Shading::Classic, false), (Shading::Game, true)] {
        let paper = if is_dark { 0.0 } else { 1.0 };
        let grid = Floor { grid: true, height: 0.0, fade: [900.0, 999.0], ..Floor::default() };
        let background = Background::plain([paper; 3]);
        let drawn = Scene { camera, shading, background, floor: Some(grid), ..scene() };
        let mut picture = |scene: &Scene<'_>| gpu.render_image(scene, SIZE).unwrap();
        let image = picture(&drawn);
        let light = |x: u32, y: u32| image.pixel(x, y)[..3].iter().map(|&part| i32::from(part)).sum::<i32>();
        let ink = |x, y| (light(x, y) - if is_dark { 0 } else { 3 * 255 }).abs();
        // Next to the axes, and in the middle between lines along the other axis.
        for steps in 1..6_u32 {
            let thin = ink(100 + 16 * steps, 92).max(ink(99 + 16 * steps, 92));
            let across = ink(92, 100 + 16 * steps).max(ink(92, 99 + 16 * steps));
            assert_eq!(thin, across, "the same along X and Y");
            assert_eq!(ink(108 + 16 * (steps - 1), 92), 0, "empty between lines");
            assert!(thin > 50, "{thin}");
            let strong = ink(164, 92).max(ink(163, 92));
            assert!(strong > thin || steps == 4, "each fourth line is stronger: {strong}, {thin}");
        }
        let [r, g, _, _] = image.pixel(100, 60);
        assert!(r > g + 60, "the X axis is red");
        let [r, g, _, _] = image.pixel(60, 100);
        assert!(g > r + 60, "the Y axis is green");
        let scrolled = Floor { scroll: [7.0, 3.0], ..grid };
        assert_eq!(difference(&picture(&Scene { floor: Some(scrolled), ..drawn }), &image), 0);
        let shaded = picture(&Scene { models: &models, light: Light::default(), ..drawn });
        let (x, y) = (100 + 24, 100 + 8);
        let darker = image.pixel(x, y)[0] > shaded.pixel(x, y)[0];
        assert_eq!(darker, !is_dark, "the shadow is visible except on black");
    }
}

#[test]
fn pictures_a_few_pixels_high_finish() {
    let Some(mut gpu) = gpu() else { return };
    // One pixel shows the floor from the eye to the horizon; some drivers filter that texel by texel.
    let floor = Some(Floor { texture: Some(four_colors(&mut gpu)), fade: [48.0, 190.0], ..Floor::default() });
    for (size, yaw) in [([71, 7], 1.720), ([693, 8], 5.631), ([600, 1], 0.5), ([900, 3], 3.0)] {
        let (sin, cos) = f32::sin_cos(yaw);
        let camera = Camera { eye: [93.1 * cos, 93.1 * sin, 18.9], near: 1.9, ..Camera::default() };
        let picture = Scene { camera, floor, ..scene_from_above() };
        gpu.render_image(&picture, size).unwrap();
    }
}

/// Returns a mesh of a horizontal square around the Z axis: a grid of triangles, clockwise seen from above. Its
/// two frames have the same positions, but different bytes.
fn horizontal_square(size: f32, height: f32) -> Mesh {
    const CELLS: u8 = 5;
    let side = 0..=CELLS;
    let at = |steps: u8| side.clone().flat_map(move |x| (0..=CELLS).map(move |y| [x, y, steps, NORMAL_Z]));
    let step = size / f32::from(CELLS);
    let frame = |scale: f32, from: f32| FrameTransform {
        scale: [step, step, scale],
        translate: [-size / 2.0, -size / 2.0, from],
    };
    let corner = |x: u8, y: u8| u32::from(x * (CELLS + 1) + y);
    let cells = (0..CELLS).flat_map(|x| (0..CELLS).map(move |y| (x, y)));
    let indices: Vec<u32> = cells
        .flat_map(|(x, y)| {
            let [a, b, c, d] = [corner(x, y), corner(x, y + 1), corner(x + 1, y + 1), corner(x + 1, y)];
            [a, b, c, a, c, d]
        })
        .collect();
    // The second frame equals the first one, except for rounding.
    let frames = vec![frame(0.1, height), frame(size / 255.0, height - size)];
    let packed = at(0).chain(at(255)).flatten().collect();
    Mesh::from_parts(MeshParts::whole(Packing::Position8Normal8, frames, packed, indices)).unwrap()
}

/// Returns four numbers from 0 to 1 that look random. They depend only on `n`.
fn spread_values(n: u32) -> [f32; 4] {
    // Multiples of a root for four dimensions, similar to the golden ratio for one dimension. Any part of the
    // sequence is evenly spread.
    [0.856_674_9, 0.733_891_9, 0.628_706_7, 0.538_597_2].map(|step| (n as f32 * step).fract())
}

#[test]
fn the_floor_never_covers_surfaces_on_it() {
    // The floor and the background are black, so the floor changes exactly the pixels where it covers a sample of
    // the model.
    let background = Background::plain([0.0; 3]);
    let size = [80, 60];
    for samples in [1, 4] {
        let Some(mut gpu) = gpu_with(&RendererOptions { samples, ..Default::default() }) else { return };
        let white = add_plain_texture(&mut gpu, [255; 3]);
        let (mut seen, mut would_be_covered) = (0, 0);
        for n in 0..120 {
            let flat = n % 2 == 1;
            let [a, b, c, d] = spread_values(n);
            // Sizes from 0.1 to 1,000 units, near the origin and far from it.
            let extent = 0.1 * 10_000.0_f32.powf(a);
            let height = extent * 20.0 * (b - 0.5);
            let radius = extent * 0.5_f32.sqrt();
            // From just above the floor to straight above it, at all distances of the eye.
            let pitch = 0.001 * 1500.0_f32.powf(c);
            let distance = radius * 0.3 * 300.0_f32.powf(d);
            let yaw = 6.3 * (a + c);
            // An orthographic eye is far enough away for the whole model.
            let (away, projection) = if flat {
                (distance.max(24.0 * radius), Projection::Orthographic { height: 0.63 * distance })
            } else {
                (distance, Projection::Perspective { fov_y: 0.61 })
            };
            let eye =
                [away * pitch.cos() * yaw.cos(), away * pitch.cos() * yaw.sin(), height + away * pitch.sin()];
            let near = 0.02 * distance.min(radius);
            let camera = Camera { eye, target: [0.0, 0.0, height], near, projection, ..Camera::default() };
            let model = gpu.add_model(&horizontal_square(extent, height)).unwrap();
            let pose = Pose { frame_a: 0, frame_b: 1, blend: [0.0, b, 1.0][n as usize % 3] };
            let models = [ModelInstance { pose, ..instance_with(model, white) }];
            let fade = [1.9 * radius, 7.5 * radius];
            let floor = Floor { height, fade, brightness: 0.0, shadow: 0.0, ..Floor::default() };
            let without = Scene { camera, background, models: &models, ..scene() };
            let bare = gpu.render_image(&without, size).unwrap();
            let on_floor = gpu.render_image(&Scene { floor: Some(floor), ..without }, size).unwrap();
            assert_eq!(
                difference(&bare, &on_floor),
                0,
                "{samples} samples, flat {flat}, number {n}: {extent} units at {height}, seen {pitch} above from {distance}"
            );
            // A floor that is higher by a fifth of the way to the eye covers the model, so the comparison works.
            if n % 8 < 2 {
                let higher = Floor { height: height + 0.2 * (eye[2] - height), ..floor };
                let covered = gpu.render_image(&Scene { floor: Some(higher), ..without }, size).unwrap();
                would_be_covered += usize::from(difference(&bare, &covered) > 60);
            }
            seen += usize::from(bare.pixels().any(|[r, ..]| r > 60));
            gpu.remove_model(model);
        }
        assert!(seen > 65 && would_be_covered > 14, "{seen} seen, {would_be_covered} would be covered");
    }
}

#[test]
fn a_wall_is_visible_down_to_the_floor() {
    let Some(mut gpu) = gpu() else { return };
    // Half of the wall is below the floor.
    let wall = squares(&[Square { corner: [-20.0, -44.0], size: 40.0, normal: NORMAL_X }]);
    let models = [add_plain_model(&mut gpu, &wall, [255; 3])];
    let background = Background::plain([0.0; 3]);
    let floor = Floor { brightness: 0.0, shadow: 0.0, fade: [900.0, 901.0], ..Floor::default() };
    for (pitch, distance) in [(0.05_f32, 90.0_f32), (0.3, 90.0), (0.3, 400.0), (1.2, 90.0)] {
        let eye = [distance * pitch.cos(), 0.0, floor.height + distance * pitch.sin()];
        let camera = Camera { eye, target: [0.0, 0.0, floor.height], near: 0.5, ..Camera::default() };
        let drawn = Scene { camera, background, models: &models, ..scene() };
        let picture = gpu.render_image(&Scene { floor: Some(floor), ..drawn }, [200, 200]).unwrap();
        // The eye looks at the line between wall and floor, in the center of the picture.
        let rows = (0..200).filter(|&y| picture.pixel(100, y)[0] > 127);
        let lowest = rows.max().expect("the wall is seen");
        assert!((98..=101).contains(&lowest), "{lowest} at {pitch} from {distance}");
    }
}
