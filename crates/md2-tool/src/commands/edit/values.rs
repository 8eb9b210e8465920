//! The forms of values on the command line that several operations share.

use md2_edit::Axis;

use crate::args::parse_finite;

/// Splits `OLD=NEW` at the first `=`. Both sides must have text.
pub(super) fn pair(text: &str, example: &str) -> Result<(String, String), String> {
    match text.split_once('=') {
        Some((left, right)) if !left.is_empty() && !right.is_empty() => {
            Ok((left.to_owned(), right.to_owned()))
        }
        _ => Err(format!("expected two values with = between them, such as {example}")),
    }
}

pub(super) fn optional_pair(text: &str) -> (Option<&str>, &str) {
    text.split_once('=').map_or((None, text), |(left, right)| (Some(left), right))
}

pub(super) fn vector(text: &str) -> Result<[f64; 3], String> {
    let numbers =
        text.split(',').map(|part| parse_finite::<f64>(part.trim())).collect::<Result<Vec<_>, _>>()?;
    <[f64; 3]>::try_from(numbers).map_err(|_| String::from("expected three numbers X,Y,Z, such as 0,0,-24"))
}

pub(super) fn axis(letter: char) -> Result<Axis, String> {
    match letter.to_ascii_lowercase() {
        'x' => Ok(Axis::X),
        'y' => Ok(Axis::Y),
        'z' => Ok(Axis::Z),
        _ => Err(format!("unknown axis {letter:?}: expected x, y or z")),
    }
}
