//! The base colors of materials, and their texture transforms.

use std::collections::{HashMap, HashSet};
use std::sync::Arc;

use md2_gltf::schema::{AlphaMode, Gltf, Image, TextureInfo, TextureTransform};

use crate::import::contents::ListedMaterial;
use crate::import::error::{ImportError, quoted_list};
use crate::import::mesh::{ImportImage, ImportMaterial};
use crate::loss::{Loss, LossKind};
use crate::srgb;

use super::images::Images;
use super::reader::Reader;

#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct UvUse {
    /// The number of the set of texture coordinates: the `n` of `TEXCOORD_n`.
    pub(super) set: u32,
    transform: Option<TextureTransform>,
}

impl UvUse {
    pub(super) fn new(gltf: &Gltf, material: Option<usize>) -> Self {
        let Some(info) = base_texture(gltf, material) else { return Self::default() };
        let transform = info.extensions.as_ref().and_then(|extensions| extensions.transform.clone());
        let moved = transform.as_ref().and_then(|transform| transform.tex_coord);
        Self { set: moved.or(info.tex_coord).unwrap_or(0), transform }
    }

    pub(super) fn apply(&self, [u, v]: [f32; 2]) -> [f32; 2] {
        let Some(transform) = &self.transform else { return [u, v] };
        let [offset, scale] = [transform.offset.unwrap_or([0.0; 2]), transform.scale.unwrap_or([1.0; 2])];
        let (sin, cos) = transform.rotation.unwrap_or(0.0).sin_cos();
        let (u, v) = (u * scale[0], v * scale[1]);
        [cos * u + sin * v + offset[0], cos * v - sin * u + offset[1]]
    }
}

pub(super) fn other_images(gltf: &Gltf) -> Option<Loss> {
    let used: HashSet<usize> = (0..gltf.materials.len())
        .filter_map(|material| gltf.textures.get(base_texture(gltf, Some(material))?.index)?.source)
        .collect();
    let others = (0..gltf.images.len()).filter(|image| !used.contains(image));
    let names: Vec<&str> =
        others.map(|image| gltf.images[image].name.as_deref().unwrap_or("unnamed")).collect();
    let text = || {
        format!("images other than colors, such as normal maps, are not imported: {}", quoted_list(&names))
    };
    (!names.is_empty()).then(|| Loss::new(LossKind::Images, names.len(), text()))
}

pub(super) fn other_variants(gltf: &Gltf) -> Option<Loss> {
    let variants = &gltf.extensions.as_ref()?.variants.as_ref()?.variants;
    let primitives = gltf.meshes.iter().flat_map(|mesh| &mesh.primitives);
    let others: HashSet<usize> = primitives
        .flat_map(|primitive| {
            let own = primitive.extensions.as_ref().and_then(|extensions| extensions.variants.as_ref());
            let mappings = own.map_or(&[][..], |variants| &variants.mappings);
            mappings.iter().filter(|mapping| Some(mapping.material) != primitive.material)
        })
        .flat_map(|mapping| mapping.variants.iter().copied())
        .collect();
    let lost = variants.iter().enumerate().filter(|(index, _)| others.contains(index));
    let names: Vec<&str> = lost.map(|(_, variant)| variant.name.as_str()).collect();
    let text = || {
        let list = quoted_list(&names);
        format!("only the default skin is imported, not the material variants {list}")
    };
    (!names.is_empty()).then(|| Loss::new(LossKind::Skins, names.len(), text()))
}

pub(super) fn listed(gltf: &Gltf, index: usize) -> ListedMaterial {
    let image = base_texture(gltf, Some(index)).and_then(|info| gltf.textures.get(info.index)?.source);
    let name = |image: &Image| {
        image.name.clone().or_else(|| image.uri.clone().filter(|uri| !uri.starts_with("data:")))
    };
    ListedMaterial {
        name: gltf.materials[index].name.clone().unwrap_or_else(|| index.to_string()),
        image: image
            .and_then(|image| gltf.images.get(image))
            .map(|image| name(image).unwrap_or_else(|| String::from("unnamed"))),
    }
}

fn base_texture(gltf: &Gltf, material: Option<usize>) -> Option<&TextureInfo> {
    gltf.materials.get(material?)?.pbr_metallic_roughness.as_ref()?.base_color_texture.as_ref()
}

/// The properties of a material that the import uses. Materials with equal properties are merged.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
struct Look {
    image: Option<usize>,
    /// The base color factor as bits of `f32`, for hashing.
    factor: [u32; 4],
    is_opaque: bool,
}

impl Look {
    fn factor(&self) -> [f32; 4] {
        self.factor.map(f32::from_bits)
    }
}

#[derive(Debug, Default)]
pub(super) struct Materials {
    looks: HashMap<Look, u32>,
    images: Images,
    pixels: u64,
    pub(super) all: Vec<ImportMaterial>,
}

