//! A bouncing ball with two keyframes (on the ground and at the top), played in ping-pong mode.
//!
//! `Easing::Out` slows the ball down on its way up and speeds it up on its way down. The output shows its path, rotated by 90 degrees.
//!
//! ```text
//! cargo run -q -p md2-anim --example bouncing_ball
//! ```

use std::time::Duration;

use md2_anim::{Easing, LoopMode, Playback};

const GROUND: u32 = 0;
const TOP: u32 = 1;

fn main() {
    let mut ball = Playback::new(GROUND, TOP, 4.0, LoopMode::PingPong);
    ball.set_easing(Easing::Out);

    let mut bounces = 0;
    for frame in 0..=48 {
        let pose = ball.pose();
        #[expect(clippy::cast_possible_truncation, reason = "a column in 0..=40")]
        let height = (pose.weight_of(TOP) * 40.0).round() as usize;
        println!("{:>5} ms |{}o", frame * 25, " ".repeat(height));

        let step = ball.advance(Duration::from_millis(25));
        bounces += step.frames().filter(|&frame| frame == GROUND).count();
    }
    println!("{bounces} bounces; one takes {:?}", ball.period().expect("a moving ball has a period"));
}
