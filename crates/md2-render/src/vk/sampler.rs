//! Samplers, which define how shaders read textures.

use std::sync::Arc;

use ash::vk;

use super::device::Device;
use super::error::{Error, failed};
use super::owned::OwnedHandle;

/// The properties of a sampler. Minified texels are always filtered linearly, over the available levels.
#[derive(Clone, Copy, Debug)]
pub(crate) struct SamplerDesc<'a> {
    pub(crate) name: &'a str,
    /// The magnification filter.
    pub(crate) enlarge: vk::Filter,
    /// The address mode outside the texture.
    pub(crate) edges: vk::SamplerAddressMode,
    /// The anisotropy, where the device supports it; 1 for none.
    pub(crate) anisotropy: f32,
    /// The level bias without anisotropy; below 0 is sharper.
    pub(crate) level_bias: f32,
    /// Whether levels below the largest are used.
    pub(crate) mip_maps: bool,
}

/// A sampler of textures. Once dropped, it is destroyed when the GPU no longer uses it.
pub(crate) struct Sampler(pub(super) OwnedHandle<vk::Sampler>);

impl Sampler {
    pub(crate) fn new(device: &Arc<Device>, desc: &SamplerDesc<'_>) -> Result<Self, Error> {
        let anisotropy = device.physical.adapter.anisotropy && desc.anisotropy > 1.0;
        let most_reduced = match desc.enlarge {
            _ if desc.mip_maps => vk::LOD_CLAMP_NONE,
            // Both filters are linear, so Vulkan need not detect minification.
            vk::Filter::LINEAR => 0.0,
            // A largest level of 0.25 lets the minification filter apply without reaching another level.
            _ => 0.25,
        };
        let info = vk::SamplerCreateInfo::default()
            .mag_filter(desc.enlarge)
            .min_filter(vk::Filter::LINEAR)
            .mipmap_mode(if desc.mip_maps {
                vk::SamplerMipmapMode::LINEAR
            } else {
                vk::SamplerMipmapMode::NEAREST
            })
            .address_mode_u(desc.edges)
            .address_mode_v(desc.edges)
            .address_mode_w(desc.edges)
            .anisotropy_enable(anisotropy)
            .mip_lod_bias(if anisotropy || !desc.mip_maps { 0.0 } else { desc.level_bias })
            .max_anisotropy(desc.anisotropy.min(device.physical.anisotropy))
            .max_lod(most_reduced);
        // SAFETY: rule 5; anisotropy is on only where its feature is.
        // VUID-VkSamplerCreateInfo-anisotropyEnable-01070.
        let handle = unsafe { device.raw.create_sampler(&info, None) }.map_err(failed("vkCreateSampler"))?;
        Ok(Self(OwnedHandle::new(device, handle, desc.name)))
    }
}
