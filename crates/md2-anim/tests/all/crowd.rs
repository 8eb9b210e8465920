//! Playback in crowds: start positions, speeds and exact times.

use std::time::Duration;

use md2_anim::quake2::PLAYER;
use md2_anim::{Crowd, Pose, Sequence};

fn crowd(count: usize) -> Crowd {
    let mut crowd = Crowd::default();
    for i in 0..count {
        let row = PLAYER[i % PLAYER.len()];
        let sequence = Sequence::new(row.name, row.first, row.last);
        crowd.push(&sequence, i as f32 / count as f32, 1.0 + (i % 7) as f32 / 16.0);
    }
    crowd
}

fn poses(crowd: &Crowd) -> Vec<Pose> {
    crowd.poses().collect()
}

#[test]
fn many_steps_equal_one_step() {
    let mut crowd = crowd(100);
    let mut at_once = crowd.clone();
    let step = Duration::from_millis(16);
    for _ in 0..500 {
        crowd.advance(step);
    }
    at_once.advance(step * 500);
    assert_eq!(poses(&crowd), poses(&at_once));
    // Sequences that play once are looped.
    let before = poses(&crowd);
    crowd.advance(Duration::from_millis(16));
    assert!(before.iter().zip(poses(&crowd)).all(|(before, after)| *before != after));
}

#[test]
fn multiplies_common_and_individual_speeds() {
    let run = Sequence::new("run", 0, 9);
    let mut crowd = Crowd::default();
    crowd.push(&run, 0.0, 0.5);
    crowd.push(&run, 0.0, 1.0);
    crowd.set_speed(2.0);
    crowd.push(&run, 0.0, 1.5);
    crowd.advance(Duration::from_millis(200));
    let keys: Vec<u32> = crowd.poses().map(|pose| pose.nearest()).collect();
    assert_eq!(keys, [2, 4, 6]);
    crowd.step(-1);
    let keys: Vec<u32> = crowd.poses().map(|pose| pose.nearest()).collect();
    assert_eq!(keys, [1, 3, 5]);
}
