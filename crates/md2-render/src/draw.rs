//! The way of a picture: to a window, or to an image.

use std::sync::Arc;

use crate::{
    DrawStatus, Image, Overlay, RenderError, Renderer, Scene,
    painter::{Painter, Subject},
    targets::{Offscreen, PicturePasses},
    vk::{Acquired, ColorTarget, Device, Formats, FrameSlot},
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
    /// [`RenderError::SurfaceLost`] if the window was destroyed from outside, [`RenderError::DeviceLost`], or
    /// if there is no memory.
    ///
    /// # Panics
    /// If the renderer has no window, or the scene names what was removed.
    pub fn draw(
        &mut self,
        scene: &Scene<'_>,
        overlay: Option<&Overlay<'_>>,
    ) -> Result<DrawStatus, RenderError> {
        let window = self.window.as_mut().expect("the renderer was made for a window");
        window.fit(&self.device)?;
        let Some(images) = &window.images else { return Ok(DrawStatus::Hidden) };
        let formats = images.swapchain.formats();
        if formats != self.painter.passes.formats {
            // The window has moved to a display with pixels of another order.
            self.painter.passes = PicturePasses::new(&self.device, &self.maker.layouts, formats)?;
            self.offscreen = None;
        }
        let written = self.device.bytes_written();
        let slot = self.frames.current();
        slot.wait()?;
        let (index, suboptimal) = match images.swapchain.acquire(slot)? {
            Acquired::Image { index, suboptimal } => (index, suboptimal),
            Acquired::NotReady => return Ok(DrawStatus::Hidden),
            Acquired::OutOfDate => {
                window.dirty = true;
                return Ok(DrawStatus::Outdated);
            }
        };
        let subject = Subject { scene, overlay, content: &self.content };
        let drawn = draw_acquired(&self.device, &self.painter, slot, images, index, subject);
        match drawn {
            Ok((fits, draws)) => {
                window.dirty |= suboptimal || !fits;
                self.draw_calls = draws;
                self.pictures += 1;
                self.bytes_written_last_draw = self.device.bytes_written() - written;
                self.frames.advance();
                Ok(DrawStatus::Presented)
            }
            Err(error) => {
                // The image stays acquired, and its semaphore signaled: both are replaced.
                window.dirty = true;
                slot.forget_acquired(&self.device)?;
                Err(error)
            }
        }
    }

    /// Draws a scene to an image of `size` pixels.
    ///
    /// # Errors
    /// [`RenderError::ImageTooLarge`], [`RenderError::DeviceLost`], or if there is no memory.
    ///
    /// # Panics
    /// If the size is 0 in either direction, or the scene names what was removed.
    pub fn render_image(&mut self, scene: &Scene<'_>, size: [u32; 2]) -> Result<Image, RenderError> {
        let mut image = Image::default();
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
        image: &mut Image,
    ) -> Result<(), RenderError> {
        assert!(size[0] > 0 && size[1] > 0, "a picture of {}x{} pixels", size[0], size[1]);
        let formats = self.painter.passes.formats;
        let offscreen = match &mut self.offscreen {
            Some(offscreen) if offscreen.depth.extent() == size => offscreen,
            other => {
                // The old one first: both may not fit into memory.
                *other = None;
                other.insert(Offscreen::new(&self.device, size, formats)?)
            }
        };
        let written = self.device.bytes_written();
        let slot = self.frames.current();
        slot.wait()?;
        let subject = Subject { scene, overlay, content: &self.content };
        let prepared = subject.prepare(&self.device, slot, size)?;
        self.draw_calls = slot.record(&self.device, |scene_set, overlay_data, recorder| {
            let targets = [ColorTarget::of(&offscreen.picture), ColorTarget::second_of(&offscreen.picture)];
            recorder.reuse_picture(targets[0]);
            self.painter.paint(recorder, &prepared, scene_set, overlay_data, targets, &offscreen.depth);
            recorder.read_back(&offscreen.picture, &offscreen.host);
            recorder.draws()
        })?;
        let serial = slot.submit()?;
        self.pictures += 1;
        self.bytes_written_last_draw = self.device.bytes_written() - written;
        self.frames.advance();
        self.device.wait(serial)?;

        [image.width, image.height] = size;
        image.rgba.clear();
        image.rgba.extend_from_slice(offscreen.host.read());
        if formats == Formats::BGRA {
            image.rgba.chunks_exact_mut(4).for_each(|pixel| pixel.swap(0, 2));
        }
        Ok(())
    }
}

/// Draws to an acquired image of the window and presents it. Returns whether the window still has that form,
/// and the draw calls.
fn draw_acquired(
    device: &Arc<Device>,
    painter: &Painter,
    slot: &mut FrameSlot,
    images: &WindowImages,
    index: u32,
    subject: Subject<'_>,
) -> Result<(bool, u32), RenderError> {
    let WindowImages { swapchain, depth, picture } = images;
    let prepared = subject.prepare(device, slot, swapchain.extent())?;
    let draws = slot.record(device, |scene_set, overlay_data, recorder| {
        if let Some(picture) = picture {
            let targets = [ColorTarget::of(picture), ColorTarget::second_of(picture)];
            recorder.reuse_picture(targets[0]);
            painter.paint(recorder, &prepared, scene_set, overlay_data, targets, depth);
            recorder.copy_to_presented(picture, swapchain.copy_target(index));
        } else {
            let targets = swapchain.targets(index);
            recorder.acquire_picture(targets[0]);
            painter.paint(recorder, &prepared, scene_set, overlay_data, targets, depth);
            recorder.present_picture(targets[0]);
        }
        recorder.draws()
    })?;
    let fits = swapchain.submit_and_present(slot, index)?;
    Ok((fits, draws))
}
