//! What must hold for any names and texts whatsoever. The fuzz targets and the stable test share this folder.

#![allow(dead_code, reason = "each user has a part of this")]

pub(crate) mod seeds;

use core::time::Duration;

use md2_anim::quake3::{ANIMATIONS, AnimationConfig, FILE_ROWS};
use md2_anim::{
    Detection, Evidence, MdlFrame, Playback, Script, ScriptError, Sequence, SequenceList, detect, detect_md3,
    detect_mdl, find_sequence, opening_sequence, readable_name,
};
use md2_testdata::heap::{self, CountingAllocator};

#[global_allocator]
static HEAP: CountingAllocator = CountingAllocator;

/// Numbers of frames a model may have, whatever a text says.
const FRAME_COUNTS: [u32; 5] = [0, 1, 7, 198, u32::MAX];

/// Bytes of memory for each byte of input: a sequence, of which a name of one letter may begin one, takes a hundred
/// in each of the readings that are compared.
const BYTES_A_BYTE: usize = 1024;

/// Every frame belongs to one sequence of each reading, and each sequence plays.
pub(crate) fn names(text: &[u8]) {
    let names: Vec<&[u8]> = text.split(|&byte| byte == b'\n').collect();
    let md2 = bounded(text, || detect(names.iter().copied()));
    let md3 = bounded(text, || detect_md3(names.iter().copied()));
    // Each name's first byte says whether it is a group, and of how many poses.
    let ends = [0.1, 0.2, f32::NAN, 0.05, 1.0e9, f32::INFINITY, -1.0];
    let frames: Vec<MdlFrame<'_>> = names
        .iter()
        .map(|&name| match name {
            [first, name @ ..] if *first < 8 => MdlFrame::group(name, &ends[..usize::from(*first)]),
            name => MdlFrame::single(name),
        })
        .collect();
    let stem = String::from_utf8_lossy(names[0]);
    let mdl = bounded(text, || detect_mdl(&stem, frames.iter().cloned()));
    let poses: u32 = frames.iter().map(|frame| frame.poses).sum();
    assert_eq!([md2.frame_count, md3.frame_count].map(|count| count as usize), [names.len(); 2]);
    assert_eq!(mdl.frame_count, poses);
    for detection in [&md2, &md3, &mdl] {
        detected(detection);
    }
    let mut carried = mdl.clone();
    if carried.follow_body(&md2) {
        assert!(covers(carried.sequences(), carried.frame_count), "{carried:?}");
    }
}

/// A script is read, or refused with the place of what is wrong.
pub(crate) fn script(text: &[u8]) {
    for read in [Script::parse, Script::parse_cube] {
        match bounded(text, || read(text)) {
            Ok(script) => {
                for count in FRAME_COUNTS {
                    let split = script.split(count);
                    assert!(split.sequences.len() <= script.sequences.len());
                    playable(&split, count);
                }
                let mut detection = detect([&b"run1"[..], b"run2", b"die1"]);
                detection.prefer_script(&script);
                let evidence = detection.evidence();
                assert!(matches!(evidence, Evidence::Script { .. }), "{evidence:?}");
            }
            Err(error) => explain(text, &error),
        }
    }
}

/// An `animation.cfg` is read, or refused with the place of what is wrong.
pub(crate) fn config(text: &[u8]) {
    match bounded(text, || AnimationConfig::parse(text)) {
        Ok(config) => {
            assert!((1..=FILE_ROWS).contains(&config.rows.len()));
            assert!(config.notes.iter().all(|note| !note.to_string().is_empty()));
            for count in FRAME_COUNTS {
                for split in [config.lower(count), config.upper(count)] {
                    playable(&split, count);
                    assert!(split.sequences.iter().all(|sequence| sequence.fps > 0.0), "{split:?}");
                }
            }
            let is_there = |row: usize| row < config.rows.len();
            assert!(ANIMATIONS.iter().all(|one| config.row(one).is_some() || !is_there(one.row)));
        }
        Err(error) => explain(text, &error),
    }
}

/// Runs `run` and expects it to need no more memory than the input can stand for.
fn bounded<T>(text: &[u8], run: impl FnOnce() -> T) -> T {
    let (result, peak) = heap::peak(run);
    let allowed = BYTES_A_BYTE * (text.len() + 64);
    assert!(peak <= allowed, "{peak} bytes of memory for {} bytes of text", text.len());
    result
}

/// Readings of names are in order, without gaps, and differ.
fn detected(detection: &Detection) {
    assert!(!detection.evidence().to_string().is_empty());
    for split in detection.splits() {
        // The bare table knows nothing of frames after its own.
        if split.evidence != Evidence::StandardTable {
            assert!(covers(&split.sequences, detection.frame_count), "{split:?}");
        }
        playable(split, detection.frame_count);
        assert!(split.sequences.iter().all(|sequence| !sequence.name.is_empty()), "{split:?}");
        if let Some(at) = split.opening_sequence() {
            assert!(at < split.sequences.len());
        }
    }
}

fn covers(sequences: &[Sequence], frame_count: u32) -> bool {
    let mut next = 0;
    sequences.iter().all(|s| s.first == std::mem::replace(&mut next, s.last + 1) && s.first <= s.last)
        && next == frame_count
}

/// Every sequence has names to be found by and shows only frames of its own, however much time passes.
fn playable(split: &SequenceList, frame_count: u32) {
    assert!(!split.evidence.to_string().is_empty());
    assert_eq!(opening_sequence(&split.sequences).is_none(), split.sequences.is_empty());
    // As many as the largest of the games' models has; all would take the square of the input's time.
    for sequence in split.sequences.iter().take(64) {
        assert!(sequence.first <= sequence.last && sequence.last < frame_count, "{sequence:?}");
        assert!(sequence.fps >= 0.0 && sequence.fps.is_finite(), "{sequence:?}");
        assert!(!readable_name(&sequence.name).is_empty() || sequence.name.is_empty());
        assert!(find_sequence(&split.sequences, &sequence.name).is_some());
        let mut playback = Playback::for_sequence(sequence);
        for time in [Duration::ZERO, Duration::from_millis(33), Duration::from_secs(86_400), Duration::MAX] {
            playback.advance(time);
            let pose = playback.pose();
            let is_inside = sequence.contains(pose.frame_a) && sequence.contains(pose.frame_b);
            assert!(is_inside, "{pose:?} of {sequence:?}");
            assert!((0.0..=1.0).contains(&pose.blend), "{pose:?}");
        }
        playback.seek_seconds(f64::from(sequence.fps) * -1.0e9);
        assert!(sequence.contains(playback.pose().nearest()));
    }
}

/// The place is one of the text.
fn explain(text: &[u8], error: &ScriptError) {
    let lines = 1 + text.iter().filter(|&&byte| byte == b'\n').count();
    assert!((1..=lines).contains(&error.line) && (1..=text.len() + 1).contains(&error.column), "{error}");
    assert!(error.to_string().starts_with("line "));
}
