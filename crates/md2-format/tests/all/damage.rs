//! Random damage: what is salvaged was in the file, and what the damage did not touch is salvaged.

use crate::damaging::{FIELDS, field, files, invents_nothing, put, wrong};
use md2_format::{Md2, Repair, salvage};
use md2_testdata::random::Random;

#[test]
fn one_wrong_number_of_the_header_loses_nothing() {
    let mut random = Random::new(9);
    let mut salvaged_files = 0;
    for (index, file) in files().iter().enumerate() {
        let original = Md2::parse(file).unwrap().to_model();
        for round in 0..130 {
            let which = FIELDS.start + round % FIELDS.len();
            let mut damaged = file.clone();
            put(&mut damaged, 4 * which, wrong(&mut random, field(file, which), file.len()));
            if Md2::parse(&damaged).is_ok() {
                continue;
            }
            let what = format!(
                "file {index}, field {which}: {} became {}",
                field(file, which),
                field(&damaged, which)
            );
            let salvaged = salvage(&damaged).unwrap_or_else(|error| panic!("{what}: {error}"));
            invents_nothing(&salvaged, &original, &what);
            let model = salvaged.model;
            let is_whole = model.skins == original.skins
                && model.st == original.st
                && model.triangles == original.triangles
                && model.frames == original.frames;
            assert!(is_whole, "{what}:\n{:#?}", salvaged.repairs);
            salvaged_files += 1;
        }
    }
    assert!(salvaged_files > 1000, "{salvaged_files}");
}

/// Changes each file so many times. What is salvaged of a file that does not parse was in it.
fn salvages_what_was_there(seed: u64, rounds: usize, mut change: impl FnMut(&mut Vec<u8>, &mut Random)) {
    let mut random = Random::new(seed);
    for (index, file) in files().iter().enumerate() {
        let original = Md2::parse(file).unwrap().to_model();
        for round in 0..rounds {
            let mut damaged = file.clone();
            change(&mut damaged, &mut random);
            if let (Err(_), Ok(salvaged)) = (Md2::parse(&damaged), salvage(&damaged)) {
                let changed: Vec<_> =
                    FIELDS.filter(|&f| damaged.get(4 * f..4 * f + 4) != file.get(4 * f..4 * f + 4)).collect();
                let what =
                    format!("file {index}, round {round}, {} bytes, fields {changed:?}", damaged.len());
                invents_nothing(&salvaged, &original, &what);
            }
        }
    }
}

#[test]
fn two_wrong_numbers_of_the_header_invent_nothing() {
    salvages_what_was_there(10, 60, |file, random| {
        let original = file.clone();
        for which in [0, 1].map(|_| FIELDS.start + random.below(FIELDS.len())) {
            put(file, 4 * which, wrong(random, field(&original, which), original.len()));
        }
    });
}

#[test]
fn a_cut_and_a_wrong_number_invent_nothing() {
    salvages_what_was_there(11, 60, |file, random| {
        let length = file.len();
        file.truncate(68 + random.below(length - 68));
        let which = FIELDS.start + random.below(FIELDS.len());
        if random.below(2) == 0 {
            let value = wrong(random, field(file, which), length);
            put(file, 4 * which, value);
        }
    });
}

#[test]
fn senseless_frames_are_dropped_and_the_others_kept() {
    let mut random = Random::new(12);
    for (index, file) in files().iter().enumerate() {
        let view = Md2::parse(file).unwrap();
        let original = view.to_model();
        let (frames, stride) = (field(file, 14), field(file, 4));
        let start =
            |frame: usize| usize::try_from(frames).unwrap() + frame * usize::try_from(stride).unwrap();
        if original.frames.len() < 4 {
            continue;
        }
        for _ in 0..10 {
            let mut damaged = file.clone();
            // Without a wrong version the file would be accepted as it is.
            put(&mut damaged, 4, 7);
            let bad = random.below(original.frames.len());
            let value = [1.0e35_f32, -3.0e9, 1.0e-30, f32::MIN_POSITIVE / 8.0][random.below(4)];
            let at = start(bad) + 4 * random.below(3);
            damaged[at..at + 4].copy_from_slice(&value.to_le_bytes());
            let salvaged = salvage(&damaged).unwrap();
            let what = format!("file {index}, frame {bad}: {value}");
            assert_eq!(
                salvaged.repairs[..2],
                [Repair::Version { found: 7 }, Repair::Senseless { frame: bad }],
                "{what}"
            );
            let mut others = original.frames.clone();
            others.remove(bad);
            assert!(salvaged.model.frames == others, "{what}");
            invents_nothing(&salvaged, &original, &what);
        }
    }
}

#[test]
fn bytes_that_are_missing_or_too_many_invent_no_frame() {
    let mut random = Random::new(15);
    for (index, file) in files().iter().enumerate() {
        let original = Md2::parse(file).unwrap().to_model();
        let frames = usize::try_from(field(file, 14)).unwrap();
        for _ in 0..20 {
            let at = frames + random.below(file.len() - frames);
            let mut damaged = file.clone();
            let count = 1 + random.below(30);
            if random.below(2) == 0 {
                damaged.drain(at..(at + count).min(file.len()));
            } else {
                damaged.splice(at..at, std::iter::repeat_n(0xcc, count));
            }
            put(&mut damaged, 4, 9);
            if let Ok(salvaged) = salvage(&damaged) {
                let kept =
                    salvaged.model.frames.iter().filter(|frame| original.frames.contains(frame)).count();
                let what =
                    format!("file {index}, {count} bytes at {at}: {kept} of {}", salvaged.model.frames.len());
                // A frame that ends the file may have lost or gained some inside it, and nothing follows to tell.
                assert!(kept + 1 >= salvaged.model.frames.len(), "{what}\n{:#?}", salvaged.repairs);
            }
        }
    }
}
