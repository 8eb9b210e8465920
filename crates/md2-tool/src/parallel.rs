//! Processing of a sequence of items on several threads.

use std::iter;
use std::num::NonZero;
use std::panic::resume_unwind;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, PoisonError};
use std::thread;

/// Calls `work` for each item, on `threads` threads. `None` means one thread per processor. Each thread calls `state` once, and
/// passes the value to all its calls of `work`. A thread takes the next item only when it is free, so that many items need little
/// memory.
///
/// # Errors
/// Returns one of the errors of `work`. After an error, no thread takes another item.
pub(crate) fn try_for_each<I, S, E>(
    items: I,
    threads: Option<NonZero<usize>>,
    state: impl Fn() -> S + Sync,
    work: impl Fn(&mut S, I::Item) -> Result<(), E> + Sync,
) -> Result<(), E>
where
    I: Iterator + Send,
    E: Send,
{
    let threads = threads.or_else(|| thread::available_parallelism().ok()).unwrap_or(NonZero::<usize>::MIN);
    let items = Mutex::new(items.fuse());
    let failed = AtomicBool::new(false);
    let next = || {
        let mut items = items.lock().unwrap_or_else(PoisonError::into_inner);
        if failed.load(Ordering::Relaxed) { None } else { items.next() }
    };
    let run = || -> Result<(), E> {
        let mut state = state();
        while let Some(item) = next() {
            if let Err(error) = work(&mut state, item) {
                failed.store(true, Ordering::Relaxed);
                return Err(error);
            }
        }
        Ok(())
    };
    thread::scope(|scope| {
        let start = |_| thread::Builder::new().spawn_scoped(scope, run).ok();
        // The current thread also takes items. If the system cannot start a thread, the other threads do its work.
        let others: Vec<_> = (1..threads.get()).filter_map(start).collect();
        let own = run();
        let results =
            others.into_iter().map(|other| other.join().unwrap_or_else(|panic| resume_unwind(panic)));
        iter::once(own).chain(results).collect::<Result<(), E>>()
    })
}
