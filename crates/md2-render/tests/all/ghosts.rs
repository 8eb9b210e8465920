//! Tests of ghosts, which are translucent models.

use crate::common::{
    BACKGROUND, Gpu, NORMAL_X, PACKINGS, Square, add_plain_model, add_plain_texture, camera, count,
    difference, draw, gpu, gpus, middle_square, scene, squares, surfaces,
};
use md2_render::{
    Camera, Fade, Floor, Ghost, Light, ModelInstance, Pose, Projection, RgbaImage, Scene, Shading, Skin,
    SurfaceBlend, TextureImages,
};

const HALF: Ghost = Ghost { color: [1.0, 0.0, 0.0], opacity: 0.5, behind: false };

fn move_forward(instance: ModelInstance<'static>, distance: f32) -> ModelInstance<'static> {
    let mut moved = instance;
    moved.transform[3][0] += distance;
    moved
}

#[test]
fn overlapping_parts_of_a_ghost_are_blended_once() {
    for mut gpu in gpus() {
        // Overlapping squares, as within one model.
        let square = add_plain_model(&mut gpu, &middle_square(), [0, 128, 0]);
        let ghost = |instance| ModelInstance { ghost: Some(HALF), ..instance };
        // Without perspective the whole square has the same angle.
        let camera = Camera { projection: Projection::Orthographic { height: 100.0 }, ..camera() };
        for shading in [Shading::Smooth, Shading::Classic] {
            let scene = || Scene { camera, shading, ..scene() };
            let one = [ghost(square)];
            let image = draw(&mut gpu, &Scene { models: &one, ..scene() });
            let [r, g, b, _] = image.pixel(50, 50);
            assert!(r > 100 && (30..102).contains(&g) && (60..153).contains(&b), "{r} {g} {b}");
            assert_eq!(
                count(&image, image.pixel(50, 50)) + count(&image, BACKGROUND),
                10_000,
                "one uniform shape"
            );
            assert_eq!(count(&image, image.pixel(50, 50)), 2500);
            // A later ghost behind the first one is hidden: only the nearest surface shows.
            let two = [ghost(move_forward(square, 0.0)), ghost(move_forward(square, -4.0))];
            let both = draw(&mut gpu, &Scene { models: &two, ..scene() });
            assert_eq!(difference(&both, &image), 0);
            // Behind or at the position of a solid model it is hidden; in front it is blended.
            for (distance, is_seen) in [(-3.0, false), (0.0, false), (3.0, true)] {
                let models = [ghost(move_forward(square, distance)), square];
                let seen = draw(&mut gpu, &Scene { models: &models, ..scene() });
                let solid = draw(&mut gpu, &Scene { models: &[square], ..scene() });
                assert_eq!(seen.pixel(50, 50) != solid.pixel(50, 50), is_seen, "{distance}");
                assert!(is_seen || difference(&seen, &solid) == 0, "{distance}");
            }
            // A ghost with `behind` looks the same alone, and is hidden by every solid model.
            let behind = |distance| {
                let ghost = Some(Ghost { behind: true, ..HALF });
                ModelInstance { ghost, ..move_forward(square, distance) }
            };
            let alone = draw(&mut gpu, &Scene { models: &[behind(0.0)], ..scene() });
            assert_eq!(difference(&alone, &image), 0);
            for distance in [-3.0, 0.0, 3.0] {
                let seen = draw(&mut gpu, &Scene { models: &[behind(distance), square], ..scene() });
                let solid = draw(&mut gpu, &Scene { models: &[square], ..scene() });
                assert_eq!(difference(&seen, &solid), 0, "{distance}");
            }
        }
    }
}

#[test]
fn a_ghost_has_the_shape_of_its_model_and_no_shadow() {
    let Some(mut gpu) = gpu() else { return };
    let white = add_plain_texture(&mut gpu, [255; 3]);
    for packing in PACKINGS {
        let mesh = surfaces(packing, 3, &[0, 1]);
        let model = gpu.add_model(&mesh).unwrap();
        let transform =
            [[0.0, -0.8, 0.0, 0.0], [0.0, 0.0, 0.8, 0.0], [0.8, 0.0, 0.0, 0.0], [3.0, 2.0, -4.0, 1.0]];
        let turned =
            [[1.0, 0.0, 0.0, 0.0], [0.0, 0.0, -0.7, 0.0], [0.0, 0.7, 0.0, 0.0], [1.0, 5.0, 7.0, 1.0]];
        for transform in [transform, turned] {
            let skins = [Skin::opaque(white), Skin::opaque(white)];
            let pose = Pose { frame_a: 0, frame_b: 2, blend: 0.25 };
            let solid = ModelInstance { pose, transform, ..ModelInstance::new(model, &skins) };
            let fade = Some(Fade { from: Pose::still(1), weight: 0.5 });
            let full = Some(Ghost { color: [1.0; 3], opacity: 1.0, behind: false });
            let ghost = ModelInstance { ghost: full, fade, ..solid };
            let shape = |gpu: &mut Gpu, instance| draw(gpu, &Scene { models: &[instance], ..scene() });
            let (solid_shape, ghost_shape) = (shape(&mut gpu, solid), shape(&mut gpu, ghost));
            let other = solid_shape.pixels().zip(ghost_shape.pixels());
            let other = other.filter(|(a, b)| (*a == BACKGROUND) != (*b == BACKGROUND)).count();
            // At the edges, pixels that are barely covered may be rounded away.
            assert!(other <= 8, "{packing:?}: {other} pixels");

            let floor = Some(Floor { height: -30.0, ..Floor::default() });
            let with = Scene { floor, light: Light::default(), models: &[ghost], ..scene() };
            let without = Scene { models: &[], ..with };
            let behind = full.map(|full| Ghost { behind: true, ..full });
            let behind = [ModelInstance { ghost: behind, ..ghost }];
            let behind = draw(&mut gpu, &Scene { models: &behind, ..with });
            let (with, without) = (draw(&mut gpu, &with), draw(&mut gpu, &without));
            assert_eq!(difference(&behind, &with), 0, "never behind the floor");
            let on_floor = |&(x, y): &(u32, u32)| ghost_shape.pixel(x, y) == BACKGROUND;
            let all = (0..100).flat_map(|x| (0..100).map(move |y| (x, y)));
            assert!(all.filter(on_floor).all(|(x, y)| with.pixel(x, y) == without.pixel(x, y)));
        }
    }
}

#[test]
fn a_ghost_omits_hidden_and_added_surfaces_and_clamps_its_values() {
    let Some(mut gpu) = gpu() else { return };
    let picture = RgbaImage::filled(4, 4, [200, 200, 200, 20]);
    let color = TextureImages::from(&picture);
    let texture = gpu.add_texture(color).unwrap();
    let [cutout, added] =
        [SurfaceBlend::Cutout, SurfaceBlend::Added].map(|blend| Skin::Texture { texture, blend });
    let model = gpu.add_model(&surfaces(PACKINGS[0], 1, &[0, 1, 2, 3])).unwrap();
    let skins = [Skin::opaque(texture), cutout, added, Skin::Hidden];
    let ghost = Some(HALF);
    let models = [ModelInstance { ghost, ..ModelInstance::new(model, &skins) }];
    let image = draw(&mut gpu, &Scene { models: &models, ..scene() });
    let seen = |x| image.pixel(x, 50) != BACKGROUND;
    assert_eq!([20, 40, 60, 82].map(seen), [true, true, false, false], "holes are filled");

    let square =
        gpu.add_model(&squares(&[Square { corner: [-25.0; 2], size: 50.0, normal: NORMAL_X }])).unwrap();
    let red = [Skin::opaque(texture)];
    let mut with = |color, opacity| {
        let ghost = Some(Ghost { color, opacity, ..HALF });
        let models = [ModelInstance { ghost, ..ModelInstance::new(square, &red) }];
        draw(&mut gpu, &Scene { camera: camera(), models: &models, ..scene() })
    };
    let nothing = with([1.0; 3], 0.0);
    assert_eq!(count(&nothing, BACKGROUND), 10_000);
    assert_eq!(difference(&with([1.0; 3], f32::NAN), &nothing), 0);
    assert_eq!(difference(&with([1.0; 3], -4.0), &nothing), 0);
    assert_eq!(difference(&with([9.0, -1.0, f32::NAN], 7.0), &with([1.0, 0.0, 0.0], 1.0)), 0);
}
