//! Skins and their images.

use std::time::Duration;

use md2_common::RgbaImage;
use md2_scene::SlotContent;
use pyo3::prelude::*;

use crate::array::Array;
use crate::error::model_error;

/// A skin: an image for each surface of a model.
#[pyclass(frozen)]
pub(crate) struct Skin {
    skin: md2_scene::Skin,
}

/// An image in 8 bits a channel.
#[pyclass(frozen, get_all)]
pub(crate) struct Image {
    /// The path of the file, or the name of the image in the model.
    place: String,
    width: u32,
    height: u32,
    /// `uint8`, height x width x 4: sRGB and alpha, from the top left corner.
    pixels: Py<Array>,
}

impl Skin {
    pub(crate) fn new(skin: md2_scene::Skin) -> Self {
        Self { skin }
    }
}

#[pymethods]
impl Skin {
    /// The file name of the skin, or its number in the model.
    #[getter]
    fn name(&self) -> &str {
        self.skin.label()
    }

    /// The reason why the skin belongs to the model.
    #[getter]
    fn reason(&self) -> &str {
        self.skin.reason()
    }

    /// Whether nothing but its name or its place suggests the skin.
    #[getter]
    fn is_guess(&self) -> bool {
        self.skin.is_guess
    }

    /// Decodes the images of the first `count` surfaces. A surface that is hidden, or has no image, gives `None`. A skin that changes over
    /// time gives its first image.
    #[pyo3(signature = (count = 1))]
    fn images(&self, py: Python<'_>, count: usize) -> PyResult<Vec<Option<Py<Image>>>> {
        let outfit = py.detach(|| self.skin.decode()).map_err(|error| model_error(&error))?;
        let mut known: Vec<Option<Py<Image>>> = (0..outfit.images().len()).map(|_| None).collect();
        let images = (0..count).map(|slot| {
            let SlotContent::Image { index, .. } = outfit.shown(slot, Duration::ZERO) else {
                return Ok(None);
            };
            if known[index].is_none() {
                let image = py.detach(|| outfit.images()[index].in_full_light());
                let place = self
                    .skin
                    .slot(slot)
                    .paints()
                    .first()
                    .map_or_else(String::new, |paint| paint.image.place());
                let [width, height] = image.size();
                let image = Image { place, width, height, pixels: Py::new(py, pixels(&image))? };
                known[index] = Some(Py::new(py, image)?);
            }
            Ok(known[index].as_ref().map(|image| image.clone_ref(py)))
        });
        images.collect()
    }

    fn __repr__(&self) -> String {
        format!("<quakemodels.Skin {:?}>", self.skin.label())
    }
}

fn pixels(image: &RgbaImage) -> Array {
    let [width, height] = image.size().map(|side| side as usize);
    Array::bytes(image.rgba().to_vec(), &[height, width, 4])
}
