//! What the Cube engines keep beside a model.

use md3_format::cube_cfg::{CubeLine, cube_cfg};

#[test]
fn lines_about_the_model_are_read() {
    let text = b"// a model of two parts
mdlscale 75
md3load lower.md3; md3skin * \"skins/red.jpg\"
md3anim \"run|forward\" 10 8 25.5
md3load upper.md3
md3skin Mesh upper.png masks.png
md3link 0 1 tag_torso
";
    let lines: Vec<_> = cube_cfg(text).collect();
    let expected = [
        (3, CubeLine::Load { file: b"lower.md3" }),
        (3, CubeLine::Skin { surface: b"*", image: b"skins/red.jpg", mask: b"" }),
        (5, CubeLine::Load { file: b"upper.md3" }),
        (6, CubeLine::Skin { surface: b"Mesh", image: b"upper.png", mask: b"masks.png" }),
        (7, CubeLine::Link { parent: 0, child: 1, tag: b"tag_torso" }),
    ];
    assert_eq!(lines, expected);
}

#[test]
fn lines_that_lack_something_are_left_out() {
    for text in
        ["md3load", "md3skin a", "md3anim x 1 2", "md3link 0 tag", "md3link 0 x tag", "md3load;a", "; ;", ""]
    {
        assert_eq!(cube_cfg(text.as_bytes()).count(), 0, "{text}");
    }
    assert_eq!(cube_cfg(b"md3load a md3load b\nMD3Load c").count(), 2);
}
