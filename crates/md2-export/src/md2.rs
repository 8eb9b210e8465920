//! Rebuilding of MD2 files, and conversion of other formats to MD2.

use std::collections::BTreeMap;

use md2_anim::Sequence;
use md2_format::model::{Model, ModelFrame, Vertices};
use md2_format::raw::{FrameName, Triangle};
use md2_format::{Md2, ParseError, WriteError, stripify};

use crate::export_model::ExportModel;
use crate::frame_selection::FrameSelection;
use crate::gltf::{GltfError, GltfOptions, write};
use crate::import::names::name_frames;
use crate::import::{ImportError, ImportOptions, ImportedModel, Sources, import_gltf};

/// The changes to make when an MD2 is rebuilt.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct RebuildOptions {
    /// The frames to keep, in their new order; `None` keeps all.
    pub frames: Option<Vec<usize>>,
    /// The new names of frames. The keys are the original frame numbers.
    pub names: BTreeMap<usize, FrameName>,
    /// The factor by which all positions are multiplied; 1 if missing.
    pub scale: Option<f32>,
}

/// The error of rebuilding an MD2.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum RebuildError {
    /// The file is not an MD2, or is damaged.
    #[error(transparent)]
    Parse(#[from] ParseError),
    /// The result exceeds the limits of the format.
    #[error(transparent)]
    Write(#[from] WriteError),
}

/// A rebuilt MD2 and statistics.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct RebuiltMd2 {
    /// The content of the file.
    pub bytes: Vec<u8>,
    /// Number of removed unused vertices.
    pub vertices_dropped: usize,
    /// Number of removed unused skin coordinates.
    pub st_dropped: usize,
    /// Number of 32-bit words of the OpenGL commands, before and after rebuilding.
    pub gl_words: [usize; 2],
    /// Number of frames.
    pub frames: usize,
}

/// Rebuilds an MD2: computes new OpenGL commands, removes unused vertices and skin coordinates, and writes the sections in the usual
/// order. The order of triangles, the quantized positions and the normals do not change.
///
/// ```
/// use md2_export::{RebuildOptions, rebuild_md2};
/// use md2_format::Md2;
///
/// # let file = md2_testdata::one_triangle().build().into_bytes();
/// let last = RebuildOptions { frames: Some(vec![1]), ..RebuildOptions::default() };
/// let rebuilt = rebuild_md2(&file, &last)?;
/// let md2 = Md2::parse(&rebuilt.bytes)?;
/// assert_eq!((md2.frame_count(), md2.frame(0).name()), (1, &b"stand02"[..]));
/// assert!(md2.gl_commands().defect().is_none() && !md2.gl_words().is_empty());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// If the file is not an MD2, or if the result exceeds the limits of the format, for example because of an infinite scale. Frame
/// numbers past the end are ignored.
pub fn rebuild_md2(file: &[u8], options: &RebuildOptions) -> Result<RebuiltMd2, RebuildError> {
    let md2 = Md2::parse(file)?;
    let source = md2.to_model();
    let corners = |indices: fn(&Triangle) -> [u16; 3]| source.triangles.iter().flat_map(indices);
    let vertices = UsedElements::new(corners(|triangle| triangle.xyz), md2.vertex_count());
    let st = UsedElements::new(corners(|triangle| triangle.st), source.st.len());
    let triangle = |triangle: &Triangle| {
        Triangle::new(triangle.xyz.map(|xyz| vertices.place(xyz)), triangle.st.map(|index| st.place(index)))
    };
    let triangles: Vec<Triangle> = source.triangles.iter().map(triangle).collect();
    let coordinates = st.pick(&source.st);
    let skin_size = [source.skin_width, source.skin_height];
    let gl_commands = match &*triangles {
        [] => Vec::new(),
        triangles => stripify(triangles, &coordinates).to_words(skin_size),
    };
    let factor = options.scale.unwrap_or(1.0);
    let frame = |number: usize| -> Option<ModelFrame> {
        let frame = source.frames.get(number)?;
        Some(ModelFrame {
            name: options.names.get(&number).copied().unwrap_or(frame.name),
            scale: frame.scale.map(|c| c * factor),
            translate: frame.translate.map(|c| c * factor),
            vertices: Vertices::from(vertices.pick(&frame.vertices)),
        })
    };
    let frames: Vec<ModelFrame> = match &options.frames {
        Some(numbers) => numbers.iter().copied().filter_map(frame).collect(),
        None => (0..source.frames.len()).filter_map(frame).collect(),
    };
    let model = Model {
        skin_width: source.skin_width,
        skin_height: source.skin_height,
        skins: source.skins.clone(),
        st: coordinates,
        triangles,
        frames,
        gl_commands,
        ..Model::default()
    };
    Ok(RebuiltMd2 {
        bytes: model.to_bytes()?,
        vertices_dropped: md2.vertex_count() - vertices.numbers.len(),
        st_dropped: source.st.len() - st.numbers.len(),
        gl_words: [source.gl_commands.len(), model.gl_commands.len()],
        frames: model.frames.len(),
    })
}

