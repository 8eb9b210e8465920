//! Detection of file kinds from the first bytes.

use md2_common::FileKind;

#[test]
fn detects_each_kind_by_its_first_bytes() {
    let letters = "Node {\r\n\tname \"knight\"\r\n}\r\n".repeat(30);
    // The last checked byte is the first byte of a two-byte character.
    let cut_letter = ["x".repeat(511).as_str(), "ü and more"].concat();
    for (start, expected) in [
        (&b"IDPO\x06\0\0\0"[..], "a Quake model (MDL)"),
        (b"IDP2\x08\0\0\0", "a Quake II model (MD2)"),
        (b"IDP3\x0f\0\0\0", "a Quake III Arena model (MD3)"),
        (b"IDS2\x02\0\0\0", "a Quake II sprite (SP2)"),
        (b"MD5Version 10\ncommandline", "a Doom 3 model (MD5)"),
        (b"IDPC\x02\0\0\0", "a Return to Castle Wolfenstein model (MDC)"),
        (b"MDSW\x04\0\0\0", "a Return to Castle Wolfenstein model with a skeleton (MDS)"),
        (b"RDM5\x02\0\0\0", "a Team Arena model with a skeleton (MDR)"),
        (b"INTERQUAKEMODEL\0\x02\0\0\0", "an Inter-Quake Model (IQM)"),
        (b"2LGM\x06\0\0\0", "a Ghoul 2 model (GLM)"),
        (b"DMDM\x01\0\0\0", "a Doomsday Engine model (DMD)"),
        (b"DKMD\x01\0\0\0", "a Daikatana model (DKM)"),
        (b"IDPX\x04\0\0\0", "a Kingpin model (MDX)"),
        (b"MDA1", "an Anachronox model (MD2 variant)"),
        (b"header\0\0", "a Heretic II model (FM)"),
        (b"RAPO\x32\0\0\0", "a Hexen II mission pack model (MDL variant)"),
        (b"MD16\x06\0\0\0", "a QuakeForge model (MDL with 16-bit positions)"),
        (b"IDST\x0a\0\0\0", "a Half-Life model (MDL variant)"),
        (b"IDST\x06\0\0\0", "a Half-Life model (MDL variant)"),
        (b"IDST", "a Half-Life model (MDL variant)"),
        (b"IDSQ\x0a\0\0\0", "a Half-Life animation file"),
        (b"IDST\x2c\0\0\0", "a Source engine model (MDL version 44)"),
        (b"IDST\x31\0\0\0", "a Source engine model (MDL version 49)"),
        (b"MDL2", "a 3D GameStudio model (MDL2)"),
        (b"MDL5\0\0", "a 3D GameStudio model (MDL5)"),
        (b"MDL7", "a 3D GameStudio model (MDL7)"),
        (b"PACK\x0c\0\0\0", "a Quake archive (PAK)"),
        (b"PK\x03\x04\x14\0", "a zip archive"),
        (b"PK\x05\x06\0\0", "a zip archive"),
        (b"7z\xbc\xaf\x27\x1c\0\x04", "a 7-Zip archive (PK7), which must be unpacked first"),
        (b"PWAD\x01\0\0\0", "an archive of Doom (WAD), whose models must be extracted first"),
        (
            b"version https://git-lfs.github.com/spec/v1\noid sha256:00",
            "a Git LFS pointer (file not downloaded)",
        ),
        (b"<!DOCTYPE html>\n<title>404</title>", "a web page (HTML)"),
        (b"\xef\xbb\xbf\r\n <HTML lang=\"en\">", "a web page (HTML)"),
        (b"\n<html", "a web page (HTML)"),
        (b"<htm", "a text file"),
        (letters.as_bytes(), "a text file"),
        (cut_letter.as_bytes(), "a text file"),
        ("größer".as_bytes(), "a text file"),
        (b"MDL8", "a text file"),
        (b"MDL1", "a text file"),
        (b"header files", "a text file"),
        (b"\n", "a text file"),
        (b"", "an empty file"),
    ] {
        let kind = FileKind::detect(start).unwrap_or_else(|| panic!("{}", start.escape_ascii()));
        assert_eq!(kind.to_string(), expected, "{}", start.escape_ascii());
    }
}

#[test]
fn returns_none_for_unknown_binary_files() {
    let late_nul = ["a".repeat(400).as_bytes(), b"\0"].concat();
    let late_byte = ["a".repeat(400).as_bytes(), b"\xff"].concat();
    // An incomplete character is allowed at the end of the checked bytes, but not at the end of the file.
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
fn reads_the_version() {
    assert_eq!(FileKind::detect(b"IDST\x30\0\0\0"), Some(FileKind::Source { version: 48 }));
    assert_eq!(FileKind::detect(b"IDST\xff\xff\xff\xff"), Some(FileKind::HalfLife));
    assert_eq!(FileKind::detect(b"MDL3"), Some(FileKind::GameStudio { version: 3 }));
}
