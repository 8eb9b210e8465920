//! Drawing of a picture to a window or an image.

use crate::overlay::Overlay;
use crate::painter::PictureSource;
use crate::renderer::Renderer;
use crate::scene::Scene;
use crate::stats::Stats;
use crate::targets::{OffscreenTarget, PicturePasses};
use crate::vk::{Buffer, DrawOutcome, Formats, RenderError, Tally};
use crate::window::{DrawStatus, WindowImages};
use md2_common::RgbaImage;

/// # Drawing
impl Renderer {
    /// Sets the size of the window's content in pixels. A width or height of 0 means that the window is minimized.
    pub fn resize(&mut self, size: [u32; 2]) {
        if let Some(window) = &mut self.window {
            window.size = size;
            window.dirty = true;
        }
    }

    /// The largest width and height of the window in pixels. In a larger window, no picture is shown.
    pub fn max_window_edge(&self) -> u32 {
        self.device.limits().picture_edge
    }

    /// Draws a scene to the window, with the interface on top if there is one.
    ///
    /// After the first picture with the same content, this allocates no memory and uploads no vertices.
    ///
    /// # Errors
    /// [`RenderError::SurfaceLost`] if the system destroyed the window, [`RenderError::AboveLimit`] if the interface
    /// exceeds a limit of the device, [`RenderError::DeviceLost`] or [`RenderError::OutOfMemory`]. Unless the window
    /// or the device is lost, the next picture may succeed.
    ///
    /// # Panics
    /// If the renderer has no window, or the scene uses an object that was removed or belongs to another renderer.
    pub fn draw(
        &mut self,
        scene: &Scene<'_>,
        overlay: Option<&Overlay<'_>>,
    ) -> Result<DrawStatus, RenderError> {
        let window = self.window.as_mut().expect("the renderer was made for a window");
        window.fit(&self.device)?;
        let Some(images) = &mut window.images else { return Ok(DrawStatus::Hidden) };
        self.transfer.flush()?;
        let formats = images.swapchain.formats;
        if formats != self.painter.passes.formats {
            // The window has moved to a display with another channel order.
            self.painter.passes = PicturePasses::new(&self.device, &self.maker.layouts, formats)?;
            self.offscreen = None;
        }
        let written = self.device.bytes_written();
        let WindowImages { swapchain, depth, picture } = images;
        let (content, culling) = (&self.content, self.culling);
        let source = PictureSource { scene, overlay, content, extent: swapchain.extent, culling };
        let (frame, prepared) =
            self.painter.prepare(&self.device, &self.maker.layouts, &mut self.frames, source)?;
        let (crowd_bytes, painter) = (prepared.crowd_bytes, &self.painter);
        let shown = swapchain.draw(frame, |image, slot, recorder| {
            let presentable = if let Some(picture) = picture {
                let mut canvas = recorder.prepare_picture(picture);
                painter.paint(recorder, &prepared, slot, &mut canvas, depth);
                recorder.copy_and_present(canvas, image)
            } else {
                let mut canvas = recorder.prepare_window_image(image);
                painter.paint(recorder, &prepared, slot, &mut canvas, depth);
                recorder.present(canvas)
            };
            (presentable, recorder.tally())
        });
        match shown {
            Ok(DrawOutcome::Presented { fits, result: tally }) => {
                window.dirty |= !fits;
                self.count_picture(scene, tally, crowd_bytes, written);
                Ok(DrawStatus::Presented)
            }
            Ok(DrawOutcome::NotReady) => Ok(DrawStatus::Hidden),
            Ok(DrawOutcome::OutOfDate) => {
                window.dirty = true;
                Ok(DrawStatus::Outdated)
            }
            // If the image was not presented, the next picture replaces the swapchain.
            Err(error) => Err(error),
        }
    }

    /// Draws a scene to an image of `size` pixels. The alpha of all pixels is 255.
    ///
    /// # Errors
    /// [`RenderError::ImageTooLarge`], [`RenderError::AboveLimit`], [`RenderError::DeviceLost`] or
    /// [`RenderError::OutOfMemory`].
    ///
    /// # Panics
    /// If the width or height is 0, or the scene uses an object that was removed or belongs to another renderer.
    pub fn render_image(&mut self, scene: &Scene<'_>, size: [u32; 2]) -> Result<RgbaImage, RenderError> {
        let mut image = RgbaImage::filled(1, 1, [0; 4]);
        self.render_image_into(scene, None, size, &mut image)?;
        Ok(image)
    }

