//! Playing in the real window: scrubbing through the whole model, looking at a sequence under the pointer, resting.
//!
//! A program of its own: windows of other tests would take the time that this one is given.

use std::fs;
use std::time::{Duration, Instant};

use md2_tests::{Desktop, Key, Picture, Viewer, vulkan_is_missing, wait_for};

const DRAWN: usize = 200;
const LIMIT: Duration = Duration::from_secs(60);
/// A row of the list, the strip of the whole model, and a place in the scene beside the model, in a window of 1280 x 800.
const ROW: (i16, i16) = (80, 400);
const STRIP: [(i16, i16); 2] = [(120, 756), (700, 756)];
const SCENE: (i16, i16) = (290, 200);

/// What is between the panels.
fn differ(one: &Picture, other: &Picture) -> bool {
    one.middle().difference(&other.middle(), 8) > 0.003
}

#[test]
fn the_strip_is_scrubbed_and_a_row_is_looked_at_while_all_rests() {
    if vulkan_is_missing() {
        return;
    }
    let desktop = Desktop::start(1280, 800).expect("a virtual display");
    let viewer = Viewer::open(&desktop, &[]).expect("the viewer starts");
    let window = desktop.window_of(viewer.process_id()).expect("a window opens");
    desktop.resize(window, 1280, 800).expect("the display answers");
    desktop.wait_for_picture(window, DRAWN).expect("the figure is drawn");
    desktop.press(window, Key::Char(' ')).expect("the display answers");
    let shot = || desktop.screenshot(window).expect("the window is there");
    let rests = || {
        wait_for(LIMIT, || {
            let one = shot();
            std::thread::sleep(Duration::from_millis(600));
            let other = shot();
            (!differ(&one, &other)).then_some(other)
        })
        .expect("it rests")
    };
    let paused = rests();

    let mut before = paused;
    for (x, y) in STRIP {
        desktop.point(x, y).expect("the display answers");
        desktop.button(1, true).expect("the display answers");
        let scrubbed = wait_for(LIMIT, || Some(shot()).filter(|now| differ(now, &before)));
        desktop.button(1, false).expect("the display answers");
        assert!(scrubbed.is_some(), "another sequence is seen");
        before = rests();
    }

    let (x, y) = ROW;
    desktop.point(x, y).expect("the display answers");
    let looked = wait_for(LIMIT, || Some(shot()).filter(|now| differ(now, &before)));
    assert!(looked.is_some(), "the sequence under the pointer is seen");
    let (x, y) = SCENE;
    desktop.point(x, y).expect("the display answers");
    let back =
        wait_for(LIMIT, || Some(shot()).filter(|now| now.middle().difference(&before.middle(), 2) < 1e-4));
    assert!(back.is_some(), "what was seen before comes back");

    rests();
    let (start, spent) = (Instant::now(), cpu_time(viewer.process_id()));
    std::thread::sleep(Duration::from_secs(2));
    let share = (cpu_time(viewer.process_id()) - spent).as_secs_f64() / start.elapsed().as_secs_f64();
    assert!(share < 0.02, "{:.1} % of a core while nothing moves", share * 100.0);
}

/// What a process has used of all cores.
fn cpu_time(process: u32) -> Duration {
    let stat = fs::read_to_string(format!("/proc/{process}/stat")).expect("it runs");
    let fields: Vec<&str> = stat.rsplit(')').next().unwrap_or_default().split_whitespace().collect();
    let ticks: u64 =
        [fields[11], fields[12]].iter().map(|ticks| ticks.parse::<u64>().expect("a number")).sum();
    Duration::from_millis(ticks * 10)
}
