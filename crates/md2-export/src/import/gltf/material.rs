//! The base colors of materials, and their texture transforms.

use std::collections::{HashMap, HashSet};
use std::sync::Arc;

use md2_common::RgbaImage;
use md2_gltf::schema::{AlphaMode, Gltf, Image, TextureInfo, TextureTransform, Variant, VariantMapping};

use crate::import::contents::ListedMaterial;
use crate::import::error::{ImportError, quoted_list};
use crate::import::mesh::{AnimatedMesh, ImportImage, ImportMaterial};
use crate::import::skin_file::add_glow;
use crate::loss::{Loss, LossKind};
use crate::name::NO_SKIN_NAME;
use crate::name::is_skin_path;
use md2_picture::srgb;

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
    let textures = |index| [base_texture(gltf, Some(index)), glow_texture(gltf, Some(index))];
    let infos = (0..gltf.materials.len()).flat_map(textures).flatten();
    let used: HashSet<usize> = infos.filter_map(|info| gltf.textures.get(info.index)?.source).collect();
    let others = (0..gltf.images.len()).filter(|image| !used.contains(image));
    let names: Vec<&str> =
        others.map(|image| gltf.images[image].name.as_deref().unwrap_or("unnamed")).collect();
    let text = || {
        format!("images other than colors, such as normal maps, are not imported: {}", quoted_list(&names))
    };
    (!names.is_empty()).then(|| Loss::new(LossKind::Images, names.len(), text()))
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

/// Returns the texture of the light that a material emits, unless the material dims it.
fn glow_texture(gltf: &Gltf, material: Option<usize>) -> Option<&TextureInfo> {
    let material = gltf.materials.get(material?)?;
    material.emissive_texture.as_ref().filter(|_| material.emissive_factor == Some([1.0; 3]))
}

/// The properties of a material that the import uses. Materials with equal properties are merged.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
struct Look {
    image: Option<usize>,
    glow: Option<usize>,
    /// The base color factor as bits of `f32`, for hashing.
    factor: [u32; 4],
    is_opaque: bool,
    /// The surface, if it has no image. Such surfaces are not merged, so that each can get its own image later.
    blank_surface: Option<usize>,
}

impl Look {
    fn factor(&self) -> [f32; 4] {
        self.factor.map(f32::from_bits)
    }
}

#[derive(Debug, Default)]
pub(super) struct Materials {
    /// The looks of a material in all skins.
    looks: HashMap<Vec<Look>, u32>,
    images: Images,
    pixels: u64,
    /// For each material, the material in the default skin, followed by the materials in all variants.
    all: Vec<Vec<ImportMaterial>>,
    /// The size of the gray image in place of an image that the original model lacks.
    blank: Option<[u32; 2]>,
    surface_count: usize,
}

impl Materials {
    pub(super) fn with_blank(blank: Option<[u32; 2]>) -> Self {
        Self { blank, ..Self::default() }
    }

    /// Returns the number of the material of a primitive. Its arguments are the material and those of other skins.
    pub(super) fn number(
        &mut self,
        reader: &Reader<'_>,
        (usual, other): (Option<usize>, &[VariantMapping]),
        losses: &mut Vec<Loss>,
    ) -> Result<u32, ImportError> {
        let mut given = vec![usual];
        for variant in 0..variants(reader.gltf).len() {
            let mapped = other.iter().find(|mapping| mapping.variants.contains(&variant));
            given.push(mapped.map(|mapping| mapping.material).or(usual));
        }
        self.surface_count += 1;
        let looks = given.iter().map(|&material| self.look(reader, material, losses));
        let looks: Vec<Look> = looks.collect::<Result<_, _>>()?;
        if let Some(known) = self.looks.get(&looks) {
            return Ok(*known);
        }
        let mut skins = Vec::new();
        for (&material, look) in given.iter().zip(&looks) {
            if let Some(image) = look.image {
                let [width, height] = self.images.all[image].pixels.size().map(u64::from);
                self.pixels = self.pixels.saturating_add(width * height);
                let place = format_args!("materials[{}]", material.unwrap_or(0));
                let what = "pixels of material images so far";
                ImportError::check_limit(place, what, self.pixels, reader.limits.pixels)?;
            }
            let name = material.and_then(|index| reader.gltf.materials[index].name.clone());
            let name = name.unwrap_or_else(|| material.map_or("default".into(), |index| format!("{index}")));
            skins.push(self.tinted_material(name, look));
        }
        let number = u32::try_from(self.all.len()).unwrap_or(u32::MAX);
        self.all.push(skins);
        self.looks.insert(looks, number);
        Ok(number)
    }

    fn look(
        &mut self,
        reader: &Reader<'_>,
        material: Option<usize>,
        losses: &mut Vec<Loss>,
    ) -> Result<Look, ImportError> {
        let gltf = reader.gltf;
        if let Some(index) = material {
            let count = gltf.materials.len();
            ImportError::check_index("material of a primitive", index, "a material", count)?;
        }
        let own = material.map(|index| &gltf.materials[index]);
        let pbr = own.and_then(|own| own.pbr_metallic_roughness.as_ref());
        let factor = pbr.and_then(|pbr| pbr.base_color_factor).unwrap_or([1.0; 4]);
        let is_opaque = own.and_then(|own| own.alpha_mode).unwrap_or_default() == AlphaMode::Opaque;
        let mut number = |info: Option<&TextureInfo>, name: &str| {
            let image = image_of(gltf, info, material, name)?;
            Ok::<_, ImportError>(image.and_then(|image| self.images.number(reader, image, losses)))
        };
        let image = number(base_texture(gltf, material), "pbrMetallicRoughness.baseColorTexture")?;
        let glow = number(glow_texture(gltf, material).filter(|_| image.is_some()), "emissiveTexture")?;
        let blank_surface = (image.is_none() && self.blank.is_some()).then_some(self.surface_count);
        Ok(Look { image, glow, factor: factor.map(f32::to_bits), is_opaque, blank_surface })
    }

