//! The pipeline cache: compiled pipelines, which a driver can reuse in a later run of the program.

use ash::vk;

/// The header of a driver's cache: the identity of the device and of the driver's version.
pub(super) type CacheHeader = [u8; 32];

pub(super) fn header(properties: &vk::PhysicalDeviceProperties) -> CacheHeader {
    let vk::PhysicalDeviceProperties { vendor_id, device_id, pipeline_cache_uuid, .. } = properties;
    let version = vk::PipelineCacheHeaderVersion::ONE.as_raw().cast_unsigned();
    let mut header = [0; 32];
    for (place, word) in [32, version, *vendor_id, *device_id].into_iter().enumerate() {
        header[4 * place..4 * place + 4].copy_from_slice(&word.to_le_bytes());
    }
    header[16..].copy_from_slice(pipeline_cache_uuid);
    header
}

/// Creates a cache with the content `saved`, or an empty one if the content is from another device or driver. Returns a
/// null handle, with which pipelines are created without a cache, if that fails.
pub(super) fn create(device: &ash::Device, header: &CacheHeader, saved: &[u8]) -> vk::PipelineCache {
    let known = if saved.starts_with(header) { saved } else { &[] };
    let info = vk::PipelineCacheCreateInfo::default().initial_data(known);
    // SAFETY: rule 5; this driver wrote the data, as its header says. VUID-VkPipelineCacheCreateInfo-initialDataSize-00769.
    unsafe { device.create_pipeline_cache(&info, None) }.unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_header_names_the_device_and_the_driver() {
        let properties = vk::PhysicalDeviceProperties {
            vendor_id: 0x10de,
            device_id: 0x0102_0304,
            pipeline_cache_uuid: [9; 16],
            ..Default::default()
        };
        let expected = [&[32, 0, 0, 0, 1, 0, 0, 0, 0xde, 0x10, 0, 0, 4, 3, 2, 1][..], &[9; 16]].concat();
        assert_eq!(header(&properties)[..], expected);
    }
}
