//! Models from arrays.

use md2_anim::{LoopMode, Sequence};
use md2_common::RgbaImage;
use md2_export::import::{
    FramePacking, ImportOptions, ImportedModel, ImportedSurface, ModelArrays, import_arrays, skin_file,
};
use md2_export::{EngineLimits, Md3ImportOptions, MdlOptions};
use md2_mesh::{Tag, TagFrame};
use pyo3::buffer::PyBuffer;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::PyBytes;

use crate::array::groups;
use crate::error::model_error;

/// A written file, and what its format could not hold.
#[pyclass(frozen)]
pub(crate) struct WrittenFile {
    bytes: Vec<u8>,
    /// The largest distance between a position in the arrays and in the file, in Quake units.
    #[pyo3(get)]
    error: f64,
    #[pyo3(get)]
    vertices: usize,
    #[pyo3(get)]
    triangles: usize,
    #[pyo3(get)]
    frames: usize,
    /// The engine whose limits apply, and what it allows.
    #[pyo3(get)]
    limits: String,
    /// Assumptions and changes, one sentence each.
    #[pyo3(get)]
    notes: Vec<String>,
    /// Data that the file does not contain, one sentence each.
    #[pyo3(get)]
    losses: Vec<String>,
    /// Problems that engines have with the file, one sentence each.
    #[pyo3(get)]
    findings: Vec<String>,
    /// The images of an MD2 or of the surfaces of an MD3 as PNG files; an empty one if the source has no image.
    images: Vec<Vec<u8>>,
}

#[pymethods]
impl WrittenFile {
    #[getter]
    fn file<'py>(&self, py: Python<'py>) -> Bound<'py, PyBytes> {
        PyBytes::new(py, &self.bytes)
    }

    #[getter]
    fn images<'py>(&self, py: Python<'py>) -> Vec<Bound<'py, PyBytes>> {
        self.images.iter().map(|image| PyBytes::new(py, image)).collect()
    }
}

type NamedImage = (String, Option<(u32, u32, Vec<u8>)>);

/// Writes a model of arrays as `mdl`, `md2` or `md3`. See `quakemodels.pyi` for the arguments.
#[pyfunction]
#[pyo3(signature = (
    format, *, positions, uvs, triangles, frame_names, normals = None, material_of = None, materials = None,
    sequences = Vec::new(), tags = Vec::new(), skins = Vec::new(), name = "model", folder = "", skin_path = None,
    skin_size = None, packing = None, effects = 0, dither = false, holey = false, fullbright = false, modern = false,
))]
#[expect(clippy::too_many_arguments, reason = "they are named in Python")]
pub(crate) fn build(
    py: Python<'_>,
    format: &str,
    positions: PyBuffer<f32>,
    uvs: PyBuffer<f32>,
    triangles: PyBuffer<u32>,
    frame_names: Vec<String>,
    normals: Option<PyBuffer<f32>>,
    material_of: Option<PyBuffer<u32>>,
    materials: Option<Vec<NamedImage>>,
    sequences: Vec<(String, u32, u32, f32, bool)>,
    tags: Vec<(String, PyBuffer<f32>)>,
    skins: Vec<(u32, u32, Vec<u8>)>,
    name: &str,
    folder: &str,
    skin_path: Option<String>,
    skin_size: Option<[u16; 2]>,
    packing: Option<&str>,
    effects: u32,
    dither: bool,
    holey: bool,
    fullbright: bool,
    modern: bool,
) -> PyResult<WrittenFile> {
    let uvs = groups(py, &uvs)?;
    let materials = materials.unwrap_or_else(|| vec![(name.to_owned(), None)]).into_iter();
    let materials = materials.map(|(name, pixels)| Ok((name, pixels.map(image).transpose()?)));
    let arrays = ModelArrays {
        positions: groups(py, &positions)?,
        normals: normals.map_or(Ok(Vec::new()), |normals| groups(py, &normals))?,
        triangles: groups(py, &triangles)?,
        material_of: material_of.map_or(Ok(vec![0; uvs.len()]), |list| list.to_vec(py))?,
        uvs,
        materials: materials.collect::<PyResult<_>>()?,
        frame_names: frame_names.into_iter().map(String::into_bytes).collect(),
        sequences: sequences.into_iter().map(sequence).collect(),
        tags: tags.into_iter().map(|(name, poses)| tag(py, name, &poses)).collect::<PyResult<_>>()?,
        skins: skins.into_iter().map(image).collect::<PyResult<_>>()?,
    };
    let import = ImportOptions {
        packing: packing.map(frame_packing).transpose()?,
        skin_name: skin_path,
        skin_size,
        ..ImportOptions::default()
    };
    let limits = |usual, larger| if modern { larger } else { usual };
    let model = |arrays| import_arrays(arrays, &import).map_err(|error| model_error(&error));
    let refused = |error: md2_export::ConvertError| model_error(&error);
    py.detach(|| match format.to_ascii_lowercase().as_str() {
        "mdl" => {
            let limits = limits(EngineLimits::CLASSIC_MDL, EngineLimits::IRONWAIL_MDL);
            let options =
                MdlOptions { dither, fullbright, holey, flags: effects, limits, ..MdlOptions::default() };
            Ok((model(arrays)?.to_mdl(&options).map_err(refused)?, describe(&limits, "")))
        }
        "md2" => {
            let limits = "Quake II: 2048 vertices, 4096 triangles, 512 frames".to_owned();
            Ok((model(arrays)?.to_md2().map_err(refused)?, limits))
        }
        "md3" => {
            let (name, folder) = (name.to_owned(), folder.to_owned());
            let limits = limits(EngineLimits::QUAKE3_MD3, EngineLimits::IRONWAIL_MD3);
            let described = describe(&limits, " a surface");
            let options = Md3ImportOptions { name, folder, limits };
            Ok((model(arrays)?.to_md3(&options).map_err(refused)?, described))
        }
        _ => Err(PyValueError::new_err(format!("format {format:?}, expected mdl, md2 or md3"))),
    })
    .and_then(|(model, limits)| written(model, limits))
}

