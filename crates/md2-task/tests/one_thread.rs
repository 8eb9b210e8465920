//! Successive tasks run on one thread. This test has its own process, since the pool is global.

use std::thread;
use std::time::Duration;

use md2_task::Task;

#[test]
fn tasks_in_turn_run_on_one_thread() {
    let busy = [(); 4].map(|()| Task::start(|_| thread::sleep(Duration::from_millis(50))));
    for mut task in busy {
        task.wait(None).unwrap().unwrap();
    }
    // A thread waits for its next task only shortly after its result was received, so the test pauses before each task.
    let threads = [(); 6].map(|()| {
        thread::sleep(Duration::from_millis(200));
        Task::start(|_| thread::current().id()).wait(None).unwrap().unwrap()
    });
    assert_eq!(
        threads, [threads[0]; 6],
        "four threads wait, and the last one that worked gets the next task"
    );
}
