//! Salvage of files with random damage to the header and to frames. Every salvaged record was in the file, and no
//! undamaged record is lost.

use crate::damaging::{files, invents_nothing, many_generated};
use md2_format::check::Code;
use md2_format::model::{Layout, Model};
use md2_format::{Md2, Repair, Section, Verdict, salvage, stripify, text_damage, verdict};
use md2_testdata::corpus;
use md2_testdata::damage::{field, put};
use md2_testdata::random::Random;

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
            let code = verdict(&damaged).reason().map(|reason| reason.code);
            assert_eq!(code, Some(Code::FarAway), "{what}");
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
        assert_eq!(verdict(file.bytes()), Verdict::Sound, "{scale} {translate}");
        file.set_i32("version", 7);
        let salvaged = salvage(file.bytes()).unwrap();
        assert_eq!(salvaged.repairs, [Repair::Version { found: 7 }], "{scale} {translate}");
        assert!(salvaged.model.frames == original.frames);
    }
}

/// A large model has no frame that is much larger than the others. Its largest coordinate is 60,000 units.
#[test]
fn frames_of_a_large_model_are_kept() {
    let mut file = md2_testdata::with_frames(["", "", "", "", ""]).build();
    for frame in 0..5 {
        for axis in 0..3 {
            file.set_f32(&format!("frame[{frame}].scale[{axis}]"), 235.0);
            file.set_f32(&format!("frame[{frame}].translate[{axis}]"), 75.0);
        }
    }
    let original = Md2::parse(file.bytes()).unwrap().to_model();
    file.set_i32("version", 7);
    let salvaged = salvage(file.bytes()).unwrap();
    assert_eq!(salvaged.repairs, [Repair::Version { found: 7 }]);
    assert!(salvaged.model.frames == original.frames);
    // A frame that is more than ten times as large as the others is dropped.
    file.set_f32("frame[2].translate[0]", 700_000.0);
    let repairs = salvage(file.bytes()).unwrap().repairs;
    assert_eq!(repairs, [Repair::Version { found: 7 }, Repair::Senseless { frame: 2 }]);
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
            let verdict = verdict(&damaged);
            assert_ne!(verdict, Verdict::Sound, "field {which} {change:+}");
            if matches!(verdict, Verdict::Refused(_)) {
                continue;
            }
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

fn with_commands(file: &[u8]) -> Vec<u8> {
    let mut model = Md2::parse(file).unwrap().to_model();
    model.gl_commands = stripify(&model.triangles, &model.st).to_words(model.skin_size());
    model.layout = Layout::default();
    model.to_bytes().unwrap()
}

#[test]
fn missing_and_extra_bytes_cost_only_the_records_at_their_place() {
    let mut random = Random::new(31);
    let mut files: Vec<_> = many_generated().iter().map(|file| with_commands(file)).collect();
    files.extend(corpus::files("md2").into_iter().map(|(_, bytes)| bytes).filter(|file| field(file, 9) > 0));
    // The records of tiny models are often plausible at other offsets, too.
    let are_many = |file: &[u8]| field(file, 6) >= 20 && field(file, 8) >= 32 && field(file, 10) > 2;
    for (index, file) in files.iter().enumerate().filter(|(_, file)| are_many(file)) {
        let original = Md2::parse(file).unwrap().to_model();
        // The skins, skin coordinates, triangles and frames.
        for section in 0..4 {
            let [start, next] = [11, 12].map(|word| usize::try_from(field(file, word + section)).unwrap());
            for (bytes, is_loss) in [(1, true), (1, false), (2, true), (4, false), (34, false), (34, true)] {
                if next < start + 2 * bytes {
                    continue;
                }
                let at = start + random.below(next - start - bytes);
                let (mut damaged, end) = (file.clone(), if is_loss { at + bytes } else { at });
                let inserted = (0..if is_loss { 0 } else { bytes }).map(|_| random.byte());
                damaged.splice(at..end, inserted);
                let what = format!("file {index}, section {section}: {bytes} bytes at {at}, lost: {is_loss}");
                if text_damage(&damaged).is_some() {
                    continue;
                }
                let salvaged = salvage(&damaged).unwrap_or_else(|error| panic!("{what}: {error}"));
                let (model, repairs) = (&salvaged.model, &salvaged.repairs);
                let touched = 2 + bytes / 4;
                let is_some = |some: usize, all: usize| some <= all && some + touched >= all;
                assert!(is_some(model.triangles.len(), original.triangles.len()), "{what}\n{repairs:?}");
                assert!(is_some(model.frames.len(), original.frames.len()), "{what}\n{repairs:?}");
                assert!(section == 3 || model.frames == original.frames, "{what}\n{repairs:?}");
                assert!(!repairs.is_empty() && !salvaged.is_restored(), "{what}");
            }
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
    let dropped = Repair::Unproven { section: Section::Frames, first: 1, dropped: 1 };
    assert!(salvaged.repairs.contains(&dropped) && !salvaged.keeps_all());
}
