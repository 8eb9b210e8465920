//! Files that a program converted as if they were text.

use crate::invariants::{FORMATS, salvaged};
use md2_common::Verdict;
use md2_testdata::mdl::{MdlFrameSpec, MdlSpec, PoseSpec};

/// A sound file of each format, with bytes that every conversion changes.
fn formats() -> [Vec<u8>; 3] {
    let mut mdl = md2_testdata::mdl::with_frames(["run1", "run2", "run3"]).build();
    mdl.set_u8("frame[0].pose[0].vertex[0].normal", 10)
        .set_u8("frame[0].pose[0].vertex[1].normal", 0x80)
        .set_f32("size", 10.0);
    let mut md2 = md2_testdata::with_frames(["run1", "run2", "run3"]).build();
    md2.set_u8("frame[0].vertex[0].normal", 10).set_u8("frame[0].vertex[1].normal", 0x80);
    let mut md3 = md2_testdata::md3::one_triangle().build();
    md3.set_i32("flags", 0x80_0a0a);
    [md3.into_bytes(), md2.into_bytes(), mdl.into_bytes()]
}

#[test]
fn reversible_conversions_are_undone() {
    for ((_, judge), file) in FORMATS.iter().zip(formats()) {
        assert_eq!(judge(&file), Verdict::Sound);
        let utf8 = file.iter().map(|&byte| char::from(byte)).collect::<String>().into_bytes();
        let with_returns: Vec<u8> = file
            .iter()
            .flat_map(|&byte| [b'\r', byte].into_iter().skip(usize::from(byte != b'\n')))
            .collect();
        for (converted, what) in
            [(utf8, "from Latin-1 to UTF-8"), (with_returns, "LF had been converted to CR LF")]
        {
            assert_ne!(converted, file);
            let salvaged = salvaged(&converted).expect("the conversion can be undone");
            assert!(salvaged.is_restored && salvaged.bytes == file, "{:?}", salvaged.repairs);
            assert!(salvaged.repairs[0].to_string().contains(what), "{:?}", salvaged.repairs);
        }
    }
}

#[test]
fn replaced_bytes_are_refused() {
    for mut file in formats() {
        let end = file.len();
        file[end - 40..].fill(0xff);
        let converted = String::from_utf8_lossy(&file).into_owned().into_bytes();
        assert_eq!(salvaged(&converted), None);
    }
}

/// A model of each format with the bytes CR and LF in some frames, and other LFs.
fn with_line_ends(frames: &[u8]) -> [Vec<u8>; 3] {
    // x and y of vertex 6 are CR and LF.
    let vertex = |frame: u8, v: u8| match (frames.contains(&frame), v) {
        (true, 6) => [13, 10, 50, 10],
        _ => [v % 4 * 7 + frame / 2, v / 4 * 7 + frame % 2, 50, 20 + v % 2],
    };
    let vertices = |frame: u8| (0..16).map(|v| vertex(frame, v)).collect::<Vec<_>>();
    let names = (0..8).map(|frame| format!("run{frame}"));
    let mut md2 = md2_testdata::with_frames(names.clone());
    md2.vertices = 16;
    (0..).zip(&mut md2.frames).for_each(|(number, frame)| frame.vertices = vertices(number));
    let pose = |(frame, name)| MdlFrameSpec::Single(PoseSpec::new(name, &vertices(frame)));
    let mut mdl =
        MdlSpec { frames: (0..).zip(names).map(pose).collect(), ..md2_testdata::mdl::one_triangle() };
    mdl.st = vec![mdl.st[0]; 16];
    let mut md3 = md2_testdata::md3::one_triangle();
    let surface = &mut md3.surfaces[0];
    let moved = |[x, y, z, normal]: [u8; 4]| md2_testdata::md3::VertexSpec {
        xyz: [i16::from_le_bytes([x, y]), i16::from(z), 8],
        zenith: normal,
        azimuth: 0,
    };
    (surface.st, surface.vertices) =
        (vec![[0.0; 2]; 16], (0..8).map(|frame| vertices(frame).into_iter().map(moved).collect()).collect());
    md3.frames =
        vec![md2_testdata::md3::Md3FrameSpec { min: [-99.0; 3], max: [99.0; 3], ..md3.frames[0].clone() }; 8];
    md3.tags.clear();
    [md3.build().into_bytes(), md2.build().into_bytes(), mdl.build().into_bytes()]
}

fn without_returns(file: &[u8]) -> Vec<u8> {
    let is_lost = |&at: &usize| file[at..].starts_with(b"\r\n");
    (0..file.len()).filter(|at| !is_lost(at)).map(|at| file[at]).collect()
}

#[test]
fn lost_carriage_returns_are_restored_if_their_places_are_proven() {
    for ((_, judge), file) in FORMATS.iter().zip(with_line_ends(&[2, 3, 4, 5])) {
        let converted = without_returns(&file);
        assert_eq!((converted.len() + 4, judge(&file)), (file.len(), Verdict::Sound));
        let salvaged = salvaged(&converted).expect("four bytes are missing");
        assert!(salvaged.is_restored && salvaged.bytes == file, "{:?}", salvaged.repairs);
    }
    // Any LF of a skin may have lost the byte, and a single byte may have been lost near an LF by chance.
    let [.., mut file] = with_line_ends(&[2, 3, 4, 5]);
    file[88..92].copy_from_slice(b"\r\n\n\n");
    for file in with_line_ends(&[4]).into_iter().chain([file]) {
        assert!(salvaged(&without_returns(&file)).is_none_or(|salvaged| !salvaged.is_restored));
    }
}
