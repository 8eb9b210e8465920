//! Tests of the counting allocator.

use md2_testdata::heap::{self, CountingAllocator};
use std::hint::black_box;
use std::panic;
use std::thread;

#[global_allocator]
static HEAP: CountingAllocator = CountingAllocator;

#[test]
fn counts_nothing_without_allocations() {
    let kept = vec![0_u8; 5000];
    assert_eq!(heap::peak(|| kept.len()), (5000, 0));
    assert_eq!(heap::allocations(|| kept.len()), (5000, 0));
}

#[test]
fn measures_the_greatest_size_at_once() {
    let block = || drop(black_box(vec![1_u8; 1000]));
    assert_eq!(heap::peak(block).1, 1000);
    // These are two blocks one after the other, two blocks at the same time, and a block that still exists at the end.
    assert_eq!(heap::peak(|| (block(), block())).1, 1000);
    assert_eq!(heap::peak(|| drop(black_box([vec![1_u8; 1000], vec![2; 500]]))).1, 1500);
    let (kept, peak) = heap::peak(|| vec![1_u8; 700]);
    assert_eq!((kept.len(), peak), (700, 700));
    // While a vector grows, its old and its new memory exist at the same time.
    let mut growing = vec![1_u8; 700];
    assert_eq!(heap::peak(|| growing.reserve_exact(100)).1, 800);
}

#[test]
fn ignores_memory_that_another_thread_allocated() {
    let (theirs, ours) = (vec![1_u8; 1 << 20], 1000);
    let peak = thread::spawn(move || {
        drop(theirs);
        heap::peak(|| drop(black_box(vec![1_u8; ours]))).1
    });
    assert_eq!(peak.join().unwrap(), ours);
}

#[test]
fn counts_every_allocation() {
    assert_eq!(heap::allocations(|| drop(black_box(vec![1]))).1, 1);
    assert_eq!(heap::allocations(|| drop(black_box([vec![1], vec![2]]))).1, 2);
    let mut growing = vec![1];
    assert_eq!(heap::allocations(|| growing.reserve_exact(100)).1, 1);
}

#[test]
fn ignores_other_threads() {
    let ((), peak) = heap::peak(|| {
        thread::scope(|scope| {
            scope.spawn(|| drop(black_box(vec![1_u8; 1 << 20])));
        });
    });
    assert!(peak < 1 << 20, "{peak}");
}

#[test]
fn rejects_one_byte_beyond_the_bounds() {
    let allowed = 16 * 10 + (1 << 20);
    let needing = |bytes: usize| move || drop(black_box(vec![1_u8; bytes]));
    heap::within_bounds(&[0; 10], needing(allowed));
    let beyond = panic::catch_unwind(|| heap::within_bounds(&[0; 10], needing(allowed + 1)));
    assert!(beyond.is_err());
}
