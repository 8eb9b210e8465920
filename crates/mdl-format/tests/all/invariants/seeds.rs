//! Seeds for fuzzing: small files, some intact and some with one defect.

use md2_testdata::mdl::{
    MdlSpec, empty_skin, frame_group, fullbright, one_triangle, seamed_quad, skin_group, with_frames,
};

pub(crate) fn seeds() -> Vec<(&'static str, Vec<u8>)> {
    let build = |spec: MdlSpec| spec.build().into_bytes();
    let group = |edit: &dyn Fn(&mut md2_testdata::TaggedBytes) -> &mut md2_testdata::TaggedBytes| {
        let mut file = frame_group().build();
        edit(&mut file).bytes().to_vec()
    };
    vec![
        ("triangle", build(one_triangle())),
        ("quad", build(seamed_quad())),
        ("names", build(with_frames(["stand1", "stand2", "run1", "run2", "FRAME 000......"]))),
        ("frame_group", build(frame_group())),
        ("skin_group", build(skin_group())),
        ("both_groups", build(MdlSpec { skins: skin_group().skins, ..frame_group() })),
        ("fullbright", build(MdlSpec { flags: 1 << 14, ..fullbright() })),
        ("empty_skin", build(empty_skin())),
        ("empty", build(MdlSpec::default())),
        ("no_skins", build(MdlSpec { skins: Vec::new(), ..one_triangle() })),
        ("qmex", build(MdlSpec { trailing: b"QMEX\x04\0\0\0".to_vec(), ..one_triangle() })),
        ("times", group(&|file| file.set_f32("frame[1].interval[1]", 0.1).set_i32("frame[1].type", -1))),
        ("normal", group(&|file| file.set_u8("frame[1].pose[2].vertex[1].normal", 162))),
        ("corner", group(&|file| file.set_i32("tri[0].vertex[2]", 3))),
        ("hexen2", hexen2(&seamed_quad())),
        ("half_life", b"IDST\x0a\0\0\0model".to_vec()),
        ("game_studio", b"MDL5\0\0\0\0".to_vec()),
        ("pointer", b"version https://git-lfs.github.com/spec/v1\n".to_vec()),
    ]
}

/// Returns the model as a file of the Hexen II mission pack, with the identification `RAPO` and version 50. The number of skin
/// coordinates follows the header. Triangles have 16-bit indices of vertices and of skin coordinates, which are equal here.
pub(crate) fn hexen2(spec: &MdlSpec) -> Vec<u8> {
    let built = spec.build();
    let start = |tag: &str| built.offset_of(tag);
    let (skins, triangles, frames) = (84, start("tri[0].front"), start("frame[0].type"));
    let mut file = built.bytes()[..skins].to_vec();
    file[..8].copy_from_slice(b"RAPO\x32\0\0\0");
    file.extend(i32::try_from(spec.st.len()).unwrap().to_le_bytes());
    file.extend(&built.bytes()[skins..triangles]);
    for triangle in &spec.triangles {
        let indices = triangle.vertices.map(|index| u16::try_from(index).unwrap().to_le_bytes());
        file.extend(triangle.front.to_le_bytes());
        file.extend(indices.concat());
        file.extend(indices.concat());
    }
    file.extend(&built.bytes()[frames..]);
    file
}
