//! Tests of pictures that get stuck between a window's image and its presentation, on a virtual display.

use std::panic::{AssertUnwindSafe, catch_unwind};

use crate::{
    DrawStatus, Renderer, RendererOptions,
    common::scene,
    display::{on_a_display, with_window},
    vk::{Load, PassDesc, Recorder, Shown, Through, WindowImage},
};

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

const CLEARED: PassDesc<'static> =
    PassDesc { through: Through::First, load: Load::Clear([0.0; 4]), depth: None };

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
        shown.map(|_: Shown<()>| ())
    });
    assert!(catch_unwind(draw).is_err(), "it was to panic");
    assert!(images.swapchain.is_stuck());
    // Nothing is asked of the window any more.
    let frame = renderer.frames.begin().expect("the same slot");
    let again = images.swapchain.draw(frame, |_, _, _| -> (_, ()) { panic!("an image that is not there") });
    assert!(matches!(again, Ok(Shown::OutOfDate)));
}