    /// Moves the materials of all skins to the mesh. Skins without any image are losses.
    pub(super) fn finish(self, gltf: &Gltf, mesh: &mut AnimatedMesh) {
        let mut lost = Vec::new();
        for (variant, name) in variants(gltf).iter().enumerate() {
            let is_default = |looks: &Vec<Look>| looks[variant + 1] == looks[0];
            let skin: Vec<ImportMaterial> =
                self.all.iter().map(|material| material[variant + 1].clone()).collect();
            if self.looks.keys().all(is_default) {
                continue;
            }
            // A model with one material has the path of each skin as the name of its material.
            let name = match &skin[..] {
                [only] if is_skin_path(&only.name) => only.name.clone(),
                _ => name.name.clone(),
            };
            match skin.iter().any(|material| !material.is_blank && material.name != NO_SKIN_NAME) {
                true => mesh.other_skins.push((name, skin)),
                false => lost.push(name),
            }
        }
        if !lost.is_empty() {
            let names: Vec<&str> = lost.iter().map(String::as_str).collect();
            let text = format!("the file has no images of the skins {}", quoted_list(&names));
            mesh.losses.push(Loss::new(LossKind::Skins, lost.len(), text));
        }
        let glowing = self.looks.keys().flatten().filter(|look| look.glow.is_some()).count();
        if glowing > 0 {
            let text = "the light of glowing parts became part of the colors of the skin";
            mesh.losses.push(Loss::new(LossKind::Images, glowing, text));
        }
        let blank = self.all.iter().filter_map(|skins| skins.first().filter(|material| material.is_blank));
        let names: Vec<&str> = blank.map(|material| material.name.as_str()).collect();
        if let Some([width, height]) = self.blank.filter(|_| !names.is_empty()) {
            let whose =
                if names == [NO_SKIN_NAME] { String::new() } else { format!(" for {}", quoted_list(&names)) };
            mesh.notes.push(format!(
                "no image was found{whose}: the skin is gray, with {width} x {height} texels for the texture coordinates"
            ));
        }
        mesh.materials = self.all.into_iter().filter_map(|skins| skins.into_iter().next()).collect();
    }

    fn tinted_material(&self, name: String, look: &Look) -> ImportMaterial {
        let color = {
            let [r, g, b, a] = look.factor();
            let alpha = if look.is_opaque { 255 } else { byte(a) };
            [encoded(r), encoded(g), encoded(b), alpha]
        };
        let image = look.image.map(|image| {
            let image = tinted(self.images.all[image].clone(), look);
            look.glow.map_or_else(|| image.clone(), |glow| lit(&image, &self.images.all[glow].pixels))
        });
        let blank = self.blank.filter(|_| image.is_none()).map(|[width, height]| ImportImage {
            pixels: Arc::new(RgbaImage::filled(width, height, color)),
            png: None,
        });
        ImportMaterial { name, is_blank: blank.is_some(), image: image.or(blank), color }
    }
}

/// Returns the first material variants of the file. Their number is limited because every primitive has a material for each.
fn variants(gltf: &Gltf) -> &[Variant] {
    const MOST: usize = 256;
    let extension = gltf.extensions.as_ref().and_then(|extensions| extensions.variants.as_ref());
    let all = extension.map_or(&[][..], |extension| &extension.variants);
    &all[..all.len().min(MOST)]
}

fn image_of(
    gltf: &Gltf,
    info: Option<&TextureInfo>,
    material: Option<usize>,
    name: &str,
) -> Result<Option<usize>, ImportError> {
    let Some(info) = info else { return Ok(None) };
    let place = format_args!("materials[{}].{name}", material.unwrap_or(0));
    ImportError::check_index(place, info.index, "a texture", gltf.textures.len())?;
    let source = gltf.textures[info.index].source;
    if let Some(image) = source {
        let place = format_args!("textures[{}].source", info.index);
        ImportError::check_index(place, image, "an image", gltf.images.len())?;
    }
    Ok(source)
}

/// Adds the light that a material emits to its colors.
fn lit(image: &ImportImage, glow: &RgbaImage) -> ImportImage {
    let mut pixels = RgbaImage::clone(&image.pixels);
    add_glow(&mut pixels, glow);
    ImportImage { pixels: Arc::new(pixels), png: None }
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
    use super::*;

    fn plain(color: [u8; 4]) -> ImportImage {
        ImportImage { pixels: Arc::new(RgbaImage::filled(1, 1, color)), png: Some(Arc::new([1])) }
    }

    #[test]
    fn multiplies_factors_in_linear_light() {
        let check = |color, factor: [f32; 4], is_opaque, expected: [u8; 4], keeps_file: bool| {
            let factor = factor.map(f32::to_bits);
            let look = Look { image: None, glow: None, factor, is_opaque, blank_surface: None };
            let tinted = tinted(plain(color), &look);
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
