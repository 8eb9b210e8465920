//! Import of glTF and OBJ models as MD2.
//!
//! Animations of morph targets, bones and nodes, or OBJ files with one pose each, become frames. The import merges the vertices,
//! quantizes the positions, names the frames so that a game can play them, and measures the difference from the source.
//!
//! The import reads only the given bytes and the files of [`Sources`]. Every input is either imported or rejected with an error that
//! gives the position in the file. Memory and time stay within [`Limits`].

pub(crate) mod atlas;
pub(crate) mod build;
mod error;
mod gltf;
pub(crate) mod merge;
pub(crate) mod mesh;
mod mtl;
pub(crate) mod normals;
mod obj;
mod options;
mod report;
pub mod skin_file;
pub(crate) mod texture;

use std::sync::Arc;

use md2_common::RgbaImage;

pub use error::{ImportError, ImportErrorKind};
pub use obj::ObjFile;
pub use options::{FramePacking, ImportOptions, Limits, NoFiles, Sources};
pub use report::{ImportReport, ImportedModel, ImportedSequence, ImportedSkin, PositionError};

const GAME_FPS: f64 = 10.0;

use mesh::{AnimatedMesh, ImportImage, ImportMaterial};

/// Imports OBJ files as an MD2. Each file becomes a frame. The file names consist of the sequence name and a number. All files must
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
/// let imported = import_obj(&files, &NoFiles, &ImportOptions::default())?;
///
/// let md2 = md2_format::Md2::parse(&imported.md2)?;
/// assert_eq!((md2.frame_count(), md2.frame(1).name()), (2, &b"wave2"[..]));
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
) -> Result<ImportedModel, ImportError> {
    build::build(read_obj(files, sources, options)?, options)
}

/// Imports a `.glb` or `.gltf` file as an MD2. All animations are sampled, and each sampled pose becomes a frame.
///
/// ```
/// use md2_export::import::{ImportOptions, NoFiles, import_gltf};
///
/// let error = import_gltf(br#"{"asset":{"version":"1.0"}}"#, &NoFiles, &ImportOptions::default()).unwrap_err();
/// assert_eq!(error.to_string(), "asset.version: found \"1.0\", expected version 2");
/// ```
///
/// # Errors
/// [`ImportError`] with the place in the file.
pub fn import_gltf(
    file: &[u8],
    sources: &dyn Sources,
    options: &ImportOptions,
) -> Result<ImportedModel, ImportError> {
    build::build(read_gltf(file, sources, options)?, options)
}

pub(crate) fn read_obj(
    files: &[ObjFile<'_>],
    sources: &dyn Sources,
    options: &ImportOptions,
) -> Result<AnimatedMesh, ImportError> {
    check_options(options)?;
    Ok(finish(obj::read(files, sources, options)?, options))
}

pub(crate) fn read_gltf(
    file: &[u8],
    sources: &dyn Sources,
    options: &ImportOptions,
) -> Result<AnimatedMesh, ImportError> {
    check_options(options)?;
    Ok(finish(gltf::read(file, sources, options)?, options))
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

/// Applies the skin of the options to a mesh, and adds the notes that do not depend on the target format.
fn finish(mut mesh: AnimatedMesh, options: &ImportOptions) -> AnimatedMesh {
    if let Some(pixels) = &options.skin_image {
        mesh.materials = vec![skin_material(pixels)];
        mesh.material_of.fill(0);
    }
    if options.fps != GAME_FPS && mesh.frame_count() > 1 && mesh.origin.is_none() && !options.player {
        mesh.notes
            .push(format!("sampled at {} frames per second, but the game shows {GAME_FPS}", options.fps));
    }
    mesh
}

fn skin_material(pixels: &RgbaImage) -> ImportMaterial {
    let image = ImportImage { pixels: Arc::new(pixels.clone()), png: None };
    ImportMaterial { name: String::from("skin"), image: Some(image), color: [255; 4] }
}
