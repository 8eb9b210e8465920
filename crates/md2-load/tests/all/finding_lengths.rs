//! Tests of the byte ranges of findings.

use md2_load::{CheckOptions, check};
use md2_testdata::{md3, mdl, one_triangle};

/// Expected: a finding starts at the changed field, and its length is the size of the field's type in the format.
#[test]
fn a_finding_about_a_value_has_the_range_of_the_value() {
    let (md2, mdl, md3) = (one_triangle().build(), mdl::one_triangle().build(), md3::one_triangle().build());
    for (intact, tag, value, length) in [
        (&md2, "skinheight", &[0, 2, 0, 0][..], 4),
        (&md2, "frame[1].vertex[2].normal", &[200], 1),
        (&md2, "tri[0].xyz[2]", &[3, 0], 2),
        // The finding is about all three numbers.
        (&mdl, "scale_origin[0]", &f32::NAN.to_le_bytes(), 12),
        (&mdl, "tri[0].vertex[1]", &[9, 0, 0, 0], 4),
        (&md3, "flags", &[8, 0, 0, 0], 4),
        (&md3, "surface[0].tri[0][2]", &[3, 0, 0, 0], 4),
    ] {
        let mut file = intact.clone();
        file.set(tag, value);
        let report = check(file.bytes(), &CheckOptions::default());
        let found = report.findings.iter().find(|finding| finding.offset == file.offset_of(tag));
        assert_eq!(found.map(|finding| finding.length), Some(length), "{tag}: {:?}", report.findings);
    }
}
