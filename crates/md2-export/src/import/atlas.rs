//! Combining the images of several materials in one image, since an MD2 shows one skin at a time.

use md2_common::RgbaImage;

use super::error::{ImportError, quoted, quoted_list};
use super::mesh::{AnimatedMesh, ImportMaterial};
use super::report::ImportedSkin;
use super::texture::SLACK;
use crate::loss::{Loss, LossKind};

/// Width of the border around each image, in pixels. The border repeats the edge, so that filtering does not mix adjacent images.
const BORDER: u32 = 2;
/// Width and height, in pixels, of the image area that a material with a single color gets.
const SWATCH: u32 = 4;
/// The maximum width and height, in pixels, of all copies of a repeating image side by side.
const LONGEST_REPEATED: u32 = 2048;
const LONGEST_SIDE: u32 = 8192;
/// The maximum skin height that the original game accepts, in texels.
pub(super) const CLASSIC_SKIN_HEIGHT: u32 = 480;

/// Builds the skin of a mesh. The images of several materials are combined in one image of at most `most_pixels` pixels, and the
/// texture coordinates are changed accordingly. An image that repeats is copied once for each repetition.
fn skin(mesh: &mut AnimatedMesh, most_pixels: u64) -> Result<ImportedSkin, ImportError> {
    let mut used: Vec<u32> =
        mesh.triangles.iter().map(|[first, ..]| mesh.material_of[*first as usize]).collect();
    used.sort_unstable();
    used.dedup();
    let materials: Vec<&ImportMaterial> =
        used.iter().filter_map(|&i| mesh.materials.get(i as usize)).collect();
    match materials[..] {
        [] => Ok(material_skin(None)),
        [material] => Ok(material_skin(Some(material))),
        _ => {
            let repeats = repeats(mesh, &used)?;
            let (pixels, places) = pack(&materials, &repeats, most_pixels)?;
            let size = pixels.size();
            for (uv, material) in mesh.uvs.iter_mut().zip(&mesh.material_of) {
                if let Ok(nth) = used.binary_search(material) {
                    let has_image = mesh.materials[*material as usize].image.is_some();
                    *uv = places[nth].within(*uv, size, has_image.then_some(repeats[nth]));
                }
            }
            let names: Vec<String> =
                materials.iter().take(8).map(|material| quoted(&material.name)).collect();
            let more = if names.len() < materials.len() { " and others" } else { "" };
            let [width, height] = size;
            mesh.notes.push(format!(
                "{} materials were combined in one image of {width} x {height}: {}{more}",
                materials.len(),
                names.join(", ")
            ));
            Ok(ImportedSkin { pixels, png: None })
        }
    }
}

/// Builds the skin of a mesh like [`skin`], followed by its other skins with their names. Those that do not fit the same texture coordinates
/// are losses.
pub(crate) fn skins(
    mesh: &mut AnimatedMesh,
    most_pixels: u64,
) -> Result<(ImportedSkin, Vec<(String, ImportedSkin)>), ImportError> {
    let mut others = Vec::new();
    for (name, materials) in std::mem::take(&mut mesh.other_skins) {
        let AnimatedMesh { uvs, material_of, triangles, .. } = &*mesh;
        let (uvs, material_of, triangles) = (uvs.clone(), material_of.clone(), triangles.clone());
        let mut other = AnimatedMesh { uvs, material_of, triangles, materials, ..AnimatedMesh::default() };
        others.push((name, skin(&mut other, most_pixels).ok(), other.uvs));
    }
    let first = skin(mesh, most_pixels)?;
    let (mut fitting, mut lost) = (Vec::new(), Vec::new());
    for (name, skin, uvs) in others {
        match skin.filter(|_| uvs == mesh.uvs) {
            Some(skin) => fitting.push((name, skin)),
            None => lost.push(name),
        }
    }
    if !lost.is_empty() {
        let names: Vec<&str> = lost.iter().map(String::as_str).collect();
        let text =
            format!("the images of these skins have other sizes than the first: {}", quoted_list(&names));
        mesh.losses.push(Loss::new(LossKind::Skins, names.len(), text));
    }
    Ok((first, fitting))
}

pub(crate) fn material_skin(material: Option<&ImportMaterial>) -> ImportedSkin {
    match material.and_then(|material| material.image.as_ref()) {
        Some(image) => ImportedSkin {
            pixels: RgbaImage::clone(&image.pixels),
            png: image.png.as_deref().map(<[u8]>::to_vec),
        },
        None => {
            let color = material.map_or([255; 4], |material| material.color);
            ImportedSkin { pixels: RgbaImage::filled(SWATCH, SWATCH, color), png: None }
        }
    }
}

fn repeats(mesh: &AnimatedMesh, used: &[u32]) -> Result<Vec<[u32; 2]>, ImportError> {
    let mut most = vec![[1.0_f32; 2]; mesh.materials.len()];
    for &vertex in mesh.triangles.as_flattened() {
        let uv = mesh.uvs[vertex as usize];
        let most = &mut most[mesh.material_of[vertex as usize] as usize];
        *most = [most[0].max(uv[0]), most[1].max(uv[1])];
    }
    used.iter()
        .map(|&material| whole_repeats(&mesh.materials[material as usize], most[material as usize]))
        .collect()
}

