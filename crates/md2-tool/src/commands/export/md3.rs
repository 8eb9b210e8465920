//! Export as MD3. An MDL or MD2 is converted.

use std::path::Path;

use md2_export::import::PositionError;
use md2_export::import::skin_file::encode_png;
use md2_export::{ExportModel, ImageFile, Md3Limits, Md3Options, SelectedFrames, SlotSkin, to_md3};
use md2_load::{Format, HeaderValue, LoadOptions};
use md2_mesh::{Mesh, Pose, blend};
use md2_scene::Document;

use super::format::{file_name, sibling};
use super::outputs::NamedFiles;
use super::{ExportJob, ExportResult, losses, subject};
use crate::failure::{Failure, program_name};
use crate::report::count;

pub(super) fn export_model(job: &ExportJob<'_>, document: &Document) -> Result<ExportResult, Failure> {
    let ExportJob { args, name, path, .. } = *job;
    if document.format() == Format::Md3 {
        let text = format!("{name} is already an MD3; `{} edit` changes it", program_name());
        return Err(Failure::Usage(text));
    }
    // An MD3 stores the effects of an MDL in its own flags.
    let mut losses = losses::mdl_header(document);
    losses.retain(|loss| loss.kind != md2_export::LossKind::Effects);
    losses.extend(losses::triangles(document).into_iter().chain(losses::timing(document)));
    let skins = subject::decode_skins(document, args.skin.as_deref(), &mut losses)?;
    let subject = subject::new(document, name, skins);
    let SelectedFrames { frames, .. } = args.selection().apply(&subject);
    let (images, shaders) =
        if path == Path::new("-") { Default::default() } else { skin_files(&subject, path)? };
    let flags = match document.header.iter().find(|field| field.name == "flags").map(|field| &field.value) {
        Some(HeaderValue::Int(flags)) => *flags,
        _ => 0,
    };
    let options = Md3Options {
        name: name.to_owned(),
        flags,
        frames: frames.clone(),
        surface_names: vec![name.to_owned()],
        shaders,
        cells: None,
        scale: args.scale.unwrap_or(1.0),
        limits: Md3Limits::QUAKE,
    };
    let failed = |error: String| Failure::File(anyhow::anyhow!("{}: {error}", document.name()));
    let converted =
        to_md3(subject.mesh, subject.frame_names, &options).map_err(|error| failed(error.to_string()))?;
    let error = position_error(subject.mesh, &frames, &converted.bytes, options.scale);
    let error = error.map_err(|error| failed(error.to_string()))?;
    let text = format!(
        "{} frames, {} vertices, {} triangles, {}, position error {:.4} units at most ({:.4} on average)",
        converted.frames,
        converted.vertices,
        converted.triangles,
        count(options.shaders.len(), "skin"),
        error.largest,
        error.mean
    );
    let counts = [
        ("frames", converted.frames),
        ("vertices", converted.vertices),
        ("triangles", converted.triangles),
        ("skins", options.shaders.len()),
    ];
    let mut files: NamedFiles = vec![(path.to_path_buf(), converted.bytes)];
    files.extend(images);
    let result = ExportResult {
        text,
        counts: counts.into(),
        position_error: Some(error),
        losses,
        ..Default::default()
    };
    job.write(&files, &[document], result)
}

/// Returns the images of all skins, and the name of each for the MD3. The glow of a skin is a second image, whose name ends in `_luma`.
fn skin_files(subject: &ExportModel<'_>, path: &Path) -> Result<(NamedFiles, Vec<String>), Failure> {
    let (mut files, mut names) = (NamedFiles::new(), Vec::new());
    for skin in &subject.skins {
        let SlotSkin::Texture(texture) = skin.slot(0) else { continue };
        let number = names.len();
        let file = texture.to_file().map_err(|error| Failure::File(error.into()))?;
        let ImageFile { bytes, extension, .. } = file;
        let image = sibling(path, &format!("_{number}.{extension}"));
        names.push(file_name(&image));
        files.push((image, bytes.into_owned()));
        if let Some(glow) = &texture.glow {
            let png = encode_png(glow).map_err(|error| Failure::File(anyhow::anyhow!(error)))?;
            files.push((sibling(path, &format!("_{number}_luma.png")), png));
        }
    }
    Ok((files, names))
}

/// Measures the distances between the positions of an MD3 and those of the mesh it was made from.
fn position_error(
    mesh: &Mesh,
    frames: &[usize],
    file: &[u8],
    scale: f32,
) -> Result<PositionError, md2_load::LoadError> {
    let written = md2_load::load(file, &LoadOptions::default())?.mesh;
    let positions = |mesh: &Mesh, frame: usize| {
        let frame = u32::try_from(frame).unwrap_or(u32::MAX);
        let mut positions = vec![[0.0_f32; 3]; mesh.vertex_count()];
        blend::blend_positions(mesh, Pose { frame_a: frame, frame_b: frame, blend: 0.0 }, &mut positions);
        positions
    };
    let (mut largest, mut sum, mut count) = (0.0_f64, 0.0_f64, 0.0_f64);
    for (number, frame) in frames.iter().enumerate() {
        for (from, to) in positions(mesh, *frame).iter().zip(positions(&written, number)) {
            let off = (0..3).map(|axis| f64::from(from[axis] * scale) - f64::from(to[axis]));
            let distance = off.map(|off| off * off).sum::<f64>().sqrt();
            largest = largest.max(distance);
            sum += distance;
            count += 1.0;
        }
    }
    let longest_step = 1.0 / 64.0;
    Ok(PositionError { largest, mean: if count > 0.0 { sum / count } else { 0.0 }, longest_step })
}
