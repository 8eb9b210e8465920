//! Tests of pictures whose drawing panics or runs out of memory, offscreen and in a window on a virtual display. In a
//! window, such a picture may leave an image acquired.

use std::panic::{AssertUnwindSafe, catch_unwind};

use crate::common::{gpu, middle_square, scene};
use crate::display::{on_a_display, with_validated_window, with_window};
use crate::misuse_tests::CLEARED;
use crate::options::RendererOptions;
use crate::renderer::Renderer;
use crate::scene::{Floor, Scene};
use crate::vk::{DrawOutcome, Recorder, RenderError, Step, WindowImage};
use crate::window::DrawStatus;

#[test]
fn a_window_draws_after_a_stuck_picture() {
    on_a_display(320, 240, "failure_tests::a_window_draws_after_a_stuck_picture", get_stuck_and_draw);
}

/// The number of times that a test repeats its failures: more than the number of a window's images.
const ROUNDS: usize = 6;

fn get_stuck_and_draw() {
    let logs = with_validated_window([100, 80], &[RendererOptions::default()], |renderer, _| {
        assert_eq!(renderer.draw(&scene(), None), Ok(DrawStatus::Presented));
        for round in 0..ROUNDS {
            get_stuck(renderer, |_, _| panic!("before anything"));
            // Failures one after the other, then with pictures in between, one of them in memory.
            if round > 1 {
                assert_eq!(renderer.draw(&scene(), None), Ok(DrawStatus::Presented));
                renderer.render_image(&scene(), [8, 8]).expect("a picture");
            }
            get_stuck(renderer, |image, recorder| {
                let mut canvas = recorder.prepare_window_image(image);
                recorder.record_pass(&mut canvas, &CLEARED, |_| panic!("while drawing"));
            });
            get_stuck(renderer, |image, recorder| {
                let mut canvas = recorder.prepare_window_image(image);
                recorder.record_pass(&mut canvas, &CLEARED, |_| {});
                panic!("before presenting");
            });
        }
        for _ in 0..3 {
            assert_eq!(renderer.draw(&scene(), None), Ok(DrawStatus::Presented));
        }
    });
    assert!(logs[0].count() == 0, "validation: {:#?}", logs[0].first_messages());
}

#[test]
fn a_window_draws_after_any_failure() {
    let name = "failure_tests::a_window_draws_after_any_failure";
    on_a_display(320, 240, name, || with_window([100, 80], |renderer, _| draw_after_failures(renderer)));
}

fn draw_after_failures(renderer: &mut Renderer) {
    use Step::{Acquire, EndRecording, NewSwapchain, Present, Submit};
    // With a floor, a mask becomes readable after the submission.
    let scene = Scene { floor: Some(Floor::default()), ..scene() };
    assert_eq!(renderer.draw(&scene, None), Ok(DrawStatus::Presented));
    let cases: [(&[Step], &str); 9] = [
        (&[Acquire], "vkAcquireNextImageKHR"),
        (&[EndRecording], "vkEndCommandBuffer"),
        (&[Submit], "vkQueueSubmit2"),
        (&[Present], "vkQueuePresentKHR"),
        // Further failures during recovery: of the wait for the semaphore, then of the new swapchain.
        (&[EndRecording, Submit], "vkEndCommandBuffer"),
        (&[Submit, Submit], "vkQueueSubmit2"),
        (&[EndRecording, NewSwapchain], "vkEndCommandBuffer"),
        (&[Submit, Submit, NewSwapchain, NewSwapchain], "vkQueueSubmit2"),
        (&[Present, NewSwapchain], "vkQueuePresentKHR"),
    ];
    for round in 0..ROUNDS {
        for (steps, first) in cases {
            renderer.device.faults.set(steps);
            let error = renderer.draw(&scene, None).expect_err("an injected failure");
            let RenderError::OutOfMemory { on_device: false, call } = error else { panic!("{error}") };
            // After the first failure, the images are replaced before drawing.
            assert!(call == first || round == 0, "{call} after {steps:?}");
            if call == first {
                // Only a semaphore that nothing waits for must be stored until the images are destroyed.
                let images = renderer.window.as_ref().and_then(|window| window.images.as_ref());
                let kept = images.is_some_and(|images| images.swapchain.has_stranded_semaphore());
                assert_eq!(kept, steps.get(1) == Some(&Submit), "after {steps:?}");
            }
            // Every injected failure is reported.
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
fn draws_pictures_in_memory_after_any_failure() {
    let Some(mut gpu) = gpu() else { return };
    let scene = Scene { floor: Some(Floor::default()), ..scene() };
    let expected = gpu.render_image(&scene, [20, 20]).expect("a picture");
    for (step, call) in [(Step::EndRecording, "vkEndCommandBuffer"), (Step::Submit, "vkQueueSubmit2")] {
        gpu.device.faults.set(&[step]);
        let error = gpu.render_image(&scene, [20, 20]).expect_err("an injected failure");
        assert_eq!(error, RenderError::OutOfMemory { on_device: false, call });
        // Uploads are submitted before the next picture, and again if that fails.
        gpu.add_model(&middle_square()).expect("a model");
        gpu.add_texture(&expected).expect("a texture");
        gpu.device.faults.set(&[step]);
        assert_eq!(
            gpu.render_image(&scene, [20, 20]),
            Err(RenderError::OutOfMemory { on_device: false, call })
        );
        for _ in 0..3 {
            assert!(gpu.render_image(&scene, [20, 20]).expect("a picture") == expected);
        }
    }
    // All uploads before a picture share a submission.
    let before = gpu.device.submissions();
    for _ in 0..8 {
        gpu.add_texture(&expected).expect("a texture");
    }
    gpu.add_model(&middle_square()).expect("a model");
    gpu.render_image(&scene, [20, 20]).expect("a picture");
    assert_eq!(gpu.device.submissions() - before, 2, "uploads and picture");
}

/// Acquires an image of the window, then panics in `panic_with` before the image is presented.
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
    assert!(catch_unwind(draw).is_err(), "the closure panics");
    assert!(images.swapchain.is_stuck());
    // A stuck swapchain does not acquire another image.
    let frame = renderer.frames.begin().expect("the same slot");
    let again = images.swapchain.draw(frame, |_, _, _| -> (_, ()) { panic!("no image is acquired") });
    assert!(matches!(again, Ok(DrawOutcome::OutOfDate)));
}
