//! Properties that hold for arbitrary names and texts. The fuzz targets and the stable fuzzer share this folder.

#![allow(dead_code, reason = "each program uses only a part")]

pub(crate) mod seeds;

use core::time::Duration;

use md2_anim::quake3::{AnimationConfig, MAX_ROWS};
use md2_anim::{
    Detection, EvidenceKind, MdlFrame, Playback, Script, ScriptError, Sequence, SequenceList, detect,
    detect_md3, detect_mdl, find_sequence, opening_sequence, readable_name,
};
use md2_testdata::heap::{self, CountingAllocator};

#[global_allocator]
static HEAP: CountingAllocator = CountingAllocator;

const FRAME_COUNTS: [u32; 5] = [0, 1, 7, 198, u32::MAX];

/// The maximum number of bytes of memory per byte of input. A name of one letter can begin a sequence, which takes a hundred bytes in each list of
/// sequences.
const MEMORY_PER_BYTE: usize = 1024;

pub(crate) fn names(text: &[u8]) {
    let names: Vec<&[u8]> = text.split(|&byte| byte == b'\n').collect();
    let md2 = bounded(text, || detect(names.iter().copied()));
    let md3 = bounded(text, || detect_md3(names.iter().copied()));
    // A first byte below 8 makes the frame a group; the byte is its number of poses.
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
        check_detection(detection);
    }
    let mut carried = mdl.clone();
    if carried.follow_body(&md2) {
        assert!(covers_all_frames(carried.sequences(), carried.frame_count), "{carried:?}");
        assert_eq!(carried.alternatives[0], mdl.best);
    } else {
        assert_eq!(carried, mdl);
    }
}

pub(crate) fn script(text: &[u8]) {
    for read in [Script::parse, Script::parse_cube] {
        match bounded(text, || read(text)) {
            Ok(script) => {
                for count in FRAME_COUNTS {
                    let list = script.sequences_for(count);
                    assert!(list.sequences.len() <= script.sequences.len());
                    check_playback(&list, count);
                }
                let mut detection = detect([&b"run1"[..], b"run2", b"die1"]);
                detection.prefer_script(&script);
                let evidence = detection.evidence();
                assert_eq!(evidence.kind, EvidenceKind::Script);
            }
            Err(error) => check_error(text, &error),
        }
    }
}

pub(crate) fn config(text: &[u8]) {
    match bounded(text, || AnimationConfig::parse(text)) {
        Ok(config) => {
            assert!((1..=MAX_ROWS).contains(&config.rows.len()));
            let again = AnimationConfig::parse(config.to_text().as_bytes()).expect("a written file");
            assert_eq!(again.rows, config.rows);
            for count in FRAME_COUNTS {
                for list in [config.lower(count), config.upper(count)] {
                    check_playback(&list, count);
                    assert!(list.sequences.iter().all(|sequence| sequence.fps > 0.0), "{list:?}");
                }
            }
        }
        Err(error) => check_error(text, &error),
    }
}

fn bounded<T>(text: &[u8], run: impl FnOnce() -> T) -> T {
    let (result, peak) = heap::peak(run);
    let allowed = MEMORY_PER_BYTE * (text.len() + 64);
    assert!(peak <= allowed, "{peak} bytes of memory for {} bytes of text", text.len());
    result
}

fn check_detection(detection: &Detection) {
    assert!(!detection.evidence().to_string().is_empty());
    for list in detection.candidates() {
        // The standard table does not cover the frames after it.
        if list.evidence.kind != EvidenceKind::PlayerTable {
            assert!(covers_all_frames(&list.sequences, detection.frame_count), "{list:?}");
        }
        check_playback(list, detection.frame_count);
        assert!(list.sequences.iter().all(|sequence| !sequence.name.is_empty()), "{list:?}");
    }
}

fn covers_all_frames(sequences: &[Sequence], frame_count: u32) -> bool {
    let mut next = 0;
    sequences.iter().all(|s| s.first == std::mem::replace(&mut next, s.last + 1) && s.first <= s.last)
        && next == frame_count
}

fn check_playback(list: &SequenceList, frame_count: u32) {
    assert!(!list.evidence.to_string().is_empty());
    let opening = opening_sequence(&list.sequences);
    assert!(opening.map_or(list.sequences.is_empty(), |at| at < list.sequences.len()));
    // Checking all sequences would take quadratic time.
    for sequence in list.sequences.iter().take(64) {
        assert!(sequence.first <= sequence.last && sequence.last < frame_count, "{sequence:?}");
        assert!(sequence.fps >= 0.0 && sequence.fps.is_finite(), "{sequence:?}");
        assert!(!readable_name(&sequence.name).is_empty() || sequence.name.is_empty());
        assert!(find_sequence(&list.sequences, &sequence.name).is_some());
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

fn check_error(text: &[u8], error: &ScriptError) {
    let lines = 1 + text.iter().filter(|&&byte| byte == b'\n').count();
    assert!((1..=lines).contains(&error.line) && (1..=text.len() + 1).contains(&error.column), "{error}");
    assert!(error.to_string().starts_with("line "));
}
