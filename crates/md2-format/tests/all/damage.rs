//! Salvage of files with random damage to the header and to frames. Every salvaged record was in the file, and no
//! undamaged record is lost.

use crate::damaging::{FIELDS, field, files, invents_nothing, put, wrong};
use md2_format::{Md2, Repair, salvage};
use md2_testdata::random::Random;

#[test]
fn one_wrong_number_in_the_header_loses_nothing() {
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

#[test]
fn absurd_frames_are_dropped_and_the_others_kept() {
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
            // Parsing must reject the file, so it gets a wrong version.
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
