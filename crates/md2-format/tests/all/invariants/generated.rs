//! Files with generated content and any layout. Reading returns the content, and writing gives the same file.

use md2_format::model::{Layout, Model};
use md2_format::raw::{FrameName, SkinName, St, Triangle};
use md2_format::{Md2, check};
use md2_testdata::fuzz::Input;
use md2_testdata::{FrameSpec, GlWord, Md2Spec, TriangleSpec};

/// Asserts that a generated model is read and written as it is, in any layout. Then asserts that an edited model, which may be invalid, is
/// rejected or written as a file from which parsing reads the same model.
pub(crate) fn write_then_parse(bytes: &[u8]) {
    let mut input = Input::new(bytes);
    let spec = spec(&mut input);
    let file = scattered(&spec, &mut input);
    let md2 = Md2::parse(&file).expect("a generated file is valid");
    assert_eq!(md2.frame_count(), spec.frames.len());
    for (found, wanted) in md2.frames().zip(&spec.frames) {
        assert_eq!(found.scale().map(f32::to_bits), wanted.scale.map(f32::to_bits));
        assert_eq!(found.vertices().as_bytes(), wanted.vertices.concat());
    }
    assert!(!check(&file).has_errors());
    let mut model = md2.to_model();
    assert!(model.to_bytes() == Ok(file));

    let canonical = Model { layout: Layout::default(), ..model.clone() };
    let written = canonical.to_bytes().expect("a parsed model can be written");
    let read = Md2::parse(&written).expect("a written file can be parsed").to_model();
    assert!(read.layout.is_canonical() && read == canonical && read.to_bytes() == Ok(written));

    edit(&mut model, &mut input);
    match model.to_bytes() {
        Ok(written) => {
            let read = Md2::parse(&written).expect("a written file can be parsed").to_model();
            assert!(read.to_bytes() == Ok(written));
            let without_layout = |model| Model { layout: Layout::default(), ..model };
            assert!(without_layout(read) == without_layout(model));
        }
        Err(error) => assert!(!error.to_string().is_empty()),
    }
}

fn spec(input: &mut Input<'_>) -> Md2Spec {
    let (vertices, st) = (input.below(40), input.below(40));
    let triangles = if vertices == 0 || st == 0 { 0 } else { input.below(20) };
    let mut index = |count| u16::try_from(input.below(count)).unwrap();
    let triangles = (0..triangles)
        .map(|_| TriangleSpec { xyz: [(); 3].map(|()| index(vertices)), st: [(); 3].map(|()| index(st)) })
        .collect();
    Md2Spec {
        skin_size: [input.int(), input.int()],
        skins: (0..input.below(3)).map(|_| input.bytes::<64>().to_vec()).collect(),
        st: (0..st).map(|_| [(); 2].map(|()| i16::from_le_bytes(input.bytes()))).collect(),
        triangles,
        vertices,
        frames: (0..input.below(4)).map(|_| frame(input, vertices)).collect(),
        gl_words: (0..input.below(6)).map(|_| GlWord::I(input.int())).collect(),
    }
}

fn frame(input: &mut Input<'_>, vertices: usize) -> FrameSpec {
    let mut finite = || input.vector().map(|c| if c.is_finite() { c } else { f32::MAX });
    let (scale, translate) = (finite(), finite());
    let vertices = (0..vertices).map(|_| input.bytes()).collect();
    FrameSpec { name: input.bytes::<16>().to_vec(), scale, translate, vertices }
}

/// Returns a file with the sections in any order, with gaps between them, bytes after each frame, and any values in fields that
/// parsing ignores.
fn scattered(spec: &Md2Spec, input: &mut Input<'_>) -> Vec<u8> {
    const OFFSETS: [&str; 6] = ["ofs_skins", "ofs_st", "ofs_tris", "ofs_frames", "ofs_glcmds", "ofs_end"];
    let mut built = spec.build();
    let starts = OFFSETS.map(|field| usize::try_from(built.get_i32(field)).unwrap());
    let mut sections: Vec<_> =
        starts.windows(2).map(|range| built.bytes()[range[0]..range[1]].to_vec()).collect();
    let padding = input.bytes::<5>()[..input.below(6)].to_vec();
    let frames = sections[3].chunks(40 + 4 * spec.vertices);
    sections[3] = frames.flat_map(|frame| [frame, &padding].concat()).collect();
    let mut order = [0, 1, 2, 3, 4];
    order.sort_by_key(|_| input.byte());
    let mut file = vec![0; 68];
    for section in order {
        let mut offset = input.int();
        if !sections[section].is_empty() {
            file.extend(&input.bytes::<5>()[..input.below(6)]);
            offset = i32::try_from(file.len()).unwrap();
            file.extend(&sections[section]);
        }
        built.set_i32(OFFSETS[section], offset);
    }
    file.extend(&input.bytes::<5>()[..input.below(6)]);
    // Two sections may share their bytes.
    if input.rarely() && !spec.skins.is_empty() && spec.st.len() <= 16 * spec.skins.len() {
        built.set_i32("ofs_st", built.get_i32("ofs_skins"));
    }
    let added = |field: &str, more: usize| built.get_i32(field) + i32::try_from(more).unwrap();
    let (stride, words) = (added("framesize", padding.len()), added("num_glcmds", input.below(20)));
    let end = if input.below(2) == 0 { input.int() } else { i32::try_from(file.len()).unwrap() };
    built.set_i32("framesize", stride).set_i32("num_glcmds", words).set_i32("ofs_end", end);
    file[..68].copy_from_slice(&built.bytes()[..68]);
    file
}

fn edit(model: &mut Model, input: &mut Input<'_>) {
    let first = model.frames.first_mut();
    match input.below(8) {
        0 => model.skin_width = input.int(),
        1 => model.st.push(St::new(i16::from_le_bytes(input.bytes()), 0)),
        2 => model.triangles.push(Triangle::new([input.byte().into(), 0, 0], [0, 0, input.byte().into()])),
        3 => first.into_iter().for_each(|frame| _ = frame.vertices.to_mut().pop()),
        4 => first.into_iter().for_each(|frame| frame.scale[1] = input.float()),
        5 => model.frames.iter_mut().for_each(|frame| frame.name = FrameName::from_raw(input.bytes())),
        6 => model.skins.push(SkinName::from_raw(input.bytes())),
        _ => drop(model.frames.pop()),
    }
}
