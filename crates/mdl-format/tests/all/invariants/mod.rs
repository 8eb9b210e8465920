//! Invariants that hold for arbitrary bytes. The fuzz targets and the stable fuzz test check them.

#![allow(dead_code, reason = "no program uses all of these functions")]

pub(crate) mod generated;
pub(crate) mod large;
pub(crate) mod seeds;

use md2_testdata::heap::{CountingAllocator, within_bounds};
use mdl_format::check::{Finding, Report};
use mdl_format::{Mdl, Model, Palette, ParseError, SkinImage};

#[global_allocator]
static HEAP: CountingAllocator = CountingAllocator;

pub(crate) fn file(file: &[u8]) {
    parse(file);
    check(file);
    round_trip(file);
    hexen2(file);
}

pub(crate) fn parse(file: &[u8]) {
    match within_bounds(file, || Mdl::parse(file)) {
        Ok(mdl) => read_everything(&mdl),
        Err(error) => explain(file, &error),
    }
}

fn hexen2(file: &[u8]) {
    match within_bounds(file, || Model::from_hexen2(file)) {
        Ok(model) => {
            let written = model.to_bytes().expect("a model that was read can be written");
            read_everything(&Mdl::parse(&written).expect("a written model can be read"));
        }
        Err(error) => explain(file, &error),
    }
}

pub(crate) fn round_trip(file: &[u8]) {
    if let Ok(mdl) = Mdl::parse(file) {
        let model = within_bounds(file, || mdl.to_model());
        let written = within_bounds(file, || model.to_bytes()).expect("a parsed model can be written");
        assert!(written == file, "written {} bytes of {}", written.len(), file.len());
    }
}

pub(crate) fn check(file: &[u8]) {
    let report: Report = within_bounds(file, || mdl_format::check(file));
    let parsed = Mdl::parse(file);
    assert_eq!(report.has_errors(), parsed.is_err(), "{report}");
    let text = within_bounds(file, || report.to_string());
    assert_eq!(text.lines().count(), report.findings.len() + report.omitted.len(), "{text}");
    for finding in &report.findings {
        assert!(finding.offset <= file.len().max(84), "{finding}");
    }
    if let Err(error) = parsed {
        let is_same = |finding: &Finding| finding.code == error.code && finding.offset == error.offset;
        let found = report.findings.iter().find(|finding| is_same(finding)).map(|finding| &finding.location);
        assert_eq!(found, Some(&*error.location), "{error} is not in\n{report}");
    }
}

pub(crate) fn read_everything(mdl: &Mdl<'_>) {
    read_poses(mdl);
    read_triangles(mdl);
    read_skins(mdl);
    assert!(mdl.trailing().len() <= mdl.file().len());
    assert!(!mdl.effects().to_string().is_empty());
    // Every byte of the file belongs to exactly one record.
    let pose_bytes = 24 + 4 * mdl.vertex_count();
    let skins = mdl.skins().iter().map(|skin| {
        let texels: usize = skin.images().map(|image| image.texels.len()).sum();
        texels + 4 + if skin.is_group() { 4 + 4 * skin.intervals().len() } else { 0 }
    });
    let frames = mdl.frames().iter().map(|frame| {
        frame.poses().len() * pose_bytes
            + 4
            + if frame.is_group() { 4 + 8 + 4 * frame.intervals().len() } else { 0 }
    });
    let records = 12 * mdl.vertex_count() + 16 * mdl.triangles().len();
    let all = 84 + skins.sum::<usize>() + records + frames.sum::<usize>() + mdl.trailing().len();
    assert_eq!(all, mdl.file().len());
}

fn read_poses(mdl: &Mdl<'_>) {
    let vertices = mdl.vertex_count();
    let mut next = 0;
    for (index, frame) in mdl.frames().iter().enumerate() {
        assert_eq!(frame.poses().start, next);
        next = frame.poses().end;
        assert!(!frame.poses().is_empty());
        assert!(mdl.poses()[frame.poses()].iter().all(|pose| pose.frame() == index));
        let ends: Vec<f32> = frame.intervals().iter().collect();
        assert_eq!(ends.len(), if frame.is_group() { frame.poses().len() } else { 0 });
        let starts = std::iter::once(0.0).chain(ends.iter().copied());
        let rise = starts.zip(&ends).all(|(start, &end)| start < end && end.is_finite());
        assert_eq!(frame.intervals().rise(), rise, "{ends:?}");
    }
    assert_eq!(next, mdl.poses().len());
    let mut out_of_range = 0;
    for (index, pose) in mdl.poses().iter().enumerate() {
        assert_eq!((pose.vertices().len(), pose.vertices().as_bytes().len()), (vertices, 4 * vertices));
        assert!(pose.name().as_bytes().len() <= 16);
        assert_eq!(mdl.positions(index).count(), vertices);
        out_of_range += pose.vertices().iter().filter(|vertex| vertex.normal_index >= 162).count();
    }
    assert_eq!(out_of_range, mdl.out_of_range_normals());
}

fn read_triangles(mdl: &Mdl<'_>) {
    assert_eq!(mdl.st().len(), mdl.vertex_count());
    for triangle in mdl.triangles().iter() {
        assert!(triangle.vertices().iter().all(|&vertex| (vertex as usize) < mdl.vertex_count()));
        assert!((0..3).all(|corner| mdl.corner_uv(triangle, corner).into_iter().all(f32::is_finite)));
    }
}

fn read_skins(mdl: &Mdl<'_>) {
    for skin in mdl.skins() {
        assert_eq!(skin.images().len(), skin.image_count());
        assert_eq!(skin.intervals().iter().len(), skin.intervals().len());
        for SkinImage { width, height, texels } in skin.images() {
            assert_eq!((width, height), (mdl.skin_width(), mdl.skin_height()));
            assert_eq!(texels.len() as u64, u64::from(width) * u64::from(height));
        }
        let image = skin.image(skin.image_count() - 1);
        let layers = within_bounds(mdl.file(), || Palette::QUAKE.paint_layers(&image, true));
        assert_eq!(layers.is_some(), !image.texels.is_empty());
    }
}

fn explain(file: &[u8], error: &ParseError) {
    assert!(error.offset <= file.len(), "{error}");
    assert!(!error.to_string().is_empty());
}
