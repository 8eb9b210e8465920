//! Export as MD3. An MDL or MD2 is converted.

use md2_anim::Sequence;
use md2_anim::game::GameRules;
use md2_export::import::skin_file::encode_png;
use md2_export::{
    EngineLimits, ExportModel, ImageFile, Md3Options, SelectedFrames, SlotSkin, surface_name, to_md3,
    write_skin_file,
};
use md2_load::Format;
use md2_scene::Document;

use super::format::{file_name, sibling};
use super::outputs::NamedFiles;
use super::result::ExportResult;
use super::{ExportJob, losses, subject};
use crate::commands::advice::{self, Converter};
use crate::commands::engine::Engine;
use crate::commands::md3_args::is_in_animation_cfg;
use crate::failure::{Failure, program_name};
use crate::game_path::game_folder;
use crate::output;

pub(super) const OPTIONS: &[&str] = &["--engine", "--animation-cfg", "--skin", "--modeldef", "--game-path"];

pub(super) fn export_model(job: &ExportJob<'_>, document: &Document) -> Result<ExportResult, Failure> {
    let ExportJob { args, name, path, .. } = *job;
    if document.format() == Format::Md3 {
        let text = format!("{name} is already an MD3; `{} edit` changes it", program_name());
        return Err(Failure::Usage(text));
    }
    // An MD3 stores the effects of an MDL in its own flags.
    let mut losses = losses::mdl_header(document);
    losses.retain(|loss| loss.kind != md2_export::LossKind::Effects);
    let is_kept =
        |sequence: &Sequence| args.modeldef || args.md3.animation_cfg && is_in_animation_cfg(sequence);
    losses.extend(losses::timing(document, is_kept));
    let skins = subject::decode_skins(document, args.skin.as_deref(), &mut losses)?;
    let subject = subject::new(document, name, skins);
    let SelectedFrames { frames, sequences } = args.selection().apply(&subject);
    losses.extend(args.md3.lost_sequences(&sequences).filter(|_| !args.modeldef));
    let surface = surface_name(name);
    let (images, mut shaders) = match output::is_standard_output(path) || args.modeldef {
        true => Default::default(),
        false => skin_files(&subject, job, &surface, document.format())?,
    };
    if images.is_empty() && !args.modeldef {
        // The game may have the images that the source names.
        shaders = subject.skin_names.iter().filter(|name| name.len() < 64).cloned().collect();
    }
    if args.mdl.engine == Some(Engine::Quake3) {
        // The game selects a shader by the skin number of an entity, which objects do not have.
        shaders.truncate(1);
    }
    let limits = match args.mdl.engine {
        Some(engine) => engine.md3_limits()?,
        None if document.format().rules() == GameRules::Quake2 => EngineLimits::Q2PRO_MD3,
        None => EngineLimits::IRONWAIL_MD3,
    };
    let options = Md3Options {
        name: name.to_owned(),
        flags: losses::header_flags(document),
        frames,
        surface_names: vec![surface],
        shaders,
        sequences: Vec::new(),
        cells: None,
        scale: args.scale.unwrap_or(1.0),
        limits,
    };
    let converted = to_md3(subject.mesh, subject.frame_names, &options)
        .map_err(|error| advice::failure(document.name().to_owned(), error, Converter::Export))?;
    let counts = [converted.frames, converted.vertices, converted.triangles];
    let skins = options.shaders.len();
    let result = ExportResult::of_counts(counts, Some((skins, String::new())), converted.error);
    let mut files: NamedFiles = vec![(path.to_path_buf(), converted.bytes)];
    files.extend(images);
    files.extend(args.md3.animation_cfg(path, &sequences));
    job.write(&files, &[document], ExportResult { losses, ..result })
}

/// Returns the images of all skins with a `.skin` file for each, and the paths of the images in the game. The glow of a skin is a second
/// image, whose name ends in `_luma`.
fn skin_files(
    subject: &ExportModel<'_>,
    job: &ExportJob<'_>,
    surface: &str,
    format: Format,
) -> Result<(NamedFiles, Vec<String>), Failure> {
    let usual = (format.rules() == GameRules::Quake).then(|| String::from(format.features().game_folder));
    let path = job.path;
    let folder = game_folder(path, job.args.game_path.as_deref())
        .or(usual)
        .map_or_else(String::new, |folder| format!("{folder}/"));
    let failed =
        |error: &dyn std::fmt::Display| Failure::File(anyhow::anyhow!("cannot write a skin: {error}"));
    let (mut files, mut names) = (NamedFiles::new(), Vec::new());
    for skin in &subject.skins {
        let SlotSkin::Texture(texture) = skin.slot(0) else { continue };
        let number = names.len();
        let file = texture.to_file().map_err(|error| Failure::File(error.into()))?;
        let ImageFile { bytes, extension, .. } = file;
        let image = sibling(path, &format!("_{number}.{extension}"));
        let name = format!("{folder}{}", file_name(&image));
        let text = write_skin_file([(surface, &name)]).map_err(|error| failed(&error))?;
        files.push((image, bytes.into_owned()));
        if let Some(glow) = &texture.glow {
            let png = encode_png(glow).map_err(|error| failed(&error))?;
            files.push((sibling(path, &format!("_{number}_luma.png")), png));
        }
        files.push((sibling(path, &format!(".md3_{number}.skin")), text));
        names.push(name);
    }
    Ok((files, names))
}
