//! Drawing to a window of a virtual display, under validation: what a caught panic leaves behind.

#![cfg(target_os = "linux")]

mod common;
#[path = "common/display.rs"]
mod display;

use std::panic::{AssertUnwindSafe, catch_unwind};

use common::{middle_square, plain, scene, wearing};
use display::{on_a_display, with_watched_window, with_window};
use md2_render::{
    DrawStatus, Filter, ModelInstance, Overlay, OverlayMesh, OverlayTexture, OverlayVertex, Renderer,
    RendererOptions, Scene,
};

#[test]
fn pictures_follow_a_caught_panic() {
    on_a_display(640, 480, "draw_after_panics");
    on_a_display(640, 480, "draw_after_panics_by_copies");
}

#[test]
#[ignore = "called by the test above in a process of its own"]
fn draw_after_panics() {
    with_window([200, 150], &RendererOptions::default(), |renderer, _| panic_and_draw(renderer));
}

#[test]
#[ignore = "called by the test above in a process of its own"]
fn draw_after_panics_by_copies() {
    let options = RendererOptions { mutable_swapchain: false, ..RendererOptions::default() };
    with_window([200, 150], &options, |renderer, _| panic_and_draw(renderer));
}

/// More often than a window has images.
const ROUNDS: usize = 6;

fn panic_and_draw(renderer: &mut Renderer) {
    let green = plain(renderer, [0, 200, 0]);
    let model = renderer.add_model(&middle_square()).expect("a model");
    let removed = renderer.add_model(&middle_square()).expect("a model");
    let removed_texture = plain(renderer, [9; 3]);
    renderer.remove_model(removed);
    renderer.remove_texture(removed_texture);
    let white = OverlayTexture { size: [1, 1], pixels: &[255; 4], part: None, filter: Filter::Nearest };
    renderer.set_overlay_texture(0, &white).expect("a texel");

    let corner = OverlayVertex { pos: [0.0; 2], uv: [0.0; 2], color: [255; 4] };
    let mesh =
        OverlayMesh { clip: [0.0, 0.0, 9.0, 9.0], texture: 0, vertices: &[corner], indices: &[0, 0, 1] };
    let overlay = Overlay { pixels_per_point: 1.0, meshes: &[mesh] };
    let shown = [wearing(model, green)];
    let with_removed_model = [wearing(model, green), ModelInstance::new(removed, &[])];
    let with_removed_skin = [wearing(model, removed_texture)];
    let good = Scene { models: &shown, ..scene() };
    let cases: [(Scene<'_>, Option<&Overlay<'_>>); 3] = [
        (Scene { models: &with_removed_model, ..scene() }, None),
        (Scene { models: &with_removed_skin, ..scene() }, None),
        (good, Some(&overlay)),
    ];
    for (bad, overlay) in &cases {
        for _ in 0..ROUNDS {
            let draw = AssertUnwindSafe(|| renderer.draw(bad, *overlay));
            assert!(catch_unwind(draw).is_err(), "this is misuse");
        }
        for _ in 0..3 {
            assert_eq!(renderer.draw(&good, None), Ok(DrawStatus::Presented));
        }
        let image = renderer.render_image(&good, common::SIZE).expect("a picture");
        assert_eq!(common::count(&image, [0, 200, 0, 255]), 50 * 50);
    }
}

/// Wider than lavapipe's images, which have at most 16,384 pixels.
const WIDE: u16 = 16_900;

#[test]
fn a_window_larger_than_images_can_be_is_drawn_in_part() {
    on_a_display(WIDE, 64, "draw_to_a_wide_window");
}

#[test]
#[ignore = "called by the test above in a process of its own"]
fn draw_to_a_wide_window() {
    let log = with_watched_window([u32::from(WIDE), 20], &RendererOptions::default(), |renderer, window| {
        let mut draw = |size: Option<[u32; 2]>| {
            size.into_iter().for_each(|size| renderer.resize(size));
            [(); 5].map(|()| renderer.draw(&scene(), None).expect("a status"))
        };
        // What is remade is remade once.
        for statuses in [draw(None), draw(Some(window.inner_size().into()))] {
            // Mesa 22 shows the left part. Mesa 25 shows nothing but images of the window's size, and says so after one or two.
            assert!(
                !statuses.contains(&DrawStatus::Outdated)
                    && statuses.is_sorted_by_key(|status| *status == DrawStatus::Hidden),
                "nobody is told to try again and again: {statuses:?}"
            );
        }
    });
    // The surface offers nothing but images as wide as the window, and the device has none: there is no extent that
    // both allow. The layer says so, once for each time that the images are made.
    let messages = log.first_messages();
    // Layers of 2024 know the rule by another number.
    let is_inevitable = |text: &str| text.contains("imageExtent-01274") || text.contains("pNext-07781");
    assert!(messages.iter().all(|text| is_inevitable(text)), "{messages:#?}");
    assert!(messages.len() <= 2, "{messages:#?}");
}
