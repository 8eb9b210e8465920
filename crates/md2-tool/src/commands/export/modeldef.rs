//! `--modeldef`: the definition and the actor with which GZDoom shows an exported model.

use std::path::{Path, PathBuf};

use md2_assets::{Block, Definition, FolderCache};
use md2_edit::{EditError, Model};
use md2_export::{ExportModel, GzdoomActor, ImageFile, Loss, LossKind, SlotSkin};
use md2_load::{LoadOptions, SkinStorage};
use md2_scene::{Document, RangeSet, SequenceSource};

use super::format::{file_name, sibling};
use super::outputs::NamedFiles;
use super::{ExportJob, subject};
use crate::failure::Failure;
use crate::game_path::game_folder;
use crate::output;

/// Adds the definition, the actor and the images of all skins to the files of an export. The first file is the model, whose shaders
/// become the paths of the images. The scripts are at the root of the mod, where the engine looks for them.
pub(super) fn add_files(
    job: &ExportJob<'_>,
    mut files: NamedFiles,
    document: &Document,
    losses: &mut Vec<Loss>,
) -> Result<NamedFiles, Failure> {
    let ExportJob { args, path, .. } = *job;
    if output::is_standard_output(path) {
        let text = "--modeldef writes several files: choose a file name instead of -";
        return Err(Failure::Usage(String::from(text)));
    }
    let failed = |error: &dyn std::fmt::Display| Failure::File(anyhow::anyhow!("{}: {error}", job.name));
    let written = md2_load::load(&files[0].1, &LoadOptions::default()).map_err(|error| failed(&error))?;
    let (frames, most) = (written.mesh.frame_count(), GzdoomActor::MAX_FRAMES);
    if frames > most {
        let text = format!(
            "{frames} frames, a definition for GZDoom has at most {most}: select fewer with --frames"
        );
        return Err(failed(&text));
    }
    let folder = game_folder(path, args.game_path.as_deref());
    let name = GzdoomActor::class_name(path);
    let mut skins = Vec::new();
    for (label, images) in skin_files(job, &mut files, document, losses)? {
        // A conversion joins all surfaces to one.
        let surfaces = written.mesh.surfaces().iter();
        let image = |slot: usize| images.get(slot).or(images.first()).cloned().flatten();
        let class = if skins.is_empty() { name.clone() } else { format!("{name}{label}") };
        skins.push((class, surfaces.map(|surface| image(surface.skin_slot)).collect::<Vec<_>>()));
    }
    let names_images = written.format.features().skins == SkinStorage::SurfacePaths;
    if names_images {
        let failed = |error: EditError| failed(&error);
        let mut model = Model::parse(&files[0].1).map_err(failed)?;
        for (surface, skin) in skins.iter().take(1).flat_map(|(_, images)| images).enumerate() {
            let Some(skin) = skin else { continue };
            let in_game = folder.iter().chain([skin]).cloned().collect::<Vec<_>>().join("/");
            model.set_skin_path(&surface.to_string(), in_game.trim_start_matches('/')).map_err(failed)?;
        }
        files[0].1 = model.to_bytes().map_err(failed)?;
    }
    let defined = document.path().map(|path| md2_assets::find_definitions(&FolderCache::default(), path));
    let block = defined.iter().flatten().next().map(Definition::block);
    let sets = document.range_sets();
    // The sprites of a definition are not the sequences of the model.
    let is_named = |set: &&RangeSet| set.source != SequenceSource::OtherFile && set.sequences.len() > 1;
    let set = sets.iter().find(|set| block.is_some() && is_named(set)).unwrap_or(&sets[0]);
    let subject = ExportModel { sequences: &set.sequences, ..subject::new(document, job.name, Vec::new()) };
    let selected = args.selection().apply(&subject);
    // The frames of the other formats have names, which the export may have changed.
    let mut sequences =
        if names_images { selected.sequences } else { written.detection.sequences().to_vec() };
    let first = if *set == sets[0] { document.default_sequence } else { set.opening };
    let first = &subject.sequences.get(first).map(|sequence| &sequence.name);
    sequences.sort_by_key(|sequence| Some(&sequence.name) != *first);
    let standing = document.bounds_of(document.standing, document.standing);
    let Block { scale, offset, rotation, .. } = block.cloned().unwrap_or_default();
    let (factor, [x, y, z]) = (args.scale.unwrap_or(1.0), scale.unwrap_or([1.0; 3]));
    let scaled = |corner: [f32; 3]| [corner[0] * x, corner[1] * y, corner[2] * z].map(|side| side * factor);
    let actor = GzdoomActor {
        name: name.clone(),
        folder: folder.clone().unwrap_or_default(),
        model: file_name(path),
        skins,
        frames,
        sequences,
        bounds: [scaled(standing.min), scaled(standing.max)],
        scale,
        // The game does not scale the offset with the model.
        offset: offset.map(|offset| offset.map(|length| length * factor)),
        rotation,
    };
    let own = path.parent().unwrap_or(Path::new(""));
    let below = Path::new(folder.as_deref().unwrap_or_default());
    let root = if own.ends_with(below) { own.ancestors().nth(below.components().count()) } else { None };
    let script = |kind: &str| root.unwrap_or(own).join(format!("{kind}.{}", GzdoomActor::script_name(path)));
    files.push((script("modeldef"), actor.modeldef().into_bytes()));
    files.push((script("zscript"), actor.zscript().into_bytes()));
    Ok(files)
}

type SlotImages = Vec<Option<String>>;

/// Returns the skins, each with a word for it and the file name of the image of each slot. Adds the images, unless the export has images of
/// its own: one for each skin.
fn skin_files(
    job: &ExportJob<'_>,
    files: &mut NamedFiles,
    document: &Document,
    losses: &mut Vec<Loss>,
) -> Result<Vec<(String, SlotImages)>, Failure> {
    if files.len() > 1 {
        let images = files.iter().skip(1).zip(1..);
        let skin =
            |((path, _), number): (&(PathBuf, _), u32)| (number.to_string(), vec![Some(file_name(path))]);
        return Ok(images.map(skin).collect());
    }
    let sets = subject::decode_skins(document, job.args.skin.as_deref(), losses)?;
    let count = document.mesh().skin_slot_count();
    let mut skins = Vec::new();
    for (number, set) in sets.iter().enumerate() {
        let label = if number == 0 { String::new() } else { format!("_{}", number + 1) };
        let mut images = Vec::new();
        for slot in 0..count {
            let SlotSkin::Texture(texture) = set.slot(slot) else {
                images.push(None);
                continue;
            };
            let ImageFile { bytes, extension, .. } =
                texture.to_file().map_err(|error| Failure::File(error.into()))?;
            let end = if count == 1 { label.clone() } else { format!("{label}_{slot}") };
            let image = sibling(job.path, &format!("{end}.{extension}"));
            images.push(Some(file_name(&image)));
            files.push((image, bytes.into_owned()));
        }
        if number == 0 || images.iter().any(Option::is_some) {
            skins.push(((number + 1).to_string(), images));
        }
    }
    if skins.is_empty() {
        skins.push((String::new(), vec![None; count]));
    }
    let number = skins[0].1.iter().filter(|image| image.is_none()).count();
    if number > 0 {
        let text = "the definition names no skin for some surfaces, because no image was found for them";
        losses.push(Loss::new(LossKind::Skins, number, text));
    }
    Ok(skins)
}
