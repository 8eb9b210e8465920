//! The threads that run tasks. They start when they are needed, and are reused.
//!
//! Reuse limits memory: glibc creates an arena for each new thread and does not free it when the thread ends.

use std::collections::VecDeque;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::thread;

/// The maximum number of threads. It may exceed the number of processors, as tasks often wait for files.
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

/// Wakes the event loop, if there is one. A finished task wakes it automatically.
pub fn wake() {
    if let Some(wake) = &*lock(&WAKE) {
        wake();
    }
}

/// Runs a job on the next free thread of the pool. Drops the job if no thread can be started.
pub(crate) fn run(job: impl FnOnce() + Send + 'static) {
    let mut queue = lock(&QUEUE);
    queue.jobs.push_back(Box::new(job));
    if queue.jobs.len() > queue.idle && queue.threads < MAX_THREADS {
        let name = format!("task-{}", queue.threads);
        match thread::Builder::new().name(name).spawn(run_jobs) {
            Ok(_) => queue.threads += 1,
            Err(_) if queue.threads == 0 => queue.jobs.clear(),
            Err(_) => {}
        }
    }
    drop(queue);
    ARRIVAL.notify_one();
}

/// Runs jobs one after the other, forever.
fn run_jobs() {
    let mut queue = lock(&QUEUE);
    loop {
        let Some(job) = queue.jobs.pop_front() else {
            queue.idle += 1;
            queue = ARRIVAL.wait(queue).unwrap_or_else(PoisonError::into_inner);
            queue.idle -= 1;
            continue;
        };
        drop(queue);
        // A panic loses the result of the job and drops its captures; nothing else uses them.
        let _ = catch_unwind(AssertUnwindSafe(job));
        queue = lock(&QUEUE);
    }
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
