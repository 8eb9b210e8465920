//! The grammar of the command words.

use nom::bytes::complete::take;
use nom::error::{ContextError, ErrorKind, ParseError, context};
use nom::number::complete::le_i32;
use nom::{IResult, Parser};
use zerocopy::FromBytes;

use super::command::{GlCommand, GlPrimitive, GlVertex};

/// Parses a command. Returns `None` for the zero at the end of the list.
///
/// Does not check the vertices.
pub(super) fn command<'a, E>(input: &'a [u8]) -> IResult<&'a [u8], Option<GlCommand<'a>>, E>
where
    E: ParseError<&'a [u8]> + ContextError<&'a [u8]>,
{
    let (input, count) = context("count", le_i32).parse(input)?;
    let primitive = match count {
        0 => return Ok((input, None)),
        1.. => GlPrimitive::Strip,
        _ => GlPrimitive::Fan,
    };
    let (input, vertices) = context("vertices", vertices(count.unsigned_abs())).parse(input)?;
    Ok((input, Some(GlCommand { primitive, vertices })))
}

/// Skips commands as long as they satisfy `is_wanted`, and returns the rest of `input`.
pub(super) fn skip_while<'a>(mut input: &'a [u8], is_wanted: impl Fn(&GlCommand<'a>) -> bool) -> &'a [u8] {
    while let Ok((rest, Some(found))) = command::<()>(input)
        && is_wanted(&found)
    {
        input = rest;
    }
    input
}

fn vertices<'a, E: ParseError<&'a [u8]>>(
    count: u32,
) -> impl Parser<&'a [u8], Output = &'a [GlVertex], Error = E> {
    let bytes = usize::try_from(count).unwrap_or(usize::MAX).saturating_mul(GlVertex::BYTES);
    move |input: &'a [u8]| {
        let (rest, taken) = take(bytes).parse(input)?;
        match <[GlVertex]>::ref_from_bytes(taken) {
            Ok(vertices) => Ok((rest, vertices)),
            // Unreachable: the size is a multiple of a vertex, and vertices need no alignment.
            Err(_) => Err(nom::Err::Error(E::from_error_kind(input, ErrorKind::Verify))),
        }
    }
}
