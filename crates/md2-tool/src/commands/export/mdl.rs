//! Export as MDL. An MD2 or MD3 is converted.

use std::path::PathBuf;

use md2_export::import::ImportOptions;
use md2_export::{Loss, MdlOptions, convert_to_mdl};
use md2_load::{Format, HeaderValue};
use md2_scene::Document;

use super::md2::Decoder;
use super::outputs::NamedFiles;
use super::{ExportJob, ExportResult, losses, subject};
use crate::commands::advice::{self, Converter};
use crate::failure::{Failure, program_name};
use crate::report::{count, without_severity};

pub(super) fn export_model(job: &ExportJob<'_>, document: &Document) -> Result<ExportResult, Failure> {
    let ExportJob { args, name, path, .. } = *job;
    if document.format() == Format::Mdl {
        let text = format!("{name} is already an MDL; `{} edit` changes it", program_name());
        return Err(Failure::Usage(text));
    }
    let mut losses: Vec<Loss> = losses::triangles(document).into_iter().collect();
    losses.extend(losses::timing(document, |_| false));
    losses.extend(losses::skin_names(document));
    let mut skins = subject::decode_skins(document, args.skin.as_deref(), &mut losses)?;
    losses.extend(losses::skins_without_image(&mut skins));
    if document.mesh().skin_slot_count() > 1 {
        losses.extend(losses::other_skins(&skins));
    }
    let subject = subject::new(document, name, skins);
    let import = ImportOptions { scale: args.scale.map(f64::from), ..ImportOptions::default() };
    let options = with_header(args.mdl.options(args.palette.as_deref())?, document);
    let converted =
        convert_to_mdl(&subject, &args.selection(), &Decoder, &import, &options).map_err(|error| {
            Failure::File(anyhow::anyhow!(
                "{}: {}",
                document.name(),
                advice::message(&error, Converter::Export)
            ))
        })?;
    let report = converted.report;
    let mut notes = report.notes;
    notes.extend(report.findings.iter().map(|finding| without_severity(finding)));
    if subject.skins.is_empty() {
        notes.push(String::from("no skin was found, so the MDL has a skin with a single color"));
    }
    losses.extend(report.losses);
    let [width, height] = report.skin_size;
    let text = format!(
        "{}, {} vertices, {} triangles, {} of {width} x {height} texels, position error {:.4} units at most \
         ({:.4} on average)",
        count(report.frames, "frame"),
        report.vertices,
        report.triangles,
        count(converted.skins, "skin"),
        report.error.largest,
        report.error.mean
    );
    let counts = [
        ("frames", report.frames),
        ("vertices", report.vertices),
        ("triangles", report.triangles),
        ("skins", converted.skins),
    ];
    let files: NamedFiles = vec![(PathBuf::from(path), converted.bytes)];
    let result = ExportResult {
        text,
        counts: counts.into(),
        position_error: Some(report.error),
        notes,
        losses,
        ..Default::default()
    };
    job.write(&files, &[document], result)
}

/// Adds the effects in the header of an MD3. Engines that replace an MDL by an MD3 give them the same meaning.
fn with_header(options: MdlOptions, document: &Document) -> MdlOptions {
    let flags = match document.header.iter().find(|field| field.name == "flags").map(|field| &field.value) {
        Some(HeaderValue::Int(flags)) => flags.cast_unsigned(),
        _ => 0,
    };
    MdlOptions { flags, ..options }
}
