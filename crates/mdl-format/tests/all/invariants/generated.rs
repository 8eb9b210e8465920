//! Files with generated content. Reading returns the content, and writing gives the same file.

use md2_testdata::fuzz::Input;
use md2_testdata::mdl::{MdlFrameSpec, MdlSpec, MdlTriangleSpec, PoseSpec, SkinSpec, StSpec};
use mdl_format::model::{Model, ModelFrame, ModelSkin};
use mdl_format::raw::{PoseName, St, Triangle};
use mdl_format::{Intervals, Mdl, check};

/// Asserts that a generated model is read and written as it is. Then asserts that an edited model, which may be invalid, is rejected or
/// written as a file from which parsing reads the same model.
pub(crate) fn write_then_parse(bytes: &[u8]) {
    let mut input = Input::new(bytes);
    let spec = spec(&mut input);
    let file = spec.build().into_bytes();
    let mdl = Mdl::parse(&file).expect("a generated file is valid");
    assert_content(&mdl, &spec);
    assert!(!check(&file).has_errors());
    let mut model = mdl.to_model();
    assert!(model.to_bytes().as_ref() == Ok(&file));

    edit(&mut model, &mut input);
    match model.to_bytes() {
        Ok(written) => {
            let read = Mdl::parse(&written).expect("a written file can be parsed").to_model();
            // The text of two models is the same even if they contain NaN.
            assert_eq!(format!("{read:?}"), format!("{model:?}"));
            assert!(read.to_bytes() == Ok(written));
        }
        Err(error) => assert!(!error.to_string().is_empty()),
    }
}

fn spec(input: &mut Input<'_>) -> MdlSpec {
    let vertices = input.below(6);
    let sides = [input.below(5), input.below(5)];
    let triangles = if vertices == 0 { 0 } else { input.below(4) };
    MdlSpec {
        scale: input.vector().map(|c| if c.is_finite() { c } else { 0.5 }),
        scale_origin: input.vector().map(|c| if c.is_finite() { c } else { f32::MAX }),
        bounding_radius: input.float(),
        eye_position: input.vector(),
        skin_size: sides.map(|side| i32::try_from(side).unwrap()),
        skins: (0..input.below(4)).map(|_| skin(input, sides[0] * sides[1])).collect(),
        st: (0..vertices).map(|_| StSpec { onseam: input.int(), s: input.int(), t: input.int() }).collect(),
        triangles: (0..triangles)
            .map(|_| MdlTriangleSpec {
                front: input.int(),
                vertices: [(); 3].map(|()| i32::try_from(input.below(vertices)).unwrap()),
            })
            .collect(),
        frames: (0..input.below(4)).map(|_| frame(input, vertices)).collect(),
        sync_type: input.int(),
        flags: input.int(),
        size: input.float(),
        trailing: input.bytes::<5>()[..input.below(6)].to_vec(),
    }
}

/// Returns a single value, or in a quarter of the cases a group of up to three.
fn members<T>(input: &mut Input<'_>, mut one: impl FnMut(&mut Input<'_>) -> T) -> Result<T, Vec<(f32, T)>> {
    if input.below(4) > 0 {
        return Ok(one(input));
    }
    Err((0..1 + input.below(3)).map(|_| (input.float(), one(input))).collect())
}

fn skin(input: &mut Input<'_>, texels: usize) -> SkinSpec {
    let images = members(input, |input| (0..texels).map(|_| input.byte()).collect());
    images.map_or_else(SkinSpec::Group, SkinSpec::Single)
}

fn frame(input: &mut Input<'_>, vertices: usize) -> MdlFrameSpec {
    let poses = members(input, |input| PoseSpec {
        min: input.bytes(),
        max: input.bytes(),
        name: input.bytes::<16>().to_vec(),
        vertices: (0..vertices).map(|_| input.bytes()).collect(),
    });
    match poses {
        Ok(pose) => MdlFrameSpec::Single(pose),
        Err(poses) => MdlFrameSpec::Group { min: input.bytes(), max: input.bytes(), poses },
    }
}

