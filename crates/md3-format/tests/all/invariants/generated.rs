//! Files with generated content and any layout. Reading returns the content, and writing gives the same file.

use md2_testdata::fuzz::Input;
use md2_testdata::md3::{Md3FrameSpec, Md3Spec, SurfaceSpec, TagSpec, VertexSpec};
use md3_format::model::{Layout, Model};
use md3_format::raw::{Frame, SurfaceName, Triangle};
use md3_format::{Md3, check, decode_normal};

/// Asserts that a generated model is read and written as it is, in any layout. Then asserts that an edited model, which may be invalid, is
/// rejected or written as a file from which parsing reads the same model.
pub(crate) fn write_then_parse(bytes: &[u8]) {
    let mut input = Input::new(bytes);
    let spec = spec(&mut input);
    let (num_skins, shader_index) = (input.int(), input.int());
    let mut canonical = spec.build();
    for (s, surface) in spec.surfaces.iter().enumerate() {
        for shader in 0..surface.shaders.len() {
            canonical.set_i32(&format!("surface[{s}].shader[{shader}].index"), shader_index);
        }
    }
    let mut file = canonical.clone();
    file.set_i32("num_skins", num_skins);
    let file = scattered(file, &spec, &mut input);
    let md3 = Md3::parse(&file).expect("a generated file is valid");
    assert_content(&md3, &spec);
    assert_eq!(md3.header().num_skins, num_skins);
    let shaders = md3.surfaces().iter().flat_map(|surface| surface.shaders().iter());
    assert!(shaders.into_iter().all(|shader| shader.index == shader_index));
    assert!(!check(&file).has_errors());
    let mut model = md3.to_model();
    assert!(model.to_bytes() == Ok(file));
    let layout = Layout::default();
    assert!(Model { layout, ..model.clone() }.to_bytes() == Ok(canonical.into_bytes()));

    edit(&mut model, &mut input);
    match model.to_bytes() {
        Ok(written) => {
            let read = Md3::parse(&written).expect("a written file can be parsed").to_model();
            // The text of two models is the same even if they contain NaN.
            let text =
                |model: &Model| format!("{:?}", (&model.name, model.flags, &model.frames, &model.surfaces));
            assert_eq!(text(&read), text(&model));
            assert!(read.to_bytes() == Ok(written));
        }
        Err(error) => assert!(!error.to_string().is_empty()),
    }
}

fn spec(input: &mut Input<'_>) -> Md3Spec {
    let [frames, tags, surfaces] = [5, 4, 4].map(|limit| input.below(limit));
    Md3Spec {
        name: name::<64>(input),
        flags: input.int(),
        frames: (0..frames).map(|_| frame(input)).collect(),
        tags: (0..frames).map(|_| (0..tags).map(|_| tag(input)).collect()).collect(),
        surfaces: (0..surfaces).map(|_| surface(input, frames)).collect(),
    }
}

fn name<const N: usize>(input: &mut Input<'_>) -> Vec<u8> {
    let length = input.below(N + 1);
    input.bytes::<N>()[..length].to_vec()
}

fn finite(input: &mut Input<'_>) -> f32 {
    Some(input.float()).filter(|number| number.is_finite()).unwrap_or(f32::MAX)
}

fn frame(input: &mut Input<'_>) -> Md3FrameSpec {
    let [min, max, origin] = [(); 3].map(|()| input.vector());
    Md3FrameSpec { min, max, origin, radius: input.float(), name: name::<16>(input) }
}

fn tag(input: &mut Input<'_>) -> TagSpec {
    let [origin, forward, left, up] = [(); 4].map(|()| [(); 3].map(|()| finite(input)));
    TagSpec { name: name::<64>(input), origin, axes: [forward, left, up] }
}

fn surface(input: &mut Input<'_>, frames: usize) -> SurfaceSpec {
    let vertices = input.below(6);
    let triangles = if vertices == 0 { 0 } else { input.below(6) };
    let vertex = |input: &mut Input<'_>| VertexSpec {
        xyz: [(); 3].map(|()| i16::from_le_bytes(input.bytes())),
        zenith: input.byte(),
        azimuth: input.byte(),
    };
    SurfaceSpec {
        name: name::<64>(input),
        flags: input.int(),
        shaders: (0..input.below(3)).map(|_| name::<64>(input)).collect(),
        triangles: (0..triangles)
            .map(|_| [(); 3].map(|()| i32::try_from(input.below(vertices)).unwrap()))
            .collect(),
        st: (0..vertices).map(|_| [finite(input), finite(input)]).collect(),
        vertices: (0..frames).map(|_| (0..vertices).map(|_| vertex(input)).collect()).collect(),
    }
}

