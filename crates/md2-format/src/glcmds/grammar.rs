//! The grammar of the OpenGL commands, a list of 32-bit words.

use nom::bytes::complete::take;
use nom::number::complete::le_i32;
use nom::{IResult, Parser};

use super::command::{GlCommand, GlPrimitive, GlVertex};
use crate::raw::Records;

/// Parses a command. Returns `None` for the zero at the end of the list.
///
/// Does not check the vertices.
pub(super) fn command(input: &[u8]) -> IResult<&[u8], Option<GlCommand<'_>>, ()> {
    let (input, count) = le_i32.parse(input)?;
    let primitive = match count {
        0 => return Ok((input, None)),
        1.. => GlPrimitive::Strip,
        _ => GlPrimitive::Fan,
    };
    let bytes = usize::try_from(count.unsigned_abs()).unwrap_or(usize::MAX).saturating_mul(GlVertex::BYTES);
    let (input, vertices) = take(bytes).parse(input)?;
    Ok((input, Some(GlCommand { primitive, vertices: Records::new(vertices) })))
}

pub(super) fn skip_while<'a>(mut input: &'a [u8], is_wanted: impl Fn(&GlCommand<'a>) -> bool) -> &'a [u8] {
    while let Ok((rest, Some(found))) = command(input)
        && is_wanted(&found)
    {
        input = rest;
    }
    input
}
