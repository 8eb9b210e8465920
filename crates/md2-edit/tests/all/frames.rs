//! Tests of the frame operations. In the test models, frame `i` is `i` units higher than the first, or has coordinates of its own.

use md2_edit::Model;
use md2_testdata::{md3, mdl};

use crate::common::{parse, with_frames as models};

fn names(model: &Model) -> Vec<String> {
    model.frame_names().iter().map(ToString::to_string).collect()
}

fn heights(model: &Model) -> Vec<f32> {
    (0..model.frame_count()).map(|frame| model.frame_positions(frame)[0][2]).collect()
}

const NAMES: [&str; 6] = ["stand1", "stand2", "run1", "run2", "run3", "death"];

#[test]
fn selects_frames_by_numbers_names_sequences_and_patterns() {
    for model in models(&NAMES) {
        let check = |text: &str, expected: &[usize]| {
            assert_eq!(model.find_frames(text).as_deref(), Ok(expected), "{}: {text}", model.format());
        };
        check("3", &[3]);
        check("1..3", &[1, 2, 3]);
        check("4..", &[4, 5]);
        check("..1", &[0, 1]);
        check("STAND2..run2", &[1, 2, 3]);
        check("run", &[2, 3, 4]);
        check("run3, 0", &[4, 0]);
        check("*2", &[1, 3]);
        check("r*", &[2, 3, 4]);
        for (text, part) in [("6", "6"), ("run,jump", "jump"), ("x*", "x*"), ("run9..", "run9"), ("", "")] {
            let error = model.find_frames(text).unwrap_err().to_string();
            assert!(error.contains(&format!(" {part:?}; the model has ")), "{text}: {error}");
        }
        assert!(model.find_frames("3..1").is_err());
    }
}

#[test]
fn renames_sequences_ranges_patterns_and_single_frames() {
    for original in models(&NAMES) {
        let check = |old: &str, new: &str, expected: [&str; 6], changed: usize| {
            let mut model = original.clone();
            assert_eq!(model.rename_frames(old, new), Ok(changed), "{old}={new}");
            assert_eq!(names(&model), expected, "{old}={new}");
        };
        check("run", "walk", ["stand1", "stand2", "walk1", "walk2", "walk3", "death"], 3);
        check("0..2", "walk", ["walk1", "walk2", "walk3", "run2", "run3", "death"], 3);
        check("r*", "sprint_*", ["stand1", "stand2", "sprint_un1", "sprint_un2", "sprint_un3", "death"], 3);
        check("death", "die", ["stand1", "stand2", "run1", "run2", "run3", "die"], 1);
        check("5", "death", NAMES, 0);
        let mut model = original.clone();
        assert!(model.rename_frames("0", "a_name_of_17bytes").is_err());
        assert!(model.rename_frames("run", "b*").is_err(), "no star in the old name");
        assert!(model.rename_frames("s*d*", "b").is_err(), "two stars");
    }
}

#[test]
fn keeps_deletes_orders_and_copies_frames() {
    for original in models(&NAMES) {
        let edited = |edit: &dyn Fn(&mut Model)| {
            let mut model = original.clone();
            edit(&mut model);
            let read = Model::parse(&model.to_bytes().unwrap()).unwrap();
            assert_eq!(names(&read), names(&model));
            (names(&read), heights(&read))
        };
        let (found, at) = edited(&|model| model.keep_frames(&[4, 1]).unwrap());
        assert_eq!((found, at), (vec!["stand2".to_owned(), "run3".to_owned()], vec![1.0, 4.0]));
        let (_, at) = edited(&|model| model.delete_frames(&[0, 5]).unwrap());
        assert_eq!(at, [1.0, 2.0, 3.0, 4.0]);
        let (found, at) = edited(&|model| model.order_frames(&[5, 2]).unwrap());
        assert_eq!(at, [5.0, 2.0, 0.0, 1.0, 3.0, 4.0]);
        assert_eq!(found[..2], ["death", "run1"]);
        let (found, at) = edited(&|model| model.duplicate_frames(&[2, 3], Some("jog")).unwrap());
        assert_eq!(at, [0.0, 1.0, 2.0, 3.0, 2.0, 3.0, 4.0, 5.0]);
        assert_eq!(found[3..7], ["run2", "jog1", "jog2", "run3"]);
        let (found, at) = edited(&|model| model.reverse_frames(&[2, 3, 4]));
        assert_eq!((found, at), (NAMES.map(str::to_owned).to_vec(), vec![0.0, 1.0, 4.0, 3.0, 2.0, 5.0]));
        let mut model = original.clone();
        assert!(model.order_frames(&[1, 1]).is_err(), "a frame twice");
        assert!(model.delete_frames(&[0, 1, 2, 3, 4, 5]).is_err(), "no frame would remain");
        assert_eq!(model, original);
    }
}

