//! MD3 replacements for the MDL and MD2 models of games.

mod normals;
mod skins;

use md2_anim::game::GameRules;
use md2_common::{FileKind, RgbaImage};
use md2_load::{LoadOptions, LoadedModel, NormalSource, SkinStorage, load};
use md2_mesh::Mesh;
use mdl_format::Mdl;

use crate::import::convert_error::ConvertError;
use crate::limits::EngineLimits;
use crate::md3::{ConvertedMd3, Md3Options, to_md3};
use crate::name::surface_name;
use skins::{Skins, mdl_skins};

/// Options of [`enhance`].
#[derive(Clone, Debug)]
pub struct EnhanceOptions {
    /// The name of the model: its file name without extension.
    pub name: String,
    /// The folder of the model in the game, such as `progs`.
    pub folder: String,
    /// Whether the files are for DarkPlaces. It loads an MD3 with the file name of the original, reads full-bright colors from `_glow`
    /// pictures, and the colors of players from `_shirt` and `_pants` pictures.
    pub darkplaces: bool,
    /// Whether the skins of an MDL are written as `.lmp` pictures in the colors of the palette, so that engines can change the colors of
    /// players. DarkPlaces gets `_shirt` and `_pants` pictures instead.
    pub lmp: bool,
    /// The factor by which all positions are multiplied.
    pub scale: f32,
    /// Images that the game shows in place of the images inside an MDL.
    pub replacements: Vec<SkinReplacement>,
}

/// An image that a game shows in place of an image inside an MDL, such as `knight.mdl_0.tga`.
#[derive(Clone, Debug, PartialEq)]
#[expect(missing_docs, reason = "the names say what the fields are")]
pub struct SkinReplacement {
    /// The number of the skin in the MDL.
    pub skin: usize,
    /// The number of the image in an animated skin; `None` replaces all its images by one.
    pub image: Option<usize>,
    pub color: RgbaImage,
    /// The colors that glow in the dark.
    pub glow: Option<RgbaImage>,
}

impl Default for EnhanceOptions {
    fn default() -> Self {
        let (name, folder, replacements) = (String::new(), String::new(), Vec::new());
        Self { name, folder, darkplaces: false, lmp: false, scale: 1.0, replacements }
    }
}

#[derive(Clone, Debug)]
#[non_exhaustive]
#[expect(missing_docs, reason = "the names say what the fields are")]
pub struct EnhancedModel {
    /// File names and contents. The first file is the MD3.
    pub files: Vec<(String, Vec<u8>)>,
    /// Statistics about the MD3. Its frames are those that the game uses.
    pub md3: ConvertedMd3,
    pub skins: usize,
    /// Messages about data of the model that the engines will not use.
    pub notes: Vec<String>,
}

/// Creates an MD3 that engines load in place of an MDL or MD2, with its skin files.
///
/// `file` is the file of the model, `model` its content, and `restored` its mesh with restored motion. The frames have the numbers of
/// the game: a frame group becomes one frame with its first pose. Normals are computed from the restored positions. Vertices that share a place and a normal in the original also share
/// one in the result.
///
/// # Errors
/// If the model exceeds a limit of the engines.
pub fn enhance(
    file: &[u8],
    model: &LoadedModel,
    restored: &Mesh,
    options: &EnhanceOptions,
) -> Result<EnhancedModel, ConvertError> {
    if FileKind::detect(file) == Some(FileKind::Hexen2) {
        return Err(ConvertError::Hexen2);
    }
    let mut parts = restored.to_parts();
    parts.recompute_normals();
    // Which vertices share a normal is known even if the normals of the file are unusable otherwise.
    let unchanged = LoadOptions { normals: NormalSource::FromFile, ..LoadOptions::default() };
    let original = load(file, &unchanged).ok();
    normals::join(&mut parts, original.as_ref().map_or(&model.mesh, |original| &original.mesh));
    let mesh = Mesh::from_parts(parts).unwrap_or_else(|_| restored.clone());
    let surface = surface_name(&options.name);
    let extension = if options.darkplaces { model.format.features().name } else { "MD3" };
    let file_name = format!("{}.{}", options.name, extension.to_lowercase());
    let mut notes = Vec::new();
    let (frames, flags, skins) = if model.format.features().skins == SkinStorage::Images {
        let mdl = Mdl::parse(file)?;
        let skins = mdl_skins(&mdl, model, [&file_name, &surface], options, &mut notes)?;
        (game_frames(&mdl, &mut notes), mdl.header().flags, skins)
    } else {
        let skins = Skins { shaders: skin_paths(model, &mut notes), ..Skins::default() };
        ((0..model.mesh.frame_count()).collect(), 0, skins)
    };
    let limits = match model.format.rules() {
        GameRules::Quake => EngineLimits::IRONWAIL_MD3,
        _ => EngineLimits::Q2PRO_MD3,
    };
    let place = |frame: u32| frames.partition_point(|&other| other < frame as usize);
    let sequences = model.detection.sequences().iter();
    let sequences = sequences.map(|sequence| {
        (place(sequence.first)..place(sequence.last.saturating_add(1)), sequence.repeats_whole())
    });
    let sequences = sequences.collect();
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
            sequences,
            scale: options.scale,
            limits,
        },
    )?;
    let mut files = vec![(file_name, converted.bytes.clone())];
    files.extend(skins.files);
    Ok(EnhancedModel { files, md3: converted, skins: skins.count, notes })
}

fn game_frames(mdl: &Mdl<'_>, notes: &mut Vec<String>) -> Vec<usize> {
    for (number, frame) in mdl.frames().iter().enumerate().filter(|(_, frame)| frame.is_group()) {
        notes.push(format!(
            "frame {number} is a group of {} poses: the MD3 has its first pose, and engines will not play the group",
            frame.poses().len()
        ));
    }
    mdl.frames().iter().map(|frame| frame.poses().start).collect()
}

fn skin_paths(model: &LoadedModel, notes: &mut Vec<String>) -> Vec<String> {
    let mut paths = Vec::new();
    for name in model.skins.names() {
        match std::str::from_utf8(name) {
            Ok(path) if (1..64).contains(&path.len()) => paths.push(path.to_owned()),
            _ => notes.push(format!("skin path \"{}\" does not fit into an MD3", name.escape_ascii())),
        }
    }
    if paths.len() > EngineLimits::Q2PRO_MD3.skins {
        notes.push(format!(
            "the MD2 has {} skins: engines read the first {}",
            paths.len(),
            EngineLimits::Q2PRO_MD3.skins
        ));
        paths.truncate(EngineLimits::Q2PRO_MD3.skins);
    }
    paths
}
