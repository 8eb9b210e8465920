//! Timing by the device's own clock.

use std::{
    sync::{Arc, atomic::Ordering},
    time::Duration,
};

use ash::vk;

use super::buffer::LastUse;
use super::device::Device;
use super::error::{Error, failed};
use super::owned::OwnedHandle;

pub(crate) struct Timer {
    pub(super) pool: OwnedHandle<vk::QueryPool>,
    pub(super) last_use: LastUse,
    period: f64,
    mask: u64,
}

impl Timer {
    pub(crate) fn new(device: &Arc<Device>) -> Result<Option<Self>, Error> {
        let (bits, period) = device.physical.clock;
        if bits == 0 || period <= 0.0 {
            return Ok(None);
        }
        let info = vk::QueryPoolCreateInfo::default().query_type(vk::QueryType::TIMESTAMP).query_count(2);
        // SAFETY: rule 5; two timestamp queries, which every device with a clock supports.
        let pool = unsafe { device.raw.create_query_pool(&info, None) };
        let pool = OwnedHandle::new(device, pool.map_err(failed("vkCreateQueryPool"))?, "timer");
        let mask = u64::MAX >> (64 - bits.min(64));
        Ok(Some(Self { pool, last_use: LastUse::default(), period: f64::from(period), mask }))
    }

    pub(crate) fn elapsed(&self) -> Option<Duration> {
        let serial = self.last_use.load(Ordering::Acquire);
        let OwnedHandle { handle, device, .. } = &self.pool;
        if serial == 0 || !device.is_complete(serial) {
            return None;
        }
        let mut moments = [0_u64; 2];
        let flags = vk::QueryResultFlags::TYPE_64;
        // SAFETY: both queries exist, and the submission that resets and writes them has run, as just checked.
        // VUID-vkGetQueryPoolResults-None-09401.
        unsafe { device.raw.get_query_pool_results(*handle, 0, &mut moments, flags) }.ok()?;
        let ticks = moments[1].wrapping_sub(moments[0]) & self.mask;
        Some(Duration::from_secs_f64(ticks as f64 * self.period * 1e-9))
    }
}
