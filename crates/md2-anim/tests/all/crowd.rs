//! Crowds: everybody at a moment of its own, the same in one step and in many, and nothing allocated on the way.

use std::time::Duration;

use md2_anim::{Crowd, LoopMode, PLAYER, Playback, Pose, Sequence};
use md2_testdata::heap;

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
fn everybody_plays_as_a_playback_by_itself() {
    let mut crowd = crowd(100);
    let mut alone: Vec<Playback> = crowd.playbacks().to_vec();
    let step = Duration::from_millis(16);
    for _ in 0..500 {
        crowd.advance(step);
    }
    for playback in &mut alone {
        playback.advance(step * 500);
    }
    assert_eq!(poses(&crowd), alone.iter().map(Playback::pose).collect::<Vec<_>>());
    assert!(alone.iter().all(|playback| playback.mode() == LoopMode::Loop && !playback.is_finished()));
}

#[test]
fn phases_differ_and_stay_in_their_sequences() {
    let run = Sequence::new("run", 40, 45);
    let mut crowd = Crowd::default();
    (0..60).for_each(|i| crowd.push(&run, i as f32 / 60.0, 1.0));
    crowd.advance(Duration::from_secs(3));
    let mut seen = poses(&crowd);
    assert!(seen.iter().all(|pose| (40..=45).contains(&pose.frame_a) && (40..=45).contains(&pose.frame_b)));
    seen.dedup();
    assert_eq!(seen.len(), 60, "no two alike");
}

#[test]
fn speeds_are_one_for_all_times_each_ones_own() {
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

#[test]
fn advancing_allocates_nothing() {
    let mut crowd = crowd(1000);
    let (_, made) = heap::allocations(|| {
        crowd.advance(Duration::from_millis(16));
        crowd.poses().map(|pose| pose.blend).sum::<f32>()
    });
    assert_eq!(made, 0);
}
