//! Comparison of pictures that the processor and the GPU draw.

use md2_picture::{View, remove_backdrop};
use md2_scene::sketch::with_models;
use md2_scene::{Command, Figure, Projection, Viewport, builtin};

use md2_picture::Backdrop;
use md2_scene::Workspace;

use crate::session::tests::headless;
use crate::stage::PictureSetting;

const SIZE: [u32; 2] = [240, 180];

fn compare(figure: Figure, sequence: &str, yaw: f32) {
    let (mut workspace, _) = Workspace::new(figure, Viewport::whole(SIZE));
    let commands = [Command::Play(sequence.to_owned()), Command::Frame, Command::SetYaw(yaw)];
    commands.into_iter().for_each(|command| drop(workspace.apply(command).unwrap()));
    workspace.advance(std::time::Duration::from_millis(230));
    let md2_scene::View { eye, target, projection, near } = workspace.camera().view(&Viewport::whole(SIZE));
    let Projection::Perspective { fov_y } = projection else { panic!("{projection:?}") };
    let view = View { eye, target, fov_y, near };
    let ours = with_models(&workspace, |models| md2_picture::draw(models, &view, SIZE, Backdrop::Clear));
    let Some(mut session) = headless(workspace) else { return };
    let setting = |gray: f32| PictureSetting { plain: Some([gray; 3]), ..PictureSetting::default() };
    let mut on = |gray: f32| session.picture_in(SIZE, setting(gray)).unwrap();
    let theirs = remove_backdrop(&on(0.0), &on(1.0));
    let (mut covered, mut differs, mut error, mut both) = (0_u32, 0_u32, 0_u32, 0_u32);
    for (a, b) in ours.pixels().zip(theirs.pixels()) {
        let is_in = |pixel: [u8; 4]| pixel[3] >= 128;
        covered += u32::from(is_in(b));
        differs += u32::from(is_in(a) != is_in(b));
        if a[3] == 255 && b[3] == 255 {
            both += 1;
            error += (0..3).map(|i| u32::from(a[i].abs_diff(b[i]))).sum::<u32>() / 3;
        }
    }
    assert!(covered > 1000, "{sequence}: {covered} pixels of a figure");
    // Both take four samples per pixel, at different positions. Measured: 3 of 3020, 10 of 3133, 12 of 1587 (lavapipe).
    assert!(differs * 100 < covered, "{sequence}: {differs} of {covered} pixels");
    // The processor lights vertices, the GPU pixels.
    assert!(error < both * 6, "{sequence}: mean error {} of 255", f64::from(error) / f64::from(both));
}

#[test]
fn processor_and_gpu_draw_the_same() {
    for (sequence, yaw) in [("walk", -0.6), ("run", 2.0), ("death1", 0.3)] {
        compare(builtin::figure().unwrap(), sequence, yaw);
    }
}
