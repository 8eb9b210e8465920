//! The way of a picture: to a window, or to an image.

use crate::overlay::Overlay;
use crate::painter::Subject;
use crate::renderer::Renderer;
use crate::scene::Scene;
use crate::targets::{Offscreen, PicturePasses};
use crate::vk::{Buffer, Formats, RenderError, Shown};
use crate::window::{DrawStatus, WindowImages};
use md2_common::RgbaImage;

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
        self.painter.prepare(&self.device, &self.maker.layouts, scene)?;
        let subject = Subject { scene, overlay, content: &self.content };
        let prepared =
            subject.prepare(&self.device, &self.maker.layouts, frame.data(), swapchain.extent())?;
        let crowds = prepared.crowds();
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
            (presentable, recorder.tally())
        });
        match shown {
            Ok(Shown::Presented { fits, result: tally }) => {
                window.dirty |= !fits;
                self.tally = tally;
                self.crowds = crowds;
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
            Err(error) => Err(error),
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
        // Before anything is drawn that there would be no room for. What is too large for the device says so itself.
        let too_large = size.iter().any(|&edge| edge > self.device.limits().picture_edge);
        if size.iter().all(|&edge| edge > 0) && !too_large {
            make_room(image, size)?;
        }
        let ticket = self.start_image(scene, overlay, size)?;
        self.finish_image(ticket, image)
    }

    /// Begins to draw a scene, and over it an interface, to an image, and returns while the device draws. The
    /// pixels are had from [`Renderer::finish_image`] later; meanwhile the next picture may be begun, so that
    /// neither device nor host waits for the other.
    ///
    /// Any number of pictures may be begun; each has device memory for its pixels until it is finished, or its
    /// ticket dropped.
    ///
    /// # Errors
    /// As [`Renderer::render_image`].
    ///
    /// # Panics
    /// As [`Renderer::render_image`].
    pub fn start_image(
        &mut self,
        scene: &Scene<'_>,
        overlay: Option<&Overlay<'_>>,
        size: [u32; 2],
    ) -> Result<ImageTicket, RenderError> {
        self.fit_offscreen(size)?;
        let offscreen = self.offscreen.as_mut().expect("just fitted");
        let mut pixels = offscreen.take_host(&self.device)?;
        let serial = self.paint_offscreen(scene, overlay, Some(&mut pixels))?;
        Ok(ImageTicket { pixels, serial, size })
    }

    /// Waits for a picture that was begun, and hands its pixels over; their alpha is 255.
    ///
    /// # Errors
    /// [`RenderError::DeviceLost`], or if there is no memory.
    ///
    /// # Panics
    /// If the ticket is another renderer's.
    pub fn finish_image(&mut self, ticket: ImageTicket, image: &mut RgbaImage) -> Result<(), RenderError> {
        let ImageTicket { pixels: host, serial, size } = ticket;
        assert!(host.is_of(&self.device), "the ticket belongs to another renderer");
        make_room(image, size)?;
        self.device.wait(serial)?;
        let pixels = image.reset(size[0], size[1]);
        pixels.copy_from_slice(host.read());
        if self.painter.passes.formats == Formats::BGRA {
            pixels.chunks_exact_mut(4).for_each(|pixel| pixel.swap(0, 2));
        }
        if let Some(offscreen) = &mut self.offscreen {
            offscreen.give_host(host);
        }
        Ok(())
    }

    /// Draws a scene, and over it an interface, to an image that stays on the device, and returns while the device
    /// draws: for measurements. [`Renderer::wait`] waits for it.
    ///
    /// # Errors
    /// As [`Renderer::render_image`].
    ///
    /// # Panics
    /// As [`Renderer::render_image`].
    pub fn draw_unread(
        &mut self,
        scene: &Scene<'_>,
        overlay: Option<&Overlay<'_>>,
        size: [u32; 2],
    ) -> Result<(), RenderError> {
        self.fit_offscreen(size)?;
        self.paint_offscreen(scene, overlay, None)?;
        Ok(())
    }

    /// Waits until everything that was begun is drawn.
    ///
    /// # Errors
    /// [`RenderError::DeviceLost`], or if there is no memory.
    pub fn wait(&mut self) -> Result<(), RenderError> {
        self.device.wait_for_newest()
    }

    /// Makes images of this size, unless those of the last picture have it.
    fn fit_offscreen(&mut self, size: [u32; 2]) -> Result<(), RenderError> {
        assert!(size[0] > 0 && size[1] > 0, "a picture of {}x{} pixels", size[0], size[1]);
        if self.offscreen.as_ref().is_none_or(|offscreen| offscreen.depth.extent() != size) {
            // The old one first, and really: both may not fit into memory.
            self.offscreen = None;
            self.device.settle()?;
            self.offscreen = Some(Offscreen::new(&self.device, size, self.painter.passes.formats)?);
        }
        Ok(())
    }

    /// Draws to the offscreen image, and copies it for the host if it is to see it. Returns which submission does.
    fn paint_offscreen(
        &mut self,
        scene: &Scene<'_>,
        overlay: Option<&Overlay<'_>>,
        host: Option<&mut Buffer>,
    ) -> Result<u64, RenderError> {
        let offscreen = self.offscreen.as_mut().expect("fitted by the caller");
        let written = self.device.bytes_written();
        let mut frame = self.frames.begin()?;
        self.painter.prepare(&self.device, &self.maker.layouts, scene)?;
        let subject = Subject { scene, overlay, content: &self.content };
        let extent = offscreen.depth.extent();
        let prepared = subject.prepare(&self.device, &self.maker.layouts, frame.data(), extent)?;
        self.crowds = prepared.crowds();
        let painter = &self.painter;
        let (serial, tally) = frame.submit(|slot, recorder| {
            let mut canvas = recorder.picture(&mut offscreen.picture);
            painter.paint(recorder, &prepared, slot, &mut canvas, &offscreen.depth);
            if let Some(host) = host {
                recorder.read_back(canvas, host);
            }
            recorder.tally()
        })?;
        self.tally = tally;
        self.pictures += 1;
        self.bytes_written_last_draw = self.device.bytes_written() - written;
        Ok(serial)
    }
}

/// A picture that was begun, and that [`Renderer::finish_image`] hands over. Dropped, the picture is drawn for nobody.
#[must_use = "without it the picture is lost"]
pub struct ImageTicket {
    pixels: Buffer,
    serial: u64,
    size: [u32; 2],
}

impl ImageTicket {
    /// Width and height of the picture in pixels.
    #[must_use]
    pub const fn size(&self) -> [u32; 2] {
        self.size
    }
}

impl std::fmt::Debug for ImageTicket {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("ImageTicket").field("size", &self.size).finish_non_exhaustive()
    }
}

/// Gives an image this size, if there is memory for it.
fn make_room(image: &mut RgbaImage, size: [u32; 2]) -> Result<(), RenderError> {
    image
        .try_reset(size[0], size[1])
        .map(drop)
        .map_err(|_| RenderError::OutOfMemory { on_device: false, call: "a picture's pixels" })
}
