//! MD3 replacements for the MDL and MD2 models of games.

use md2_common::RgbaImage;
use md2_load::{EmbeddedSkin, Format, LoadedModel, ModelSkin};
use md2_mesh::Mesh;
use md3_format::skin_file;
use mdl_format::Mdl;

use crate::exceeded_limit::{ExceededLimit, LimitedCount};
use crate::image_file::encode;
use crate::md3::{Md3Error, Md3Limits, Md3Options, to_md3};
use crate::name::surface_name;

/// The greatest number of images of an animated skin that engines read from `.skin` files.
const MAX_SKIN_IMAGES: usize = 4;

/// Options of [`enhance`].
#[derive(Clone, Debug)]
pub struct EnhanceOptions {
    /// The name of the model: its file name without extension.
    pub name: String,
    /// The folder of the model in the game, such as `progs`.
    pub folder: String,
    /// Whether the skins of an MDL are written as `.lmp` pictures in the colors of the palette, so that engines can change the colors of
    /// players.
    pub lmp: bool,
    /// The factor by which all positions are multiplied.
    pub scale: f32,
}

impl Default for EnhanceOptions {
    fn default() -> Self {
        Self { name: String::new(), folder: String::new(), lmp: false, scale: 1.0 }
    }
}

/// The files of an MD3 replacement.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct EnhancedModel {
    /// File names and contents. The first file is the MD3.
    pub files: Vec<(String, Vec<u8>)>,
    /// Number of frames. It is the number of frames that the game uses.
    pub frames: usize,
    /// Number of vertices in a frame.
    pub vertices: usize,
    /// Number of triangles.
    pub triangles: usize,
    /// Number of skins.
    pub skins: usize,
    /// Number of coordinates in all frames.
    pub coordinates: usize,
    /// Number of coordinates whose quantization cell contains no multiple of 1/64 unit.
    pub outside_cells: usize,
    /// Messages about data of the model that the engines will not use.
    pub notes: Vec<String>,
}

/// Creates an MD3 that engines load in place of an MDL or MD2, with its skin files.
///
/// `file` is the file of the model, `model` its content, and `restored` its mesh with restored motion. The frames have the numbers of
/// the game: a frame group becomes one frame with its first pose. Normals are computed from the restored positions.
///
/// # Errors
/// If the model exceeds a limit of the engines.
pub fn enhance(
    file: &[u8],
    model: &LoadedModel,
    restored: &Mesh,
    options: &EnhanceOptions,
) -> Result<EnhancedModel, Md3Error> {
    let mut parts = restored.to_parts();
    parts.recompute_normals();
    let mesh = Mesh::from_parts(parts).unwrap_or_else(|_| restored.clone());
    let surface = surface_name(&options.name);
    let mut notes = Vec::new();
    let (frames, flags, skins) = if model.format == Format::Mdl {
        let mdl = Mdl::parse(file)?;
        let skins = mdl_skins(&mdl, model, &surface, options, &mut notes)?;
        (game_frames(&mdl, &mut notes), mdl.header().flags, skins)
    } else {
        let skins = Skins { shaders: skin_paths(model, &mut notes), ..Skins::default() };
        ((0..model.mesh.frame_count()).collect(), 0, skins)
    };
    let limits = if model.format == Format::Mdl { Md3Limits::QUAKE } else { Md3Limits::QUAKE2 };
    let converted = to_md3(
        &mesh,
        &model.frame_names,
        &Md3Options {
            name: format!("{}/{surface}", options.folder).chars().take(63).collect(),
            flags,
            frames,
            surface_names: vec![surface],
            shaders: skins.shaders,
            cells: Some(&model.mesh),
            scale: options.scale,
            limits,
        },
    )?;
    let mut files = vec![(format!("{}.md3", options.name), converted.bytes)];
    files.extend(skins.files);
    Ok(EnhancedModel {
        files,
        frames: converted.frames,
        vertices: converted.vertices,
        triangles: converted.triangles,
        skins: skins.count,
        coordinates: converted.coordinates,
        outside_cells: converted.outside_cells,
        notes,
    })
}

