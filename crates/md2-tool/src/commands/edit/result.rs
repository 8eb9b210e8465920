//! Checks of edited models.

use md2_browse::findings::located_sentence;
use md2_edit::Model;
use md2_load::{CheckOptions, LoadOptions, Severity};
use md2_scene::text::message;

use super::files::EditedFile;
use crate::failure::{Failure, program_name};

/// Checks an edited file: its extension, and whether it can be opened. Logs the warnings of `check` that the input does not have, such
/// as an exceeded limit of an engine.
///
/// # Errors
/// If the extension belongs to another model format, or the file cannot be opened although the input can.
pub(super) fn check(file: &EditedFile, model: &Model, input: &[u8]) -> Result<(), Failure> {
    check_extension(file, model.format())?;
    let options = LoadOptions { optimize_vertex_cache: false, ..LoadOptions::default() };
    if let Err(error) = md2_load::load(&file.bytes, &options)
        && md2_load::load(input, &options).is_ok()
    {
        return Err(Failure::Usage(format!("the edited model could not be opened: {error}")));
    }
    let options = CheckOptions { max_per_code: 1 };
    let before = md2_load::check(input, &options).findings;
    for finding in md2_load::check(&file.bytes, &options).findings {
        let is_known = before.iter().any(|other| other.code == finding.code);
        if finding.severity >= Severity::Warning && !is_known {
            let text = format!("{}: {}", finding.code, located_sentence(&finding));
            tracing::warn!("{}", message(&text));
        }
    }
    Ok(())
}

fn check_extension(file: &EditedFile, format: &str) -> Result<(), Failure> {
    let Some(path) = &file.path else { return Ok(()) };
    let extension = path.extension().unwrap_or_default();
    let other = ["mdl", "md2", "md3"].iter().find(|known| extension.eq_ignore_ascii_case(known));
    match other.filter(|other| !other.eq_ignore_ascii_case(format)) {
        Some(_) => Err(Failure::Usage(format!(
            "cannot write {}: edit writes the format of the input, {format}; `{} convert` writes other formats",
            path.display(),
            program_name()
        ))),
        None => Ok(()),
    }
}
