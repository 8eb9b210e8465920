//! Export as glTF. The output is one file, or one file per sequence with `--split`.

use std::collections::{BTreeMap, HashSet};
use std::path::{Path, PathBuf};

use clap::Args;
use md2_export::gltf::{
    Attachment, GltfError, GltfFile, GltfOptions, GltfPart, MAX_TARGETS, METERS_PER_UNIT, write_player,
};
use md2_export::{ExportModel, FrameSelection, Loss};
use md2_scene::{Document, MountPoint, Part, PartMotion};

use super::format::{ExportFormat, file_name};
use super::outputs::NamedFiles;
use super::result::ExportResult;
use super::{ExportJob, subject};
use crate::failure::Failure;
use crate::report::count;

pub(super) const OPTIONS: &[&str] = &["--unlit", "--pixelated", "--stepped", "--split", "--rates", "--skin"];
pub(super) const TEXT_OPTIONS: &[&str] =
    &["--unlit", "--pixelated", "--stepped", "--split", "--embed", "--rates", "--skin"];

#[derive(Clone, Copy, Debug, Default, Args)]
pub struct GltfArgs {
    /// glTF: show skins without lighting.
    #[arg(long)]
    pub(super) unlit: bool,

    /// glTF: show skin pixels with sharp edges instead of smoothing them.
    #[arg(long)]
    pub(super) pixelated: bool,

    /// glTF: jump from frame to frame without interpolation.
    #[arg(long)]
    pub(super) stepped: bool,

    /// glTF: write one file per sequence, such as `tris-run.glb`. Some engines accept at most 256 distinct frames in a file.
    #[arg(long)]
    pub(super) split: bool,

    /// glTF as text: embed the data in the file instead of writing a .bin file.
    #[arg(long)]
    pub(super) embed: bool,
}

pub(super) fn export_model(job: &ExportJob<'_>, document: &Document) -> Result<ExportResult, Failure> {
    let mut losses = Vec::new();
    let skins = subject::decode_skins(document, job.args.skin.as_deref(), &mut losses)?;
    let subject = subject::new(document, job.name, skins);
    let done = write(job, &[GltfPart::new(&subject)], &[document])?;
    Ok(ExportResult { losses, ..done })
}

/// Exports several parts of a player as one glTF. `parts` contains each part together with its index in the player.
pub(super) fn export_figure(job: &ExportJob<'_>, parts: &[(usize, &Part)]) -> Result<ExportResult, Failure> {
    let ExportJob { args, name, .. } = *job;
    let documents: Vec<&Document> = parts.iter().map(|(_, part)| &*part.document).collect();
    args.check_selection(&documents)?;
    let mut losses: Vec<Loss> = Vec::new();
    let subjects = parts.iter().map(|(_, part)| {
        let skins = subject::decode_skins(&part.document, args.skin.as_deref(), &mut losses)?;
        Ok(subject::new(&part.document, &format!("{name} {}", part.role), skins))
    });
    let subjects: Vec<ExportModel<'_>> = subjects.collect::<Result<_, Failure>>()?;
    let place_of = |number: usize| parts.iter().position(|(own, _)| *own == number);
    let gltf_parts = parts.iter().zip(&subjects).map(|((_, part), subject)| GltfPart {
        subject,
        attachment: part.mount.as_ref().and_then(|(parent, place)| {
            let tag = match place {
                MountPoint::Tag(tag) => Some(tag.clone()),
                _ => None,
            };
            place_of(*parent).map(|part| Attachment { part, tag })
        }),
        fixed_frame: match part.motion {
            PartMotion::Still(frame) => usize::try_from(frame).ok(),
            _ => None,
        },
    });
    let done = write(job, &gltf_parts.collect::<Vec<_>>(), &documents)?;
    Ok(ExportResult { losses, ..done })
}

