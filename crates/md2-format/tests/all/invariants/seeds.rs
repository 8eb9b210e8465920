//! Seeds for fuzzing: small files, some intact and some with one defect.

use md2_testdata::{GlWord, Md2Spec, TaggedBytes, one_triangle, seamed_quad, with_frames};

pub(crate) fn seeds() -> Vec<(&'static str, Vec<u8>)> {
    let build = |spec: Md2Spec| spec.build().bytes().to_vec();
    let changed = |change: &dyn Fn(&mut TaggedBytes) -> &mut TaggedBytes| {
        let mut file = one_triangle().build();
        change(&mut file).bytes().to_vec()
    };
    vec![
        ("triangle", build(one_triangle())),
        ("quad", build(seamed_quad())),
        ("names", build(with_frames(["stand1", "stand2", "run1", "run2", "FRAME 000......"]))),
        ("empty", build(Md2Spec::default())),
        ("no_skins", build(Md2Spec { skins: Vec::new(), ..one_triangle() })),
        (
            "no_end",
            build(Md2Spec {
                gl_words: vec![GlWord::I(-1), GlWord::F(0.5), GlWord::F(0.5), GlWord::I(2)],
                ..one_triangle()
            }),
        ),
        ("index_first", build(Md2Spec { gl_words: index_first(), ..one_triangle() })),
        ("trailing", [build(one_triangle()), b"\0Copyright".to_vec()].concat()),
        ("end_elsewhere", changed(&|file| file.set_i32("ofs_end", 12))),
        ("stride", changed(&|file| file.set_i32("framesize", 40))),
        ("normal", changed(&|file| file.set_u8("frame[0].vertex[1].normal", 162))),
        ("overlap", changed(&|file| file.set_i32("ofs_tris", 68).set_i32("num_skins", 1))),
        (
            "overlap_without_skins",
            changed(&|file| file.set_i32("num_skins", 0).set_i32("ofs_skins", -1).set_i32("ofs_st", 0)),
        ),
        ("quake3", b"IDP3\x0f\0\0\0model".to_vec()),
        ("quake1", b"IDPO\x06\0\0\0".to_vec()),
        ("line_ends", with_returns(with_frames(["a\nb\nc", "d\ne"]).build().bytes())),
        ("lost_returns", lf()),
        ("no_st", changed(&|file| file.set_u16("tri[0].st[1]", u16::MAX))),
        ("counts", changed(&|file| file.set_i32("num_skins", 661).set_i32("framesize", 48))),
        ("utf8", String::from_utf8_lossy(&build(one_triangle())).into_owned().into_bytes()),
    ]
}

fn index_first() -> Vec<GlWord> {
    let vertex = |index| [GlWord::I(index), GlWord::F(0.25), GlWord::F(0.75)];
    let vertices = [0, 1, 2].into_iter().flat_map(vertex);
    std::iter::once(GlWord::I(3)).chain(vertices).chain([GlWord::I(0)]).collect()
}

fn lf() -> Vec<u8> {
    let mut file = with_frames(["stand1", "stand2", "run1"]).build();
    file.set("skin[0]", &[&b"models/a\r\nb\nc"[..], &[0; 51]].concat());
    file.set("frame[1].vertex[1].xyz", b"\r\n\xff");
    without_returns(file.bytes())
}

pub(crate) fn without_returns(file: &[u8]) -> Vec<u8> {
    let next = file.iter().skip(1).map(Some).chain([None]);
    file.iter().zip(next).filter(|pair| *pair != (&b'\r', Some(&b'\n'))).map(|(&byte, _)| byte).collect()
}

pub(crate) fn with_returns(file: &[u8]) -> Vec<u8> {
    file.iter().flat_map(|&byte| [b'\r', byte].into_iter().skip(usize::from(byte != b'\n'))).collect()
}
