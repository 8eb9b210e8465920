//! Assertions about imported models.

use md2_anim::detect;
use md2_common::report::Severity;
use md2_export::import::ImportedModel;
use md2_format::check::Code;
use md2_format::{Md2, check};

/// Asserts that `Md2::parse` accepts the imported file, that `check` finds no problem for any engine, and that both the
/// file and the report have the given sequences. Each sequence is given by its name and its number of frames.
pub(crate) fn expect_sound(imported: &ImportedModel, sequences: &[(&str, usize)]) {
    let md2 = Md2::parse(&imported.bytes).expect("the import is sound");
    let report = check(&imported.bytes);
    let findings = report.findings.iter().filter(|found| found.code != Code::SkinFolder);
    let grave: Vec<_> = findings.filter(|found| found.code.severity() > Severity::Note).collect();
    assert!(grave.is_empty(), "{grave:?}");
    assert!(imported.report.findings.is_empty());
    let detection = detect(md2.frames().map(|frame| frame.name()));
    let found: Vec<_> =
        detection.sequences().iter().map(|s| (s.name.as_str(), (s.last + 1 - s.first) as usize)).collect();
    assert_eq!(found, sequences);
    let found = imported.report.sequences.iter().map(|s| (s.name.as_str(), s.last + 1 - s.first));
    assert!(found.eq(sequences.iter().copied()), "{:?}", imported.report.sequences);
    assert_eq!(imported.report.frames, md2.frame_count());
    assert_eq!(imported.report.vertices, md2.vertex_count());
}

/// Asserts that the measured errors of all triangle corners stay within the largest position error in the report, and nearly reach it.
/// `position(frame, triangle, corner)` returns the exact position. Corners are numbered counterclockwise, as in the source.
pub(crate) fn expect_positions(imported: &ImportedModel, position: impl Fn(usize, usize, usize) -> [f32; 3]) {
    let md2 = Md2::parse(&imported.bytes).expect("the import is sound");
    let stated = imported.report.error;
    let (mut largest, mut sum, mut count) = (0.0_f64, 0.0, 0.0);
    for (number, frame) in md2.frames().enumerate() {
        for (nth, triangle) in md2.triangles().iter().enumerate() {
            // MD2 has clockwise corners, unlike the source.
            for (xyz, corner) in triangle.xyz.into_iter().zip([0, 2, 1]) {
                let (stored, wanted) = (frame.position(xyz.into()), position(number, nth, corner));
                let off = (0..3).map(|axis| f64::from(stored[axis]) - f64::from(wanted[axis]));
                let distance = off.map(|off| off * off).sum::<f64>().sqrt();
                (largest, sum, count) = (distance.max(largest), sum + distance, count + 1.0);
            }
        }
    }
    assert!(largest <= stated.largest + 1e-4, "{largest} off, stated {}", stated.largest);
    assert!(largest >= 0.9 * stated.largest - 1e-4, "{largest} off, stated {}", stated.largest);
    let half = 0.5 * f64::from(stated.longest_step);
    assert!(
        stated.largest <= 1.6 * 3_f64.sqrt() * half,
        "{} is more than rounding and merging",
        stated.largest
    );
    assert!(sum / count <= stated.largest && stated.mean <= stated.largest);
}
