//! Salvage of damaged MD2 files.

use md2_format::{Md2, Verdict, verdict};
use md2_testdata::random::Random;
use md2_testdata::{
    FrameSpec, GlWord, Md2Spec, TaggedBytes, TriangleSpec, one_triangle, seamed_quad, with_frames,
};

use crate::losses::{Losses, Place, salvaged};

fn generated(random: &mut Random) -> Vec<u8> {
    let (vertices, st) = (3 + random.below(60), 3 + random.below(60));
    let packed = |random: &mut Random| [random.byte(), random.byte(), random.byte(), random.byte() % 162];
    let index = |random: &mut Random, count: usize| u16::try_from(random.below(count)).unwrap();
    let coordinate = |random: &mut Random| i16::try_from(random.below(256)).unwrap();
    let base: Vec<[u8; 4]> = (0..vertices).map(|_| packed(random).map(|byte| byte / 2 + 40)).collect();
    let moved = |random: &mut Random, vertex: &[u8; 4]| {
        [0, 1, 2, 3].map(|i| vertex[i] + if i < 3 { random.byte() % 9 } else { 0 })
    };
    let frames = 1 + random.below(12);
    Md2Spec {
        skin_size: [256, 256],
        skins: (0..random.below(4)).map(|i| format!("models/some/skin{i}.pcx").into_bytes()).collect(),
        st: (0..st).map(|_| [coordinate(random), coordinate(random)]).collect(),
        triangles: (0..1 + random.below(80))
            .map(|i| TriangleSpec {
                // The triangles use every vertex and every skin coordinate, as in exported files.
                xyz: [u16::try_from(i % vertices).unwrap(), index(random, vertices), index(random, vertices)],
                st: [u16::try_from(i % st).unwrap(), index(random, st), index(random, st)],
            })
            .chain([TriangleSpec {
                xyz: [u16::try_from(vertices - 1).unwrap(); 3],
                st: [u16::try_from(st - 1).unwrap(); 3],
            }])
            .collect(),
        vertices,
        frames: (0..frames)
            .map(|i| FrameSpec {
                name: format!("stand{:02}", i + 1).into_bytes(),
                scale: [0.25; 3].map(|scale: f32| scale + f32::from(random.byte()) / 1000.0),
                translate: [-24.0; 3].map(|at: f32| at + f32::from(random.byte()) / 100.0),
                vertices: base.iter().map(|vertex| moved(random, vertex)).collect(),
            })
            .collect(),
        gl_words: Vec::new(),
    }
    .build()
    .into_bytes()
}

fn many_generated() -> Vec<Vec<u8>> {
    let mut random = Random::new(8);
    (0..40).map(|_| generated(&mut random)).collect()
}

/// The content of all frames, each with its place in the file.
fn frames(file: &[u8]) -> Vec<Place> {
    let md2 = Md2::parse(file).expect("a salvaged file can be read");
    let frame = |frame: md2_format::Frame<'_>| {
        let start = frame.vertices().as_bytes().as_ptr().addr() - file.as_ptr().addr() - 40;
        let range = start..start + 40 + 4 * md2.vertex_count();
        (range.clone(), file[range].to_vec())
    };
    md2.frames().map(frame).collect()
}

#[track_caller]
fn opens(edit: impl FnOnce(&mut TaggedBytes) -> &mut TaggedBytes, expected: &[&str]) -> Vec<u8> {
    let mut file = one_triangle().build();
    edit(&mut file);
    let (bytes, repairs) = salvaged(file.bytes()).expect("the records are readable");
    assert_eq!(repairs, expected);
    assert_eq!(verdict(&bytes), Verdict::Sound);
    bytes
}

#[test]
fn wrong_numbers_in_the_header_are_replaced() {
    let intact = one_triangle().build().into_bytes();
    let restores = |field, wrong, expected| {
        let bytes = opens(|file| file.set_i32(field, wrong), &[expected]);
        assert!(bytes == intact, "{field}");
    };
    restores("version", 6, "header, version: read 6 as 8 (byte 0x4)");
    restores("num_skins", -1, "header, num_skins: read -1 as 1 (byte 0x14)");
    restores("num_skins", 5, "header, num_skins: read 5 as 1 (byte 0x14)");
    restores("framesize", 0, "header, framesize: read 0 as 52 (byte 0x10)");
    restores("num_frames", i32::MAX, "header, num_frames: read 2147483647 as 2 (byte 0x28)");
    restores("ofs_skins", -1, "header, ofs_skins: read -1 as 68 (byte 0x2c)");
    // A fan of four corners is found again, too.
    let corners = (0..4).flat_map(|vertex| [GlWord::F(0.0), GlWord::F(0.0), GlWord::I(vertex)]);
    let gl_words = [GlWord::I(-4)].into_iter().chain(corners).chain([GlWord::I(0)]).collect();
    let mut file = Md2Spec { gl_words, ..seamed_quad() }.build();
    let intact = file.bytes().to_vec();
    file.set_i32("num_frames", 7);
    assert!(salvaged(file.bytes()).expect("all records are readable").0 == intact);
}

