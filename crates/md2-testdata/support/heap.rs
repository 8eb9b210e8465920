//! Counts what the current thread has on the heap, and how often it asked for more.
//!
//! Tests and fuzz targets include this file by its path: a program has one allocator, and the crates forbid unsafe
//! code. `tests/all/counting.rs` beside it shows that it counts.

#![allow(dead_code, reason = "each user has a part of this")]

use std::alloc::{GlobalAlloc, Layout, System};
use std::cell::Cell;

#[global_allocator]
static COUNTING: Counting = Counting;

thread_local! {
    /// Below 0 where the thread has freed what another one allocated, such as what it was started with.
    static LIVE: Cell<isize> = const { Cell::new(0) };
    static PEAK: Cell<isize> = const { Cell::new(0) };
    static ALLOCATIONS: Cell<usize> = const { Cell::new(0) };
}

/// Runs `run` and tells how many bytes it had on the heap at most, beyond what was there before.
///
/// Growing a vector counts as having both the old and the new one for a moment.
pub(crate) fn peak<T>(run: impl FnOnce() -> T) -> (T, usize) {
    let before = LIVE.get();
    PEAK.set(before);
    let result = run();
    (result, PEAK.get().abs_diff(before))
}

/// Runs `run` and tells how often it allocated. Growing a vector counts.
pub(crate) fn allocations<T>(run: impl FnOnce() -> T) -> (T, usize) {
    let before = ALLOCATIONS.get();
    let result = run();
    (result, ALLOCATIONS.get() - before)
}

/// Runs `run` and expects it to need at most 16 bytes of memory for each byte of `file`, and 1 MiB.
pub(crate) fn within_bounds<T>(file: &[u8], run: impl FnOnce() -> T) -> T {
    let (result, peak) = peak(run);
    assert!(peak <= 16 * file.len() + (1 << 20), "{peak} bytes of memory for a file of {} bytes", file.len());
    result
}

/// The system's allocator, with a count. `realloc` is left to the trait: it allocates, copies and frees.
struct Counting;

// SAFETY: every request goes to `System` unchanged, which upholds the contract; counting neither allocates nor panics.
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        // The counters are gone when a thread ends; nobody measures then.
        let _ = ALLOCATIONS.try_with(|count| count.set(count.get().wrapping_add(1)));
        let _ = LIVE.try_with(|live| {
            live.set(live.get().wrapping_add_unsigned(layout.size()));
            PEAK.try_with(|peak| peak.set(peak.get().max(live.get())))
        });
        // SAFETY: the caller meets the requirements on `layout`.
        unsafe { System.alloc(layout) }
    }

    unsafe fn dealloc(&self, block: *mut u8, layout: Layout) {
        let _ = LIVE.try_with(|live| live.set(live.get().wrapping_sub_unsigned(layout.size())));
        // SAFETY: the caller got `block` from `alloc` with the same `layout`, thus from `System`.
        unsafe { System.dealloc(block, layout) }
    }
}
