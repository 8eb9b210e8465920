//! Tests of views of intact files.

use crate::check::long_frames;
use crate::invariants;
use md2_testdata::corpus;
use md2_testdata::md3::{Md3Spec, one_triangle, player_upper};
use md3_format::{Md3, Surface};

#[test]
fn tags_are_found_by_name_in_each_frame() {
    let mut spec = player_upper();
    spec.tags[2].reverse();
    spec.tags[3][0].name = b"tag_hat".to_vec();
    // The first of two tags with the same name is found.
    spec.tags[1][2].name = b"tag_head".to_vec();
    let file = spec.build();
    let md3 = Md3::parse(file.bytes()).unwrap();
    let heights = [0, 1, 2, 3].map(|frame| md3.find_tag(frame, b"tag_head").map(|tag| tag.origin[2]));
    assert_eq!(heights, [Some(24.0), Some(25.0), Some(26.0), None]);
    assert_eq!(md3.find_tag(0, b"TAG_HEAD"), None);
}

#[test]
fn without_frames_there_are_no_tags() {
    let mut file = Md3Spec::default().build();
    file.set_i32("num_tags", i32::MAX);
    assert_eq!(Md3::parse(file.bytes()).unwrap().tag_count(), 0);
}

#[test]
fn reads_frames_of_104_bytes() {
    let (file, mut bytes) = (one_triangle().build(), long_frames());
    assert_eq!(Md3::parse(&bytes).unwrap().frame(1).max, [32.0, 32.0, 8.0]);
    // Any other number of bytes between frames and tags is a gap.
    bytes.splice(108 + 208..108 + 208, [0; 4]);
    for field in ["ofs_tags", "ofs_surfaces", "ofs_end"] {
        let moved = file.get_i32(field) + 100;
        let at = file.offset_of(field);
        bytes[at..at + 4].copy_from_slice(&moved.to_le_bytes());
    }
    let md3 = Md3::parse(&bytes).unwrap();
    assert_ne!(md3.frame(1).name.as_bytes(), b"rise");
}

#[test]
#[should_panic(expected = "frame 2 of 2")]
fn a_frame_beyond_the_last_panics() {
    let file = one_triangle().build();
    let _ = Md3::parse(file.bytes()).unwrap().frame(2);
}

/// Numbers of frames, tags, surfaces, vertices and triangles of all 17 real models, determined by another program.
const REAL: [usize; 5] = [1253, 17, 21, 3301, 4566];

#[test]
fn real_models_are_read() {
    let files = corpus::files("md3");
    let mut found = [0; 5];
    for (path, bytes) in &files {
        let md3 = Md3::parse(bytes).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
        invariants::file(bytes);
        let sum = |count: fn(&Surface<'_>) -> usize| md3.surfaces().iter().map(count).sum::<usize>();
        found[0] += md3.frame_count();
        found[1] += md3.tag_count();
        found[2] += md3.surfaces().len();
        found[3] += sum(|surface| surface.vertex_count());
        found[4] += sum(|surface| surface.triangles().len());
    }
    assert!(files.is_empty() || found == REAL, "{found:?}");
}
