//! The WebAssembly part of the page: it reads the dropped files, plays a sequence, and writes a GLB.
//!
//! JavaScript calls functions with plain numbers. Bytes and text are passed through two buffers: JavaScript writes to the memory that
//! [`input`] returns, and reads from the memory that [`output`] returns. A function that fills the output returns its length.

use std::cell::RefCell;
use std::mem;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use md2_anim::Playback;
use md2_assets::{FolderCache, MemoryFiles, RgbaImage, find_skins};
use md2_export::gltf::{self, GltfOptions};
use md2_export::{ExportModel, ImageData, SkinAlphaMode, SkinSet, SkinTexture, SlotSkin};
use md2_load::{LoadOptions, LoadedModel, load};
use md2_mesh::{NORMALS, Packing};
use serde_json::json;

#[derive(Default)]
struct Page {
    input: Vec<u8>,
    output: Vec<u8>,
    files: MemoryFiles,
    /// The path of the last model that was dropped.
    path: Option<PathBuf>,
    shown: Option<CurrentModel>,
}

struct CurrentModel {
    name: String,
    model: LoadedModel,
    skin: Option<RgbaImage>,
    playback: Playback,
}

thread_local! {
    static PAGE: RefCell<Page> = RefCell::default();
}

fn with_page<T>(run: impl FnOnce(&mut Page) -> T) -> T {
    PAGE.with_borrow_mut(run)
}

/// Puts bytes into the output, and returns their number.
fn put(bytes: impl Into<Vec<u8>>) -> usize {
    let bytes = bytes.into();
    let length = bytes.len();
    with_page(|page| page.output = bytes);
    length
}

/// Puts what `get` returns for the current model into the output; nothing without a model.
fn put_of_model(get: impl FnOnce(&CurrentModel) -> Vec<u8>) -> usize {
    put(with_page(|page| page.shown.as_ref().map(get)).unwrap_or_default())
}

/// Returns the address of `length` bytes to which JavaScript writes the next argument.
#[unsafe(no_mangle)]
pub extern "C" fn input(length: usize) -> *mut u8 {
    with_page(|page| {
        page.input = vec![0; length];
        page.input.as_mut_ptr()
    })
}

/// Returns the address of the output.
#[unsafe(no_mangle)]
pub extern "C" fn output() -> *const u8 {
    with_page(|page| page.output.as_ptr())
}

/// Adds a file. The input contains its name, of `name_length` bytes, then its content.
#[unsafe(no_mangle)]
pub extern "C" fn add_file(name_length: usize) {
    with_page(|page| {
        let mut name = mem::take(&mut page.input);
        let content = name.split_off(name_length.min(name.len()));
        let path = PathBuf::from(String::from_utf8_lossy(&name).into_owned());
        if content.starts_with(b"IDP2") || content.starts_with(b"IDPO") {
            page.path = Some(path.clone());
        }
        page.files.insert(path, content);
    });
}

/// Opens the model among the added files, and removes all files. Puts a description as JSON into the output, or an object with `error`.
#[unsafe(no_mangle)]
pub extern "C" fn open() -> usize {
    let (files, path) = with_page(|page| (mem::take(&mut page.files), page.path.take()));
    let opened = path.ok_or_else(|| "There is no MD2 or MDL among the files.".to_owned());
    let description = match opened.and_then(|path| read(files, &path)) {
        Ok(shown) => {
            let description = describe(&shown);
            with_page(|page| page.shown = Some(shown));
            description
        }
        Err(error) => json!({ "error": error }),
    };
    put(description.to_string())
}

fn read(files: MemoryFiles, path: &Path) -> Result<CurrentModel, String> {
    let files = FolderCache::new(files);
    let bytes = files.read(path, md2_assets::ReadAs::Model).map_err(|error| error.to_string())?;
    let model = load(&bytes, &LoadOptions::default()).map_err(|error| error.to_string())?;
    if model.mesh.packing() != Packing::Position8Normal8 {
        return Err("The shader of this page reads vertices of four bytes only.".to_owned());
    }
    let skin = match model.skins.alternatives.first() {
        Some(md2_load::ModelSkin::Embedded(skin)) => skin.paint(0).map(|image| image.combined()),
        _ => {
            let found = find_skins(&files, path, &model.skins.names());
            let best = found.best().or(found.found.first());
            best.map(|skin| files.load_image(&skin.path)).transpose().map_err(|error| error.to_string())?
        }
    };
    let sequences = model.detection.sequences();
    let first = model.detection.opening_sequence().and_then(|index| sequences.get(index));
    let playback = first.map_or_else(|| Playback::still(0), Playback::for_sequence);
    let name = path.file_stem().map_or_else(String::new, |stem| stem.to_string_lossy().into_owned());
    Ok(CurrentModel { name, model, skin, playback })
}

