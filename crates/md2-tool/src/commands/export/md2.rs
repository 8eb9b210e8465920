//! Export as MD2. An MD2 is rebuilt; an MDL or MD3 is converted.

use std::collections::HashSet;
use std::path::{Path, PathBuf};

use clap::Args;
use md2_anim::name_frames;
use md2_assets::RgbaImage;
use md2_edit::{EditError, Model, Transform};
use md2_export::import::{ImportOptions, OwnedModel, Sources};
use md2_export::{
    ExportModel, ImageFile, Loss, LossKind, MAX_MODELDEF_FRAMES, SelectedFrames, SlotSkin, import_quake,
    write_modeldef,
};
use md2_load::{Format, LoadOptions};
use md2_scene::Document;

use super::format::file_name;
use super::outputs::NamedFiles;
use super::{ExportJob, ExportResult, losses, subject};
use crate::failure::Failure;
use crate::game_path::game_folder;
use md2_scene::text::list;

#[derive(Clone, Debug, Default, Args)]
pub struct Md2Args {
    /// MD2: rename the frames of the sequence OLD to NEW1, NEW2, …. The option can be given several times.
    #[arg(long, value_name = "OLD=NEW", value_parser = parse_renaming)]
    pub(super) rename: Vec<Renaming>,

    /// MD2: also write a definition of the model for GZDoom, `modeldef.NAME`, and the skin as an image.
    #[arg(long)]
    pub(super) modeldef: bool,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Renaming {
    old: String,
    new: String,
}

fn parse_renaming(text: &str) -> Result<Renaming, String> {
    match text.split_once('=') {
        Some((old, new)) if !old.is_empty() && !new.is_empty() => {
            Ok(Renaming { old: old.to_owned(), new: new.to_owned() })
        }
        _ => Err(String::from("expected the old and the new name, such as run=walk")),
    }
}

pub(super) const OPTIONS: &[&str] = &["--rates", "--rename", "--modeldef", "--skin"];

pub(super) fn export_model(job: &ExportJob<'_>, document: &Document) -> Result<ExportResult, Failure> {
    if document.format() == Format::Md2 {
        rebuild(job, document, &(job.read)()?)
    } else {
        convert(job, document)
    }
}

fn rebuild(job: &ExportJob<'_>, document: &Document, bytes: &[u8]) -> Result<ExportResult, Failure> {
    let args = job.args;
    if args.skin.is_some() {
        let text = "--skin does not apply from MD2 to MD2, because the model keeps its skin paths";
        return Err(Failure::Usage(format!(
            "{text}; `{} edit --skin-path` changes them",
            crate::failure::program_name()
        )));
    }
    let subject = subject::new(document, document.name(), Vec::new());
    let SelectedFrames { mut frames, .. } = args.selection().apply(&subject);
    let mut listed = HashSet::new();
    frames.retain(|frame| listed.insert(*frame));
    let name = document.name();
    let failed = |error: EditError| Failure::File(anyhow::anyhow!("{name}: {error}"));
    let mut model = Model::parse(bytes).map_err(|error| {
        let program = crate::failure::program_name();
        Failure::File(anyhow::anyhow!("{name}: {error}; repair it with `{program} repair`"))
    })?;
    for Renaming { old, new } in &args.md2.rename {
        let found = md2_anim::find_sequence(subject.sequences, old);
        let Some(sequence) =
            found.and_then(|sequence| sequence.clone().clipped_to(document.last_frame() + 1))
        else {
            let known = list(subject.sequences.iter().map(|sequence| sequence.name.as_str()));
            return Err(Failure::Usage(format!("there is no sequence {old:?}; the model has: {known}")));
        };
        let range = sequence.frames();
        let named = name_frames(&[(new, 0..range.clone().count())]);
        range.zip(named.frames).for_each(|(frame, name)| model.set_frame_name(frame, name));
    }
    model.order_frames(&frames).map_err(failed)?;
    model.keep_frames(&Vec::from_iter(0..frames.len())).map_err(failed)?;
    model.transform(&Transform::scaling([args.scale.unwrap_or(1.0).into(); 3])).map_err(failed)?;
    let [vertices, st] = model.remove_unused();
    let [before, after] = model.rebuild_commands().map_err(failed)?;
    model.use_canonical_layout();
    let text = format!(
        "{} of {} frames, {vertices} unused vertices and {st} unused skin coordinates removed, OpenGL commands {before} -> {after} words",
        model.frame_count(),
        document.last_frame() + 1,
    );
    let counts = [
        ("frames", model.frame_count()),
        ("removed_vertices", vertices),
        ("removed_skin_coordinates", st),
        ("gl_words", after),
    ];
    let bytes = model.to_bytes().map_err(failed)?;
    let mut losses = Vec::new();
    let skin = if args.md2.modeldef { definition_skin(job, document, &mut losses)? } else { None };
    let result = ExportResult { text, counts: counts.into(), losses, ..Default::default() };
    let mut files: NamedFiles = vec![(job.path.to_path_buf(), bytes)];
    files.extend(definition(job, &files[0].1, skin.as_ref().map(|(path, _)| file_name(path)).as_deref())?);
    files.extend(skin);
    job.write(&files, &[document], result)
}

/// Returns the first skin as an image next to the model. GZDoom searches for it in the folder of the definition, not in the folder that the
/// MD2 names. Without an image, adds a loss.
fn definition_skin(
    job: &ExportJob<'_>,
    document: &Document,
    losses: &mut Vec<Loss>,
) -> Result<Option<(PathBuf, Vec<u8>)>, Failure> {
    let skins = subject::decode_skins(document, None, losses)?;
    let Some(SlotSkin::Texture(texture)) = skins.first().map(|skin| skin.slot(0)) else {
        let text = "the definition names no skin, because the program did not find an image for the model";
        losses.push(Loss::new(LossKind::Skins, 1, text));
        return Ok(None);
    };
    let ImageFile { bytes, extension, .. } =
        texture.to_file().map_err(|error| Failure::File(error.into()))?;
    Ok(Some((job.path.with_extension(extension), bytes.into_owned())))
}

fn convert(job: &ExportJob<'_>, document: &Document) -> Result<ExportResult, Failure> {
    let ExportJob { args, name, path, .. } = *job;
    if let Some(Renaming { old, .. }) = args.md2.rename.first() {
        let text = format!("{name} is an {}: --rename {old} applies only to MD2 models", document.format());
        return Err(Failure::Usage(text));
    }
    let mut losses = losses::mdl_header(document);
    losses.extend(losses::triangles(document));
    losses.extend(losses::timing(document, |_| false));
    let mut skins = subject::decode_skins(document, args.skin.as_deref(), &mut losses)?;
    losses.extend(losses::skins_without_image(&mut skins));
    let has_skin = !skins.is_empty() && path != Path::new("-");
    if !has_skin {
        losses.extend(losses::other_skins(&skins));
        skins.truncate(1);
    }
    let subject = subject::new(document, name, skins);
    let skin_path = path.with_extension("png");
    // The model contains the name of a PCX, as is usual in MD2 files. Engines that support PNG also find a PNG with
    // the same stem.
    let skin_name = path_in_game(&skin_path.with_extension("pcx"));
    let options = ImportOptions {
        scale: args.scale.map(f64::from),
        skin_name: has_skin.then_some(skin_name),
        ..ImportOptions::default()
    };
    let converted = import_quake(&subject, &args.selection(), &Decoder, &options)
        .and_then(OwnedModel::to_md2)
        .map_err(|error| Failure::File(anyhow::anyhow!("{}: {error}", document.name())))?;
    let mut result = ExportResult::converted(&converted.report, None);
    losses.append(&mut result.losses);
    let mut files: NamedFiles = vec![(path.to_path_buf(), converted.bytes)];
    let mut images = NamedFiles::new();
    let painted = converted.surfaces.iter().chain(converted.other_skins.iter().flatten());
    for surface in painted.filter(|_| has_skin) {
        let png = surface.skin.to_png();
        let png = png.map_err(|error| Failure::File(anyhow::anyhow!("cannot write a skin: {error}")))?;
        images.push((path.with_file_name(file_name(Path::new(&surface.path))).with_extension("png"), png));
    }
    let skin = images.first().map(|(path, _)| file_name(path));
    files.extend(definition(job, &files[0].1, skin.as_deref())?);
    files.extend(images);
    job.write(&files, &[document], ExportResult { losses, ..result })
}

fn definition(
    job: &ExportJob<'_>,
    file: &[u8],
    skin: Option<&str>,
) -> Result<Option<(PathBuf, Vec<u8>)>, Failure> {
    if !job.args.md2.modeldef {
        return Ok(None);
    }
    if job.path == Path::new("-") {
        let text = "--modeldef writes a second file: choose a file name instead of -";
        return Err(Failure::Usage(String::from(text)));
    }
    let written = md2_load::load(file, &LoadOptions::default())
        .map_err(|error| Failure::File(anyhow::anyhow!("{}: {error}", job.name)))?;
    let subject = ExportModel::new(job.name, &written);
    let skins: Vec<&str> = skin.into_iter().collect();
    let text = write_modeldef(&subject, &file_name(job.path), &skins).ok_or_else(|| {
        let frames = written.mesh.frame_count();
        Failure::File(anyhow::anyhow!(
            "{} has {frames} frames, a definition for GZDoom has at most {MAX_MODELDEF_FRAMES}: select fewer with --frames",
            job.name
        ))
    })?;
    let stem = job.path.file_stem().unwrap_or_default().to_string_lossy();
    Ok(Some((job.path.with_file_name(format!("modeldef.{stem}")), text.into_bytes())))
}

/// Returns the path of a file from the root of its game, where engines look for skins. Outside of a game, returns the file name.
fn path_in_game(file: &Path) -> String {
    game_folder(file).map_or_else(|| file_name(file), |folder| format!("{folder}/{}", file_name(file)))
}

#[derive(Debug)]
pub(super) struct Decoder;

impl Sources for Decoder {
    fn file(&self, relative: &str) -> Result<Vec<u8>, String> {
        Err(format!("{relative} is not available"))
    }

    fn decode(&self, file: &[u8]) -> Result<RgbaImage, String> {
        md2_assets::decode(file, "").map_err(|error| error.to_string())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_renaming_needs_both_names() {
        let expected = Renaming { old: String::from("run"), new: String::from("walk") };
        assert_eq!(parse_renaming("run=walk"), Ok(expected));
        for wrong in ["run", "=walk", "run=", ""] {
            assert!(parse_renaming(wrong).is_err(), "{wrong}");
        }
    }
}
