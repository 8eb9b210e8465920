//! Options, limits and file access of the import.

use md2_common::RgbaImage;

use crate::obj::UpAxis;

use super::clip_table::ClipTable;

/// Options of the import. The default suits models for the game.
#[derive(Clone, Debug, PartialEq)]
pub struct ImportOptions {
    /// Sampling rate of animations in frames per second, above 0 and at most [`MAX_FPS`](Self::MAX_FPS). The default is 10, the
    /// rate of the game.
    pub fps: f64,
    /// Quake units per unit of the file. Default: 32 for glTF, whose unit is the meter, and 1 for OBJ. A model that this toolkit
    /// exported gets its original size.
    pub scale: Option<f64>,
    /// The height in Quake units to which the lowest point of the first frame is moved. Default: -24 for a player; other models are not
    /// moved.
    pub feet: Option<f64>,
    /// The up axis of an OBJ. In glTF it is always Y.
    pub up: UpAxis,
    /// The frames that share a quantization scale and translation. Default: the frames of each sequence; for a model that this
    /// toolkit exported, the packing that reproduces the original positions best.
    pub packing: Option<FramePacking>,
    /// Whether to build the 198 frames of a Quake II player. The animations that `clip_table` finds for the twenty standard sequences are
    /// resampled to the frame counts of the game; other animations are skipped. Weapons become models of their own.
    pub player: bool,
    /// The animations that become the sequences of a player. Default: the names of common packs.
    pub clip_table: ClipTable,
    /// Patterns for the names of the animations to import, in the order of the frames. `*` stands for any characters, `?` for one.
    /// `None` imports all.
    pub clips: Option<Vec<String>>,
    /// Patterns for the names of the meshes to import, or of their nodes. `None` imports all.
    pub meshes: Option<Vec<String>>,
    /// Patterns for the names of the meshes that become weapons of a player. Default: the meshes below a node of a hand that no
    /// bones deform.
    pub weapons: Option<Vec<String>>,
    /// The skin width and height in the header, in texels. Default: the size of the image, scaled down to a height of at most 480 texels
    /// for the original game.
    pub skin_size: Option<[u16; 2]>,
    /// The skin path to store, at most 63 bytes. Default: the original paths of a model that this toolkit exported, else
    /// `default_skin_name`.
    pub skin_name: Option<String>,
    /// The skin path to store if neither `skin_name` nor the model gives a path. Default: `skin.pcx`.
    pub default_skin_name: Option<String>,
    /// The skin image. If present, it replaces the images of the model.
    pub skin_image: Option<RgbaImage>,
    /// Whether to sample the animations even if the file lists the original frames of an exported MD2.
    pub resample: bool,
    /// Limits on memory and time.
    pub limits: Limits,
}

impl ImportOptions {
    /// The highest sampling rate in frames per second.
    pub const MAX_FPS: f64 = 1000.0;

    pub(crate) const SKIN_NAME: &str = "skin.pcx";
}

impl Default for ImportOptions {
    fn default() -> Self {
        Self {
            fps: 10.0,
            scale: None,
            feet: None,
            up: UpAxis::Z,
            packing: None,
            player: false,
            clip_table: ClipTable::default(),
            clips: None,
            meshes: None,
            weapons: None,
            skin_size: None,
            skin_name: None,
            default_skin_name: None,
            skin_image: None,
            resample: false,
            limits: Limits::default(),
        }
    }
}

/// The frames that share a quantization scale and translation.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub enum FramePacking {
    /// Each frame has its own scale and translation. The quantization steps are smallest, but parts at rest tremble, since the steps
    /// differ between frames.
    Frame,
    /// The frames of each sequence share a scale and translation. Parts at rest keep their exact position.
    #[default]
    Sequence,
    /// All frames of the model share a scale and translation.
    Model,
}

/// Limits on the memory and time of an import. Each field is the maximum that a file may have.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// The maximum number of frames of the model.
    pub frames: u64,
    /// The maximum number of vertices of all meshes together, before merging.
    pub vertices: u64,
    /// The maximum number of triangles of all meshes together.
    pub triangles: u64,
    /// The maximum product of vertices and frames. Each vertex needs 24 bytes per frame.
    pub samples: u64,
    /// The maximum number of objects and lists in the JSON of a glTF.
    pub objects: u64,
    /// The maximum total count of the numbers that the import reads from the arrays of a glTF.
    pub numbers: u64,
    /// The maximum number of elements of a glTF accessor that has no bytes in the file, so that all elements are zero.
    pub zeros: u64,
    /// The maximum number of times that the import adds a morph target to a vertex, counted over all morph targets, vertices and frames.
    pub added_targets: u64,
    /// The maximum number of pixels of the combined image of several materials. The images of all materials together have the same limit.
    pub pixels: u64,
    /// The maximum number of bytes of all buffers and images of a glTF together, or of the material library and the image of an OBJ
    /// together.
    pub bytes: u64,
}

impl Default for Limits {
    fn default() -> Self {
        Self {
            frames: 1 << 14,
            vertices: 1 << 20,
            triangles: 1 << 21,
            samples: 1 << 24,
            objects: 1 << 20,
            numbers: 1 << 26,
            zeros: 1 << 20,
            added_targets: 1 << 32,
            pixels: 1 << 26,
            bytes: 1 << 29,
        }
    }
}

/// File access and image decoding for the import, which itself opens no files and decodes no images.
pub trait Sources {
    /// Reads a file. `relative` is its path relative to the folder of the imported file. The path has no `..`, no drive and no URI
    /// scheme, and does not begin with a slash.
    ///
    /// # Errors
    /// A message for the user.
    fn file(&self, relative: &str) -> Result<Vec<u8>, String>;

    /// Decodes a PNG or JPEG.
    ///
    /// # Errors
    /// A message for the user.
    fn decode(&self, file: &[u8]) -> Result<RgbaImage, String>;
}

/// Whether a path with slashes stays inside its folder on every operating system.
pub(crate) fn is_below(name: &str) -> bool {
    let is_plain = |part: &str| !part.is_empty() && part != ".." && part != ".";
    let has_odd = name.contains(|c: char| c.is_control() || matches!(c, '\\' | ':'));
    !has_odd && name.split('/').all(is_plain)
}

/// An implementation of [`Sources`] that has no files and decodes no images.
#[derive(Clone, Copy, Debug)]
pub struct NoFiles;

impl Sources for NoFiles {
    fn file(&self, _: &str) -> Result<Vec<u8>, String> {
        Err(String::from("other files are not available"))
    }

    fn decode(&self, _: &[u8]) -> Result<RgbaImage, String> {
        Err(String::from("images cannot be decoded"))
    }
}