/// Encodes 4 bytes a pixel, sRGB and alpha from the top left corner, as PNG.
#[pyfunction]
pub(crate) fn encode_png(
    py: Python<'_>,
    width: u32,
    height: u32,
    pixels: Vec<u8>,
) -> PyResult<Bound<'_, PyBytes>> {
    let image = image((width, height, pixels))?;
    let png = py.detach(|| skin_file::encode_png(&image)).map_err(PyValueError::new_err)?;
    Ok(PyBytes::new(py, &png))
}

/// Returns the limits of an engine as text. `scope` names what has the vertices and triangles, if it is not the model.
fn describe(limits: &EngineLimits, scope: &str) -> String {
    let EngineLimits { engine, vertices, triangles, frames, .. } = *limits;
    let triangles =
        if triangles == usize::MAX { String::from("any number of") } else { triangles.to_string() };
    format!("{engine}: {vertices} vertices and {triangles} triangles{scope}, {frames} frames")
}

fn written(model: ImportedModel, limits: String) -> PyResult<WrittenFile> {
    let ImportedModel { bytes, surfaces, report, .. } = model;
    let png = |surface: &ImportedSurface| match surface.path.as_str() {
        "" => Ok(Vec::new()),
        _ => surface.skin.to_png().map_err(PyValueError::new_err),
    };
    Ok(WrittenFile {
        bytes,
        error: report.error.largest,
        vertices: report.vertices,
        triangles: report.triangles,
        frames: report.frames,
        limits,
        notes: report.notes,
        losses: report.losses.iter().map(|loss| loss.text.clone()).collect(),
        findings: report.findings,
        images: surfaces.iter().map(png).collect::<PyResult<_>>()?,
    })
}

fn image((width, height, pixels): (u32, u32, Vec<u8>)) -> PyResult<RgbaImage> {
    RgbaImage::new(width, height, pixels).map_err(|error| model_error(&error))
}

fn sequence((name, first, last, fps, loops): (String, u32, u32, f32, bool)) -> Sequence {
    let mode = if loops { LoopMode::Loop } else { LoopMode::Once };
    Sequence { fps, mode, ..Sequence::new(name, first, last) }
}

fn tag(py: Python<'_>, name: String, poses: &PyBuffer<f32>) -> PyResult<Tag> {
    let frames = groups::<f32, 12>(py, poses)?.into_iter().map(|pose| {
        let [x, y, z, rest @ ..] = pose;
        let rest: [f32; 9] = rest;
        let (axes, _) = rest.as_chunks::<3>();
        TagFrame { origin: [x, y, z], axes: [axes[0], axes[1], axes[2]] }
    });
    Ok(Tag { name, frames: frames.collect() })
}

fn frame_packing(text: &str) -> PyResult<FramePacking> {
    match text {
        "frame" => Ok(FramePacking::Frame),
        "sequence" => Ok(FramePacking::Sequence),
        "model" => Ok(FramePacking::Model),
        _ => Err(PyValueError::new_err(format!("packing {text:?}, expected frame, sequence or model"))),
    }
}

/// Names frames so that programs find the sequences again: a name and a number of frames for each sequence.
#[pyfunction]
pub(crate) fn name_frames(sequences: Vec<(String, usize)>) -> Vec<String> {
    let mut end = 0;
    let ranges = sequences.iter().map(|(name, count)| {
        let first = end;
        end += count;
        (name.as_str(), first..end)
    });
    let named = md2_anim::name_frames(&ranges.collect::<Vec<_>>());
    named.frames.iter().map(ToString::to_string).collect()
}
