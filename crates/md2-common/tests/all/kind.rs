//! What files are told to be by their first bytes.

use md2_common::FileKind;

#[test]
fn each_kind_is_known_by_its_start() {
    let letters = "Node {\r\n\tname \"knight\"\r\n}\r\n".repeat(30);
    // The last of the bytes that are looked at is the first half of a letter.
    let cut_letter = ["x".repeat(511).as_str(), "ü and more"].concat();
    for (start, expected) in [
        (&b"IDPO\x06\0\0\0"[..], "a Quake model (MDL)"),
        (b"IDP2\x08\0\0\0", "a Quake II model (MD2)"),
        (b"IDP3\x0f\0\0\0", "a Quake III Arena model (MD3)"),
        (b"IDS2\x02\0\0\0", "a Quake II sprite (SP2)"),
        (b"MD5Version 10\ncommandline", "a Doom 3 model (MD5)"),
        (b"DKMD\x01\0\0\0", "a Daikatana model (DKM)"),
        (b"IDPX\x04\0\0\0", "a Kingpin model (MDX)"),
        (b"MDA1", "an Anachronox model (MD2 of its own kind)"),
        (b"header\0\0", "a Heretic II model (FM)"),
        (b"RAPO\x32\0\0\0", "a model of the Hexen II mission pack (MDL of its own kind)"),
        (b"MD16\x06\0\0\0", "a QuakeForge model (MDL with 16-bit positions)"),
        (b"IDST\x0a\0\0\0", "a Half-Life model (MDL of its own kind)"),
        (b"IDST\x06\0\0\0", "a Half-Life model (MDL of its own kind)"),
        (b"IDST", "a Half-Life model (MDL of its own kind)"),
        (b"IDSQ\x0a\0\0\0", "a file of animations of a Half-Life model"),
        (b"IDST\x2c\0\0\0", "a Source engine model (MDL version 44)"),
        (b"IDST\x31\0\0\0", "a Source engine model (MDL version 49)"),
        (b"MDL2", "a 3D GameStudio model (MDL2)"),
        (b"MDL5\0\0", "a 3D GameStudio model (MDL5)"),
        (b"MDL7", "a 3D GameStudio model (MDL7)"),
        (b"PACK\x0c\0\0\0", "a Quake archive (PAK)"),
        (b"PK\x03\x04\x14\0", "a zip archive"),
        (b"PK\x05\x06\0\0", "a zip archive"),
        (
            b"version https://git-lfs.github.com/spec/v1\noid sha256:00",
            "a text that stands for a file that Git LFS has not fetched",
        ),
        (b"<!DOCTYPE html>\n<title>404</title>", "a web page (HTML)"),
        (b"\xef\xbb\xbf\r\n <HTML lang=\"en\">", "a web page (HTML)"),
        (b"\n<html", "a web page (HTML)"),
        (b"<htm", "a text"),
        (letters.as_bytes(), "a text"),
        (cut_letter.as_bytes(), "a text"),
        ("größer".as_bytes(), "a text"),
        (b"MDL8", "a text"),
        (b"MDL1", "a text"),
        (b"header files", "a text"),
        (b"\n", "a text"),
        (b"", "an empty file"),
    ] {
        let kind = FileKind::detect(start).unwrap_or_else(|| panic!("{}", start.escape_ascii()));
        assert_eq!(kind.to_string(), expected, "{}", start.escape_ascii());
    }
}

#[test]
fn what_is_neither_known_nor_text_has_no_kind() {
    let late_nul = ["a".repeat(400).as_bytes(), b"\0"].concat();
    let late_byte = ["a".repeat(400).as_bytes(), b"\xff"].concat();
    // Cut letters are allowed where the look ends, not where the file does.
    for start in [
        &b"\x89PNG\r\n\x1a\n"[..],
        b"IDP\0",
        b"BLOB\x08\0\0\0",
        b"gr\xc3",
        b"\x0a\x05\x01",
        &late_nul,
        &late_byte,
    ] {
        assert_eq!(FileKind::detect(start), None, "{}", start.escape_ascii());
    }
}

#[test]
fn the_version_is_told() {
    assert_eq!(FileKind::detect(b"IDST\x30\0\0\0"), Some(FileKind::Source { version: 48 }));
    assert_eq!(FileKind::detect(b"IDST\xff\xff\xff\xff"), Some(FileKind::HalfLife));
    assert_eq!(FileKind::detect(b"MDL3"), Some(FileKind::GameStudio { version: 3 }));
}

#[test]
fn a_kind_is_told_in_a_sentence_of_any_width() {
    assert_eq!(format!("{:>14}|", FileKind::Zip), " a zip archive|");
}
