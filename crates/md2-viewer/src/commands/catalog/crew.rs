//! Work by several threads, whose results come in the order of the work.

use std::collections::BTreeMap;
use std::sync::mpsc::{Receiver, sync_channel};
use std::sync::{Arc, Condvar, Mutex, PoisonError};
use std::thread;

/// How many pieces of work a thread may be ahead of the one whose result is next.
const AHEAD: usize = 16;

/// How many results were taken; `None` when no more are wanted.
struct Taken {
    count: Mutex<Option<usize>>,
    changed: Condvar,
}

impl Taken {
    /// Waits until the piece of this number may be handed out; whether it still should be.
    fn wait_for(&self, number: usize, ahead: usize) -> bool {
        let count = self.count.lock().unwrap_or_else(PoisonError::into_inner);
        let is_far = |count: &mut Option<usize>| count.is_some_and(|count| number >= count + ahead);
        self.changed.wait_while(count, is_far).unwrap_or_else(PoisonError::into_inner).is_some()
    }

    /// So many were taken. Once no more are wanted, it stays so.
    fn set(&self, taken: usize) {
        if let Some(count) = &mut *self.count.lock().unwrap_or_else(PoisonError::into_inner) {
            *count = taken;
        }
        self.changed.notify_all();
    }

    /// No more are wanted.
    fn end(&self) {
        *self.count.lock().unwrap_or_else(PoisonError::into_inner) = None;
        self.changed.notify_all();
    }
}

/// Ends the work when it is dropped: at the end, and when who takes the results or does the work panics, so that nobody waits for
/// them.
struct End<'a>(&'a Taken);

impl Drop for End<'_> {
    fn drop(&mut self) {
        self.0.end();
    }
}

/// Does `work` in `threads` threads, each with a `worker` of its own, and hands each result to `take` in the order of the work.
/// No more than a few results wait for their turn, whatever takes long.
///
/// # Errors
/// The first of `take`, which ends the work.
///
/// # Panics
/// If `work`, `worker` or `take` does; the others end before.
pub(super) fn in_order<W: Send, R: Send, F: FnMut(W) -> R, E>(
    threads: usize,
    work: impl Iterator<Item = W> + Send,
    worker: impl Fn() -> F + Sync,
    mut take: impl FnMut(R) -> Result<(), E>,
) -> Result<(), E> {
    let threads = threads.max(1);
    let ahead = AHEAD * threads;
    let taken = Taken { count: Mutex::new(Some(0)), changed: Condvar::new() };
    let (to_workers, pieces) = sync_channel::<(usize, W)>(threads);
    // The workers' own: nobody hands out work when none of them is left.
    let pieces: Arc<Mutex<Receiver<(usize, W)>>> = Arc::new(Mutex::new(pieces));
    let (from_workers, results) = sync_channel::<(usize, R)>(ahead);
    thread::scope(|scope| {
        let (taken, worker) = (&taken, &worker);
        let _end = End(taken);
        scope.spawn(move || {
            for (number, piece) in work.enumerate() {
                if !taken.wait_for(number, ahead) || to_workers.send((number, piece)).is_err() {
                    break;
                }
            }
        });
        for _ in 0..threads {
            let (results, pieces) = (from_workers.clone(), Arc::clone(&pieces));
            scope.spawn(move || {
                // Without the result of one that panics, those behind it are not taken.
                let _end = End(taken);
                let mut work = worker();
                loop {
                    let piece = pieces.lock().unwrap_or_else(PoisonError::into_inner).recv();
                    let Ok((number, piece)) = piece else { break };
                    if results.send((number, work(piece))).is_err() {
                        break;
                    }
                }
            });
        }
        drop((from_workers, pieces));
        let mut waiting = BTreeMap::new();
        let mut next = 0;
        let mut outcome = Ok(());
        for (number, result) in results {
            // After an error, what is under way is let go.
            if outcome.is_err() {
                continue;
            }
            waiting.insert(number, result);
            while let Some(result) = waiting.remove(&next) {
                next += 1;
                outcome = take(result);
                if outcome.is_err() {
                    taken.end();
                    break;
                }
                taken.set(next);
            }
        }
        outcome
    })
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicUsize, Ordering};
    use std::time::Duration;

    use super::*;

    #[test]
    fn results_come_in_the_order_of_the_work() {
        for threads in [1, 2, 7] {
            let mut got = Vec::new();
            // Those at the front take longest.
            let slow = |n: u64| {
                thread::sleep(Duration::from_micros(if n.is_multiple_of(16) { 2000 } else { 10 }));
                n * n
            };
            let done: Result<(), ()> = in_order(
                threads,
                0..500,
                || slow,
                |n| {
                    got.push(n);
                    Ok(())
                },
            );
            assert_eq!(done, Ok(()));
            assert_eq!(got, (0..500).map(|n| n * n).collect::<Vec<_>>());
        }
        assert_eq!(in_order(2, 0..0, || |n: i32| n, |_| Err::<(), ()>(())), Ok(()));
    }

    #[test]
    fn nothing_is_far_ahead_and_an_error_ends_it() {
        let handed = AtomicUsize::new(0);
        let work = (0..100_000_usize).inspect(|_| {
            handed.fetch_add(1, Ordering::Relaxed);
        });
        let (mut taken, mut most_ahead) = (0, 0);
        let done = in_order(
            2,
            work,
            || |n: usize| n,
            |n| {
                taken = n;
                most_ahead = most_ahead.max(handed.load(Ordering::Relaxed).saturating_sub(n));
                if n == 100 { Err("full") } else { Ok(()) }
            },
        );
        assert_eq!((done, taken), (Err("full"), 100));
        assert!(most_ahead <= 2 * AHEAD + 2, "{most_ahead} ahead");
        assert!(handed.load(Ordering::Relaxed) < 1000);
    }

    /// Whoever panics, the others end, and the panic is handed on.
    #[test]
    fn a_panic_ends_it() {
        for culprit in ["work", "worker", "take"] {
            let (ended, end) = sync_channel(1);
            // Of a thread of its own: should it hang, the test does not.
            thread::spawn(move || {
                let fail = |who: &str, n: usize| assert!(who != culprit || n != 100, "on purpose");
                let run = std::panic::AssertUnwindSafe(|| {
                    in_order(
                        2,
                        (0..100_000).inspect(|n| fail("work", *n)),
                        || {
                            |n: usize| {
                                fail("worker", n);
                                n
                            }
                        },
                        |n| {
                            fail("take", n);
                            Ok::<(), ()>(())
                        },
                    )
                });
                let _ = ended.send(std::panic::catch_unwind(run).is_err());
            });
            assert_eq!(end.recv_timeout(Duration::from_secs(60)), Ok(true), "{culprit}");
        }
    }
}
