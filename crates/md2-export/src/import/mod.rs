//! Import of glTF and OBJ models as MD2, MDL and MD3.
//!
//! Animations of morph targets, bones and nodes, or OBJ files with one pose each, become frames. The import merges the vertices,
//! quantizes the positions, names the frames so that a game can play them, and measures the difference from the source.
//!
//! The import reads only the given bytes and the files of [`Sources`]. Every input is either imported or rejected with an error that
//! gives the position in the file. Memory and time stay within [`Limits`].

mod arrays;
pub(crate) mod atlas;
pub(crate) mod build;
mod clip_table;
mod contents;
pub(crate) mod convert_error;
mod error;
mod gltf;
pub(crate) mod merge;
pub(crate) mod mesh;
mod mtl;
pub(crate) mod normals;
mod obj;
mod options;
mod pattern;
pub(crate) mod report;
pub mod skin_file;
pub(crate) mod texture;

use std::sync::Arc;

use md2_common::RgbaImage;

pub use arrays::{ModelArrays, import_arrays};
pub use clip_table::ClipTable;
pub use contents::{GltfContents, ListedClip, ListedMaterial, ListedMesh};
pub use error::{ImportError, ImportErrorKind};
pub use obj::ObjFile;
pub use options::{FramePacking, ImportOptions, Limits, NoFiles, Sources};
pub use report::{
    ImportReport, ImportedModel, ImportedSequence, ImportedSkin, ImportedSurface, ImportedWeapon,
    PositionError,
};

const GAME_FPS: f64 = 10.0;
/// The height of a player's feet, in Quake units.
const PLAYER_FEET: f64 = -24.0;
/// The height of a standing player of Quake II, in Quake units.
const PLAYER_HEIGHT: f64 = 56.0;

use convert_error::ConvertError;
use mesh::{AnimatedMesh, ImportImage, ImportMaterial};

/// A model of any format in memory: a mesh with frames and materials. It is written as the format that the caller asks for.
#[derive(Clone, Debug)]
pub struct OwnedModel {
    pub(crate) mesh: AnimatedMesh,
    /// The images of all skins of a model of Quake's formats with one material, for an MDL.
    pub(crate) skins: Result<Vec<RgbaImage>, ConvertError>,
    weapons: Vec<(gltf::WeaponNames, AnimatedMesh)>,
    pub(crate) options: ImportOptions,
}

