//! A ball of two keys: on the ground and at the top, played back and forth.
//!
//! Rising it slows down (`Easing::Out`); falling it goes through the same pictures in mirrored order, and so gains speed.
//! Turned a quarter to the left, the output is a picture of its path.
//!
//! ```text
//! cargo run -q -p md2-anim --example bouncing_ball
//! ```

use std::time::Duration;

use md2_anim::{Easing, Playback};

const GROUND: u32 = 0;
const TOP: u32 = 1;

fn main() {
    let mut ball = Playback::back_and_forth(GROUND, TOP, Duration::from_millis(300));
    ball.set_easing(Easing::Out);

    let mut bounces = 0;
    for frame in 0..=48 {
        let pose = ball.pose();
        #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "a column, 0..=40")]
        let height = (pose.weight_of(TOP) * 40.0).round() as usize;
        println!("{:>5} ms |{}o", frame * 25, " ".repeat(height));

        let step = ball.advance(Duration::from_millis(25));
        bounces += step.times_reached(GROUND);
    }
    println!("{bounces} bounces; one takes {:?}", ball.period().expect("it moves"));
}
