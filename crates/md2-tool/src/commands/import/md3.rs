//! Import as MD3, with the images of the surfaces and a `.skin` file.

use std::path::{Path, PathBuf};

use md2_export::import::skin_file::encode_png;
use md2_export::{ImportedMd3, Md3ImportOptions, import_gltf_as_md3, import_obj_as_md3, write_skin_file};

use super::{ImportArgs, OutputModel, failed, import_options, report};
use crate::commands::engine::Engine;
use crate::failure::Failure;
use crate::game_path::game_folder;
use crate::output::{self, Files};

/// Imports a model as MD3. Standard output gets only the model.
pub(super) fn import(args: &ImportArgs, first: &str, files: &[PathBuf]) -> Result<(), Failure> {
    let output = args.output();
    let inputs = || files.iter().chain(&args.skin).chain(&args.clip_table).map(PathBuf::as_path);
    output::check(output, args.overwrite, inputs())?;
    let options = Md3ImportOptions {
        name: output.file_stem().unwrap_or_default().to_string_lossy().into_owned(),
        folder: game_folder(output).unwrap_or_default(),
        limits: args.mdl.engine.unwrap_or(Engine::Ironwail).md3_limits()?,
    };
    let (mut imported, siblings) = super::import(
        files,
        &import_options(args)?,
        |file, sources, import| import_gltf_as_md3(file, sources, import, &options),
        |files, sources, import| import_obj_as_md3(files, sources, import, &options),
    )?;
    imported.report.losses.extend(args.md3.lost_sequences(&imported.sequences));
    let others = companions(args, &imported)?;
    let inputs: Vec<&Path> = inputs().chain(siblings.iter().map(PathBuf::as_path)).collect();
    for path in std::iter::once(output).chain(others.iter().map(|(path, _)| path.as_path())) {
        output::check(path, args.overwrite, inputs.iter().copied())?;
    }
    let mut written = Files::new(args.overwrite);
    written.add(output, &imported.md3)?;
    for (path, bytes) in &others {
        written.add(path, bytes)?;
    }
    written.commit()?;
    let skin = others.first().zip(imported.surfaces.first());
    let skin = skin.map(|((path, _), surface)| (path.clone(), surface.skin.pixels.size()));
    let (report, bytes) = (&imported.report, &*imported.md3);
    let path = output.to_path_buf();
    report::print(args, first, &[OutputModel { path, skin, report, bytes, weapon: None }])
}

/// Returns the images of all surfaces, the `.skin` file, and the `animation.cfg` if it is requested.
fn companions(args: &ImportArgs, imported: &ImportedMd3) -> Result<Vec<(PathBuf, Vec<u8>)>, Failure> {
    let output = args.output();
    if output::is_standard_output(output) {
        return Ok(Vec::new());
    }
    let mut files = Vec::new();
    for surface in &imported.surfaces {
        let name = surface.path.rsplit('/').next().unwrap_or_default();
        let png = surface.skin.png.clone().map_or_else(|| encode_png(&surface.skin.pixels), Ok);
        let png = png.map_err(|error| Failure::File(anyhow::anyhow!("cannot encode a skin: {error}")))?;
        files.push((output.with_file_name(name), png));
    }
    let text = write_skin_file(imported.surfaces.iter().map(|surface| (&surface.name, &surface.path)));
    let text = text.map_err(|error| failed(String::from("cannot write the skin file"), error))?;
    let mut skin_file = output.to_path_buf().into_os_string();
    skin_file.push("_0.skin");
    files.push((PathBuf::from(skin_file), text));
    files.extend(args.md3.animation_cfg(output, &imported.sequences));
    Ok(files)
}
