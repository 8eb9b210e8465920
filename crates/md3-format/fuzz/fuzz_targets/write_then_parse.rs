//! Writes arbitrary models. The result must be an error or a file that parses as the same model.

#![no_main]

use libfuzzer_sys::arbitrary::{Result, Unstructured};
use libfuzzer_sys::fuzz_target;
use md3_format::model::{FrameBounds, Model, ModelFrame, ModelSurface};
use md3_format::raw::{FrameName, ModelName, Shader, ShaderName, St, SurfaceName, Tag, TagName, Triangle, Vertex};
use md3_format::{Md3, check};

fuzz_target!(|bytes: &[u8]| {
    let Ok(mut model) = model(&mut Unstructured::new(bytes)) else { return };
    model.update_bounds();
    match model.to_bytes() {
        Ok(file) => {
            let md3 = Md3::parse(&file).expect("a written file can be parsed");
            let read = md3.to_model();
            assert!(read == model, "the parsed model equals the written one");
            assert!(read.to_bytes().as_ref() == Ok(&file), "writing again gives the same file");
            assert!(!check(&file).has_errors());
        }
        Err(error) => assert!(!error.to_string().is_empty()),
    }
});

/// Returns a model that may be invalid: with indices just out of range, frames of different sizes, or values that are
/// not finite.
fn model(input: &mut Unstructured<'_>) -> Result<Model> {
    let tags = input.int_in_range(0..=3)?;
    let frames = many(input, |input| frame(input, tags))?;
    Ok(Model {
        name: ModelName::from_raw(input.arbitrary()?),
        flags: input.arbitrary()?,
        surfaces: many(input, |input| surface(input, frames.len()))?,
        frames,
        ..Model::default()
    })
}

fn frame(input: &mut Unstructured<'_>, tags: usize) -> Result<ModelFrame> {
    let tags = if input.ratio(1, 50)? { tags + 1 } else { tags };
    let tag = |input: &mut Unstructured<'_>| {
        let name = TagName::from_raw(input.arbitrary()?);
        Ok(Tag { name, origin: input.arbitrary()?, axes: input.arbitrary()? })
    };
    Ok(ModelFrame {
        name: FrameName::from_raw(input.arbitrary()?),
        bounds: FrameBounds::default(),
        tags: (0..tags).map(|_| tag(input)).collect::<Result<_>>()?,
    })
}

fn surface(input: &mut Unstructured<'_>, frames: usize) -> Result<ModelSurface> {
    let st: Vec<_> = many(input, |input| Ok(St { s: input.arbitrary()?, t: input.arbitrary()? }))?;
    let vertices = frames * st.len() + usize::from(input.ratio(1, 50)?);
    let vertex = |input: &mut Unstructured<'_>| {
        let [zenith, azimuth] = input.arbitrary()?;
        Ok(Vertex { xyz: input.arbitrary()?, zenith, azimuth })
    };
    let count = u32::try_from(st.len()).unwrap_or_default();
    Ok(ModelSurface {
        name: SurfaceName::from_raw(input.arbitrary()?),
        flags: input.arbitrary()?,
        shaders: many(input, |input| {
            Ok(Shader { name: ShaderName::from_raw(input.arbitrary()?), index: input.arbitrary()? })
        })?,
        triangles: many(input, |input| Ok(Triangle { indices: corners(input, count)? }))?,
        vertices: (0..vertices).map(|_| vertex(input)).collect::<Result<_>>()?,
        st,
    })
}

/// Returns three indices from 0 to `count`. The index `count` is rare and just out of range.
fn corners(input: &mut Unstructured<'_>, count: u32) -> Result<[u32; 3]> {
    let last = if input.ratio(1, 50)? { count } else { count.saturating_sub(1) };
    Ok([input.int_in_range(0..=last)?, input.int_in_range(0..=last)?, input.int_in_range(0..=last)?])
}

fn many<T>(
    input: &mut Unstructured<'_>,
    mut one: impl FnMut(&mut Unstructured<'_>) -> Result<T>,
) -> Result<Vec<T>> {
    let count = input.int_in_range(0..=12)?;
    (0..count).map(|_| one(input)).collect()
}
