//! Tests of playback in the real window: previewing a sequence, and idling.

use std::fs;
use std::time::{Duration, Instant};

use md2_tests::{Key, LIMIT, Picture, Session, drawing_desktop, wait_for};

/// The position of a row of the sequence list in a window of 1280 x 800 pixels. `SCENE` is a point next to the model.
const ROW: (i16, i16) = (80, 400);
const SCENE: (i16, i16) = (290, 200);

/// Whether two pictures differ in the area between the panels.
fn differ(one: &Picture, other: &Picture) -> bool {
    one.middle().difference(&other.middle(), 8) > 0.003
}

#[test]
fn a_paused_window_previews_and_then_idles() {
    let Some(desktop) = drawing_desktop(1280, 800) else { return };
    let session = Session::open(&desktop, &[]);
    session.resize(1280, 800);
    session.press(Key::Char(' '));
    let shot = || session.picture();
    let wait_for_rest = || {
        wait_for(LIMIT, || {
            let one = shot();
            std::thread::sleep(Duration::from_millis(600));
            let other = shot();
            (!differ(&one, &other)).then_some(other)
        })
        .expect("the picture stops changing")
    };

    let before = wait_for_rest();
    session.point(ROW.0, ROW.1);
    session.wait_until("the sequence under the pointer is shown", || differ(&shot(), &before));
    session.point(SCENE.0, SCENE.1);
    let is_back = || session.middle().difference(&before.middle(), 2) < 1e-4;
    session.wait_until("the previous picture is shown again", is_back);

    wait_for_rest();
    let process = session.viewer.process_id();
    let (start, spent) = (Instant::now(), cpu_time(process));
    std::thread::sleep(Duration::from_secs(2));
    let share = (cpu_time(process) - spent).as_secs_f64() / start.elapsed().as_secs_f64();
    assert!(share < 0.02, "{:.1} % of a core while nothing moves", share * 100.0);
}

fn cpu_time(process: u32) -> Duration {
    let stat = fs::read_to_string(format!("/proc/{process}/stat")).expect("it runs");
    let fields: Vec<&str> = stat.rsplit(')').next().unwrap_or_default().split_whitespace().collect();
    let ticks: u64 =
        [fields[11], fields[12]].iter().map(|ticks| ticks.parse::<u64>().expect("a number")).sum();
    Duration::from_millis(ticks * 10)
}
