//! Export as MDL. An MD2 or MD3 is converted.

use std::path::PathBuf;

use md2_export::import::ImportOptions;
use md2_export::{Loss, MdlOptions, import_quake};
use md2_load::Format;
use md2_scene::Document;

use super::md2::Decoder;
use super::outputs::NamedFiles;
use super::result::ExportResult;
use super::{ExportJob, losses, subject};
use crate::commands::advice::{self, Converter};
use crate::failure::{Failure, program_name};

pub(super) const OPTIONS: &[&str] = &[
    "--palette",
    "--engine",
    "--skin",
    "--dither",
    "--fullbright",
    "--holey",
    "--skin-height",
    "--modeldef",
    "--game-path",
];

pub(super) fn export_model(job: &ExportJob<'_>, document: &Document) -> Result<ExportResult, Failure> {
    let ExportJob { args, name, path, .. } = *job;
    if document.format() == Format::Mdl {
        let text = format!("{name} is already an MDL; `{} edit` changes it", program_name());
        return Err(Failure::Usage(text));
    }
    let mut losses: Vec<Loss> = losses::timing(document, |_| false).into_iter().collect();
    losses.extend(losses::skin_names(document));
    let mut skins = subject::decode_skins(document, args.skin.as_deref(), &mut losses)?;
    losses.extend(losses::skins_without_image(&mut skins));
    let subject = subject::new(document, name, skins);
    let import = ImportOptions { scale: args.scale.map(f64::from), ..ImportOptions::default() };
    // Engines that replace an MDL by an MD3 give the effects in its header the same meaning.
    let flags = losses::header_flags(document).cast_unsigned();
    let options = MdlOptions { flags, ..args.mdl.options(args.palette.as_deref())? };
    let converted = import_quake(&subject, &args.selection(), &Decoder, &import)
        .and_then(|model| model.to_mdl(&options))
        .map_err(|error| advice::failure(document.name().to_owned(), error, Converter::Export))?;
    let mut result = ExportResult::converted(&converted.report, Some(converted.skins));
    losses.append(&mut result.losses);
    let files: NamedFiles = vec![(PathBuf::from(path), converted.bytes)];
    job.write(&files, &[document], ExportResult { losses, ..result })
}
