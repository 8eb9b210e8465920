//! Drawing of a picture, in bands of rows.

use md2_common::RgbaImage;

use crate::framing::View;
use crate::model::{Backdrop, PosedModel};
use crate::raster::{self, Band};
use crate::shade;
use crate::srgb::Tables;
use crate::texture::Textures;
use crate::triangle::{self, Triangle};

/// Draws models. Triangles are visible from both sides.
///
/// # Panics
/// If a side of `size` is 0, or the pixels do not fit in memory.
pub fn draw(models: &[PosedModel<'_>], view: &View, size: [u32; 2], backdrop: Backdrop) -> RgbaImage {
    let tables = Tables::get();
    let mut image = shade::backdrop(size, backdrop, tables);
    let mut textures = Textures::default();
    let mut triangles = Vec::new();
    for model in models {
        triangle::set_up(model, view, size, &mut textures, &mut triangles);
    }
    // Triangles that add light are drawn last, on top of the solid triangles.
    triangles.sort_by_key(Triangle::is_added);
    let solid = triangles.partition_point(|triangle| !triangle.is_added());
    let (solid, added) = triangles.split_at(solid);
    let Some(area) = raster::area(&triangles) else { return image };
    let mut band = Band::new(&area);
    for rows in area.bands() {
        band.clear(rows.clone());
        for (number, triangle) in (1..).zip(solid) {
            band.fill(triangle, number, &textures);
        }
        shade::shade(&band, solid, &textures, tables, &mut image, backdrop);
        for triangle in added {
            shade::add(&band, triangle, &textures, tables, &mut image, backdrop);
        }
    }
    image
}
