//! External and embedded files of a glTF. Each file is read once.

use std::borrow::Cow;
use std::cell::{Cell, RefCell};
use std::collections::HashMap;
use std::sync::Arc;

use base64::alphabet::STANDARD;
use base64::engine::{DecodePaddingMode, GeneralPurpose, GeneralPurposeConfig};
use base64::{DecodeError, Engine as _};

use crate::import::error::{ImportError, quoted};
use crate::import::options::{Limits, Sources, is_below};

#[derive(Debug)]
pub(super) enum FileBytes<'a> {
    Internal(&'a [u8]),
    External(Arc<[u8]>),
}

impl std::ops::Deref for FileBytes<'_> {
    type Target = [u8];

    fn deref(&self) -> &[u8] {
        match self {
            Self::Internal(bytes) => bytes,
            Self::External(bytes) => bytes,
        }
    }
}

/// Reads the files to which a glTF refers, and caches their bytes, since a small glTF may refer to a large file a thousand times.
pub(super) struct Files<'a> {
    pub(super) sources: &'a dyn Sources,
    most_bytes: u64,
    bytes: Cell<u64>,
    /// The cached bytes by file name, or by the whole `data:` URI.
    known: RefCell<HashMap<Cow<'a, str>, Arc<[u8]>>>,
}

impl<'a> Files<'a> {
    pub(super) fn new(sources: &'a dyn Sources, limits: &Limits) -> Self {
        Self { sources, most_bytes: limits.bytes, bytes: Cell::new(0), known: RefCell::default() }
    }

    pub(super) fn get(&self, uri: &'a str, place: &str) -> Result<Arc<[u8]>, ImportError> {
        let place = format!("{place}.uri");
        let name = match uri.strip_prefix("data:") {
            Some(_) => Cow::Borrowed(uri),
            None => Cow::Owned(relative(uri).ok_or_else(|| {
                let expected = "a file in the folder of the imported file";
                ImportError::invalid(&place, quoted(uri), expected)
            })?),
        };
        if let Some(known) = self.known.borrow().get(&name) {
            return Ok(Arc::clone(known));
        }
        let bytes = match uri.strip_prefix("data:") {
            Some(data) => embedded(uri, data, &place)?,
            None => self
                .sources
                .file(&name)
                .map_err(|reason| ImportError::unreadable(&place, format!("{}: {reason}", quoted(&name))))?,
        };
        let bytes = self.cache(&bytes, &place)?;
        self.known.borrow_mut().insert(name, Arc::clone(&bytes));
        Ok(bytes)
    }

    pub(super) fn cache(&self, bytes: &[u8], place: &str) -> Result<Arc<[u8]>, ImportError> {
        let total = self.bytes.get().saturating_add(bytes.len() as u64);
        let what = "bytes of buffers and images so far";
        ImportError::check_limit(place, what, total, self.most_bytes)?;
        self.bytes.set(total);
        Ok(bytes.into())
    }
}

fn embedded(uri: &str, data: &str, place: &str) -> Result<Vec<u8>, ImportError> {
    let (_, text) = data
        .split_once(";base64,")
        .ok_or_else(|| ImportError::invalid(place, quoted(uri), "base64 data or a file name"))?;
    // Both alphabets are common, each with and without padding.
    let config = GeneralPurposeConfig::new().with_decode_padding_mode(DecodePaddingMode::Indifferent);
    let engine = GeneralPurpose::new(&STANDARD, config.with_decode_allow_trailing_bits(true));
    let text = text.trim_end_matches('=').replace('-', "+").replace('_', "/");
    engine.decode(text).map_err(|error| match error {
        DecodeError::InvalidByte(at, _) => ImportError::invalid(
            place,
            format!("an invalid character {at} of the data"),
            "A to Z, a to z, 0 to 9, + and /",
        ),
        _ => {
            ImportError::invalid(place, "incomplete base64 data", "two characters or more for the last byte")
        }
    })
}

/// Returns the path of a relative URI; `None` if it could leave the folder of the glTF on any operating system.
fn relative(uri: &str) -> Option<String> {
    let mut bytes = Vec::with_capacity(uri.len());
    let mut rest = uri.bytes();
    while let Some(byte) = rest.next() {
        bytes.push(match byte {
            b'%' => {
                let mut digit = || char::from(rest.next()?).to_digit(16);
                u8::try_from(16 * digit()? + digit()?).ok()?
            }
            plain => plain,
        });
    }
    let name = String::from_utf8(bytes).ok()?;
    let name = name.strip_prefix("./").map(str::to_owned).unwrap_or(name);
    is_below(&name).then_some(name)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn accepts_only_paths_inside_the_folder() {
        for (uri, expected) in [
            ("a.bin", Some("a.bin")),
            ("./a%20b/c.bin", Some("a b/c.bin")),
            ("a/../b.bin", None),
            ("..%2fb.bin", None),
            ("/etc/passwd", None),
            ("c:/a.bin", None),
            ("http://host/a.bin", None),
            ("a\\b.bin", None),
            ("a//b.bin", None),
            ("a%00.bin", None),
            ("a%zz", None),
            ("a%2", None),
            ("a%+1", None),
            ("", None),
            (".", None),
        ] {
            assert_eq!(relative(uri).as_deref(), expected, "{uri}");
        }
    }
}
