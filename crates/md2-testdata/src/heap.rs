//! Counts the heap memory and the allocations of the current thread, in programs whose allocator is
//! [`CountingAllocator`]:
//!
//! ```
//! use md2_testdata::heap::{self, CountingAllocator};
//!
//! #[global_allocator]
//! static HEAP: CountingAllocator = CountingAllocator;
//!
//! let (bytes, peak) = heap::peak(|| vec![0_u8; 700]);
//! assert_eq!((bytes.len(), peak), (700, 700));
//! ```

#![allow(
    unsafe_code,
    reason = "the trait of allocators is unsafe; this one forwards everything to the system's"
)]

use std::alloc::{GlobalAlloc, Layout, System};
use std::cell::Cell;
use std::hint::black_box;

thread_local! {
    /// Below 0 if the thread freed memory that another one allocated.
    static LIVE: Cell<isize> = const { Cell::new(0) };
    static PEAK: Cell<isize> = const { Cell::new(0) };
    static ALLOCATIONS: Cell<usize> = const { Cell::new(0) };
}

/// Runs `run` and returns the greatest number of heap bytes that it needed in addition to those before.
///
/// While a vector grows, both the old and the new one count.
///
/// # Panics
/// If the program has another allocator, which counts nothing:
///
/// ```should_panic
/// let (_, peak) = md2_testdata::heap::peak(|| vec![0_u8; 700]);
/// ```
pub fn peak<T>(run: impl FnOnce() -> T) -> (T, usize) {
    expect_counting();
    let before = LIVE.get();
    PEAK.set(before);
    let result = run();
    (result, PEAK.get().abs_diff(before))
}

/// Runs `run` and returns the number of its allocations. Growing a vector counts.
///
/// # Panics
/// If the program has another allocator, which counts nothing.
pub fn allocations<T>(run: impl FnOnce() -> T) -> (T, usize) {
    expect_counting();
    let before = ALLOCATIONS.get();
    let result = run();
    (result, ALLOCATIONS.get() - before)
}

/// Runs `run` and expects that it needs at most 16 bytes of memory for each byte of `file`, and 1 MiB.
///
/// # Panics
/// If it needs more, or if the program's allocator is not [`CountingAllocator`].
pub fn within_bounds<T>(file: &[u8], run: impl FnOnce() -> T) -> T {
    let (result, peak) = peak(run);
    assert!(peak <= 16 * file.len() + (1 << 20), "{peak} bytes of memory for a file of {} bytes", file.len());
    result
}

fn expect_counting() {
    let before = ALLOCATIONS.get();
    drop(black_box(Box::new(0_u8)));
    assert!(
        ALLOCATIONS.get() != before,
        "the global allocator of this program is not md2_testdata::heap::CountingAllocator"
    );
}

/// The system's allocator with counters. The trait implements `realloc`: it allocates, copies and frees.
#[derive(Debug)]
pub struct CountingAllocator;

// SAFETY: every request goes to `System` unchanged, which upholds the contract; counting neither allocates nor panics.
unsafe impl GlobalAlloc for CountingAllocator {
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
