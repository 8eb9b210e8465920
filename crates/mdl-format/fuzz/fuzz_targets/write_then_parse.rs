//! Writes arbitrary models. The result must be an error or a file that parses as the same model.

#![no_main]

use libfuzzer_sys::arbitrary::{Result, Unstructured};
use libfuzzer_sys::fuzz_target;
use mdl_format::model::{
    FrameGroup, GroupMember, Model, ModelFrame, ModelPose, ModelSkin, SkinGroup, Vertices,
};
use mdl_format::raw::{PoseName, St, Triangle, Vertex};
use mdl_format::{Effects, Mdl, SyncType, check};

fuzz_target!(|bytes: &[u8]| {
    let Ok(model) = model(&mut Unstructured::new(bytes)) else { return };
    match model.to_bytes() {
        Ok(file) => {
            let mdl = Mdl::parse(&file).expect("a written file can be parsed");
            let read = mdl.to_model();
            assert!(read == model, "the parsed model equals the written one");
            assert!(read.to_bytes().as_ref() == Ok(&file), "writing again gives the same file");
            assert!(!check(&file).has_errors());
        }
        Err(error) => assert!(!error.to_string().is_empty()),
    }
});

/// Returns a model that may be invalid: with indices just out of range, poses and images of different sizes, empty
/// groups, or a scale that is not finite.
fn model(input: &mut Unstructured<'_>) -> Result<Model> {
    let [width, height] = [input.int_in_range(0..=4)?, input.int_in_range(0..=4)?];
    let st: Vec<_> = many(input, |input| {
        Ok(St { onseam: input.arbitrary()?, s: input.arbitrary()?, t: input.arbitrary()? })
    })?;
    let count = u32::try_from(st.len()).unwrap_or_default();
    let mut model = Model {
        scale: input.arbitrary()?,
        origin: [number(input)?, number(input)?, number(input)?],
        bounding_radius: number(input)?,
        eye_position: [number(input)?, number(input)?, number(input)?],
        skin_width: width,
        skin_height: height,
        skins: many(input, |input| skin(input, width * height))?,
        triangles: many(input, |input| Ok(Triangle::new(input.arbitrary()?, corners(input, count)?)))?,
        frames: many(input, |input| frame(input, st.len()))?,
        st,
        sync_type: if input.arbitrary()? { SyncType::Random } else { SyncType::Together },
        effects: Effects::from_bits(input.arbitrary()?),
        size: number(input)?,
        ..Model::default()
    };
    if input.arbitrary()? {
        model.update_bounds();
        model.update_size();
    }
    Ok(model)
}

fn skin(input: &mut Unstructured<'_>, texels: u32) -> Result<ModelSkin> {
    let image = |input: &mut Unstructured<'_>| -> Result<Vec<u8>> {
        let texels = if input.ratio(1, 50)? { texels + 1 } else { texels };
        (0..texels).map(|_| input.arbitrary()).collect()
    };
    if input.arbitrary()? {
        return Ok(ModelSkin::Single(image(input)?));
    }
    let images = many(input, |input| Ok(GroupMember { end_s: number(input)?, value: image(input)? }))?;
    Ok(ModelSkin::Group(SkinGroup { kind: input.arbitrary()?, images }))
}

fn frame(input: &mut Unstructured<'_>, vertices: usize) -> Result<ModelFrame> {
    if input.arbitrary()? {
        return Ok(ModelFrame::Single(pose(input, vertices)?));
    }
    let poses =
        many(input, |input| Ok(GroupMember { end_s: number(input)?, value: pose(input, vertices)? }))?;
    Ok(ModelFrame::Group(FrameGroup { kind: input.arbitrary()?, ..FrameGroup::new(poses) }))
}

fn pose(input: &mut Unstructured<'_>, vertices: usize) -> Result<ModelPose> {
    let vertices = if input.ratio(1, 50)? { vertices + 1 } else { vertices };
    let vertex = |input: &mut Unstructured<'_>| Ok(Vertex::new(input.arbitrary()?, input.arbitrary()?));
    let vertices: Vertices = (0..vertices).map(|_| vertex(input)).collect::<Result<_>>()?;
    Ok(ModelPose::new(PoseName::from_raw(input.arbitrary()?), vertices))
}

/// Returns three indices from 0 to `count`. The index `count` is rare and just out of range.
fn corners(input: &mut Unstructured<'_>, count: u32) -> Result<[u32; 3]> {
    let last = if input.ratio(1, 50)? { count } else { count.saturating_sub(1) };
    Ok([input.int_in_range(0..=last)?, input.int_in_range(0..=last)?, input.int_in_range(0..=last)?])
}

/// Returns a number that equals itself, so that models can be compared.
fn number(input: &mut Unstructured<'_>) -> Result<f32> {
    let number: f32 = input.arbitrary()?;
    Ok(if number.is_nan() { 0.0 } else { number })
}

fn many<T>(
    input: &mut Unstructured<'_>,
    mut one: impl FnMut(&mut Unstructured<'_>) -> Result<T>,
) -> Result<Vec<T>> {
    let count = input.int_in_range(0..=6)?;
    (0..count).map(|_| one(input)).collect()
}
