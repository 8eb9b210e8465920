//! Seeds for fuzzing: small files, some intact and some with one defect.

use md2_testdata::TaggedBytes;
use md2_testdata::md3::{
    Md3Spec, one_triangle, player_head, player_upper, player_weapon, turning_tag, two_surfaces,
};

pub(crate) fn models() -> Vec<(&'static str, Vec<u8>)> {
    let build = |spec: Md3Spec| spec.build().into_bytes();
    let changed = |spec: Md3Spec, change: &dyn Fn(&mut TaggedBytes) -> &mut TaggedBytes| {
        let mut file = spec.build();
        change(&mut file).bytes().to_vec()
    };
    let tags_alone = Md3Spec { surfaces: Vec::new(), ..player_upper() };
    vec![
        ("triangle", build(one_triangle())),
        ("two", build(two_surfaces())),
        ("turning", build(turning_tag())),
        ("upper", build(player_upper())),
        ("head", build(player_head())),
        ("weapon", build(player_weapon())),
        ("empty", build(Md3Spec::default())),
        ("tags_alone", build(tags_alone)),
        ("trailing", [build(one_triangle()), b"\n".to_vec()].concat()),
        ("end_elsewhere", changed(one_triangle(), &|file| file.set_i32("ofs_end", 12))),
        ("turns_back", changed(two_surfaces(), &|file| file.set_i32("surface[0].ofs_end", 0))),
        ("shares_st", changed(two_surfaces(), &|file| file.set_i32("surface[0].ofs_st", 600))),
        ("shares_headers", changed(two_surfaces(), &|file| file.set_i32("surface[0].ofs_end", 108))),
        ("corner", changed(one_triangle(), &|file| file.set_i32("surface[0].tri[0][1]", 3))),
        ("not_finite", changed(one_triangle(), &|file| file.set_f32("surface[0].st[0][1]", f32::NAN))),
        ("quake2", b"IDP2\x08\0\0\0model".to_vec()),
    ]
}

pub(crate) fn texts() -> Vec<(&'static str, Vec<u8>)> {
    let texts: [(&str, &[u8]); 12] = [
        ("player", b"h_head,models/players/test/head.tga\r\ntag_head,\r\ntag_torso"),
        ("replace", b"replace \"a b\" \"models/c.tga\" // d\nreplace e f"),
        ("hidden", b"/* all\n of it */ a,\nb,null\nc,textures/common/nodraw"),
        ("image", b"models/items/box.tga"),
        ("quotes", b"\"a,b\",\"c d\" e \"open"),
        ("cube", b"md3load a.md3; md3skin * \"b.jpg\"\nmd3anim \"idle\" 0 10 12.5\nmd3link 0 1 tag_x"),
        ("flash", b"models/flash\n{\n\tcull disable\n\t{\n\t\tclampmap a.tga\n\t\tblendfunc add\n\t}\n}\n"),
        (
            "stages",
            b"a { surfaceparm nodraw { map $lightmap } { animMap 5 b c d\nblendFunc GL_ONE GL_ONE } }\r\nA {}",
        ),
        ("shine", b"a/b.tga { { map s\ntcGen environment } { map \"p q\"\nalphaFunc GE128 } } // end"),
        ("unclosed", b"a { { map b"),
        (
            "modeldef",
            b"#include a\nModel A{Path b Model 0 \"c.md3\"SurfaceSkin 0 1 d Scale 1 1 1.2 Frame AAAA A 0 e\nFrameIndex AAAA B 0 1}",
        ),
        ("strays", b"} { c } lost d { { { { } } } } /* e"),
    ];
    texts.map(|(name, text)| (name, text.to_vec())).to_vec()
}
