//! MD2 again: what engines want of a file that stayed as its maker left it, and MD2 files of other models of Quake.

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

/// What is changed about an MD2 besides what is built anew in any case.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct RebuildOptions {
    /// Frames that are kept, by their numbers, in the order they are to have; `None` keeps all.
    pub frames: Option<Vec<usize>>,
    /// New names of frames, by their numbers before any is left out.
    pub names: BTreeMap<usize, FrameName>,
    /// A factor on all positions; 1 if it is missing.
    pub scale: Option<f32>,
}

/// Why an MD2 cannot be built anew.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum RebuildError {
    /// The file is no MD2, or is damaged.
    #[error(transparent)]
    Parse(#[from] ParseError),
    /// The format cannot hold what is asked for.
    #[error(transparent)]
    Write(#[from] WriteError),
}

/// An MD2 that was built anew.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct RebuiltMd2 {
    /// The file.
    pub bytes: Vec<u8>,
    /// Vertices that no triangle used, and that are gone.
    pub vertices_dropped: usize,
    /// Skin coordinates that no triangle used, and that are gone.
    pub st_dropped: usize,
    /// Words of the OpenGL commands before, and now.
    pub gl_words: [usize; 2],
    /// Frames of the file.
    pub frames: usize,
}

/// Writes an MD2 anew: its OpenGL commands arranged from the triangles, without vertices and skin coordinates that no triangle
/// uses, in the usual order of sections. Triangles keep their order, and vertices their packed bytes and normals.
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
/// If the file is no MD2, or the format cannot hold the result, as with a scale that makes it infinite. Numbers of frames that are
/// not there are left out.
pub fn rebuild_md2(file: &[u8], options: &RebuildOptions) -> Result<RebuiltMd2, RebuildError> {
    let md2 = Md2::parse(file)?;
    let source = md2.to_model();
    let corners = |of: fn(&Triangle) -> [u16; 3]| source.triangles.iter().flat_map(of);
    let vertices = UsedElements::new(corners(Triangle::xyz), md2.vertex_count());
    let st = UsedElements::new(corners(Triangle::st), source.st.len());
    let triangle = |triangle: &Triangle| {
        Triangle::new(
            triangle.xyz().map(|xyz| vertices.place(xyz)),
            triangle.st().map(|index| st.place(index)),
        )
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

/// Names for the frames of a sequence, from which it can be told again: `run1` to `run6`, or `pain101` to `pain104` for a name
/// that ends in a digit. What does not fit or cannot be written is left out of the name.
#[must_use]
pub fn frame_names(sequence: &str, count: usize) -> Vec<FrameName> {
    name_frames(&[(sequence, 0..count)]).frames
}

/// The elements of a list that triangles use.
struct UsedElements {
    /// Their numbers, rising.
    numbers: Vec<usize>,
    /// The new number of each element that is used.
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

/// Makes an MD2 of any model, as of an MDL or an MD3. Positions are packed anew, and the report tells in units how far they are off.
///
/// Frames whose names do not tell the sequences get the names of these, the only place that an MD2 has for them. A model of
/// several surfaces, or one that tags are on, is sampled sequence by sequence at the options' rate. Skins of several surfaces
/// become one picture, for which `sources` decodes them.
///
/// # Errors
/// If the model has nothing to see, or the format cannot hold it.
pub fn convert_to_md2(
    subject: &ExportModel<'_>,
    selection: &FrameSelection,
    sources: &dyn Sources,
    options: &ImportOptions,
) -> Result<ImportedModel, ConvertError> {
    // What is read back is what was written: with its frames, sequences and skin, at the scale of Quake.
    let options_out = GltfOptions { scale: 1.0, selection: selection.clone(), ..GltfOptions::default() };
    let names = telling_names(subject);
    let skins = subject.skins.iter().take(1).cloned().collect();
    let worn = ExportModel {
        skins,
        frame_names: names.as_deref().unwrap_or(subject.frame_names),
        ..subject.clone()
    };
    let glb = write(&worn, &options_out)?.to_glb()?;
    let options = ImportOptions { scale: options.scale.or(Some(1.0)), ..options.clone() };
    Ok(import_gltf(&glb, sources, &options)?)
}

/// Names of frames that tell the sequences; `None` if those that they have do.
fn telling_names(subject: &ExportModel<'_>) -> Option<Vec<Vec<u8>>> {
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
        // Of sequences that share frames the first names them.
        let free: Vec<usize> =
            (first..count).take_while(|&frame| frame <= last && !is_named[frame]).collect();
        for (frame, name) in free.iter().zip(frame_names(&sequence.name, free.len())) {
            names[*frame] = name.as_bytes().to_vec();
            is_named[*frame] = true;
        }
    }
    Some(names)
}

/// Why a model cannot become an MD2.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum ConvertError {
    /// There is nothing of it, or too much.
    #[error(transparent)]
    Model(#[from] GltfError),
    /// An MD2 cannot hold it.
    #[error(transparent)]
    Md2(#[from] ImportError),
}
