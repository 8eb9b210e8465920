//! Files that a program converted as if they were text.

use md2_common::Verdict;
use md2_common::layout::FileLayout;

type Judge = fn(&[u8]) -> Verdict<()>;

/// A sound file of each format, with bytes that every conversion changes.
fn formats() -> [(FileLayout, Judge, Vec<u8>); 3] {
    let mut mdl = md2_testdata::mdl::with_frames(["run1", "run2", "run3"]).build();
    mdl.set_u8("frame[0].pose[0].vertex[0].normal", 10)
        .set_u8("frame[0].pose[0].vertex[1].normal", 0x80)
        .set_f32("size", 10.0);
    let mut md2 = md2_testdata::with_frames(["run1", "run2", "run3"]).build();
    md2.set_u8("frame[0].vertex[0].normal", 10).set_u8("frame[0].vertex[1].normal", 0x80);
    let mut md3 = md2_testdata::md3::one_triangle().build();
    md3.set_i32("flags", 0x80_0a0a);
    [
        (md3_format::LAYOUT, |file| md3_format::verdict(file).map(drop), md3.into_bytes()),
        (md2_format::LAYOUT, |file| md2_format::verdict(file).map(drop), md2.into_bytes()),
        (mdl_format::LAYOUT, |file| mdl_format::verdict(file).map(drop), mdl.into_bytes()),
    ]
}

#[test]
fn reversible_conversions_are_undone() {
    for (layout, judge, file) in formats() {
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
            let salvaged =
                md2_salvage::salvage(&layout, &converted, &judge).expect("the conversion can be undone");
            assert!(salvaged.is_restored && salvaged.bytes == file, "{:?}", salvaged.repairs);
            assert!(salvaged.repairs[0].to_string().contains(what), "{:?}", salvaged.repairs);
        }
    }
}

#[test]
fn replaced_bytes_are_refused() {
    for (layout, judge, mut file) in formats() {
        let end = file.len();
        file[end - 40..].fill(0xff);
        let converted = String::from_utf8_lossy(&file).into_owned().into_bytes();
        assert_eq!(md2_salvage::salvage(&layout, &converted, &judge), None);
    }
}
