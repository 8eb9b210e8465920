//! Results, progress, cancellation, panics and the wake function of tasks.
//!
//! These tests have their own process, since the wake function and the pool are global.

use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, mpsc};
use std::time::Duration;

use md2_task::{Cancellation, LostResult, Progress, Steps, Task, set_wake};

const LIMIT: Duration = Duration::from_secs(60);

/// The lock that a test holds while it uses the wake function, which is global.
static WAKE: Mutex<()> = Mutex::new(());

#[test]
fn returns_a_result_once() {
    let mut task = Task::start(|_| 7);
    assert_eq!(task.wait(Some(LIMIT)), Some(Ok(7)));
    // The thread may still hold the sender for a moment.
    assert_eq!(task.wait(Some(LIMIT)), Some(Err(LostResult)));
    let mut slot = Some(Task::start(|_| 8));
    let result = std::iter::repeat_with(|| Task::take_finished(&mut slot)).find_map(|result| result);
    assert_eq!((result, slot.is_none()), (Some(Ok(8)), true));
    assert_eq!(Task::take_finished(&mut None::<Task<u8>>), None);
}

#[test]
fn polling_does_not_wait() {
    let (release, gate) = mpsc::channel::<()>();
    let mut task = Task::start(move |_| gate.recv().is_ok());
    assert_eq!(task.poll(), None);
    assert_eq!(task.wait(Some(Duration::from_millis(1))), None);
    release.send(()).expect("the task waits");
    assert_eq!(task.wait(None), Some(Ok(true)));
}

#[test]
fn dropping_a_task_cancels_it() {
    let (sender, ended) = mpsc::channel();
    let task = Task::start(move |progress| {
        while progress.check() != Err(Cancellation) {
            std::thread::yield_now();
        }
        let _ = sender.send(());
    });
    drop(task);
    assert_eq!(ended.recv_timeout(LIMIT), Ok(()));
}

#[test]
fn a_panic_loses_only_the_result() {
    // More panics than threads: the pool must survive them.
    for _ in 0..20 {
        let mut task: Task<()> = Task::start(|_| panic!("as a broken task does"));
        assert_eq!(task.wait(Some(LIMIT)), Some(Err(LostResult)));
    }
    assert_eq!(Task::start(|_| 1).wait(Some(LIMIT)), Some(Ok(1)));
}

#[test]
fn more_tasks_than_threads_all_finish() {
    let running = Arc::new(AtomicUsize::new(0));
    let most = Arc::new(AtomicUsize::new(0));
    let tasks: Vec<Task<usize>> = (0..100)
        .map(|number| {
            let (running, most) = (Arc::clone(&running), Arc::clone(&most));
            Task::start(move |_| {
                most.fetch_max(running.fetch_add(1, Ordering::SeqCst) + 1, Ordering::SeqCst);
                std::thread::sleep(Duration::from_millis(1));
                running.fetch_sub(1, Ordering::SeqCst);
                number
            })
        })
        .collect();
    let results: Vec<_> = tasks.into_iter().map(|mut task| task.wait(Some(LIMIT))).collect();
    assert!(results.iter().enumerate().all(|(number, result)| *result == Some(Ok(number))), "{results:?}");
    assert!((1..=8).contains(&most.load(Ordering::SeqCst)), "{most:?}");
}

#[test]
fn the_loop_is_woken_after_the_result_is_there() {
    let _guard = WAKE.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
    let (sender, woken) = mpsc::channel();
    set_wake(move || {
        let _ = sender.send(());
    });
    let mut task = Task::start(|_| 5);
    woken.recv_timeout(LIMIT).expect("a finished task wakes the loop");
    // Tasks of other tests also call the wake function.
    assert_eq!(task.wait(Some(LIMIT)), Some(Ok(5)));
    let _lost: Task<()> = Task::start(|_| panic!("as a broken task does"));
    woken.recv_timeout(LIMIT).expect("a panic wakes it, too");
}

#[test]
fn progress_counts_steps_and_observers_see_them() {
    let (flag, seen) = (Arc::new(AtomicBool::new(false)), Arc::new(Mutex::new(Vec::new())));
    let theirs = Arc::clone(&seen);
    let progress = Progress::observed(Arc::clone(&flag), move |steps| theirs.lock().unwrap().push(steps));
    assert_eq!(progress.steps(), None);
    progress.begin(2, "picture");
    progress.step();
    let steps = progress.steps().unwrap();
    assert_eq!(steps, Steps { done: 1, total: 2, unit: "picture" });
    assert_eq!((steps.to_string().as_str(), steps.fraction()), ("picture 2 of 2", 0.5));
    progress.set_done(2);
    assert_eq!(seen.lock().unwrap().iter().map(|steps| steps.done).collect::<Vec<_>>(), [0, 1, 2]);
    assert_eq!(progress.check(), Ok(()));
    flag.store(true, Ordering::Relaxed);
    assert_eq!(progress.check(), Err(Cancellation));
    assert_eq!(Steps { done: 0, total: 0, unit: "step" }.fraction(), 0.0);
}
