//! Tests of the counting allocator.

use md2_testdata::heap::{self, CountingAllocator};
use std::hint::black_box;
use std::panic;
use std::thread;

#[global_allocator]
static HEAP: CountingAllocator = CountingAllocator;

#[test]
fn measures_the_greatest_size_at_once_and_counts_allocations() {
    let kept = vec![0_u8; 5000];
    let block = || drop(black_box(vec![1_u8; 1000]));
    let measured = |run: &dyn Fn()| (heap::peak(run).1, heap::allocations(run).1);
    assert_eq!(measured(&|| assert_eq!(kept.len(), 5000)), (0, 0));
    assert_eq!(measured(&block), (1000, 1));
    assert_eq!(measured(&|| (0..2).for_each(|_| block())), (1000, 2), "one after the other");
    assert_eq!(
        measured(&|| drop(black_box([vec![1_u8; 1000], vec![2; 500]]))),
        (1500, 2),
        "at the same time"
    );
    // While a vector grows, its old and its new memory exist at the same time.
    let mut growing = vec![1_u8; 700];
    assert_eq!(heap::peak(|| growing.reserve_exact(100)).1, 800);
    assert_eq!(heap::allocations(|| growing.reserve_exact(900)).1, 1);
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
