//! Access to a glTF: its JSON, its buffers and its files.

use std::cell::Cell;

use md2_gltf::schema::Gltf;

use crate::import::error::ImportError;
use crate::import::options::{Limits, Sources};

use super::files::{FileBytes, Files};

pub(super) struct Reader<'a> {
    pub(super) gltf: &'a Gltf,
    pub(super) files: Files<'a>,
    pub(super) limits: &'a Limits,
    buffers: Vec<FileBytes<'a>>,
    pub(super) numbers_read: Cell<u64>,
}

impl<'a> Reader<'a> {
    pub(super) fn new(
        gltf: &'a Gltf,
        bin: Option<&'a [u8]>,
        sources: &'a dyn Sources,
        limits: &'a Limits,
    ) -> Result<Self, ImportError> {
        let files = Files::new(sources, limits);
        let mut buffers = Vec::with_capacity(gltf.buffers.len());
        for (index, buffer) in gltf.buffers.iter().enumerate() {
            let place = || format!("buffers[{index}]");
            let bytes = match (&buffer.uri, bin) {
                (Some(uri), _) => FileBytes::External(files.get(uri, &place())?),
                (None, Some(bin)) if index == 0 => FileBytes::Internal(bin),
                (None, _) => {
                    return Err(ImportError::invalid(
                        place(),
                        "no uri",
                        "a uri or the binary chunk of a GLB",
                    ));
                }
            };
            if (bytes.len() as u64) < buffer.byte_length {
                return Err(ImportError::invalid(
                    format!("{}.byteLength", place()),
                    buffer.byte_length.to_string(),
                    format!("at most {}, the number of bytes of the data", bytes.len()),
                ));
            }
            buffers.push(bytes);
        }
        Ok(Self { gltf, files, limits, buffers, numbers_read: Cell::new(0) })
    }

    /// Returns the bytes of a buffer view, and the stride of its elements; `None` if the file states no stride.
    pub(super) fn view(&self, index: usize) -> Result<(&[u8], Option<u64>), ImportError> {
        let place = |field: &str| format!("bufferViews[{index}]{field}");
        let views = &self.gltf.buffer_views;
        let view = views.get(index).ok_or_else(|| {
            let expected = format!("a buffer view index below {}", views.len());
            ImportError::invalid(place(""), format_args!("index {index}"), expected)
        })?;
        ImportError::check_index(place(".buffer"), view.buffer, "a buffer", self.buffers.len())?;
        let buffer = &*self.buffers[view.buffer];
        let range = view
            .byte_offset
            .checked_add(view.byte_length)
            .and_then(|end| buffer.get(usize::try_from(view.byte_offset).ok()?..usize::try_from(end).ok()?));
        let bytes = range.ok_or_else(|| {
            let found = format!("{} bytes at byte {}", view.byte_length, view.byte_offset);
            let expected = format!("a range within the {} bytes of the buffer", buffer.len());
            ImportError::invalid(place(""), found, expected)
        })?;
        Ok((bytes, view.byte_stride))
    }
}
