//! The images of a glTF file. Each image is decoded once.

use std::collections::HashMap;
use std::sync::Arc;

use crate::import::error::{ImportError, quoted};
use crate::import::mesh::{ImportImage, PNG};

use crate::loss::{Loss, LossKind};

use super::files::FileBytes;
use super::reader::Reader;

/// The maximum number of unreadable images. After this many failures, no further images are read, since each may take long to fail.
const MOST_MISSING: usize = 64;

#[derive(Debug, Default)]
pub(super) struct Images {
    pub(super) all: Vec<ImportImage>,
    /// For each image index of the glTF, the index in `all`; `None` for an unreadable image.
    by_image: HashMap<usize, Option<usize>>,
    /// The index in `all` for the address and the length of an image's encoded bytes; `None` for an unreadable image. Several images may
    /// share the same bytes.
    by_bytes: HashMap<(usize, usize), Option<usize>>,
    missing: usize,
}

impl Images {
    pub(super) fn number(
        &mut self,
        reader: &Reader<'_>,
        index: usize,
        losses: &mut Vec<Loss>,
    ) -> Option<usize> {
        if let Some(known) = self.by_image.get(&index) {
            return *known;
        }
        let number = if self.missing == MOST_MISSING { Ok(None) } else { self.read(reader, index) };
        let number = number.unwrap_or_else(|reason| {
            let name = reader.gltf.images[index].name.as_deref();
            let name = name.map(|name| format!(" {}", quoted(name))).unwrap_or_default();
            let text =
                format!("the image{name} cannot be read, so its material has a single color: {reason}");
            losses.push(Loss::new(LossKind::Images, 1, text));
            self.missing += 1;
            if self.missing == MOST_MISSING {
                let text =
                    format!("{MOST_MISSING} images cannot be read, and the remaining images were not tried");
                losses.push(Loss::new(
                    LossKind::Images,
                    reader.gltf.images.len().saturating_sub(MOST_MISSING).max(1),
                    text,
                ));
            }
            None
        });
        self.by_image.insert(index, number);
        number
    }

    /// Decodes an image, and returns its index in `all`. The bytes of an earlier image are not decoded again; returns
    /// `None` if their decoding failed.
    fn read(&mut self, reader: &Reader<'_>, index: usize) -> Result<Option<usize>, String> {
        let place = format!("images[{index}]");
        let bytes = bytes(reader, index, &place).map_err(|error| error.to_string())?;
        let address = (bytes.as_ptr().addr(), bytes.len());
        if let Some(known) = self.by_bytes.get(&address) {
            return Ok(*known);
        }
        self.by_bytes.insert(address, None);
        let pixels =
            Arc::new(reader.files.sources.decode(&bytes).map_err(|reason| format!("{place}: {reason}"))?);
        let png = match &bytes {
            bytes if !bytes.starts_with(PNG) => None,
            FileBytes::External(bytes) => Some(Arc::clone(bytes)),
            FileBytes::Internal(bytes) => {
                Some(reader.files.cache(bytes, &place).map_err(|error| error.to_string())?)
            }
        };
        self.all.push(ImportImage { pixels, png });
        let number = self.all.len() - 1;
        self.by_bytes.insert(address, Some(number));
        Ok(Some(number))
    }
}

fn bytes<'a>(reader: &'a Reader<'_>, index: usize, place: &str) -> Result<FileBytes<'a>, ImportError> {
    let image = &reader.gltf.images[index];
    match (&image.uri, image.buffer_view) {
        (Some(uri), _) => reader.files.get(uri, place).map(FileBytes::External),
        (None, Some(view)) => Ok(FileBytes::Internal(reader.view(view)?.0)),
        (None, None) => Err(ImportError::invalid(place, "neither uri nor bufferView", "uri or bufferView")),
    }
}