fn write(
    job: &ExportJob<'_>,
    parts: &[GltfPart<'_>],
    documents: &[&Document],
) -> Result<ExportResult, Failure> {
    let ExportJob { args, path, outputs, .. } = *job;
    let GltfArgs { unlit, pixelated, stepped, split, .. } = args.gltf;
    let scale = args.scale.unwrap_or(METERS_PER_UNIT);
    let selection = args.selection();
    let options = GltfOptions { scale, unlit, pixelated, stepped, selection, ..GltfOptions::default() };
    let written = write_player(parts, &options).map_err(failed)?;
    let names = sequence_names(&written);
    let mut notes = Vec::new();
    if !split {
        let targets = target_count(&written);
        if targets > MAX_TARGETS {
            notes.push(format!(
                "the file has {targets} morph targets, but some engines accept at most {MAX_TARGETS}; \
                 --split writes one file for each of the {}",
                count(names.len(), "sequence")
            ));
        }
        let files = files(job, &written, path)?;
        let (text, counts) = summary(&written, files.iter().map(|(_, bytes)| bytes.len()).sum());
        return job.write(&files, documents, ExportResult { text, counts, notes, ..Default::default() });
    }
    drop(written);
    let mut all = Vec::new();
    let mut taken = HashSet::new();
    for name in &names {
        let selection = FrameSelection { sequences: Some(vec![name.clone()]), ..options.selection.clone() };
        let part = write_player(parts, &GltfOptions { selection, ..options.clone() }).map_err(failed)?;
        let path = sequence_path(path, name, outputs.format(), &mut taken);
        all.extend(files(job, &part, &path)?);
    }
    let bytes: usize = all.iter().map(|(_, bytes)| bytes.len()).sum();
    let text = format!("{}, {bytes} bytes", count(names.len(), "sequence"));
    let counts = [("sequences", names.len())].into();
    job.write(&all, documents, ExportResult { text, counts, notes, ..Default::default() })
}

fn files(job: &ExportJob<'_>, written: &GltfFile, path: &Path) -> Result<NamedFiles, Failure> {
    let path = path.to_path_buf();
    if job.outputs.format().name == "glb" {
        return Ok(vec![(path, written.to_glb().map_err(failed)?)]);
    }
    if job.args.gltf.embed || path == Path::new("-") {
        return Ok(vec![(path, written.to_gltf_embedded())]);
    }
    let buffer = path.with_extension("bin");
    let text = written.to_gltf_with_buffer(&file_name(&buffer));
    Ok(vec![(path, text), (buffer, written.buffer())])
}

/// Returns the path of the file for a sequence, in the folder of `path`. The file name is valid on every operating system, and unique:
/// `taken` contains the file names of earlier sequences.
fn sequence_path(path: &Path, sequence: &str, format: &ExportFormat, taken: &mut HashSet<String>) -> PathBuf {
    let plain = |c: char| if c.is_ascii_alphanumeric() || "-_.".contains(c) { c } else { '_' };
    let plain: String = sequence.chars().map(plain).take(64).collect();
    let mut name = plain.clone();
    let mut number = 2;
    while !taken.insert(name.to_lowercase()) {
        name = format!("{plain}-{number}");
        number += 1;
    }
    format.sibling(path, &format!("-{name}"))
}

fn target_count(written: &GltfFile) -> usize {
    written.gltf().meshes.iter().map(|mesh| mesh.weights.len()).max().unwrap_or(0)
}

fn sequence_names(written: &GltfFile) -> Vec<String> {
    let mut names: Vec<String> = Vec::new();
    for mesh in &written.gltf().meshes {
        let extras = mesh.extras.as_ref().and_then(|extras| extras["md2"]["sequences"].as_array());
        for name in extras.into_iter().flatten().filter_map(|sequence| sequence["name"].as_str()) {
            if !names.iter().any(|known| known.eq_ignore_ascii_case(name)) {
                names.push(name.to_owned());
            }
        }
    }
    names
}

fn summary(written: &GltfFile, bytes: usize) -> (String, BTreeMap<&'static str, usize>) {
    let gltf = written.gltf();
    let skins =
        gltf.extensions.as_ref().and_then(|all| all.variants.as_ref()).map_or(1, |all| all.variants.len());
    let skins = if gltf.images.is_empty() { 0 } else { skins };
    let (targets, animations) = (target_count(written), gltf.animations.len());
    let text = [
        count(targets, "target"),
        count(animations, "animation"),
        count(skins, "skin"),
        count(bytes, "byte"),
    ];
    (text.join(", "), [("targets", targets), ("animations", animations), ("skins", skins)].into())
}

fn failed(error: GltfError) -> Failure {
    Failure::File(error.into())
}
