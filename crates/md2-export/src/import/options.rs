//! Options, limits and file access of the import.

use md2_common::RgbaImage;

use crate::obj::UpAxis;

/// Options of the import. The default suits models for the game.
#[derive(Clone, Debug, PartialEq)]
pub struct ImportOptions {
    /// Sampling rate of animations in frames per second, above 0 and at most [`MAX_FPS`](Self::MAX_FPS). The default is 10, the
    /// rate of the game.
    pub fps: f64,
    /// Quake units per unit of the file. Default: 32 for glTF, whose unit is a meter, and 1 for OBJ; a model that this toolkit
    /// exported gets its original scale.
    pub scale: Option<f64>,
    /// The height of the lowest point of the first frame, to which the model is moved. A player's feet are at -24.
    pub feet: Option<f64>,
    /// The up axis of an OBJ. In glTF it is always Y.
    pub up: UpAxis,
    /// The frames that share a scale and a translation. Default: those of a sequence; for a model that this toolkit exported,
    /// the packing that matches it best.
    pub packing: Option<FramePacking>,
    /// Builds the 198 frames of a Quake II player. Animations with the names of the twenty standard sequences are resampled to
    /// the frame counts of the game; others are skipped.
    pub player: bool,
    /// Width and height in texels of the skin coordinates. Default: the size of the image, reduced to a height of at most 480
    /// texels for the original game.
    pub skin_size: Option<[u16; 2]>,
    /// The skin path in the model, at most 63 bytes. Default: the paths of the exported model, else `default_skin_name`.
    pub skin_name: Option<String>,
    /// The fallback skin path; `skin.pcx` if missing.
    pub default_skin_name: Option<String>,
    /// The skin image, which replaces the model's own materials.
    pub skin_image: Option<RgbaImage>,
    /// Samples animations even if the file lists the original frames of an exported MD2.
    pub resample: bool,
    /// Limits on memory and time.
    pub limits: Limits,
}

impl ImportOptions {
    /// The highest sampling rate in frames per second.
    pub const MAX_FPS: f64 = 1000.0;

    /// The default skin path.
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
            skin_size: None,
            skin_name: None,
            default_skin_name: None,
            skin_image: None,
            resample: false,
            limits: Limits::default(),
        }
    }
}

/// Frames that share a scale and a translation.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum FramePacking {
    /// Each frame has its own. The steps are finest, but parts at rest tremble, since the steps change.
    Frame,
    /// The frames of a sequence. Parts at rest keep their exact position.
    #[default]
    Sequence,
    /// All frames of the model.
    Model,
}

/// Limits on the memory and time of an import.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// Frames of the model.
    pub frames: usize,
    /// Vertices of all meshes together, before merging.
    pub vertices: usize,
    /// Triangles of all meshes together.
    pub triangles: usize,
    /// Vertices times frames: each needs 24 bytes.
    pub samples: usize,
    /// Objects and lists in the JSON of a glTF.
    pub objects: usize,
    /// Numbers read from all arrays of a glTF together.
    pub numbers: usize,
    /// Elements of a glTF array without bytes in the file.
    pub zeros: usize,
    /// Vertices to which a target is added, over all targets and frames.
    pub added_targets: u64,
    /// Pixels of the combined image of several materials, and of all their images together.
    pub pixels: usize,
    /// Bytes of all external and embedded buffers and images of a glTF, and of the material library and the image of an OBJ.
    pub bytes: usize,
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

/// File access and image decoding for the import, which opens no file and knows no image format.
pub trait Sources {
    /// Reads a file by its path relative to the imported one. The path has no `..`, no drive and no scheme, and does not begin
    /// with a slash.
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

/// Whether a path with slashes stays inside its folder on every system.
pub(crate) fn is_below(name: &str) -> bool {
    let is_plain = |part: &str| !part.is_empty() && part != ".." && part != ".";
    let has_odd = name.contains(|c: char| c.is_control() || matches!(c, '\\' | ':'));
    !has_odd && name.split('/').all(is_plain)
}

/// Sources without files and image decoding.
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
