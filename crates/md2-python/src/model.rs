//! Models of one file, and figures of several.

use std::path::PathBuf;
use std::sync::Arc;

use md2_assets::FolderCache;
use md2_load::{Anatomy, Format, HeaderValue};
use md2_scene::{Document, Figure as SceneFigure, MountPoint};
use pyo3::IntoPyObjectExt as _;
use pyo3::exceptions::{PyIndexError, PyOSError};
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::{PyBytes, PyDict};

use crate::array::Array;
use crate::error::model_error;
use crate::skin::Skin;

/// The content of a file or a folder: a model, or a player whose parts are joined by tags.
#[pyclass(frozen, get_all)]
pub(crate) struct Figure {
    name: String,
    parts: Vec<Py<Part>>,
    /// Problems with the files that belong to the model, one sentence each.
    notes: Vec<String>,
}

/// A model of a figure.
#[pyclass(frozen, get_all)]
pub(crate) struct Part {
    /// The role of the part, such as `legs`.
    role: String,
    model: Py<Model>,
    /// The number of the part on which this part is mounted.
    parent: Option<usize>,
    /// The name of the tag of the parent; `None` if both have the same origin.
    tag: Option<String>,
}

/// The content of a model file. It never changes.
#[pyclass(frozen)]
pub(crate) struct Model {
    document: Arc<Document>,
    anatomy: Anatomy,
    positions: PyOnceLock<Py<Array>>,
    normals: PyOnceLock<Py<Array>>,
    triangles: PyOnceLock<Py<Array>>,
    uvs: PyOnceLock<Py<Array>>,
}

/// Frames that are played one after the other.
#[pyclass(frozen, get_all)]
pub(crate) struct Sequence {
    name: String,
    first: u32,
    last: u32,
    /// Frames per second.
    fps: f32,
    loops: bool,
}

/// Triangles and vertices that have the same skin.
#[pyclass(frozen, get_all)]
pub(crate) struct Surface {
    name: String,
    /// The path of the image or of the shader in an MD3; empty in other models.
    shader: String,
    first_vertex: u32,
    vertex_count: u32,
    first_triangle: u32,
    triangle_count: u32,
}

/// A point of an MD3 at which another model is mounted.
#[pyclass(frozen, get_all)]
pub(crate) struct Tag {
    name: String,
    /// The position in each frame: `float32`, frames x 3.
    origins: Py<Array>,
    /// The forward, left and up directions in each frame: `float32`, frames x 3 x 3.
    axes: Py<Array>,
}

/// Opens a file, a file in an archive, or the folder of a player, with its skins and scripts. `joined` also opens the other parts of the
/// player that a file belongs to.
#[pyfunction]
#[pyo3(signature = (path, joined = false))]
pub(crate) fn open(py: Python<'_>, path: PathBuf, joined: bool) -> PyResult<Figure> {
    let opened = py.detach(|| {
        if joined || path.is_dir() {
            md2_scene::open(&path)
        } else {
            md2_scene::open_alone(&FolderCache::default(), &path)
        }
    });
    let figure = opened.map_err(|error| match &error {
        md2_scene::OpenError::Read(_) => PyOSError::new_err(error.to_string()),
        _ => model_error(&error),
    })?;
    Figure::new(py, &figure)
}

/// Reads the bytes of a model file. `name` is the name that a file would have.
#[pyfunction]
#[pyo3(signature = (file, name = "model"))]
pub(crate) fn read(py: Python<'_>, file: &[u8], name: &str) -> PyResult<Figure> {
    // A copy, so that another thread of Python may change the object while the file is parsed.
    let file = file.to_vec();
    let figure = py.detach(|| md2_scene::open_bytes(name, &file)).map_err(|error| model_error(&error))?;
    Figure::new(py, &figure)
}

impl Figure {
    fn new(py: Python<'_>, figure: &SceneFigure) -> PyResult<Self> {
        let parts = figure.parts().iter().map(|part| {
            let (parent, tag) = match &part.mount {
                None => (None, None),
                Some((parent, MountPoint::Tag(name))) => (Some(*parent), Some(name.clone())),
                Some((parent, MountPoint::Origin)) => (Some(*parent), None),
            };
            let model = Py::new(py, Model::new(py, Arc::clone(&part.document))?)?;
            Py::new(py, Part { role: part.role.clone(), model, parent, tag })
        });
        let parts = parts.collect::<PyResult<_>>()?;
        Ok(Self { name: figure.name().to_owned(), parts, notes: figure.notes().to_vec() })
    }
}

