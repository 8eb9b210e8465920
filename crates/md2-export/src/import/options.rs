//! What the caller of an import may choose, and what it lends.

use md2_common::RgbaImage;

use crate::obj::UpAxis;

/// How a model is made into an MD2. [`Default`] is what a game's model wants.
#[derive(Clone, Debug, PartialEq)]
pub struct ImportOptions {
    /// Frames a second that animations are sampled at, more than 0 and at most [`MAX_FPS`](Self::MAX_FPS). The game steps its
    /// models ten times a second, so that is the default.
    pub fps: f64,
    /// Quake units for a unit of the file. Without it: 32 for a unit of glTF, which is a meter, and 1 for OBJ; what
    /// this toolkit exported gets its own scale back.
    pub scale: Option<f64>,
    /// Moves the model up or down, so that the lowest point of its first frame comes to this height. A player's feet are
    /// at -24.
    pub feet: Option<f64>,
    /// The axis that points up in an OBJ. In glTF it is always Y.
    pub up: UpAxis,
    /// What shares a scale and a translation. Without it: each sequence, or what comes nearest to a model that this toolkit
    /// exported.
    pub packing: Option<FramePacking>,
    /// Makes the 198 frames of a player of Quake II: animations with the names of the twenty standard sequences are
    /// resampled to the frames that the game gives them, others are left out.
    pub player: bool,
    /// Width and height in texels that skin coordinates are stored for. Without it: those of the picture, made smaller in
    /// proportion until it is no taller than the 480 texels that the original game accepts.
    pub skin_size: Option<[u16; 2]>,
    /// The path of the skin that is written into the model, at most 63 bytes. Without it: those that a model had before this
    /// toolkit exported it, else `default_skin_name`.
    pub skin_name: Option<String>,
    /// The path of a skin that nobody named; `skin.pcx` if it is missing.
    pub default_skin_name: Option<String>,
    /// What the model wears in place of the colors of its own materials.
    pub skin_image: Option<RgbaImage>,
    /// Samples animations even where the file says which frames of an MD2 it was made of.
    pub resample: bool,
    /// Bounds on what an import may take.
    pub limits: Limits,
}

impl ImportOptions {
    /// The most frames a second.
    pub const MAX_FPS: f64 = 1000.0;

    /// The path of a skin that nobody named.
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
    /// None: each has its own. The finest steps, but what stands still trembles, since the steps change.
    Frame,
    /// Those of a sequence: what stands still in it stays still to the bit.
    #[default]
    Sequence,
    /// All of the model.
    Model,
}

/// Bounds on what an import may take, whatever the file says.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// Frames of the model.
    pub frames: usize,
    /// Vertices of all meshes together, before equal ones are merged.
    pub vertices: usize,
    /// Triangles of all meshes together.
    pub triangles: usize,
    /// Vertices times frames: each takes 24 bytes.
    pub samples: usize,
    /// Objects and lists in the JSON of a glTF.
    pub objects: usize,
    /// Numbers that are read of a glTF's arrays, all together.
    pub numbers: usize,
    /// Elements of an array of a glTF that no bytes of the file stand for.
    pub zeros: usize,
    /// Vertices to which a target is added, over all targets and frames.
    pub added_targets: u64,
    /// ImageData of the picture that those of several materials are put on, and of those of all materials before.
    pub pixels: usize,
    /// Bytes of the buffers and pictures of a glTF that are in files of their own or in text, all together, and of pictures that are
    /// kept as files; of the material library and the picture of an OBJ.
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

/// What an import needs of its caller, since it opens no file and knows no picture format.
pub trait Sources {
    /// The content of a file that is named relative to the one that is imported. The name has no `..`, no drive and no
    /// scheme, and does not begin with a slash.
    ///
    /// # Errors
    /// Why it cannot be had, for people.
    fn file(&self, relative: &str) -> Result<Vec<u8>, String>;

    /// The pixels of a PNG or JPEG.
    ///
    /// # Errors
    /// Why it cannot be decoded, for people.
    fn decode(&self, picture: &[u8]) -> Result<RgbaImage, String>;
}

/// Whether a name, with slashes, is of a file in a folder or below it, whatever the system.
pub(crate) fn is_below(name: &str) -> bool {
    let is_plain = |part: &str| !part.is_empty() && part != ".." && part != ".";
    let has_odd = name.contains(|c: char| c.is_control() || matches!(c, '\\' | ':'));
    !has_odd && name.split('/').all(is_plain)
}

/// No file lies beside what is imported, and no picture can be decoded.
#[derive(Clone, Copy, Debug)]
pub struct NoFiles;

impl Sources for NoFiles {
    fn file(&self, _: &str) -> Result<Vec<u8>, String> {
        Err(String::from("no other file is at hand"))
    }

    fn decode(&self, _: &[u8]) -> Result<RgbaImage, String> {
        Err(String::from("pictures are not decoded here"))
    }
}
