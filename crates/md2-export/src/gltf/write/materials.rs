//! Materials, textures and variants.

use std::collections::BTreeMap;
use std::sync::Arc;

use md2_gltf::schema::{
    AlphaMode, Image, Material, MaterialExtensions, PbrMetallicRoughness, PrimitiveExtensions,
    PrimitiveVariants, Sampler, Texture, TextureInfo, Unlit, Variant, VariantMapping,
};

use super::options::{GltfError, GltfOptions};
use crate::export_model::{ExportModel, SkinAlphaMode, SkinSet, SkinTexture, SlotSkin};
use crate::image_file::encode;
use crate::name::{NO_SKIN_NAME, UniqueNames, material_name};

const NO_SKIN: [f32; 4] = [0.5, 0.5, 0.5, 1.0];

#[derive(Debug, Default)]
pub(super) struct MaterialList {
    pub(super) materials: Vec<Material>,
    pub(super) textures: Vec<Texture>,
    pub(super) images: Vec<(Image, Vec<u8>)>,
    pub(super) variants: Vec<Variant>,
    /// The skin and the name of each material so far. An equal skin with the same name uses the same material again.
    known: Vec<(SlotSkin, Option<String>)>,
    /// The textures of the images so far.
    painted: Vec<(Arc<SkinTexture>, [Option<TextureInfo>; 2])>,
    names: UniqueNames,
}

impl MaterialList {
    /// Returns the index of a surface's default material, and the extension that assigns materials to the glTF variants. `None` if all
    /// skins hide the surface. Surfaces with names have materials of their own.
    pub(super) fn assign(
        &mut self,
        subject: &ExportModel<'_>,
        surface: usize,
        options: &GltfOptions,
    ) -> Result<Option<(usize, Option<PrimitiveExtensions>)>, GltfError> {
        let slot = subject.mesh.surfaces()[surface].skin_slot;
        let named = subject.surface_names(surface).map(|[name, shader]| material_name(name, shader));
        let Some(first) = subject.skins.first() else {
            return self.material(&SlotSkin::Missing, named, options).map(|material| Some((material, None)));
        };
        if subject.skins.iter().all(|set| *set.slot(slot) == SlotSkin::Hidden) {
            return Ok(None);
        }
        let shown = first.slot(slot);
        let name = named.or_else(|| subject.skin_path(&first.name));
        let default = self.material(shown, name, options)?;
        let mut by_material: BTreeMap<usize, Vec<usize>> = BTreeMap::new();
        for set in &subject.skins {
            let Some(variant) = self.variant(&set.name) else { continue };
            let material = match set.slot(slot) {
                other if other == shown => default,
                other => self.material(other, subject.skin_path(&set.name), options)?,
            };
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
        Ok(Some((default, extensions)))
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

    /// Returns the material of a skin. `named` is its name; `None` gives it the name of the image.
    fn material(
        &mut self,
        skin: &SlotSkin,
        named: Option<String>,
        options: &GltfOptions,
    ) -> Result<usize, GltfError> {
        // The parts of a player may each decode the same image.
        if let Some(material) = self.known.iter().position(|known| (&known.0, &known.1) == (skin, &named)) {
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
                (NO_SKIN_NAME, Material { pbr_metallic_roughness: Some(color(Some(NO_SKIN), None)), ..plain })
            }
            // All pixels are transparent.
            SlotSkin::Hidden => {
                let pbr_metallic_roughness = Some(color(Some([0.0; 4]), None));
                ("hidden", Material { pbr_metallic_roughness, alpha_mode: Some(AlphaMode::Mask), ..plain })
            }
            SlotSkin::Texture(texture) => {
                let [color_texture, glow] = self.textures_of(texture)?;
                let material = Material {
                    pbr_metallic_roughness: Some(color(None, color_texture)),
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
        let name = Some(self.names.take(named.as_deref().unwrap_or(name), 2));
        self.materials.push(Material { name, ..material });
        self.known.push((skin.clone(), named));
        Ok(self.materials.len() - 1)
    }

    /// Returns the textures of the colors and of the glow. Several materials may share them.
    fn textures_of(&mut self, texture: &Arc<SkinTexture>) -> Result<[Option<TextureInfo>; 2], GltfError> {
        if let Some((_, known)) = self.painted.iter().find(|(known, _)| known == texture) {
            return Ok(known.clone());
        }
        let failed = |error: png::EncodingError| GltfError::Skin {
            name: texture.name.clone(),
            reason: error.to_string(),
        };
        let file = texture.to_file().map_err(failed)?;
        let color = self.texture(&texture.name, file.mime_type, file.bytes.into_owned());
        let glow = texture.glow.as_ref().map(|glow| encode(glow, false)).transpose().map_err(failed)?;
        let glow_name = format!("{}, glow", texture.name);
        let glow = glow.map(|bytes| self.texture(&glow_name, "image/png", bytes));
        self.painted.push((Arc::clone(texture), [Some(color.clone()), glow.clone()]));
        Ok([Some(color), glow])
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