/// Returns names for the `count` frames of a sequence, from which programs can detect the sequence: `run1` to `run6`, or `pain101` to
/// `pain104` for a sequence name that ends in a digit. Unsupported characters are replaced, and long names are cut.
#[must_use]
pub fn frame_names(sequence: &str, count: usize) -> Vec<FrameName> {
    name_frames(&[(sequence, 0..count)]).frames
}

/// The elements of a list (vertices or skin coordinates) that the remaining triangles use.
struct UsedElements {
    /// The indices of the used elements in the list, in increasing order.
    numbers: Vec<usize>,
    /// For each element of the list, its index among the used elements; meaningless for unused elements.
    places: Vec<u16>,
}

impl UsedElements {
    fn new(used: impl Iterator<Item = u16>, count: usize) -> Self {
        let mut is_used = vec![false; count];
        used.for_each(|index| is_used[usize::from(index)] = true);
        let numbers: Vec<usize> = (0..count).filter(|&number| is_used[number]).collect();
        let mut places = vec![0; count];
        for (place, &number) in (0..=u16::MAX).zip(&numbers) {
            places[number] = place;
        }
        Self { numbers, places }
    }

    fn place(&self, index: u16) -> u16 {
        self.places[usize::from(index)]
    }

    fn pick<T: Copy>(&self, list: &[T]) -> Vec<T> {
        self.numbers.iter().map(|&number| list[number]).collect()
    }
}

/// Converts any model, such as an MDL or an MD3, to MD2. Positions are quantized again; the report contains the distances from the
/// source positions.
///
/// Frames are renamed if the sequences cannot be detected from their names. The sequences of a model with several surfaces or with tags
/// are sampled at the rate of the options. The skin images of several surfaces are combined in one image; `sources` decodes the images.
///
/// # Errors
/// If the model has nothing visible, or exceeds the limits of the format.
pub fn convert_to_md2(
    subject: &ExportModel<'_>,
    selection: &FrameSelection,
    sources: &dyn Sources,
    options: &ImportOptions,
) -> Result<ImportedModel, ConvertError> {
    // The model is converted to glTF in Quake units and imported again.
    let options_out = GltfOptions { scale: 1.0, selection: selection.clone(), ..GltfOptions::default() };
    let names = sequence_names(subject);
    let skins = subject.skins.iter().take(1).cloned().collect();
    let prepared = ExportModel {
        skins,
        frame_names: names.as_deref().unwrap_or(subject.frame_names),
        ..subject.clone()
    };
    let glb = write(&prepared, &options_out)?.to_glb()?;
    let options = ImportOptions { scale: options.scale.or(Some(1.0)), ..options.clone() };
    Ok(import_gltf(&glb, sources, &options)?)
}

/// Returns frame names from which the sequences can be detected; `None` if the existing names are suitable.
fn sequence_names(subject: &ExportModel<'_>) -> Option<Vec<Vec<u8>>> {
    let count = subject.mesh.frame_count();
    let mut names: Vec<Vec<u8>> =
        (0..count).map(|frame| subject.frame_names.get(frame).cloned().unwrap_or_default()).collect();
    let found = md2_anim::detect(names.iter().map(Vec::as_slice));
    let range = |sequence: &Sequence| (sequence.name.to_lowercase(), sequence.first, sequence.last);
    if found.sequences().iter().map(range).eq(subject.sequences.iter().map(range)) {
        return None;
    }
    let mut is_named = vec![false; count];
    for sequence in subject.sequences {
        let index = |frame: u32| usize::try_from(frame).unwrap_or(usize::MAX);
        let (first, last) = (index(sequence.first), index(sequence.last.max(sequence.first)));
        // Frames that several sequences share are named after the first of them.
        let free: Vec<usize> =
            (first..count).take_while(|&frame| frame <= last && !is_named[frame]).collect();
        for (frame, name) in free.iter().zip(frame_names(&sequence.name, free.len())) {
            names[*frame] = name.as_bytes().to_vec();
            is_named[*frame] = true;
        }
    }
    Some(names)
}

/// The error of converting a model to MD2.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum ConvertError {
    /// The model has nothing visible, or is too large.
    #[error(transparent)]
    Model(#[from] GltfError),
    /// The model exceeds the limits of the format.
    #[error(transparent)]
    Md2(#[from] ImportError),
}
