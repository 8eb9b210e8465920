//! Processing of a sequence of items on several threads.

use std::collections::BTreeMap;
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

/// Calls `work` for each item, on a thread per processor, and `finish` for each result, in the order of the items. After an error, no thread
/// takes another item, and the results that are there are finished.
///
/// # Errors
/// Returns one of the errors of `finish` or `work`.
pub(crate) fn in_order<I, T, E>(
    items: I,
    work: impl Fn(I::Item) -> Result<T, E> + Sync,
    finish: impl FnMut(T) -> Result<(), E> + Send,
) -> Result<(), E>
where
    I: Iterator + Send,
    T: Send,
    E: Send,
{
    let results = Mutex::new((0, BTreeMap::new(), finish));
    let done = try_for_each(
        items.enumerate(),
        None,
        || (),
        |(), (number, item)| {
            let result = work(item)?;
            let mut results = results.lock().unwrap_or_else(PoisonError::into_inner);
            let (next, waiting, finish) = &mut *results;
            waiting.insert(number, result);
            while let Some(result) = waiting.remove(next) {
                *next += 1;
                finish(result)?;
            }
            Ok(())
        },
    );
    let (_, waiting, finish) = results.into_inner().unwrap_or_else(PoisonError::into_inner);
    done.and(waiting.into_values().try_for_each(finish))
}
