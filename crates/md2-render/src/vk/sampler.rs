//! Samplers, which define how shaders read textures.

use std::sync::Arc;

use ash::vk;

use super::device::Device;
use super::error::{Error, failed};
use super::owned::OwnedHandle;

pub(crate) struct Sampler(pub(super) OwnedHandle<vk::Sampler>);

impl Sampler {
    /// Creates a sampler with the magnification filter `enlarge`. Minified texels are always filtered linearly;
    /// without `mip_maps`, only the largest level is used. `edges` is the address mode outside the texture. Repeated
    /// textures with mipmaps are sharper: they use anisotropic filtering or a level bias.
    pub(crate) fn new(
        device: &Arc<Device>,
        name: &str,
        enlarge: vk::Filter,
        edges: vk::SamplerAddressMode,
        mip_maps: bool,
    ) -> Result<Self, Error> {
        /// The maximum anisotropy. It is enough for a floor seen at a flat angle; a higher value is slower and looks
        /// the same.
        const ANISOTROPY: f32 = 8.0;
        let repeats = edges == vk::SamplerAddressMode::REPEAT;
        // Anisotropic filtering would blur textures with nearest magnification.
        let anisotropy =
            device.physical.adapter.anisotropy && repeats && mip_maps && enlarge == vk::Filter::LINEAR;
        // Without anisotropic filtering, sharper textures are worth some flicker. A portable subset may have no level bias.
        let has_bias = repeats && mip_maps && !anisotropy && !device.physical.is_portable_subset;
        let level_bias = if has_bias { -0.5 } else { 0.0 };
        let most_reduced = match enlarge {
            _ if mip_maps => vk::LOD_CLAMP_NONE,
            // Both filters are linear, so Vulkan need not detect minification.
            vk::Filter::LINEAR => 0.0,
            // A largest level of 0.25 lets the minification filter apply without reaching another level.
            _ => 0.25,
        };
        let mipmap_mode =
            if mip_maps { vk::SamplerMipmapMode::LINEAR } else { vk::SamplerMipmapMode::NEAREST };
        let info = vk::SamplerCreateInfo::default()
            .mag_filter(enlarge)
            .min_filter(vk::Filter::LINEAR)
            .mipmap_mode(mipmap_mode)
            .address_mode_u(edges)
            .address_mode_v(edges)
            .address_mode_w(edges)
            .anisotropy_enable(anisotropy)
            .mip_lod_bias(level_bias)
            .max_anisotropy(ANISOTROPY.min(device.physical.anisotropy))
            .max_lod(most_reduced);
        // SAFETY: rule 5; anisotropy is on only where its feature is.
        // VUID-VkSamplerCreateInfo-anisotropyEnable-01070.
        let handle = unsafe { device.raw.create_sampler(&info, None) }.map_err(failed("vkCreateSampler"))?;
        Ok(Self(OwnedHandle::new(device, handle, name)))
    }
}
