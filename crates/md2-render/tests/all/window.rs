//! Drawing to a window of a virtual display, under validation: what a caught panic leaves behind.

#![cfg(target_os = "linux")]

use std::panic::{AssertUnwindSafe, catch_unwind};

use crate::common::{self, NORMAL_X, Square, middle_square, plain, scene, squares, wearing};
use crate::display::{on_a_display, with_watched_window, with_window};
use md2_render::{
    Crowd, CrowdMember, DrawStatus, Filter, Floor, ModelInstance, Overlay, OverlayMesh, OverlayTexture,
    OverlayVertex, Pose, Renderer, RendererOptions, Scene, Shading, Skin,
};

#[test]
fn pictures_follow_a_caught_panic() {
    on_a_display(640, 480, "window::draw_after_panics");
    on_a_display(640, 480, "window::draw_after_panics_by_copies");
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

#[test]
fn crowds_are_drawn_through_resizes_and_removals() {
    on_a_display(640, 480, "window::draw_crowds");
    on_a_display(640, 480, "window::draw_crowds_by_copies");
}

#[test]
#[ignore = "called by the test above in a process of its own"]
fn draw_crowds() {
    with_window([200, 150], &RendererOptions::default(), draw_crowds_while_sizes_change);
}

#[test]
#[ignore = "called by the test above in a process of its own"]
fn draw_crowds_by_copies() {
    let options = RendererOptions { mutable_swapchain: false, samples: 1, ..RendererOptions::default() };
    with_window([200, 150], &options, draw_crowds_while_sizes_change);
}

fn draw_crowds_while_sizes_change(renderer: &mut Renderer, window: &winit::window::Window) {
    let skins = [Skin::opaque(plain(renderer, [0, 200, 0]))];
    let outfits: [&[Skin]; 1] = [&skins];
    // Small, as there are thousands of them in one place.
    let square = squares(&[Square { corner: [-2.0, -2.0], size: 4.0, normal: NORMAL_X }]);
    let mut presented = 0;
    for round in 0..12_u32 {
        let model = renderer.add_model(&square).expect("a model");
        let member = CrowdMember {
            transform: ModelInstance::new(model, &[]).transform,
            pose: Pose { frame_a: 0, frame_b: 0, blend: 0.5 },
            outfit: 0,
        };
        // More of them with every round: buffers grow while they are read.
        let members = vec![member; 20 << round.min(7)];
        let crowds = [Crowd { model, outfits: &outfits, members: &members }];
        let size = [200 + 40 * (round % 3), 150 + 20 * (round % 4)];
        let _ = window.request_inner_size(winit::dpi::PhysicalSize::new(size[0], size[1]));
        renderer.resize(size);
        let shading = if round % 2 == 0 { Shading::Smooth } else { Shading::Classic };
        let shown = Scene { crowds: &crowds, shading, floor: Some(Floor::default()), ..scene() };
        for _ in 0..3 {
            let status = renderer.draw(&shown, None).expect("a status");
            presented += u32::from(status == DrawStatus::Presented);
        }
        // It is still being drawn.
        renderer.remove_model(model);
    }
    assert!(presented >= 12, "{presented} pictures were shown");
}

/// Wider than lavapipe's images, which have at most 16,384 pixels.
const WIDE: u16 = 16_900;

#[test]
fn a_window_larger_than_images_can_be_is_drawn_in_part() {
    on_a_display(WIDE, 64, "window::draw_to_a_wide_window");
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
