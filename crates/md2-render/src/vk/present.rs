//! Recording of pictures on their way to a window.

use ash::vk;

use super::barrier;
use super::canvas::{Canvas, Target};
use super::image::Image;
use super::recorder::{Recorder, depth_1};
use super::recording::color_layer;
use super::swapchain::{Presentable, WindowImage};

impl<'r, 'f> Recorder<'r, 'f> {
    /// A picture in an image of the window.
    pub(crate) fn window_picture(&mut self, image: WindowImage<'r, 'f>) -> Canvas<'r, WindowImage<'r, 'f>> {
        self.recording.assert_own(image.device());
        self.recording.barrier(&[barrier::acquired_to_drawn(image.image())], &[]);
        Canvas::new(image)
    }

    /// Hands a picture to presentation.
    pub(crate) fn present(&mut self, canvas: Canvas<'r, WindowImage<'r, 'f>>) -> Presentable<'r> {
        self.recording.barrier(&[barrier::drawn_to_presented(canvas.target.image())], &[]);
        Presentable::new()
    }

    /// Copies a picture to an image of the window, of the same size, byte by byte, and hands that to
    /// presentation.
    ///
    /// # Panics
    /// If their sizes differ.
    pub(crate) fn copy_and_present(
        &mut self,
        canvas: Canvas<'r, &'f mut Image>,
        to: WindowImage<'r, 'f>,
    ) -> Presentable<'r> {
        let picture = self.copy_from(canvas);
        self.recording.assert_own(to.device());
        assert!(picture.extent() == to.extent(), "a picture of another size than the window");
        self.recording.barrier(&[barrier::acquired_to_copied_to(to.image())], &[]);
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
        self.recording.barrier(&[barrier::copied_to_presented(to.image())], &[]);
        Presentable::new()
    }
}
