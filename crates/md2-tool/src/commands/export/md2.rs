//! Export as MD2. An MD2 is rebuilt; an MDL or MD3 is converted.

use std::collections::HashSet;
use std::path::Path;

use clap::Args;
use md2_anim::name_frames;
use md2_assets::RgbaImage;
use md2_edit::{EditError, Model, Transform};
use md2_export::import::{ImportOptions, OwnedModel, Sources};
use md2_export::{SelectedFrames, import_quake};
use md2_load::Format;
use md2_scene::Document;

use super::format::file_name;
use super::outputs::NamedFiles;
use super::result::ExportResult;
use super::{ExportJob, losses, subject};
use crate::failure::Failure;
use crate::game_path::game_folder;
use md2_scene::text::list;

#[derive(Clone, Debug, Default, Args)]
pub struct Md2Args {
    /// MD2: rename the frames of the sequence OLD to NEW1, NEW2, …. The option can be given several times.
    #[arg(long, value_name = "OLD=NEW", value_parser = parse_renaming)]
    pub(super) rename: Vec<Renaming>,
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

pub(super) const OPTIONS: &[&str] = &["--rates", "--rename", "--skin", "--modeldef", "--game-path"];

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
        Failure::File(anyhow::anyhow!("{name}: {error}{}", crate::repaired::advice(bytes)))
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
    let result = ExportResult { text, counts: counts.into(), ..Default::default() };
    job.write(&[(job.path.to_path_buf(), bytes)], &[document], result)
}

fn convert(job: &ExportJob<'_>, document: &Document) -> Result<ExportResult, Failure> {
    let ExportJob { args, name, path, .. } = *job;
    if let Some(Renaming { old, .. }) = args.md2.rename.first() {
        let text = format!("{name} is an {}: --rename {old} applies only to MD2 models", document.format());
        return Err(Failure::Usage(text));
    }
    let mut losses = losses::mdl_header(document);
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
    let skin_name = path_in_game(&skin_path.with_extension("pcx"), args.game_path.as_deref());
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
    files.extend(images);
    job.write(&files, &[document], ExportResult { losses, ..result })
}

/// Returns the path of a file from the root of its game, where engines look for skins. Outside of a game, returns the file name.
fn path_in_game(file: &Path, folder: Option<&str>) -> String {
    game_folder(file, folder)
        .map_or_else(|| file_name(file), |folder| format!("{folder}/{}", file_name(file)))
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
