//! The choice of a device, and its properties.

use ash::{khr, vk};

use super::adapter::{Adapter, AdapterKind};
use super::cache::{self, CacheHeader};
use super::error::{Error, failed};
use super::handles::DeviceHandles;
use super::instance::Instance;
use super::limits::Limits;
use super::loader;
use super::surface::Surface;

#[derive(Clone, Copy, Debug)]
pub(crate) struct DeviceOptions<'a> {
    pub(crate) named: Option<&'a str>,
    pub(crate) samples: u32,
    pub(crate) mutable_swapchain: bool,
    pub(crate) limits: Limits,
    pub(crate) pipeline_cache: &'a [u8],
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct SampleGrid {
    /// Whether the samples of a pixel are at the standard positions of the Vulkan specification.
    pub(crate) standard: bool,
    /// The number of bits of a vertex's fractional pixel coordinates: the rasterizer rounds each coordinate to
    /// 2^`sub_pixel_bits` positions per pixel.
    pub(crate) sub_pixel_bits: u32,
}

pub(super) struct Physical {
    pub(super) raw: vk::PhysicalDevice,
    version: u32,
    pub(super) queue_family: u32,
    /// The number of valid bits of the queue family's timestamps (0 without timestamps), and the nanoseconds of a
    /// tick.
    pub(super) clock: (u32, f32),
    pub(super) limits: Limits,
    pub(super) cache_header: CacheHeader,
    pub(super) anisotropy: f32,
    pub(super) robust: bool,
    pub(super) full_index: bool,
    pub(super) grid: SampleGrid,
    pub(super) samples: vk::SampleCountFlags,
    pub(super) depth_format: vk::Format,
    pub(super) mutable_swapchain: bool,
    /// Whether the device implements only a portable subset of Vulkan, and must be opened with the extension that says so.
    pub(super) is_portable_subset: bool,
    pub(super) adapter: Adapter,
}

pub(crate) fn adapters(instance: &Instance) -> Result<Vec<Adapter>, Error> {
    let devices = enumerate(instance)?;
    Ok(devices.into_iter().map(|raw| inspect(instance, raw, 4).adapter).collect())
}

/// Returns the best suitable device, or an error with the reason for each rejected one.
pub(super) fn choose(
    instance: &Instance,
    surface: Option<&Surface>,
    options: &DeviceOptions<'_>,
) -> Result<Physical, Error> {
    let mut rejected = Vec::new();
    let mut names = Vec::new();
    let mut is_named = false;
    let mut best: Option<Physical> = None;
    let devices = enumerate(instance)?;
    if devices.is_empty() {
        return Err(Error::NoDriver);
    }
    for raw in devices {
        let mut physical = inspect(instance, raw, options.samples);
        let wanted = options.named.unwrap_or_default().to_lowercase();
        names.push(physical.adapter.name.clone());
        let obstacle = if physical.adapter.name.to_lowercase().contains(&wanted) {
            is_named = true;
            find_obstacle(instance, surface, &mut physical)?
        } else {
            Some(format!("not named \"{wanted}\""))
        };
        if let Some(reason) = obstacle {
            rejected.push(format!("{}: {reason}", physical.adapter.name));
        } else if best.as_ref().is_none_or(|best| best.adapter.kind < physical.adapter.kind) {
            best = Some(physical);
        }
    }
    if !is_named {
        let wanted = options.named.unwrap_or_default().to_owned();
        return Err(Error::NoDeviceNamed { wanted, known: names.join("; ") });
    }
    best.ok_or_else(|| Error::NoSuitableDevice { reasons: rejected.join("; ") })
}

pub(super) fn lent(
    instance: &Instance,
    handles: &DeviceHandles,
    depth_format: vk::Format,
    samples: vk::SampleCountFlags,
) -> Result<Physical, Error> {
    let features = &handles.enabled_features;
    let mut physical = inspect(instance, handles.physical_device, samples.as_raw());
    if let Some(reason) = version_obstacle(physical.version) {
        return Err(Error::NoSuitableDevice { reasons: format!("{}: {reason}", physical.adapter.name) });
    }
    physical.adapter.wireframe = features.fill_mode_non_solid == vk::TRUE;
    physical.adapter.anisotropy &= features.sampler_anisotropy == vk::TRUE;
    if features.full_draw_index_uint32 != vk::TRUE {
        // The largest index that every device supports.
        physical.limits.index = physical.limits.index.min((1 << 24) - 1);
    }
    let queue_family = handles.queue_family_index;
    Ok(Physical { queue_family, samples, depth_format, ..physical })
}

