//! Prints the poses of a run sequence over time in each loop mode.
//!
//! ```text
//! cargo run -q -p md2-anim --example timeline
//! ```

use std::time::Duration;

use md2_anim::quake2::PLAYER_SET;
use md2_anim::{LoopMode, Playback, find_sequence};

const WIDTH: usize = 8;

fn main() {
    let sequences = PLAYER_SET.sequences(198);
    let run = find_sequence(&sequences, "run").expect("a player has a run");
    println!(
        "{} ({}): frames {}..={} at {} fps",
        run.name,
        run.readable_name(),
        run.first,
        run.last,
        run.fps
    );

    for mode in [LoopMode::Loop, LoopMode::Once, LoopMode::PingPong] {
        let mut playback = Playback::for_sequence(run);
        playback.set_mode(mode);
        let period = playback.period().map_or(0, |period| period.as_millis());
        println!(
            "\n{mode}, {period} ms\n{:>9}  {:<19}{}",
            "time",
            "frame a, b, blend",
            ruler(run.first, run.last, mode)
        );

        for step in 0..=15 {
            let pose = playback.pose();
            let place = (pose.frame_a - run.first) as f32 + pose.blend;
            #[expect(
                clippy::cast_possible_truncation,
                clippy::cast_sign_loss,
                reason = "a column of the diagram"
            )]
            let column = (place * WIDTH as f32).round() as usize;
            let mark = " ".repeat(column) + "*";
            println!(
                "{:>6} ms  {:>3}, {:>3}, {:.2}     {mark}",
                step * 60,
                pose.frame_a,
                pose.frame_b,
                pose.blend
            );
            let events = playback.advance(Duration::from_millis(60));
            if events.ended {
                println!("{:>9}  ended", "");
            } else if events.loops > 0 {
                println!("{:>9}  loop completed", "");
            }
        }
    }
}

/// Returns the line of keyframes above the diagram. In a loop, it repeats the first keyframe at the end.
fn ruler(first: u32, last: u32, mode: LoopMode) -> String {
    let again = if mode == LoopMode::Loop { Some(first) } else { None };
    (first..=last)
        .chain(again)
        .map(|frame| format!("{frame:<WIDTH$}"))
        .collect::<String>()
        .trim_end()
        .to_owned()
}