#[test]
fn frames_with_absurd_numbers_are_replaced_by_their_neighbors() {
    let names = ["a1", "a2", "a3", "a4", "a5"];
    let mut file = with_frames(names).build();
    file.set_f32("frame[1].scale[0]", 1.0e5).set_f32("frame[3].translate[2]", f32::NAN);
    let (bytes, repairs) = salvaged(file.bytes()).expect("three frames are left");
    assert!(repairs[0].starts_with("frame 1: lost, replaced by frame 0"), "{repairs:#?}");
    assert!(repairs[1].starts_with("frame 3: lost, replaced by frame 2"), "{repairs:#?}");
    let found: Vec<_> = Md2::parse(&bytes).unwrap().frames().map(|frame| frame.name().to_string()).collect();
    assert_eq!(found, ["a1", "a1", "a3", "a3", "a5"]);
    // An effect that shrinks to a point, and a sword that is hidden outside the map, are no damage.
    for (scale, translate) in [(1.0e-30, 0.0), (0.0, 0.0), (0.25, 9000.0)] {
        let mut file = with_frames(names).build();
        file.set_f32("frame[3].scale[0]", scale)
            .set_f32("frame[3].translate[0]", translate)
            .set_i32("version", 7);
        let (_, repairs) = salvaged(file.bytes()).expect("all frames are sound");
        assert_eq!(repairs, ["header, version: read 7 as 8 (byte 0x4)"], "{scale} {translate}");
    }
}

#[test]
fn a_frame_with_a_block_of_zeros_replaces_no_other() {
    let mut random = Random::new(3);
    let mut files = std::iter::repeat_with(|| generated(&mut random));
    let is_large =
        |file: &Vec<u8>| Md2::parse(file).is_ok_and(|m| m.vertex_count() > 40 && m.frames().len() > 5);
    let mut file = files.find(is_large).expect("a large model");
    // The end of frame 1, and the start of frame 2.
    let start = frames(&file)[2].0.start;
    file[start - 99..start + 60].fill(0);
    let (_, repairs) = salvaged(&file).expect("frames are left");
    assert!(repairs[0].starts_with("frame 2: lost, replaced by frame 3"), "{repairs:#?}");
}

#[test]
fn corners_without_a_skin_coordinate_are_drawn_at_the_origin() {
    // The index -1 means no skin coordinate. In real files the commands draw such a corner at (0, 0). This model
    // already has that coordinate.
    let mut file = seamed_quad().build();
    file.set_u16("tri[1].st[0]", 65535);
    let (bytes, _) = salvaged(file.bytes()).expect("the corner can be repaired");
    let md2 = Md2::parse(&bytes).unwrap();
    assert_eq!((md2.triangles().record(1).st, md2.st().len()), ([0, 5, 4], 6));
    // If a model lacks the coordinate (0, 0), it is appended.
    file.set_i16("st[0].s", 7).set_u16("tri[0].st[1]", 65535);
    let (bytes, _) = salvaged(file.bytes()).expect("the corners can be repaired");
    let md2 = Md2::parse(&bytes).unwrap();
    assert_eq!((md2.triangles().record(0).st, md2.st().len()), ([0, 6, 2], 7));
    // A triangle with another index out of range is dropped.
    file.set_u16("tri[0].xyz[0]", 4);
    let (bytes, repairs) = salvaged(file.bytes()).expect("a triangle is left");
    assert_eq!(Md2::parse(&bytes).unwrap().triangles().len(), 1, "{repairs:#?}");
}

#[test]
fn a_file_cut_anywhere_is_repaired_or_refused() {
    let file = one_triangle().build();
    let [first_frame_ends, frames_end] = ["frame[1].scale[0]", "gl[0]"].map(|tag| file.offset_of(tag));
    for length in 0..file.len() {
        match salvaged(&file.bytes()[..length]) {
            Some((bytes, repairs)) => {
                assert!(length >= first_frame_ends && !repairs.is_empty(), "{length}");
                let md2 = Md2::parse(&bytes).unwrap();
                assert_eq!(
                    md2.frame_count(),
                    1 + usize::from(length >= frames_end),
                    "{length}: {repairs:#?}"
                );
                assert_eq!(md2.gl_commands().defect(), None, "{length}");
            }
            None => assert!(length < first_frame_ends, "{length}"),
        }
    }
    // The report counts all frames of the header, also those for which the file has no room.
    let many = with_frames((0..200).map(|number| format!("run{number}"))).build();
    let (_, repairs) = salvaged(&many.bytes()[..many.offset_of("frame[2].name")]).expect("two are left");
    assert!(repairs[0].contains("kept 2 of 200"), "{repairs:#?}");
}

#[test]
fn sound_frames_are_found_and_few_are_invented() {
    let losses = Losses::measure(&many_generated(), 40 * 400, 68, frames);
    losses.assert_at_most(Losses { refused: 348, lost: 2600, invented: 20 });
}
