//! The way of a picture: to a window, or to an image.

use crate::{
    DrawStatus, Overlay, RenderError, Renderer, RgbaImage, Scene,
    painter::Subject,
    targets::{Offscreen, PicturePasses},
    vk::{Formats, Shown},
    window::WindowImages,
};

/// # Drawing
impl Renderer {
    /// Tells the renderer that the window's content has another size, in pixels; 0 in either direction if it
    /// is minimized.
    pub fn resize(&mut self, size: [u32; 2]) {
        if let Some(window) = &mut self.window {
            window.size = size;
            window.dirty = true;
        }
    }

    /// Draws a scene to the window, and over it the interface if there is one.
    ///
    /// Once everything has been drawn once, this allocates no memory and uploads no vertices of models.
    ///
    /// # Errors
    /// [`RenderError::SurfaceLost`] if the window was destroyed from outside, [`RenderError::DeviceLost`],
    /// [`RenderError::AboveLimit`] if the interface has more than the device draws, or if there is no memory. Unless
    /// window or device are gone, the next picture may succeed.
    ///
    /// # Panics
    /// If the renderer has no window, or the scene names what was removed, or what is another renderer's.
    pub fn draw(
        &mut self,
        scene: &Scene<'_>,
        overlay: Option<&Overlay<'_>>,
    ) -> Result<DrawStatus, RenderError> {
        let window = self.window.as_mut().expect("the renderer was made for a window");
        window.fit(&self.device)?;
        let Some(images) = &mut window.images else { return Ok(DrawStatus::Hidden) };
        let formats = images.swapchain.formats();
        if formats != self.painter.passes.formats {
            // The window has moved to a display with pixels of another order.
            self.painter.passes = PicturePasses::new(&self.device, &self.maker.layouts, formats)?;
            self.offscreen = None;
        }
        let written = self.device.bytes_written();
        let WindowImages { swapchain, depth, picture } = images;
        let mut frame = self.frames.begin()?;
        let subject = Subject { scene, overlay, content: &self.content };
        let prepared = subject.prepare(&self.device, frame.data(), swapchain.extent())?;
        let painter = &self.painter;
        let shown = swapchain.draw(frame, |image, slot, recorder| {
            let presentable = if let Some(picture) = picture {
                let mut canvas = recorder.picture(picture);
                painter.paint(recorder, &prepared, slot, &mut canvas, depth);
                recorder.copy_and_present(canvas, image)
            } else {
                let mut canvas = recorder.window_picture(image);
                painter.paint(recorder, &prepared, slot, &mut canvas, depth);
                recorder.present(canvas)
            };
            (presentable, recorder.draws())
        });
        match shown {
            Ok(Shown::Presented { fits, result: draws }) => {
                window.dirty |= !fits;
                self.draw_calls = draws;
                self.pictures += 1;
                self.bytes_written_last_draw = self.device.bytes_written() - written;
                Ok(DrawStatus::Presented)
            }
            Ok(Shown::NotReady) => Ok(DrawStatus::Hidden),
            Ok(Shown::OutOfDate) => {
                window.dirty = true;
                Ok(DrawStatus::Outdated)
            }
            // If an image stays acquired, the next picture begins with another swapchain.
            Err(error) => Err(error.into()),
        }
    }

    /// Draws a scene to an image of `size` pixels; their alpha is 255.
    ///
    /// # Errors
    /// [`RenderError::ImageTooLarge`], [`RenderError::AboveLimit`], [`RenderError::DeviceLost`], or if there is no
    /// memory.
    ///
    /// # Panics
    /// If the size is 0 in either direction, or the scene names what was removed, or what is another renderer's.
    pub fn render_image(&mut self, scene: &Scene<'_>, size: [u32; 2]) -> Result<RgbaImage, RenderError> {
        let mut image = RgbaImage::filled(1, 1, [0; 4]);
        self.render_image_into(scene, None, size, &mut image)?;
        Ok(image)
    }

    /// Draws a scene, and over it an interface, to an image whose memory is used again.
    ///
    /// Drawn with the same size and content as before, this allocates no memory and uploads no vertices of
    /// models.
    ///
    /// # Errors
    /// As [`Renderer::render_image`].
    ///
    /// # Panics
    /// As [`Renderer::render_image`].
    pub fn render_image_into(
        &mut self,
        scene: &Scene<'_>,
        overlay: Option<&Overlay<'_>>,
        size: [u32; 2],
        image: &mut RgbaImage,
    ) -> Result<(), RenderError> {
        assert!(size[0] > 0 && size[1] > 0, "a picture of {}x{} pixels", size[0], size[1]);
        let formats = self.painter.passes.formats;
        // Before anything is drawn that there would be no room for. What is too large for the device says so itself.
        let too_large = size.iter().any(|&edge| edge > self.device.limits().picture_edge);
        if !too_large && image.try_reset(size[0], size[1]).is_err() {
            return Err(RenderError::OutOfMemory { on_device: false, call: "a picture's pixels" });
        }
        let offscreen = match &mut self.offscreen {
            Some(offscreen) if offscreen.depth.extent() == size => offscreen,
            other => {
                // The old one first, and really: both may not fit into memory.
                *other = None;
                self.device.settle()?;
                other.insert(Offscreen::new(&self.device, size, formats)?)
            }
        };
        let written = self.device.bytes_written();
        let mut frame = self.frames.begin()?;
        let subject = Subject { scene, overlay, content: &self.content };
        let prepared = subject.prepare(&self.device, frame.data(), size)?;
        let (serial, draws) = frame.submit(|slot, recorder| {
            let mut canvas = recorder.picture(&mut offscreen.picture);
            self.painter.paint(recorder, &prepared, slot, &mut canvas, &offscreen.depth);
            recorder.read_back(canvas, &mut offscreen.host);
            recorder.draws()
        })?;
        self.draw_calls = draws;
        self.pictures += 1;
        self.bytes_written_last_draw = self.device.bytes_written() - written;
        self.device.wait(serial)?;

        let pixels = image.reset(size[0], size[1]);
        pixels.copy_from_slice(offscreen.host.read());
        if formats == Formats::BGRA {
            pixels.chunks_exact_mut(4).for_each(|pixel| pixel.swap(0, 2));
        }
        Ok(())
    }
}
