//! Tests of the byte ranges of findings.

use md2_load::{CheckOptions, check};
use md2_testdata::{TaggedBytes, md3, mdl, one_triangle};

/// Expected: a finding starts at the changed field, and its length is the size of the field's type in the format.
#[track_caller]
fn check_range(file: &TaggedBytes, tag: &str, length: usize) {
    let report = check(file.bytes(), &CheckOptions::default());
    let found = report.findings.iter().find(|finding| finding.offset == file.offset_of(tag));
    assert_eq!(found.map(|finding| finding.length), Some(length), "{tag}: {:?}", report.findings);
}

#[test]
fn a_finding_about_a_value_has_the_range_of_the_value() {
    let mut file = one_triangle().build();
    file.set_i32("skinheight", 512);
    check_range(&file, "skinheight", 4);
    let mut file = one_triangle().build();
    file.set_u8("frame[1].vertex[2].normal", 200);
    check_range(&file, "frame[1].vertex[2].normal", 1);
    let mut file = one_triangle().build();
    file.set_u16("tri[0].xyz[2]", 3);
    check_range(&file, "tri[0].xyz[2]", 2);
    let mut file = mdl::one_triangle().build();
    file.set_f32("scale_origin[1]", f32::NAN);
    check_range(&file, "scale_origin[0]", 12);
    let mut file = mdl::one_triangle().build();
    file.set_i32("tri[0].vertex[1]", 9);
    check_range(&file, "tri[0].vertex[1]", 4);
    let mut file = md3::one_triangle().build();
    file.set_i32("flags", 8);
    check_range(&file, "flags", 4);
    let mut file = md3::one_triangle().build();
    file.set_i32("surface[0].tri[0][2]", 3);
    check_range(&file, "surface[0].tri[0][2]", 4);
}