fn enumerate(instance: &Instance) -> Result<Vec<vk::PhysicalDevice>, Error> {
    let found = {
        let _guard = loader::lock_lists_exclusive();
        // SAFETY: no obligation but a live instance.
        unsafe { instance.raw.enumerate_physical_devices() }
    };
    found.map_err(|result| match result {
        // A loader returns this if no driver starts.
        vk::Result::ERROR_INITIALIZATION_FAILED => Error::NoDriver,
        other => failed("vkEnumeratePhysicalDevices")(other),
    })
}

fn inspect(instance: &Instance, raw: vk::PhysicalDevice, samples: u32) -> Physical {
    let mut memory = vk::PhysicalDeviceMaintenance3Properties::default();
    let mut buffers = vk::PhysicalDeviceMaintenance4Properties::default();
    let mut properties = vk::PhysicalDeviceProperties2::default();
    // SAFETY: no obligation but a live instance, whose device `raw` is.
    let core = unsafe { instance.raw.get_physical_device_properties(raw) };
    if core.api_version >= vk::API_VERSION_1_2 {
        properties = properties.push_next(&mut memory);
        if core.api_version >= vk::API_VERSION_1_3 {
            properties = properties.push_next(&mut buffers);
        }
        // SAFETY: rule 5; the first chained struct is core since Vulkan 1.1, and the last in 1.3, as just checked.
        unsafe { instance.raw.get_physical_device_properties2(raw, &mut properties) };
    }
    // SAFETY: no obligation but a live instance, whose device `raw` is.
    let features = unsafe { instance.raw.get_physical_device_features(raw) };
    let samples = largest_sample_count(&core.limits, samples);
    Physical {
        raw,
        version: core.api_version,
        queue_family: 0,
        clock: (0, core.limits.timestamp_period),
        limits: Limits::new(&core.limits, &memory, &buffers),
        cache_header: cache::header(&core),
        anisotropy: core.limits.max_sampler_anisotropy,
        robust: features.robust_buffer_access == vk::TRUE,
        full_index: features.full_draw_index_uint32 == vk::TRUE,
        grid: SampleGrid {
            standard: core.limits.standard_sample_locations == vk::TRUE,
            sub_pixel_bits: core.limits.sub_pixel_precision_bits,
        },
        samples,
        depth_format: vk::Format::UNDEFINED,
        mutable_swapchain: false,
        // For a device of the caller, whose extensions are unknown: MoltenVK is the only driver of these systems.
        is_portable_subset: cfg!(target_vendor = "apple"),
        adapter: Adapter {
            name: core.device_name_as_c_str().unwrap_or_default().to_string_lossy().into_owned(),
            kind: match core.device_type {
                vk::PhysicalDeviceType::DISCRETE_GPU => AdapterKind::Discrete,
                vk::PhysicalDeviceType::INTEGRATED_GPU => AdapterKind::Integrated,
                vk::PhysicalDeviceType::VIRTUAL_GPU => AdapterKind::Virtual,
                vk::PhysicalDeviceType::CPU => AdapterKind::Software,
                _ => AdapterKind::Other,
            },
            samples: samples.as_raw(),
            wireframe: features.fill_mode_non_solid == vk::TRUE,
            anisotropy: features.sampler_anisotropy == vk::TRUE && !has_slow_anisotropy(core.device_type),
        },
    }
}

