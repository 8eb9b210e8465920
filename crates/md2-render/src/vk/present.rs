//! Recording of pictures for a window.

use ash::vk;

use super::barrier;
use super::canvas::{Canvas, Target};
use super::image::Image;
use super::recorder::{Recorder, depth_1};
use super::recording::color_layer;
use super::swapchain::{Presentable, WindowImage};

impl<'r, 'f> Recorder<'r, 'f> {
    pub(crate) fn prepare_window_image(
        &mut self,
        image: WindowImage<'r, 'f>,
    ) -> Canvas<'r, WindowImage<'r, 'f>> {
        self.recording.assert_own(image.device());
        self.recording.transition(barrier::ACQUIRED_TO_DRAWN, image.image(), 1);
        Canvas::new(image)
    }

    pub(crate) fn present(&mut self, canvas: Canvas<'r, WindowImage<'r, 'f>>) -> Presentable<'r> {
        self.recording.transition(barrier::DRAWN_TO_PRESENTED, canvas.target.image(), 1);
        Presentable::new()
    }

    pub(crate) fn copy_and_present(
        &mut self,
        canvas: Canvas<'r, &'f mut Image>,
        to: WindowImage<'r, 'f>,
    ) -> Presentable<'r> {
        let picture = self.prepare_copy(canvas);
        self.recording.assert_own(to.device());
        assert!(picture.extent() == to.extent(), "the picture and the window have different sizes");
        self.recording.transition(barrier::ACQUIRED_TO_COPIED_TO, to.image(), 1);
        let region = vk::ImageCopy::default()
            .src_subresource(color_layer(0))
            .dst_subresource(color_layer(0))
            .extent(depth_1(picture));
        // SAFETY: rule 2; in these layouts by the barriers, of equal size and with texels of four bytes.
        // VUID-vkCmdCopyImage-srcImage-01548.
        unsafe {
            self.recording.device.raw.cmd_copy_image(
                self.recording.raw,
                picture.raw.handle,
                vk::ImageLayout::TRANSFER_SRC_OPTIMAL,
                to.image(),
                vk::ImageLayout::TRANSFER_DST_OPTIMAL,
                &[region],
            );
        };
        self.recording.transition(barrier::COPIED_TO_PRESENTED, to.image(), 1);
        Presentable::new()
    }
}
