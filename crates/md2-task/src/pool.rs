//! The threads that run tasks: few, started when they are needed, and reused.
//!
//! Reusing them keeps memory flat: glibc gives each new thread an arena of its own, which short-lived threads leave behind.

use std::collections::VecDeque;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::thread;

/// Threads at most. Tasks wait for files and for the display more than they compute, so there may be more than processors.
const MAX_THREADS: usize = 8;

type Job = Box<dyn FnOnce() + Send>;
type Wake = Box<dyn Fn() + Send>;

static QUEUE: Mutex<Queue> = Mutex::new(Queue { jobs: VecDeque::new(), threads: 0, idle: 0 });
static ARRIVAL: Condvar = Condvar::new();
static WAKE: Mutex<Option<Wake>> = Mutex::new(None);

struct Queue {
    jobs: VecDeque<Job>,
    threads: usize,
    idle: usize,
}

/// Sets the function that wakes the program's event loop. Every task calls it when it has finished, on the task's thread.
pub fn set_wake(wake: impl Fn() + Send + 'static) {
    *lock(&WAKE) = Some(Box::new(wake));
}

/// Wakes the event loop, if there is one. Tasks do so by themselves; other threads with news call it.
pub fn wake() {
    if let Some(wake) = &*lock(&WAKE) {
        wake();
    }
}

/// Runs a job on a thread of the pool, as soon as one is free. Where no thread can be started at all, the job is dropped.
pub(crate) fn run(job: impl FnOnce() + Send + 'static) {
    let mut queue = lock(&QUEUE);
    queue.jobs.push_back(Box::new(job));
    if queue.jobs.len() > queue.idle && queue.threads < MAX_THREADS {
        let name = format!("task-{}", queue.threads);
        match thread::Builder::new().name(name).spawn(work) {
            Ok(_) => queue.threads += 1,
            Err(_) if queue.threads == 0 => queue.jobs.clear(),
            Err(_) => {}
        }
    }
    drop(queue);
    ARRIVAL.notify_one();
}

/// The life of a thread: it runs jobs one after the other, and waits where there are none.
fn work() {
    let mut queue = lock(&QUEUE);
    loop {
        let Some(job) = queue.jobs.pop_front() else {
            queue.idle += 1;
            queue = ARRIVAL.wait(queue).unwrap_or_else(PoisonError::into_inner);
            queue.idle -= 1;
            continue;
        };
        drop(queue);
        // Nothing of the job is used after a panic: its result is lost, and its captures are dropped.
        let _ = catch_unwind(AssertUnwindSafe(job));
        queue = lock(&QUEUE);
    }
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
