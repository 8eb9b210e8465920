//! Counts what the current thread has on the heap.

use std::alloc::{GlobalAlloc, Layout, System};
use std::cell::Cell;

#[global_allocator]
static COUNTING: Counting = Counting;

thread_local! {
    static LIVE: Cell<usize> = const { Cell::new(0) };
    static PEAK: Cell<usize> = const { Cell::new(0) };
}

/// Runs `run` and tells how many bytes it had on the heap at most, beyond what was there before.
///
/// Growing a vector counts as having both the old and the new one for a moment.
pub(crate) fn peak<T>(run: impl FnOnce() -> T) -> (T, usize) {
    let before = LIVE.get();
    PEAK.set(before);
    let result = run();
    (result, PEAK.get().saturating_sub(before))
}

/// The system's allocator, with a count. `realloc` is left to the trait: it allocates, copies and frees.
struct Counting;

// SAFETY: every request goes to `System` unchanged, which upholds the contract; counting neither allocates nor panics.
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        // The counters are gone when a thread ends; nobody measures then.
        let _ = LIVE.try_with(|live| {
            live.set(live.get().wrapping_add(layout.size()));
            PEAK.try_with(|peak| peak.set(peak.get().max(live.get())))
        });
        // SAFETY: the caller meets the requirements on `layout`.
        unsafe { System.alloc(layout) }
    }

    unsafe fn dealloc(&self, block: *mut u8, layout: Layout) {
        let _ = LIVE.try_with(|live| live.set(live.get().wrapping_sub(layout.size())));
        // SAFETY: the caller got `block` from `alloc` with the same `layout`, thus from `System`.
        unsafe { System.dealloc(block, layout) }
    }
}
