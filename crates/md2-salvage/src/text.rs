//! Text conversions: a program treated the file as text and changed its bytes.

use std::fmt;

/// A conversion of a binary file by a program that treats it as text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Conversion {
    /// Each LF was converted to CR LF.
    LfToCrLf,
    /// Each byte from 0x80 on was converted to two bytes, as if the file were text in Latin-1 and had to become UTF-8.
    Latin1ToUtf8,
}

impl fmt::Display for Conversion {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Self::LfToCrLf => "LF had been converted to CR LF",
            Self::Latin1ToUtf8 => "the file had been converted from Latin-1 to UTF-8",
        })
    }
}

/// Returns the file before each conversion that may have changed it.
pub(crate) fn undone(file: &[u8]) -> impl Iterator<Item = (Conversion, Vec<u8>)> {
    let latin1 = from_utf8(file).map(|bytes| (Conversion::Latin1ToUtf8, bytes));
    let feeds = without_returns(file).map(|bytes| (Conversion::LfToCrLf, bytes));
    latin1.into_iter().chain(feeds)
}

/// Converts UTF-8 to Latin-1; `None` if the file is not UTF-8, contains other characters, or has only ASCII characters.
fn from_utf8(file: &[u8]) -> Option<Vec<u8>> {
    let text = std::str::from_utf8(file).ok().filter(|text| !text.is_ascii())?;
    text.chars().map(|c| u8::try_from(c).ok()).collect()
}

/// Removes the CR before each LF; `None` if there is no LF, or an LF without a CR.
fn without_returns(file: &[u8]) -> Option<Vec<u8>> {
    let is_return = |at: usize| file.get(at) == Some(&b'\r') && file.get(at + 1) == Some(&b'\n');
    let returns = (0..file.len()).filter(|&at| is_return(at)).count();
    let feeds = file.iter().filter(|&&byte| byte == b'\n').count();
    let kept = || (0..file.len()).filter(|&at| !is_return(at)).map(|at| file[at]).collect();
    (returns > 0 && returns == feeds).then(kept)
}
