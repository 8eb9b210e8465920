//! Tests of drawing to a window on a virtual display, with validation.

#![cfg(target_os = "linux")]

use crate::common::{NORMAL_X, Square, add_plain_texture, scene, squares};
use crate::display::{on_a_display, with_validated_window, with_window};
use md2_render::{
    Crowd, CrowdMember, DrawStatus, Floor, Pose, Renderer, RendererOptions, Scene, Shading, Skin,
};

#[test]
fn draws_crowds_through_resizes_and_removals() {
    let name = "window::draws_crowds_through_resizes_and_removals";
    on_a_display(640, 480, name, || with_window([200, 150], draw_growing_crowds));
}

fn draw_growing_crowds(renderer: &mut Renderer, window: &winit::window::Window) {
    let skins = [Skin::opaque(add_plain_texture(renderer, [0, 200, 0]))];
    let outfits: [&[Skin]; 1] = [&skins];
    // Small, since there are thousands in one place.
    let square = squares(&[Square { corner: [-2.0, -2.0], size: 4.0, normal: NORMAL_X }]);
    let mut presented = 0;
    for round in 0..8_u32 {
        let model = renderer.add_model(&square).expect("a model");
        let pose = Pose { frame_a: 0, frame_b: 0, blend: 0.5 };
        let member = CrowdMember { pose, ..CrowdMember::new([0.0; 3], 0.0) };
        // The buffers grow while they are read.
        let members = vec![member; 20 << round.min(6)];
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
        // The picture is still in progress.
        renderer.remove_model(model);
    }
    assert!(presented >= 8, "{presented} presented pictures");
}

/// A width in pixels that lavapipe's images cannot have; the limit is 16,384.
const WIDE: u16 = 16_900;

#[test]
fn shows_no_picture_in_a_window_that_is_larger_than_images() {
    let name = "window::shows_no_picture_in_a_window_that_is_larger_than_images";
    on_a_display(WIDE, 64, name, draw_to_a_wide_window);
}

fn draw_to_a_wide_window() {
    let options = [RendererOptions::default()];
    let logs = with_validated_window([u32::from(WIDE), 20], &options, |renderer, window| {
        assert!(u32::from(WIDE) > renderer.max_window_edge());
        let mut draw = |size: Option<[u32; 2]>| {
            size.into_iter().for_each(|size| renderer.resize(size));
            [(); 5].map(|()| renderer.draw(&scene(), None).expect("a status"))
        };
        for statuses in [draw(None), draw(Some(window.inner_size().into()))] {
            assert_eq!(statuses, [DrawStatus::Hidden; 5]);
        }
    });
    // The surface requires images as wide as the window (VUID-VkSwapchainCreateInfoKHR-imageExtent-01274), and the device supports no such
    // images, so none may be created.
    assert_eq!(logs[0].first_messages(), [""; 0]);
}
