//! The pictures that a file names, each decoded once.

use std::collections::HashMap;
use std::sync::Arc;

use crate::gltf::schema::Image;
use crate::import::error::{ImportError, quoted};
use crate::import::mesh::{ImportImage, PNG};

use super::accessor::Reader;
use super::files::{FileBytes, Files};

/// Images that cannot be had before no other is asked for: each may take long to fail.
const MOST_MISSING: usize = 64;

/// The pictures that could be had so far.
#[derive(Debug, Default)]
pub(super) struct Images {
    pub(super) all: Vec<ImportImage>,
    /// By the index of the image. Without a number it cannot be had.
    by_image: HashMap<usize, Option<usize>>,
    /// By where the bytes are, which lie there until the import is done: many images may have the same ones.
    by_bytes: HashMap<(usize, usize), Option<usize>>,
    missing: usize,
}

impl Images {
    /// The number of an image's picture among `all`. One that cannot be had is told of, and the model is imported without it.
    pub(super) fn number<'a>(
        &mut self,
        reader: &'a Reader<'a>,
        index: usize,
        files: &Files<'a>,
        notes: &mut Vec<String>,
    ) -> Option<usize> {
        if let Some(known) = self.by_image.get(&index) {
            return *known;
        }
        let number = if self.missing < MOST_MISSING { self.read(reader, index, files, notes) } else { None };
        self.by_image.insert(index, number);
        number
    }

    fn read<'a>(
        &mut self,
        reader: &'a Reader<'a>,
        index: usize,
        files: &Files<'a>,
        notes: &mut Vec<String>,
    ) -> Option<usize> {
        let place = format!("images[{index}]");
        let image = &reader.gltf.images[index];
        let mut read = || -> Result<Option<usize>, String> {
            let bytes = bytes(reader, image, &place, files).map_err(|error| error.to_string())?;
            let lie_at = (bytes.as_ptr().addr(), bytes.len());
            if let Some(known) = self.by_bytes.get(&lie_at) {
                return Ok(*known);
            }
            self.by_bytes.insert(lie_at, None);
            let pixels = Arc::new(files.decode(&bytes).map_err(|reason| format!("{place}: {reason}"))?);
            let png = match &bytes {
                bytes if !bytes.starts_with(PNG) => None,
                FileBytes::Beside(bytes) => Some(Arc::clone(bytes)),
                FileBytes::Within(bytes) => {
                    Some(files.keep(bytes, &place).map_err(|error| error.to_string())?)
                }
            };
            self.all.push(ImportImage { pixels, png });
            let number = self.all.len() - 1;
            self.by_bytes.insert(lie_at, Some(number));
            Ok(Some(number))
        };
        match read() {
            Ok(number) => number,
            Err(reason) => {
                let name = image.name.as_deref().map(|name| format!(" {}", quoted(name))).unwrap_or_default();
                notes.push(format!("the picture{name} is missing, and its material has one color: {reason}"));
                self.missing += 1;
                if self.missing == MOST_MISSING {
                    notes.push(format!("{MOST_MISSING} pictures are missing, and no other was looked for"));
                }
                None
            }
        }
    }
}

fn bytes<'a>(
    reader: &'a Reader<'a>,
    image: &'a Image,
    place: &str,
    files: &Files<'a>,
) -> Result<FileBytes<'a>, ImportError> {
    match (&image.uri, image.buffer_view) {
        (Some(uri), _) => files.get(uri, place).map(FileBytes::Beside),
        (None, Some(view)) => Ok(FileBytes::Within(reader.buffers.view(reader.gltf, view)?.0)),
        (None, None) => Err(ImportError::invalid(place, "neither uri nor bufferView", "one of them")),
    }
}
