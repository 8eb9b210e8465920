//! Invariants that hold for arbitrary bytes. The fuzz targets and the stable fuzz test check them.

#![allow(dead_code, reason = "no program uses all of these functions")]

pub(crate) mod generated;
pub(crate) mod large;
pub(crate) mod seeds;

use md2_format::check::{Report, Severity};
use md2_format::glcmds::GlCommands;
use md2_format::{Md2, ParseError, Verdict};
use md2_testdata::heap::{CountingAllocator, within_bounds};

#[global_allocator]
static HEAP: CountingAllocator = CountingAllocator;

pub(crate) fn file(file: &[u8]) {
    parse(file);
    round_trip(file);
    check(file);
}

pub(crate) fn parse(file: &[u8]) {
    match within_bounds(file, || Md2::parse(file)) {
        Ok(md2) => read_everything(&md2),
        Err(error) => explain(file, &error),
    }
}

fn round_trip(file: &[u8]) {
    if let Ok(md2) = Md2::parse(file) {
        let model = within_bounds(file, || md2.to_model());
        let written = within_bounds(file, || model.to_bytes()).expect("a parsed model can be written");
        assert!(written == file, "written {} bytes of {}", written.len(), file.len());
    }
}

pub(crate) fn check(file: &[u8]) {
    let report: Report = within_bounds(file, || md2_format::check(file));
    match within_bounds(file, || md2_format::verdict(file)) {
        Verdict::Refused(reason) => {
            assert!(report.has_errors(), "{report}");
            explain(file, &reason);
        }
        Verdict::Doubtful(reason) => {
            let worst = report.findings.iter().map(|finding| finding.code.severity()).max();
            assert_eq!(worst, Some(Severity::Warning), "{reason}\n{report}");
            explain(file, &reason);
        }
        Verdict::Sound => assert!(!report.has_errors(), "{report}"),
    }
    let text = within_bounds(file, || report.to_string());
    assert_eq!(text.lines().count(), report.findings.len() + report.omitted.len(), "{text}");
    for finding in &report.findings {
        assert!(finding.offset <= file.len().max(68), "{finding}");
    }
}

pub(crate) fn read_everything(md2: &Md2<'_>) {
    assert_eq!(md2.frames().len(), md2.frame_count());
    let vertices = md2.vertex_count();
    for frame in md2.frames() {
        assert_eq!((frame.vertices().len(), frame.vertices().as_bytes().len()), (vertices, 4 * vertices));
        assert!(frame.name().as_bytes().len() <= 16);
        assert!(frame.scale().into_iter().chain(frame.translate()).all(f32::is_finite));
        assert_eq!(frame.positions().count(), vertices);
    }
    let normals = md2.frames().flat_map(|frame| frame.vertices().iter());
    let out_of_range = normals.filter(|vertex| vertex.normal_index >= 162).count();
    assert_eq!(md2.out_of_range_normals(), out_of_range);
    for triangle in md2.triangles().iter() {
        assert!(triangle.xyz.iter().all(|&index| usize::from(index) < vertices));
        assert!(triangle.st.iter().all(|&index| usize::from(index) < md2.st().len()));
    }
    assert!(md2.skins().iter().all(|skin| skin.as_bytes().len() <= 64));
    read_commands(md2);
}

fn read_commands(md2: &Md2<'_>) {
    let commands: GlCommands<'_> = md2.gl_commands();
    for corner in commands.triangles().flatten() {
        assert!(usize::try_from(corner.xyz).is_ok_and(|index| index < md2.vertex_count()));
        assert!(corner.s.is_finite() && corner.t.is_finite());
    }
    let words: usize = commands.iter().map(|command| command.word_count()).sum();
    match commands.defect() {
        Some(defect) => assert!(words <= defect.word && defect.word <= commands.words().len(), "{defect}"),
        None => assert!(commands.is_empty() || words + 1 == commands.words().len()),
    }
    let triangles = within_bounds(md2.file(), || commands.compare_triangles(md2.triangles().iter()));
    assert!(triangles.matching + triangles.flipped + triangles.missing <= md2.triangles().len());
    let size = [md2.skin_width(), md2.skin_height()];
    let uvs =
        within_bounds(md2.file(), || commands.compare_uvs(md2.triangles().iter(), md2.st().iter(), size));
    let corners: usize = commands.iter().map(|command| command.vertices.len()).sum();
    assert_eq!(uvs.centered + uvs.cornered + uvs.other, corners);
}

fn explain(file: &[u8], error: &ParseError) {
    assert!(error.offset <= file.len(), "{error}");
    assert!(!error.to_string().is_empty());
}
