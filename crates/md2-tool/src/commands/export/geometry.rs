//! Export of frames without animation: OBJ, STL and PLY with one frame per file, C and Rust with all frames in one file.

use std::collections::BTreeMap;
use std::path::Path;

use clap::Args;
use md2_export::{
    ExportModel, ImageFile, ObjOptions, SelectedFrames, SlotSkin, SourceLanguage, UpAxis, write_mtl,
    write_obj, write_ply, write_source, write_stl,
};
use md2_scene::Document;

use super::format::{file_name, sibling};
use super::outputs::NamedFiles;
use super::result::ExportResult;
use super::{ExportJob, losses, subject};
use crate::failure::Failure;

/// The options for OBJ, STL, PLY and source code.
#[derive(Clone, Copy, Debug, Default, Args)]
pub struct GeometryArgs {
    /// OBJ, STL, PLY, C, Rust: make Y the up axis, as in most programs, instead of Z, as in Quake.
    #[arg(long)]
    pub(super) y_up: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum GeometryKind {
    Obj,
    Stl,
    Ply,
    Source(SourceLanguage),
}

/// Exports the selected frames of a model. Writes a file for each frame; source code contains all frames.
pub(super) fn export_model(
    job: &ExportJob<'_>,
    document: &Document,
    kind: GeometryKind,
) -> Result<ExportResult, Failure> {
    let ExportJob { args, name, path, outputs, .. } = *job;
    let mut losses = losses::mdl_header(document);
    losses.extend(losses::tags(document));
    let skins = if kind == GeometryKind::Obj {
        let skins = subject::decode_skins(document, args.skin.as_deref(), &mut losses)?;
        losses.extend(losses::other_skins(&skins));
        skins
    } else {
        losses.extend(losses::all_skins(document));
        Vec::new()
    };
    let subject = subject::new(document, name, skins);
    if subject.mesh.triangle_count() == 0 {
        return Err(Failure::File(anyhow::anyhow!("{name} has no triangles to export")));
    }
    let language = if let GeometryKind::Source(language) = kind { Some(language) } else { None };
    let SelectedFrames { mut frames, .. } = args.selection().apply(&subject);
    if language.is_none() {
        // The files are numbered by frame.
        frames.sort_unstable();
        frames.dedup();
        if args.sequence.is_none() && args.frames.is_none() {
            losses.extend(losses::other_frames(frames.len()));
            frames.truncate(1);
        }
    }
    let up = if args.geometry.y_up { UpAxis::Y } else { UpAxis::Z };
    let scale = args.scale.unwrap_or(1.0);

    // The models come before the materials and images, because the report contains the name of the first file.
    let mut files = NamedFiles::new();
    let (materials, library) =
        if kind == GeometryKind::Obj { material_files(&subject, path)? } else { Default::default() };
    let options = ObjOptions { up, scale, library };
    if let Some(language) = language {
        files.push((path.to_path_buf(), write_source(&subject, &frames, up, scale, language).into_bytes()));
    }
    for &frame in frames.iter().filter(|_| language.is_none()) {
        let path = match frames.len() {
            1 => path.to_path_buf(),
            _ => outputs.format().sibling(path, &format!("_{frame:05}")),
        };
        let bytes = match kind {
            GeometryKind::Stl => write_stl(&subject, frame, up, scale),
            GeometryKind::Ply => write_ply(&subject, frame, up, scale),
            _ => write_obj(&subject, frame, &options).into_bytes(),
        };
        files.push((path, bytes));
    }
    files.extend(materials);
    let triangles = subject.mesh.triangle_count();
    let bytes: usize = files.iter().map(|(_, bytes)| bytes.len()).sum();
    let what = match &*frames {
        [frame] => format!("frame {frame} of {}", subject.mesh.frame_count()),
        frames => format!("{} frames", frames.len()),
    };
    let text = format!("{what}, {triangles} triangles, {bytes} bytes");
    let counts = [("frames", frames.len()), ("triangles", triangles)].into();
    job.write(&files, &[document], ExportResult { text, counts, losses, ..Default::default() })
}

/// Returns the material library and the images of an OBJ, and the file name of the library. For an OBJ on standard output, returns no files
/// and no name.
fn material_files(subject: &ExportModel<'_>, path: &Path) -> Result<(NamedFiles, Option<String>), Failure> {
    if path == Path::new("-") {
        return Ok(Default::default());
    }
    let skin = subject.skins.first();
    let (mut files, mut image_names) = (NamedFiles::new(), BTreeMap::new());
    for slot in 0..subject.mesh.skin_slot_count() {
        let Some(SlotSkin::Texture(texture)) = skin.map(|skin| skin.slot(slot)) else { continue };
        let file = texture.to_file().map_err(|error| Failure::File(error.into()))?;
        let ImageFile { bytes, extension, .. } = file;
        let known = files.iter().find(|(_, known)| **known == *bytes).map(|(path, _)| path.clone());
        let path = known.unwrap_or_else(|| {
            let number = if files.is_empty() { String::new() } else { (files.len() + 1).to_string() };
            let image = sibling(path, &format!("_skin{number}.{extension}"));
            files.push((image.clone(), bytes.into_owned()));
            image
        });
        image_names.insert(slot, file_name(&path));
    }
    let library = path.with_extension("mtl");
    let name = file_name(&library);
    files.push((library, write_mtl(subject, skin, &image_names).into_bytes()));
    Ok((files, Some(name)))
}
