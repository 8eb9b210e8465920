//! Tests of the content of real models, of the findings for them, and of writing them.

use std::collections::BTreeSet;

use crate::invariants;
use md2_testdata::corpus;
use mdl_format::Mdl;
use mdl_format::check::{Code, check};

/// Real models: the path, the numbers of frames, poses, triangles and skins according to another program, and all
/// findings of the check.
const REAL: [(&str, [usize; 4], &[Code]); 6] = [
    ("librequake/progs/knight.mdl", [97, 97, 511, 1], &[Code::Bounds, Code::SkinTall]),
    (
        "librequake/progs/flame.mdl",
        [1, 6, 118, 1],
        &[Code::FrameGroup, Code::Fullbright, Code::Qmex, Code::SkinTall],
    ),
    ("librequake/progs/armor.mdl", [1, 1, 148, 3], &[Code::Bounds, Code::Fullbright]),
    (
        "made/armor_skingroup.mdl",
        [1, 1, 148, 1],
        &[Code::Bounds, Code::Fullbright, Code::SkinGroup, Code::SkinGroupPlaces, Code::IntervalsUneven],
    ),
    (
        "nexuiz/models/rocketmissile.mdl",
        [1, 1, 464, 1],
        &[Code::Seam, Code::TriangleFlat, Code::InsideOut, Code::Qmex],
    ),
    ("egoboo/yetif.mdl", [39, 48, 334, 1], &[Code::Seam, Code::FrameGroup, Code::Qmex]),
];

#[test]
fn real_models_are_read_and_written_and_have_the_known_findings() {
    for (path, file) in corpus::files("mdl") {
        let mdl = Mdl::parse(&file).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
        invariants::read_everything(&mdl);
        invariants::check(&file);
        invariants::round_trip(&file);
        let Some((_, counts, codes)) = REAL.iter().find(|(name, ..)| path.ends_with(name)) else { continue };
        let found = [mdl.frames().len(), mdl.poses().len(), mdl.triangles().len(), mdl.skins().len()];
        assert_eq!(found, *counts, "{}", path.display());
        let found: BTreeSet<_> = check(&file).findings.iter().map(|finding| finding.code).collect();
        assert_eq!(found, codes.iter().copied().collect(), "{}", path.display());
    }
}