fn describe(shown: &CurrentModel) -> serde_json::Value {
    let (mesh, detection) = (&shown.model.mesh, &shown.model.detection);
    let frames = mesh.frames().iter();
    let bounds = mesh.bounds();
    json!({
        "name": shown.name,
        "vertexCount": mesh.vertex_count(),
        "triangleCount": mesh.triangle_count(),
        "frames": frames.map(|frame| [frame.transform.scale, frame.transform.translate]).collect::<Vec<_>>(),
        "bounds": [bounds.min, bounds.max],
        "sequences": detection.sequences().iter().map(|sequence| sequence.readable_name()).collect::<Vec<_>>(),
        "opening": detection.opening_sequence(),
        "skin": shown.skin.as_ref().map(|skin| [skin.width(), skin.height()]),
        "normals": NORMALS.as_flattened(),
    })
}

/// Puts the vertices of all frames into the output: for each vertex x, y, z and the index of its normal.
#[unsafe(no_mangle)]
pub extern "C" fn vertices() -> usize {
    put_of_model(|shown| shown.model.mesh.packed_bytes().to_vec())
}

/// Puts the texture coordinates of all vertices into the output, as `f32`.
#[unsafe(no_mangle)]
pub extern "C" fn uvs() -> usize {
    put_of_model(|shown| shown.model.mesh.uvs().as_flattened().iter().flat_map(|c| c.to_le_bytes()).collect())
}

/// Puts the vertex numbers of all triangles into the output, as `u32`.
#[unsafe(no_mangle)]
pub extern "C" fn indices() -> usize {
    put_of_model(|shown| {
        let corners = shown.model.mesh.indices().triangles();
        corners.flat_map(|triangle| triangle.into_iter().flat_map(u32::to_le_bytes)).collect()
    })
}

/// Puts the pixels of the skin into the output, four bytes each.
#[unsafe(no_mangle)]
pub extern "C" fn skin() -> usize {
    put_of_model(|shown| shown.skin.as_ref().map_or_else(Vec::new, |skin| skin.rgba().to_vec()))
}

/// Starts the sequence with this number. Ignores numbers past the end.
#[unsafe(no_mangle)]
pub extern "C" fn play(sequence: usize) {
    with_page(|page| {
        let Some(shown) = &mut page.shown else { return };
        if let Some(sequence) = shown.model.detection.sequences().get(sequence) {
            shown.playback = Playback::for_sequence(sequence);
        }
    });
}

/// Advances the playback, and puts the pose into the output: frame a, frame b and the blend factor, as three `f32`.
#[unsafe(no_mangle)]
pub extern "C" fn advance(seconds: f32) -> usize {
    let pose = with_page(|page| {
        let shown = page.shown.as_mut()?;
        shown.playback.advance(Duration::try_from_secs_f32(seconds).unwrap_or_default());
        Some(shown.playback.pose())
    });
    let pose = pose.unwrap_or_default();
    put([pose.frame_a as f32, pose.frame_b as f32, pose.blend].map(f32::to_le_bytes).as_flattened())
}

/// Puts the model as a GLB into the output; nothing if the model cannot be written.
#[unsafe(no_mangle)]
pub extern "C" fn glb() -> usize {
    put_of_model(|shown| {
        let mut subject = ExportModel::new(&shown.name, &shown.model);
        if let Some(image) = &shown.skin {
            let (name, pixels) = ("skin".to_owned(), ImageData::Rgba(image.clone()));
            let texture =
                SkinTexture { name: name.clone(), pixels, glow: None, alpha: SkinAlphaMode::Opaque };
            subject.skins = vec![SkinSet { name, slots: vec![SlotSkin::Texture(Arc::new(texture))] }];
        }
        let file = gltf::write(&subject, &GltfOptions::default());
        file.and_then(|file| file.to_glb()).unwrap_or_default()
    })
}
