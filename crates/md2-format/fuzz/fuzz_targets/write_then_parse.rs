//! Writes arbitrary models. The result must be an error or a file that parses as the same model.

#![no_main]

use libfuzzer_sys::arbitrary::{Result, Unstructured};
use libfuzzer_sys::fuzz_target;
use md2_format::model::{Model, ModelFrame};
use md2_format::raw::{FrameName, SkinName, St, Triangle, Vertex};
use md2_format::{Md2, check};

fuzz_target!(|bytes: &[u8]| {
    let Ok(model) = model(&mut Unstructured::new(bytes)) else { return };
    match model.to_bytes() {
        Ok(file) => {
            let md2 = Md2::parse(&file).expect("a written file can be parsed");
            let read = md2.to_model();
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
    let vertices = input.int_in_range(0..=9)?;
    let st: Vec<_> = many(input, |input| Ok(St::new(input.arbitrary()?, input.arbitrary()?)))?;
    let positions = u16::try_from(vertices).unwrap_or_default();
    let coordinates = u16::try_from(st.len()).unwrap_or_default();
    Ok(Model {
        skin_width: input.arbitrary()?,
        skin_height: input.arbitrary()?,
        skins: many(input, |input| Ok(SkinName::from_raw(input.arbitrary()?)))?,
        triangles: many(input, |input| {
            Ok(Triangle::new(corners(input, positions)?, corners(input, coordinates)?))
        })?,
        frames: many(input, |input| frame(input, vertices))?,
        gl_commands: many(input, |input| Ok(i32::to_le_bytes(input.arbitrary()?)))?,
        st,
        ..Model::default()
    })
}

fn frame(input: &mut Unstructured<'_>, vertices: usize) -> Result<ModelFrame> {
    let vertices = if input.ratio(1, 50)? { vertices + 1 } else { vertices };
    let vertex = |input: &mut Unstructured<'_>| Ok(Vertex::new(input.arbitrary()?, input.arbitrary()?));
    Ok(ModelFrame {
        name: FrameName::from_raw(input.arbitrary()?),
        scale: input.arbitrary()?,
        translate: input.arbitrary()?,
        vertices: (0..vertices).map(|_| vertex(input)).collect::<Result<_>>()?,
    })
}

/// Returns three indices from 0 to `count`. The index `count` is rare and just out of range.
fn corners(input: &mut Unstructured<'_>, count: u16) -> Result<[u16; 3]> {
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
