//! Tests of reading skin files.

use md3_format::skin_file::{self, SkinAssignment, SkinFile};
use md3_format::surface_key;

#[track_caller]
fn rows(text: &str, expected: &[(&str, &str)]) {
    let rows: Vec<_> = SkinFile::new(text.as_bytes())
        .rows()
        .map(|row| (str::from_utf8(row.surface).unwrap(), str::from_utf8(row.shader).unwrap()))
        .collect();
    assert_eq!(rows, expected, "{text:?}");
}

#[test]
fn a_line_is_a_surface_and_a_shader() {
    rows("a,b\nc,d\n", &[("a", "b"), ("c", "d")]);
    rows("a,b\r\nc,d\r", &[("a", "b"), ("c", "d")]);
    rows("  a , b \n\n\n\tc,d", &[("a", "b"), ("c", "d")]);
    rows("a,b c,d", &[("a", "b"), ("c", "d")]);
    rows(
        "a,b,c , \"d e\",\nf,,g\nh,i,j,k",
        &[("a", "b"), ("a", "c"), ("a", "d e"), ("f", ""), ("f", "g"), ("h", "i"), ("h", "j"), ("h", "k")],
    );
    let skins = SkinFile::new(b"a,b,c,,d\ne,f").rows().map(|row| row.skin);
    assert_eq!(skins.collect::<Vec<_>>(), [0, 1, 3, 0], "each comma begins the next skin");
    rows("a b\nc d e", &[("a", "b"), ("c", "d")]);
    rows("", &[]);
}

#[test]
fn comments_are_skipped_and_quotes_enclose_spaces() {
    rows("// x,y\na,b // c,d\n/* e,f\n g,h */ i,j", &[("a", "b"), ("i", "j")]);
    rows("\"a b\",\"c, d\"", &[("a b", "c, d")]);
    rows("a,\",\"", &[("a", ",")]);
    rows("a b,c", &[("a b", "c")]);
    rows("a,models//b.tga", &[("a", "models//b.tga")]);
}

#[test]
fn tags_are_skipped() {
    rows("tag_head,\ntag_torso\nTag_Weapon,x\nl_legs,b\nmy_tag_1,c", &[("l_legs", "b")]);
    rows("tag_head\r\ntag_weapon\r\ntag_torso", &[]);
}

#[test]
fn reads_replacements_of_darkplaces() {
    rows("replace \"a\" \"b\"\nreplace c d", &[("a", "b"), ("c", "d")]);
    // A row of only two words is for a surface with the name "replace".
    rows("replace a", &[("replace", "a")]);
}

#[test]
fn malformed_lines_are_skipped() {
    rows("alone\n,b\n,\na,b", &[("a", "b")]);
    rows("a,\nb,c", &[("a", ""), ("b", "c")]);
    rows("a,\"never closed\nb,c", &[("a", "never closed\nb,c")]);
    // Names are bytes, and a NUL separates words in the same way as a space.
    let row = SkinFile::new(b"\xff\0,\xfe\n").rows().next().unwrap();
    assert_eq!((row.surface, row.shader), (&b"\xff"[..], &b"\xfe"[..]));
}

#[test]
fn lines_are_counted() {
    let skin = SkinFile::new(b"// one\r\n\r\na,b\r\n/*\r\n*/ c,d");
    assert_eq!(skin.rows().map(|row| row.line).collect::<Vec<_>>(), [3, 5]);
}

#[test]
fn surfaces_are_matched_as_in_the_game() {
    let skin = SkinFile::new(b"U_Torso,torso\ngutter,g\nwing_l,left\nu_torso,second");
    for (surface, expected) in [
        (&b"u_torso"[..], Some(&b"torso"[..])),
        (b"u_torso_2", Some(b"torso")),
        (b"U_TORSO_1", Some(b"torso")),
        // The suffix is also removed from names that have no level of detail.
        (b"gutter_h", Some(b"g")),
        // A row with the whole name takes precedence.
        (b"Wing_L", Some(b"left")),
        (b"u_tors", None),
        (b"", None),
    ] {
        assert_eq!(skin.find(surface), expected.map(SkinAssignment::Shader), "{}", surface.escape_ascii());
    }
    for (name, key) in
        [(&b"_1"[..], &b"_1"[..]), (b"a_1", b"a"), (b"a_12", b"a_12"), (b"a__", b"a"), (b"", b"")]
    {
        assert_eq!(surface_key(name), key);
    }
}

#[test]
fn some_shader_names_hide_a_surface() {
    for shader in ["", "null", "NULL", "nothing", "nodraw", "textures/common/nodraw", "models\\nodraw.tga"] {
        let text = format!("a,{shader}\n");
        assert_eq!(SkinFile::new(text.as_bytes()).find(b"a"), Some(SkinAssignment::Hidden), "{shader}");
    }
    for shader in ["nullify", "models/null.tga", "nodraw2", "nodraw/skin"] {
        let text = format!("a,{shader}\n");
        let shown = SkinAssignment::Shader(shader.as_bytes());
        assert_eq!(SkinFile::new(text.as_bytes()).find(b"a"), Some(shown), "{shader}");
    }
}

#[test]
fn a_written_file_has_the_names_that_were_given() {
    let names = ["plain", "with space", "a,b", "http://x", "a/*b", "a/b", "*"];
    let rows_of = names.map(|name| (name, name));
    let text = skin_file::write(rows_of).unwrap();
    rows(str::from_utf8(&text).unwrap(), &rows_of);
    // Only names that need quotes have them.
    assert_eq!(text.iter().filter(|&&byte| byte == b'"').count(), 4 * 2 * 2);
    assert!(text.starts_with(b"plain,plain\n"));
}

#[test]
fn names_that_a_file_cannot_contain_are_rejected() {
    for (surface, shader, byte) in
        [("", "b", None), ("a\n", "b", Some(b'\n')), ("a", "\"b", Some(b'"')), ("a", "b\x1f", Some(0x1f))]
    {
        let error = skin_file::write([("x", "y"), (surface, shader)]).unwrap_err();
        assert_eq!((error.row, error.byte), (1, byte));
        let text = error.to_string();
        let expected =
            if byte.is_some() { "the name contains the byte 0x" } else { "the surface has no name" };
        assert!(text.contains("row 1") && text.contains(expected), "{text}");
    }
}
