//! Playback in crowds: start positions, speeds and loops.

use std::time::Duration;

use md2_anim::{Crowd, LoopMode, Sequence};

#[test]
fn models_have_their_own_start_and_speed_and_repeat() {
    // Without the crowd, this sequence would end at its last keyframe.
    let run = Sequence { mode: LoopMode::Once, ..Sequence::new("run", 0, 9) };
    let mut crowd = Crowd::default();
    crowd.push(&run, 0.0, 0.5);
    crowd.push(&run, 0.5, 1.0);
    crowd.set_speed(2.0);
    crowd.push(&run, 0.9, 1.5);
    crowd.advance(Duration::from_millis(200));
    let keys = |crowd: &Crowd| crowd.poses().map(|pose| pose.nearest()).collect::<Vec<u32>>();
    assert_eq!(keys(&crowd), [2, 9, 5]);
    crowd.step(-1);
    assert_eq!(keys(&crowd), [1, 8, 4]);
}
