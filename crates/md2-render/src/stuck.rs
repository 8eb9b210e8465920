//! Tests of pictures that fail on their way, by a panic or for want of memory: among them those that get stuck between a window's image and its presentation, on a virtual display.

use std::panic::{AssertUnwindSafe, catch_unwind};

use crate::common::{gpu, middle_square, scene};
use crate::display::{on_a_display, with_window};
use crate::options::RendererOptions;
use crate::renderer::Renderer;
use crate::scene::{Floor, Scene};
use crate::vk::{DrawOutcome, Load, PassDesc, Recorder, RenderError, Step, ViewFormat, WindowImage};
use crate::window::DrawStatus;

#[test]
fn a_window_draws_on_after_a_picture_got_stuck() {
    on_a_display(320, 240, "stuck::get_stuck_and_draw");
}

/// More often than a window has images.
const ROUNDS: usize = 6;

#[test]
#[ignore = "called by the test above in a process of its own"]
fn get_stuck_and_draw() {
    with_window([100, 80], &RendererOptions::default(), |renderer, _| {
        assert_eq!(renderer.draw(&scene(), None), Ok(DrawStatus::Presented));
        for round in 0..ROUNDS {
            get_stuck(renderer, |_, _| panic!("before anything"));
            // Once in a row, and then with pictures between, one of them to memory.
            if round > 1 {
                assert_eq!(renderer.draw(&scene(), None), Ok(DrawStatus::Presented));
                renderer.render_image(&scene(), [8, 8]).expect("a picture");
            }
            get_stuck(renderer, |image, recorder| {
                let mut canvas = recorder.window_picture(image);
                recorder.pass(&mut canvas, &CLEARED, |_| panic!("while drawing"));
            });
            get_stuck(renderer, |image, recorder| {
                let mut canvas = recorder.window_picture(image);
                recorder.pass(&mut canvas, &CLEARED, |_| {});
                panic!("before presenting");
            });
        }
        for _ in 0..3 {
            assert_eq!(renderer.draw(&scene(), None), Ok(DrawStatus::Presented));
        }
    });
}

#[test]
fn a_window_draws_on_after_whatever_failed() {
    on_a_display(320, 240, "stuck::fail_and_draw");
    on_a_display(320, 240, "stuck::fail_and_draw_by_copies");
}

#[test]
#[ignore = "called by the test above in a process of its own"]
fn fail_and_draw() {
    with_window([100, 80], &RendererOptions::default(), |renderer, _| draw_after_failures(renderer));
}

#[test]
#[ignore = "called by the test above in a process of its own"]
fn fail_and_draw_by_copies() {
    let options = RendererOptions { mutable_swapchain: false, ..RendererOptions::default() };
    with_window([100, 80], &options, |renderer, _| draw_after_failures(renderer));
}

fn draw_after_failures(renderer: &mut Renderer) {
    use Step::{Acquire, EndRecording, NewSwapchain, Present, Submit};
    // With a floor there is a mask that is to be ready after the submission.
    let scene = Scene { floor: Some(Floor::default()), ..scene() };
    assert_eq!(renderer.draw(&scene, None), Ok(DrawStatus::Presented));
    let cases: [(&[Step], &str); 9] = [
        (&[Acquire], "vkAcquireNextImageKHR"),
        (&[EndRecording], "vkEndCommandBuffer"),
        (&[Submit], "vkQueueSubmit2"),
        (&[Present], "vkQueuePresentKHR"),
        // While putting right, too: first the wait for the semaphore, then the images that replace the others.
        (&[EndRecording, Submit], "vkEndCommandBuffer"),
        (&[Submit, Submit], "vkQueueSubmit2"),
        (&[EndRecording, NewSwapchain], "vkEndCommandBuffer"),
        (&[Submit, Submit, NewSwapchain, NewSwapchain], "vkQueueSubmit2"),
        (&[Present, NewSwapchain], "vkQueuePresentKHR"),
    ];
    for round in 0..ROUNDS {
        for (steps, first) in cases {
            renderer.device.faults.set(steps);
            let error = renderer.draw(&scene, None).expect_err("it was to fail");
            let RenderError::OutOfMemory { on_device: false, call } = error else { panic!("{error}") };
            // Right after another failure the images are made anew first.
            assert!(call == first || round == 0, "{call} after {steps:?}");
            if call == first {
                // Only what nothing waits for has to outlive the images.
                let images = renderer.window.as_ref().and_then(|window| window.images.as_ref());
                let kept = images.is_some_and(|images| images.swapchain.has_stranded_semaphore());
                assert_eq!(kept, steps.get(1) == Some(&Submit), "after {steps:?}");
            }
            // Everything fails that is to, and each time there is an answer.
            for _ in 0..steps.len() {
                if !renderer.device.faults.are_spent() {
                    assert!(matches!(renderer.draw(&scene, None), Err(RenderError::OutOfMemory { .. })));
                }
            }
            assert!(renderer.device.faults.are_spent(), "{steps:?}");
            for _ in 0..round {
                assert_eq!(renderer.draw(&scene, None), Ok(DrawStatus::Presented), "after {steps:?}");
            }
            renderer.render_image(&scene, [8, 8]).expect("a picture");
        }
    }
    for _ in 0..3 {
        assert_eq!(renderer.draw(&scene, None), Ok(DrawStatus::Presented));
    }
}

#[test]
fn pictures_in_memory_follow_whatever_failed() {
    let Some(mut gpu) = gpu() else { return };
    let scene = Scene { floor: Some(Floor::default()), ..scene() };
    let expected = gpu.render_image(&scene, [20, 20]).expect("a picture");
    for (step, call) in [(Step::EndRecording, "vkEndCommandBuffer"), (Step::Submit, "vkQueueSubmit2")] {
        gpu.device.faults.set(&[step]);
        let error = gpu.render_image(&scene, [20, 20]).expect_err("it was to fail");
        assert_eq!(error, RenderError::OutOfMemory { on_device: false, call });
        gpu.device.faults.set(&[step]);
        gpu.add_model(&middle_square()).expect_err("it was to fail");
        gpu.device.faults.set(&[step]);
        gpu.add_texture(&expected).expect_err("it was to fail");
        for _ in 0..3 {
            assert!(gpu.render_image(&scene, [20, 20]).expect("a picture") == expected);
        }
    }
}

const CLEARED: PassDesc<'static> =
    PassDesc { view_format: ViewFormat::First, load: Load::Clear([0.0; 4]), depth: None, area: None };

/// Has the window give an image, and panics on the way of the picture.
fn get_stuck(
    renderer: &mut Renderer,
    panic_with: impl for<'r, 'f> FnOnce(WindowImage<'r, 'f>, &mut Recorder<'r, 'f>),
) {
    let window = renderer.window.as_mut().expect("a renderer for a window");
    window.fit(&renderer.device).expect("images of this size");
    let images = window.images.as_ref().expect("the window has an area");
    let frame = renderer.frames.begin().expect("a slot");
    let draw = AssertUnwindSafe(|| {
        let shown = images.swapchain.draw(frame, |image, _, recorder| {
            panic_with(image, recorder);
            unreachable!("it panics")
        });
        shown.map(|_: DrawOutcome<()>| ())
    });
    assert!(catch_unwind(draw).is_err(), "it was to panic");
    assert!(images.swapchain.is_stuck());
    // Nothing is asked of the window any more.
    let frame = renderer.frames.begin().expect("the same slot");
    let again = images.swapchain.draw(frame, |_, _, _| -> (_, ()) { panic!("an image that is not there") });
    assert!(matches!(again, Ok(DrawOutcome::OutOfDate)));
}