#[test]
fn resamples_a_loop_through_its_end_and_other_sequences_between_their_ends() {
    // The heights are 0 1 2 | 3 4 5: a loop and a death, which plays once.
    for original in models(&["run1", "run2", "run3", "death1", "death2", "death3"]) {
        let mut model = original.clone();
        model.resample(None, 20.0).unwrap();
        // Halfway from height 2 back to height 0 is height 1.
        let expected = [0.0, 0.5, 1.0, 1.5, 2.0, 1.0, 3.0, 3.5, 4.0, 4.5, 5.0];
        for (found, expected) in heights(&model).iter().zip(expected) {
            assert!((found - expected).abs() < 0.01, "{}: {:?}", model.format(), heights(&model));
        }
        assert_eq!(model.frame_count(), expected.len());
        assert_eq!(names(&model)[4..8], ["run5", "run6", "death1", "death2"]);

        let mut model = original.clone();
        model.resample(Some("death"), 5.0).unwrap();
        assert_eq!(heights(&model), [0.0, 1.0, 2.0, 3.0, 5.0], "the ends remain");
        let mut model = original.clone();
        model.resample(None, 10.0).unwrap();
        assert_eq!(model, original, "the same rate");
        for rate in [0.0, -1.0, f32::NAN, f32::INFINITY] {
            assert!(model.resample(None, rate).is_err(), "{rate}");
        }
        assert!(model.resample(Some("jump"), 20.0).is_err());
        model.resample(Some("1..2"), 20.0).unwrap();
        assert_eq!(heights(&model)[..4], [0.0, 1.0, 1.5, 2.0], "the range is played once");
        assert_eq!(names(&model)[1..4], ["run1", "run2", "run3"]);
    }
}

#[test]
fn inserts_and_appends_frames_of_the_same_mesh() {
    for (original, other) in models(&NAMES).into_iter().zip(models(&["wave1", "wave2"])) {
        let mut model = original.clone();
        model.insert_frames(2, &other).unwrap();
        model.insert_frames(8, &other).unwrap();
        assert_eq!(heights(&model), [0.0, 1.0, 0.0, 1.0, 2.0, 3.0, 4.0, 5.0, 0.0, 1.0]);
        assert_eq!(names(&model)[1..4], ["stand2", "wave1", "wave2"]);
    }
    let mut model = models(&NAMES).remove(0);
    let quad = parse(md2_testdata::seamed_quad().build());
    let error = model.insert_frames(0, &quad).unwrap_err().to_string();
    assert_eq!(error, "the models have 3 and 4 vertices; only frames of the same mesh can be inserted");
    let error = model.insert_frames(0, &models(&NAMES)[1]).unwrap_err().to_string();
    assert_eq!(error, "the frames of an MDL cannot be inserted in an MD2");
}

#[test]
fn inserted_mdl_frames_with_another_scale_keep_their_places() {
    let mut model = models(&["run1", "run2"]).remove(1);
    let far = mdl::MdlSpec { scale: [0.5; 3], scale_origin: [8.0, 0.0, 20.0], ..mdl::one_triangle() };
    model.insert_frames(1, &parse(far.build())).unwrap();
    // The x coordinates reach from 0 to 135.5 units now: a step is 0.53 units.
    let expected = [[0.0, 0.0, 0.0], [8.0, 0.0, 20.0], [8.0, 0.0, 20.0], [0.0, 0.0, 1.0]];
    for (frame, expected) in expected.into_iter().enumerate() {
        let found = model.frame_positions(frame)[0];
        assert!((0..3).all(|axis| (found[axis] - expected[axis]).abs() <= 0.3), "{frame}: {found:?}");
    }
}

#[test]
fn resampled_tags_turn_between_their_poses() {
    // The tag turns by 90 degrees from frame to frame.
    let mut model = parse(md3::turning_tag().build());
    model.resample(None, 20.0).unwrap();
    let Model::Md3(md3) = &model else { panic!("an MD3") };
    let eighth = std::f32::consts::FRAC_1_SQRT_2;
    let [forward, ..] = md3.frames[1].tags[0].axes;
    assert!((forward[0] - eighth).abs() < 1e-5 && (forward[1] - eighth).abs() < 1e-5, "{forward:?}");
    assert_eq!((md3.frames.len(), md3.frames[1].tags[0].origin), (10, [4.0, 0.0, 0.0]));
}

#[test]
fn a_group_of_an_mdl_is_one_frame() {
    let original = parse(mdl::frame_group().build());
    assert_eq!(names(&original), ["stand1", "flame1", "stand2"]);
    let ranges: Vec<_> = original.sequences().iter().map(|s| (s.name.clone(), s.first, s.last)).collect();
    let expected = [("stand", 0, 0), ("flame", 1, 1), ("stand", 2, 2)].map(|(n, a, b)| (n.to_owned(), a, b));
    assert_eq!(ranges, expected);
    let mut model = original.clone();
    model.order_frames(&[1]).unwrap();
    model.rename_frames("flame", "fire").unwrap();
    let Model::Mdl(edited) = &model else { panic!("an MDL") };
    let poses: Vec<_> = edited.poses().map(|pose| pose.name.to_string()).collect();
    assert_eq!(poses, ["fire1", "fire2", "fire3", "stand1", "stand2"]);
    let mut model = original.clone();
    model.resample(None, 20.0).unwrap();
    assert_eq!(model, original, "groups have times of their own, and the others are single frames");
}
