//! The pool of threads that run tasks. The pool starts a thread when a task needs it, and reuses the thread for later tasks.
//!
//! Reuse limits memory: glibc keeps the freed memory of a thread in the arena of the thread, even after the thread ends. The pool
//! therefore gives each job to the waiting thread that became idle most recently, so that successive jobs use the same arena.

use std::collections::VecDeque;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::thread::{self, Thread};

/// The maximum number of threads. This may be more than the number of processors, because tasks often wait for files.
pub const MAX_THREADS: usize = 8;

type Job = Box<dyn FnOnce() + Send>;
type Wake = Box<dyn Fn() + Send>;

static QUEUE: Mutex<Queue> = Mutex::new(Queue { jobs: VecDeque::new(), threads: 0, idle: Vec::new() });
static WAKE: Mutex<Option<Wake>> = Mutex::new(None);

struct Queue {
    jobs: VecDeque<Job>,
    threads: usize,
    /// The threads that wait for a job. The last element is the thread that became idle most recently.
    idle: Vec<Thread>,
}

/// Sets the function that wakes the program's event loop. Every task calls this function on its own thread when the task has finished.
pub fn set_wake(wake: impl Fn() + Send + 'static) {
    *lock(&WAKE) = Some(Box::new(wake));
}

/// Wakes the event loop, if [`set_wake`] was called. Finished tasks call this function automatically.
pub fn wake() {
    if let Some(wake) = &*lock(&WAKE) {
        wake();
    }
}

/// Runs a job on the next free thread of the pool. Drops the job if no thread can be started.
pub(crate) fn run(job: impl FnOnce() + Send + 'static) {
    let mut queue = lock(&QUEUE);
    queue.jobs.push_back(Box::new(job));
    if let Some(thread) = queue.idle.pop() {
        thread.unpark();
    } else if queue.threads < MAX_THREADS {
        let name = format!("task-{}", queue.threads);
        match thread::Builder::new().name(name).spawn(run_jobs) {
            Ok(_) => queue.threads += 1,
            Err(_) if queue.threads == 0 => queue.jobs.clear(),
            Err(_) => {}
        }
    }
}

fn run_jobs() {
    let this = thread::current();
    let mut queue = lock(&QUEUE);
    loop {
        let Some(job) = queue.jobs.pop_front() else {
            queue.idle.push(this.clone());
            drop(queue);
            thread::park();
            queue = lock(&QUEUE);
            // A thread may wake up although the pool assigned no job to it.
            queue.idle.retain(|other| other.id() != this.id());
            continue;
        };
        drop(queue);
        // A panic drops the job with everything that it captured. Nothing else uses these values, so they cannot be seen in an invalid
        // state.
        let _ = catch_unwind(AssertUnwindSafe(job));
        queue = lock(&QUEUE);
    }
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
