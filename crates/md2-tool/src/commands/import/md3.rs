//! The files of a model that is imported as MD3: images of the surfaces, and a `.skin` file.

use std::path::PathBuf;

use md2_export::import::ImportedModel;
use md2_export::write_skin_file;

use super::{ImportArgs, OutputModel};
use crate::failure::Failure;
use crate::output;

pub(super) fn model(args: &ImportArgs, mut imported: ImportedModel) -> Result<OutputModel, Failure> {
    imported.report.losses.extend(args.md3.lost_sequences(&imported.sequences));
    let output = args.output();
    let mut files = vec![(output.to_path_buf(), std::mem::take(&mut imported.bytes))];
    if !output::is_standard_output(output) {
        files.extend(companions(args, &imported)?);
    }
    let skin = files.get(1).zip(imported.surfaces.iter().find(|surface| !surface.path.is_empty()));
    let skin = skin.map(|((path, _), surface)| (path.clone(), surface.skin.pixels.size()));
    Ok(OutputModel { files, skin, report: imported.report, weapon: None })
}

/// Returns the images with a `.skin` file for each skin, and the script with the sequences. Surfaces without an image keep their shader.
fn companions(args: &ImportArgs, imported: &ImportedModel) -> Result<Vec<(PathBuf, Vec<u8>)>, Failure> {
    let output = args.output();
    let mut files = Vec::new();
    let skins = std::iter::once(&imported.surfaces).chain(&imported.other_skins);
    for (number, surfaces) in skins.enumerate() {
        let painted: Vec<_> = surfaces.iter().filter(|surface| !surface.path.is_empty()).collect();
        for surface in &painted {
            let name = surface.path.rsplit('/').next().unwrap_or_default();
            let png = surface.skin.to_png();
            let png = png.map_err(|error| Failure::File(anyhow::anyhow!("cannot encode a skin: {error}")))?;
            files.push((output.with_file_name(name), png));
        }
        if painted.is_empty() {
            continue;
        }
        let text = write_skin_file(painted.iter().map(|surface| (&surface.name, &surface.path)));
        let text = text.map_err(|error| {
            Failure::File(anyhow::Error::new(error).context("cannot write the skin file"))
        })?;
        let mut skin_file = output.to_path_buf().into_os_string();
        skin_file.push(format!("_{number}.skin"));
        files.push((PathBuf::from(skin_file), text));
    }
    files.extend(args.md3.animation_cfg(output, &imported.sequences));
    Ok(files)
}