    /// Draws a scene to an existing image, with the interface on top if there is one. The alpha of all pixels is 255.
    ///
    /// With the same size and content as before, this allocates no memory and uploads no vertices. It fails and panics like
    /// [`Renderer::render_image`].
    pub fn render_image_into(
        &mut self,
        scene: &Scene<'_>,
        overlay: Option<&Overlay<'_>>,
        size: [u32; 2],
        image: &mut RgbaImage,
    ) -> Result<(), RenderError> {
        self.fit_offscreen(size)?;
        // Reserves the memory before drawing.
        let no_memory = |_| RenderError::OutOfMemory { on_device: false, call: "the pixels of a picture" };
        let pixels = image.try_reset(size[0], size[1]).map_err(no_memory)?;
        let offscreen = self.offscreen.as_mut().expect("just fitted");
        let mut host = offscreen.take_buffer(&self.device)?;
        let serial = self.paint_offscreen(scene, overlay, Some(&mut host))?;
        self.device.wait(serial)?;
        pixels.copy_from_slice(host.read());
        if self.painter.passes.formats == Formats::BGRA {
            pixels.chunks_exact_mut(4).for_each(|pixel| pixel.swap(0, 2));
        }
        self.offscreen.as_mut().expect("just fitted").host = Some(host);
        Ok(())
    }

    /// Starts drawing a scene to an image, and returns while the device still draws. For measurements: the image is
    /// never copied to the host. [`Renderer::wait`] waits for the picture. It fails and panics like [`Renderer::render_image`].
    pub fn draw_unread(&mut self, scene: &Scene<'_>, size: [u32; 2]) -> Result<(), RenderError> {
        self.fit_offscreen(size)?;
        self.paint_offscreen(scene, None, None)?;
        Ok(())
    }

    /// Waits until all started pictures are finished.
    ///
    /// # Errors
    /// [`RenderError::DeviceLost`] or [`RenderError::OutOfMemory`].
    pub fn wait(&mut self) -> Result<(), RenderError> {
        self.device.wait_for_newest()
    }

    fn fit_offscreen(&mut self, size: [u32; 2]) -> Result<(), RenderError> {
        assert!(size[0] > 0 && size[1] > 0, "a picture of {}x{} pixels is empty", size[0], size[1]);
        if self.offscreen.as_ref().is_none_or(|offscreen| offscreen.depth.extent() != size) {
            // Destroys the old images first: both sets may not fit in memory.
            self.offscreen = None;
            self.device.wait_and_collect()?;
            self.offscreen = Some(OffscreenTarget::new(&self.device, size, self.painter.passes.formats)?);
        }
        Ok(())
    }

    fn paint_offscreen(
        &mut self,
        scene: &Scene<'_>,
        overlay: Option<&Overlay<'_>>,
        host: Option<&mut Buffer>,
    ) -> Result<u64, RenderError> {
        self.transfer.flush()?;
        let offscreen = self.offscreen.as_mut().expect("the caller creates the image");
        let written = self.device.bytes_written();
        let extent = offscreen.depth.extent();
        let (content, culling) = (&self.content, self.culling);
        let source = PictureSource { scene, overlay, content, extent, culling };
        let (frame, prepared) =
            self.painter.prepare(&self.device, &self.maker.layouts, &mut self.frames, source)?;
        let (crowd_bytes, painter) = (prepared.crowd_bytes, &self.painter);
        let (serial, tally) = frame.submit(|slot, recorder| {
            let mut canvas = recorder.prepare_picture(&mut offscreen.picture);
            painter.paint(recorder, &prepared, slot, &mut canvas, &offscreen.depth);
            if let Some(host) = host {
                recorder.read_back(canvas, host);
            }
            recorder.tally()
        })?;
        self.count_picture(scene, tally, crowd_bytes, written);
        Ok(serial)
    }

    /// Stores the counts of a drawn picture for [`Renderer::stats`]. `written` is the number of bytes that the host
    /// had written to mapped memory before this picture.
    fn count_picture(&mut self, scene: &Scene<'_>, tally: Tally, crowd_bytes: u64, written: u64) {
        let members: usize = scene.crowds.iter().map(|crowd| crowd.members.len()).sum();
        self.picture_stats = Stats {
            bytes_written_last_draw: self.device.bytes_written() - written,
            draw_calls: tally.draws,
            depth_pixels_cleared: tally.depth_pixels,
            crowd_members: u32::try_from(members).unwrap_or(u32::MAX),
            crowd_bytes,
            pictures: self.picture_stats.pictures + 1,
            ..Stats::default()
        };
    }
}