#[pymethods]
impl Figure {
    /// The first model: the only one, or the legs of a player.
    #[getter]
    fn model(&self, py: Python<'_>) -> PyResult<Py<Model>> {
        let first = self.parts.first().ok_or_else(|| PyIndexError::new_err("the figure has no parts"))?;
        Ok(first.get().model.clone_ref(py))
    }
}

impl Model {
    fn new(py: Python<'_>, document: Arc<Document>) -> PyResult<Self> {
        let file = document.file().cloned().unwrap_or_default();
        let anatomy = py.detach(|| md2_load::anatomy(&file)).map_err(|error| model_error(&error))?;
        Ok(Self {
            document,
            anatomy,
            positions: PyOnceLock::new(),
            normals: PyOnceLock::new(),
            triangles: PyOnceLock::new(),
            uvs: PyOnceLock::new(),
        })
    }

    /// Returns three numbers of each vertex in each frame.
    fn vertices(
        &self,
        py: Python<'_>,
        value: impl Fn(md2_load::FileVertex<'_>) -> [f32; 3] + Send + Sync,
    ) -> PyResult<Py<Array>> {
        let (frames, count) = (self.anatomy.frames().len(), self.anatomy.vertex_count());
        let values: Vec<f32> = py.detach(|| {
            let of_frame = |frame| (0..count).filter_map(move |vertex| self.anatomy.vertex(frame, vertex));
            (0..frames).flat_map(of_frame).flat_map(&value).collect()
        });
        Py::new(py, Array::floats(values, &[frames, count as usize, 3]))
    }
}

#[pymethods]
impl Model {
    #[getter]
    fn name(&self) -> &str {
        self.document.name()
    }

    /// `MDL`, `MD2` or `MD3`.
    #[getter]
    fn format(&self) -> String {
        self.document.format().to_string()
    }

