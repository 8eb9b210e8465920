//! Tests that Vulkan objects are named only while no other thread changes the lists of the Vulkan loader.

use std::{
    sync::atomic::{AtomicBool, Ordering},
    thread,
    time::{Duration, Instant},
};

use crate::common::{Gpu, gpu};
use crate::drivers::Drivers;
use crate::vk::{Buffer, Use, lock_lists_exclusive, lock_lists_shared};

/// Whether `act` waits while another thread holds the guard that `hold` returns. `act` counts as waiting if it takes
/// more than five times as long as without the guard, and at least 0.2 seconds.
fn waits_for<G>(hold: impl FnOnce() -> G, act: impl Fn() + Sync) -> bool {
    let start = Instant::now();
    act();
    let patience = (start.elapsed() * 5).max(Duration::from_millis(200));
    let held = hold();
    let done = AtomicBool::new(false);
    let waited = thread::scope(|scope| {
        scope.spawn(|| {
            act();
            done.store(true, Ordering::Release);
        });
        thread::sleep(patience);
        let waited = !done.load(Ordering::Acquire);
        drop(held);
        waited
    });
    assert!(done.into_inner());
    waited
}

#[test]
fn naming_and_list_changes_exclude_each_other() {
    let Some(gpu) = gpu().filter(Gpu::is_validated) else { return };
    let name_a_buffer = || drop(Buffer::new(&gpu.device, "named", 16, Use::Staging).expect("a buffer"));
    assert!(waits_for(lock_lists_exclusive, name_a_buffer));
    assert!(waits_for(lock_lists_shared, || drop(Drivers::load().expect("there is a device"))));
}
