//! The bytes that a glTF file is made of: in its container, in its text, or in files beside it.

use std::borrow::Cow;

use crate::gltf::schema::Gltf;
use crate::import::error::{ImportError, quoted};
use crate::import::options::Sources;

/// All buffers of a file.
#[derive(Debug)]
pub(super) struct Buffers<'a> {
    all: Vec<Cow<'a, [u8]>>,
}

impl<'a> Buffers<'a> {
    /// `bin` is the binary chunk of a `.glb`.
    pub(super) fn new(
        gltf: &Gltf,
        bin: Option<&'a [u8]>,
        sources: &dyn Sources,
    ) -> Result<Self, ImportError> {
        let mut all = Vec::with_capacity(gltf.buffers.len());
        for (index, buffer) in gltf.buffers.iter().enumerate() {
            let place = || format!("buffers[{index}]");
            let bytes = match (&buffer.uri, bin) {
                (Some(uri), _) => Cow::Owned(resolve(uri, &place(), sources)?),
                (None, Some(bin)) if index == 0 => Cow::Borrowed(bin),
                (None, _) => {
                    return Err(ImportError::invalid(place(), "no uri", "one, or the binary chunk of a GLB"));
                }
            };
            if (bytes.len() as u64) < buffer.byte_length {
                return Err(ImportError::invalid(
                    format!("{}.byteLength", place()),
                    buffer.byte_length.to_string(),
                    format!("at most the {} bytes that there are", bytes.len()),
                ));
            }
            all.push(bytes);
        }
        Ok(Self { all })
    }

    /// The bytes of a view, and the distance of its elements if it gives one.
    pub(super) fn view(&self, gltf: &Gltf, index: usize) -> Result<(&[u8], Option<u64>), ImportError> {
        let place = |field: &str| format!("bufferViews[{index}]{field}");
        let view = gltf.buffer_views.get(index).ok_or_else(|| {
            let expected = format!("below the {} that there are", gltf.buffer_views.len());
            ImportError::invalid(place(""), "an index that is not there", expected)
        })?;
        let buffer = self.all.get(view.buffer).ok_or_else(|| {
            let expected = format!("below {}", self.all.len());
            ImportError::invalid(place(".buffer"), view.buffer.to_string(), expected)
        })?;
        let range = view
            .byte_offset
            .checked_add(view.byte_length)
            .and_then(|end| buffer.get(usize::try_from(view.byte_offset).ok()?..usize::try_from(end).ok()?));
        let bytes = range.ok_or_else(|| {
            let found = format!("{} bytes from byte {} on", view.byte_length, view.byte_offset);
            let expected = format!("to lie in the {} bytes of its buffer", buffer.len());
            ImportError::invalid(place(""), found, expected)
        })?;
        Ok((bytes, view.byte_stride))
    }
}

/// The bytes that an address leads to.
pub(super) fn resolve(uri: &str, place: &str, sources: &dyn Sources) -> Result<Vec<u8>, ImportError> {
    let place = || format!("{place}.uri");
    if let Some(data) = uri.strip_prefix("data:") {
        let (_, text) = data.split_once(";base64,").ok_or_else(|| {
            ImportError::invalid(place(), quoted(uri), "data in base64, or the name of a file")
        })?;
        return base64(text).map_err(|at| {
            ImportError::invalid(
                place(),
                format!("letter {at} of the data"),
                "A to Z, a to z, 0 to 9, + and /",
            )
        });
    }
    let name = relative(uri).ok_or_else(|| {
        ImportError::invalid(
            place(),
            quoted(uri),
            "the name of a file in the folder of this one, or below it",
        )
    })?;
    sources
        .file(&name)
        .map_err(|reason| ImportError::unreadable(place(), format!("{}: {reason}", quoted(&name))))
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
    let is_plain = |part: &str| !part.is_empty() && part != ".." && part != ".";
    let name = name.strip_prefix("./").map(str::to_owned).unwrap_or(name);
    let has_odd = name.contains(|c: char| c.is_control() || matches!(c, '\\' | ':'));
    (!has_odd && name.split('/').all(is_plain)).then_some(name)
}

/// Bytes of a text in base64; the number of the letter that is none.
fn base64(text: &str) -> Result<Vec<u8>, usize> {
    let text = text.trim_end_matches('=');
    let mut bytes = Vec::with_capacity(text.len() / 4 * 3 + 2);
    let (mut bits, mut count) = (0_u32, 0);
    for (at, letter) in text.bytes().enumerate() {
        let value = match letter {
            b'A'..=b'Z' => letter - b'A',
            b'a'..=b'z' => letter - b'a' + 26,
            b'0'..=b'9' => letter - b'0' + 52,
            b'+' | b'-' => 62,
            b'/' | b'_' => 63,
            _ => return Err(at),
        };
        bits = (bits << 6) | u32::from(value);
        count += 6;
        if count >= 8 {
            count -= 8;
            #[expect(clippy::cast_possible_truncation, reason = "the byte is cut out")]
            bytes.push((bits >> count) as u8);
        }
    }
    Ok(bytes)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn base64_is_read() {
        for (text, bytes) in
            [("", &b""[..]), ("TQ==", b"M"), ("TWE=", b"Ma"), ("TWFu", b"Man"), ("TWFuTQ", b"ManM")]
        {
            assert_eq!(base64(text).as_deref(), Ok(bytes), "{text}");
        }
        assert_eq!(base64("TW n"), Err(2));
        assert_eq!(base64("////"), Ok(vec![255; 3]));
    }

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
