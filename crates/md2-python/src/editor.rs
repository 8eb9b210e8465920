//! Changes of a model that keep all other bytes of its file.

use md2_common::RgbaImage;
use md2_edit::{Effects, FrameName, Model, SyncType};
use md2_export::MdlOptions;
use md2_picture::Palettizer;
use pyo3::buffer::PyBuffer;
use pyo3::prelude::*;
use pyo3::types::PyBytes;

use crate::array::groups;
use crate::error::{ModelError, model_error};

/// A model in memory that can be changed and written. What is not changed is written as it was read, byte for byte.
#[pyclass]
pub(crate) struct Editor {
    model: Model,
}

fn checked<T>(result: Result<T, md2_edit::EditError>) -> PyResult<T> {
    result.map_err(|error| model_error(&error))
}

#[pymethods]
impl Editor {
    #[new]
    fn new(py: Python<'_>, file: &[u8]) -> PyResult<Self> {
        let file = file.to_vec();
        Ok(Self { model: checked(py.detach(|| Model::parse(&file)))? })
    }

    /// `MDL`, `MD2` or `MD3`.
    #[getter]
    fn format(&self) -> &'static str {
        self.model.format()
    }

    #[getter]
    fn frame_names(&self) -> Vec<String> {
        self.model.frame_names().iter().map(ToString::to_string).collect()
    }

    /// The paths of the skins of an MD2, or the first shader of each surface of an MD3.
    #[getter]
    fn skin_paths(&self) -> Vec<String> {
        (0..).map_while(|number| self.model.skin_path(number)).collect()
    }

    /// Number of skins inside an MDL, or of paths in an MD2.
    #[getter]
    fn skin_count(&self) -> usize {
        self.model.skin_count()
    }

    /// Width and height in texels of the skins of an MDL, or of the skin to which the coordinates of an MD2 refer.
    #[getter]
    fn skin_size(&self) -> Option<[u32; 2]> {
        self.model.skin_size()
    }

    /// Selects frames by text, such as `run,stand01..stand04,190..`.
    fn find_frames(&self, text: &str) -> PyResult<Vec<usize>> {
        checked(self.model.find_frames(text))
    }

    fn set_frame_name(&mut self, frame: usize, name: &str) -> PyResult<()> {
        let name = FrameName::new(name.as_bytes()).map_err(|error| model_error(&error))?;
        self.check_frames(&[frame])?;
        self.model.set_frame_name(frame, name);
        Ok(())
    }

    /// Renames the frames of a sequence, and keeps their numbers. Returns how many frames have a new name.
    fn rename_frames(&mut self, old: &str, new: &str) -> PyResult<usize> {
        checked(self.model.rename_frames(old, new))
    }

    /// Replaces the frames by those with these numbers, which may repeat.
    fn order_frames(&mut self, frames: Vec<usize>) -> PyResult<()> {
        self.check_frames(&frames)?;
        checked(self.model.keep_frames(&frames))
    }

    /// Changes the rate of a sequence, or of all frames: adds or removes frames, interpolated as the game does.
    #[pyo3(signature = (fps, sequence = None))]
    fn resample(&mut self, fps: f32, sequence: Option<&str>) -> PyResult<()> {
        checked(self.model.resample(sequence, fps))
    }

    /// Moves the vertices of a frame, or of one pose of a group in an MDL: `float32`, vertices x 3, in the order of `Model.positions`.
    /// Vertices that keep their position keep their bytes. Returns the largest distance between a given and a stored position.
    fn set_pose(
        &mut self,
        py: Python<'_>,
        pose: usize,
        positions: PyBuffer<f32>,
        normals: PyBuffer<f32>,
    ) -> PyResult<f64> {
        let (positions, normals) = (groups(py, &positions)?, groups(py, &normals)?);
        checked(py.detach(|| self.model.set_pose(pose, &positions, &normals)))
    }

    /// Sets the path of a skin: its number in an MD2, the name or number of a surface in an MD3.
    fn set_skin_path(&mut self, skin: &str, path: &str) -> PyResult<()> {
        checked(self.model.set_skin_path(skin, path))
    }

    /// Adds the path of a skin to an MD2. Returns its number.
    fn add_skin_path(&mut self, path: &str) -> PyResult<usize> {
        checked(self.model.add_skin_path(path))
    }

    /// Replaces a skin inside an MDL by an image of the same size: sRGB and alpha, 4 bytes a pixel, from the top left corner. The colors
    /// become the nearest ones of Quake's palette; `fullbright` also allows those that glow in the dark.
    #[pyo3(signature = (number, pixels, fullbright = false))]
    fn set_skin_image(&mut self, number: usize, pixels: &[u8], fullbright: bool) -> PyResult<()> {
        let indices = self.palettized(pixels, fullbright)?;
        checked(self.model.set_skin_image(number, 0, indices))
    }

    /// Adds a skin to an MDL, as `set_skin_image` does. Returns its number.
    #[pyo3(signature = (pixels, fullbright = false))]
    fn add_skin_image(&mut self, pixels: &[u8], fullbright: bool) -> PyResult<usize> {
        let indices = self.palettized(pixels, fullbright)?;
        checked(self.model.add_skin_image(indices))
    }

    fn remove_skin(&mut self, number: usize) -> PyResult<()> {
        checked(self.model.remove_skin(number))
    }

    /// The effects of an MDL as bits, which Quake's source code calls `EF_`; the flags of an MD3.
    #[getter]
    fn effects(&self) -> Option<u32> {
        match &self.model {
            Model::Mdl(model) => Some(model.effects.bits()),
            Model::Md3(model) => Some(model.flags.cast_unsigned()),
            _ => None,
        }
    }

    #[setter]
    fn set_effects(&mut self, bits: u32) -> PyResult<()> {
        checked(self.model.set_effects(Effects::from_bits(bits)))
    }

    /// Whether entities with an MDL start its timed frames and skins together; `None` for other formats.
    #[getter]
    fn is_synchronized(&self) -> Option<bool> {
        let Model::Mdl(model) = &self.model else { return None };
        Some(model.sync_type == SyncType::Together)
    }

    #[setter]
    fn set_is_synchronized(&mut self, together: bool) -> PyResult<()> {
        checked(self.model.set_sync_type(if together { SyncType::Together } else { SyncType::Random }))
    }

    /// The position of the eyes of an MDL in Quake units; `None` for other formats.
    #[getter]
    fn eye_position(&self) -> Option<[f32; 3]> {
        let Model::Mdl(model) = &self.model else { return None };
        Some(model.eye_position)
    }

    #[setter]
    fn set_eye_position(&mut self, position: [f32; 3]) -> PyResult<()> {
        checked(self.model.set_eye_position(position))
    }

    /// Turns the closed parts around that are inside out. Returns the number of turned triangles.
    fn fix_winding(&mut self) -> PyResult<usize> {
        checked(self.model.fix_winding()).map(|found| found.triangles.len())
    }

    /// Builds the OpenGL commands of an MD2 again.
    fn rebuild_commands(&mut self, py: Python<'_>) -> PyResult<()> {
        checked(py.detach(|| self.model.rebuild_commands())).map(|_| ())
    }

    /// The bytes of a file with this model.
    fn to_bytes<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyBytes>> {
        Ok(PyBytes::new(py, &checked(py.detach(|| self.model.to_bytes()))?))
    }
}

impl Editor {
    fn check_frames(&self, frames: &[usize]) -> PyResult<()> {
        let count = self.model.frame_count();
        match frames.iter().find(|&&frame| frame >= count) {
            None => Ok(()),
            Some(frame) => Err(ModelError::new_err(format!("frame {frame}: the model has {count} frames"))),
        }
    }

    fn palettized(&self, pixels: &[u8], fullbright: bool) -> PyResult<Vec<u8>> {
        let size = self.model.skin_size().filter(|_| self.model.contains_images());
        let [width, height] = size.ok_or_else(|| ModelError::new_err("only an MDL contains images"))?;
        let image = RgbaImage::new(width, height, pixels.to_vec()).map_err(|_| {
            ModelError::new_err(format!(
                "an image of {} bytes, expected {width} x {height} pixels of 4 bytes",
                pixels.len()
            ))
        })?;
        let MdlOptions { palette, dither, .. } = MdlOptions::default();
        let mut palettizer = Palettizer::new(&palette, fullbright, dither, self.model.is_holey());
        Ok(palettizer.convert(&image))
    }
}
