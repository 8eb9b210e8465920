//! Thumbnails as textures of the interface.

use std::hash::{Hash, Hasher};
use std::sync::Arc;

use egui::cache::{ComputerMut, FrameCache};
use egui::epaint::TextureManager;
use egui::epaint::mutex::RwLock;
use egui::{
    Align2, Color32, ColorImage, Context, Painter, Pos2, Rect, Response, Sense, Stroke, StrokeKind,
    TextStyle, TextureHandle, TextureId, TextureOptions, Ui, Vec2, WidgetInfo, WidgetType, pos2, vec2,
};
use md2_assets::RgbaImage;

use super::{elided, style};

/// The height of the caption below a thumbnail.
pub(crate) const CAPTION: f32 = 20.0;
const BORDER: f32 = 5.0;

/// A thumbnail with a caption that can be clicked.
pub(crate) struct Cell<'a> {
    pub(crate) size: Vec2,
    pub(crate) image: Option<&'a Result<Arc<RgbaImage>, String>>,
    pub(crate) tint: Color32,
    pub(crate) name: &'a str,
    pub(crate) caption: &'a str,
    pub(crate) color: Color32,
    pub(crate) is_current: bool,
    pub(crate) is_at_cursor: bool,
}

impl Cell<'_> {
    pub(crate) fn show(self, ui: &mut Ui) -> Response {
        let (rect, response) = ui.allocate_exact_size(self.size, Sense::CLICK);
        let label = || WidgetInfo::selected(WidgetType::SelectableLabel, true, self.is_current, self.name);
        response.widget_info(label);
        let painter = ui.painter_at(rect);
        painter.rect_filled(rect, 4.0, if self.is_current { style::ACCENT_DARK } else { style::WELL });
        if self.is_current || self.is_at_cursor || response.hovered() || response.has_focus() {
            let is_marked = self.is_current || self.is_at_cursor;
            let color = if is_marked { style::ACCENT } else { style::LINE };
            let width = if self.is_at_cursor { 2.0 } else { 1.0 };
            painter.rect_stroke(rect, 4.0, Stroke::new(width, color), StrokeKind::Inside);
        }
        let side = (rect.height() - CAPTION).min(rect.width()) - 2.0 * BORDER;
        let middle = pos2(rect.center().x, rect.top() + 0.5 * (rect.height() - CAPTION) + 1.0);
        match self.image {
            Some(Ok(image)) => draw(&painter, middle, side, self.tint, image),
            Some(Err(_)) => {
                let font = TextStyle::Heading.resolve(ui.style());
                painter.text(middle, Align2::CENTER_CENTER, "!", font, style::ERROR);
            }
            None => {}
        }
        let color = if self.is_current && self.color == style::TEXT { style::STRONG } else { self.color };
        let font = TextStyle::Small.resolve(ui.style());
        let galley = elided::path(ui, self.caption, font, color, rect.width() - 8.0);
        let corner = pos2(rect.center().x - 0.5 * galley.size().x, rect.bottom() - CAPTION + 2.0);
        painter.galley(corner, galley, color);
        response
    }
}

/// The textures of the thumbnails that the last pass has drawn, 64 KiB each on the GPU.
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