fn find_obstacle(
    instance: &Instance,
    surface: Option<&Surface>,
    physical: &mut Physical,
) -> Result<Option<String>, Error> {
    if let Some(reason) = version_obstacle(physical.version) {
        return Ok(Some(reason));
    }
    let raw = physical.raw;
    // SAFETY: no obligation but a live instance, whose device `raw` is.
    let extensions = unsafe { instance.raw.enumerate_device_extension_properties(raw) }
        .map_err(failed("vkEnumerateDeviceExtensionProperties"))?;
    let has = |name| extensions.iter().any(|extension| extension.extension_name_as_c_str() == Ok(name));
    if surface.is_some() && !has(khr::swapchain::NAME) {
        return Ok(Some("no VK_KHR_swapchain".to_owned()));
    }
    physical.mutable_swapchain =
        has(khr::swapchain_mutable_format::NAME) && has(khr::image_format_list::NAME);
    physical.is_portable_subset = has(khr::portability_subset::NAME);

    // SAFETY: no obligation but a live instance, whose device `raw` is.
    let families = unsafe { instance.raw.get_physical_device_queue_family_properties(raw) };
    let mut draws = None;
    for (index, family) in (0..).zip(&families) {
        let presents = surface.is_none_or(|surface| surface.is_supported(raw, index));
        let draws_and_computes = vk::QueueFlags::GRAPHICS | vk::QueueFlags::COMPUTE;
        if family.queue_flags.contains(draws_and_computes) && presents {
            draws = Some(index);
            break;
        }
    }
    let Some(queue_family) = draws else {
        return Ok(Some("no queue can draw to this window".to_owned()));
    };
    physical.queue_family = queue_family;
    physical.clock.0 = families[queue_family as usize].timestamp_valid_bits;

    // The specification guarantees one of the two.
    let depth = [vk::Format::D32_SFLOAT, vk::Format::X8_D24_UNORM_PACK32]
        .into_iter()
        .find(|&format| supports(instance, raw, format, vk::FormatFeatureFlags::DEPTH_STENCIL_ATTACHMENT));
    let Some(depth_format) = depth else {
        return Ok(Some("no depth format".to_owned()));
    };
    physical.depth_format = depth_format;
    Ok(None)
}

fn version_obstacle(version: u32) -> Option<String> {
    let [major, minor] = [vk::api_version_major(version), vk::api_version_minor(version)];
    ((major, minor) < (1, 3)).then(|| format!("Vulkan {major}.{minor}"))
}

/// Whether anisotropic filtering is too slow on devices of this kind.
///
/// Mesa's llvmpipe (seen in 22.3) visits every texel of a pixel's footprint, whatever the limit of the sampler. In
/// a window a few pixels high, where a pixel shows the floor up to the horizon, that takes seconds or does not
/// end. This check can be removed when a large footprint takes bounded time; a test draws such pictures.
fn has_slow_anisotropy(kind: vk::PhysicalDeviceType) -> bool {
    kind == vk::PhysicalDeviceType::CPU
}

fn supports(
    instance: &Instance,
    raw: vk::PhysicalDevice,
    format: vk::Format,
    features: vk::FormatFeatureFlags,
) -> bool {
    // SAFETY: no obligation but a live instance, whose device `raw` is.
    let properties = unsafe { instance.raw.get_physical_device_format_properties(raw, format) };
    properties.optimal_tiling_features.contains(features)
}

fn largest_sample_count(limits: &vk::PhysicalDeviceLimits, wanted: u32) -> vk::SampleCountFlags {
    let both = limits.framebuffer_color_sample_counts & limits.framebuffer_depth_sample_counts;
    [16, 8, 4, 2]
        .into_iter()
        .filter(|&count| count <= wanted)
        .map(vk::SampleCountFlags::from_raw)
        .find(|&count| both.contains(count))
        .unwrap_or(vk::SampleCountFlags::TYPE_1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn selects_the_largest_sample_count_of_both_images() {
        let check = |color: u32, depth: u32, wanted: u32, expected: u32| {
            let limits = vk::PhysicalDeviceLimits {
                framebuffer_color_sample_counts: vk::SampleCountFlags::from_raw(color),
                framebuffer_depth_sample_counts: vk::SampleCountFlags::from_raw(depth),
                ..Default::default()
            };
            assert_eq!(largest_sample_count(&limits, wanted).as_raw(), expected);
        };
        check(1 | 4, 1 | 4, 4, 4);
        check(1 | 4 | 8, 1 | 4, 8, 4);
        check(1 | 4, 1 | 4, 3, 1);
        check(1 | 2 | 4, 1 | 2, 4, 2);
        check(1 | 4, 1 | 4, 0, 1);
    }
}