fn edit(model: &mut Model, input: &mut Input<'_>) {
    match input.below(8) {
        0 => model.st.push(St::new(input.int(), input.int())),
        1 => {
            let count = u32::try_from(model.st.len()).unwrap();
            model.triangles.push(Triangle::new(0, [0, count / 2, u32::from(input.byte()).min(count)]));
        }
        2 => model.skin_width += u32::from(input.byte()),
        3 => model.scale[1] = input.float(),
        4 => model.poses_mut().take(2).for_each(|pose| _ = pose.vertices.to_mut().pop()),
        5 => model.poses_mut().for_each(|pose| pose.name = PoseName::from_raw(input.bytes())),
        6 => {
            model.update_bounds();
            model.update_size();
        }
        _ => {
            if let Some(ModelSkin::Group(group)) = model.skins.first_mut() {
                group.images.pop();
            }
            if let Some(ModelFrame::Group(group)) = model.frames.first_mut() {
                group.poses.pop();
            }
        }
    }
}

fn assert_content(mdl: &Mdl<'_>, spec: &MdlSpec) {
    let header = mdl.header();
    let floats = [mdl.scale(), mdl.origin(), header.eyeposition, [header.boundingradius, header.size, 0.0]];
    let wanted = [spec.scale, spec.scale_origin, spec.eye_position, [spec.bounding_radius, spec.size, 0.0]];
    assert_eq!(floats.map(|v| v.map(f32::to_bits)), wanted.map(|v| v.map(f32::to_bits)));
    assert_eq!([header.skinwidth, header.skinheight], spec.skin_size);
    assert_eq!([header.flags, header.synctype], [spec.flags, spec.sync_type]);
    let st = mdl.st().iter().map(|st| [st.onseam, st.s, st.t]);
    assert!(st.eq(spec.st.iter().map(|st| [st.onseam, st.s, st.t])));
    let triangles = mdl.triangles().iter().map(|t| (t.facesfront, t.vertices().map(u32::cast_signed)));
    assert!(triangles.eq(spec.triangles.iter().map(|t| (t.front, t.vertices))));
    assert_eq!(mdl.trailing(), spec.trailing);

    assert_eq!(mdl.skins().len(), spec.skins.len());
    for (found, wanted) in mdl.skins().iter().zip(&spec.skins) {
        let (ends, images) = match wanted {
            SkinSpec::Single(image) => (Vec::new(), vec![image]),
            SkinSpec::Group(group) => group.iter().map(|(end, image)| (end.to_bits(), image)).unzip(),
        };
        assert_eq!(bits(found.intervals()), ends);
        assert!(found.images().map(|image| image.texels).eq(images));
    }
    assert_eq!(mdl.frames().len(), spec.frames.len());
    for (found, wanted) in mdl.frames().iter().zip(&spec.frames) {
        let (bounds, (ends, poses)): ([&[u8; 4]; 2], (Vec<_>, Vec<_>)) = match wanted {
            MdlFrameSpec::Single(pose) => ([&pose.min, &pose.max], (Vec::new(), vec![pose])),
            MdlFrameSpec::Group { min, max, poses } => {
                ([min, max], poses.iter().map(|(end, pose)| (end.to_bits(), pose)).unzip())
            }
        };
        assert_eq!(bits(found.intervals()), ends);
        assert_eq!([&found.bounds().bboxmin, &found.bounds().bboxmax], bounds);
        let found = &mdl.poses()[found.poses()];
        assert_eq!(found.len(), poses.len());
        for (found, wanted) in found.iter().zip(poses) {
            assert_eq!(found.name().raw()[..], wanted.name);
            assert_eq!([found.bounds().bboxmin, found.bounds().bboxmax], [wanted.min, wanted.max]);
            assert_eq!(found.vertices().as_bytes(), wanted.vertices.concat());
        }
    }
}

fn bits(intervals: Intervals<'_>) -> Vec<u32> {
    intervals.iter().map(f32::to_bits).collect()
}
