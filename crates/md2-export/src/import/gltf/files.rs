//! What lies beside a glTF, or as text in it: each read once, however often the file names it.

use std::borrow::Cow;
use std::cell::{Cell, RefCell};
use std::collections::HashMap;
use std::sync::Arc;

use crate::base64;
use crate::import::error::{ImportError, quoted};
use crate::import::options::{Limits, Sources, is_below};

/// The bytes of a buffer or of a picture.
#[derive(Debug)]
pub(super) enum FileBytes<'a> {
    /// Of the file that is imported.
    Within(&'a [u8]),
    /// Of another file, or of text.
    Beside(Arc<[u8]>),
}

impl std::ops::Deref for FileBytes<'_> {
    type Target = [u8];

    fn deref(&self) -> &[u8] {
        match self {
            Self::Within(bytes) => bytes,
            Self::Beside(bytes) => bytes,
        }
    }
}

/// Reads what addresses lead to, and keeps it: a small file may name one large file a thousand times.
pub(super) struct Files<'a> {
    sources: &'a dyn Sources,
    most_bytes: u64,
    /// FileBytes that are kept so far.
    bytes: Cell<u64>,
    /// By the name of the file, or the whole text that stands for it.
    known: RefCell<HashMap<Cow<'a, str>, Arc<[u8]>>>,
}

impl<'a> Files<'a> {
    pub(super) fn new(sources: &'a dyn Sources, limits: &Limits) -> Self {
        let most_bytes = limits.bytes as u64;
        Self { sources, most_bytes, bytes: Cell::new(0), known: RefCell::default() }
    }

    pub(super) fn decode(&self, picture: &[u8]) -> Result<md2_common::RgbaImage, String> {
        self.sources.decode(picture)
    }

    /// The bytes that an address leads to.
    pub(super) fn get(&self, uri: &'a str, place: &str) -> Result<Arc<[u8]>, ImportError> {
        let place = format!("{place}.uri");
        let name = match uri.strip_prefix("data:") {
            Some(_) => Cow::Borrowed(uri),
            None => Cow::Owned(relative(uri).ok_or_else(|| {
                let expected = "the name of a file in the folder of this one, or below it";
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
        let bytes = self.keep(&bytes, &place)?;
        self.known.borrow_mut().insert(name, Arc::clone(&bytes));
        Ok(bytes)
    }

    /// A copy that counts as what is kept.
    pub(super) fn keep(&self, bytes: &[u8], place: &str) -> Result<Arc<[u8]>, ImportError> {
        let total = self.bytes.get().saturating_add(bytes.len() as u64);
        let what = "bytes of buffers and pictures so far";
        ImportError::check_limit(place, what, total, self.most_bytes)?;
        self.bytes.set(total);
        Ok(bytes.into())
    }
}

fn embedded(uri: &str, data: &str, place: &str) -> Result<Vec<u8>, ImportError> {
    let (_, text) = data
        .split_once(";base64,")
        .ok_or_else(|| ImportError::invalid(place, quoted(uri), "data in base64, or the name of a file"))?;
    base64::decode(text).map_err(|at| {
        ImportError::invalid(place, format!("letter {at} of the data"), "A to Z, a to z, 0 to 9, + and /")
    })
}

/// The name of a file that an address gives, if that lies in the folder or below it, whatever the system.
fn relative(uri: &str) -> Option<String> {
    let mut bytes = Vec::with_capacity(uri.len());
    let mut rest = uri.bytes();
    while let Some(byte) = rest.next() {
        bytes.push(match byte {
            b'%' => {
                let digits = [rest.next()?, rest.next()?];
                let digits =
                    std::str::from_utf8(&digits).ok().filter(|d| d.bytes().all(|b| b.is_ascii_hexdigit()));
                u8::from_str_radix(digits?, 16).ok()?
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
    fn files_lie_in_the_folder_or_below() {
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
