//! Materials, textures and variants.

use std::collections::BTreeMap;

use md2_gltf::schema::{
    AlphaMode, Image, Material, MaterialExtensions, PbrMetallicRoughness, PrimitiveExtensions,
    PrimitiveVariants, Sampler, Texture, TextureInfo, Unlit, Variant, VariantMapping,
};

use super::options::{GltfError, GltfOptions};
use crate::export_model::{ExportModel, SkinAlphaMode, SkinSet, SlotSkin};
use crate::image_file::encode;
use crate::name::UniqueNames;

const NO_SKIN: [f32; 4] = [0.5, 0.5, 0.5, 1.0];

#[derive(Debug, Default)]
pub(super) struct MaterialList {
    pub(super) materials: Vec<Material>,
    pub(super) textures: Vec<Texture>,
    pub(super) images: Vec<(Image, Vec<u8>)>,
    pub(super) variants: Vec<Variant>,
    /// The skin of each material so far. An equal skin uses the same material again.
    known: Vec<SlotSkin>,
    names: UniqueNames,
}

impl MaterialList {
    /// Returns the index of a skin slot's default material, and the extension that assigns materials to the glTF variants. `None` if all
    /// skins hide the slot.
    pub(super) fn assign(
        &mut self,
        subject: &ExportModel<'_>,
        slot: usize,
        options: &GltfOptions,
    ) -> Result<Option<(usize, Option<PrimitiveExtensions>)>, GltfError> {
        let Some(first) = subject.skins.first() else {
            return self.material(&SlotSkin::Missing, options).map(|material| Some((material, None)));
        };
        if subject.skins.iter().all(|set| *set.slot(slot) == SlotSkin::Hidden) {
            return Ok(None);
        }
        let material = self.material(first.slot(slot), options)?;
        let mut by_material: BTreeMap<usize, Vec<usize>> = BTreeMap::new();
        for set in &subject.skins {
            let Some(variant) = self.variant(&set.name) else { continue };
            let material = self.material(set.slot(slot), options)?;
            let variants = by_material.entry(material).or_default();
            if !variants.contains(&variant) {
                variants.push(variant);
            }
        }
        let mappings: Vec<_> = by_material
            .into_iter()
            .map(|(material, variants)| VariantMapping { material, variants })
            .collect();
        let extensions = (!mappings.is_empty())
            .then_some(PrimitiveExtensions { variants: Some(PrimitiveVariants { mappings }), draco: None });
        Ok(Some((material, extensions)))
    }

    pub(super) fn add_variants<'a>(&mut self, skins: impl Iterator<Item = &'a SkinSet>) {
        for set in skins {
            if self.variant(&set.name).is_none() {
                self.variants.push(Variant { name: set.name.clone() });
            }
        }
        if self.variants.len() < 2 {
            self.variants.clear();
        }
    }

    fn variant(&self, name: &str) -> Option<usize> {
        self.variants.iter().position(|variant| variant.name == name)
    }

    fn material(&mut self, skin: &SlotSkin, options: &GltfOptions) -> Result<usize, GltfError> {
        // The parts of a player may each decode the same image.
        if let Some(material) = self.known.iter().position(|known| known == skin) {
            return Ok(material);
        }
        let unlit = options.unlit.then_some(MaterialExtensions { unlit: Some(Unlit {}) });
        let color = |factor, texture| PbrMetallicRoughness {
            base_color_factor: factor,
            base_color_texture: texture,
            metallic_factor: Some(0.0),
            roughness_factor: None,
        };
        let plain = Material { double_sided: true, extensions: unlit, ..Material::default() };
        let (name, material) = match skin {
            SlotSkin::Missing => {
                ("no skin", Material { pbr_metallic_roughness: Some(color(Some(NO_SKIN), None)), ..plain })
            }
            // All pixels are transparent.
            SlotSkin::Hidden => {
                let pbr_metallic_roughness = Some(color(Some([0.0; 4]), None));
                ("hidden", Material { pbr_metallic_roughness, alpha_mode: Some(AlphaMode::Mask), ..plain })
            }
            SlotSkin::Texture(texture) => {
                let failed = |error: png::EncodingError| GltfError::Skin {
                    name: texture.name.clone(),
                    reason: error.to_string(),
                };
                let file = texture.to_file().map_err(failed)?;
                let color_texture = self.texture(&texture.name, file.mime_type, file.bytes.into_owned());
                let glow =
                    texture.glow.as_ref().map(|glow| encode(glow, false)).transpose().map_err(failed)?;
                let glow_name = format!("{}, glow", texture.name);
                let glow = glow.map(|bytes| self.texture(&glow_name, "image/png", bytes));
                let material = Material {
                    pbr_metallic_roughness: Some(color(None, Some(color_texture))),
                    emissive_factor: glow.is_some().then_some([1.0; 3]),
                    emissive_texture: glow,
                    alpha_mode: match texture.alpha {
                        SkinAlphaMode::Opaque => None,
                        SkinAlphaMode::Holes => Some(AlphaMode::Mask),
                        SkinAlphaMode::Added => Some(AlphaMode::Blend),
                    },
                    ..plain
                };
                (&*texture.name, material)
            }
        };
        let name = Some(self.names.take(name, 2));
        self.materials.push(Material { name, ..material });
        self.known.push(skin.clone());
        Ok(self.materials.len() - 1)
    }

    fn texture(&mut self, name: &str, mime_type: &str, bytes: Vec<u8>) -> TextureInfo {
        let image =
            Image { name: Some(name.to_owned()), mime_type: Some(mime_type.to_owned()), ..Image::default() };
        self.images.push((image, bytes));
        self.textures.push(Texture { sampler: Some(0), source: Some(self.images.len() - 1) });
        TextureInfo { index: self.textures.len() - 1, ..TextureInfo::default() }
    }

    pub(super) fn samplers(&self, options: &GltfOptions) -> Vec<Sampler> {
        let (mag, min) = if options.pixelated {
            (Sampler::NEAREST, Sampler::NEAREST)
        } else {
            (Sampler::LINEAR, Sampler::LINEAR_MIPMAP_LINEAR)
        };
        let sampler = Sampler {
            mag_filter: Some(mag),
            min_filter: Some(min),
            wrap_s: Some(Sampler::REPEAT),
            wrap_t: Some(Sampler::REPEAT),
        };
        if self.textures.is_empty() { Vec::new() } else { vec![sampler] }
    }
}
