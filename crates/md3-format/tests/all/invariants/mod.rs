//! Invariants that hold for arbitrary bytes. The fuzz targets and the stable fuzz test check them.

#![allow(dead_code, reason = "no program uses all of these functions")]

pub(crate) mod generated;
pub(crate) mod large;
pub(crate) mod seeds;

use md2_testdata::heap::{CountingAllocator, peak, within_bounds};
use md3_format::check::Report;
use md3_format::cube_config::CubeConfig;
use md3_format::modeldef::ModelDef;
use md3_format::shader_script::ShaderScript;
use md3_format::skin_file::SkinFile;
use md3_format::{Md3, ParseError, Surface};

#[global_allocator]
static HEAP: CountingAllocator = CountingAllocator;

pub(crate) fn file(file: &[u8]) {
    parse(file);
    check(file);
    round_trip(file);
}

pub(crate) fn text(text: &[u8]) {
    skin_file(text);
    shader_script(text);
    modeldef(text);
}

pub(crate) fn parse(file: &[u8]) {
    match within_bounds(file, || Md3::parse(file)) {
        Ok(md3) => read_everything(&md3),
        Err(error) => explain(file, &error),
    }
}

fn round_trip(file: &[u8]) {
    if let Ok(md3) = Md3::parse(file) {
        let model = within_bounds(file, || md3.to_model());
        let written = within_bounds(file, || model.to_bytes()).expect("a parsed model can be written");
        assert!(written == file, "written {} bytes of {}", written.len(), file.len());
    }
}

pub(crate) fn check(file: &[u8]) {
    let report: Report = within_bounds(file, || md3_format::check(file));
    match Md3::parse(file) {
        Ok(_) => assert!(!report.has_errors(), "{report}"),
        Err(error) => {
            let first = report.findings.first().expect("an error is listed");
            assert_eq!((first.offset, &first.location), (error.offset, &*error.location), "{error}");
            assert!(error.to_string().contains(&first.found), "{error}");
        }
    }
    let text = within_bounds(file, || report.to_string());
    assert_eq!(text.lines().count(), report.findings.len() + report.omitted.len(), "{text}");
    for finding in &report.findings {
        assert!(finding.offset <= file.len().max(108), "{finding}");
    }
}

/// Asserts that the rows of a `.skin` file are slices of its text and can be found by surface. Also reads the text as
/// a Cube script, which must not panic.
fn skin_file(text: &[u8]) {
    let skin = SkinFile::new(text);
    let lines = text.iter().filter(|byte| matches!(byte, b'\n' | b'\r')).count() + 1;
    let mut last = 0;
    within_bounds(text, || {
        for row in skin.rows() {
            assert!(last <= row.line && row.line <= lines, "{row:?}");
            last = row.line;
            assert!(row.surface.len() + row.shader.len() <= text.len());
        }
    });
    within_bounds(text, || assert!(CubeConfig::new(text).rows(b"tris.md3").count() <= text.len()));
    for row in skin.rows().take(8) {
        assert!(skin.find(row.surface).is_some(), "{row:?}");
    }
}

/// Asserts that shaders are slices of the text, in order, and can be found by name.
fn shader_script(text: &[u8]) {
    let script = ShaderScript::new(text);
    let mut last = 0;
    within_bounds(text, || {
        for shader in script.shaders() {
            assert!(last <= shader.line() && shader.name().len() <= text.len());
            last = shader.line();
            let stages = shader.stages().inspect(|stage| assert!(stage.line >= shader.line())).count();
            assert!(shader.image_stage().is_none_or(|stage| stage.map.is_some() && stages > 0));
            let _ = (shader.nodraw(), shader.blend(), shader.alpha_test());
        }
    });
    for shader in script.shaders().take(8) {
        let found = script.find(shader.name()).expect("the script contains the shader");
        assert!(found.line() <= shader.line());
    }
}

/// Asserts that the parts of a `MODELDEF` are in the order of their lines, and that memory is proportional to the text.
fn modeldef(text: &[u8]) {
    let (script, bytes) = peak(|| ModelDef::parse(text));
    assert!(bytes <= 64 * text.len() + (1 << 20), "{bytes} bytes of memory for {} bytes of text", text.len());
    let lines = text.iter().filter(|byte| matches!(byte, b'\n' | b'\r')).count() + 1;
    assert!(script.blocks.is_sorted_by_key(|block| block.line));
    assert!(script.blocks.iter().flat_map(|block| &block.frames).all(|frame| frame.line <= lines));
    assert!(script.problems.iter().all(|problem| (1..=lines).contains(&problem.line)));
    assert!(script.problems.len() == 64 || script.omitted_problems == 0);
}

pub(crate) fn read_everything(md3: &Md3<'_>) {
    assert_eq!(md3.frames().len(), md3.frame_count());
    assert!(md3.frames().all(|frame| frame.name.as_bytes().len() <= 16));
    for frame in 0..md3.frame_count() {
        assert_eq!(md3.tags(frame).len(), md3.tag_count());
        for tag in md3.tags(frame).iter() {
            assert!(tag.origin.into_iter().chain(tag.axes.into_iter().flatten()).all(f32::is_finite));
        }
        for (i, tag) in md3.tags(frame).iter().enumerate().take(8) {
            assert_eq!(md3.tag(frame, i), tag);
            assert!(md3.find_tag(frame, tag.name.as_bytes()).is_some());
        }
    }
    let mut listed = 0;
    for surface in md3.surfaces() {
        listed += read_surface(surface, md3.frame_count());
    }
    assert!(listed <= 2 * md3.file().len(), "{listed} bytes of lists");
}

fn read_surface(surface: &Surface<'_>, frames: usize) -> usize {
    let vertices = surface.vertex_count();
    assert_eq!((surface.st().len(), surface.all_vertices().len()), (vertices, frames * vertices));
    if vertices > 0 {
        for frame in 0..frames {
            assert_eq!(surface.positions(frame).len(), vertices);
            for vertex in surface.vertices(frame).iter() {
                assert!(vertex.position().iter().all(|c| c.abs() <= 512.0));
                assert!(vertex.normal().iter().all(|c| c.abs() <= 1.0));
            }
        }
    }
    for triangle in surface.triangles().iter() {
        assert!(triangle.indices.iter().all(|&index| usize::try_from(index).unwrap() < vertices));
    }
    assert!(surface.st().iter().all(|st| st.s.is_finite() && st.t.is_finite()));
    assert!(surface.shaders().iter().all(|shader| shader.name.as_bytes().len() <= 64));
    assert!(md3_format::surface_key(surface.name().as_bytes()).len() <= 64);
    12 * surface.triangles().len()
        + 68 * surface.shaders().len()
        + 8 * vertices
        + surface.all_vertices().as_bytes().len()
}

fn explain(file: &[u8], error: &ParseError) {
    assert!(error.offset <= file.len(), "{error}");
    assert!(!error.to_string().is_empty());
}
