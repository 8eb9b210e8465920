//! Measurement of the time between pictures.

use std::time::{Duration, Instant};

const WEIGHT: f64 = 0.1;
/// Number of pictures at the start that the meter ignores, because they wait for shaders and uploads.
const IGNORED: u32 = 3;

#[derive(Debug, Default)]
pub struct Meter {
    last: Option<(Instant, Option<Duration>)>,
    pictures: u32,
    between: Option<Duration>,
    cpu: Option<Duration>,
}

impl Meter {
    pub fn begin(&mut self, now: Instant) {
        let cpu = cpu_time();
        if let Some((last, last_cpu)) = self.last.replace((now, cpu)) {
            self.pictures = self.pictures.saturating_add(1);
            if self.pictures > IGNORED {
                smooth(&mut self.between, now.saturating_duration_since(last));
                if let (Some(cpu), Some(last)) = (cpu, last_cpu) {
                    smooth(&mut self.cpu, cpu.saturating_sub(last));
                }
            }
        }
    }

    pub fn between(&self) -> Option<Duration> {
        self.between
    }

    /// The processor time per picture of all threads, including those of a software driver. `None` during the first
    /// pictures, and on systems that do not report processor time.
    pub fn cpu(&self) -> Option<Duration> {
        self.cpu
    }
}

/// Moves a mean towards a new time.
fn smooth(mean: &mut Option<Duration>, time: Duration) {
    *mean = Some(mean.map_or(time, |mean| mean.mul_f64(1.0 - WEIGHT) + time.mul_f64(WEIGHT)));
}

#[cfg(all(unix, not(target_vendor = "apple")))]
fn cpu_time() -> Option<Duration> {
    let time = rustix::time::clock_gettime(rustix::time::ClockId::ProcessCPUTime);
    let (seconds, nanoseconds) = (u64::try_from(time.tv_sec).ok()?, u32::try_from(time.tv_nsec).ok()?);
    Some(Duration::new(seconds, nanoseconds))
}

#[cfg(not(all(unix, not(target_vendor = "apple"))))]
fn cpu_time() -> Option<Duration> {
    None
}