/// Returns the first pose of each frame or frame group.
fn game_frames(mdl: &Mdl<'_>, notes: &mut Vec<String>) -> Vec<usize> {
    for (number, frame) in mdl.frames().iter().enumerate().filter(|(_, frame)| frame.is_group()) {
        notes.push(format!(
            "frame {number} is a group of {} poses: the MD3 has its first pose, and engines will not play the group",
            frame.poses().len()
        ));
    }
    mdl.frames().iter().map(|frame| frame.poses().start).collect()
}

/// The skins of a replacement.
#[derive(Debug, Default)]
struct Skins {
    files: Vec<(String, Vec<u8>)>,
    shaders: Vec<String>,
    count: usize,
}

fn mdl_skins(
    mdl: &Mdl<'_>,
    model: &LoadedModel,
    surface: &str,
    options: &EnhanceOptions,
    notes: &mut Vec<String>,
) -> Result<Skins, Md3Error> {
    let found = mdl.skins().len();
    let Md3Limits { skins: allowed, engine, .. } = Md3Limits::QUAKE;
    ExceededLimit::check(LimitedCount::Skins, found, allowed, engine)?;
    let mut skins = Skins { count: found, ..Skins::default() };
    for (number, (skin, alternative)) in mdl.skins().iter().zip(&model.skins.alternatives).enumerate() {
        let ModelSkin::Embedded(embedded) = alternative else { continue };
        let count = skin.image_count();
        if count > MAX_SKIN_IMAGES {
            notes.push(format!(
                "skin {number} is a group of {count} images: engines read the first {MAX_SKIN_IMAGES} of them"
            ));
        }
        let mut rows = Vec::new();
        for image in 0..count.min(MAX_SKIN_IMAGES) {
            let stem =
                if count > 1 { format!("{surface}_{number}_{image}") } else { format!("{surface}_{number}") };
            let extension = if options.lmp { "lmp" } else { "png" };
            if options.lmp {
                skins.files.push((format!("{stem}.lmp"), lmp(&skin.image(image))));
            } else {
                skins.files.extend(pictures(embedded, image, &stem)?);
            }
            rows.push((surface, format!("{}/{stem}.{extension}", options.folder)));
        }
        if number == 0 {
            skins.shaders.extend(rows.first().map(|(_, path)| path.clone()));
        }
        let text = skin_file::write(rows).map_err(|error| Md3Error::Image(error.to_string()))?;
        skins.files.push((format!("{}.md3_{number}.skin", options.name), text));
    }
    Ok(skins)
}

/// Returns the PNG of an image, and of its full-bright colors if there are any.
fn pictures(skin: &EmbeddedSkin, image: usize, stem: &str) -> Result<Vec<(String, Vec<u8>)>, Md3Error> {
    let Some(painted) = skin.paint(image) else { return Ok(Vec::new()) };
    let png = |image: &RgbaImage, with_alpha| {
        encode(image, with_alpha).map_err(|error| Md3Error::Image(error.to_string()))
    };
    let mut files = vec![(format!("{stem}.png"), png(&painted.color, painted.has_holes)?)];
    if let Some(glow) = &painted.glow {
        files.push((format!("{stem}_luma.png"), png(glow, false)?));
    }
    Ok(files)
}

/// Returns a Quake picture: width, height, and the palette index of each texel.
fn lmp(image: &mdl_format::SkinImage<'_>) -> Vec<u8> {
    [&image.width.to_le_bytes()[..], &image.height.to_le_bytes(), image.texels].concat()
}

/// Returns the skin paths of an MD2, as far as an MD3 can hold them.
fn skin_paths(model: &LoadedModel, notes: &mut Vec<String>) -> Vec<String> {
    let mut paths = Vec::new();
    for name in model.skins.names() {
        match std::str::from_utf8(name) {
            Ok(path) if (1..64).contains(&path.len()) => paths.push(path.to_owned()),
            _ => notes.push(format!("skin path \"{}\" does not fit into an MD3", name.escape_ascii())),
        }
    }
    if paths.len() > Md3Limits::QUAKE2.skins {
        notes.push(format!(
            "the MD2 has {} skins: engines read the first {}",
            paths.len(),
            Md3Limits::QUAKE2.skins
        ));
        paths.truncate(Md3Limits::QUAKE2.skins);
    }
    paths
}
