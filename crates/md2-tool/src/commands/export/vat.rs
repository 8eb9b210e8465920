//! Export as a vertex animation texture.

use std::path::Path;

use md2_export::gltf::{GltfOptions, METERS_PER_UNIT};
use md2_export::{Loss, vat};
use md2_scene::Document;

use super::outputs::NamedFiles;
use super::result::ExportResult;
use super::{ExportJob, losses, subject};
use crate::failure::Failure;
use crate::report::count;

pub(super) const OPTIONS: &[&str] = &["--unlit", "--pixelated", "--rates", "--skin"];

pub(super) fn export_model(job: &ExportJob<'_>, document: &Document) -> Result<ExportResult, Failure> {
    let ExportJob { args, name, path, .. } = *job;
    let mut losses: Vec<Loss> = losses::tags(document).into_iter().collect();
    let skins = subject::decode_skins(document, args.skin.as_deref(), &mut losses)?;
    let subject = subject::new(document, name, skins);
    let options = GltfOptions {
        scale: args.scale.unwrap_or(METERS_PER_UNIT),
        pixelated: args.gltf.pixelated,
        unlit: args.gltf.unlit,
        selection: args.selection(),
        ..GltfOptions::default()
    };
    let files = vat::write(&subject, name, &options).map_err(|error| Failure::File(error.into()))?;
    let folder = path.parent().unwrap_or(Path::new(""));
    let bytes: usize = files.iter().map(|(_, bytes)| bytes.len()).sum();
    let (vertices, frames) = (subject.mesh.vertex_count(), options.selection.apply(&subject).frames.len());
    let text = format!("{}, {}", count(frames, "frame"), count(bytes, "byte"));
    let counts = [("frames", frames), ("vertices", vertices)].into();
    let files: NamedFiles = files.into_iter().map(|(name, bytes)| (folder.join(name), bytes)).collect();
    job.write(&files, &[document], ExportResult { text, counts, losses, ..Default::default() })
}