/// Moves some lists to the end of the file, in any order and with gaps between them, sets the offsets that parsing ignores, and appends
/// bytes.
fn scattered(mut file: md2_testdata::TaggedBytes, spec: &Md3Spec, input: &mut Input<'_>) -> Vec<u8> {
    // The offset of empty lists, and the end of the last surface.
    let nowhere = input.int();
    let mut lists = vec![(input.byte(), "ofs_tags".to_owned(), 0, 112 * spec.tags.concat().len())];
    for (s, surface) in spec.surfaces.iter().enumerate() {
        let tag = |field: &str| format!("surface[{s}].{field}");
        let start = file.offset_of(&tag("ident"));
        file.set(&tag("ident"), &input.bytes::<4>());
        for (field, size) in [
            ("ofs_triangles", 12 * surface.triangles.len()),
            ("ofs_shaders", 68 * surface.shaders.len()),
            ("ofs_st", 8 * surface.st.len()),
            ("ofs_xyznormal", 8 * surface.vertices.concat().len()),
        ] {
            lists.push((input.byte(), tag(field), start, size));
        }
    }
    match spec.surfaces.len().checked_sub(1) {
        Some(last) => file.set_i32(&format!("surface[{last}].ofs_end"), nowhere),
        None => file.set_i32("ofs_surfaces", nowhere),
    };
    lists.sort();
    // The frames are last. Otherwise another list after them could make them look like frames of 104 bytes.
    lists.push((input.byte(), "ofs_frames".to_owned(), 0, 56 * spec.frames.len()));
    let mut moved = Vec::new();
    for (key, field, base, size) in lists {
        if size == 0 {
            file.set_i32(&field, nowhere);
        } else if key % 2 == 0 {
            let start = base + usize::try_from(file.get_i32(&field)).unwrap();
            let list = file.bytes()[start..start + size].to_vec();
            file.push(format!("gap before {field}"), &[key; 5][..input.below(6)]);
            let offset = i32::try_from(file.len() - base).unwrap();
            file.set_i32(&field, offset).push(format!("list of {field}"), &list);
            moved.push(start..start + size);
        }
    }
    if input.below(2) == 0 {
        file.set_i32("ofs_end", input.int());
    }
    let mut bytes = file.into_bytes();
    moved.into_iter().for_each(|range| bytes[range].fill(0xee));
    bytes.extend(&input.bytes::<2>()[..input.below(3)]);
    bytes
}

fn edit(model: &mut Model, input: &mut Input<'_>) {
    let first = model.surfaces.first_mut();
    match input.below(8) {
        0 => drop(model.frames.pop()),
        1 => model.frames.iter_mut().take(1).for_each(|frame| _ = frame.tags.pop()),
        2 => first.into_iter().for_each(|surface| _ = surface.vertices.pop()),
        3 => first.into_iter().for_each(|surface| {
            let corner = u32::from(input.byte()).min(u32::try_from(surface.st.len()).unwrap());
            surface.triangles.push(Triangle { indices: [corner, 0, corner / 2] });
        }),
        4 => first.into_iter().flat_map(|surface| &mut surface.st).for_each(|st| st.t = input.float()),
        5 => first.into_iter().for_each(|surface| surface.name = SurfaceName::from_raw(input.bytes())),
        6 => drop(model.surfaces.pop()),
        _ => model.update_bounds(),
    }
}

fn trimmed(name: &[u8]) -> &[u8] {
    name.split(|&byte| byte == 0).next().unwrap_or_default()
}

fn assert_content(md3: &Md3<'_>, spec: &Md3Spec) {
    assert_eq!((md3.name().as_bytes(), md3.header().flags), (trimmed(&spec.name), spec.flags));
    assert_eq!((md3.frame_count(), md3.surfaces().len()), (spec.frames.len(), spec.surfaces.len()));
    let bits = |v: [f32; 3]| v.map(f32::to_bits);
    for (Frame { min, max, local_origin, radius, name }, wanted) in md3.frames().zip(&spec.frames) {
        assert_eq!([min, max, local_origin].map(bits), [wanted.min, wanted.max, wanted.origin].map(bits));
        assert_eq!((radius.to_bits(), name.as_bytes()), (wanted.radius.to_bits(), trimmed(&wanted.name)));
    }
    assert_eq!(md3.tag_count(), spec.tags.first().map_or(0, Vec::len));
    let tags = (0..md3.frame_count()).flat_map(|frame| md3.tags(frame).iter());
    for (tag, wanted) in tags.zip(spec.tags.iter().flatten()) {
        let name = trimmed(&wanted.name);
        assert_eq!((tag.name.as_bytes(), tag.origin, tag.axes), (name, wanted.origin, wanted.axes));
    }
    for (surface, wanted) in md3.surfaces().iter().zip(&spec.surfaces) {
        let name = trimmed(&wanted.name);
        assert_eq!((surface.name().as_bytes(), surface.header().flags), (name, wanted.flags));
        let shaders: Vec<_> = surface.shaders().iter().map(|shader| shader.name).collect();
        assert!(
            shaders.iter().map(|name| name.as_bytes()).eq(wanted.shaders.iter().map(|name| trimmed(name)))
        );
        let triangles = surface.triangles().iter().map(|triangle| triangle.indices.map(u32::cast_signed));
        assert!(triangles.eq(wanted.triangles.iter().copied()));
        assert!(surface.st().iter().map(|st| [st.s, st.t]).eq(wanted.st.iter().copied()));
        assert_eq!(surface.all_vertices().len(), wanted.vertices.concat().len());
        for (vertex, wanted) in surface.all_vertices().iter().zip(wanted.vertices.iter().flatten()) {
            assert_eq!(
                (vertex.xyz, vertex.zenith, vertex.azimuth),
                (wanted.xyz, wanted.zenith, wanted.azimuth)
            );
            assert_eq!(vertex.position(), wanted.xyz.map(|steps| f32::from(steps) / 64.0));
            assert_eq!(vertex.normal(), decode_normal([wanted.zenith, wanted.azimuth]));
        }
    }
}
