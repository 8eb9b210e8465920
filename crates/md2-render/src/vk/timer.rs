//! How long the device takes, by its own clock.

use std::{
    sync::{Arc, atomic::Ordering},
    time::Duration,
};

use ash::vk;

use super::buffer::LastUse;
use super::device::Device;
use super::error::{Error, failed};
use super::retire::Retired;

/// Two moments of the device's clock.
pub(crate) struct Timer {
    pub(super) pool: vk::QueryPool,
    /// The submission that takes both; 0 before the first.
    pub(super) last_use: LastUse,
    /// Nanoseconds a tick.
    period: f64,
    /// The bits of a moment that count.
    mask: u64,
    pub(super) device: Arc<Device>,
}

impl Timer {
    /// None if the device's queue has no clock.
    pub(crate) fn new(device: &Arc<Device>) -> Result<Option<Self>, Error> {
        let (bits, period) = device.physical.clock;
        if bits == 0 || period <= 0.0 {
            return Ok(None);
        }
        let info = vk::QueryPoolCreateInfo::default().query_type(vk::QueryType::TIMESTAMP).query_count(2);
        // SAFETY: rule 5; two queries, of moments, which every device takes that has a clock.
        let pool = unsafe { device.raw.create_query_pool(&info, None) };
        let pool = pool.map_err(failed("vkCreateQueryPool"))?;
        device.name(pool, "timer");
        let mask = u64::MAX >> (64 - bits.min(64));
        Ok(Some(Self {
            pool,
            last_use: LastUse::default(),
            period: f64::from(period),
            mask,
            device: Arc::clone(device),
        }))
    }

    /// From the first moment to the second, if the submission that takes them has run.
    pub(crate) fn elapsed(&self) -> Option<Duration> {
        let serial = self.last_use.load(Ordering::Acquire);
        if serial == 0 || !self.device.has_run(serial) {
            return None;
        }
        let mut moments = [0_u64; 2];
        let flags = vk::QueryResultFlags::TYPE_64;
        // SAFETY: both queries exist, and the submission that resets and writes them has run, as just asked.
        // VUID-vkGetQueryPoolResults-None-09401.
        unsafe { self.device.raw.get_query_pool_results(self.pool, 0, &mut moments, flags) }.ok()?;
        let ticks = moments[1].wrapping_sub(moments[0]) & self.mask;
        Some(Duration::from_secs_f64(ticks as f64 * self.period * 1e-9))
    }
}

impl Drop for Timer {
    fn drop(&mut self) {
        self.device.retire(Retired::QueryPool(self.pool));
    }
}
