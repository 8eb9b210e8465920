//! The ways of reading a texture.

use std::sync::Arc;

use ash::vk;

use super::device::Device;
use super::error::{Error, failed};
use super::retire::Retired;

/// What differs between samplers. All of them smooth what they reduce, over the levels that there are.
#[derive(Clone, Copy, Debug)]
pub(crate) struct SamplerDesc<'a> {
    pub(crate) name: &'a str,
    /// How texels are enlarged.
    pub(crate) enlarge: vk::Filter,
    /// What lies beyond the edges.
    pub(crate) edges: vk::SamplerAddressMode,
    /// Samples along a flat angle, where the device can; 1 for none.
    pub(crate) anisotropy: f32,
    /// Added to the level that is read where there is no anisotropy: below 0 is sharper.
    pub(crate) level_bias: f32,
    /// Whether other levels than the largest are read.
    pub(crate) mip_maps: bool,
}

/// A sampler. Dropped, it is kept until the GPU is done with it.
pub(crate) struct Sampler {
    pub(super) handle: vk::Sampler,
    pub(super) device: Arc<Device>,
}

impl Sampler {
    pub(crate) fn new(device: &Arc<Device>, desc: &SamplerDesc<'_>) -> Result<Self, Error> {
        let anisotropy = device.physical.adapter.anisotropy && desc.anisotropy > 1.0;
        let most_reduced = match desc.enlarge {
            _ if desc.mip_maps => vk::LOD_CLAMP_NONE,
            // What is reduced is smoothed likewise: nothing need tell one from the other.
            vk::Filter::LINEAR => 0.0,
            // A quarter tells them apart, and is no level.
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
        device.name(handle, desc.name);
        Ok(Self { handle, device: Arc::clone(device) })
    }
}

impl Drop for Sampler {
    fn drop(&mut self) {
        self.device.retire(Retired::Sampler(self.handle));
    }
}
