//! Invariants that hold for arbitrary bytes. The fuzz target and the stable fuzz test check them.

#![allow(dead_code, reason = "no program uses all of these functions")]

use md2_common::Verdict;
use md2_common::layout::FileLayout;
use md2_salvage::{RepairedFile, salvage};
use md2_testdata::fuzz::Seed;
use md2_testdata::heap::{CountingAllocator, within_bounds};

#[global_allocator]
static HEAP: CountingAllocator = CountingAllocator;

pub(crate) type Judge = fn(&[u8]) -> Verdict<()>;

pub(crate) const FORMATS: [(FileLayout, Judge); 3] = [
    (md3_format::LAYOUT, |file| md3_format::verdict(file).map(drop)),
    (md2_format::LAYOUT, |file| md2_format::verdict(file).map(drop)),
    (mdl_format::LAYOUT, |file| mdl_format::verdict(file).map(drop)),
];

/// Salvages a file of any format.
pub(crate) fn salvaged(file: &[u8]) -> Option<RepairedFile> {
    let (layout, judge) = FORMATS.iter().find(|(layout, _)| file.starts_with(&layout.ident))?;
    salvage(layout, file, judge)
}

pub(crate) fn file(file: &[u8]) {
    let Some((_, judge)) = FORMATS.iter().find(|(layout, _)| file.starts_with(&layout.ident)) else { return };
    let Some(repaired) = within_bounds(file, || salvaged(file)) else { return };
    let verdict = judge(&repaired.bytes);
    assert!(verdict != Verdict::Refused(()), "{:?}", repaired.repairs);
    assert!(!repaired.is_restored || verdict == Verdict::Sound && repaired.repairs.len() == 1);
    for repair in &repaired.repairs {
        assert!(repair.offset <= file.len().max(108) && !repair.place.is_empty(), "{repair}");
    }
}

/// A small file of each format, undamaged and with several kinds of damage.
pub(crate) fn seeds() -> Vec<Seed> {
    let names = ["run1", "run2", "run3", "run4"];
    let [md2, mdl] =
        [md2_testdata::with_frames(names).build(), md2_testdata::mdl::with_frames(names).build()];
    let mut cut = md2.bytes().to_vec();
    cut.drain(200..230);
    let mut group = md2_testdata::mdl::frame_group().build();
    group.set_i32("frame[1].count", 7);
    let mut surfaces = md2_testdata::md3::two_surfaces().build();
    surfaces.set_i32("num_surfaces", 9);
    let with_feeds = |file: &[u8]| file.iter().map(|&byte| if byte == 5 { b'\n' } else { byte }).collect();
    vec![
        ("feeds", with_feeds(&md2.bytes()[..md2.len() - 3])),
        ("feeds_mdl", with_feeds(&mdl.bytes()[..mdl.len() - 2])),
        ("md2", md2.into_bytes()),
        ("mdl", mdl.into_bytes()),
        ("cut", cut),
        ("group", group.into_bytes()),
        ("surfaces", surfaces.into_bytes()),
        ("upper", md2_testdata::md3::player_upper().build().into_bytes()),
    ]
}
