//! Thumbnails as textures of the interface.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};

use egui::{
    Color32, ColorImage, Context, Id, Painter, Pos2, Rect, TextureHandle, TextureOptions, pos2, vec2,
};
use md2_assets::RgbaImage;
use md2_browse::ThumbnailSubject;

/// The maximum number of cached textures, 16 KiB each on the GPU.
const MAX_TEXTURES: usize = 256;

type Textures = Arc<Mutex<HashMap<ThumbnailSubject, (Arc<RgbaImage>, TextureHandle)>>>;

/// Draws a thumbnail centered at a point. `side` is the length of the longer side of the thumbnail.
pub(crate) fn draw(
    painter: &Painter,
    center: Pos2,
    side: f32,
    tint: Color32,
    subject: &ThumbnailSubject,
    image: &Arc<RgbaImage>,
) {
    let texture = texture(painter.ctx(), subject, image);
    let [width, height] = texture.size().map(|side| side as f32);
    let scale = side / width.max(height).max(1.0);
    let place = Rect::from_center_size(center, vec2(width, height) * scale);
    let whole = Rect::from_min_max(pos2(0.0, 0.0), pos2(1.0, 1.0));
    painter.image(texture.id(), place, whole, tint);
}

/// Returns the texture of a thumbnail. A thumbnail is uploaded again only if its pixels are replaced.
fn texture(context: &Context, subject: &ThumbnailSubject, image: &Arc<RgbaImage>) -> TextureHandle {
    let textures = context.data_mut(|data| Arc::clone(data.get_temp_mut_or_default::<Textures>(Id::NULL)));
    let mut textures = textures.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some((own, texture)) = textures.get(subject)
        && Arc::ptr_eq(own, image)
    {
        return texture.clone();
    }
    if textures.len() >= MAX_TEXTURES {
        textures.clear();
    }
    let size = image.size().map(|side| usize::try_from(side).unwrap_or(0));
    let pixels = ColorImage::from_rgba_unmultiplied(size, image.rgba());
    let texture = context.load_texture("thumbnail", pixels, TextureOptions::LINEAR);
    textures.insert(subject.clone(), (Arc::clone(image), texture.clone()));
    texture
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn uploads_a_thumbnail_once_and_again_when_it_is_replaced() {
        let context = Context::default();
        let subject = ThumbnailSubject::File("a.md2".into());
        let image = |side| Arc::new(RgbaImage::new(side, side, vec![9; (4 * side * side) as usize]).unwrap());
        let (first, second) = (image(1), image(2));
        let upload = |image| texture(&context, &subject, image);
        let uploaded = upload(&first);
        assert_eq!(upload(&first).id(), uploaded.id());
        let replaced = upload(&second);
        assert_ne!(replaced.id(), uploaded.id());
        assert_eq!(replaced.size(), [2, 2]);
        for number in 0..MAX_TEXTURES {
            let _ = texture(&context, &ThumbnailSubject::File(number.to_string().into()), &first);
        }
        drop((uploaded, replaced));
        let count = context.tex_manager().read().num_allocated();
        assert!(count <= MAX_TEXTURES + 1, "{count}");
    }
}
