//! Measurement of the heap memory and the allocations of the current thread. The program must use
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
    reason = "the allocator trait is unsafe; this implementation forwards all calls to the system's allocator"
)]

use std::alloc::{GlobalAlloc, Layout, System};
use std::cell::Cell;
use std::hint::black_box;

thread_local! {
    /// Number of bytes that the thread has allocated and not freed. Negative if the thread freed memory of other
    /// threads.
    static LIVE: Cell<isize> = const { Cell::new(0) };
    static PEAK: Cell<isize> = const { Cell::new(0) };
    static ALLOCATIONS: Cell<usize> = const { Cell::new(0) };
}

/// Runs `run` and returns its result and the most heap bytes that it used at the same time. Memory that was allocated
/// before is not counted.
///
/// When a vector grows, its old and its new memory are both counted.
pub fn peak<T>(run: impl FnOnce() -> T) -> (T, usize) {
    expect_counting();
    let before = LIVE.get();
    PEAK.set(before);
    let result = run();
    (result, PEAK.get().abs_diff(before))
}

/// Runs `run` and returns its result and the number of its allocations. Each growth of a vector is counted.
pub fn allocations<T>(run: impl FnOnce() -> T) -> (T, usize) {
    expect_counting();
    let before = ALLOCATIONS.get();
    let result = run();
    (result, ALLOCATIONS.get() - before)
}

/// Runs `run` and asserts that it uses at most 1 MiB of memory, plus 16 bytes for each byte of `file`.
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

/// The system's allocator with counters. `realloc` is the default method, which allocates, copies and frees.
#[derive(Debug)]
pub struct CountingAllocator;

// SAFETY: every call is forwarded unchanged to `System`, which fulfills the contract. Counting neither allocates nor
// panics.
unsafe impl GlobalAlloc for CountingAllocator {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        // This fails while a thread ends, when its counters no longer exist and are not needed.
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
        // SAFETY: the caller got `block` from `alloc` with the same `layout`, and `alloc` got it from `System`.
        unsafe { System.dealloc(block, layout) }
    }
}