    /// The bytes of the file as read, damaged or not.
    #[getter]
    fn file<'py>(&self, py: Python<'py>) -> Bound<'py, PyBytes> {
        PyBytes::new(py, self.document.file().map_or(&[], |file| file.as_slice()))
    }

    /// The repairs that were needed to read the file, one sentence each.
    #[getter]
    fn repairs(&self) -> Vec<String> {
        self.document.repairs().map_or_else(Vec::new, |repairs| repairs.done.clone())
    }

    /// Problems with the files that belong to the model, one sentence each.
    #[getter]
    fn notes(&self) -> Vec<String> {
        self.document.notes().to_vec()
    }

    /// The fields of the header under the names of the game's source code.
    #[getter]
    fn header<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let fields = PyDict::new(py);
        for field in &self.document.header {
            let value = match &field.value {
                HeaderValue::Int(value) => value.into_bound_py_any(py)?,
                HeaderValue::Floats(values) => values.clone().into_bound_py_any(py)?,
                HeaderValue::Name(name) => String::from_utf8_lossy(name).into_bound_py_any(py)?,
                other => other.to_string().into_bound_py_any(py)?,
            };
            fields.set_item(field.name, value)?;
        }
        Ok(fields)
    }

    #[getter]
    fn frame_names(&self) -> Vec<String> {
        let frames = self.anatomy.frames().iter();
        frames.map(|frame| String::from_utf8_lossy(&frame.name).into_owned()).collect()
    }

    #[getter]
    fn vertex_count(&self) -> u32 {
        self.anatomy.vertex_count()
    }

    #[getter]
    fn triangle_count(&self) -> u32 {
        self.anatomy.triangle_count()
    }

    /// `float32`, frames x vertices x 3, in Quake units: X forward, Y left, Z up.
    #[getter]
    fn positions(&self, py: Python<'_>) -> PyResult<Py<Array>> {
        let made = || self.vertices(py, |vertex| vertex.position);
        Ok(self.positions.get_or_try_init(py, made)?.clone_ref(py))
    }

    /// `float32`, frames x vertices x 3: the directions that the file stores, of unit length.
    #[getter]
    fn normals(&self, py: Python<'_>) -> PyResult<Py<Array>> {
        let made = || self.vertices(py, |vertex| vertex.normal.direction());
        Ok(self.normals.get_or_try_init(py, made)?.clone_ref(py))
    }

    /// `uint32`, triangles x 3: the vertices of each triangle, clockwise seen from outside.
    #[getter]
    fn triangles(&self, py: Python<'_>) -> PyResult<Py<Array>> {
        let made = || {
            let values: Vec<u32> =
                self.anatomy.triangles().flat_map(|triangle| triangle.vertices()).collect();
            let count = values.len() / 3;
            Py::new(py, Array::unsigned(values, &[count, 3]))
        };
        Ok(self.triangles.get_or_try_init(py, made)?.clone_ref(py))
    }

    /// `float32`, triangles x 3 x 2: the texture coordinates of each corner. (0, 0) is the top left corner of the skin.
    #[getter]
    fn uvs(&self, py: Python<'_>) -> PyResult<Py<Array>> {
        let made = || {
            let corners = self.anatomy.triangles().flat_map(|triangle| triangle.corners);
            let values: Vec<f32> = corners.flat_map(|corner| corner.uv).collect();
            let count = values.len() / 6;
            Py::new(py, Array::floats(values, &[count, 3, 2]))
        };
        Ok(self.uvs.get_or_try_init(py, made)?.clone_ref(py))
    }

    #[getter]
    fn surfaces(&self) -> Vec<Surface> {
        let file = self.document.file().map_or(&[][..], |file| file);
        let model = md2_load::salvage(file).ok().and_then(|file| md2_edit::Model::parse(&file.bytes).ok());
        let shader = |number| model.as_ref()?.skin_path(number);
        let surfaces = self.anatomy.surfaces().iter().enumerate().map(|(number, surface)| Surface {
            name: String::from_utf8_lossy(&surface.name).into_owned(),
            shader: if self.document.format() == Format::Md3 { shader(number) } else { None }
                .unwrap_or_default(),
            first_vertex: surface.vertices.start,
            vertex_count: surface.vertices.end - surface.vertices.start,
            first_triangle: surface.triangles.start,
            triangle_count: surface.triangles.end - surface.triangles.start,
        });
        surfaces.collect()
    }

    #[getter]
    fn tags(&self, py: Python<'_>) -> PyResult<Vec<Tag>> {
        let tags = self.document.mesh().tags().iter().map(|tag| {
            let frames = tag.frames.len();
            let origins = tag.frames.iter().flat_map(|frame| frame.origin).collect();
            let axes = tag.frames.iter().flat_map(|frame| frame.axes.into_iter().flatten()).collect();
            Ok(Tag {
                name: tag.name.clone(),
                origins: Py::new(py, Array::floats(origins, &[frames, 3]))?,
                axes: Py::new(py, Array::floats(axes, &[frames, 3, 3]))?,
            })
        });
        tags.collect()
    }

    /// The sequences of the scripts or the game's tables, or else those that the frame names suggest.
    #[getter]
    fn sequences(&self) -> Vec<Sequence> {
        let sets = self.document.range_sets();
        let sequences = sets.first().map_or(&[][..], |set| &set.sequences);
        let sequence = |sequence: &md2_anim::Sequence| Sequence {
            name: sequence.name.clone(),
            first: sequence.first,
            last: sequence.last,
            fps: sequence.fps,
            loops: sequence.mode != md2_anim::LoopMode::Once,
        };
        sequences.iter().map(sequence).collect()
    }

    /// The skins that belong to the model: images in the file, beside it, or where the game keeps them.
    #[getter]
    fn skins(&self) -> Vec<Skin> {
        self.document.skins().iter().cloned().map(Skin::new).collect()
    }

    fn __repr__(&self) -> String {
        let (frames, vertices) = (self.anatomy.frames().len(), self.anatomy.vertex_count());
        format!(
            "<quakemodels.Model {:?}: {}, {frames} frames, {vertices} vertices>",
            self.name(),
            self.format()
        )
    }
}
