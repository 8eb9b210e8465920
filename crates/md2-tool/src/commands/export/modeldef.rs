//! `--modeldef`: the definition and the actor with which GZDoom shows an exported model.

use std::path::Path;

use md2_edit::{EditError, Model};
use md2_export::{GzdoomActor, ImageFile, Loss, LossKind, SlotSkin};
use md2_load::{LoadOptions, SkinStorage};
use md2_scene::Document;

use super::format::file_name;
use super::outputs::NamedFiles;
use super::{ExportJob, losses, subject};
use crate::failure::Failure;
use crate::game_path::game_folder;
use crate::output;

/// Adds the definition, the actor and the images of the first skin to the files of an export. The first file is the model, whose shaders
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
    let skins = skin_files(job, &mut files, document, losses)?;
    let mut names = Vec::new();
    for surface in written.mesh.surfaces() {
        // A conversion joins all surfaces to one.
        names.push(skins.get(surface.skin_slot).or(skins.first()).cloned().flatten());
    }
    let names_images = written.format.features().skins == SkinStorage::SurfacePaths;
    if names_images {
        let failed = |error: EditError| failed(&error);
        let mut model = Model::parse(&files[0].1).map_err(failed)?;
        for (surface, skin) in names.iter().enumerate() {
            let Some(skin) = skin else { continue };
            let in_game = folder.iter().chain([skin]).cloned().collect::<Vec<_>>().join("/");
            model.set_skin_path(&surface.to_string(), in_game.trim_start_matches('/')).map_err(failed)?;
        }
        files[0].1 = model.to_bytes().map_err(failed)?;
    }
    let subject = subject::new(document, job.name, Vec::new());
    let selected = args.selection().apply(&subject);
    // The frames of the other formats have names, which the export may have changed.
    let mut sequences =
        if names_images { selected.sequences } else { written.detection.sequences().to_vec() };
    let first = &subject.sequences.get(document.default_sequence).map(|sequence| &sequence.name);
    sequences.sort_by_key(|sequence| Some(&sequence.name) != *first);
    let standing = document.bounds_of(document.standing, document.standing);
    let name = GzdoomActor::class_name(path);
    let offset = -standing.min[2] * args.scale.unwrap_or(1.0);
    let model = file_name(path);
    let actor = GzdoomActor {
        name: name.clone(),
        folder: folder.clone().unwrap_or_default(),
        model,
        skins: names,
        frames,
        sequences,
        offset,
    };
    let own = path.parent().unwrap_or(Path::new(""));
    let below = Path::new(folder.as_deref().unwrap_or_default());
    let root = if own.ends_with(below) { own.ancestors().nth(below.components().count()) } else { None };
    let script = |kind: &str| root.unwrap_or(own).join(format!("{kind}.{name}"));
    files.push((script("modeldef"), actor.modeldef().into_bytes()));
    files.push((script("zscript"), actor.zscript().into_bytes()));
    Ok(files)
}

/// Returns the file name of the image of each skin slot. Adds the images of the first skin, unless the export has images of its own.
fn skin_files(
    job: &ExportJob<'_>,
    files: &mut NamedFiles,
    document: &Document,
    losses: &mut Vec<Loss>,
) -> Result<Vec<Option<String>>, Failure> {
    if let Some((image, _)) = files.get(1) {
        return Ok(vec![Some(file_name(image))]);
    }
    let skins = subject::decode_skins(document, job.args.skin.as_deref(), losses)?;
    losses.extend(losses::other_skins(&skins));
    let count = document.mesh().skin_slot_count();
    let mut names = Vec::new();
    for slot in 0..count {
        let Some(SlotSkin::Texture(texture)) = skins.first().map(|skin| skin.slot(slot)) else {
            names.push(None);
            continue;
        };
        let ImageFile { bytes, extension, .. } =
            texture.to_file().map_err(|error| Failure::File(error.into()))?;
        let end = if count == 1 { String::new() } else { format!("_{slot}") };
        let image = super::format::sibling(job.path, &format!("{end}.{extension}"));
        names.push(Some(file_name(&image)));
        files.push((image, bytes.into_owned()));
    }
    if names.contains(&None) {
        let number = names.iter().filter(|name| name.is_none()).count();
        let text = "the definition names no skin for some surfaces, because no image was found for them";
        losses.push(Loss::new(LossKind::Skins, number, text));
    }
    Ok(names)
}
