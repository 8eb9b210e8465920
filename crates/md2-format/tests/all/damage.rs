//! Salvage of files with random damage to the header and to frames. Every salvaged record was in the file, and no
//! undamaged record is lost.

use crate::damaging::{FIELDS, files, invents_nothing};
use md2_format::model::Model;
use md2_format::{Md2, ParseErrorKind, Repair, salvage};
use md2_testdata::damage::{field, put, wrong};
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
            let bad = random.below(original.frames.len());
            // Parsing accepts these numbers, because they are finite. Maps end at 4096 units.
            let value = [1.0e35_f32, -3.0e9, 1.0e12, 1.0e5][random.below(4)];
            let at = start(bad) + 4 * random.below(3);
            damaged[at..at + 4].copy_from_slice(&value.to_le_bytes());
            let salvaged = salvage(&damaged).unwrap();
            let what = format!("file {index}, frame {bad}: {value}");
            assert_eq!(salvaged.repairs, [Repair::Senseless { frame: bad }], "{what}");
            let damage = Md2::parse(&damaged).unwrap().damage();
            assert!(
                matches!(damage.map(|error| error.kind), Some(ParseErrorKind::FarFrame { .. })),
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
fn frames_that_shrink_or_move_away_are_kept() {
    // An effect shrinks to a point, and a sword is hidden outside the map. Salvage must not drop these frames. The
    // wrong version makes salvage necessary.
    for (scale, translate) in [(1.0e-30, 0.0), (f32::MIN_POSITIVE / 8.0, -24.0), (0.0, 0.0), (0.25, 9000.0)] {
        let mut file = md2_testdata::with_frames(["a1", "a2", "a3", "a4", "a5"]).build();
        for frame in [3, 4] {
            for axis in 0..3 {
                file.set_f32(&format!("frame[{frame}].scale[{axis}]"), scale);
                file.set_f32(&format!("frame[{frame}].translate[{axis}]"), translate);
            }
        }
        let original = Md2::parse(file.bytes()).unwrap().to_model();
        assert!(Md2::parse(file.bytes()).unwrap().damage().is_none(), "{scale} {translate}");
        file.set_i32("version", 7);
        let salvaged = salvage(file.bytes()).unwrap();
        assert_eq!(salvaged.repairs, [Repair::Version { found: 7 }], "{scale} {translate}");
        assert!(salvaged.model.frames == original.frames);
    }
}

#[test]
fn a_section_ends_where_the_next_one_begins() {
    for file in files().iter().filter(|file| field(file, 5) > 0) {
        let original = Md2::parse(file).unwrap().to_model();
        // The indices of header fields: the counts of skins and skin coordinates, and the offsets of skin coordinates
        // and triangles.
        for (which, change) in [(5, 1), (7, 3), (7, 40), (12, -4), (13, 8)] {
            let mut damaged = file.clone();
            put(&mut damaged, 4 * which, field(file, which) + change);
            let Ok(view) = Md2::parse(&damaged) else { continue };
            assert!(view.damage().is_some(), "field {which} {change:+}");
            let salvaged = salvage(&damaged).unwrap();
            // The original value follows from the other numbers of the header, so nothing is lost.
            invents_nothing(&salvaged, &original, &format!("field {which} {change:+}"));
            let counts = |model: &Model| {
                [model.skins.len(), model.st.len(), model.triangles.len(), model.frames.len()]
            };
            assert_eq!(counts(&salvaged.model), counts(&original), "field {which} {change:+}");
            assert!(!salvaged.is_restored() && salvaged.keeps_all());
        }
    }
}

#[test]
fn frames_are_found_by_their_own_structure() {
    for (index, file) in files().iter().enumerate() {
        let original = Md2::parse(file).unwrap().to_model();
        let frames = usize::try_from(field(file, 14)).unwrap();
        for extra in [&b"A"[..], b"AB", b"ABCD"] {
            let mut damaged = file.clone();
            damaged.splice(frames..frames, extra.iter().copied());
            let salvaged = salvage(&damaged).unwrap();
            assert!(salvaged.model.frames == original.frames, "file {index}: {:?}", salvaged.repairs);
            // If bytes are inserted after the triangles, the last triangles may seem shifted, because they are also
            // valid at the shifted offset.
            assert!(original.triangles.starts_with(&salvaged.model.triangles), "file {index}");
            assert!(!salvaged.is_restored());
        }
    }
}

#[test]
fn a_frame_with_missing_bytes_is_dropped_if_the_commands_show_it() {
    let mut file = md2_testdata::one_triangle().build().into_bytes();
    let commands = usize::try_from(field(&file, 15)).unwrap();
    let original = Md2::parse(&file).unwrap().to_model();
    file.drain(commands - 4..commands);
    // All numbers of the wrong vertex are in range, so parsing accepts the file.
    assert!(Md2::parse(&file).is_ok());
    let salvaged = salvage(&file).unwrap();
    assert_eq!(salvaged.model.frames, original.frames[..1]);
    assert!(salvaged.repairs.contains(&Repair::Torn { frame: 1 }) && !salvaged.keeps_all());
}