/// Returns how often a material's image repeats, horizontally and vertically, on triangles whose largest texture coordinates are `most`.
fn whole_repeats(material: &ImportMaterial, most: [f32; 2]) -> Result<[u32; 2], ImportError> {
    let Some(image) = &material.image else { return Ok([1; 2]) };
    #[expect(clippy::cast_possible_truncation, reason = "at least 1, and saturates")]
    let repeats = most.map(|most| (most - SLACK).ceil() as u32);
    let fits = |(side, repeats): (u32, u32)| repeats == 1 || side.saturating_mul(repeats) <= LONGEST_REPEATED;
    if image.pixels.size().into_iter().zip(repeats).all(fits) {
        return Ok(repeats);
    }
    Err(ImportError::unsupported(
        format!("material {}", quoted(&material.name)),
        format!(
            "its image repeats {} x {} times, which is too often to combine it with other images",
            repeats[0], repeats[1]
        ),
        "bake the colors into one image, or use a single material",
    ))
}

#[derive(Clone, Copy, Debug, Default)]
struct AtlasRect {
    left: u32,
    top: u32,
    width: u32,
    height: u32,
}

impl AtlasRect {
    /// Converts a material's texture coordinate to a texture coordinate of the combined image, in which the material
    /// has the area `self`. `size` is the size of the combined image, and `repeats` the number of horizontal and
    /// vertical copies of the material's image. `None` stands for a single color and gives the center of the area.
    fn within(self, uv: [f32; 2], size: [u32; 2], repeats: Option<[u32; 2]>) -> [f32; 2] {
        let one = |axis: usize, start: u32, length: u32, size: u32| {
            let whole = |repeats: [u32; 2]| (f64::from(uv[axis]) / f64::from(repeats[axis])).clamp(0.0, 1.0);
            let at = repeats.map_or(0.5, whole);
            #[expect(clippy::cast_possible_truncation, reason = "from 0 to 1")]
            let on_all = ((f64::from(start) + at * f64::from(length)) / f64::from(size)) as f32;
            on_all
        };
        [one(0, self.left, self.width, size[0]), one(1, self.top, self.height, size[1])]
    }
}

fn pack(
    materials: &[&ImportMaterial],
    repeats: &[[u32; 2]],
    most_pixels: u64,
) -> Result<(RgbaImage, Vec<AtlasRect>), ImportError> {
    let size = |(material, repeats): (&&ImportMaterial, &[u32; 2])| match &material.image {
        Some(image) => [0, 1].map(|axis| image.pixels.size()[axis] * repeats[axis]),
        None => [SWATCH; 2],
    };
    let sizes: Vec<[u32; 2]> = materials.iter().zip(repeats).map(size).collect();
    let with_border = |size: u32| u64::from(size) + 2 * u64::from(BORDER);
    let area: u64 = sizes.iter().map(|size| with_border(size[0]) * with_border(size[1])).sum();
    let widest = sizes.iter().map(|size| with_border(size[0])).max().unwrap_or(1);
    let mut order: Vec<usize> = (0..sizes.len()).collect();
    order.sort_by_key(|&nth| std::cmp::Reverse(sizes[nth][1]));
    let in_rows = |width: u64| {
        let mut places = vec![[0_u64; 2]; sizes.len()];
        let (mut x, mut y, mut row) = (0, 0, 0);
        for &nth in &order {
            let [w, h] = sizes[nth].map(with_border);
            if x + w > width {
                (x, y, row) = (0, y + row, 0);
            }
            places[nth] = [x, y];
            (x, row) = (x + w, row.max(h));
        }
        (width, (y + row).next_multiple_of(4), places)
    };
    // An image that is higher would be scaled down, and the texture coordinates with it.
    let least = area.isqrt().max(widest).next_multiple_of(4);
    let mut widths = (least..=LONGEST_SIDE.into()).step_by(4);
    let is_low = |width: &u64| in_rows(*width).1 <= CLASSIC_SKIN_HEIGHT.into();
    let (width, height, places) = in_rows(widths.find(is_low).unwrap_or(least));
    let side = |side: u64| u32::try_from(side).ok().filter(|side| *side <= LONGEST_SIDE);
    let (Some(w), Some(h)) = (side(width), side(height)) else {
        return Err(ImportError::limit(
            "materials",
            "pixels per side of the combined image",
            width.max(height),
            LONGEST_SIDE.into(),
        ));
    };
    let pixels = width.saturating_mul(height);
    let what = "pixels of the combined image";
    ImportError::check_limit("materials", what, pixels, most_pixels)?;
    let mut all = RgbaImage::filled(w, h, [0, 0, 0, 255]);
    let mut placed = Vec::with_capacity(sizes.len());
    for ((material, size), at) in materials.iter().zip(&sizes).zip(&places) {
        // The conversion cannot fail, since the size of the combined image was checked.
        let [left, top] = at.map(|at| u32::try_from(at).unwrap_or(0) + BORDER);
        let place = AtlasRect { left, top, width: size[0], height: size[1] };
        copy(&mut all, material, place);
        placed.push(place);
    }
    Ok((all, placed))
}