impl Materials {
    pub(super) fn number(
        &mut self,
        reader: &Reader<'_>,
        material: Option<usize>,
        losses: &mut Vec<Loss>,
    ) -> Result<u32, ImportError> {
        let gltf = reader.gltf;
        if let Some(index) = material {
            let count = gltf.materials.len();
            ImportError::check_index("material of a primitive", index, "a material", count)?;
        }
        let own = material.map(|index| &gltf.materials[index]);
        let pbr = own.and_then(|own| own.pbr_metallic_roughness.as_ref());
        let factor = pbr.and_then(|pbr| pbr.base_color_factor).unwrap_or([1.0; 4]);
        let is_opaque = own.and_then(|own| own.alpha_mode).unwrap_or_default() == AlphaMode::Opaque;
        let image = image_of(gltf, material)?;
        let image = image.and_then(|image| self.images.number(reader, image, losses));
        let look = Look { image, factor: factor.map(f32::to_bits), is_opaque };
        if let Some(known) = self.looks.get(&look) {
            return Ok(*known);
        }
        let image = image.map(|number| self.images.all[number].clone());
        if let Some(image) = &image {
            let [width, height] = image.pixels.size().map(u64::from);
            self.pixels = self.pixels.saturating_add(width * height);
            let place = format_args!("materials[{}]", material.unwrap_or(0));
            let what = "pixels of material images so far";
            ImportError::check_limit(place, what, self.pixels, reader.limits.pixels)?;
        }
        let name = own.and_then(|own| own.name.clone());
        let name = name.unwrap_or_else(|| material.map_or("default".into(), |index| format!("{index}")));
        let number = u32::try_from(self.all.len()).unwrap_or(u32::MAX);
        self.all.push(tinted_material(name, image, &look));
        self.looks.insert(look, number);
        Ok(number)
    }
}

fn image_of(gltf: &Gltf, material: Option<usize>) -> Result<Option<usize>, ImportError> {
    let Some(info) = base_texture(gltf, material) else { return Ok(None) };
    let place = format_args!("materials[{}].pbrMetallicRoughness.baseColorTexture", material.unwrap_or(0));
    ImportError::check_index(place, info.index, "a texture", gltf.textures.len())?;
    let source = gltf.textures[info.index].source;
    if let Some(image) = source {
        let place = format_args!("textures[{}].source", info.index);
        ImportError::check_index(place, image, "an image", gltf.images.len())?;
    }
    Ok(source)
}

fn tinted_material(name: String, image: Option<ImportImage>, look: &Look) -> ImportMaterial {
    let color = {
        let [r, g, b, a] = look.factor();
        let alpha = if look.is_opaque { 255 } else { byte(a) };
        [encoded(r), encoded(g), encoded(b), alpha]
    };
    let image = image.map(|image| tinted(image, look));
    ImportMaterial { name, image, color }
}

fn tinted(mut image: ImportImage, look: &Look) -> ImportImage {
    let [r, g, b, a] =
        look.factor().map(|factor| if factor.is_finite() { factor.clamp(0.0, 1.0) } else { 1.0 });
    let is_clear = look.is_opaque && image.pixels.pixels().any(|pixel| pixel[3] < 255);
    #[expect(clippy::float_cmp, reason = "exact default values")]
    let changes = [r, g, b] != [1.0; 3] || (!look.is_opaque && a != 1.0) || is_clear;
    if changes {
        // The factors apply to linear light, but the pixels are sRGB.
        let tables = [r, g, b].map(|factor| table(|value| encoded(decoded(value) * factor)));
        for pixel in Arc::make_mut(&mut image.pixels).rgba_mut().as_chunks_mut::<4>().0 {
            for (channel, table) in pixel.iter_mut().zip(&tables) {
                *channel = table[usize::from(*channel)];
            }
            pixel[3] = if look.is_opaque { 255 } else { byte(f32::from(pixel[3]) / 255.0 * a) };
        }
        image.png = None;
    }
    image
}

fn table(value: impl Fn(u8) -> u8) -> [u8; 256] {
    let mut table = [0; 256];
    (0..=u8::MAX).zip(&mut table).for_each(|(index, entry)| *entry = value(index));
    table
}

fn decoded(value: u8) -> f32 {
    srgb::light(f32::from(value) / 255.0)
}

fn encoded(light: f32) -> u8 {
    byte(srgb::color(light.clamp(0.0, 1.0)))
}

#[expect(clippy::cast_possible_truncation, reason = "saturates")]
fn byte(value: f32) -> u8 {
    (value * 255.0).round() as u8
}

#[cfg(test)]
mod tests {
    use md2_common::RgbaImage;

    use super::*;

    fn plain(color: [u8; 4]) -> ImportImage {
        ImportImage { pixels: Arc::new(RgbaImage::filled(1, 1, color)), png: Some(Arc::new([1])) }
    }

    #[test]
    fn multiplies_factors_in_linear_light() {
        let check = |color, factor: [f32; 4], is_opaque, expected: [u8; 4], keeps_file: bool| {
            let tinted =
                tinted(plain(color), &Look { image: None, factor: factor.map(f32::to_bits), is_opaque });
            assert_eq!((tinted.pixels.pixel(0, 0), tinted.png.is_some()), (expected, keeps_file));
        };
        check([255, 128, 7, 255], [1.0; 4], true, [255, 128, 7, 255], true);
        // Half of the light is the sRGB value 188.
        check([255, 255, 0, 255], [0.5, 1.0, 1.0, 1.0], true, [188, 255, 0, 255], false);
        check([9, 9, 9, 100], [1.0; 4], true, [9, 9, 9, 255], false);
        check([9, 9, 9, 100], [1.0; 4], false, [9, 9, 9, 100], true);
        check([9, 9, 9, 100], [1.0, 1.0, 1.0, 0.5], false, [9, 9, 9, 50], false);
    }

    #[test]
    fn transforms_coordinates() {
        let transform = TextureTransform {
            offset: Some([0.5, 0.25]),
            rotation: Some(std::f32::consts::FRAC_PI_2),
            scale: Some([2.0, 1.0]),
            tex_coord: None,
        };
        let uv_use = UvUse { set: 0, transform: Some(transform) };
        // The transform turns the right direction to the up direction.
        let [u, v] = uv_use.apply([0.25, 0.0]);
        assert!((u - 0.5).abs() < 1e-6 && (v + 0.25).abs() < 1e-6, "{u}, {v}");
    }
}
