//! A million playbacks, each let pass one sixtieth of a second and asked for its pose. One thread; the aim is 20 ms.

use std::hint::black_box;
use std::time::Duration;

use criterion::{Criterion, Throughput};
use md2_anim::{Crowd, KeyTimes, LoopMode, PLAYER, Playback, Sequence, detect};

const COUNT: usize = 1_000_000;
const STEP: Duration = Duration::from_nanos(16_666_667);

/// A crowd in all sequences and modes, at several speeds and places, as many a sixtieth apart as there are.
fn crowd() -> Vec<Playback> {
    const MODES: [LoopMode; 3] = [LoopMode::Loop, LoopMode::Once, LoopMode::PingPong];
    let one = |i: usize| {
        let row = PLAYER[i % PLAYER.len()];
        let mut playback = Playback::new(row.first, row.last, row.tutorial_fps, MODES[i % 3]);
        playback.set_speed([0.5, 1.0, 1.5, 2.0][i % 4]);
        playback.set_reversed(i.is_multiple_of(5));
        playback.set_position((i % 997) as f32 / 997.0);
        playback
    };
    (0..COUNT).map(one).collect()
}

fn benchmarks(c: &mut Criterion) {
    let mut group = c.benchmark_group("a million playbacks");
    group.throughput(Throughput::Elements(COUNT as u64)).sample_size(20);
    let mut playbacks = crowd();
    group.bench_function("advance", |b| {
        b.iter(|| {
            for playback in &mut playbacks {
                playback.advance(black_box(STEP));
            }
        });
    });
    group.bench_function("advance and pose", |b| {
        b.iter(|| {
            let mut sum = 0.0;
            for playback in &mut playbacks {
                playback.advance(black_box(STEP));
                sum += playback.pose().blend;
            }
            black_box(sum)
        });
    });
    group.bench_function("pose", |b| {
        b.iter(|| black_box(playbacks.iter().map(|playback| playback.pose().blend).sum::<f32>()));
    });
    let mut figures = Crowd::default();
    for i in 0..COUNT {
        let row = PLAYER[i % PLAYER.len()];
        figures.push(
            &Sequence::new(row.name, row.first, row.last),
            (i % 997) as f32 / 997.0,
            [0.9, 1.0, 1.1][i % 3],
        );
    }
    group.bench_function("a crowd: advance and pose", |b| {
        b.iter(|| {
            figures.advance(black_box(STEP));
            black_box(figures.poses().map(|pose| pose.blend).sum::<f32>())
        });
    });
    group.finish();

    let mut group = c.benchmark_group("one playback");
    let mut playback = Playback::new(40, 45, 10.0, LoopMode::Loop);
    for (name, time) in
        [("a sixtieth", STEP), ("a year", Duration::from_secs(31_557_600)), ("all time", Duration::MAX)]
    {
        group.bench_function(name, |b| b.iter(|| playback.advance(black_box(time)).keys()));
    }
    group.finish();

    let mut group = c.benchmark_group("one playback with times of its own");
    let ends = (1..=64).scan(0.0, |end, key| {
        *end += [0.1, 0.05, 0.2][key % 3];
        Some(*end)
    });
    let times = KeyTimes::from_ends(ends).expect("they rise");
    let mut playback = Playback::for_sequence(&Sequence::new("flame", 0, 63).with_times(times));
    for (name, time) in [("a sixtieth", STEP), ("a year", Duration::from_secs(31_557_600))] {
        group.bench_function(name, |b| b.iter(|| playback.advance(black_box(time)).keys()));
    }
    group.bench_function("pose", |b| b.iter(|| black_box(&playback).pose()));
    group.finish();

    let names: Vec<String> = PLAYER
        .iter()
        .flat_map(|row| (1..=row.frame_count()).map(move |i| format!("{}{i:02}", row.name)))
        .collect();
    c.bench_function("detect 198 frames", |b| {
        b.iter(|| detect(names.iter().map(|name| black_box(name.as_bytes()))));
    });
}

fn main() {
    let mut criterion = Criterion::default().configure_from_args();
    benchmarks(&mut criterion);
    criterion.final_summary();
}
