//! Measures a million playbacks that each advance by a sixtieth of a second and return their pose, and a single playback with long steps.
//!
//! The benchmark uses one thread. The million playbacks should take at most 20 ms.

use std::hint::black_box;
use std::time::{Duration, Instant};

use md2_anim::quake2::PLAYER;
use md2_anim::{LoopMode, Playback};

const COUNT: usize = 1_000_000;
const STEP: Duration = Duration::from_nanos(16_666_667);

fn crowd() -> Vec<Playback> {
    const MODES: [LoopMode; 3] = [LoopMode::Loop, LoopMode::Once, LoopMode::PingPong];
    let one = |i: usize| {
        let row = PLAYER[i % PLAYER.len()];
        let mut playback = Playback::new(row.first, row.last, row.tutorial_fps, MODES[i % 3]);
        playback.set_speed([0.5, 1.0, 1.5, 2.0][i % 4]);
        playback.set_reversed(i.is_multiple_of(5));
        playback.seek_seconds((i % 997) as f64 * 0.001);
        playback
    };
    (0..COUNT).map(one).collect()
}

fn time<T>(what: &str, mut run: impl FnMut() -> T) {
    let mut times = [(); 21].map(|()| {
        let start = Instant::now();
        black_box(run());
        start.elapsed()
    });
    times.sort_unstable();
    println!("{what}: {:?}", times[10]);
}

fn main() {
    let mut playbacks = crowd();
    time("a million playbacks, advance and pose", || {
        let mut sum = 0.0;
        for playback in &mut playbacks {
            playback.advance(black_box(STEP));
            sum += playback.pose().blend;
        }
        sum
    });
    let mut one = Playback::new(40, 45, 10.0, LoopMode::Loop);
    for (what, step) in [("a sixtieth", STEP), ("a year", Duration::from_secs(31_557_600))] {
        time(&format!("a million steps of {what}"), || {
            (0..COUNT).map(|_| one.advance(black_box(step)).keys).sum::<u64>()
        });
    }
}