/// Reads OBJ files. Each file becomes a frame. The file names consist of the sequence name and a number. All files must
/// have the same number of vertices and the same faces. The skin is the image of the first material. If that image cannot be read,
/// the report contains a note.
///
/// ```
/// use md2_export::import::{ImportOptions, NoFiles, ObjFile, import_obj};
///
/// let frame = |height: f32| format!("v 0 0 0\nv 8 0 0\nv 0 8 {height}\nf 1 2 3\n");
/// let (low, high) = (frame(0.0), frame(5.1));
/// let files = [("wave1.obj", &low), ("wave2.obj", &high)];
/// let files = files.map(|(name, text)| ObjFile { name, content: text.as_bytes() });
/// let imported = import_obj(&files, &NoFiles, &ImportOptions::default())?.to_md2()?;
///
/// let md2 = md2_format::Md2::parse(&imported.bytes)?;
/// assert_eq!((md2.frame_count(), md2.frame(1).name().to_str()?), (2, "wave2"));
/// assert_eq!(imported.report.sequences[0].name, "wave");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// [`ImportError`] with the file and the line.
pub fn import_obj(
    files: &[ObjFile<'_>],
    sources: &dyn Sources,
    options: &ImportOptions,
) -> Result<OwnedModel, ImportError> {
    check_options(options)?;
    Ok(OwnedModel::new(obj::read(files, sources, options)?, Vec::new(), options))
}

/// Reads a `.glb` or `.gltf` file. All animations are sampled, and each sampled pose becomes a frame.
///
/// # Errors
/// [`ImportError`] with the place in the file.
pub fn import_gltf(
    file: &[u8],
    sources: &dyn Sources,
    options: &ImportOptions,
) -> Result<OwnedModel, ImportError> {
    check_options(options)?;
    let gltf::GltfModel { body, weapons } = gltf::read(file, sources, options)?;
    Ok(OwnedModel::new(body, weapons, options))
}

impl OwnedModel {
    fn new(
        body: AnimatedMesh,
        weapons: Vec<(gltf::WeaponNames, AnimatedMesh)>,
        options: &ImportOptions,
    ) -> Self {
        let lift = lift(&body, options);
        let weapons = weapons.into_iter().map(|(names, mesh)| {
            // A weapon moves with its player, so it is moved up by the same height.
            let options = ImportOptions { skin_image: None, ..options.clone() };
            (names, finish(mesh, lift, &options))
        });
        let weapons = weapons.collect();
        let options = options.clone();
        Self { mesh: finish(body, lift, &options), skins: Ok(Vec::new()), weapons, options }
    }

    /// Builds an MD2. The weapons of a player become models of their own.
    ///
    /// # Errors
    /// If the model exceeds the limits of the format.
    pub fn to_md2(self) -> Result<ImportedModel, ConvertError> {
        let Self { mut mesh, weapons, options, .. } = self;
        mesh.notes.extend(unusual_height(&mesh, &options));
        let weapons = weapons.into_iter().map(|(names, mesh)| weapon(names, mesh, &options));
        let weapons = weapons.collect::<Result<_, ConvertError>>()?;
        Ok(ImportedModel { weapons, ..build::build(mesh, &options)? })
    }
}

/// Lists what a `.glb` or `.gltf` file contains.
///
/// # Errors
/// [`ImportError`] with the place in the file.
pub fn list_gltf(
    file: &[u8],
    sources: &dyn Sources,
    options: &ImportOptions,
) -> Result<GltfContents, ImportError> {
    gltf::list(file, sources, options)
}

fn weapon(
    names: gltf::WeaponNames,
    mesh: AnimatedMesh,
    options: &ImportOptions,
) -> Result<ImportedWeapon, ConvertError> {
    let gltf::WeaponNames { file_stem, source } = names;
    let player = options.skin_name.as_ref().or(options.default_skin_name.as_ref());
    let folder = player.and_then(|path| path.rsplit_once('/')).map_or("", |(folder, _)| folder);
    let separator = if folder.is_empty() { "" } else { "/" };
    let options = ImportOptions {
        skin_name: None,
        default_skin_name: Some(format!("{folder}{separator}{file_stem}.pcx")),
        skin_size: None,
        ..options.clone()
    };
    Ok(ImportedWeapon { file_stem, source, model: build::build(mesh, &options)? })
}

fn unusual_height(mesh: &AnimatedMesh, options: &ImportOptions) -> Option<String> {
    if !options.player || mesh.frame_count() == 0 {
        return None;
    }
    let standing = mesh.frames_bounds(0..1);
    let height = f64::from(standing.max[2] - standing.min[2]);
    let factor = PLAYER_HEIGHT / height;
    let scale = options.scale.unwrap_or(gltf::UNITS_PER_METER) * factor;
    let is_unusual = height > 0.0 && !(0.75..=4.0 / 3.0).contains(&factor);
    is_unusual.then(|| {
        format!("the player is {height:.0} units tall, those of the game {PLAYER_HEIGHT}: use a scale of {scale:.1}")
    })
}

fn lift(mesh: &AnimatedMesh, options: &ImportOptions) -> Option<f64> {
    // The feet of a model that this toolkit exported are where they belong.
    let usual = (options.player && mesh.origin.is_none()).then_some(PLAYER_FEET);
    let height = options.feet.or(usual)?;
    let lowest = if mesh.frame_count() == 0 { 0.0 } else { mesh.frames_bounds(0..1).min[2] };
    Some(height - f64::from(lowest))
}

fn check_options(options: &ImportOptions) -> Result<(), ImportError> {
    let refuse = |option: &str, found: f64, expected: &str| {
        Err(ImportError::invalid(format!("option {option}"), found, expected))
    };
    if !(options.fps > 0.0 && options.fps <= ImportOptions::MAX_FPS) {
        return refuse("fps", options.fps, "more than 0 and at most 1000");
    }
    if let Some(scale) = options.scale.filter(|scale| !(scale.is_finite() && *scale > 0.0)) {
        return refuse("scale", scale, "a finite number above 0");
    }
    if let Some(feet) = options.feet.filter(|feet| !feet.is_finite()) {
        return refuse("feet", feet, "a finite number");
    }
    if let Some([width, height]) = options.skin_size
        && (width == 0 || height == 0)
    {
        return refuse("skin size", 0.0, "a width and a height of at least 1");
    }
    Ok(())
}

/// Moves a mesh up by `lift` Quake units, applies the skin of the options, and adds the notes that do not depend on the target format.
fn finish(mut mesh: AnimatedMesh, lift: Option<f64>, options: &ImportOptions) -> AnimatedMesh {
    if let Some(lift) = lift {
        mesh.raise(lift);
    }
    if let Some(pixels) = &options.skin_image {
        let image = ImportImage { pixels: Arc::new(pixels.clone()), png: None };
        mesh.materials = vec![ImportMaterial {
            name: String::from("skin"),
            image: Some(image),
            is_blank: false,
            color: [255; 4],
        }];
        mesh.material_of.fill(0);
        mesh.other_skins.clear();
    }
    if options.fps != GAME_FPS && mesh.frame_count() > 1 && mesh.origin.is_none() && !options.player {
        mesh.notes
            .push(format!("sampled at {} frames per second, but the game shows {GAME_FPS}", options.fps));
    }
    mesh
}
