//! Thumbnails as textures of the interface.

use std::hash::{Hash, Hasher};
use std::sync::Arc;

use egui::cache::{ComputerMut, FrameCache};
use egui::epaint::TextureManager;
use egui::epaint::mutex::RwLock;
use egui::{
    Color32, ColorImage, Context, Painter, Pos2, Rect, TextureHandle, TextureId, TextureOptions, pos2, vec2,
};
use md2_assets::RgbaImage;

/// The textures of the thumbnails that the last pass has drawn, 16 KiB each on the GPU.
type Textures = FrameCache<Thumbnail, Uploader>;

struct Thumbnail {
    texture: TextureHandle,
    /// Keeps the image in memory, so that no other image gets its address, which is the key.
    _image: Arc<RgbaImage>,
}

#[derive(Default)]
struct Uploader;

#[derive(Clone, Copy)]
struct Upload<'a> {
    manager: &'a Arc<RwLock<TextureManager>>,
    image: &'a Arc<RgbaImage>,
}

impl Hash for Upload<'_> {
    fn hash<H: Hasher>(&self, state: &mut H) {
        Arc::as_ptr(self.image).hash(state);
    }
}

impl ComputerMut<Upload<'_>, Thumbnail> for Uploader {
    fn compute(&mut self, Upload { manager, image }: Upload<'_>) -> Thumbnail {
        let pixels = ColorImage::from_rgba_unmultiplied(size(image), image.rgba());
        let id = manager.write().alloc("thumbnail".into(), pixels.into(), TextureOptions::LINEAR);
        Thumbnail { texture: TextureHandle::new(Arc::clone(manager), id), _image: Arc::clone(image) }
    }
}

pub(crate) fn draw(painter: &Painter, center: Pos2, side: f32, tint: Color32, image: &Arc<RgbaImage>) {
    let [width, height] = size(image).map(|side| side as f32);
    let scale = side / width.max(height).max(1.0);
    let place = Rect::from_center_size(center, vec2(width, height) * scale);
    let whole = Rect::from_min_max(pos2(0.0, 0.0), pos2(1.0, 1.0));
    painter.image(texture(painter.ctx(), image), place, whole, tint);
}

fn texture(context: &Context, image: &Arc<RgbaImage>) -> TextureId {
    let manager = context.tex_manager();
    let upload = Upload { manager: &manager, image };
    context.memory_mut(|memory| memory.caches.cache::<Textures>().get(upload).texture.id())
}

fn size(image: &RgbaImage) -> [usize; 2] {
    image.size().map(|side| usize::try_from(side).unwrap_or(0))
}

#[cfg(test)]
mod tests {
    use egui::RawInput;

    use super::*;

    #[test]
    fn keeps_the_textures_of_the_drawn_thumbnails_only() {
        let context = Context::default();
        let images = [1, 2].map(|side: u32| {
            Arc::new(RgbaImage::new(side, side, vec![9; (4 * side * side) as usize]).expect("an image"))
        });
        let pass = |shown: &[&Arc<RgbaImage>]| {
            let mut ids = Vec::new();
            let mut output = context.run_ui(RawInput::default(), |ui| {
                ids = shown.iter().map(|image| texture(ui.ctx(), image)).collect();
            });
            output.textures_delta.clear();
            ids
        };
        let count = || context.tex_manager().read().num_allocated();
        pass(&[]);
        let others = count();
        let [first, second] = images.each_ref();
        let ids = pass(&[first, first, second]);
        assert!(ids[0] == ids[1] && ids[0] != ids[2], "{ids:?}");
        assert_eq!(pass(&[second, first]), [ids[2], ids[0]], "nothing is uploaded again");
        assert_eq!(count(), others + 2);
        assert_eq!(pass(&[second]), [ids[2]]);
        assert_eq!(count(), others + 1);
        pass(&[]);
        assert_eq!(count(), others);
    }
}