fn copy(all: &mut RgbaImage, material: &ImportMaterial, place: AtlasRect) {
    let width = all.width() as usize;
    let (pixels, _) = all.rgba_mut().as_chunks_mut::<4>();
    for y in 0..place.height + 2 * BORDER {
        for x in 0..place.width + 2 * BORDER {
            let from = |at: u32, size: u32| at.saturating_sub(BORDER).min(size - 1);
            let color = material.image.as_ref().map_or(material.color, |image| {
                let [width, height] = image.pixels.size();
                image.pixels.pixel(from(x, place.width) % width, from(y, place.height) % height)
            });
            let (x, y) = (place.left - BORDER + x, place.top - BORDER + y);
            pixels[y as usize * width + x as usize] = color;
        }
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;
    use crate::import::mesh::ImportImage;

    fn material(name: &str, size: Option<[u32; 2]>, color: [u8; 4]) -> ImportMaterial {
        let image = size.map(|[w, h]| ImportImage {
            pixels: Arc::new(RgbaImage::filled(w, h, color)),
            png: Some(Arc::new([1, 2, 3])),
        });
        ImportMaterial { name: name.into(), image, is_blank: false, color }
    }

    const MOST: u64 = 1 << 20;
    const RED: [u8; 4] = [255, 0, 0, 255];
    const GREEN: [u8; 4] = [0, 255, 0, 255];
    const BLUE: [u8; 4] = [0, 0, 255, 255];

    fn mesh(materials: Vec<ImportMaterial>) -> AnimatedMesh {
        let count = u32::try_from(materials.len()).expect("few");
        AnimatedMesh {
            uvs: [[0.0, 0.0], [1.0, 0.0], [0.0, 1.0]].repeat(materials.len()),
            material_of: (0..count).flat_map(|i| [i; 3]).collect(),
            triangles: (0..count).map(|i| [3 * i, 3 * i + 1, 3 * i + 2]).collect(),
            materials,
            ..AnimatedMesh::default()
        }
    }

    #[test]
    fn every_corner_keeps_its_color_on_the_combined_image() {
        let mut several = mesh(vec![
            material("a", Some([30, 20]), RED),
            material("b", None, GREEN),
            material("c", Some([7, 64]), BLUE),
        ]);
        let skin = skin(&mut several, MOST).expect("they fit");
        let [w, h] = skin.pixels.size();
        for (uv, material) in several.uvs.iter().zip(&several.material_of) {
            // Tests a pixel just inside the corner, and one just outside in the border.
            for nudge in [-0.6, 0.6] {
                #[expect(clippy::cast_possible_truncation, reason = "on the image")]
                let at = |c: f32, size: u32| ((f64::from(c) * f64::from(size) + nudge).round()) as u32;
                let color = skin.pixels.pixel(at(uv[0], w), at(uv[1], h));
                assert_eq!(color, [RED, GREEN, BLUE][*material as usize], "{uv:?}");
            }
        }
        let error = super::skin(&mut several.clone(), 100).unwrap_err().to_string();
        assert!(error.ends_with("pixels of the combined image, the limit is 100"), "{error}");
        assert!(skin.png.is_none() && several.notes[0].contains("3 materials"));
    }

    #[test]
    fn copies_a_repeating_image() {
        let mut two = mesh(vec![material("a", None, RED), material("brick", Some([4, 4]), BLUE)]);
        let colors = (0..16_u8).flat_map(|i| [i, 0, 0, 255]).collect();
        two.materials[1].image.as_mut().unwrap().pixels = Arc::new(RgbaImage::new(4, 4, colors).unwrap());
        two.uvs[4] = [2.875, 0.125];
        two.uvs[5] = [0.125, 1.625];
        let skin = skin(&mut two, MOST).unwrap();
        let [w, h] = skin.pixels.size();
        #[expect(clippy::cast_possible_truncation, reason = "on the image")]
        let at = |c: f32, size: u32| (f64::from(c) * f64::from(size)) as u32;
        let color =
            |vertex: usize| skin.pixels.pixel(at(two.uvs[vertex][0], w), at(two.uvs[vertex][1], h))[0];
        // The last pixel of the first row and the first pixel of the third row.
        assert_eq!((color(4), color(5)), (3, 8));
    }

    #[test]
    fn rejects_an_image_that_repeats_too_often() {
        let mut two = mesh(vec![material("a", None, RED), material("brick", Some([4, 4]), BLUE)]);
        two.uvs[0] = [1e30, 0.0];
        assert!(skin(&mut two.clone(), MOST).is_ok(), "a color may repeat");
        two.uvs[4] = [0.5, 600.5];
        let error = skin(&mut two, MOST).unwrap_err().to_string();
        assert!(error.starts_with("material \"brick\": its image repeats 1 x 601 times"), "{error}");
    }
}
