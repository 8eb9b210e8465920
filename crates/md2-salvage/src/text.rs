//! Text conversions: a program treated the file as text and changed its bytes.

/// Returns the file before each conversion that may have changed it, with a description of the conversion.
pub(crate) fn undone(file: &[u8]) -> impl Iterator<Item = (&'static str, Vec<u8>)> {
    let latin1 = from_utf8(file).map(|bytes| ("the file had been converted from Latin-1 to UTF-8", bytes));
    let feeds = without_returns(file).map(|bytes| ("LF had been converted to CR LF", bytes));
    latin1.into_iter().chain(feeds)
}

/// Converts UTF-8 to Latin-1; `None` if the file is not UTF-8, contains other characters, or has only ASCII characters.
fn from_utf8(file: &[u8]) -> Option<Vec<u8>> {
    let text = std::str::from_utf8(file).ok().filter(|text| !text.is_ascii())?;
    text.chars().map(|c| u8::try_from(c).ok()).collect()
}

/// Removes the CR before each LF; `None` if there is no LF, or an LF without a CR.
fn without_returns(file: &[u8]) -> Option<Vec<u8>> {
    let next = file.iter().skip(1).map(Some).chain([None]);
    let returns = file.windows(2).filter(|bytes| bytes == b"\r\n").count();
    let feeds = file.iter().filter(|&&byte| byte == b'\n').count();
    let is_kept = |pair: &(&u8, Option<&u8>)| *pair != (&b'\r', Some(&b'\n'));
    let kept = || file.iter().zip(next).filter(is_kept).map(|(&byte, _)| byte).collect();
    (returns > 0 && returns == feeds).then(kept)
}
