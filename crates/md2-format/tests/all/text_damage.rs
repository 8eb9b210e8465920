//! Recognition of files that a program converted as if they were text.

use crate::invariants::seeds::{with_returns, without_returns};
use md2_format::check::Code;
use md2_format::{TextDamage, Verdict, check, text_damage, verdict};
use md2_testdata::{corpus, one_triangle, seamed_quad};

/// A conversion of CR LF to LF leaves no CR LF, so a file with one has lost other bytes.
#[test]
fn a_file_with_a_carriage_return_was_not_converted() {
    let mut file = md2_testdata::with_frames(["a1", "a2", "a3", "a4", "a5"]).build();
    file.set("frame[0].name", b"new\nline\0\0\0\0\0\0\0\0");
    let lost = file.offset_of("frame[1].name");
    for (has_return, expected) in [(false, Some(TextDamage::CrLfToLf)), (true, None)] {
        if has_return {
            file.set("frame[4].name", b"new\r\nline\0\0\0\0\0\0\0");
        }
        let mut damaged = file.bytes().to_vec();
        damaged.remove(lost);
        assert_eq!(text_damage(&damaged), expected);
    }
}

/// Asserts that the reason for which a file is refused names a conversion.
#[track_caller]
fn refused_after(file: &[u8], conversion: &str) {
    let Verdict::Refused(reason) = verdict(file) else { panic!("the file can be read") };
    assert!(reason.to_string().contains(conversion), "{reason}");
    let codes = [Code::TextLfToCrLf, Code::TextCrLfToLf, Code::TextUtf8];
    assert_eq!(codes.map(|code| check(file).count(code)).iter().sum::<usize>(), 1, "{}", check(file));
}

#[test]
fn reasons_name_the_conversion() {
    let mut file = seamed_quad().build();
    file.set("skin[0]", &[b'\n'; 64]).set_u8("frame[0].vertex[1].normal", b'\n');
    refused_after(
        &with_returns(file.bytes()),
        "; LF in the file was converted to CR LF as if it were text (byte ",
    );

    let mut file = one_triangle().build();
    file.set("skin[0]", &[&b"new\r\nline"[..], &[0; 55]].concat());
    let conversion = "; CR LF in the file was probably converted to LF as if it were text (byte ";
    refused_after(&without_returns(file.bytes()), conversion);

    let mut file = one_triangle().build();
    for (vertex, byte) in [(0, 0x80), (1, 0xfe), (2, 0xff)] {
        file.set(&format!("frame[0].vertex[{vertex}].xyz"), &[byte; 3]);
    }
    let damaged = String::from_utf8_lossy(file.bytes()).into_owned();
    let conversion = "; the file was converted to UTF-8 as if it were text and cannot be restored (byte ";
    refused_after(damaged.as_bytes(), conversion);
}

#[test]
fn conversions_of_real_files_are_recognized() {
    for (path, bytes) in corpus::files("md2") {
        let path = path.display();
        let pairs = bytes.windows(2).filter(|pair| pair == b"\r\n").count();

        // Each LF is converted to CR LF.
        let with_cr = with_returns(&bytes);
        assert_eq!(check(&with_cr).count(Code::TextLfToCrLf), 1, "{path}");

        // Each CR LF is converted to LF. This is recognized if the file contains CR LF.
        let without_cr = without_returns(&bytes);
        assert_eq!(without_cr.len() + pairs, bytes.len());
        let named = check(&without_cr).count(Code::TextCrLfToLf) == 1;
        assert_eq!(named, pairs > 0, "{path}: {pairs} pairs\n{}", check(&without_cr));

        // A truncated file is not mistaken for a converted one.
        let cut = &bytes[..bytes.len() - 1 - bytes.len() / 1000];
        assert_eq!(check(cut).count(Code::TextCrLfToLf), 0, "{path}");

        // The file is converted to UTF-8.
        let transcoded = String::from_utf8_lossy(&bytes).into_owned();
        assert_eq!(check(transcoded.as_bytes()).count(Code::TextUtf8), 1, "{path}");
    }
}
